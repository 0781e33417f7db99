//! What stands on the paper, sentence by sentence, each part marked as a fixed word or as a [`Field`].
//!
//! The layouts get nothing but this, and a value can only be made here, with its field: so nothing can be
//! printed that [`super::PRINTED_FIELDS`] does not name.

use super::sheet::{CertificateSheet, CopyMark, Field, SheetEvent, group_code, group_number};
use super::wording::{date_range, day, grade as grade_label};
use crate::text::{Bilingual, Lang, text};
use std::collections::BTreeSet;

/// Where a piece of text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The catalogue of words.
    Word,
    /// A value of the sheet.
    Value(Field),
}

/// A piece of text with its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) source: Source,
    pub(crate) text: String,
}

/// Pieces that read on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Phrase(pub(crate) Vec<Said>);

impl Phrase {
    fn word(lang: Lang, key: &str) -> Self {
        Self::fill(lang, key, &[])
    }

    fn value(field: Field, text: impl Into<String>) -> Self {
        let text = text.into();
        if text.is_empty() { Self::default() } else { Self(vec![Said { source: Source::Value(field), text }]) }
    }

    /// The words of `key` with each `{name}` replaced by a phrase that keeps its sources.
    fn fill(lang: Lang, key: &str, arguments: &[(&str, &Phrase)]) -> Self {
        let mut parts = Vec::new();
        let mut rest = text(lang, key);
        while let Some((before, (name, after))) =
            rest.split_once('{').and_then(|(before, tail)| Some((before, tail.split_once('}')?)))
        {
            parts.push(Said { source: Source::Word, text: before.to_owned() });
            if let Some((_, phrase)) = arguments.iter().find(|(known, _)| *known == name) {
                parts.extend(phrase.0.iter().cloned());
            }
            rest = after;
        }
        parts.push(Said { source: Source::Word, text: rest.to_owned() });
        parts.retain(|part| !part.text.is_empty());
        Self(parts)
    }

    /// The whole as one text.
    pub(crate) fn text(&self) -> String {
        self.0.iter().map(|said| said.text.as_str()).collect()
    }

    /// The two phrases with `between` in the middle.
    pub(crate) fn then(&self, between: &str, next: &Phrase) -> Phrase {
        let mut all = self.0.clone();
        if !(self.is_empty() || next.is_empty()) {
            all.push(Said { source: Source::Word, text: between.to_owned() });
        }
        all.extend(next.0.iter().cloned());
        Phrase(all)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The same in both languages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pair {
    pub(crate) zh: Phrase,
    pub(crate) en: Phrase,
}

impl Pair {
    fn words(key: &str) -> Self {
        Self { zh: Phrase::word(Lang::Zh, key), en: Phrase::word(Lang::En, key) }
    }

    fn values(field: Field, text: &Bilingual) -> Self {
        Self { zh: Phrase::value(field, &text.zh), en: Phrase::value(field, &text.en) }
    }

    fn each(value: impl Fn(Lang) -> Phrase) -> Self {
        Self { zh: value(Lang::Zh), en: value(Lang::En) }
    }

    fn get(&self, lang: Lang) -> &Phrase {
        match lang {
            Lang::Zh => &self.zh,
            Lang::En => &self.en,
        }
    }
}

/// One group of the number and what it means.
pub(crate) struct Group {
    pub(crate) digits: Phrase,
    pub(crate) meaning: Pair,
}

/// Everything on one sheet.
pub(crate) struct Content {
    pub(crate) seal: Phrase,
    pub(crate) register: Pair,
    pub(crate) title: Pair,
    pub(crate) is_dan: bool,
    pub(crate) numeral: Phrase,
    pub(crate) grade: Pair,
    pub(crate) opening: Pair,
    pub(crate) holder: Phrase,
    pub(crate) statement: Pair,
    pub(crate) number_label: Pair,
    pub(crate) number: Vec<Group>,
    pub(crate) unnumbered: Option<Pair>,
    pub(crate) issued_label: Pair,
    pub(crate) issued: Pair,
    pub(crate) clause_label: Pair,
    pub(crate) clause: Pair,
    pub(crate) issuer: Pair,
    pub(crate) mark: Pair,
    pub(crate) code_label: Pair,
    pub(crate) code: Phrase,
    pub(crate) scan: Pair,
    pub(crate) full_address: Phrase,
    pub(crate) shown_address: Phrase,
    pub(crate) signatures: Vec<(Pair, Phrase)>,
}

impl Content {
    /// Takes the sheet apart; a field added to the sheet must be dealt with here to compile.
    pub(crate) fn of(sheet: &CertificateSheet) -> Self {
        let CertificateSheet {
            grade,
            holder,
            number,
            issued_on,
            issuer,
            event,
            clause,
            copy,
            check_code,
            page_address,
            signatures,
        } = sheet;
        let is_notice = number.is_none();
        let grade_words = Pair::each(|lang| Phrase::value(Field::Grade, grade_label(lang, *grade)));
        let address = page_address.as_deref().unwrap_or_default();
        Self {
            seal: Phrase::word(Lang::Zh, "print.seal"),
            register: Pair::words("print.register"),
            title: match (is_notice, grade.is_dan()) {
                (true, _) => Pair::words("print.title.notice"),
                (false, true) => Pair::words("print.title.dan"),
                (false, false) => Pair::words("print.title.kyu"),
            },
            is_dan: grade.is_dan(),
            numeral: Phrase::value(Field::Grade, grade.number().to_string()),
            opening: Pair::words(if is_notice { "print.statement.notice_opening" } else { "print.statement.opening" }),
            holder: Phrase::value(Field::Holder, holder.as_str()),
            statement: statement(is_notice, event.as_ref(), &grade_words),
            grade: grade_words,
            number_label: Pair::words("print.label.number"),
            number: number.as_deref().map(groups).unwrap_or_default(),
            unnumbered: is_notice.then(|| Pair::words("print.mark.unnumbered")),
            issued_label: Pair::words(if is_notice { "print.label.noticed" } else { "print.label.issued" }),
            issued: Pair::each(|lang| Phrase::value(Field::IssuedOn, day(lang, *issued_on))),
            clause_label: if clause.is_some() { Pair::words("print.label.clause") } else { Pair::default() },
            clause: clause.as_ref().map(|words| Pair::values(Field::Clause, words)).unwrap_or_default(),
            issuer: Pair::values(Field::Issuer, issuer),
            mark: mark(*copy, is_notice),
            code_label: if check_code.is_some() { Pair::words("print.label.code") } else { Pair::default() },
            code: Phrase::value(Field::CheckCode, group_code(check_code.as_deref().unwrap_or_default())),
            scan: if address.is_empty() { Pair::default() } else { Pair::words("print.label.scan") },
            full_address: Phrase::value(Field::PageAddress, address),
            shown_address: Phrase::value(Field::PageAddress, shown(address)),
            signatures: signatures
                .iter()
                .take(CertificateSheet::MOST_SIGNATURES)
                .map(|line| {
                    (Pair::values(Field::Signature, &line.role), Phrase::value(Field::Signature, line.name.as_str()))
                })
                .collect(),
        }
    }

    /// All phrases that are set as text (the QR code's address is drawn, not set).
    pub(crate) fn phrases(&self) -> Vec<&Phrase> {
        let mut all = vec![&self.seal, &self.numeral, &self.holder, &self.code, &self.shown_address];
        let mut pairs = vec![
            &self.register,
            &self.title,
            &self.grade,
            &self.opening,
            &self.statement,
            &self.number_label,
            &self.issued_label,
            &self.issued,
            &self.clause_label,
            &self.clause,
            &self.issuer,
            &self.mark,
            &self.code_label,
            &self.scan,
        ];
        pairs.extend(self.unnumbered.as_ref());
        for group in &self.number {
            all.push(&group.digits);
            pairs.push(&group.meaning);
        }
        for (role, name) in &self.signatures {
            pairs.push(role);
            all.push(name);
        }
        all.extend(pairs.into_iter().flat_map(|pair| [&pair.zh, &pair.en]));
        all
    }
}

/// Every value that a sheet prints, with its field, in both languages, each once: what the certificate's page
/// has to show as well. A number or a code appears in its printed groups.
pub fn printed_values(sheet: &CertificateSheet) -> Vec<(Field, String)> {
    let mut seen = BTreeSet::new();
    for phrase in Content::of(sheet).phrases() {
        for said in &phrase.0 {
            if let Source::Value(field) = said.source {
                seen.insert((field, said.text.clone()));
            }
        }
    }
    seen.into_iter().collect()
}

fn statement(is_notice: bool, event: Option<&SheetEvent>, grade: &Pair) -> Pair {
    Pair::each(|lang| {
        let grade = grade.get(lang);
        match (is_notice, event) {
            (true, _) => Phrase::fill(lang, "print.statement.notice", &[("grade", grade)]),
            (false, None) => Phrase::fill(lang, "print.statement.other", &[("grade", grade)]),
            (false, Some(event)) => {
                let name = match lang {
                    Lang::En if !event.name.en.is_empty() => &event.name.en,
                    _ => &event.name.zh,
                };
                let dates = Phrase::value(Field::EventDates, date_range(lang, event.first_day, event.last_day));
                let name = Phrase::value(Field::Event, name.as_str());
                Phrase::fill(lang, "print.statement.contest", &[("event", &name), ("dates", &dates), ("grade", grade)])
            }
        }
    })
}

fn groups(number: &str) -> Vec<Group> {
    let parts = group_number(number);
    let meanings = match parts.len() {
        3 => vec![Pair::words("print.label.area"), Pair::words("print.label.year"), Pair::words("print.label.serial")],
        _ => vec![Pair::default(); parts.len()],
    };
    parts
        .into_iter()
        .zip(meanings)
        .map(|(digits, meaning)| Group { digits: Phrase::value(Field::Number, digits), meaning })
        .collect()
}

fn mark(copy: CopyMark, is_notice: bool) -> Pair {
    let numbered = |key: &str, n: u32| {
        Pair::each(|lang| Phrase::value(Field::CopyMark, crate::text::fill(lang, key, &[("n", &n.to_string())])))
    };
    match copy {
        _ if is_notice => Pair::words("print.mark.notice"),
        CopyMark::First => Pair::default(),
        CopyMark::Reissue(n) => numbered("print.mark.reissue", n),
        CopyMark::Correction(n) => numbered("print.mark.correction", n),
    }
}

/// The address as it is read and typed: without scheme and without the code, which stands beside it.
fn shown(address: &str) -> &str {
    let bare = address.split(['?', '#']).next().unwrap_or_default();
    bare.strip_prefix("https://").or_else(|| bare.strip_prefix("http://")).unwrap_or(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_code() {
        assert_eq!(shown("https://qipin.example/c/5d/310260001?k=AB"), "qipin.example/c/5d/310260001");
        assert_eq!(shown("http://127.0.0.1:8080/c/5d/310260001"), "127.0.0.1:8080/c/5d/310260001");
    }

    #[test]
    fn a_filled_phrase_keeps_the_sources_of_its_parts() {
        let grade = Phrase::value(Field::Grade, "业余5段");
        let phrase = Phrase::fill(Lang::Zh, "print.statement.notice", &[("grade", &grade)]);
        assert_eq!(phrase.text(), "拟授予业余5段，现予公示。");
        assert_eq!(phrase.0[1], Said { source: Source::Value(Field::Grade), text: "业余5段".into() });
    }
}

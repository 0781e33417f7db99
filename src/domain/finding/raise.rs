//! Building a finding: its place, what was found and expected, and the sentences in both languages.

use super::{Code, Finding};
use crate::domain::grade::Grade;
use crate::domain::results::Sex;
use crate::text::{self, Bilingual, Lang};
use serde::{Deserialize, Serialize};

/// The file (or sheet of a workbook) that a place is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// The upload as a whole.
    #[default]
    Whole,
    /// The players (名单).
    Players,
    /// The results (成绩).
    Results,
}

/// Where a finding is: every part that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file or sheet.
    pub part: Part,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column, as the file's header writes it.
    pub column: Option<String>,
    /// The round.
    pub round: Option<u16>,
    /// The board.
    pub board: Option<u16>,
    /// The file's id of the player.
    pub person: Option<String>,
}

impl Place {
    /// The upload as a whole.
    pub fn whole() -> Self {
        Self::default()
    }

    /// A line of the players.
    pub fn players(line: u32) -> Self {
        Self { part: Part::Players, line: Some(line), ..Self::default() }
    }

    /// A line of the results.
    pub fn results(line: u32) -> Self {
        Self { part: Part::Results, line: Some(line), ..Self::default() }
    }

    /// A whole part.
    pub fn part(part: Part) -> Self {
        Self { part, ..Self::default() }
    }

    /// With a column.
    pub fn column(mut self, column: impl Into<String>) -> Self {
        self.column = Some(column.into());
        self
    }

    /// With a round and, where known, a board.
    pub fn round(mut self, round: u16, board: Option<u16>) -> Self {
        self.round = Some(round);
        self.board = board;
        self
    }

    /// With a person.
    pub fn person(mut self, id: impl Into<String>) -> Self {
        self.person = Some(id.into());
        self
    }

    fn words(&self, lang: Lang) -> String {
        let mut parts: Vec<String> = Vec::with_capacity(6);
        match self.part {
            Part::Whole => {}
            Part::Players => parts.push(text::text(lang, "finding.place.players").to_owned()),
            Part::Results => parts.push(text::text(lang, "finding.place.results").to_owned()),
        }
        if let Some(line) = self.line {
            parts.push(text::fill(lang, "finding.place.line", &[("n", &line.to_string())]));
        }
        if let Some(column) = &self.column {
            parts.push(text::fill(lang, "finding.place.column", &[("name", column)]));
        }
        if let Some(round) = self.round {
            parts.push(text::fill(lang, "finding.place.round", &[("n", &round.to_string())]));
        }
        if let Some(board) = self.board {
            parts.push(text::fill(lang, "finding.place.board", &[("n", &board.to_string())]));
        }
        if let Some(person) = &self.person {
            parts.push(text::fill(lang, "finding.place.person", &[("id", person)]));
        }
        parts.join(text::text(lang, "finding.place.join"))
    }
}

/// The places of [`Raise::words`].
const FOUND: usize = 0;
const EXPECTED: usize = 1;

/// A finding being built; [`Raise::done`] finishes it.
#[derive(Debug)]
pub struct Raise<'a> {
    code: &'static Code,
    place: Place,
    found: String,
    expected: String,
    rule: Option<String>,
    rule_words: Option<Bilingual>,
    /// What was found and expected in words, where a value of ours reads differently in each language.
    words: [Option<Bilingual>; 2],
    arguments: Vec<(&'a str, Bilingual)>,
}

impl Code {
    /// Begins a finding of this code.
    pub fn at(&'static self, place: Place) -> Raise<'static> {
        Raise {
            code: self,
            place,
            found: String::new(),
            expected: String::new(),
            rule: None,
            rule_words: None,
            words: [None, None],
            arguments: Vec::new(),
        }
    }
}

impl<'a> Raise<'a> {
    /// The value found.
    pub fn found(mut self, found: impl Into<String>) -> Self {
        self.found = clip(&found.into());
        self
    }

    /// The value found, where it is ours and may be long.
    pub fn found_in_full(mut self, found: impl Into<String>) -> Self {
        self.found = found.into();
        self
    }

    /// The value expected, in a notation that needs no language.
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = expected.into();
        self
    }

    /// A rule more exact than the code's own (a scheme and its group, say).
    pub fn rule(mut self, rule: impl Into<String>) -> Self {
        self.rule = Some(rule.into());
        self
    }

    /// The more exact rule as people call it.
    pub fn rule_words(mut self, words: Bilingual) -> Self {
        self.rule_words = Some(words);
        self
    }

    /// The value found, in the file's notation and in words.
    pub fn found_words(mut self, found: impl Into<String>, words: Bilingual) -> Self {
        self.words[FOUND] = Some(words);
        self.found(found)
    }

    /// The value expected, in the file's notation and in words.
    pub fn expected_words(mut self, expected: impl Into<String>, words: Bilingual) -> Self {
        self.words[EXPECTED] = Some(words);
        self.expected(expected)
    }

    /// A grade found: what the file writes and what a sentence says.
    pub fn found_grade(self, grade: Option<Grade>) -> Self {
        let words = Grade::words_or_ungraded(grade);
        self.found_words(words.zh.clone(), words)
    }

    /// A grade expected, with what stands before it, such as `≤ `.
    pub fn expected_grade(self, before: &str, grade: Option<Grade>) -> Self {
        let words = Grade::words_or_ungraded(grade);
        let words = Bilingual { zh: format!("{before}{}", words.zh), en: format!("{before}{}", words.en) };
        self.expected_words(words.zh.clone(), words)
    }

    /// A sex found; none where none is given.
    pub fn found_sex(self, sex: Option<Sex>) -> Self {
        match sex {
            Some(sex) => self.found_words(sex.written(), sex.words()),
            None => self.found(""),
        }
    }

    /// A sex expected.
    pub fn expected_sex(self, sex: Sex) -> Self {
        self.expected_words(sex.written(), sex.words())
    }

    /// An argument of the sentence.
    pub fn with(mut self, name: &'a str, value: impl ToString) -> Self {
        let value = clip(&value.to_string());
        self.arguments.push((name, Bilingual { zh: value.clone(), en: value }));
        self
    }

    /// An argument that is itself a text in both languages.
    pub fn with_both(mut self, name: &'a str, value: Bilingual) -> Self {
        self.arguments.push((name, value));
        self
    }

    /// An argument that is a text of the catalogue.
    pub fn with_text(self, name: &'a str, key: &str) -> Self {
        let value = text::both(key, &[]);
        self.with_both(name, value)
    }

    /// The code being raised.
    pub fn code(&self) -> &'static Code {
        self.code
    }

    /// The finding.
    pub fn done(self) -> Finding {
        let both = |words: &dyn Fn(Lang) -> String| Bilingual { zh: words(Lang::Zh), en: words(Lang::En) };
        let said = both(&|lang| self.statement(lang));
        let seen = both(&|lang| self.in_words(FOUND, lang).unwrap_or(&self.found).to_owned());
        let wanted = both(&|lang| self.wanted(lang));
        let cited = both(&|lang| self.cited(lang));
        let sentence = |lang| self.sentence(lang, [&said, &seen, &wanted, &cited].map(|part| part.get(lang)));
        let (zh, en) = (sentence(Lang::Zh), sentence(Lang::En));
        Finding {
            code: self.code.id,
            severity: self.code.severity(),
            part: self.place.part,
            line: self.place.line,
            column: self.place.column,
            round: self.place.round,
            board: self.place.board,
            person: self.place.person,
            found: self.found,
            expected: self.expected,
            rule: self.rule.unwrap_or_else(|| self.code.rule.to_owned()),
            said,
            seen,
            wanted,
            cited,
            zh,
            en,
        }
    }

    fn in_words(&self, which: usize, lang: Lang) -> Option<&str> {
        self.words[which].as_ref().map(|words| words.get(lang))
    }

    fn filled(&self, lang: Lang, key: &str) -> String {
        let mut arguments: Vec<(&str, &str)> = self.arguments.iter().map(|(k, v)| (*k, v.get(lang))).collect();
        arguments.push(("found", self.in_words(FOUND, lang).unwrap_or(&self.found)));
        arguments.push(("expected", self.in_words(EXPECTED, lang).unwrap_or(&self.expected)));
        text::fill(lang, key, &arguments)
    }

    fn statement(&self, lang: Lang) -> String {
        self.filled(lang, &self.code.key("text"))
    }

    fn wanted(&self, lang: Lang) -> String {
        let key = self.code.key("expected");
        match text::has(&key) {
            true => self.filled(lang, &key),
            false => self.in_words(EXPECTED, lang).unwrap_or(&self.expected).to_owned(),
        }
    }

    fn cited(&self, lang: Lang) -> String {
        let words = text::text(lang, &self.code.rule_key()).to_owned();
        match &self.rule {
            Some(rule) => {
                let of = self.rule_words.as_ref().map_or(rule.as_str(), |words| words.get(lang));
                text::fill(lang, "finding.sentence.rule_of", &[("rule", &words), ("of", of)])
            }
            None => words,
        }
    }

    /// Place, statement, found, expected, rule: each only where there is one.
    fn sentence(&self, lang: Lang, [said, seen, wanted, cited]: [&str; 4]) -> String {
        let mut out = String::with_capacity(160);
        let place = self.place.words(lang);
        if !place.is_empty() {
            out.push_str(&text::fill(lang, "finding.sentence.place", &[("place", &place)]));
        }
        out.push_str(said);
        if !seen.is_empty() {
            out.push_str(&text::fill(lang, "finding.sentence.found", &[("found", seen)]));
        }
        if !wanted.is_empty() {
            out.push_str(&text::fill(lang, "finding.sentence.expected", &[("expected", wanted)]));
        }
        out.push_str(&text::fill(lang, "finding.sentence.rule", &[("rule", cited)]));
        out
    }
}

/// Keeps what an upload says from filling the answer or giving a number away: at most 80 characters, no line
/// breaks, and of fifteen digits or more, which is how identity numbers look wherever they were typed, the end.
pub fn clip(text: &str) -> String {
    const LONGEST: usize = 80;
    let mut out: String = text.chars().take(LONGEST).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        out.push('…');
    }
    hide_long_numbers(out)
}

fn hide_long_numbers(text: String) -> String {
    const LONG: usize = 15;
    const SHOWN: usize = 4;
    if text.bytes().filter(u8::is_ascii_digit).count() < LONG {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut run = String::new();
    let close = |run: &mut String, out: &mut String| {
        let hidden = if run.len() >= LONG { run.len() - SHOWN } else { 0 };
        out.extend(std::iter::repeat_n('*', hidden));
        out.push_str(&run[hidden..]);
        run.clear();
    };
    for c in text.chars() {
        // The check character of an identity number may be an X.
        if c.is_ascii_digit() || (run.len() >= LONG && matches!(c, 'X' | 'x')) {
            run.push(c);
        } else {
            close(&mut run, &mut out);
            out.push(c);
        }
    }
    close(&mut run, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::finding::codes;

    #[test]
    fn a_sentence_carries_place_found_expected_and_rule_in_both_languages() {
        let finding =
            codes::E301.at(Place::results(3).column("black").round(1, Some(2))).found("?").with("hint", "").done();
        for part in ["第3行", "“black”", "第1轮", "2号台", "?"] {
            assert!(finding.zh.contains(part), "{} lacks {part}", finding.zh);
        }
        for part in ["line 3", "black", "round 1", "board 2", "?", "Rule:"] {
            assert!(finding.en.contains(part), "{} lacks {part}", finding.en);
        }
        assert!(!finding.en.contains('{') && !finding.zh.contains('{'), "{} {}", finding.zh, finding.en);
    }

    #[test]
    fn what_an_upload_says_is_clipped_and_made_printable() {
        assert_eq!(clip("a\nb"), "a\u{FFFD}b");
        assert_eq!(clip(&"棋".repeat(100)).chars().count(), 81);
    }

    #[test]
    fn an_identity_number_is_never_repeated_whole_wherever_it_was_typed() {
        assert_eq!(clip("a 11010519491231002X b"), "a **************002X b");
        assert_eq!(clip("440524188001010"), "***********1010");
        assert_eq!(clip("310260001, 310260002"), "310260001, 310260002");
    }
}

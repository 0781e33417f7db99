//! A clause in words.

use super::clause::{Award, Clause, Pick, Quota};
use super::entry::GradeRange;
use super::model::Scheme;
use crate::domain::grade::Grade;
use crate::domain::results::Sex;
use crate::text::{Bilingual, Lang, fill, text};

impl GradeRange {
    /// The grades in words.
    pub fn words(self) -> Bilingual {
        Bilingual { zh: run(self, Lang::Zh, Grade::said), en: run(self, Lang::En, Grade::said) }
    }
}

/// A run of grades as a scheme calls them.
pub(super) fn grades(scheme: &Scheme, range: GradeRange, lang: Lang) -> String {
    run(range, lang, |grade, lang| scheme.said(grade, lang))
}

fn run(range: GradeRange, lang: Lang, said: impl Fn(Grade, Lang) -> String) -> String {
    let end = |grade: Option<Grade>| match grade {
        Some(grade) => said(grade, lang),
        None => text(lang, "schemes.entry.ungraded").to_owned(),
    };
    let (low, high) = (end(range.low), end(range.high));
    if range == GradeRange::ANY {
        text(lang, "schemes.entry.any").to_owned()
    } else if range.low == range.high && range.low.is_none() {
        low
    } else if range.low == range.high {
        fill(lang, "schemes.entry.exactly", &[("grade", &low)])
    } else {
        fill(lang, "schemes.entry.range", &[("low", &low), ("high", &high)])
    }
}

/// A clause as one sentence: conditions, then the award. `above` are the clauses served before it.
pub(super) fn clause(scheme: &Scheme, above: &[Clause], clause: &Clause, lang: Lang) -> String {
    let say = |key: &'static str, arguments: &[(&str, &str)]| fill(lang, key, arguments);
    let mut parts = Vec::new();
    if !clause.levels.is_empty() {
        let levels: Vec<_> = clause.levels.iter().map(|level| text(lang, level.key())).collect();
        parts.push(say("schemes.clause.level", &[("level", &levels.join(text(lang, "schemes.clause.or")))]));
    }
    if let Some(from) = clause.from {
        parts.push(grades(scheme, from, lang));
    }
    match clause.sex {
        Some(Sex::Female) => parts.push(say("schemes.clause.female", &[])),
        Some(Sex::Male) => parts.push(say("schemes.clause.male", &[])),
        None => {}
    }
    match clause.pick {
        Pick::All => {}
        Pick::Best(Quota::Share(share)) => {
            let (zh, en) = (share.to_string(), share.to_string().replace('%', " %"));
            parts.push(say("schemes.clause.share", &[("zh_share", &zh), ("en_share", &en)]));
        }
        Pick::Best(Quota::Places(places)) => {
            let before = |c: &&Clause| c.sex == clause.sex && (c.levels.is_empty() || c.levels == clause.levels);
            let served = above.iter().filter(before).any(|c| matches!(c.pick, Pick::Best(_)));
            let key = if served { "schemes.clause.next_places" } else { "schemes.clause.places" };
            parts.push(say(key, &[("places", &places.to_string())]));
        }
        Pick::Band { part, of } => {
            let key = if part == 1 { "schemes.clause.best_band" } else { "schemes.clause.band" };
            parts.push(say(key, &[("part", &part.to_string()), ("of", &of.to_string())]));
        }
        Pick::Reserved(places) => parts.push(say("schemes.clause.reserved", &[("places", &places.to_string())])),
    }
    match (clause.filled_from, clause.wins) {
        (Some(first), Some(last)) => {
            let next: Vec<_> = (last..first).rev().map(|wins| wins.to_string()).collect();
            let joined = next.join(text(lang, "schemes.clause.comma"));
            parts.push(say("schemes.clause.fill", &[("first", &first.to_string()), ("next", &joined)]));
        }
        (_, Some(wins)) => parts.push(say("schemes.clause.wins", &[("wins", &wins.to_string())])),
        _ => {}
    }
    if let Some(rate) = clause.rate {
        parts.push(say("schemes.clause.rate", &[("rate", &rate.to_string())]));
    }
    for need in &clause.tests {
        let name = scheme.tests.iter().find(|t| t.id == need.test).map(|t| t.name.clone()).unwrap_or_default();
        let arguments = [("zh_test", &*name.zh), ("en_test", &name.en), ("least", &need.at_least.to_string())];
        parts.push(say("schemes.clause.test", &arguments));
    }
    if clause.is_for_everyone() {
        parts.push(say("schemes.clause.everyone", &[]));
    }
    for (_, id) in &clause.parameters {
        parts.push(scheme.by_parameter(id, lang));
    }
    let award = match clause.award {
        Award::Up(1) => say("schemes.clause.up_one", &[]),
        Award::Up(rungs) => say("schemes.clause.up_many", &[("rungs", &rungs.to_string())]),
        Award::To(grade) => say("schemes.clause.to", &[("grade", &scheme.said(grade, lang))]),
    };
    let conditions = parts.join(text(lang, "schemes.clause.comma"));
    say("schemes.clause.sentence", &[("conditions", &conditions), ("award", &award)])
}

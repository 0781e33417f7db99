//! Every key that the code names is in the catalogue, and every key of the catalogue is named by the code.

use super::{files, literals};
use qipin::text::{Lang, keys, text};
use std::collections::BTreeSet;

/// Keys that are put together at run time: the beginning of the family, whether what follows it is a literal of the
/// code too, and why no literal names the whole.
const FAMILIES: &[(&str, Tail, &str)] = &[
    ("error.", Tail::Computed, "a page for each kind of failure, by the key of the failure"),
    ("finding.E", Tail::Computed, "the texts of an error, by its code"),
    ("finding.W", Tail::Computed, "the texts of a warning, by its code"),
    ("finding.I", Tail::Computed, "the texts of an information, by its code"),
    ("letter.", Tail::Literal, "what a mail is about, by its kind"),
    ("deed.", Tail::Computed, "what the journal wrote down, by its action"),
    ("finding.rules.", Tail::Literal, "the rule that a code cites, by the word in the list of codes"),
    ("role.", Tail::Literal, "the name of a role, by its word in the matrix of permissions"),
    ("finding.adjusted.", Tail::Literal, "why the importer changed a value, by the word it notes"),
    ("role.", Tail::Literal, "the name of a role, by its key"),
    ("interchange.format.", Tail::Literal, "the name of another program's format, by its id"),
    ("interchange.loss.", Tail::Literal, "what a format cannot hold, by its word"),
    ("action.", Tail::Literal, "what a role may do, by the action's key"),
    ("reach.", Tail::Literal, "how far a permission reaches, by its key"),
    ("recount.code.", Tail::Computed, "what is odd about a record, by the word of the crate of the rules"),
    ("recount.refusal.", Tail::Computed, "why a record cannot be read, by the same"),
    ("recount.remark.", Tail::Computed, "what a referee is told, by the same"),
    ("recount.reason.", Tail::Computed, "why a move is illegal, by the same"),
    ("recount.verdict.", Tail::Computed, "the verdict, by the same"),
    ("ruling.kind.", Tail::Literal, "what a ruling is about, by the word of its kind"),
    ("ruling.result.", Tail::Literal, "the result that a ruling gives, by its word"),
    ("recount.rules.", Tail::Computed, "the name of a rule set, by the same"),
];

#[derive(Clone, Copy, PartialEq)]
enum Tail {
    /// The code has what follows as a literal; a member without one is unused.
    Literal,
    /// What follows is put together as well.
    Computed,
}

/// Literals that look like keys and are none: their beginning, and what they are.
const OTHER_WORDS: &[(&str, &str)] = &[("mail.example.", "names of hosts in tests")];

/// Functions whose argument looks like a key and is none, and what it is.
const OTHER_FUNCTIONS: &[(&str, &str)] = &[("record", "an action of the journal")];

/// Keys whose languages rightly fill different places, and why.
const OTHER_PLACES: &[(&str, &str)] = &[
    ("common.span.", "English spells the month, Chinese numbers it"),
    ("common.date-format", "the same"),
    ("common.moment-format", "the same"),
    ("recount.sum.", "Chinese gives komi and margin in 子 as well"),
    ("game_record.points", "the same"),
];

/// Keys with Chinese in the English text, and why.
const CHINESE_IN_ENGLISH: &[(&str, &str)] = &[("print.seal", "a seal is cut in Chinese")];

/// The endings of file names, which look like the last part of a key.
const FILE_ENDINGS: [&str; 14] =
    ["toml", "rs", "css", "js", "svg", "html", "txt", "csv", "xlsx", "json", "pdf", "db", "sql", "png"];

/// All literals of the code that ships, with the place of each.
fn named() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (folder, endings) in [("src", &["rs"][..]), ("templates", &["html", "txt", "xml", "svg"][..])] {
        for path in files(folder, endings) {
            let body = std::fs::read_to_string(&path).unwrap();
            let found = if folder == "src" { literals::of_rust(&body) } else { literals::of_template(&body) };
            all.extend(
                found
                    .into_iter()
                    .filter(|found| !OTHER_FUNCTIONS.iter().any(|(name, _)| found.callee == *name))
                    .map(|found| (found.text, format!("{}:{}", path.display(), found.line))),
            );
        }
    }
    all
}

fn subjects() -> BTreeSet<&'static str> {
    keys().into_iter().filter_map(|key| key.split('.').next()).collect()
}

fn looks_like_a_key(literal: &str, subjects: &BTreeSet<&str>) -> bool {
    let mut parts = literal.split('.');
    let plain = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_')
    };
    literal.contains('.')
        && parts.next().is_some_and(|subject| subjects.contains(subject))
        && parts.all(plain)
        && !literal.rsplit('.').next().is_some_and(|last| FILE_ENDINGS.contains(&last))
}

/// Whether a family has the key, and the code what follows the family's beginning, where it must.
fn in_family(key: &str, named: &BTreeSet<String>) -> bool {
    FAMILIES.iter().any(|(start, tail, _)| {
        key.strip_prefix(start).is_some_and(|rest| *tail == Tail::Computed || named.contains(rest))
    })
}

#[test]
fn no_key_that_the_code_names_is_missing() {
    let (subjects, known) = (subjects(), keys().into_iter().collect::<BTreeSet<_>>());
    let missing: Vec<_> = named()
        .into_iter()
        .filter(|(literal, _)| looks_like_a_key(literal, &subjects) && !known.contains(literal.as_str()))
        .filter(|(literal, _)| !OTHER_WORDS.iter().any(|(start, _)| literal.starts_with(start)))
        .map(|(literal, place)| format!("{place}: {literal}"))
        .collect();
    assert!(missing.is_empty(), "the catalogue lacks:\n{}", missing.join("\n"));
}

#[test]
fn no_key_of_the_catalogue_is_unused() {
    let named: BTreeSet<String> = named().into_iter().map(|(literal, _)| literal).collect();
    let unused: Vec<_> = keys().into_iter().filter(|key| !named.contains(*key) && !in_family(key, &named)).collect();
    assert!(unused.is_empty(), "no code and no template names:\n{}", unused.join("\n"));
}

#[test]
fn every_listed_exception_is_needed() {
    let named = named();
    for (start, _, _) in FAMILIES {
        assert!(keys().iter().any(|key| key.starts_with(start)), "the catalogue has no {start}");
    }
    for (start, _) in OTHER_WORDS {
        assert!(named.iter().any(|(literal, _)| literal.starts_with(start)), "no code has {start}");
    }
}

#[test]
fn both_languages_fill_the_same_places() {
    // A place whose value is itself a word may have an argument for each language: {zh_share} and {en_share}.
    let base = |name: &str| {
        let name = name.strip_prefix("zh_").or(name.strip_prefix("en_")).unwrap_or(name);
        name.strip_suffix("_zh").or(name.strip_suffix("_en")).unwrap_or(name).to_owned()
    };
    let places = |lang: Lang, key: &str| -> BTreeSet<String> {
        let whole = text(lang, key);
        whole.split('{').skip(1).filter_map(|after| after.split_once('}')).map(|(name, _)| base(name)).collect()
    };
    let excepted = |key: &str| OTHER_PLACES.iter().any(|(start, _)| key.starts_with(start));
    let differing: Vec<_> =
        keys().into_iter().filter(|key| !excepted(key) && places(Lang::Zh, key) != places(Lang::En, key)).collect();
    assert!(differing.is_empty(), "the languages fill different places in:\n{}", differing.join("\n"));
}

#[test]
fn no_english_text_is_chinese() {
    let han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    // An English text may name a Chinese word (级段); it may not be one.
    let wrong: Vec<_> = keys()
        .into_iter()
        .filter(|key| !CHINESE_IN_ENGLISH.iter().any(|(excepted, _)| key == excepted))
        .filter(|key| {
            let en = text(Lang::En, key);
            let letters = en.chars().filter(char::is_ascii_alphabetic).count();
            en.chars().any(han) && en.chars().filter(|c| han(*c)).count() > letters
        })
        .collect();
    assert!(wrong.is_empty(), "English texts in Chinese:\n{}", wrong.join("\n"));
}

#[test]
fn a_key_is_told_from_other_words() {
    let subjects = BTreeSet::from(["number"]);
    assert!(looks_like_a_key("number.error.too-short", &subjects));
    for other in ["number", "number.toml", "number.{part}", "Number.x", "other.x", "number..x", "number.a b"] {
        assert!(!looks_like_a_key(other, &subjects), "{other}");
    }
}

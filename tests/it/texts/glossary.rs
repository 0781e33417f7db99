//! Each thing has one name in each language, the one of the glossary; words that people use for it elsewhere are
//! not used here, so that two pages never seem to speak of two things.

use qipin::text::{Lang, keys, text};

/// A word that is not used, and the one that is.
const CHINESE: &[(&str, &str)] = &[
    ("申诉", "异议"),
    ("审计", "年审"),
    ("比赛", "赛事 or 对局"),
    ("等级", "级段"),
    ("公告", "公示"),
    ("协会代理", "代理机构"),
    ("赛制", "升级办法"),
    ("轮空者", "轮空"),
    ("注册号", "登记号"),
];

/// The same in English; whole words, in small letters.
const ENGLISH: &[(&str, &str)] = &[
    ("tournament", "event"),
    ("competition", "event"),
    ("rank", "grade"),
    ("appeal", "objection"),
    ("diploma", "certificate"),
    ("federation", "agency"),
    ("member", "person"),
    ("user", "account or person"),
    ("announcement", "notice"),
];

/// Keys whose text needs such a word in another sense, and why.
const ALLOWED: &[(&str, &str)] = &[];

fn is_word(text: &str, word: &str) -> bool {
    let plural = format!("{word}s");
    text.to_lowercase().split(|c: char| !c.is_ascii_alphanumeric()).any(|found| found == word || found == plural)
}

#[test]
fn each_thing_has_one_name() {
    let mut complaints = Vec::new();
    for key in keys().into_iter().filter(|key| !ALLOWED.iter().any(|(allowed, _)| key == allowed)) {
        let (zh, en) = (text(Lang::Zh, key), text(Lang::En, key));
        for (word, instead) in CHINESE.iter().filter(|(word, _)| zh.contains(word)) {
            complaints.push(format!("{key}: {word}, here called {instead}: {zh}"));
        }
        for (word, instead) in ENGLISH.iter().filter(|(word, _)| is_word(en, word)) {
            complaints.push(format!("{key}: {word}, here called {instead}: {en}"));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn every_allowed_exception_is_needed() {
    for (key, _) in ALLOWED {
        let words = CHINESE.iter().any(|(word, _)| text(Lang::Zh, key).contains(word))
            || ENGLISH.iter().any(|(word, _)| is_word(text(Lang::En, key), word));
        assert!(words, "{key} needs no exception");
    }
}

#[test]
fn whole_words_are_found() {
    assert!(is_word("Two Tournaments.", "tournament") && !is_word("frankly", "rank"));
}

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
    ("校验码", "查验码"),
    ("退回修改", "已退回 or 退回成绩"),
    ("已提交成绩", "成绩已提交"),
    ("已撤销", "撤销"),
    ("撤销合并", "取消合并"),
    ("证书编号", "证书号"),
    ("颁发", "签发"),
    ("制发", "签发"),
    ("重新审理", "重开"),
    ("重新核查", "重开"),
    ("登记库", "登记册"),
    ("棋社", "俱乐部"),
    ("国家主管", "全国办公室"),
    ("依据条款", "授予依据"),
    ("逾期未领", "逾期作废"),
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
    ("mb", "MiB"),
];

/// Labels that are used for something else, so that only the whole text tells: what stands beside a finding is called
/// the same on every page.
const LABELS: &[(&str, &str)] = &[("发现", "实际"), ("规则", "依据"), ("编号", "the kind of number")];

/// Keys whose text needs such a word in another sense, and why.
const ALLOWED: &[(&str, &str)] = &[
    ("finding.rules.person.checkdigit", "the check character of an identity number (GB 11643)"),
    ("finding.E216.title", "the check character of an identity number"),
    ("finding.E216.text", "the check character of an identity number"),
    ("promotion.cli.player", "the column 编号 of the players file"),
];

/// Families of states that several pages name: each state has one label in each language, whatever the page.
const STATES: &[&[&str]] = &[
    &["public.award.", "staff.award."],
    &["public.state.", "desk.certificate.", "staff.paper."],
    &["public.agency.", "office.agency."],
    &["public.award.held", "public.notice-state.held", "desk.state.held"],
    &["public.award.confirmed", "desk.state.confirmed"],
    &["public.objection.open", "desk.objection.open"],
    &["public.objection.upheld", "desk.objection.upheld"],
    &["public.objection.dismissed", "desk.objection.dismissed"],
    &["public.status.received", "staff.state.submitted"],
    &["public.status.findings-open", "staff.state.returned"],
    &["public.status.confirmed", "staff.state.confirmed"],
    &["public.status.final", "staff.state.closed"],
    &["public.step.returned", "staff.step.returned"],
    &["public.paper.number", "staff.certificates.number", "print.label.number"],
    &["public.paper.code", "public.lookup.code", "print.label.code"],
    &["public.paper.clause", "print.label.clause"],
    &["public.paper.issued-on", "print.label.issued"],
];

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
        for (label, instead) in LABELS.iter().filter(|(label, _)| zh == *label) {
            complaints.push(format!("{key}: {label}, here called {instead}"));
        }
        for (word, instead) in ENGLISH.iter().filter(|(word, _)| is_word(en, word)) {
            complaints.push(format!("{key}: {word}, here called {instead}: {en}"));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// Keys of a family that name something else than their namesakes.
const ONE_OF_A_FAMILY: &[&str] = &["public.agency.from"];

#[test]
fn a_state_has_the_same_label_on_every_page() {
    let mut complaints = Vec::new();
    for family in STATES {
        let (first, rest) = family.split_first().unwrap();
        let whole = !first.ends_with('.');
        let names: Vec<&str> = match whole {
            true => vec![""],
            false => keys().into_iter().filter_map(|key| key.strip_prefix(first)).collect(),
        };
        let mut compared = 0;
        for (name, other) in names.iter().flat_map(|name| rest.iter().map(move |other| (name, other))) {
            let (here, there) = (format!("{first}{name}"), format!("{other}{name}"));
            if !qipin::text::has(&there) || ONE_OF_A_FAMILY.contains(&here.as_str()) {
                assert!(!whole, "{there} is no key");
                continue;
            }
            compared += 1;
            for lang in [Lang::Zh, Lang::En] {
                let (a, b) = (text(lang, &here).to_lowercase(), text(lang, &there).to_lowercase());
                if a != b {
                    complaints.push(format!("{here}: {a}, but {there}: {b}"));
                }
            }
        }
        assert!(compared > 0, "{family:?} has nothing in common");
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn every_allowed_exception_is_needed() {
    for (key, _) in ALLOWED {
        let words = LABELS.iter().any(|(label, _)| text(Lang::Zh, key) == *label)
            || CHINESE.iter().any(|(word, _)| text(Lang::Zh, key).contains(word))
            || ENGLISH.iter().any(|(word, _)| is_word(text(Lang::En, key), word));
        assert!(words, "{key} needs no exception");
    }
}

#[test]
fn whole_words_are_found() {
    assert!(is_word("Two Tournaments.", "tournament") && !is_word("frankly", "rank"));
}

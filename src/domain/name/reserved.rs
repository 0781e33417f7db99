//! Words that stand for nobody, and so are no person's name.

use super::search_key;
use crate::text::{Bilingual, both};

/// What a reserved word stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReservedReason {
    /// A round without an opponent.
    Bye,
    /// Somebody who did not come.
    Absence,
    /// A trial of the program.
    Trial,
    /// A place kept for a name that is not known.
    Placeholder,
    /// A role, not a person.
    Role,
}

impl ReservedReason {
    /// The reason in both languages.
    pub fn message(self) -> Bilingual {
        match self {
            ReservedReason::Bye => both("name.reserved.bye", &[]),
            ReservedReason::Absence => both("name.reserved.absence", &[]),
            ReservedReason::Trial => both("name.reserved.trial", &[]),
            ReservedReason::Placeholder => both("name.reserved.placeholder", &[]),
            ReservedReason::Role => both("name.reserved.role", &[]),
        }
    }
}

/// The words, as search keys without spaces. Only whole names are compared: 白空 and Byers are people.
const WORDS: &[(ReservedReason, &[&str])] = &[
    (ReservedReason::Bye, &["轮空", "轮空者", "bye", "byeplayer", "空", "空位", "freilos", "부전승", "不战胜"]),
    (
        ReservedReason::Absence,
        &["缺席", "缺赛", "弃权", "未到", "请假", "退赛", "absent", "withdrawn", "forfeit", "noshow", "walkover"],
    ),
    (
        ReservedReason::Trial,
        &[
            "测试",
            "测试员",
            "测试选手",
            "测试用户",
            "试用",
            "示例",
            "样例",
            "test",
            "testplayer",
            "tester",
            "testuser",
            "demo",
            "example",
            "sample",
        ],
    ),
    (
        ReservedReason::Placeholder,
        &[
            "无",
            "无名",
            "无名氏",
            "无人",
            "未知",
            "不详",
            "待定",
            "某某",
            "某某某",
            "佚名",
            "匿名",
            "虚拟",
            "占位",
            "同上",
            "noplayer",
            "noname",
            "noone",
            "nobody",
            "none",
            "null",
            "nil",
            "na",
            "n/a",
            "nan",
            "tbd",
            "tba",
            "unknown",
            "anonymous",
            "dummy",
            "dummyplayer",
            "ghost",
            "xxx",
            "xx",
            "undefined",
            "vacant",
            "empty",
            "john doe",
            "johndoe",
        ],
    ),
    (
        ReservedReason::Role,
        &[
            "选手",
            "棋手",
            "参赛者",
            "黑方",
            "白方",
            "对手",
            "裁判",
            "裁判员",
            "管理员",
            "姓名",
            "player",
            "opponent",
            "referee",
            "admin",
            "administrator",
            "name",
            "black",
            "white",
        ],
    ),
];

/// What a name stands for when it is a reserved word; numbers and letters that count such words (选手12, bye A)
/// do not make a name of it.
pub fn reserved(name: &str) -> Option<ReservedReason> {
    let key = search_key(name);
    let plain: String = key.chars().filter(|c| c.is_alphanumeric() || *c == '/').collect();
    let without_digits = plain.trim_end_matches(|c: char| c.is_numeric());
    // A counting letter is one that stands apart, as in `player b`.
    let without_letter = match key.rsplit_once(' ') {
        Some((head, tail)) if tail.len() == 1 => head.replace(' ', ""),
        _ => String::new(),
    };
    WORDS.iter().find_map(|(reason, words)| {
        let found = words.iter().any(|word| [plain.as_str(), without_digits, &without_letter].contains(word));
        found.then_some(*reason)
    })
}

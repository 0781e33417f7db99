//! Rules of the game as values of a few switches.
//!
//! | key | counts | repetition | suicide | seki | handicap | sources |
//! |---|---|---|---|---|---|---|
//! | `chinese` | area | referee | no | counts | a point a stone | 中国围棋协会《围棋竞赛规则》(2002), articles 9, 10, 12, 20 |
//! | `japanese` | territory | referee | no | nothing | none | 日本棋院『日本囲碁規約』(1989), articles 6 to 10, 12 |
//! | `korean` | territory | referee | no | nothing | none | 대한바둑협회 rules, as the Japanese but for a ko fight without passes |
//! | `aga` | area by stones handed over | situational | no | counts | a point a stone but one | AGA Rules of Go (1991) |
//! | `nz` | area | situational | yes | counts | none | New Zealand Go Society rules |
//! | `ing` | area | referee | yes | counts | a point a stone | 應昌期計點制圍棋規則 (1996): komi 8, Black wins ties |
//! | `wmsg2008` | area, a point if White passed first | positional | no | counts | none | World Mind Sports Games 2008 |
//! | `tromp-taylor` | area, no stones taken off | positional | yes | counts | none | Tromp and Taylor (1995) |
//! | `ancient` | area with group tax | referee | no | counts | none | play in China up to the Qing: 还棋头, no komi |
//! | `button` | area with a button of half a point | positional | no | counts | none | button Go (Killen, 2004) |

use crate::half_points::HalfPoints;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Stones and surrounded points (数子).
    Area,
    /// Surrounded points and prisoners (数目).
    Territory,
}

/// Which repetitions are forbidden beyond the immediate recapture of one stone by one stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// None: longer cycles are the referee's, who may void the game.
    Referee,
    /// No position may come again.
    Positional,
    /// No position may come again with the same player to move.
    Situational,
}

/// What White gets for handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// Nothing.
    None,
    /// A point for each stone: half a 子, given back by Black (还子).
    EachStone,
    /// A point for each stone but one.
    EachButOne,
}

/// Who wins when the counts are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tie {
    /// Nobody.
    Draw,
    /// Black.
    Black,
}

/// What passes change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passing {
    /// Nothing.
    Free,
    /// Each pass hands the opponent a stone, and White passes last.
    HandsOverAStone,
    /// Black gives a point if White was the first to pass.
    FirstByWhite,
    /// Whoever passes first takes the button, half a point.
    Button,
}

/// A set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// Its name in commands and answers.
    pub key: &'static str,
    /// What is counted.
    pub counting: Counting,
    /// Which repetitions are forbidden.
    pub repetition: Repetition,
    /// Whether a stone may be played that takes away the last liberty of its own chain.
    pub suicide: bool,
    /// Whether points that stones in seki surround count for their owner.
    pub seki_counts: bool,
    /// What each group costs its owner (还棋头).
    pub group_tax: HalfPoints,
    /// What passes change.
    pub passing: Passing,
    /// What White gets for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Who wins when the counts are equal.
    pub tie: Tie,
    /// Whether stones may be agreed dead; where not, all that stand are alive.
    pub removal: bool,
    /// Komi since the year named, the latest first; the last holds for all years before.
    komi: &'static [(i32, HalfPoints)],
}

/// Area counting as most rules have it; each set says what it does otherwise.
const AREA: RuleSet = RuleSet {
    key: "",
    counting: Counting::Area,
    repetition: Repetition::Referee,
    suicide: false,
    seki_counts: true,
    group_tax: HalfPoints::ZERO,
    passing: Passing::Free,
    handicap_bonus: HandicapBonus::None,
    tie: Tie::Draw,
    removal: true,
    komi: &[(i32::MIN, HalfPoints(15))],
};

/// Territory counting.
const TERRITORY: RuleSet = RuleSet {
    counting: Counting::Territory,
    seki_counts: false,
    // The first title match with komi began in 1939.
    komi: &[(2002, HalfPoints(13)), (1974, HalfPoints(11)), (1939, HalfPoints(9)), (i32::MIN, HalfPoints::ZERO)],
    ..AREA
};

/// 中国规则.
pub const CHINESE: RuleSet = RuleSet {
    key: "chinese",
    handicap_bonus: HandicapBonus::EachStone,
    // 2¾ 子 until 3¾ 子 came with the rules of 2002.
    komi: &[(2002, HalfPoints(15)), (i32::MIN, HalfPoints(11))],
    ..AREA
};

/// 日本囲碁規約.
pub const JAPANESE: RuleSet = RuleSet { key: "japanese", ..TERRITORY };

/// Korean rules.
pub const KOREAN: RuleSet = RuleSet { key: "korean", ..TERRITORY };

/// Rules of the American Go Association.
pub const AGA: RuleSet = RuleSet {
    key: "aga",
    repetition: Repetition::Situational,
    passing: Passing::HandsOverAStone,
    handicap_bonus: HandicapBonus::EachButOne,
    komi: &[(2005, HalfPoints(15)), (i32::MIN, HalfPoints(11))],
    ..AREA
};

/// New Zealand rules.
pub const NZ: RuleSet = RuleSet {
    key: "nz",
    repetition: Repetition::Situational,
    suicide: true,
    komi: &[(i32::MIN, HalfPoints(14))],
    ..AREA
};

/// 應氏計點制.
pub const ING: RuleSet = RuleSet {
    key: "ing",
    suicide: true,
    tie: Tie::Black,
    handicap_bonus: HandicapBonus::EachStone,
    komi: &[(i32::MIN, HalfPoints(16))],
    ..AREA
};

/// Rules of the World Mind Sports Games 2008.
pub const WMSG2008: RuleSet = RuleSet {
    key: "wmsg2008",
    repetition: Repetition::Positional,
    passing: Passing::FirstByWhite,
    komi: &[(i32::MIN, HalfPoints(13))],
    ..AREA
};

/// Tromp and Taylor's rules.
pub const TROMP_TAYLOR: RuleSet = RuleSet {
    key: "tromp-taylor",
    repetition: Repetition::Positional,
    suicide: true,
    removal: false,
    komi: &[(i32::MIN, HalfPoints(14))],
    ..AREA
};

/// 古谱: group tax of one 子 a group, no komi.
pub const ANCIENT: RuleSet =
    RuleSet { key: "ancient", group_tax: HalfPoints::zi(1), komi: &[(i32::MIN, HalfPoints::ZERO)], ..AREA };

/// Area counting with a button.
pub const BUTTON: RuleSet = RuleSet {
    key: "button",
    repetition: Repetition::Positional,
    passing: Passing::Button,
    komi: &[(i32::MIN, HalfPoints(14))],
    ..AREA
};

impl RuleSet {
    /// All sets.
    pub const ALL: [&'static RuleSet; 10] =
        [&CHINESE, &JAPANESE, &KOREAN, &AGA, &NZ, &ING, &WMSG2008, &TROMP_TAYLOR, &ANCIENT, &BUTTON];

    /// The set of a name such as `chinese`.
    pub fn of(key: &str) -> Option<&'static RuleSet> {
        RuleSet::ALL.into_iter().find(|rules| rules.key == key)
    }

    /// The set that a record means, whose `RU` is written in many ways: `Chinese`, `cn`, `中国规则`, `数子`, `GOE`.
    pub fn named(text: &str) -> Option<&'static RuleSet> {
        let text = text.trim().to_lowercase();
        let means = |words: &[&str]| words.iter().any(|word| text.contains(word));
        Some(match text.as_str() {
            "cn" | "zh" => &CHINESE,
            "jp" | "ja" => &JAPANESE,
            "kr" | "ko" => &KOREAN,
            "goe" => &ING,
            _ if means(&["tromp", "taylor"]) => &TROMP_TAYLOR,
            _ if means(&["wmsg", "mind sports"]) => &WMSG2008,
            _ if means(&["button"]) => &BUTTON,
            _ if means(&["ancient", "还棋头", "還棋頭", "古"]) => &ANCIENT,
            _ if means(&["chin", "中国", "中國", "数子", "數子"]) => &CHINESE,
            _ if means(&["japan", "日本", "数目", "數目", "nihon"]) => &JAPANESE,
            _ if means(&["korea", "韩国", "韓國", "한국", "한국"]) => &KOREAN,
            _ if means(&["aga", "american"]) => &AGA,
            _ if means(&["zealand", "nz"]) => &NZ,
            _ if means(&["ing", "应氏", "應氏", "计点", "計點"]) => &ING,
            _ => return None,
        })
    }

    /// Komi of an even game of a year; of today's where the year is not known.
    pub fn komi(&self, year: Option<i32>) -> HalfPoints {
        let year = year.unwrap_or(i32::MAX);
        self.komi.iter().find(|(since, _)| *since <= year).map_or(HalfPoints::ZERO, |(_, komi)| *komi)
    }

    /// Every komi that was usual in an even game at one time, the latest first.
    pub fn all_komi(&self) -> impl Iterator<Item = HalfPoints> {
        self.komi.iter().map(|(_, komi)| *komi)
    }

    /// What White gets for so many handicap stones. One stone is no handicap: Black has the first move.
    pub fn handicap_bonus(&self, stones: u16) -> HalfPoints {
        let stones = i32::from(stones);
        match self.handicap_bonus {
            _ if stones < 2 => HalfPoints::ZERO,
            HandicapBonus::None => HalfPoints::ZERO,
            HandicapBonus::EachStone => HalfPoints::points(stones),
            HandicapBonus::EachButOne => HalfPoints::points(stones - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_found_by_its_name_and_no_two_are_the_same() {
        for rules in RuleSet::ALL {
            assert_eq!(RuleSet::of(rules.key), Some(rules));
            assert_eq!(RuleSet::named(rules.key), Some(rules), "{}", rules.key);
            let twins = RuleSet::ALL.into_iter().filter(|other| RuleSet { key: rules.key, ..**other } == *rules);
            let known = if matches!(rules.key, "japanese" | "korean") { 2 } else { 1 };
            assert_eq!(twins.count(), known, "{}", rules.key);
        }
    }

    #[test]
    fn records_name_rules_in_many_ways() {
        for (text, key) in [
            ("Chinese", "chinese"),
            (" 中国规则 ", "chinese"),
            ("数子法", "chinese"),
            ("JP", "japanese"),
            ("GOE", "ing"),
            ("Ing", "ing"),
            ("應氏計點制", "ing"),
            ("AGA", "aga"),
            ("NZ", "nz"),
            ("Korean", "korean"),
            ("Tromp-Taylor", "tromp-taylor"),
        ] {
            assert_eq!(RuleSet::named(text).map(|rules| rules.key), Some(key), "{text}");
        }
        assert_eq!(RuleSet::named("house rules"), None);
    }

    #[test]
    fn komi_depends_on_the_year_of_the_game() {
        assert_eq!(CHINESE.komi(Some(2001)), HalfPoints(11));
        assert_eq!(CHINESE.komi(Some(2002)), HalfPoints(15));
        assert_eq!(CHINESE.komi(None), HalfPoints(15));
        assert_eq!(JAPANESE.komi(Some(1960)), HalfPoints(9));
        assert_eq!(ANCIENT.komi(Some(1739)), HalfPoints::ZERO);
    }

    #[test]
    fn handicap_is_given_back_by_some_rules_and_never_for_one_stone() {
        assert_eq!(CHINESE.handicap_bonus(4).in_zi(), "2子");
        assert_eq!(AGA.handicap_bonus(4), HalfPoints::points(3));
        assert_eq!(JAPANESE.handicap_bonus(9), HalfPoints::ZERO);
        assert!(RuleSet::ALL.iter().all(|rules| rules.handicap_bonus(1) == HalfPoints::ZERO));
    }
}

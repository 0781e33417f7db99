//! The final position of a record as a referee has it on the desk: every group with what it is taken for, and the count
//! that follows from that.

use super::sum;
use super::{Asked, HalfPoints, Options, Record, RuleSet};
use crate::text::Bilingual;
use weiqi_rules::count::{Count, Terms, Territory};
use weiqi_rules::judge::{OnVoid, Played, play};
use weiqi_rules::picture::{Drawn, svg};
use weiqi_rules::{Colour, Coord, Size, rules};

/// The longest side of a board that is counted by hand.
const LONGEST: u8 = 25;

/// What a group is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fate {
    /// It lives.
    Alive,
    /// It is taken off.
    Dead,
    /// It lives without two eyes; it stays on the board, as one that lives.
    Seki,
}

impl Fate {
    /// Every fate, in the order in which pressing a group goes through them.
    pub const ALL: [Fate; 3] = [Fate::Alive, Fate::Dead, Fate::Seki];

    /// The stable name.
    pub const fn key(self) -> &'static str {
        match self {
            Fate::Alive => "alive",
            Fate::Dead => "dead",
            Fate::Seki => "seki",
        }
    }

    /// The fate of a stable name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fate| fate.key() == key)
    }

    /// What comes next where a group is pressed.
    pub const fn next(self) -> Self {
        match self {
            Fate::Alive => Fate::Dead,
            Fate::Dead => Fate::Seki,
            Fate::Seki => Fate::Alive,
        }
    }
}

/// A group on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeskGroup {
    /// The letters of its first stone, row by row: the group's name in forms.
    pub letters: String,
    /// The same point as people name it: `Q16`.
    pub point: String,
    /// Whether it is Black's.
    pub black: bool,
    /// Its stones.
    pub stones: Vec<Coord>,
    /// What it is taken for.
    pub fate: Fate,
}

/// The position with its count.
#[derive(Clone, Debug, PartialEq)]
pub struct Desk {
    /// The board.
    pub size: Size,
    /// Its groups, row by row.
    pub groups: Vec<DeskGroup>,
    /// The picture: dead stones crossed out, whose territory is what.
    pub picture: String,
    /// The sum in words, both languages.
    pub sum: Bilingual,
    /// `B`, `W` or `draw`.
    pub winner: &'static str,
    /// By how much.
    pub margin: HalfPoints,
    /// The rules that are counted by.
    pub rules: &'static RuleSet,
    /// Whether these count in 子.
    pub in_zi: bool,
}

fn countable(size: Size) -> bool {
    let fits = |side: u8| (2..=LONGEST).contains(&side);
    fits(size.width()) && fits(size.height())
}

/// The count of a board as it stands without these dead stones; none where it is of no size that anybody counts.
pub(super) fn counted(
    record: &Record,
    options: &Options,
    played: &Played,
    by: &'static RuleSet,
    dead: &[Coord],
) -> Option<Count> {
    if !countable(record.size) {
        return None;
    }
    let komi = options.komi.or(record.komi.half_points).unwrap_or_else(|| by.komi(None));
    let terms = Terms { rules: by, komi, handicap: record.handicap.number(), first_pass: played.first_pass() };
    Some(Count::of(&played.board, dead, played.prisoners, &terms))
}

/// The position at the end of a record, counted with the fates that somebody gives its groups; groups that nothing is
/// said of live. None where the board is of no size that anybody counts.
pub fn desk(record: &Record, asked: &Asked, said: &[(String, Fate)]) -> Option<Desk> {
    let size = record.size;
    if !countable(size) {
        return None;
    }
    let by = asked.options.rules.or_else(|| record.rules()).unwrap_or(&rules::CHINESE);
    // A move against the rules ends what can be shown, unless it is void by the rules of the event.
    let on_void = asked.options.on_void;
    let played = play(record, by, on_void);
    let board = &played.board;
    let mut groups: Vec<DeskGroup> = Vec::new();
    for at in size.coords() {
        let Some(colour) = board.at(at) else { continue };
        if groups.iter().any(|group| group.stones.contains(&at)) {
            continue;
        }
        let mut stones: Vec<Coord> = board.chain(at).collect();
        stones.sort_unstable_by_key(|stone| (stone.y, stone.x));
        let given = said.iter().rev().find(|(letters, _)| stones.iter().any(|stone| stone.to_string() == *letters));
        groups.push(DeskGroup {
            letters: at.to_string(),
            point: at.name(size),
            black: colour == Colour::Black,
            stones,
            fate: given.map_or(Fate::Alive, |(_, fate)| *fate),
        });
    }
    let dead: Vec<Coord> = groups
        .iter()
        .filter(|group| group.fate == Fate::Dead)
        .filter_map(|group| group.stones.first().copied())
        .collect();
    let count = counted(record, &asked.options, &played, by, &dead)?;
    let drawn = Drawn {
        territory: Some(Territory::of(board, &dead)),
        dead,
        illegal: played.illegal.first().filter(|_| on_void == OnVoid::Stop).map(|illegal| illegal.at),
        ..Drawn::default()
    };
    Some(Desk {
        size,
        picture: svg(board, &drawn),
        sum: sum::sum(&count),
        winner: match count.winner() {
            Some(Colour::Black) => "B",
            Some(Colour::White) => "W",
            None => "draw",
        },
        margin: count.margin().abs(),
        rules: by,
        in_zi: matches!(count, Count::Area(_)),
        groups,
    })
}

impl Desk {
    /// The letters of the first stone of every group of a fate.
    pub fn named(&self, fate: Fate) -> Vec<String> {
        self.groups.iter().filter(|group| group.fate == fate).map(|group| group.letters.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::recount::read;

    /// Five lines: a black wall with a white stone behind it.
    const BOARD: &[u8] = b"(;GM[1]SZ[5]RU[Chinese]KM[0]RE[B+R]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa])";

    fn counted(said: &[(&str, Fate)]) -> Desk {
        let record = read(BOARD).remove(0).unwrap();
        let said: Vec<(String, Fate)> = said.iter().map(|(at, fate)| ((*at).to_owned(), *fate)).collect();
        desk(&record, &Asked::default(), &said).unwrap()
    }

    #[test]
    fn the_count_follows_from_what_the_groups_are_taken_for() {
        let alive = counted(&[]);
        assert_eq!(alive.groups.len(), 3);
        let dead = counted(&[("aa", Fate::Dead)]);
        assert_eq!((dead.winner, dead.margin), ("B", HalfPoints(10)), "15 against 10: {:?}", dead.sum);
        assert_ne!(alive.margin, dead.margin);
        assert_eq!(dead.named(Fate::Dead), ["aa"]);
        // Any stone of a group names it, and what is said last holds.
        let wall = counted(&[("ce", Fate::Dead), ("ca", Fate::Seki)]);
        assert_eq!(wall.named(Fate::Seki), ["ca"]);
        assert_eq!(counted(&[("ee", Fate::Dead)]), alive, "a point without a stone says nothing");
    }

    #[test]
    fn a_group_that_is_pressed_again_and_again_comes_back() {
        for fate in Fate::ALL {
            assert_eq!(fate.next().next().next(), fate);
            assert_eq!(Fate::from_key(fate.key()), Some(fate));
        }
    }

    #[test]
    fn a_board_that_nobody_counts_has_no_desk() {
        let record = read(b"(;GM[1]SZ[30];B[aa])").remove(0).unwrap();
        assert_eq!(desk(&record, &Asked::default(), &[]), None);
    }
}

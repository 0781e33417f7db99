//! A record step by step: the position after a move, for a page that goes through a game.

use weiqi_rules::count::Territory;
use weiqi_rules::judge::{OnVoid, play};
use weiqi_rules::picture::{self, Drawn};
use weiqi_rules::record::{Move, Record};
use weiqi_rules::{Board, Colour, Coord, Play, RuleSet, Size};

/// The most moves that a list names.
pub const LISTED: usize = 2_000;

/// A move as a list names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its number, from 1.
    pub number: usize,
    /// Who moves.
    pub colour: Colour,
    /// The point as people name it beside a board; none for a pass.
    pub point: Option<String>,
}

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Walk {
    /// After how many moves.
    pub at: usize,
    /// How many moves the record has.
    pub moves: usize,
    /// The board.
    pub board: Board,
    /// Stones that Black and White have captured so far.
    pub captured: [u16; 2],
    /// The last move; none before the first.
    pub last: Option<Step>,
    /// Moves up to here that were against the rules and count as passes: their numbers.
    pub void: Vec<usize>,
    /// The moves of the record from the first, at most [`LISTED`].
    pub list: Vec<Step>,
    played: Option<Move>,
}

/// Plays a record up to a move; a number beyond the last one is the last. A move against the rules is void and counts as a
/// pass, so that the page can go on.
pub fn walk(record: &Record, rules: &RuleSet, at: usize) -> Walk {
    let at = at.min(record.moves.len());
    let mut start = Record::new(record.size);
    start.handicap = record.handicap;
    start.moves = record.moves[..at].to_vec();
    start.setups = record.setups.iter().filter(|setup| setup.after as usize <= at).cloned().collect();
    let played = play(&start, rules, OnVoid::Pass);
    let step = |(number, one): (usize, &Move)| Step { number, colour: one.colour, point: point(one, record.size) };
    let last = at.checked_sub(1).and_then(|index| Some((at, record.moves.get(index)?)));
    Walk {
        at,
        moves: record.moves.len(),
        captured: Colour::BOTH.map(|colour| played.prisoners(colour)),
        last: last.map(step),
        void: played.illegal.iter().map(|illegal| illegal.number).collect(),
        list: (1..).zip(&record.moves).take(LISTED).map(step).collect(),
        played: last.map(|(_, one)| *one),
        board: played.board,
    }
}

fn point(one: &Move, size: Size) -> Option<String> {
    match one.play {
        Play::Pass => None,
        Play::At(at) if size.has(at) => Some(at.name(size)),
        Play::At(_) => Some("?".to_owned()),
    }
}

impl Walk {
    /// The board as SVG with a ring on the last move, or a triangle where it is void. At the end of a counted game its dead
    /// stones (one of each chain) are crossed out and territory is marked.
    pub fn svg(&self, dead: Option<&[Coord]>) -> String {
        let dead = dead.filter(|_| self.at == self.moves);
        let at = self.played.and_then(|one| match one.play {
            Play::At(at) => Some(at),
            Play::Pass => None,
        });
        let void = self.void.last() == Some(&self.at);
        let drawn = Drawn {
            dead: dead.map(<[Coord]>::to_vec).unwrap_or_default(),
            territory: dead.map(|dead| Territory::of(&self.board, dead)),
            last: at.filter(|_| !void),
            illegal: at.filter(|_| void),
            unplayed: Vec::new(),
        };
        picture::svg(&self.board, &drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use weiqi_rules::rules;

    fn read(text: &str) -> Record {
        Record::read_all(text.as_bytes()).remove(0).unwrap()
    }

    #[test]
    fn each_step_has_its_board_captures_and_move() {
        // Black takes the stone in the corner with the third move; White's fourth is suicide and void.
        let record = read("(;SZ[5]AB[ee];B[ba];W[aa];B[ab];W[aa];B[];W[cc]AE[ee];B[cd])");
        let at = |n| walk(&record, &rules::CHINESE, n);
        let start = at(0);
        assert_eq!((start.at, start.moves, start.last.clone(), start.board.count(Colour::Black)), (0, 7, None, 1));
        assert_eq!(start.list.len(), 7);
        assert_eq!(start.list[6], Step { number: 7, colour: Colour::Black, point: Some("C2".to_owned()) });
        assert_eq!(start.list[4].point, None, "a pass");
        assert_eq!((at(2).captured, at(2).board.count(Colour::White)), ([0, 0], 1));
        assert_eq!((at(3).captured, at(3).board.count(Colour::White)), ([1, 0], 0));
        assert_eq!((at(3).last.unwrap().point.as_deref(), at(3).void), (Some("A4"), vec![]));
        assert_eq!((at(4).void, at(5).void), (vec![4], vec![4]));
        assert!(at(7).board.at(Coord { x: 4, y: 4 }).is_none(), "what is taken away later goes");
        assert!(at(5).board.at(Coord { x: 4, y: 4 }).is_some());
        let (end, beyond) = (at(7), at(1_000_000));
        assert_eq!((beyond.at, beyond.board.hash()), (7, end.board.hash()));
    }

    #[test]
    fn the_picture_marks_the_last_move() {
        let record = read("(;SZ[5];B[cc];W[cc];B[ba];W[];B[aa])");
        let svg = |n| walk(&record, &rules::CHINESE, n).svg(Some(&[]));
        let ring = "r=\"5\"";
        assert!(svg(1).contains(ring) && !svg(0).contains(ring));
        assert!(!svg(2).contains(ring) && svg(2).contains("stroke-width=\"3\""), "a move against the rules");
        assert!(!svg(4).contains(ring), "a pass");
        assert!(svg(5).contains("class=\"territory\"") && !svg(3).contains("class=\"territory\""));
        let open = walk(&record, &rules::CHINESE, 5).svg(None);
        assert!(!open.contains("class=\"territory\""), "nothing was counted");
    }

    #[test]
    fn any_record_can_be_walked_through() {
        for text in
            ["(;SZ[19])", "(;SZ[19]AB[aa][bb]AW[cc])", "(;SZ[9];B[zz];W[ab]MN[3];B[??];W[tt])", "(;SZ[3:5];B[be])"]
        {
            let record = read(text);
            for at in 0..=record.moves.len() {
                let walk = walk(&record, &rules::JAPANESE, at);
                assert_eq!(walk.list.len(), record.moves.len(), "{text}");
                assert!(walk.svg(None).starts_with("<svg"), "{text}");
            }
        }
    }
}

//! Two records of one game as one lies on the board: turned, mirrored or with the colours exchanged, whoever hands it in
//! again has laid it otherwise, and nobody sees at a glance that it is the same.

use super::walk::walk;
use weiqi_rules::record::{Move, Record, Setup};
use weiqi_rules::{Board, Coord, Play, rules};

/// A way to lay a board: mirrored on a diagonal or not, and in each direction or not.
#[derive(Clone, Copy)]
struct Way {
    diagonal: bool,
    across: bool,
    down: bool,
    exchanged: bool,
}

impl Way {
    /// The sixteen ways, as it is first.
    fn all() -> impl Iterator<Item = Way> {
        (0..16_u8).map(|bits| Way {
            diagonal: bits & 1 != 0,
            across: bits & 2 != 0,
            down: bits & 4 != 0,
            exchanged: bits & 8 != 0,
        })
    }

    fn point(self, at: Coord, side: u8) -> Coord {
        let Coord { x, y } = if self.diagonal { Coord { x: at.y, y: at.x } } else { at };
        // A point that the board has not stays one.
        let turned = |value: u8, turn: bool| if turn { (side - 1).checked_sub(value).unwrap_or(value) } else { value };
        Coord { x: turned(x, self.across), y: turned(y, self.down) }
    }

    fn laid(self, record: &Record) -> Record {
        let side = record.size.width();
        let points = |all: &[Coord]| all.iter().map(|at| self.point(*at, side)).collect::<Vec<_>>();
        let mut laid = Record::new(record.size);
        laid.handicap = record.handicap;
        laid.moves = record.moves.iter().map(|one| self.played(one, side)).collect();
        let setup = |one: &Setup| {
            let (black, white) = (points(&one.black), points(&one.white));
            let (black, white) = if self.exchanged { (white, black) } else { (black, white) };
            let to_move = one.to_move.map(|colour| if self.exchanged { colour.other() } else { colour });
            Setup { black, white, empty: points(&one.empty), to_move, ..one.clone() }
        };
        laid.setups = record.setups.iter().map(setup).collect();
        laid
    }

    fn played(self, one: &Move, side: u8) -> Move {
        let play = match one.play {
            Play::At(at) => Play::At(self.point(at, side)),
            Play::Pass => Play::Pass,
        };
        Move { colour: if self.exchanged { one.colour.other() } else { one.colour }, play, ..*one }
    }
}

/// After how many moves a record has so many stones played.
fn moves_of(record: &Record, stones: u16) -> usize {
    let played = record.moves.iter().enumerate().filter(|(_, one)| one.play != Play::Pass).map(|(at, _)| at + 1);
    played.take(usize::from(stones)).last().unwrap_or_default()
}

fn same(one: &Board, other: &Board) -> bool {
    one.size() == other.size() && one.size().coords().all(|at| one.at(at) == other.at(at))
}

/// The boards of two records after the stones that they have in common, the second laid as the first: pictures.
pub fn side_by_side(one: &Record, other: &Record, stones: u16) -> [String; 2] {
    let (here, there) = (moves_of(one, stones), moves_of(other, stones));
    let first = walk(one, &rules::CHINESE, here);
    let square = other.size.width() == other.size.height();
    let laid = Way::all()
        .take(if square { 16 } else { 1 })
        .map(|way| walk(&way.laid(other), &rules::CHINESE, there))
        .find(|laid| same(&laid.board, &first.board));
    let second = laid.unwrap_or_else(|| walk(other, &rules::CHINESE, there));
    [first.svg(None), second.svg(None)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Record {
        Record::read_all(text.as_bytes()).remove(0).unwrap()
    }

    #[test]
    fn a_game_that_was_turned_lies_as_the_other_one() {
        let one = read("(;SZ[5];B[ba];W[aa];B[ab];W[ee];B[];W[ed])");
        for way in Way::all() {
            let [first, second] = side_by_side(&one, &way.laid(&one), 5);
            assert_eq!(first, second);
        }
        // Stones are counted, and not moves.
        assert_eq!((moves_of(&one, 5), moves_of(&one, 4), moves_of(&one, 0)), (6, 4, 0));
        // Another game is shown as it is.
        let other = read("(;SZ[5];B[cc];W[bb])");
        assert_eq!(side_by_side(&one, &other, 2)[1], walk(&other, &rules::CHINESE, 2).svg(None));
        let beyond = read("(;SZ[3:5];B[zz];W[ae])");
        assert!(side_by_side(&beyond, &one, 50)[0].starts_with("<svg"));
    }
}

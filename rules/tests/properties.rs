//! What holds of every game, whoever plays it and whichever way the board is turned.

#![allow(missing_docs, clippy::unwrap_used)]

use proptest::prelude::*;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use weiqi_rules::count::{AreaCount, Ownership, Terms};
use weiqi_rules::judge::{Judged, Options, Verdict, judge};
use weiqi_rules::record::{Record, Winner};
use weiqi_rules::rules::AGA;
use weiqi_rules::{Colour, Coord, HalfPoints, Passing, Play, Replay, RuleSet, Size};

/// Moves that are tried in turn, legal or not: the point, and whether it is a pass.
fn tried() -> impl Strategy<Value = Vec<(u8, u8, bool)>> {
    prop::collection::vec((0u8..9, 0u8..9, prop::bool::weighted(0.05)), 0..400)
}

/// Plays what is legal of the moves, in turn; answers the game and how often each side has passed.
fn played(size: Size, rules: &RuleSet, tried: &[(u8, u8, bool)]) -> (Replay, Colour, [i32; 2]) {
    let mut game = Replay::new(size, rules);
    let (mut colour, mut passes) = (Colour::Black, [0; 2]);
    for (x, y, pass) in tried {
        let play = if *pass { Play::Pass } else { Play::At(Coord { x: x % size.width(), y: y % size.height() }) };
        if game.play(colour, play).is_ok() {
            passes[colour as usize] += i32::from(*pass);
            colour = colour.other();
        }
    }
    (game, colour, passes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    /// Nothing is lost: stones, empty points and prisoners add up, and so does the count.
    #[test]
    fn stones_and_empty_points_are_the_board(
        (width, height) in (1u8..=9, 1u8..=9),
        nth in 0usize..10,
        moves in tried(),
    ) {
        let (size, rules) = (Size::new(width, height).unwrap(), RuleSet::ALL[nth]);
        let (game, _, passes) = played(size, rules, &moves);
        let board = game.board();
        let empty = size.coords().filter(|at| board.at(*at).is_none()).count() as u16;
        let stones = board.count(Colour::Black) + board.count(Colour::White);
        prop_assert_eq!(stones + empty, size.area());
        let placed = game.moves() as i32 - passes[0] - passes[1];
        let taken: u16 = Colour::BOTH.iter().map(|colour| game.prisoners(*colour)).sum();
        prop_assert_eq!(placed, i32::from(stones + taken));
        prop_assert!(board.smothered().is_none());
        let terms = Terms { rules, komi: HalfPoints::ZERO, handicap: 0, first_pass: None };
        let count = AreaCount::of(&Ownership::of(board, &[]), &terms);
        let area: u16 = [count.black, count.white].iter().map(|side| side.stones + side.territory).sum();
        prop_assert_eq!(area + count.shared, size.area());
        prop_assert_eq!((count.black.stones, count.white.stones), (board.count(Colour::Black), board.count(Colour::White)));
    }

    /// Where each pass hands over a stone and White passes last, territory with prisoners differs by as much as area does,
    /// whichever stones are agreed dead.
    #[test]
    fn territory_with_handed_stones_is_area(
        (width, height) in (2u8..=9, 2u8..=9),
        moves in tried(),
        dead in prop::collection::vec((0u8..9, 0u8..9), 0..4),
    ) {
        let size = Size::new(width, height).unwrap();
        let (mut game, next, mut passes) = played(size, &AGA, &moves);
        let mut last = next;
        loop {
            game.play(last, Play::Pass).unwrap();
            passes[last as usize] += 1;
            if last == Colour::White {
                break;
            }
            last = Colour::White;
        }
        let dead: Vec<Coord> = dead.iter().map(|(x, y)| Coord { x: *x, y: *y }).collect();
        let owned = Ownership::of(game.board(), &dead);
        let [black, white] = Colour::BOTH.map(|colour| {
            let other = colour.other();
            let area = i32::from(owned.stones(colour) + owned.territory(colour));
            let held = i32::from(owned.territory(colour) + owned.dead(other) + game.prisoners(colour));
            (area, held + passes[other as usize])
        });
        prop_assert_eq!(black.0 - white.0, black.1 - white.1);
    }

    /// Positions of a game have one hash exactly where they are one position.
    #[test]
    fn hashes_are_equal_where_positions_are(
        (width, height) in (1u8..=4, 1u8..=3),
        moves in prop::collection::vec((0u8..4, 0u8..3, any::<bool>()), 0..400),
    ) {
        let size = Size::new(width, height).unwrap();
        let mut board = weiqi_rules::Board::new(size);
        let (mut by_hash, mut by_stones) = (HashMap::new(), HashMap::new());
        for (x, y, black) in moves {
            let colour = if black { Colour::Black } else { Colour::White };
            let _ = board.play(colour, Coord { x, y }, true);
            let stones = board.to_string();
            prop_assert_eq!(by_hash.entry(board.hash()).or_insert_with(|| stones.clone()), &stones);
            prop_assert_eq!(*by_stones.entry(stones).or_insert_with(|| board.hash()), board.hash());
        }
    }
}

/// A fixture: its record and its dead stones.
fn fixtures() -> Vec<(String, Record, Vec<Coord>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let point = |name: &str| Coord::from_letters(name.as_bytes()[0], name.as_bytes()[1]).unwrap();
    let list = fs::read_to_string(folder.join("expect.tsv")).unwrap();
    let row = |line: &str| {
        let mut cells = line.split('\t');
        let name = cells.next().unwrap();
        let dead = cells.next().unwrap().split(' ').filter(|it| !it.is_empty()).map(point).collect();
        let record = Record::read_all(&fs::read(folder.join(name)).unwrap()).remove(0).unwrap();
        (name.to_owned(), record, dead)
    };
    list.lines().skip(1).map(row).collect()
}

/// One of the eight ways to lay a square board.
fn turned(at: Coord, way: u8, size: Size) -> Coord {
    let last = size.width() - 1;
    let Coord { x, y } = if way & 4 == 0 { at } else { Coord { x: at.y, y: at.x } };
    Coord { x: if way & 1 == 0 { x } else { last - x }, y: if way & 2 == 0 { y } else { last - y } }
}

/// A record with its points changed, and its colours exchanged.
fn changed(record: &Record, way: u8, swap: bool) -> Record {
    let mut other = record.clone();
    let turn = |at: Coord| turned(at, way, record.size);
    for one in &mut other.moves {
        if let Play::At(at) = one.play {
            one.play = Play::At(turn(at));
        }
        if swap {
            one.colour = one.colour.other();
        }
    }
    for setup in &mut other.setups {
        [&mut setup.black, &mut setup.white, &mut setup.empty].into_iter().flatten().for_each(|at| *at = turn(*at));
        if swap {
            std::mem::swap(&mut setup.black, &mut setup.white);
        }
    }
    [&mut other.marks.black, &mut other.marks.white].into_iter().flatten().for_each(|at| *at = turn(*at));
    if swap {
        std::mem::swap(&mut other.marks.black, &mut other.marks.white);
        if let Winner::Side(side) = other.outcome.winner {
            other.outcome.winner = Winner::Side(side.other());
        }
        other.komi.half_points = other.komi.half_points.map(|komi| -komi);
    }
    other
}

fn totals(judged: &Judged) -> [HalfPoints; 2] {
    Colour::BOTH.map(|colour| judged.count.unwrap().total(colour))
}

/// However the board is laid and whichever side is called Black, the verdict is the same, and the margin.
#[test]
fn turning_mirroring_and_recolouring_leave_verdict_and_margin() {
    for (nth, (name, record, dead)) in fixtures().into_iter().enumerate() {
        if record.size.width() > 9 {
            continue;
        }
        let rules = record.rules().unwrap();
        // A handicap is Black's, and so is a tie or the first pass by some rules.
        let same_for_both = record.setups.is_empty() && rules.passing == Passing::Free && rules.key != "ing";
        for swap in [false, true].into_iter().filter(|swap| !swap || same_for_both) {
            for way in 0..8 {
                let other = changed(&record, way, swap);
                let list = dead.iter().map(|at| turned(*at, way, record.size)).collect();
                let mut ways = vec![Options::default(), Options { dead: Some(list), ..Options::default() }];
                // By the program itself a few, because that takes its time.
                if nth % 6 == 0 {
                    ways.push(Options { marks: false, ..Options::default() });
                }
                for options in ways {
                    let (one, two) = (judge(&record, &options_of(&options, &dead)), judge(&other, &options));
                    assert_eq!(
                        (one.verdict, two.verdict),
                        (Verdict::Confirmed, Verdict::Confirmed),
                        "{name} {way} {swap}"
                    );
                    let margin = two.count.unwrap().margin();
                    assert_eq!(one.count.unwrap().margin(), if swap { -margin } else { margin }, "{name} {way} {swap}");
                    let [black, white] = totals(&two);
                    assert_eq!(totals(&one), if swap { [white, black] } else { [black, white] }, "{name} {way} {swap}");
                }
            }
        }
    }
}

/// The same way of judging for the record as it is.
fn options_of(options: &Options, dead: &[Coord]) -> Options {
    Options { dead: options.dead.as_ref().map(|_| dead.to_vec()), ..options.clone() }
}

/// A lie about the winner or the margin is told apart from the truth whichever way the board is laid.
#[test]
fn a_lie_is_a_lie_on_every_side_of_the_board() {
    for (name, record, dead) in fixtures().into_iter().step_by(3) {
        for way in 0..8 {
            let list: Vec<Coord> = dead.iter().map(|at| turned(*at, way, record.size)).collect();
            let options = Options { dead: Some(list), ..Options::default() };
            let mut other = changed(&record, way, false);
            let margin = other.outcome.margin.as_mut().unwrap();
            margin.quarters += 20;
            assert_eq!(judge(&other, &options).verdict, Verdict::MarginDiffers, "{name} {way}");
            let Winner::Side(side) = other.outcome.winner else { panic!("{name}") };
            other.outcome.winner = Winner::Side(side.other());
            assert_eq!(judge(&other, &options).verdict, Verdict::WinnerDiffers, "{name} {way}");
        }
    }
}

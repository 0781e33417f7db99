//! The same game found again by its keys, and drawn.

#![allow(missing_docs, clippy::unwrap_used)]

use proptest::prelude::*;
use weiqi_rules::fingerprint::Fingerprint;
use weiqi_rules::judge::{Options, judge};
use weiqi_rules::record::{Move, Record};
use weiqi_rules::{Colour, Coord, Play, Size, picture};

fn game(size: Size, moves: &[(u8, u8)]) -> Record {
    let mut record = Record::new(size);
    for (number, (x, y)) in moves.iter().enumerate() {
        let colour = if number % 2 == 0 { Colour::Black } else { Colour::White };
        record.moves.push(Move { colour, play: Play::At(Coord { x: *x, y: *y }), offset: 0 });
    }
    record
}

fn changed(record: &Record, change: impl Fn(Coord) -> Coord, swap: bool) -> Record {
    let mut other = record.clone();
    for one in &mut other.moves {
        if let Play::At(at) = one.play {
            one.play = Play::At(change(at));
        }
        if swap {
            one.colour = one.colour.other();
        }
    }
    other
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn turning_mirroring_recolouring_and_changing_places_leave_the_keys(
        moves in prop::collection::vec((0u8..19, 0u8..19), 60..140),
        swap: bool,
        cut in 51usize..60,
    ) {
        let record = game(Size::NINETEEN, &moves);
        let found = Fingerprint::of(&record);
        let ways: [fn(Coord) -> Coord; 4] = [
            |at| Coord { x: 18 - at.x, y: at.y },
            |at| Coord { x: at.y, y: at.x },
            |at| Coord { x: at.y, y: 18 - at.x },
            |at| Coord { x: 18 - at.x, y: 18 - at.y },
        ];
        for way in ways {
            prop_assert_eq!(&Fingerprint::of(&changed(&record, way, swap)), &found);
        }
        // A cut tail leaves the beginnings; two moves that change places within one leave it, too.
        let mut short = record.clone();
        short.moves.truncate(cut);
        short.moves.swap(4, 6);
        short.set_text("PB", "somebody else");
        prop_assert_eq!(Fingerprint::of(&short).common(&found), Some(50));
        // Another first move makes another game.
        let mut other = record.clone();
        other.moves[0].play = match other.moves[0].play {
            Play::At(at) => Play::At(Coord { x: (at.x + 1) % 19, y: (at.y + 7) % 19 }),
            Play::Pass => Play::Pass,
        };
        prop_assert_eq!(Fingerprint::of(&other).common(&found), None);
    }
}

#[test]
fn sizes_and_setups_tell_games_apart() {
    let moves = [(2, 2), (5, 3), (3, 5), (1, 1)];
    let nine = Fingerprint::of(&game(Size::square(9).unwrap(), &moves));
    assert_ne!(nine.whole, Fingerprint::of(&game(Size::square(13).unwrap(), &moves)).whole);
    let oblong = game(Size::new(9, 7).unwrap(), &moves);
    let mirrored = changed(&oblong, |at| Coord { x: 8 - at.x, y: at.y }, false);
    assert_eq!(Fingerprint::of(&oblong), Fingerprint::of(&mirrored));
    let read = |text: &str| Fingerprint::of(&Record::read_all(text.as_bytes()).remove(0).unwrap());
    assert_ne!(read("(;SZ[9]AB[cc][gg];W[cg])").whole, read("(;SZ[9];B[cc];W[cg];B[gg])").whole);
    assert_eq!(read("(;SZ[9];B[cc];W[];B[gg])").stones, 2);
}

#[test]
fn a_picture_has_each_stone_and_says_what_is_dead_and_whose_the_points_are() {
    let text = "(;SZ[5]KM[2.5]RU[Chinese]RE[B+2.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[bb];W[ab];B[];W[])";
    let record = Record::read_all(text.as_bytes()).remove(0).unwrap();
    let judged = judge(&record, &Options { dead: Some(vec![Coord { x: 0, y: 1 }]), ..Options::default() });
    let drawn =
        picture::judged(&judged, record.moves.iter().rev().map(|one| one.play).find(|play| *play != Play::Pass));
    assert!(drawn.starts_with("<svg") && drawn.ends_with("</svg>"));
    assert_eq!(drawn.matches("r=\"11\"").count(), 12, "a circle for each stone");
    assert_eq!(drawn.matches("class=\"dead\"").count(), 1);
    assert_eq!(drawn.matches("class=\"territory\"").count(), 14, "the empty points and the one under the dead stone");
    assert_eq!(drawn.matches("r=\"5\"").count(), 1, "a ring on the last move");
    assert_eq!(drawn.matches("<text").count(), 10, "five columns and five rows");
    assert!(!drawn.contains("script") && !drawn.contains("href"));
    // A move against the rules has a triangle.
    let illegal = judge(
        &Record::read_all(text.replace("W[];", "W[bb];").replace("B[];W[])", "W[ca])").as_bytes()).remove(0).unwrap(),
        &Options::default(),
    );
    assert!(picture::judged(&illegal, None).contains('Z'));
}

//! Verdicts: whether the board agrees with the declared result.

#![allow(missing_docs, clippy::unwrap_used)]

#[path = "support/boards.rs"]
mod boards;

use weiqi_rules::count::Count;
use weiqi_rules::judge::{DeadSource, Ground, Judged, Match, OnVoid, Options, Verdict, fates, fates_by_all, judge};
use weiqi_rules::record::{Record, Unit};
use weiqi_rules::rules::JAPANESE;
use weiqi_rules::{Colour, Coord, HalfPoints, playout};

fn record(text: &str) -> Record {
    Record::read_all(text.as_bytes()).remove(0).unwrap()
}

fn judged(text: &str) -> Judged {
    judge(&record(text), &Options::default())
}

/// A game of 7 lines that is played to its end: Black has the four left columns, White the three right ones, and a
/// white stone stands dead in Black's corner. Black has 28 points, White 21.
fn played(komi: &str, result: &str, rules: &str, end: &str) -> String {
    let moves = "B[da];W[ea];B[db];W[eb];B[dc];W[ec];B[dd];W[ed];B[de];W[ee];B[df];W[ef];B[dg];W[eg];B[cb];W[fb];B[cf];W[ff];B[bd];W[ac];B[gd];W[fd];B[];W[]";
    format!("(;GM[1]SZ[7]KM[{komi}]RU[{rules}]RE[{result}];{moves}{end})")
}

#[test]
fn a_finished_game_is_confirmed_with_its_arithmetic() {
    let found = judged(&played("6.5", "B+0.5", "Chinese", ""));
    assert_eq!((found.verdict, found.matched), (Verdict::Confirmed, Some(Match::Exact)));
    assert_eq!(found.dead_source, DeadSource::Automatic);
    assert_eq!(found.dead, [Coord { x: 0, y: 2 }, Coord { x: 6, y: 3 }]);
    let sum = "Black 10 stones + 18 territory = 28; White 10 stones + 11 territory = 21; shared 0; komi 6.5; Black ahead by 0.5";
    assert_eq!(found.arithmetic(), sum);
    // The same board by territory: 18 and a dead stone, 11 and a dead stone.
    let found = judged(&played("6.5", "B+0.5", "Japanese", ""));
    assert_eq!(found.verdict, Verdict::Confirmed);
    let sum = "Black 18 territory + 1 dead + 0 prisoners = 19; White 11 territory + 1 dead + 0 prisoners = 12; komi 6.5; Black ahead by 0.5";
    assert_eq!(found.arithmetic(), sum);
}

#[test]
fn a_wrong_margin_and_a_wrong_winner_are_told_apart() {
    for (result, verdict) in [
        ("B+0.5", Verdict::Confirmed),
        ("B+2.5", Verdict::MarginDiffers),
        ("B+10.5", Verdict::MarginDiffers),
        ("W+0.5", Verdict::WinnerDiffers),
        ("0", Verdict::WinnerDiffers),
        ("B+R", Verdict::NoCount),
        ("W+T", Verdict::NoCount),
        ("B+F", Verdict::NoCount),
        ("?", Verdict::NoCount),
        ("Void", Verdict::NoCount),
        ("", Verdict::NoCount),
    ] {
        for rules in ["Chinese", "Japanese", "AGA"] {
            assert_eq!(judged(&played("6.5", result, rules, "")).verdict, verdict, "{result} {rules}");
        }
    }
}

#[test]
fn komi_and_margins_in_zi_are_understood_and_the_reading_is_told() {
    // Seven points less three and a quarter zi are half a point: a quarter of a zi.
    let found = judged(&played("3.25", "黑胜1/4子", "Chinese", ""));
    assert_eq!(found.verdict, Verdict::Confirmed);
    let reading = found.readings.iter().find(|reading| reading.matches).unwrap();
    assert_eq!((reading.unit, reading.komi, reading.margin), (Unit::Zi, HalfPoints(13), HalfPoints(1)));
    // Without a unit both are tried: without komi seven points are three and a half zi.
    let found = judged(&played("0", "B+3.5", "Chinese", ""));
    assert_eq!(found.verdict, Verdict::Confirmed);
    assert!(found.readings.iter().any(|reading| reading.unit == Unit::Zi && reading.matches));
    // A record that names no rules is read by both ways of counting.
    let found = judged(&played("6.5", "B+0.5", "", ""));
    assert!(found.rules_assumed);
    assert_eq!(found.verdict, Verdict::Confirmed);
}

#[test]
fn the_referee_s_list_comes_before_marks_and_marks_before_guesses() {
    let marks = ";TB[aa][ab][ac]TW[ga][gb][gc][gd]";
    let found = judged(&played("6.5", "B+0.5", "Japanese", marks));
    assert_eq!((found.verdict, found.dead_source), (Verdict::Confirmed, DeadSource::Marks));
    let unmarked = Options { marks: false, ..Options::default() };
    let found = judge(&record(&played("6.5", "B+0.5", "Japanese", marks)), &unmarked);
    assert_eq!((found.verdict, found.dead_source), (Verdict::Confirmed, DeadSource::Automatic));
    // If White's stone lives, Black has no territory on the left side of it.
    let given = Options { dead: Some(vec![Coord { x: 6, y: 3 }]), ..Options::default() };
    let found = judge(&record(&played("6.5", "B+0.5", "Chinese", marks)), &given);
    assert_eq!((found.verdict, found.dead_source), (Verdict::WinnerDiffers, DeadSource::Given));
    let nobody = Options { automatic: false, marks: false, ..Options::default() };
    assert_eq!(judge(&record(&played("6.5", "B+0.5", "Chinese", "")), &nobody).dead_source, DeadSource::None);
    // Tromp and Taylor take nothing off, whatever the marks say.
    assert_eq!(judged(&played("6.5", "B+0.5", "Tromp-Taylor", marks)).verdict, Verdict::WinnerDiffers);
}

#[test]
fn marks_on_empty_points_or_on_the_dead_stones_alone_tell_what_is_dead() {
    use weiqi_rules::judge::dead_by_marks;
    let play = |text: &str| weiqi_rules::judge::play(&record(text), &JAPANESE, OnVoid::Stop).board;
    for marks in
        [";TB[aa][ba][ab][bb][bc][ad][ae][be][af][ag]TW[fa][ga][gb][gc][fc][ge]", ";MA[ac][gd]", ";CR[dg]MA[ac][gd]"]
    {
        let text = played("6.5", "B+0.5", "Japanese", marks);
        let dead = dead_by_marks(&play(&text), &record(&text).marks);
        assert_eq!(dead.unwrap(), [Coord { x: 0, y: 2 }, Coord { x: 6, y: 3 }], "{marks}");
    }
    // A mark on the last move, or on part of a chain, says nothing.
    for marks in [";CR[gd]", ";TR[da][db]", ""] {
        let text = played("6.5", "B+0.5", "Japanese", marks);
        assert_eq!(dead_by_marks(&play(&text), &record(&text).marks), None, "{marks}");
    }
}

#[test]
fn an_illegal_move_ends_the_judgement_or_counts_as_a_pass() {
    let text = played("6.5", "B+0.5", "Chinese", "").replace(";B[];W[]", ";B[gd];B[];W[]");
    let found = judged(&text);
    assert_eq!(found.verdict, Verdict::Illegal);
    assert_eq!((found.illegal.unwrap().number, found.illegal.unwrap().at), (23, Coord { x: 6, y: 3 }));
    assert_eq!(found.count, None);
    let found = judge(&record(&text), &Options { on_void: OnVoid::Pass, ..Options::default() });
    assert_eq!(found.verdict, Verdict::Confirmed);
}

#[test]
fn a_game_that_has_hardly_begun_is_not_played_out() {
    let found = judged("(;SZ[19]KM[7.5]RU[Chinese]RE[B+3.5];B[pd];W[dp];B[pp];W[dd])");
    assert_eq!(found.verdict, Verdict::NotPlayedOut);
    // Passes do not make it a game.
    let found = judged("(;SZ[19]KM[7.5]RU[Chinese]RE[B+200.5];B[pd];W[dp];B[pp];W[dd];B[];W[])");
    assert_eq!(found.verdict, Verdict::NotPlayedOut);
}

#[test]
fn points_between_the_colours_that_were_not_played_explain_a_count_by_area() {
    // Two columns of stones face each other across a neutral one: whoever plays first there has four points of seven.
    let text = "(;SZ[7]KM[0]RU[Chinese]RE[B+1];B[ca];W[ea];B[cb];W[eb];B[cc];W[ec];B[cd];W[ed];B[ce];W[ee];B[cf];W[ef];B[cg];W[eg];B[bd];W[fd])";
    let found = judged(text);
    assert_eq!((found.verdict, found.matched), (Verdict::Confirmed, Some(Match::UnplayedMoves)));
    assert_eq!(found.unplayed.len(), 7);
    assert!(found.unplayed.iter().all(|(_, at)| at.x == 3));
    // Once both have passed there is nothing left to play.
    let found = judged(&text.replace(";B[bd];W[fd]", ";B[bd];W[fd];B[];W[]"));
    assert_eq!((found.matched, found.count.unwrap().margin()), (None, HalfPoints::ZERO));
    assert_eq!(found.verdict, Verdict::Undecided);
}

#[test]
fn by_territory_what_is_filled_in_turn_and_joined_belongs_to_the_count_and_is_named() {
    // A point between the colours puts a stone in atari, and joining it costs Black a point.
    let text = "(;SZ[7]KM[9.5]RU[Japanese]RE[W+0.5]AB[da][db][ec][bd][dd][de][df][dg]\
                AW[ea][eb][fb][fc][fd][ee][fe][ef][eg];B[bb])";
    let found = judged(text);
    assert_eq!((found.verdict, found.matched), (Verdict::Confirmed, Some(Match::Exact)));
    let named: Vec<String> = found.unplayed.iter().map(|(colour, at)| format!("{}{at}", colour.letter())).collect();
    assert_eq!((named.join(" ").as_str(), found.count.unwrap().margin()), ("Wed Bdc", HalfPoints(-1)));
    // After both have passed it is not played.
    let found = judged(&text.replace(";B[bb]", ";B[bb];W[];B[]"));
    assert_eq!((found.matched, found.count.unwrap().margin()), (None, HalfPoints(1)));
    // The moves may have been made after the clock was stopped: nobody is accused.
    assert_eq!(found.verdict, Verdict::Undecided);
}

/// Seven lines, between the colours a column of three points that are nobody's, White to have the last of them or Black.
const COLUMN: &str = "(;SZ[7]KM[0.5]RU[Chinese]RE[];B[ca];W[ea];B[cb];W[eb];B[cc];W[ec];B[cd];W[ed];B[ce];W[ee];B[cf];W[ef];B[cg];\
                      W[eg];B[da];W[db];B[dc];W[dd];B[de];W[df])";

#[test]
fn where_the_last_points_turn_the_winner_only_they_confirm_one_and_after_passes_none_is_accused() {
    let with = |text: &str, result: &str| judged(&text.replace("RE[]", &format!("RE[{result}]")));
    // As it stands White has won, with the last point Black.
    let found = with(COLUMN, "B+0.5");
    assert_eq!((found.verdict, found.matched), (Verdict::Confirmed, Some(Match::UnplayedMoves)));
    assert_eq!(with(COLUMN, "W+0.5").verdict, Verdict::Undecided);
    let passed = COLUMN.replace("W[df])", "W[df];B[];W[])");
    let found = with(&passed, "W+0.5");
    assert_eq!((found.verdict, found.matched), (Verdict::Confirmed, Some(Match::Exact)));
    assert_eq!(with(&passed, "B+0.5").verdict, Verdict::Undecided);
    // What is left does not change as much.
    assert_eq!(with(&passed, "B+20.5").verdict, Verdict::Undecided);
    // Where komi is not known and both winners are possible by usual ones, neither is confirmed.
    for result in ["B+0.5", "W+0.5", "B+1.5", "B+7"] {
        assert_eq!(judged(&played("", result, "Chinese", "")).verdict, Verdict::Undecided, "{result}");
    }
}

#[test]
fn komi_that_was_not_usual_explains_nothing_where_the_date_is_known() {
    // Seven points on the board: with 4.5 Black wins by 2.5, with 5.5 by 1.5, with 6.5 by half a point.
    for (date, margins) in [("1984-03-01", "B+1.5"), ("1960-03-01", "B+2.5"), ("2020-03-01", "B+0.5")] {
        for result in ["B+0.5", "B+1.5", "B+2.5"] {
            let text = played("", result, "Japanese", "").replace("KM[]", &format!("DT[{date}]"));
            assert_eq!(judged(&text).verdict == Verdict::Confirmed, result == margins, "{date} {result}");
        }
    }
}

#[test]
fn territory_is_not_counted_in_zi_unless_the_record_says_so() {
    for (rules, confirmed) in [("Chinese", true), ("Japanese", false)] {
        assert_eq!(judged(&played("0", "B+3.5", rules, "")).verdict == Verdict::Confirmed, confirmed);
    }
}

#[test]
fn where_no_move_was_played_the_setup_says_whose_turn_it_is() {
    let setup = |more: &str, result: &str| {
        let text = format!(
            "(;SZ[7]KM[0.5]RU[Chinese]RE[{result}]AB[ca][cb][cc][cd][ce][cf][cg][da][dc][de]AW[ea][eb][ec][ed][ee][ef][eg][db][dd][df]{more})"
        );
        judged(&text).verdict
    };
    assert_eq!((setup("", "B+0.5"), setup("", "W+1.5")), (Verdict::Confirmed, Verdict::Undecided));
    assert_eq!((setup("PL[W]", "W+1.5"), setup("PL[W]", "B+0.5")), (Verdict::Confirmed, Verdict::Undecided));
}

#[test]
fn what_is_proven_is_told_from_what_is_likely_and_is_the_same_every_time() {
    let board = boards::board(&[".X.XOO.", "XXXXO.O", "....OOO", "..XXXXX", "..X....", ".OX.X..", "..X...."]);
    let first = fates(&board, 60);
    assert_eq!(first, fates(&board, 60));
    let of = |x, y| first.chains.iter().find(|fate| board.chain(Coord { x, y }).any(|at| at == fate.at)).unwrap();
    assert_eq!((of(1, 0).dead, of(1, 0).ground), (false, Ground::Proven));
    assert!(of(1, 5).dead, "a single stone between living ones");
    assert_eq!(playout::estimate(&board, 40, &[]), playout::estimate(&board, 40, &[]));
}

#[test]
fn no_more_games_are_played_than_are_needed_and_the_fates_are_those_of_all() {
    let board = boards::board(&[".X.XOO.", "XXXXO.O", "....OOO", "..XXXXX", "..X....", ".OX.X..", "..X...."]);
    let (soon, all) = (fates(&board, 400), fates_by_all(&board, 400));
    assert!(soon.games < 400 && all.games == 400, "{} {}", soon.games, all.games);
    assert_eq!(soon.dead(), all.dead());
    assert!(soon.sure() >= 650);
}

#[test]
fn two_stones_that_share_liberties_live_and_have_no_territory() {
    let board = boards::board(&[
        "OX.XO.OX.",
        "OXXXOOOXX",
        "OOOOOXXX.",
        "XXXXXX...",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ]);
    // White's corner has one eye, Black's in it has one: they share no liberty, and the smaller one is taken.
    let dead = fates(&board, 60).dead();
    let count = Count::of(
        &board,
        &dead,
        [0, 0],
        &weiqi_rules::count::Terms { rules: &JAPANESE, komi: HalfPoints(0), handicap: 0, first_pass: None },
    );
    assert!(count.total(Colour::Black) > count.total(Colour::White));
}

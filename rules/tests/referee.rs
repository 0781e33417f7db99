//! What a referee is told about the play.

#![allow(missing_docs, clippy::unwrap_used)]

use weiqi_rules::judge::{Kind, OnVoid, Remark, play, remarks};
use weiqi_rules::record::{Level, Record};
use weiqi_rules::rules::{CHINESE, WMSG2008};
use weiqi_rules::{Colour, RuleSet};

fn said(text: &str, rules: &'static RuleSet) -> Vec<Remark> {
    let record = Record::read_all(text.as_bytes()).remove(0).unwrap();
    remarks(&record, &play(&record, rules, OnVoid::Pass), rules)
}

fn kinds(text: &str) -> Vec<(Kind, usize)> {
    said(text, &CHINESE).into_iter().map(|remark| (remark.kind, remark.number)).collect()
}

#[test]
fn void_moves_and_moves_in_a_row_are_told_by_their_number() {
    let ko = "(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ee];W[bb];B[cb];W[bb];B[ed];W[ec])";
    assert_eq!(kinds(ko), [(Kind::VoidKo, 10)]);
    assert_eq!(kinds("(;SZ[5];B[aa];W[bb];B[bb];W[cc])"), [(Kind::VoidMove, 3)]);
    assert_eq!(kinds("(;SZ[5];B[aa];W[bb];W[cc];B[dd];B[ee])"), [(Kind::TwoInARow, 3), (Kind::TwoInARow, 5)]);
    // Handicap stones that are placed as moves are no moves in a row; neither is what follows a setup.
    assert_eq!(kinds("(;SZ[9]HA[2];B[cc];B[gg];W[cg];B[gc])"), []);
    assert_eq!(kinds("(;SZ[9];B[cc];W[gg];AE[gg];W[cg];B[gc])"), []);
}

/// By the square of their number these would take minutes.
#[test]
fn setups_between_moves_cost_no_more_than_their_number() {
    let apart = format!("(;SZ[9];B[aa];W[bb]{})", ";AE[ii]B[];B[]".repeat(40_000));
    let found = kinds(&apart);
    // Each second pass follows one of its own side, each first one a setup.
    assert_eq!(found.len(), 40_000);
    assert!(found.iter().zip((4..).step_by(2)).all(|(found, number)| *found == (Kind::TwoInARow, number)));
    // Many before one move are one.
    let text = format!("(;SZ[52];B[aa]{};W[bb])", ";AW[ZZ];AE[ZZ]".repeat(700));
    let record = Record::read_all(text.as_bytes()).remove(0).unwrap();
    let played = play(&record, &CHINESE, OnVoid::Stop);
    assert_eq!((played.board.count(Colour::White), played.illegal.len()), (1, 0));
    // Stones that are set up after every capture are more than anybody captures; the number stays where it ends.
    let again = format!("(;SZ[9]{})", ";AB[ba:ii][ab:ai]AE[aa]PL[W];W[aa]".repeat(900));
    let record = Record::read_all(again.as_bytes()).remove(0).unwrap();
    assert_eq!(play(&record, &CHINESE, OnVoid::Stop).prisoners, [0, u16::MAX]);
}

/// Whose turn it is said to be changes neither the board nor a ko.
#[test]
fn a_setup_without_stones_does_not_lift_a_ko() {
    let ko = "(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ee];W[bb];B[cb];PL[W];W[bb])";
    assert_eq!(kinds(ko), [(Kind::VoidKo, 10)]);
}

/// Three kos side by side: White holds the first and the third, Black the second.
const THREE: &str = "AB[ba][ab][bc][fa][eb][fc][gb][ja][ib][jc]AW[ca][db][cc][bb][ga][hb][gc][ka][lb][kc][jb]";

#[test]
fn cycles_are_named_by_what_is_taken_on_the_way_round() {
    // Taken in turn they are as before after six moves.
    let text = format!("(;SZ[13:5]{THREE};B[cb];W[fb];B[kb];W[bb];B[gb];W[jb])");
    let found = said(&text, &CHINESE);
    let triple: Vec<_> = found.iter().filter(|remark| remark.kind == Kind::TripleKo).collect();
    assert_eq!(triple.len(), 1, "{found:?}");
    assert_eq!((triple[0].number, triple[0].since, triple[0].level), (6, Some(0), Level::Warning));
    // Where the rules forbid it the move itself is void.
    assert!(said(&text, &WMSG2008).iter().any(|remark| remark.kind == Kind::VoidMove));
}

/// The first cycle of a game, with the number of the move that closes it and of the one after which it began.
fn cycle(text: &str) -> Option<(Kind, usize, usize)> {
    let cycles = [Kind::TripleKo, Kind::QuadrupleKo, Kind::EternalLife, Kind::TwoForOne, Kind::Cycle];
    let found = said(text, &CHINESE).into_iter().find(|remark| cycles.contains(&remark.kind))?;
    assert_eq!(found.level, Level::Warning);
    Some((found.kind, found.number, found.since?))
}

#[test]
fn four_kos_in_turn_are_a_quadruple_ko() {
    // A fourth beside the three, which Black holds: each side takes what the other has taken two moves before.
    let four = format!("(;SZ[16:5]{THREE}AB[na][mb][nc][ob]AW[oa][pb][oc]");
    let round = ";B[cb];W[fb];B[kb];W[nb];B[gb];W[bb];B[ob];W[jb]";
    assert_eq!(cycle(&format!("{four}{round})")), Some((Kind::QuadrupleKo, 8, 0)));
    // Another round is not told again, and half of one is nothing.
    assert_eq!(kinds(&format!("{four}{round}{round})")), [(Kind::QuadrupleKo, 8)]);
    assert_eq!(cycle(&format!("{four};B[cb];W[fb];B[kb];W[nb])")), None);
}

#[test]
fn two_stones_for_two_are_eternal_life_and_two_for_one_is_another_thing() {
    // Black throws a second stone in, White takes both, Black takes White's two, White throws in again.
    let eternal = "(;SZ[5:3]AB[ba][ea][cb][db][eb]AW[da][ab][bb];B[aa];W[ca];B[ba];W[da])";
    assert_eq!(cycle(eternal), Some((Kind::EternalLife, 4, 0)));
    // Black sends two stones and gets one back.
    let sent = "(;SZ[4:3]AB[ba][da][cb][db]AW[ab][bb];B[aa];W[ca];B[ba])";
    assert_eq!(cycle(sent), Some((Kind::TwoForOne, 3, 0)));
    // Both sides do so at two places, and neither yields.
    let double = "(;SZ[9:4]AB[ba][da][cb][db][ea][fb][gb]AW[ab][bb][ga][ia][hb][ib]\
                  ;B[aa];W[fa];B[ha];W[ca];B[ba];W[ga])";
    assert_eq!(cycle(double), Some((Kind::TwoForOne, 6, 0)));
    // In the middle of a game the cycle is counted from where it began.
    let later = sent.replace("SZ[4:3]", "SZ[4:5]").replace(";B[aa]", ";B[ae];W[de];B[be];W[];B[aa]");
    assert_eq!(cycle(&later), Some((Kind::TwoForOne, 7, 3)));
}

#[test]
fn a_position_that_comes_again_in_no_known_way_is_a_cycle() {
    // Black takes the first ko and passes while White takes it back with a pass between.
    let text = format!("(;SZ[13:5]{THREE};B[cb];W[];B[];W[bb])");
    assert_eq!(cycle(&text), Some((Kind::Cycle, 4, 0)));
}

#[test]
fn clocks_that_grow_or_run_out_are_told() {
    let with = |time: &str, left: [&str; 3]| {
        let [one, two, three] = left;
        format!("(;SZ[9]{time};B[cc]BL[{one}];W[gg];B[cg]BL[{two}];W[gc];B[ee]BL[{three}])")
    };
    assert_eq!(kinds(&with("TM[600]", ["500", "480", "470"])), []);
    assert_eq!(kinds(&with("TM[600]", ["500", "520", "470"])), [(Kind::ClockGrew, 3)]);
    assert_eq!(kinds(&with("TM[600]", ["10", "5", "-1"])), [(Kind::ClockRanOut, 5)]);
    assert_eq!(kinds(&with("TM[600]OT[20 fischer]", ["500", "519", "510"])), []);
    assert_eq!(kinds(&with("TM[600]OT[20 fischer]", ["500", "521", "510"])), [(Kind::ClockGrew, 3)]);
    // Of the last minutes whole ones are deducted.
    assert_eq!(kinds(&with("TM[600]OT[保留5分钟读秒]", ["300", "300", "240"])), []);
    assert_eq!(kinds(&with("TM[600]OT[保留5分钟读秒]", ["300", "250", "190"])), [(Kind::ClockPartMinute, 3)]);
    // A new period may be longer than what was left of the last.
    assert_eq!(kinds(&with("TM[600]OT[3x30 byo-yomi]", ["5", "30", "30"])), []);
}

#[test]
fn each_kind_of_overtime_has_its_own_rule_of_growing() {
    let with = |overtime: &str, one: &str, two: &str| {
        kinds(&format!("(;SZ[9]TM[600]OT[{overtime}];B[cc]WL[9]{one};W[gg]WL[9];B[cg]{two})"))
    };
    let grew = [(Kind::ClockGrew, 3)];
    for (overtime, one, two, found) in [
        // Periods are lost and never won; a period begins with its length and no more.
        ("3x30 byo-yomi", "BL[12]OB[2]", "BL[30]OB[2]", &[][..]),
        ("3x30 byo-yomi", "BL[12]OB[2]", "BL[30]OB[1]", &[]),
        ("3x30 byo-yomi", "BL[12]OB[2]", "BL[30]OB[3]", &grew),
        ("3x30 byo-yomi", "BL[12]OB[2]", "BL[31]OB[2]", &grew),
        ("3x30 byo-yomi", "BL[12]", "BL[90]", &[]),
        ("3x30 byo-yomi", "BL[100]", "BL[101]", &grew),
        ("3次30秒读秒", "BL[12]OB[1]", "BL[29]OB[2]", &grew),
        // So many stones in so much time: both begin anew together.
        ("25/600 Canadian", "BL[100]OB[3]", "BL[80]OB[2]", &[]),
        ("25/600 Canadian", "BL[100]OB[1]", "BL[600]OB[25]", &[]),
        ("25/600 Canadian", "BL[3]", "BL[600]OB[25]", &[]),
        ("25/600 Canadian", "BL[100]OB[3]", "BL[120]OB[2]", &grew),
        ("25/600 Canadian", "BL[100]OB[1]", "BL[601]OB[25]", &grew),
        ("25/600 Canadian", "BL[100]", "BL[120]", &grew),
        // What is added with each move, and no more.
        ("10 fischer", "BL[100]", "BL[110]", &[]),
        ("10 fischer", "BL[100]", "BL[110.5]", &grew),
        // Minutes that are kept back: whole ones go, also from the one that the main time ran out in.
        ("保留五分钟读秒", "BL[310]", "BL[300]", &[]),
        ("保留五分钟读秒", "BL[310]", "BL[240]", &[]),
        ("保留五分钟读秒", "BL[310]", "BL[250]", &[(Kind::ClockPartMinute, 3)]),
        ("保留五分钟读秒", "BL[240]", "BL[120]", &[]),
        ("保留五分钟读秒", "BL[240]", "BL[239]", &[(Kind::ClockPartMinute, 3)]),
        ("保留五分钟读秒", "BL[240]", "BL[300]", &grew),
        // Rules that nobody can read prove nothing.
        ("as the referee says", "BL[10]", "BL[500]", &[]),
    ] {
        assert_eq!(with(overtime, one, two), found, "{overtime}: {one} {two}");
    }
    // Without overtime a main time only falls, and each side has its own clock.
    assert_eq!(kinds("(;SZ[9]TM[600];B[cc]BL[500];W[gg]WL[550];B[cg]BL[490];W[gc]WL[551])"), [(Kind::ClockGrew, 4)]);
    // Nothing left is not yet below nothing.
    assert_eq!(kinds("(;SZ[9]TM[600];B[cc]BL[0];W[gg]WL[-0.5])"), [(Kind::ClockRanOut, 2)]);
}

#[test]
fn a_loser_that_does_not_fit_the_record_is_told() {
    let out = "(;SZ[9]TM[600]RE[B+T];B[cc]BL[-2];W[gg]WL[100])";
    assert!(kinds(out).contains(&(Kind::WinnerOutOfTime, 2)));
    assert!(!kinds(&out.replace("B+T", "W+T")).iter().any(|(kind, _)| *kind == Kind::WinnerOutOfTime));
    assert_eq!(kinds("(;SZ[9]RE[W+R];B[cc];W[])"), [(Kind::WinnerPassedLast, 2)]);
    assert_eq!(kinds("(;SZ[9]RE[B+R];B[cc];W[])"), []);
    // In words, and where a forfeit or a count leaves it open.
    assert_eq!(kinds("(;SZ[9]RE[白中盘胜];B[cc];W[])"), [(Kind::WinnerPassedLast, 2)]);
    assert_eq!(kinds("(;SZ[9]RE[W+F];B[cc];W[])"), []);
    assert_eq!(kinds("(;SZ[9]RE[黑超时胜]TM[600];B[cc]BL[0];W[gg]WL[100])"), [(Kind::WinnerOutOfTime, 2)]);
    // Both at nothing, or a period left: nobody knows.
    assert_eq!(kinds("(;SZ[9]RE[B+T]TM[600];B[cc]BL[0];W[gg]WL[0])"), []);
    assert_eq!(kinds("(;SZ[9]RE[B+T]TM[600]OT[3x30 byo-yomi];B[cc]BL[0]OB[2];W[gg]WL[10]OW[1])"), []);
}

#[test]
fn every_kind_has_a_key_of_its_own() {
    for (kind, key, text) in Kind::ALL {
        assert_eq!((kind.key(), kind.text()), (key, text));
        assert_eq!(Kind::ALL.iter().filter(|row| row.1 == key || row.0 == kind).count(), 1, "{key}");
    }
    assert!(said("(;SZ[9];B[cc];W[gg])", &CHINESE).iter().all(|remark| remark.colour == Some(Colour::Black)));
}

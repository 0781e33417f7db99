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
fn a_loser_that_does_not_fit_the_record_is_told() {
    let out = "(;SZ[9]TM[600]RE[B+T];B[cc]BL[-2];W[gg]WL[100])";
    assert!(kinds(out).contains(&(Kind::WinnerOutOfTime, 2)));
    assert!(!kinds(&out.replace("B+T", "W+T")).iter().any(|(kind, _)| *kind == Kind::WinnerOutOfTime));
    assert_eq!(kinds("(;SZ[9]RE[W+R];B[cc];W[])"), [(Kind::WinnerPassedLast, 2)]);
    assert_eq!(kinds("(;SZ[9]RE[B+R];B[cc];W[])"), []);
}

#[test]
fn every_kind_has_a_key_of_its_own() {
    for (kind, key, text) in Kind::ALL {
        assert_eq!((kind.key(), kind.text()), (key, text));
        assert_eq!(Kind::ALL.iter().filter(|row| row.1 == key || row.0 == kind).count(), 1, "{key}");
    }
    assert!(said("(;SZ[9];B[cc];W[gg])", &CHINESE).iter().all(|remark| remark.colour == Some(Colour::Black)));
}

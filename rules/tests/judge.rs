//! Records played through under the rules.

#![allow(missing_docs, clippy::unwrap_used)]

use std::path::Path;
use weiqi_rules::judge::{OnVoid, Played, play};
use weiqi_rules::record::Record;
use weiqi_rules::rules::{CHINESE, NZ};
use weiqi_rules::{Colour, Coord, Reason, RuleSet};

fn record(text: &str) -> Record {
    Record::read_all(text.as_bytes()).remove(0).unwrap()
}

fn played(text: &str, rules: &RuleSet, on_void: OnVoid) -> Played {
    play(&record(text), rules, on_void)
}

/// Black takes a ko at move 8 and White takes it back at once at move 9.
const KO: &str = "(;GM[1]SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ee];W[bb];B[cb];W[bb];B[ed];W[ec])";

#[test]
fn a_game_ends_at_the_first_move_against_the_rules_or_goes_on_with_a_pass() {
    let stopped = played(KO, &CHINESE, OnVoid::Stop);
    let first = stopped.illegal[0];
    assert_eq!((first.number, first.colour, first.reason), (10, Colour::White, Reason::Ko));
    assert_eq!((stopped.moves, first.at), (10, Coord { x: 1, y: 1 }));
    let on = played(KO, &CHINESE, OnVoid::Pass);
    assert_eq!((on.moves, on.illegal.len(), on.prisoners(Colour::Black)), (12, 1, 1));
    assert_eq!(on.board.at(Coord { x: 4, y: 2 }), Some(Colour::White));
}

#[test]
fn stones_set_up_in_the_middle_change_the_board_and_nothing_before() {
    let text = "(;SZ[5]AB[aa][bb];W[ab];B[ee];AE[bb]AW[cc];W[ba])";
    let played = played(text, &CHINESE, OnVoid::Stop);
    assert!(played.illegal.is_empty());
    assert_eq!(played.board.at(Coord { x: 1, y: 1 }), None);
    assert_eq!(played.board.at(Coord { x: 2, y: 2 }), Some(Colour::White));
    assert_eq!(played.prisoners(Colour::White), 1);
}

#[test]
fn the_passes_at_the_end_are_told_in_their_order() {
    let played = played("(;SZ[5];B[aa];W[];B[cc];W[];B[])", &NZ, OnVoid::Stop);
    assert_eq!(played.last_passes, [Colour::White, Colour::Black]);
    assert_eq!(played.first_pass(), Some(Colour::White));
}

/// A void move that counts as a pass is one: the game ends with the pass after it, and its side has passed first.
#[test]
fn a_void_move_that_counts_as_a_pass_is_a_pass() {
    let text = "(;SZ[5];B[bb];W[cc];B[cb];W[bb];B[])";
    let on = played(text, &CHINESE, OnVoid::Pass);
    assert_eq!((on.illegal.len(), on.first_pass()), (1, Some(Colour::White)));
    assert_eq!(on.last_passes, [Colour::White, Colour::Black]);
    assert!(played(text, &CHINESE, OnVoid::Stop).last_passes.is_empty());
}

#[test]
fn a_record_without_moves_is_its_setup() {
    let played = played("(;SZ[5]AB[aa]AW[bb])", &CHINESE, OnVoid::Stop);
    assert_eq!(played.board.to_string().lines().take(2).collect::<Vec<_>>(), ["X....", ".O..."]);
}

/// Every record of the folder shared for development is played; where it is absent, the test says so.
#[test]
fn every_shared_record_is_played_without_a_fault() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/games");
    if !folder.is_dir() {
        eprintln!("left out: {} is not there", folder.display());
        return;
    }
    let (mut games, mut legal, mut folders) = (0, 0, vec![folder]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|e| e.eq_ignore_ascii_case("sgf")) {
                for record in Record::read_all(&std::fs::read(&entry).unwrap()).into_iter().flatten() {
                    games += 1;
                    let played = play(&record, &CHINESE, OnVoid::Stop);
                    legal += usize::from(played.illegal.is_empty());
                    assert!(played.moves <= record.moves.len());
                    // What is written back plays the same.
                    let again = Record::read_all(record.to_sgf().as_bytes()).remove(0).unwrap();
                    assert!(play(&again, &CHINESE, OnVoid::Stop).board == played.board, "{}", entry.display());
                }
            }
        }
    }
    assert!(legal * 100 > games * 95, "{legal} of {games} are legal");
}

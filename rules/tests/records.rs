//! Reading never panics, and what is written reads the same.

#![allow(clippy::unwrap_used)]

mod support;

use std::fs;

use proptest::prelude::*;
use support::{files, samples};
use weiqi_rules::record::{Format, Margin, Record};
use weiqi_rules::{Colour, HalfPoints, Play};

/// What must not change between a record and what was written of it.
fn essence(record: &Record) -> String {
    let moves: Vec<_> = record.moves.iter().map(|played| (played.colour, played.play)).collect();
    let setups: Vec<_> =
        record.setups.iter().map(|it| (it.after, &it.black, &it.white, &it.empty, it.to_move)).collect();
    let clocks: Vec<_> = record.clocks.iter().map(|it| (it.after, it.colour, it.left, it.overtime)).collect();
    let outcome = &record.outcome;
    let marks = ["TB", "TW", "MA", "CR", "TR", "SQ", "SL"];
    let mut texts: Vec<_> = record
        .properties()
        .filter(|it| it.after as usize != record.moves.len() || !marks.contains(&it.name))
        .filter(|it| {
            !(it.after == 0 && matches!(it.name, "FF" | "GM" | "CA" | "SZ" | "KM" | "RE" | "HA" | "KO" | "AP"))
        })
        .flat_map(|it| {
            it.values.iter().map(move |value| (it.after, it.name.to_owned(), value.to_string())).collect::<Vec<_>>()
        })
        .collect();
    // Properties of one name are joined where the first of them stands.
    texts.sort_by(|one, two| (one.0, &one.1).cmp(&(two.0, &two.1)));
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {moves:?} {setups:?} {clocks:?} {:?} {texts:?}",
        record.size,
        record.komi.half_points,
        record.handicap,
        outcome.winner,
        outcome.by,
        outcome.margin.and_then(Margin::half_points),
        record.marks,
    )
}

/// Writes and reads a record, twice.
fn check_round_trip(record: &Record, whence: &str) {
    let written = record.to_sgf();
    let again = Record::read_all(written.as_bytes());
    assert_eq!(again.len(), 1, "{whence}\n{written}");
    let again = again[0].as_ref().unwrap_or_else(|error| panic!("{whence}: {error}\n{written}"));
    let (one, two) = (essence(record), essence(again));
    if one != two {
        let differ = one.bytes().zip(two.bytes()).position(|(one, two)| one != two).unwrap_or(one.len().min(two.len()));
        let near =
            |text: &str| text.get(differ.saturating_sub(40)..).unwrap_or(text).chars().take(160).collect::<String>();
        panic!("{whence}\n{written}\n{}\n{}", near(&one), near(&two));
    }
    assert_eq!(again.to_sgf(), written, "{whence}");
}

fn read_and_check(bytes: &[u8], whence: &str) {
    let games = Record::read_all(bytes);
    assert!(!games.is_empty());
    for game in games.iter().flatten() {
        assert!(game.findings.iter().all(|finding| finding.offset <= bytes.len()), "{whence}");
        assert!(game.moves.iter().all(|played| (played.offset as usize) < bytes.len()), "{whence}");
        check_round_trip(game, whence);
        // What is read on demand must not panic either.
        let _ = (game.dates(), game.time(), game.player(Colour::Black), game.event());
    }
}

#[test]
fn every_sample_reads_and_reads_again() {
    for (name, bytes) in samples() {
        read_and_check(bytes, name);
    }
}

#[test]
fn samples_cut_anywhere_do_not_panic() {
    for (name, bytes) in samples() {
        for end in 0..bytes.len() {
            read_and_check(&bytes[..end], name);
        }
    }
}

#[test]
fn every_game_of_the_shared_folder_reads() {
    let Some(files) = files() else {
        eprintln!("the shared folder of games is not here: nothing was read");
        return;
    };
    let (mut read, mut refused) = (0, Vec::new());
    for path in &files {
        let bytes = fs::read(path).unwrap();
        let games = Record::read_all(&bytes);
        read += games.iter().filter(|game| game.is_ok()).count();
        refused.extend(games.iter().filter_map(|game| game.as_ref().err()).map(|error| (path.clone(), *error)));
        if bytes.len() < 20_000 {
            read_and_check(&bytes, &path.to_string_lossy());
        }
    }
    println!("{} files, {read} games", files.len());
    for (path, error) in &refused {
        println!("refused: {} {error}", path.display());
    }
    assert!(files.len() >= 2338 && read >= 2330, "{} files, {read} games", files.len());
    assert!(refused.len() <= 20, "{}", refused.len());
}

#[test]
fn servers_own_formats_are_told_apart() {
    let gib = b"\\HS\r\n\\[GAMEINFOMAIN=GRLT:3,ZIPSU:0,DUM:0,GONGJE:65,\\]\r\n\\HE\r\n\\GS\r\nINI 0 1 0 &4\r\nSTO 0 2 1 15 3\r\n\\GE\r\n";
    let ngf = b"Rated game\r\n19\r\nA  9DP\r\nB  9DP\r\nsite\r\n0\r\n0\r\n7\r\n20170316 [09:37]\r\n5\r\nBlack wins by 0.5!\r\n1\r\nPMABBREER\r\n";
    let ugf = b"[Header]\r\nVer=UGF3,200\r\nSize=19\r\nHdcp=0,6.50\r\nWinner=B,7.50\r\nCoordinateType=IGS\r\n[Data]\r\nQP,B1,1,0\r\n";
    for (bytes, format, komi, margin, point) in [
        (&gib[..], Format::Gib, 13, None, "pd"),
        (&ngf[..], Format::Ngf, 15, Some(1), "qd"),
        (&ugf[..], Format::Ugf, 13, Some(15), "qd"),
    ] {
        let record = Record::read_all(bytes).remove(0).unwrap();
        assert_eq!((record.format, record.komi.half_points), (format, Some(HalfPoints(komi))));
        assert_eq!(record.outcome.margin.and_then(Margin::half_points), margin.map(HalfPoints));
        let Play::At(at) = record.moves[0].play else { panic!("{record:?}") };
        assert_eq!(at.to_string(), point);
    }
}

/// Text that looks enough like a record to reach every corner of the readers.
fn scraps() -> impl Strategy<Value = Vec<u8>> {
    let scrap = prop_oneof![
        Just("(;".to_owned()),
        Just("(".to_owned()),
        Just(")".to_owned()),
        Just(";".to_owned()),
        Just("[".to_owned()),
        Just("]".to_owned()),
        Just("\\".to_owned()),
        Just("\\]".to_owned()),
        Just("\n".to_owned()),
        Just("GM[1]FF[4]".to_owned()),
        Just("\\HS\n\\[GAMEINFOMAIN=GRLT:0,ZIPSU:5\\]\nSTO 0 2 1 3 3\n".to_owned()),
        Just("[Header]\nVer=1\n[Data]\nQP,B1,1,0\n".to_owned()),
        Just("a\n19\nb\nc\n\n2\n0\n0\nd\n5\ne\n1\nPMABBREER\n".to_owned()),
        "[A-Z]{1,3}\\[[a-tA-T0-9:;., ]{0,6}\\]",
        "(AB|AW|AE|B|W|TB|TW|MA|LB)(\\[[a-t]{0,4}\\]){1,3}",
        "(KM|HA|SZ|RE|DT|TM|OT|BL|OB|PL|CA|AP)\\[[-0-9.,/x+: BWRTadjo又子目半年月胜黑]{0,8}\\]",
        "\\PC{0,5}",
    ];
    proptest::collection::vec(scrap, 0..40).prop_map(|scraps| scraps.concat().into_bytes())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        read_and_check(&bytes, "bytes");
    }

    #[test]
    fn anything_like_a_record_is_read_or_refused(bytes in scraps()) {
        read_and_check(&bytes, &String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn spliced_records_are_read_or_refused(
        one in any::<prop::sample::Index>(),
        two in any::<prop::sample::Index>(),
        cut in any::<prop::sample::Index>(),
        from in any::<prop::sample::Index>(),
        noise in proptest::collection::vec(any::<u8>(), 0..8),
    ) {
        let samples = samples();
        let (_, front) = one.get(samples);
        let (_, back) = two.get(samples);
        let bytes = [&front[..cut.index(front.len() + 1)], &noise, &back[from.index(back.len() + 1)..]].concat();
        read_and_check(&bytes, &String::from_utf8_lossy(&bytes));
    }
}

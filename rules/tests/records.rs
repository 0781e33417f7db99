//! Reading never panics, and what is written reads the same.

#![allow(clippy::unwrap_used)]

#[path = "support/checks.rs"]
mod checks;
mod support;

use std::fs;

use checks::read_and_check;
use proptest::prelude::*;
use support::{files, samples};
use weiqi_rules::record::{Format, Margin, Record};
use weiqi_rules::{HalfPoints, Play};

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

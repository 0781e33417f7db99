//! Changed files of other programs: a target for each format, so many inputs, the same ones every time. No input panics,
//! makes more of itself than it has bytes, or is answered in two ways; and none takes more than time in its length.

#[path = "../../rules/tests/support/changed.rs"]
mod changed;

use changed::target;
use qipin::domain::results::{Accepted, CheckContext, NamedBytes, ResultsInput, dry_run};
use std::collections::BTreeSet;
use std::path::Path;

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/interchange").join(name)).unwrap()
}

fn answer(name: &str, bytes: &[u8], players: Option<&[u8]>) -> String {
    let input = ResultsInput {
        results: NamedBytes { name, bytes },
        players: players.map(|bytes| NamedBytes { name: "finals.csv", bytes }),
    };
    let report = dry_run(name, &input, &CheckContext::default(), None).unwrap();
    let refused = report.findings.iter().any(qipin::domain::finding::Finding::refuses);
    assert_eq!(report.accepted == Accepted::No, refused, "refused exactly with a reason");
    if let Some(sheet) = &report.reading.sheet {
        assert!(sheet.entries.len() + sheet.games.len() <= bytes.len() + players.map_or(0, <[u8]>::len));
    }
    let codes: BTreeSet<_> = report.findings.iter().map(|finding| finding.code).collect();
    let rules: BTreeSet<_> = report.adjustments.iter().map(|adjustment| adjustment.rule).collect();
    format!("{:?} {codes:?} {rules:?}", report.accepted)
}

fn run(name: &str, seed: u64, file: &'static str, words: &[&str]) {
    target(name, seed, vec![fixture(file)], words, |bytes| answer(file, bytes, None));
}

#[test]
fn opengotha() {
    let words = [
        "<Player name=\"",
        "<Game ",
        "</Games>",
        "<!DOCTYPE x [<!ENTITY a \"&a;\">]>",
        "<![CDATA[",
        "&amp;",
        "&#x10FFFF;",
        "&#0;",
        "\"/>",
        " rank=\"30K\"",
        " rank=\"九段\"",
        " handicap=\"-1\"",
        " roundNumber=\"99999\"",
        " result=\"RESULT_BOTHLOOSE_BYDEF\"",
        "<Team/>",
        "İı",
        "<!--",
        "<?xml version=\"1.0\" encoding=\"Big5\"?>",
    ];
    run("opengotha", 21, "event.opengotha.xml", &words);
}

#[test]
fn h9() {
    let words = [
        "2+/w0",
        "1-!b",
        "0=",
        "0+",
        "99999+",
        "3?/?9",
        " |12345678\n",
        ";",
        "; HA[h9]\n",
        "; KM[x]\n",
        "3D",
        "12K",
        "\n",
        "张_三",
    ];
    run("h9", 22, "event.h9", &words);
}

#[test]
fn tou() {
    run("tou", 23, "event.tou", &[";name=", ";komi=", "2+w0", "1-b", "0=", "1D", "1234567", "\n", "é", "张"]);
}

#[test]
fn trf() {
    let words =
        ["001 ", "012 ", "013 ", "240 F", "\r\n", "  0000 - U", "   1 w 1", " - H", "张, 三", "3D", "    ", "###"];
    run("trf", 24, "event.trf", &words);
}

#[test]
fn aga() {
    let words =
        ["TOURNEY ", "PLAYERS\n", "GAMES 1\n", "GAMES x\n", "\t", "11 12 W 0 7\n", "-5.5", "3d", ", ", "?", "99"];
    run("aga", 25, "event.aga.txt", &words);
}

#[test]
fn boards() {
    let words = [
        "轮次",
        "黑方",
        "白方",
        "得分",
        "比分",
        "2:0",
        "弃权",
        "轮空",
        ",",
        "\"",
        "\n",
        "\t",
        "第1轮",
        "张三(1)",
        "2.0",
    ];
    run("tables", 26, "boards.csv", &words);
}

#[test]
fn finals() {
    let words = ["名次", "姓名", "级段", "积分", "对手分", "编号", ",", "\n", "1段", "九段", "7.5", "-1", "张子轩"];
    let boards = fixture("boards.csv");
    target("finals", 27, vec![fixture("finals.csv")], &words, |bytes| answer("boards.csv", &boards, Some(bytes)));
}

#[test]
fn no_shape_of_a_large_file_takes_more_than_time_in_its_length() {
    let head = "<Tournament dataVersion=\"201\"><Players>";
    let many = |begin: &str, piece: &str, bytes: usize| format!("{begin}{}", piece.repeat(bytes / piece.len()));
    let shapes = |size: usize| {
        [
            many(head, "<Player name=\"甲\" firstName=\"乙\" rank=\"1D\"/>", size),
            many(&format!("{head}<Player "), "a=\"b\" ", size),
            many(head, "<a>", size),
            many(head, "<Game blackPlayer=\"甲\" whitePlayer=\"乙\" roundNumber=\"1\"/>", size),
            many("", "1 Li Si 3D CN xxxx 0 2+/w0 0+ 0-\n", size),
            many("1 Li Si 3D CN xxxx ", "2+/w0 ", size),
            many("1 Li Si ", "3D ", size) + "2+/w0",
            many("PLAYERS\nGAMES 1\n", "1 2 W 0 7\n", size),
            many("PLAYERS\n", "1 Li, Si 3d\n", size) + "GAMES 1\n1 1 W 0 7\n",
            many("012 x\r\n", "001    1 m 3D Li, Si                            CHN\r\n", size),
            many("012 x\r\n001    1 ", "  0001 w 1", size),
            many("轮次,台次,黑方,得分,白方,得分\n", "1,1,甲,2,乙,0\n", size),
        ]
    };
    // Processor time of this thread: other work on the machine does not count, and no length of time is asked for.
    let spent = |shape: &str| {
        let before = processor_time();
        answer("large.txt", shape.as_bytes(), None);
        processor_time() - before
    };
    for (nth, (quarter, whole)) in shapes(1 << 18).iter().zip(&shapes(1 << 20)).enumerate() {
        let (quarter, whole) = (spent(quarter), spent(whole));
        // Four times in its length, sixteen times in its square; what is quick is not measured exactly.
        assert!(whole < 10 * quarter + 50_000_000, "shape {nth}: {quarter} ns, four times as long {whole} ns");
    }
}

/// What this thread has used of the processor, in nanoseconds, as Linux accounts it.
fn processor_time() -> u64 {
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    said.split_whitespace().next().unwrap().parse().unwrap()
}

//! Each dialect of `tests/dialects` reads as its row of `expect.tsv` says.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use weiqi_rules::record::{By, Code, Margin, Record, UNCLEAR, Unit, Winner};
use weiqi_rules::{Colour, Coord, HalfPoints, Play};

const B: Winner = Winner::Side(Colour::Black);
const W: Winner = Winner::Side(Colour::White);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialects")
}

fn all(name: &str) -> Vec<Record> {
    let file = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.file_name().unwrap().to_string_lossy().starts_with(&format!("{name}_")))
        .unwrap_or_else(|| panic!("no fixture {name}"));
    Record::read_all(&fs::read(file).unwrap()).into_iter().map(Result::unwrap).collect()
}

fn one(name: &str) -> Record {
    let mut games = all(name);
    assert_eq!(games.len(), 1);
    games.remove(0)
}

fn has(record: &Record, code: Code) -> bool {
    record.findings.iter().any(|finding| finding.code == code)
}

/// Komi in half points.
fn komi(record: &Record) -> Option<i32> {
    record.komi.half_points.map(|half| half.0)
}

/// Winner, way, half points.
fn result(record: &Record) -> (Winner, By, Option<i32>) {
    let outcome = &record.outcome;
    (outcome.winner, outcome.by, outcome.margin.and_then(Margin::half_points).map(|half| half.0))
}

fn moves(record: &Record) -> String {
    let shown = |play: Play| match play {
        Play::At(UNCLEAR) => "?".into(),
        Play::At(at) => at.to_string(),
        Play::Pass => "pass".into(),
    };
    let moves = record.moves.iter().map(|played| format!("{}{}", played.colour.letter(), shown(played.play)));
    moves.collect::<Vec<_>>().join(" ")
}

fn points(points: &[Coord]) -> String {
    let mut points: Vec<String> = points.iter().map(Coord::to_string).collect();
    points.sort();
    points.join(" ")
}

const FOUR: &str = "Bpd Wdp Bpp Wdd";

#[test]
fn every_row_has_its_fixture_and_its_test() {
    let table = fs::read_to_string(folder().join("expect.tsv")).unwrap();
    let source = include_str!("dialects.rs");
    let rows: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(rows.len(), 51);
    for row in rows {
        assert!(folder().join(row).is_file(), "{row}");
        let test = format!("fn {}()", row.trim_end_matches(".sgf"));
        assert!(source.contains(&test), "{test}");
    }
}

#[test]
fn d01_fox_km375() {
    let record = one("d01");
    assert_eq!(komi(&record), Some(15));
    assert!(has(&record, Code::KomiHundredths) && has(&record, Code::PropertyRepeated));
    let programs: Vec<String> =
        record.properties().filter(|it| it.name == "AP").flat_map(|it| it.values).map(str::to_owned).collect();
    assert_eq!(programs, ["GNU Go:3.8", "foxwq"]);
    assert_eq!(result(&record), (W, By::Resignation, None));
    assert_eq!(moves(&record), FOUR);
}

#[test]
fn d02_fox_km50() {
    let record = one("d02");
    assert_eq!(komi(&record), Some(1));
    assert_eq!((record.handicap.declared, record.handicap.stones), (Some(2), 2));
    assert!(!has(&record, Code::WhiteFirst));
}

#[test]
fn d04_fox_km325_chinese() {
    let record = one("d04");
    assert_eq!(komi(&record), Some(13));
    assert_eq!(result(&record), (Winner::Draw, By::Count, None));
}

#[test]
fn d05_fox_km0_even_japanese() {
    let record = one("d05");
    assert_eq!((komi(&record), record.komi.candidates.as_slice()), (None, &[HalfPoints(13)][..]));
    assert!(has(&record, Code::KomiDropped));
    assert_eq!(result(&record), (W, By::Count, Some(3)));
}

#[test]
fn d07_km_3_75() {
    let record = one("d07");
    assert_eq!(komi(&record), Some(15));
    assert!(has(&record, Code::KomiZi));
    assert_eq!(result(&record), (W, By::Count, Some(1)));
    assert_eq!(record.outcome.margin.unwrap().unit, Some(Unit::Zi));
}

#[test]
fn d08_km_comma() {
    let record = one("d08");
    assert_eq!(komi(&record), Some(13));
    assert!(has(&record, Code::KomiForm));
    assert_eq!(result(&record), (B, By::Count, Some(5)));
}

#[test]
fn d09_km_empty() {
    let record = one("d09");
    assert_eq!(komi(&record), None);
    assert!(has(&record, Code::KomiEmpty));
    assert_eq!(result(&record), (W, By::Count, Some(87)));
}

#[test]
fn d10_km_text() {
    let record = one("d10");
    assert_eq!(komi(&record), Some(15));
    assert_eq!(record.rules_text(), Some("中国规则"));
    assert_eq!(result(&record), (B, By::Count, Some(5)));
    assert_eq!(record.outcome.margin, Some(Margin { quarters: 5, unit: Some(Unit::Zi) }));
}

#[test]
fn d12_sina_root_before_semicolon() {
    let record = one("d12");
    assert!(has(&record, Code::SemicolonMissing));
    assert_eq!(komi(&record), Some(13));
    assert_eq!(record.event(), Some("杯赛第1轮"));
    let day = record.dates().unwrap().first().unwrap();
    assert_eq!((day.year, day.month, day.day), (2016, Some(3), Some(3)));
    assert_eq!(record.player(Colour::Black).name, "甲");
    assert_eq!(result(&record), (B, By::Resignation, None));
    assert_eq!(moves(&record), "Bpd Wdd Bpq Wdq Bco");
}

#[test]
fn d13_re_heizhongpan() {
    assert_eq!(result(&one("d13")), (B, By::Resignation, None));
}

#[test]
fn d15_re_fraction() {
    assert_eq!(result(&one("d15")), (W, By::Count, Some(1)));
}

#[test]
fn d17_re_japanese_kanji() {
    let record = one("d17");
    assert_eq!(record.encoding.name(), "Shift_JIS");
    assert_eq!(result(&record), (W, By::Count, Some(3)));
}

#[test]
fn d18_re_b_plus() {
    assert_eq!(result(&one("d18")), (B, By::Unknown, None));
}

#[test]
fn d19_re_lower() {
    assert_eq!(result(&one("d19")), (W, By::Resignation, None));
}

#[test]
fn d20_re_after_comment() {
    let record = one("d20");
    assert_eq!(result(&record), (B, By::Count, Some(111)));
    assert_eq!(komi(&record), Some(1));
    assert_eq!(record.comments().next(), Some((0, "a [6k]: hi\nb: hi\n")));
}

#[test]
fn d22_re_jigo() {
    assert_eq!(result(&one("d22")), (Winner::Draw, By::Count, None));
}

#[test]
fn d24_re_illegal() {
    assert_eq!(result(&one("d24")), (B, By::Illegal, None));
}

#[test]
fn d25_re_void() {
    assert_eq!(one("d25").outcome.winner, Winner::Void);
}

#[test]
fn d26_re_0() {
    assert_eq!(one("d26").outcome.winner, Winner::Draw);
}

#[test]
fn d27_re_unknown() {
    assert_eq!(result(&one("d27")), (Winner::Unknown, By::Unknown, None));
}

#[test]
fn d28_pass_tt19() {
    assert_eq!(moves(&one("d28")), format!("{FOUR} Bpass Wpass"));
}

#[test]
fn d29_pass_empty() {
    assert_eq!(moves(&one("d29")), format!("{FOUR} Bpass Wpass"));
}

#[test]
fn d30_pass_spaces() {
    let record = one("d30");
    assert_eq!(moves(&record), format!("{FOUR} Bpass Wpass"));
    assert!(has(&record, Code::PassSpaces));
}

#[test]
fn d32_pass_ss18() {
    let record = one("d32");
    assert_eq!(moves(&record), "Baa Wpass Bpass");
    assert!(has(&record, Code::PassOutside));
}

#[test]
fn d34_igs_copyright() {
    let record = one("d34");
    assert_eq!((record.size.width(), komi(&record)), (19, Some(9)));
    assert_eq!(record.text("CP"), Some("  Permission to reproduce this game is given."));
    assert_eq!(moves(&record), "Bpd Wdp");
    assert_eq!(result(&record), (B, By::Resignation, None));
}

#[test]
fn d35_unescaped_bracket() {
    let record = one("d35");
    assert_eq!(record.text("US"), Some("Club[3d]"));
    assert_eq!(komi(&record), Some(13));
    assert!(has(&record, Code::BracketUnescaped));
    assert_eq!(moves(&record), FOUR);
}

#[test]
fn d36_backslashes() {
    let record = one("d36");
    assert_eq!(record.text("C"), Some("\\];B[aa"));
    assert_eq!(moves(&record), "Wbb");
}

#[test]
fn d38_only_semicolons() {
    let bytes = fs::read(folder().join("d38_only_semicolons.sgf")).unwrap();
    let games = Record::read_all(&bytes);
    assert_eq!(games.len(), 1);
    assert!(games[0].is_err());
}

#[test]
fn d39_no_first_semicolon() {
    let record = one("d39");
    assert_eq!(moves(&record), "Bpp Wdd");
    assert!(has(&record, Code::SemicolonMissing));
}

#[test]
fn d40_trailing_garbage() {
    let record = one("d40");
    assert_eq!(moves(&record), FOUR);
    assert!(has(&record, Code::TextAfter));
}

#[test]
fn d41_missing_close() {
    let record = one("d41");
    assert_eq!(moves(&record), FOUR);
    assert!(has(&record, Code::ClosingMissing));
}

#[test]
fn d43_bom_utf8() {
    let record = one("d43");
    assert_eq!((record.player(Colour::Black).name, record.encoding.name()), ("柯", "UTF-8"));
    assert_eq!(record.moves[0].offset as usize, "\u{FEFF}(;GM[1]CA[UTF-8]SZ[19]PB[柯];".len());
}

#[test]
fn d45_gbk_no_ca() {
    let record = one("d45");
    assert_eq!(record.encoding.name(), "GB18030");
    assert!(has(&record, Code::EncodingGuessed));
    assert_eq!(result(&record), (B, By::Resignation, None));
}

#[test]
fn d46_gbk_trail_bracket() {
    let record = one("d46");
    assert_eq!(record.encoding.name(), "GB18030");
    assert_eq!(komi(&record), Some(15));
    assert_eq!(record.player(Colour::Black).name.chars().count(), 2);
    assert_eq!(moves(&record), FOUR);
}

#[test]
fn d47_sjis_trail_backslash() {
    let record = one("d47");
    assert_eq!(record.encoding.name(), "Shift_JIS");
    assert_eq!(record.player(Colour::Black).name.chars().count(), 2);
    assert_eq!(komi(&record), Some(13));
    assert_eq!(moves(&record), FOUR);
}

#[test]
fn d49_ca_lies() {
    let record = one("d49");
    assert_eq!((record.encoding.name(), record.player(Colour::Black).name), ("UTF-8", "柯洁"));
    assert!(has(&record, Code::EncodingMisnamed));
}

#[test]
fn d50_compressed_points() {
    let (black, white) = one("d50").stones();
    assert_eq!((points(&black).as_str(), points(&white).as_str()), ("lc mc nb nc", "ob pb qb"));
}

#[test]
fn d51_duplicate_props() {
    let record = one("d51");
    let (black, white) = record.stones();
    assert_eq!((points(&black).as_str(), points(&white).as_str()), ("ee ef ff", "dd ed"));
    assert!(has(&record, Code::PropertyRepeated));
}

#[test]
fn d53_sz_19_19() {
    let record = one("d53");
    assert_eq!((record.size.width(), record.size.height()), (19, 19));
    assert!(has(&record, Code::SizeForm));
}

#[test]
fn d54_setup_then_black() {
    let record = one("d54");
    assert_eq!(moves(&record), "Bpd Wpp");
    assert_eq!(points(&record.stones().0), "dd");
}

#[test]
fn d56_ha_ne_ab() {
    let record = one("d56");
    assert_eq!(record.handicap.declared, Some(7));
    assert_eq!(record.stones().0.len(), 9);
    assert!(has(&record, Code::HandicapDiffers));
}

#[test]
fn d58_fox_ab_after_root() {
    let record = one("d58");
    assert_eq!((record.handicap.declared, record.handicap.stones), (Some(2), 2));
    assert_eq!(points(&record.stones().0), "dp pd");
    assert_eq!(komi(&record), Some(0));
    assert!(has(&record, Code::HandicapLate));
    assert_eq!(moves(&record), "Wdd Bpp");
}

#[test]
fn d59_same_color_twice() {
    let record = one("d59");
    assert_eq!(moves(&record), "Bpd Wdp Wdd Bpp");
    let twice: Vec<_> = record.findings.iter().filter(|finding| finding.code == Code::SameSideTwice).collect();
    assert_eq!((twice.len(), twice[0].found.as_str()), (1, "move 3"));
}

#[test]
fn d60_move_on_stone() {
    assert_eq!(moves(&one("d60")), "Bpd Wdp Bpd");
}

#[test]
fn d62_tw_tb_last_node() {
    let record = one("d62");
    assert_eq!(moves(&record), "Bea Wfa Bpass Wpass");
    assert_eq!((points(&record.marks.black).as_str(), points(&record.marks.white).as_str()), ("da", "ga"));
    assert!(record.properties().any(|property| property.name == "OS" && property.values == ["x"]));
    assert_eq!(komi(&record), Some(0));
}

#[test]
fn d63_time_in_node() {
    let record = one("d63");
    assert_eq!(moves(&record), "Bpd Wdp");
    let clocks: Vec<_> = record.clocks.iter().map(|it| (it.after, it.colour, it.left, it.overtime)).collect();
    assert_eq!(clocks, [(1, Colour::Black, Some(599_000), Some(15)), (2, Colour::White, Some(600_000), None)]);
}

#[test]
fn d65_collection() {
    let games = all("d65");
    assert_eq!(games.iter().map(|game| game.index).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(result(&games[0]), (B, By::Resignation, None));
    assert_eq!(result(&games[1]), (W, By::Count, Some(5)));
    assert!(games.iter().all(|game| moves(game) == FOUR));
}

#[test]
fn d66_gm_missing_sz_missing() {
    let record = one("d66");
    assert_eq!(record.size.width(), 19);
    assert!(has(&record, Code::SizeMissing) && has(&record, Code::GameNotNamed));
    assert_eq!(moves(&record), FOUR);
}

#[test]
fn d67_variation_before_main() {
    let record = one("d67");
    assert_eq!(moves(&record), "Bpd Wdp Bpp");
    assert!(has(&record, Code::VariationsLeftOut));
}

#[test]
fn d68_empty_node() {
    let record = one("d68");
    assert_eq!(moves(&record), "Baa Wbb");
    assert!(has(&record, Code::NodeEmpty));
}

#[test]
fn d70_upper_coords() {
    let record = one("d70");
    assert_eq!(record.size.width(), 29);
    assert_eq!(record.moves[0].play, Play::At(Coord { x: 26, y: 26 }));
    assert_eq!(record.moves[1].play, Play::At(Coord { x: 2, y: 28 }));
}

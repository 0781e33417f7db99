//! Oddities of records in the wild, each with its reading and its finding.

#![allow(clippy::unwrap_used)]

use weiqi_rules::record::{Code, Encoding, KomiUnit, Record, Refusal, UNCLEAR, Winner};
use weiqi_rules::{Colour, Coord, Play};

fn one(text: &str) -> Record {
    bytes(text.as_bytes())
}

fn bytes(bytes: &[u8]) -> Record {
    let mut games = Record::read_all(bytes);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).unwrap()
}

/// Komi in half points.
fn komi(record: &Record) -> Option<i32> {
    record.komi.half_points.map(|half| half.0)
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

/// The findings of a record but those that say what is missing.
fn odd(record: &Record) -> Vec<Code> {
    let missing = [Code::GameNotNamed, Code::SizeMissing, Code::KomiMissing, Code::ResultMissing];
    record.findings.iter().map(|finding| finding.code).filter(|code| !missing.contains(code)).collect()
}

fn points(points: &[Coord]) -> String {
    let mut points: Vec<String> = points.iter().map(Coord::to_string).collect();
    points.sort();
    points.join(" ")
}

#[test]
fn a_plain_record_has_no_findings() {
    let record = one("(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[6.5]PB[A]PW[B]RE[B+2.5];B[pd];W[dp];B[];W[])");
    assert_eq!(record.findings, []);
}

#[test]
fn two_moves_in_one_node_are_both_played() {
    let record = one("(;SZ[9];B[ee]W[cc];B[gg])");
    assert_eq!((moves(&record).as_str(), odd(&record)), ("Bee Wcc Bgg", vec![Code::MovesInOneNode]));
}

#[test]
fn a_move_in_the_first_node_is_a_move() {
    let record = one("(;B[ee]SZ[9]KM[5.5];W[cc])");
    assert_eq!((moves(&record).as_str(), komi(&record), odd(&record)), ("Bee Wcc", Some(11), vec![]));
}

#[test]
fn handicap_stones_written_as_moves_are_stones() {
    let record = one("(;SZ[19]HA[3];B[dd];B[pd];B[dp];W[pp];B[cc]BL[10])");
    assert_eq!(points(&record.stones().0), "dd dp pd");
    assert_eq!((moves(&record).as_str(), odd(&record)), ("Wpp Bcc", vec![Code::HandicapAsMoves]));
    assert_eq!((record.clocks[0].after, record.handicap.stones), (2, 3));
    let passes = one("(;SZ[19]HA[2];B[dd];W[];B[pd];W[pp])");
    assert_eq!((points(&passes.stones().0).as_str(), moves(&passes).as_str()), ("dd pd", "Wpp"));
    let too_few = one("(;SZ[19]HA[3];B[dd];W[pp])");
    assert_eq!((moves(&too_few).as_str(), odd(&too_few)), ("Bdd Wpp", vec![Code::HandicapDiffers]));
}

#[test]
fn handicap_stones_that_are_left_out_stand_on_the_usual_points() {
    let record = one("(;SZ[19]HA[2];W[dd];B[pp])");
    assert_eq!((points(&record.stones().0).as_str(), odd(&record)), ("dp pd", vec![Code::HandicapPlaced]));
    let taken = one("(;SZ[19]HA[2];W[pd];B[pp])");
    assert_eq!((points(&taken.stones().0).as_str(), odd(&taken)), ("", vec![Code::HandicapDiffers]));
}

#[test]
fn one_stone_is_no_handicap() {
    let record = one("(;SZ[19]HA[1]KM[0.5];B[dd];W[pp])");
    assert_eq!((record.handicap.number(), odd(&record)), (0, vec![]));
}

#[test]
fn setup_between_moves_is_kept_in_its_place() {
    let record = one("(;SZ[9]AB[ee][ff]AW[cc];AE[ee]PL[W];W[dd];AB[aa];B[bb])");
    assert_eq!(record.setups.iter().map(|setup| setup.after).collect::<Vec<_>>(), [0, 0, 1]);
    let (black, white) = record.stones();
    assert_eq!((points(&black).as_str(), points(&white).as_str()), ("ff", "cc"));
    assert_eq!(odd(&record), [Code::SetupLate]);
    let twice = one("(;SZ[9]AB[ee]AW[ee];B[dd])");
    assert_eq!((points(&twice.stones().0).as_str(), odd(&twice)), ("ee", vec![Code::SetupContradicts]));
}

#[test]
fn lower_case_names_and_points_in_other_ways() {
    let record = one("(;sz[9]km[5.5]pb[x];b[ee];w[cc];black[gg])");
    assert_eq!((moves(&record).as_str(), komi(&record)), ("Bee Wcc Bgg", Some(11)));
    assert_eq!(odd(&record), [Code::NameLowerCase]);
    let record = one("(;SZ[19]AB[ddpp][dp, pd];W[Q16];B[CC])");
    assert_eq!(points(&record.stones().0), "dd dp pd pp");
    assert_eq!((moves(&record).as_str()), "Wpd Bcc");
    assert!(odd(&record).contains(&Code::PointsGlued));
}

#[test]
fn points_outside_the_board_are_kept_for_the_referee() {
    let record = one("(;SZ[9];B[ee];W[pp])");
    assert_eq!((moves(&record).as_str(), odd(&record)), ("Bee Wpp", vec![Code::PointOffBoard]));
    let record = one("(;SZ[9];B[ee];W[5])");
    assert_eq!((moves(&record).as_str(), odd(&record)), ("Bee W?", vec![Code::PointUnclear]));
}

#[test]
fn oblong_boards_and_wrong_sizes() {
    let record = one("(;SZ[5:7];B[eg])");
    assert_eq!((record.size.width(), record.size.height(), odd(&record)), (5, 7, vec![]));
    for text in ["(;SZ[53];B[aa])", "(;SZ[0])", "(;SZ[-10];B[aa])", "(;SZ[200])"] {
        assert_eq!(Record::read_all(text.as_bytes())[0].as_ref().unwrap_err().reason, Refusal::Size, "{text}");
    }
    assert_eq!(odd(&one("(;SZ[large];B[aa])")), [Code::SizeUnclear]);
    assert_eq!(Record::read_all(b"(;GM[2])")[0].as_ref().unwrap_err().reason, Refusal::OtherGame);
}

#[test]
fn text_around_and_between() {
    let record = one("From: x (y)\n\n(;SZ[9];B[ee] oops ;W[cc])\n-- \nbye");
    assert_eq!(moves(&record), "Bee Wcc");
    assert_eq!(odd(&record), [Code::TextBefore, Code::TextBetween, Code::TextAfter]);
    let record = one(";SZ[9];B[ee];W[cc])");
    assert_eq!((moves(&record).as_str(), odd(&record)), ("Bee Wcc", vec![Code::OpeningMissing]));
}

#[test]
fn a_game_in_a_game_is_the_next_game() {
    let games = Record::read_all(b"(;GM[1]SZ[9];B[ee];W[cc]\n(;GM[1]SZ[9];B[aa])");
    let games: Vec<Record> = games.into_iter().map(Result::unwrap).collect();
    assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), ["Bee Wcc", "Baa"]);
    assert_eq!(odd(&games[0]), [Code::ClosingMissing]);
    assert_eq!((games[1].index, odd(&games[1])), (1, vec![]));
}

#[test]
fn a_bad_game_does_not_hide_the_next() {
    let games = Record::read_all(b"(;GM[6];B[ee](;W[cc]))(;GM[1]SZ[9];B[aa])");
    assert_eq!(games.len(), 2);
    assert!(games[0].is_err());
    assert_eq!(moves(games[1].as_ref().unwrap()), "Baa");
}

#[test]
fn semicolons_and_parentheses_within_values_are_text() {
    let record = one("(;SZ[9]C[a;b (c) ;B[d\\]];B[ee]C[x)];W[cc])");
    assert_eq!(moves(&record), "Bee Wcc");
    assert_eq!(record.comments().collect::<Vec<_>>(), [(0, "a;b (c) ;B[d]"), (1, "x)")]);
}

#[test]
fn a_move_whose_bracket_is_missing_does_not_swallow_the_next() {
    let record = one("(;SZ[9];B[ee;W[cc];B[gg])");
    assert_eq!((moves(&record).as_str(), odd(&record)), ("Bee Wcc Bgg", vec![Code::BracketMissing]));
}

#[test]
fn results_and_komi_at_the_end_are_found() {
    let record = one("(;GM[1]SZ[9];B[ee];W[cc]RE[W+R]KM[7])");
    assert_eq!(record.outcome.winner, Winner::Side(Colour::White));
    assert_eq!((komi(&record), odd(&record)), (Some(14), vec![Code::PropertyLate; 2]));
    let record = one("(;GM[1]SZ[9]RE[B+R];B[ee];W[cc]RE[W+R])");
    assert_eq!(record.outcome.winner, Winner::Side(Colour::Black));
}

#[test]
fn komi_in_the_name_of_the_event() {
    let record = one("(;GM[1]SZ[19]KM[]EV[分先:黑贴7目半]RE[白胜43.5目];B[pd])");
    assert_eq!((komi(&record), record.komi.unit), (Some(15), Some(KomiUnit::Points)));
    assert_eq!(odd(&record), [Code::KomiEmpty, Code::KomiFromText, Code::ResultForm]);
}

#[test]
fn marks_count_only_after_the_last_move() {
    let record = one("(;SZ[9];B[ee]TB[aa:bb]MA[cc];W[cd])");
    assert_eq!((record.marks.black.len(), record.marks.signs.len()), (0, 0));
    let record = one("(;SZ[9];B[ee];W[cd]TB[aa:bb]TW[ii]MA[cc])");
    assert_eq!((record.marks.black.len(), record.marks.white.len(), record.marks.signs.len()), (4, 1, 1));
}

#[test]
fn each_game_of_a_collection_may_have_an_encoding_of_its_own() {
    let mut file = b"(;GM[1]CA[GB18030]SZ[9]PB[".to_vec();
    file.extend(b"\xC0\xEE\xB2\xFD\xB8\xE4\xBE\xC5\xB6\xCE"); // 李昌镐九段
    file.extend(b"];B[ee])\n(;GM[1]CA[Shift_JIS]SZ[9]PB[");
    file.extend(b"\x88\xCB\x93\x63\x8B\x49\x8A\xEE\x8B\xE3\x92\x69"); // 依田紀基九段
    file.extend(b"];B[ee];W[cc])");
    let games: Vec<Record> = Record::read_all(&file).into_iter().map(Result::unwrap).collect();
    let names: Vec<(&str, Encoding)> = games.iter().map(|it| (it.player(Colour::Black).name, it.encoding)).collect();
    assert_eq!(names, [("李昌镐九段", Encoding::GB18030), ("依田紀基九段", Encoding::SHIFT_JIS)]);
    let last = games[1].moves[1].offset as usize;
    assert_eq!((&file[last..last + 5], games[1].index), (&b"W[cc]"[..], 1));
}

#[test]
fn findings_point_at_the_bytes_of_the_file() {
    let mut file = b"(;GM[1]SZ[19]PB[".to_vec();
    file.extend(b"\xB3\xA3\xEA\xBB\xBE\xC5\xB6\xCE]PW["); // 常昊九段
    file.extend(b"\xC0\xEE\xB2\xFD\xB8\xE4];B[pd];W[zz])"); // 李昌镐
    let record = bytes(&file);
    let finding = record.findings.iter().find(|finding| finding.code == Code::PointOffBoard).unwrap();
    assert_eq!(&file[finding.offset..finding.offset + 2], b"zz");
    let place = record.moves[1].offset as usize;
    assert_eq!(&file[place..place + 2], b"W[");
}

#[test]
fn limits_hold_without_recursion() {
    let deep = format!("(;GM[1]SZ[9]{}", "(;B[aa]".repeat(200_000));
    assert_eq!(Record::read_all(deep.as_bytes())[0].as_ref().unwrap_err().reason, Refusal::TooDeep);
    let long = format!("(;GM[1]SZ[9]{})", ";B[aa]".repeat(100_001));
    assert_eq!(Record::read_all(long.as_bytes())[0].as_ref().unwrap_err().reason, Refusal::TooManyNodes);
    let nothing = "(".repeat(300_000);
    assert_eq!(Record::read_all(nothing.as_bytes())[0].as_ref().unwrap_err().reason, Refusal::NoGame);
    let brackets = format!("(;C{}", "[a".repeat(300_000));
    assert!(Record::read_all(brackets.as_bytes())[0].is_ok());
}

/// Each of these would take hours, or all the memory, if its cost were not in proportion to its length.
#[test]
fn hostile_files_cost_no_more_than_their_length() {
    let many = |part: &str| part.repeat(300_000);
    let rectangles = format!("(;GM[1]SZ[52]AB{})", "[aa:ZZ]".repeat(20_000));
    let refused = Record::read_all(rectangles.as_bytes()).remove(0).unwrap_err();
    assert_eq!(refused.reason, Refusal::TooManyPoints);
    // A setup between moves costs whoever plays the game through a whole board.
    for (size, setups, fits) in [("52", 1_400, true), ("52", 1_500, false), ("19", 10_000, true), ("9", 45_000, true)] {
        let text = format!("(;GM[1]SZ[{size}]{})", ";B[];AE[aa]".repeat(setups));
        let read = Record::read_all(text.as_bytes()).remove(0);
        assert_eq!(
            read.err().map(|refused| refused.reason),
            (!fits).then_some(Refusal::TooManyPoints),
            "{size} {setups}"
        );
    }
    for text in [
        format!("(;GM[1]SZ[9]RE[{0}]KM[{0}]HA[{0}]DT[{0}]TM[{0}]EV[贴{0}])", many("一")),
        format!("(;GM[1]SZ[9]{})", "RE[B+R]".repeat(99_000)),
        format!("(;GM[1]SZ[9]{})", ";RE[B+R]".repeat(99_000)),
        format!("(;GM[1]SZ[9]{})", ";AB[aa]AE[bb]".repeat(99_000)),
        format!("(;GM[1]SZ[9]{})", ";B[aa];AE[aa]".repeat(49_000)),
        format!("(;GM[1]SZ[9]C[{}])", many("[x] ")),
        format!("(;GM[1]SZ[9];B[{})", many("a;")),
        many("(;CA["),
        many("(a "),
        many("x\n"),
    ] {
        for game in Record::read_all(text.as_bytes()).iter().flatten() {
            let _ = (game.dates(), game.time(), game.player(Colour::Black), game.stones(), game.to_sgf().len());
        }
    }
    let labels = [b"(;CA[x]".repeat(100_000), b"\xFF".to_vec(), b"CA[y]CA[z]".repeat(100_000)].concat();
    assert!(!Record::read_all(&labels).is_empty());
}

#[test]
fn what_is_written_is_plain_sgf() {
    let record = one("(;KM[3又3/4子]RE[黑胜1又1/4子]SZ[19]PB[a]b]HA[0];B[pd]C[x[1\\]];W[tt])");
    let written = record.to_sgf();
    assert_eq!(written, "(;FF[4]GM[1]CA[UTF-8]SZ[19]KM[7.5]HA[0]RE[B+2.5]PB[a]\n;B[pd]C[x\\[1\\]];W[])\n");
}

#[test]
fn a_name_cut_within_a_character_does_not_swallow_the_next() {
    let mut file = b"(;GM[1]SZ[19]CA[GBK]PB[\xBF\xC2\xBD]PW[".to_vec(); // 柯 and half of 洁
    file.extend(b"\xC0\xEE\xB2\xFD\xB8];B[pd];W[dp])"); // 李昌 and half of 镐
    let record = bytes(&file);
    assert_eq!(record.player(Colour::Black).name, "柯\u{FFFD}");
    assert_eq!(record.player(Colour::White).name, "李昌\u{FFFD}");
    assert_eq!((moves(&record).as_str(), odd(&record)), ("Bpd Wdp", vec![Code::EncodingBroken]));
}

/// A record for each code that raises it.
const RAISED: &[(Code, &[u8])] = &[
    (Code::EncodingMisnamed, "(;CA[GBK]PB[柯洁])".as_bytes()),
    (Code::EncodingUnknown, b"(;CA[foo]PB[x])"),
    (Code::EncodingGuessed, b"(;PB[\xBF\xC2\xBD\xE0])"),
    (Code::EncodingBroken, b"(;CA[GBK]PB[\xBF\xC2\xBD]PW[x])"),
    (Code::TextBefore, b"hello (;SZ[9])"),
    (Code::TextAfter, b"(;SZ[9]) hello"),
    (Code::TextBetween, b"(;SZ[9] hello;B[aa])"),
    (Code::OpeningMissing, b";SZ[9];B[aa])"),
    (Code::ClosingMissing, b"(;SZ[9];B[aa]"),
    (Code::SemicolonMissing, b"(SZ[9];B[aa])"),
    (Code::BracketMissing, b"(;SZ[9];B[aa;W[bb])"),
    (Code::BracketUnescaped, b"(;US[Club[3d]]SZ[9])"),
    (Code::BracketStray, b"(;SZ[9]];B[aa])"),
    (Code::VariationsLeftOut, b"(;SZ[9](;B[aa])(;B[bb]))"),
    (Code::NodeMisplaced, b"(;SZ[9](;B[aa]);W[bb])"),
    (Code::NodeEmpty, b"(;SZ[9];;B[aa])"),
    (Code::NameLowerCase, b"(;sz[9])"),
    (Code::NameCut, b"(;SZ[9]ABCDEFGHIJKLMNOPQRSTUVWXYZ[x])"),
    (Code::ValueMissing, b"(;SZ[9];B;W[aa])"),
    (Code::PropertyRepeated, b"(;SZ[9]AB[aa]AB[bb])"),
    (Code::PropertyLate, b"(;SZ[9];B[aa]RE[B+R])"),
    (Code::GameNotNamed, b"(;SZ[9])"),
    (Code::SizeMissing, b"(;GM[1])"),
    (Code::SizeUnclear, b"(;SZ[large])"),
    (Code::SizeForm, b"(;SZ[9:9])"),
    (Code::PointOffBoard, b"(;SZ[9];B[pp])"),
    (Code::PointUnclear, b"(;SZ[9];B[5])"),
    (Code::PointsGlued, b"(;SZ[9]AB[aabb])"),
    (Code::PointUpperCase, b"(;SZ[9];B[AA])"),
    (Code::PointHuman, b"(;SZ[9];B[E5])"),
    (Code::PassSpaces, b"(;SZ[9];B[ ])"),
    (Code::PassOutside, b"(;SZ[9];B[jj])"),
    (Code::MovesInOneNode, b"(;SZ[9];B[aa]W[bb])"),
    (Code::SameSideTwice, b"(;SZ[9];B[aa];B[bb])"),
    (Code::WhiteFirst, b"(;SZ[9];W[aa])"),
    (Code::HandicapAsMoves, b"(;SZ[9]HA[2];B[aa];B[bb];W[cc])"),
    (Code::HandicapLate, b"(;SZ[9]HA[2];AB[aa][bb];W[cc])"),
    (Code::HandicapDiffers, b"(;SZ[9]HA[3]AB[aa][bb];W[cc])"),
    (Code::HandicapPlaced, b"(;SZ[9]HA[2];W[ee])"),
    (Code::HandicapUnclear, b"(;SZ[9]HA[some])"),
    (Code::SetupContradicts, b"(;SZ[9]AB[aa]AW[aa])"),
    (Code::SetupLate, b"(;SZ[9];B[aa];AW[bb])"),
    (Code::KomiMissing, b"(;SZ[9])"),
    (Code::KomiEmpty, b"(;KM[])"),
    (Code::KomiUnclear, b"(;KM[some])"),
    (Code::KomiHundredths, b"(;KM[650])"),
    (Code::KomiZi, b"(;KM[3.75])"),
    (Code::KomiDropped, b"(;KM[0]AP[foxwq])"),
    (Code::KomiForm, b"(;KM[6,5])"),
    (Code::KomiFromText, "(;EV[黑贴7目半])".as_bytes()),
    (Code::KomiLarge, b"(;KM[48.5])"),
    (Code::ResultMissing, b"(;SZ[9])"),
    (Code::ResultUnclear, b"(;RE[adjourned])"),
    (Code::ResultForm, "(;RE[黑胜])".as_bytes()),
    (Code::ResultCut, b"(;RE[B+0.2])"),
    (Code::ResultRemark, b"(;RE[B+R (move 20)])"),
    (Code::TimeInMinutes, b"(;RD[2016-03-03]TM[180]LT[60]LC[5])"),
    (Code::ClockUnclear, b"(;SZ[9];B[aa]BL[soon])"),
    (Code::LineUnknown, b"\\HS\n\\HE\n\\GS\nSTO 0 2 1 3 3\nXYZ 1\n\\GE\n"),
];

#[test]
fn every_code_has_a_record_that_raises_it() {
    for (code, text) in RAISED {
        let record = bytes(text);
        assert!(record.findings.iter().any(|finding| finding.code == *code), "{code:?} {:?}", record.findings);
    }
    for code in Code::ALL {
        assert!(RAISED.iter().any(|(raised, _)| raised == code), "{code:?}");
    }
}

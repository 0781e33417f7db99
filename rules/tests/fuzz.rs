//! Bytes that nobody would send: changed records of each format, so many of them, the same every time.
//!
//! Each target starts from the fixtures of its format and changes them by bytes and by words of the format. What leads to
//! findings or verdicts that were not seen before is kept and changed further, so that the inputs wander into corners. How
//! many inputs a target tries is fixed: `QIPIN_TEST_FUZZ` sets another number. An input that breaks something is written
//! into the target folder; it belongs into `formats` as a fixture, where those that were found are called `fuzzed`.

#![allow(missing_docs, clippy::unwrap_used)]

#[path = "support/changed.rs"]
mod changed;
#[path = "support/checks.rs"]
mod checks;
mod support;

use changed::{Random, target};
use checks::read_and_check;
use std::collections::BTreeSet;
use support::samples;
use weiqi_rules::judge::{OnVoid, Options, judge};
use weiqi_rules::record::{FINDINGS_OF_A_CODE, Record};

/// What an input showed, as far as it makes inputs different.
fn shown(games: &[Result<Record, weiqi_rules::record::Unreadable>]) -> String {
    let mut shown = String::new();
    for game in games.iter().take(4) {
        match game {
            Ok(game) => {
                let codes: BTreeSet<_> = game.findings.iter().map(|finding| finding.code).collect();
                shown += &format!("{:?} {} {:?} {codes:?};", game.format, game.encoding, game.outcome.by);
            }
            Err(error) => shown += &format!("{:?};", error.reason),
        }
    }
    shown
}

fn check(bytes: &[u8]) -> String {
    let games = Record::read_all(bytes);
    for game in games.iter().flatten() {
        // No input makes more of itself than it has bytes, but for rectangles of points.
        assert!(
            game.moves.len() + game.clocks.len() + game.setups.len() + game.properties().count() <= bytes.len() + 8
        );
        assert!(game.findings.len() <= FINDINGS_OF_A_CODE * 80);
    }
    read_and_check(bytes, "fuzzed");
    shown(&games)
}

fn of(endings: &[&str]) -> Vec<Vec<u8>> {
    let ends = |name: &str| endings.iter().any(|ending| name.ends_with(ending));
    samples().iter().filter(|(name, _)| ends(name)).map(|(_, bytes)| bytes.clone()).collect()
}

const SGF: &[&str] = &[
    "(;",
    "(",
    ")",
    ";",
    "[",
    "]",
    "\\",
    "\\]",
    "[]",
    "B[pd]",
    ";W[dp]",
    "B[tt]",
    "B[]",
    "AB[aa:ss]",
    "AB[dd][pp]",
    "AE[aa]",
    "PL[W]",
    "SZ[19]",
    "SZ[52]",
    "SZ[1:52]",
    "SZ[5:7]",
    "GM[1]",
    "GM[2]",
    "FF[4]",
    "CA[GBK]",
    "CA[UTF-8]",
    "CA[x]",
    "HA[9]",
    "HA[-1]",
    "KM[375]",
    "KM[6目半]",
    "RE[B+3.5]",
    "RE[黑胜1又1/4子]",
    "RE[]",
    "TB[aa:zz]",
    "TW[aa]",
    "C[",
    "BL[10.5]",
    "WL[-1]",
    "OB[3]",
    "OT[5x30 byo-yomi]",
    "TM[1h]",
    "TR[aa]",
    "ST[2]",
    "black[ee]",
    "Q16",
    "CoPyright[x]",
    "\u{feff}",
    "\u{3000}",
    "黑",
    "\r\n",
];

#[test]
fn sgf() {
    target("sgf", 1, of(&[".sgf"]), SGF, check);
}

#[test]
fn gib() {
    let words = [
        "\\HS\r\n",
        "\\HE\r\n",
        "\\GS\r\n",
        "\\GE\r\n",
        "\\[GAMEBLACKNAME=",
        "\\[GAMEINFOMAIN=GRLT:1,ZIPSU:65,DUM:0,GONGJE:65,TCNT:1\\]\r\n",
        "\\[GAMETAG=S1,R3,D5,G65,W5,Z0,T30-3-1200,C2019:03:08:10:20\\]\r\n",
        "INI 0 1 3 &4\r\n",
        "STO 0 2 1 15 3\r\n",
        "SKI 0 3\r\n",
        "\\]\r\n",
        ",",
        ":",
        "=",
        "\r\n",
        "-5",
        "9999999",
    ];
    target("gib", 2, of(&[".gib"]), &words, check);
}

#[test]
fn ngf() {
    let words = [
        "PMABBREER\r\n",
        "PMZZWZZZZ\r\n",
        "PMABB@@@@\r\n",
        "19\r\n",
        "\r\n",
        "20170316 [09:37]\r\n",
        "Black wins by 0.5!\r\n",
        "White wins by resign\r\n",
        "白 5子胜",
        "0\r\n",
        "7\r\n",
        "A  9D*\r\n",
    ];
    target("ngf", 3, of(&[".ngf"]), &words, check);
}

#[test]
fn ugf() {
    let words = [
        "[Header]\r\n",
        "[Data]\r\n",
        "[Figure]\r\n",
        "[Remote]\r\n",
        "Ver=UGF3,200\r\n",
        "Size=19\r\n",
        "Hdcp=9,0.50\r\n",
        "Winner=B,7.50\r\n",
        "Winner=W,C\r\n",
        "Lang=GB\r\n",
        "Lang=JP\r\n",
        "CoordinateType=IGS\r\n",
        "CoordinateType=JPN\r\n",
        "QP,B1,1,0\r\n",
        "YA,W2,2,0\r\n",
        "JJ,B0,0,0\r\n",
        ".Text,1\r\n",
        ".EndText\r\n",
        ".#,1\r\n",
        ",",
        "=",
    ];
    target("ugf", 4, of(&[".ugf", ".ugi"]), &words, check);
}

/// The fixtures in every encoding that is told apart, the label right or wrong.
#[test]
fn encodings() {
    let mut corpus = Vec::new();
    let texts = [
        "(;CA[gb2312]PB[常昊]PW[李昌镐]RE[黑胜1又1/4子];B[pd];W[dp])",
        "(;CA[Big5]PB[張栩]RE[黑中盤勝];B[pd])",
        "(;PB[依田紀基]EV[名人戦];B[pd])",
    ];
    for text in texts {
        for label in ["gb18030", "big5", "shift_jis", "euc-jp", "euc-kr", "iso-2022-jp", "windows-1252"] {
            let (bytes, _, _) = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(text);
            corpus.push(bytes.into_owned());
        }
        let wide: Vec<u16> = text.encode_utf16().collect();
        corpus.push(wide.iter().flat_map(|unit| unit.to_le_bytes()).collect());
        corpus.push([0xFE, 0xFF].into_iter().chain(wide.iter().flat_map(|unit| unit.to_be_bytes())).collect());
    }
    let words = [
        "CA[GBK]",
        "CA[Shift_JIS]",
        "CA[UTF-16]",
        "\u{feff}",
        "\u{1b}$B",
        "\u{1b}(B",
        "]",
        "\\",
        "é",
        "镐",
        "戦",
        "\0",
    ];
    target("encodings", 5, corpus, &words, check);
}

/// Results, komi, handicap, dates, ranks and times: values of a record that are read by parsers of their own.
#[test]
fn values() {
    let corpus = [
        "(;SZ[9]RE[黑胜1又1/4子]KM[3又3/4子]HA[2]DT[1996-05,06,1997-01-02]TM[1h30m]OT[3次30秒读秒]BR[业余6段]WR[9d*])",
        "(;SZ[9]RE[White wins by 3.25 (moves 250)]KM[6目半]DT[平成元年3月4日]TM[10:00(5x1:00)]OT[25/600 Canadian]BR[準名人]WR[18k?])",
        "(;SZ[9]RE[흑 2집반승]KM[375]DT[2019年3月8日~10日]TM[各2小时45分]OT[保留五分钟读秒]RO[3]RU[应氏计点])",
    ];
    let words = [
        "又",
        "半",
        "子",
        "目",
        "四分之三",
        "1/4",
        "3/0",
        "/",
        "½",
        "¾",
        "负",
        "－",
        "九",
        "十百千",
        "贴",
        "黑",
        "白",
        "胜",
        "中盘",
        "超时",
        "年",
        "月",
        "日",
        "平成",
        "令和",
        "-",
        ",",
        "~",
        "小时",
        "分",
        "秒",
        "保留",
        "次",
        "x",
        "byo-yomi",
        "fischer",
        "段",
        "级",
        "9p",
        "초단",
        "１",
        "٣",
        "]KM[",
        "]DT[",
        "]RE[",
        "]OT[",
        "]TM[",
    ];
    target("values", 6, corpus.map(|text| text.as_bytes().to_vec()).to_vec(), &words, check);
}

/// Words of records that are judged.
const JUDGED: &[&str] = &[
    ";B[aa]",
    ";W[bb]",
    ";B[]",
    ";W[]",
    "AB[aa:cc]",
    "AW[ab]",
    "AE[aa:dd]",
    "SZ[2]",
    "SZ[1]",
    "SZ[2:25]",
    "RE[B+1]",
    "RE[W+0.25]",
    "RE[0]",
    "RU[chinese]",
    "RU[ancient]",
    "RU[button]",
    "RU[wmsg]",
    "RU[ing]",
    "RU[tromp]",
    "RU[korean]",
    "TB[aa]",
    "TW[ba:cb]",
    "MA[aa][bb]",
    "KM[]",
    "HA[4]",
    "BL[0]",
    "OT[保留1分钟]",
];

/// What was read is judged without a panic, whatever it is.
#[test]
fn verdicts() {
    let corpus: Vec<Vec<u8>> = [
        "(;SZ[5]KM[2.75]RU[中国规则]RE[白胜1/4子];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[])",
        "(;SZ[7:5]HA[2]AB[bb][fd]KM[0]RU[aga]RE[B+3];W[cb];B[cc];W[dc];B[];W[]TB[aa]TW[ga])",
        "(;SZ[4]RU[NZ]RE[W+16];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[dc];W[cc];B[bc];W[ac];B[ad];W[bd];B[cd];W[dd])",
        "(;SZ[6]RU[Japanese]KM[0.5]RE[B+2.5]AB[aa][bb]AW[cc];B[dd];AE[aa]AW[ee];W[ff];B[tt];W[tt])",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec();
    target("verdicts", 7, corpus, JUDGED, |bytes| verdicts_of(bytes, 64));
}

/// The same on boards of full size: games that stop before both sides have passed, with marks and without, and stones all
/// over the largest board that is counted.
#[test]
fn verdicts_on_whole_boards() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let mut corpus = Vec::new();
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    for path in names.iter().filter(|path| path.to_str().unwrap().contains("-19-")) {
        let whole = std::fs::read_to_string(path).unwrap();
        let stopped = whole.replace(";B[]", "").replace(";W[]", "");
        let unmarked = &stopped[..stopped.find("TB[").unwrap()];
        corpus.extend([format!("{unmarked};B[])"), format!("{unmarked})"), stopped]);
    }
    let mut random = Random(25);
    for (side, rules) in [(19, "Japanese"), (25, "Japanese"), (25, "Chinese")] {
        let mut stones = [String::new(), String::new(), String::new()];
        for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
            let point = format!("[{}{}]", char::from(b'a' + x), char::from(b'a' + y));
            stones[random.below(3)] += &point;
        }
        let [black, white, _] = &stones;
        corpus.push(format!("(;SZ[{side}]KM[0.5]RU[{rules}]RE[B+1.5]AB{black}AW{white};B[])"));
        corpus.push(format!("(;SZ[{side}]KM[0.5]RU[{rules}]RE[W+0.5]AB{black}AW{white};B[]MA{white})"));
    }
    assert!(corpus.len() >= 12, "{}", corpus.len());
    let corpus: Vec<Vec<u8>> = corpus.into_iter().map(String::into_bytes).collect();
    for seed in &corpus {
        assert_ne!(verdicts_of(seed, 625), "");
    }
    target("boards", 8, corpus, JUDGED, |bytes| verdicts_of(bytes, 625));
}

/// The verdicts on the games of a file whose boards have so many points at most, with what is remarked.
fn verdicts_of(bytes: &[u8], area: u16) -> String {
    let mut verdicts = String::new();
    for game in Record::read_all(bytes).iter().flatten().filter(|game| game.size.area() <= area).take(3) {
        for on_void in [OnVoid::Stop, OnVoid::Pass] {
            let judged = judge(game, &Options { games: 2, on_void, ..Options::default() });
            let remarks: BTreeSet<_> = judged.remarks.iter().map(|remark| remark.kind).collect();
            verdicts += &format!("{} {} {:?} {remarks:?};", judged.verdict.key(), judged.rules.key, judged.dead_source);
        }
    }
    verdicts
}

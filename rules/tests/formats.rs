//! GIB, NGF, UGF and UGI read into the same record as SGF.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use weiqi_rules::record::{By, Code, Format, Overtime, Record, TimeSettings, Winner};
use weiqi_rules::{Colour, HalfPoints, Play};

fn read(name: &str) -> Record {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats").join(name);
    Record::read_all(&fs::read(path).unwrap()).remove(0).unwrap()
}

fn moves(record: &Record) -> Vec<(Colour, Play)> {
    record.moves.iter().map(|played| (played.colour, played.play)).collect()
}

/// The facts in one line.
fn shown(record: &Record) -> String {
    let player = |colour| {
        let player = record.player(colour);
        format!("{} {}", player.name, player.rank_text)
    };
    let day = record.dates().and_then(|dates| dates.first());
    format!(
        "{:?} {} | {} | {} | {} | {:?} | komi {} | {} stones | {}",
        record.format,
        record.encoding,
        player(Colour::Black),
        player(Colour::White),
        record.event().unwrap_or("-"),
        day.map(|day| (day.year, day.month.unwrap(), day.day.unwrap())),
        record.komi.half_points.map_or("?".into(), |komi| komi.to_string()),
        record.handicap.stones,
        record.place().unwrap_or("-"),
    )
}

#[test]
fn gib_of_china_with_handicap() {
    let record = read("handicap.gib");
    assert_eq!(
        shown(&record),
        "Gib GB18030 | 李小红 1级 | 王小明 3段 | 友谊赛 | Some((2019, 3, 8)) | komi 0 | 3 stones | 网络对局"
    );
    let outcome = &record.outcome;
    assert_eq!((outcome.winner, outcome.by), (Winner::Side(Colour::White), By::Count));
    assert_eq!(outcome.margin.unwrap().half_points(), Some(HalfPoints::points(11)));
    let overtime = Overtime::ByoYomi { periods: 1, seconds: 20 };
    assert_eq!(record.time(), Some(TimeSettings { main: Some(600), overtime }));
    assert_eq!((record.moves.len(), record.moves[0].colour), (24, Colour::White));
}

#[test]
fn gib_of_korea() {
    let record = read("even.gib");
    assert_eq!(
        shown(&record),
        "Gib EUC-KR | 김영희 4단 | 홍길동 5단 | 승급 대국 | Some((2019, 3, 8)) | komi 6.5 | 0 stones | 서울"
    );
    assert_eq!((record.outcome.winner, record.outcome.by), (Winner::Side(Colour::Black), By::Time));
    assert_eq!((record.moves.len(), record.moves[20].play), (24, Play::Pass));
}

#[test]
fn ngf_in_both_orders() {
    let record = read("even.ngf");
    assert_eq!(
        shown(&record),
        "Ngf UTF-8 | Li 4D | Wang 5D* | Rated game | Some((2017, 3, 16)) | komi 6.5 | 0 stones | www.example.org"
    );
    assert_eq!(record.outcome.margin.unwrap().half_points(), Some(HalfPoints(7)));
    let marked = read("marked.ngf");
    assert_eq!(
        shown(&marked),
        "Ngf GB18030 | 王小明 六段 | 李小红 五段 | 业余公开赛 | Some((2006, 9, 5)) | komi ? | 2 stones | 南京"
    );
    assert_eq!((marked.outcome.winner, marked.outcome.by), (Winner::Side(Colour::Black), By::Resignation));
}

#[test]
fn ugf_and_ugi() {
    let record = read("even.ugf");
    assert_eq!(
        shown(&record),
        "Ugf Shift_JIS | 山田太郎 3d | 佐藤花子 4d? | 第5回, 交流戦 | Some((2019, 3, 8)) | komi 6.5 | 0 stones | 東京"
    );
    assert_eq!((record.outcome.winner, record.outcome.by), (Winner::Side(Colour::White), By::Resignation));
    assert_eq!(record.rules().map(|rules| rules.key), Some("japanese"));
    assert_eq!(record.comments().collect::<Vec<_>>(), [(24, "良い碁でした")]);
    let review = read("handicap.ugi");
    assert_eq!((review.format, review.handicap.stones, review.moves.len()), (Format::Ugf, 2, 10));
    assert_eq!(review.outcome.margin.unwrap().half_points(), Some(HalfPoints(25)));
    assert!(review.findings.iter().any(|finding| finding.code == Code::VariationsLeftOut));
}

#[test]
fn one_game_is_the_same_in_each_format() {
    let gib = moves(&read("even.gib"));
    assert_eq!(gib, moves(&read("even.ngf")));
    assert_eq!(gib, moves(&read("even.ugf")));
    assert_eq!(gib.len(), 24);
}

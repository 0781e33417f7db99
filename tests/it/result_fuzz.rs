//! Whatever bytes arrive, reading them ends with one of three answers: never a panic, never a guess.

use proptest::prelude::*;
use qipin::domain::finding::Severity;
use qipin::domain::results::{
    Accepted, CheckContext, NamedBytes, Report, ResultsInput, Template, dry_run, read, template,
};
use qipin::text::Lang;
use std::io::{Cursor, Read, Write};

fn input<'a>(results: &'a [u8], players: Option<&'a [u8]>) -> ResultsInput<'a> {
    ResultsInput {
        results: NamedBytes { name: "a.results.csv", bytes: results },
        players: players.map(|bytes| NamedBytes { name: "a.players.csv", bytes }),
    }
}

/// What holds of every answer.
fn judge(results: &[u8], players: Option<&[u8]>) -> Report {
    let input = input(results, players);
    let report = dry_run("a.results.csv", &input, &CheckContext::default(), None).unwrap();
    // Now and then: it costs as much as the first time.
    if results.len().is_multiple_of(8) {
        let again = dry_run("a.results.csv", &input, &CheckContext::default(), None).unwrap();
        assert_eq!(report.json(), again.json(), "the same bytes, the same answer");
    }
    let refusing: Vec<_> = report.findings.iter().filter(|finding| finding.refuses()).collect();
    assert_eq!(report.accepted == Accepted::No, !refusing.is_empty(), "refused exactly with a reason");
    assert_eq!(report.sheet().is_some(), report.accepted != Accepted::No);
    match report.accepted {
        Accepted::Yes => assert!(report.adjustments.is_empty()),
        Accepted::WithAdjustments => assert!(!report.adjustments.is_empty()),
        Accepted::No => {}
    }
    for finding in &report.findings {
        assert!(finding.entry().is_some(), "{} is not in the registry", finding.code);
        assert!(!finding.en.is_empty() && !finding.zh.is_empty() && !finding.rule.is_empty());
        assert!(!finding.zh.contains('\n') && !finding.en.contains('\n'), "{}", finding.en);
        assert!(
            finding.severity != Severity::Error
                || finding.line.is_some()
                || finding.column.is_some()
                || finding.part != qipin::domain::finding::Part::Whole,
            "{} has no place",
            finding.code
        );
    }
    if let Some(sheet) = report.sheet() {
        for game in &sheet.games {
            assert!(game.black < sheet.entries.len());
            assert!(game.white.is_none_or(|white| white < sheet.entries.len() && white != game.black));
            assert!(game.round >= 1);
        }
    }
    report
}

fn csv(lang: Lang) -> (Vec<u8>, Vec<u8>) {
    (template(Template::ResultsCsv, lang), template(Template::PlayersCsv, lang))
}

/// A change of some bytes.
#[derive(Clone, Debug)]
enum Edit {
    Set(usize, u8),
    Insert(usize, Vec<u8>),
    Remove(usize, usize),
    Repeat(usize, usize),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let words = prop::sample::select(vec![
        &b","[..],
        b"\"",
        b"\n",
        b"\r",
        b"\0",
        b"?",
        b";",
        b"\t",
        "，".as_bytes(),
        "轮空".as_bytes(),
        "弃权".as_bytes(),
        "𠮷".as_bytes(),
        "３".as_bytes(),
        b"-1",
        b"99999999999999999999",
        b"1e9",
        b"bye",
        b"B+0",
        b"\xFF\xFE",
        b"\xD6\xD0",
        b"3.75",
        "五段".as_bytes(),
        "2014年2月30日".as_bytes(),
    ]);
    let one = prop_oneof![
        (any::<usize>(), any::<u8>()).prop_map(|(at, byte)| Edit::Set(at, byte)),
        (any::<usize>(), words).prop_map(|(at, word)| Edit::Insert(at, word.to_vec())),
        (any::<usize>(), 1_usize..40).prop_map(|(at, length)| Edit::Remove(at, length)),
        (any::<usize>(), 1_usize..60).prop_map(|(at, length)| Edit::Repeat(at, length)),
    ];
    prop::collection::vec(one, 1..6)
}

fn apply(bytes: &mut Vec<u8>, edits: &[Edit]) {
    for edit in edits {
        let length = bytes.len();
        let at = |at: usize| if length == 0 { 0 } else { at % length };
        match edit {
            Edit::Set(place, byte) => {
                if let Some(slot) = bytes.get_mut(at(*place)) {
                    *slot = *byte;
                }
            }
            Edit::Insert(place, word) => {
                let place = at(*place);
                bytes.splice(place..place, word.iter().copied());
            }
            Edit::Remove(place, count) => {
                let place = at(*place);
                bytes.drain(place..(place + count).min(length));
            }
            Edit::Repeat(place, count) => {
                let place = at(*place);
                let copy = bytes[place..(place + count).min(length)].to_vec();
                bytes.splice(place..place, copy);
            }
        }
    }
}

/// A workbook with the parts of another, one of them edited: the container stays sound.
fn with_part_edited(book: &[u8], index: usize, edits: &[Edit]) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(book)).unwrap();
    let mut out = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let chosen = index % archive.len();
    for i in 0..archive.len() {
        let mut part = archive.by_index(i).unwrap();
        let name = part.name().unwrap().into_owned();
        let mut body = Vec::new();
        part.read_to_end(&mut body).unwrap();
        if i == chosen {
            apply(&mut body, edits);
        }
        out.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        out.write_all(&body).unwrap();
    }
    out.finish().unwrap().into_inner()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_are_answered(results in prop::collection::vec(any::<u8>(), 0..400), players in prop::collection::vec(any::<u8>(), 0..400)) {
        judge(&results, Some(&players));
        judge(&results, None);
    }

    #[test]
    fn any_text_below_good_headers_is_answered(results in "([0-9?,\"\n轮空黑胜B+W.子/ -]{0,20}){0,20}", players in "([0-9,\"\n张三男级段.年 -]{0,20}){0,20}") {
        let results = format!("round,board,black,white,result,handicap,komi,game\n{results}");
        let players = format!("id,name,sex,birth,grade,certificate,agency,club\n{players}");
        judge(results.as_bytes(), Some(players.as_bytes()));
    }

    #[test]
    fn a_spoilt_file_is_answered(edits in edits(), of_players in any::<bool>(), chinese in any::<bool>(), gb in any::<bool>()) {
        let (mut results, mut players) = csv(if chinese { Lang::Zh } else { Lang::En });
        if gb {
            let encode = |bytes: &[u8]| encoding_rs::GB18030.encode(std::str::from_utf8(bytes).unwrap()).0.into_owned();
            (results, players) = (encode(&results[3..]), encode(&players[3..]));
        }
        apply(if of_players { &mut players } else { &mut results }, &edits);
        judge(&results, Some(&players));
    }

    #[test]
    fn a_spoilt_workbook_is_answered(edits in edits(), part in any::<usize>()) {
        let book = template(Template::Workbook, Lang::Zh);
        judge(&with_part_edited(&book, part, &edits), None);
        let mut bytes = book;
        apply(&mut bytes, &edits);
        judge(&bytes, None);
    }

    #[test]
    fn the_order_of_rows_changes_nothing_but_the_lines(seed in any::<u64>()) {
        let (results, players) = csv(Lang::En);
        let shuffled = |bytes: &[u8]| {
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            let mut lines: Vec<&str> = text.lines().collect();
            let rows = lines.len() - 1;
            for i in (1..rows).rev() {
                lines.swap(1 + i, 1 + usize::try_from(seed.rotate_left(u32::try_from(i).unwrap()) % (i as u64 + 1)).unwrap());
            }
            lines.join("\n").into_bytes()
        };
        let (one, two) = (judge(&results, Some(&players)), judge(&shuffled(&results), Some(&shuffled(&players))));
        prop_assert_eq!(one.accepted, two.accepted);
        let codes = |report: &Report| { let mut codes: Vec<_> = report.findings.iter().map(|f| f.code).collect(); codes.sort_unstable(); codes };
        prop_assert_eq!(codes(&one), codes(&two));
    }
}

#[test]
fn every_prefix_of_a_workbook_and_of_a_text_is_answered() {
    let book = template(Template::Workbook, Lang::En);
    for length in (0..book.len()).step_by(211) {
        judge(&book[..length], None);
    }
    let (results, players) = csv(Lang::Zh);
    for length in (0..results.len()).step_by(2) {
        judge(&results[..length], Some(&players));
    }
    for length in (0..players.len()).step_by(2) {
        judge(&results, Some(&players[..length]));
    }
}

#[test]
fn the_same_event_in_every_encoding_and_container_is_the_same_sheet() {
    let (results, players) = csv(Lang::Zh);
    let base = read(&input(&results, Some(&players)));
    let text = |bytes: &[u8]| String::from_utf8(bytes[3..].to_vec()).unwrap();
    let (plain, plain_players) = (text(&results), text(&players));
    let gb = |text: &str| encoding_rs::GB18030.encode(text).0.into_owned();
    let tabs = |text: &str| text.replace(',', "\t").into_bytes();
    let variants = [
        (plain.clone().into_bytes(), plain_players.clone().into_bytes()),
        (gb(&plain), gb(&plain_players)),
        (tabs(&plain), tabs(&plain_players)),
        (plain.replace("\r\n", "\n").into_bytes(), plain_players.replace("\r\n", "\r").into_bytes()),
    ];
    for (results, players) in &variants {
        assert_eq!(read(&input(results, Some(players))).sheet, base.sheet);
    }
    let book = template(Template::Workbook, Lang::Zh);
    assert_eq!(read(&input(&book, None)).sheet, base.sheet);
    let named = read(&input(&variants[1].0, Some(&variants[1].1)));
    assert_eq!(named.encoding.unwrap().name(), "GB18030");
    assert_eq!(named.findings().iter().filter(|f| f.code == "I104").count(), 2, "one for each file");
}

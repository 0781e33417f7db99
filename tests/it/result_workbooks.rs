//! Workbooks as spreadsheet programs write them, and as an attacker would.

use qipin::domain::finding::Finding;
use qipin::domain::results::{Accepted, NamedBytes, Reading, ResultsInput, read};
use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook};
use std::io::{Cursor, Write};

fn reading(bytes: &[u8]) -> Reading {
    read(&ResultsInput { results: NamedBytes { name: "a.xlsx", bytes }, players: None })
}

fn codes(reading: &Reading) -> Vec<&'static str> {
    reading.findings().iter().map(|finding: &Finding| finding.code).collect()
}

/// A workbook of parts, as they are given.
fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, body) in parts {
        out.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        out.write_all(body).unwrap();
    }
    out.finish().unwrap().into_inner()
}

const TYPES: &str = "<Types/>";
const ROOT: &str =
    r#"<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const BOOK: &str =
    r#"<workbook><sheets><sheet name="results" r:id="a"/><sheet name="players" r:id="b"/></sheets></workbook>"#;
const RELATIONS: &str = r#"<Relationships><Relationship Id="a" Type="x/worksheet" Target="a.xml"/><Relationship Id="b" Type="x/worksheet" Target="/xl/b.xml"/><Relationship Id="s" Type="x/sharedStrings" Target="s.xml"/></Relationships>"#;

/// Rows of inline strings.
fn sheet(rows: &[&str]) -> String {
    let rows: String = rows
        .iter()
        .map(|row| {
            let cells: String = row.split(',').map(|cell| format!(r#"<c t="str"><v>{cell}</v></c>"#)).collect();
            format!("<row>{cells}</row>")
        })
        .collect();
    format!("<worksheet><sheetData>{rows}</sheetData></worksheet>")
}

const PLAYERS: [&str; 3] = ["id,name,birth", "1,张子轩,2014-02-08", "2,李思涵,2013-05-06"];

fn hostile(results: &str, more: &[(&str, &[u8])]) -> Reading {
    let players = sheet(&PLAYERS);
    let mut parts: Vec<(&str, &[u8])> = vec![
        ("[Content_Types].xml", TYPES.as_bytes()),
        ("_rels/.rels", ROOT.as_bytes()),
        ("xl/workbook.xml", BOOK.as_bytes()),
        ("xl/_rels/workbook.xml.rels", RELATIONS.as_bytes()),
        ("xl/a.xml", results.as_bytes()),
        ("xl/b.xml", players.as_bytes()),
    ];
    for (name, body) in more {
        parts.retain(|(known, _)| known != name);
        parts.push((name, body));
    }
    reading(&archive(&parts))
}

fn good() -> String {
    sheet(&["round,black,white,result", "1,1,2,B"])
}

#[test]
fn dates_numbers_and_formulas_are_read_as_people_see_them() {
    let mut book = Workbook::new();
    let date = Format::new().set_num_format("yyyy\"年\"m\"月\"d\"日\"");
    let players = book.add_worksheet().set_name("名单").unwrap();
    for (column, header) in (0_u16..).zip(["编号", "姓名", "出生日期", "级段"]) {
        players.write_string(0, column, header).unwrap();
    }
    for (row, (name, year)) in (1_u32..).zip([("张子轩", 2014), ("李思涵", 2013)]) {
        players.write_number(row, 0, f64::from(row)).unwrap();
        players.write_string(row, 1, name).unwrap();
        players.write_datetime_with_format(row, 2, ExcelDateTime::from_ymd(year, 2, 8).unwrap(), &date).unwrap();
        players.write_string(row, 3, "1级").unwrap();
    }
    let results = book.add_worksheet().set_name("成绩").unwrap();
    for (column, header) in (0_u16..).zip(["轮次", "黑方", "白方", "结果", "komi", "台号"]) {
        results.write_string(0, column, header).unwrap();
    }
    results.write_number(1, 0, 1.0).unwrap();
    results.write_formula(1, 1, Formula::new("=1").set_result("1")).unwrap();
    results.write_number(1, 2, 2.0).unwrap();
    results.write_string(1, 3, "B+3.5").unwrap();
    results.write_number(1, 4, 7.5).unwrap();
    let bytes = book.save_to_buffer().unwrap();
    let reading = reading(&bytes);
    assert_eq!(reading.accepted, Accepted::Yes, "{:?} {:?}", reading.findings(), reading.adjustments);
    let sheet = reading.sheet.unwrap();
    assert_eq!(sheet.entries[0].birth.unwrap().to_string(), "2014-02-08");
    assert_eq!((sheet.entries[1].id.as_str(), sheet.games[0].black, sheet.games[0].white), ("2", 0, Some(1)));
    assert_eq!((sheet.games[0].komi, sheet.games[0].line), (Some(15), 2));
}

#[test]
fn a_small_workbook_of_our_own_parts_is_read() {
    let reading = hostile(&good(), &[]);
    assert_eq!(reading.accepted, Accepted::Yes, "{:?}", reading.findings());
}

#[test]
fn a_cell_at_the_far_corner_costs_nothing_and_is_refused() {
    let far = r#"<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>round</v></c></row><row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row></sheetData></worksheet>"#;
    assert_eq!(codes(&hostile(far, &[])), ["E117"]);
}

#[test]
fn declared_sizes_are_never_believed() {
    let strings = r#"<sst count="99999999999" uniqueCount="99999999999"><si><t>round</t></si></sst>"#;
    let declared = good().replace("<worksheet>", r#"<worksheet><dimension ref="A1:XFD1048576"/>"#);
    let reading = hostile(&declared, &[("xl/s.xml", strings.as_bytes())]);
    assert_eq!(reading.accepted, Accepted::Yes, "{:?}", reading.findings());
}

#[test]
fn strings_that_are_shared_a_million_times_are_bounded() {
    let long = "长".repeat(600);
    let strings = format!("<sst><si><t>{long}</t></si></sst>");
    let row = format!("<row>{}</row>", r#"<c t="s"><v>0</v></c>"#.repeat(60));
    let body = format!("<worksheet><sheetData>{}</sheetData></worksheet>", row.repeat(3_000));
    assert_eq!(codes(&hostile(&body, &[("xl/s.xml", strings.as_bytes())])), ["E115"]);
}

#[test]
fn what_is_active_is_refused_wherever_it_hides() {
    let external = r#"<Relationships><Relationship Id="a" Type="x/worksheet" Target="a.xml"/><Relationship Id="l" Type="x/externalLinkPath" Target="http://example.org/a.xlsx" TargetMode="External"/></Relationships>"#;
    let cases: [(&str, &[u8], &str); 7] = [
        ("xl/VBAPROJECT.BIN", b"x", "E111"),
        ("xl/macrosheets/sheet1.xml", b"<a/>", "E111"),
        ("[Content_Types].xml", b"<Types>application/vnd.ms-excel.sheet.macroEnabled.main+xml</Types>", "E111"),
        ("xl\\externalLinks\\externalLink1.xml", b"<a/>", "E112"),
        ("xl/connections.xml", b"<a/>", "E112"),
        ("xl/_rels/workbook.xml.rels", external.as_bytes(), "E112"),
        ("EncryptedPackage", b"x", "E113"),
    ];
    for (name, body, code) in cases {
        assert_eq!(codes(&hostile(&good(), &[(name, body)])), [code], "{name}");
    }
}

#[test]
fn document_types_are_refused_in_every_part_and_encoding() {
    let doctype = r#"<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>"#;
    let utf16: Vec<u8> = doctype.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for body in [doctype.as_bytes(), &utf16] {
        assert_eq!(codes(&hostile(&good(), &[("docProps/app.xml", body)])), ["E114"]);
    }
    let entity = good().replace("round", "&undeclared;");
    assert_eq!(codes(&hostile(&entity, &[])), ["E110"]);
}

#[test]
fn damaged_parts_are_named_and_never_panic() {
    let cases = [
        "",
        "<worksheet>",
        "<worksheet><sheetData><row><c t=\"s\"><v>7</v></c></row></sheetData></worksheet>",
        "<worksheet><sheetData><row r=\"0\"/></sheetData></worksheet>",
        "<worksheet><sheetData><row r=\"4294967296\"/></sheetData></worksheet>",
        "<worksheet><sheetData><row r=\"2\"/><row r=\"1\"/></sheetData></worksheet>",
        "<worksheet><sheetData><row r=\"1\"><c r=\"A2\"/></row></sheetData></worksheet>",
        "<worksheet><sheetData><row><c></row></sheetData></worksheet>",
        "<a b=c>",
    ];
    for body in cases {
        let answer = hostile(body, &[]);
        assert_eq!(codes(&answer), ["E110"], "{body}");
        let said = &answer.log.raised()[0];
        assert!(
            said.found.is_empty() && said.zh.contains("另存为XLSX") && said.en.contains("saved again"),
            "{}",
            said.en
        );
    }
}

#[test]
fn an_archive_with_a_lying_header_is_measured_all_the_same() {
    // Two hundred kilobytes that unpack to more than is read, and a directory that claims less.
    let mut book = archive(&[("xl/a.xml", &vec![b' '; 33 * 1024 * 1024])]);
    let claimed = 33_u32 * 1024 * 1024;
    let places: Vec<usize> = (0..book.len() - 4).filter(|at| book[*at..*at + 4] == claimed.to_le_bytes()).collect();
    for at in places {
        book[at..at + 4].copy_from_slice(&100_u32.to_le_bytes());
    }
    let answer = reading(&book);
    assert_eq!(answer.accepted, Accepted::No);
    assert!(codes(&answer).iter().all(|code| ["E110", "E115"].contains(code)), "{:?}", codes(&answer));
}

#[test]
fn entries_are_counted_before_the_directory_is_read() {
    let names: Vec<String> = (0..201).map(|i| format!("a{i}.xml")).collect();
    let parts: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b"<a/>"[..])).collect();
    assert_eq!(codes(&reading(&archive(&parts))), ["E115"]);
}

#[test]
fn an_identity_number_that_the_spreadsheet_has_rounded_is_not_taken() {
    let players = r#"<worksheet><sheetData><row><c t="str"><v>id</v></c><c t="str"><v>name</v></c><c t="str"><v>document</v></c></row><row><c><v>1</v></c><c t="str"><v>张子轩</v></c><c><v>110105201402080010</v></c></row><row><c><v>2</v></c><c t="str"><v>李思涵</v></c><c t="str"><v>11010519491231002X</v></c></row></sheetData></worksheet>"#;
    let reading = hostile(&good(), &[("xl/b.xml", players.as_bytes())]);
    let findings = reading.findings();
    let rounded: Vec<_> = findings.iter().filter(|f| f.code == "E127").collect();
    assert_eq!((rounded.len(), rounded[0].line), (1, Some(2)));
    assert!(!rounded[0].en.contains("110105"), "only the end of a number is shown: {}", rounded[0].en);
}

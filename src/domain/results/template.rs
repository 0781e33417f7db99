//! Files that organisers start from: the columns, and a small event that shows every notation.

use super::field::Field;
use crate::domain::finding::Part;
use crate::text::Lang;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

/// A file to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    /// The results as text.
    ResultsCsv,
    /// The players as text.
    PlayersCsv,
    /// Both as a workbook of two sheets.
    Workbook,
}

impl Template {
    /// The name to save it under.
    pub const fn file_name(self) -> &'static str {
        match self {
            Template::ResultsCsv => "event.results.csv",
            Template::PlayersCsv => "event.players.csv",
            Template::Workbook => "event.xlsx",
        }
    }

    /// Its media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Template::ResultsCsv | Template::PlayersCsv => "text/csv; charset=utf-8",
            Template::Workbook => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}

/// The rows of the players: nobody of them exists.
const PLAYERS: [[&str; 15]; 4] = [
    ["1", "示例·甲", "男", "2014-02-08", "1级", "", "", "", "", "", "", "", "", "", ""],
    ["2", "示例·乙", "女", "2013-05-06", "2级", "", "", "", "", "", "", "", "", "", ""],
    ["3", "示例·丙", "男", "2012-07-28", "1段", "", "", "", "", "", "", "", "", "", ""],
    ["4", "示例·丁", "女", "2015-11-12", "无级", "", "", "", "", "", "", "", "", "", ""],
];

/// The rows of the results, komi in points.
const RESULTS: [[&str; 10]; 4] = [
    ["1", "1", "1", "2", "B", "", "7.5", "", "", ""],
    ["1", "2", "3", "4", "W+R", "2", "0", "", "", ""],
    ["2", "1", "2", "3", "B+3.5", "", "7.5", "", "", ""],
    ["2", "2", "4", "1", "W+F", "", "7.5", "", "", ""],
];

/// The header and rows of one part; in Chinese the komi is in 子, as its header says.
fn rows(part: Part, lang: Lang) -> Vec<Vec<String>> {
    let header = |field: Field| if lang == Lang::Zh { field.chinese() } else { field.name() };
    let mut rows = vec![Field::of(part).map(|field| header(field).to_owned()).collect::<Vec<_>>()];
    let plain = |row: &[&str]| row.iter().map(ToString::to_string).collect::<Vec<_>>();
    match part {
        Part::Players => rows.extend(PLAYERS.iter().map(|row| plain(row))),
        _ => rows.extend(RESULTS.iter().map(|row| {
            let mut row = plain(row);
            if lang == Lang::Zh && row[6] == "7.5" {
                "3.75".clone_into(&mut row[6]);
            }
            row
        })),
    }
    rows
}

/// The bytes of a file to start from, with headers in one language.
pub fn template(kind: Template, lang: Lang) -> Vec<u8> {
    match kind {
        Template::ResultsCsv => csv(Part::Results, lang),
        Template::PlayersCsv => csv(Part::Players, lang),
        // proven: writing to memory with names and sizes that are ours.
        Template::Workbook => workbook(lang).unwrap_or_default(),
    }
}

/// Text with the mark by which spreadsheet programs know UTF-8.
fn csv(part: Part, lang: Lang) -> Vec<u8> {
    csv_of(&rows(part, lang))
}

/// Rows as comma-separated text.
pub(super) fn csv_of(rows: &[Vec<String>]) -> Vec<u8> {
    let cell = |cell: &String| {
        // Spaces at the ends are part of the cell only where they are quoted.
        let plain = !cell.contains([',', '"', '\n', '\r']) && cell.trim() == cell;
        if plain { cell.clone() } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
    };
    let lines: Vec<String> = rows.iter().map(|row| row.iter().map(cell).collect::<Vec<_>>().join(",")).collect();
    format!("\u{FEFF}{}\r\n", lines.join("\r\n")).into_bytes()
}

fn workbook(lang: Lang) -> Result<Vec<u8>, XlsxError> {
    workbook_of(lang, |part| rows(part, lang))
}

/// A workbook with a sheet for the results and one for the players.
pub(super) fn workbook_of(lang: Lang, rows: impl Fn(Part) -> Vec<Vec<String>>) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    // One moment for all, so that the same template is the same bytes.
    book.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2026, 1, 1)?));
    for part in [Part::Results, Part::Players] {
        let name = match (part, lang) {
            (Part::Players, Lang::Zh) => "名单",
            (Part::Players, Lang::En) => "players",
            (_, Lang::Zh) => "成绩",
            (_, Lang::En) => "results",
        };
        fill(book.add_worksheet().set_name(name)?, &rows(part))?;
    }
    book.save_to_buffer()
}

/// Every cell is text, so that no program turns an identity number or a date into something else.
fn fill(sheet: &mut Worksheet, rows: &[Vec<String>]) -> Result<(), XlsxError> {
    let (text, bold) = (Format::new().set_num_format("@"), Format::new().set_num_format("@").set_bold());
    for (row, cells) in (0_u32..).zip(rows) {
        for (column, cell) in (0_u16..).zip(cells) {
            if row == 0 {
                sheet.set_column_format(column, &text)?.set_column_width(column, 12)?;
            }
            if !cell.is_empty() {
                sheet.write_string_with_format(row, column, cell, if row == 0 { &bold } else { &text })?;
            }
        }
    }
    sheet.set_freeze_panes(1, 0)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::finding::Severity;
    use crate::domain::results::{Accepted, CheckContext, NamedBytes, ResultsInput, check, read};

    fn judged(input: &ResultsInput<'_>) -> (Accepted, usize, Vec<&'static str>) {
        let reading = read(input);
        let findings = check(&reading, &CheckContext::default());
        let grave: Vec<_> = findings.iter().filter(|f| f.severity != Severity::Info).map(|f| f.en.clone()).collect();
        assert!(grave.is_empty(), "{grave:#?}");
        let sheet = reading.usable().expect("accepted");
        let mut rules: Vec<_> = reading.adjustments.iter().map(|a| a.rule).collect();
        rules.dedup();
        (reading.accepted, sheet.games.len(), rules)
    }

    #[test]
    fn what_organisers_start_from_is_read_as_it_stands() {
        for lang in [Lang::Zh, Lang::En] {
            let (results, players) = (template(Template::ResultsCsv, lang), template(Template::PlayersCsv, lang));
            let book = template(Template::Workbook, lang);
            let text = ResultsInput {
                results: NamedBytes { name: Template::ResultsCsv.file_name(), bytes: &results },
                players: Some(NamedBytes { name: Template::PlayersCsv.file_name(), bytes: &players }),
            };
            let sheets = ResultsInput {
                results: NamedBytes { name: Template::Workbook.file_name(), bytes: &book },
                players: None,
            };
            let expected = match lang {
                Lang::En => (Accepted::Yes, 4, vec![]),
                Lang::Zh => (Accepted::WithAdjustments, 4, vec!["komi-stones"]),
            };
            assert_eq!(judged(&text), expected);
            assert_eq!(judged(&sheets), expected);
            assert_eq!(read(&text).sheet, read(&sheets).sheet);
        }
    }

    #[test]
    fn the_same_template_is_the_same_bytes() {
        assert_eq!(template(Template::Workbook, Lang::Zh), template(Template::Workbook, Lang::Zh));
    }
}

//! Reading a result file: from bytes to a sheet, adjustments and findings.

use super::csv_text::{self, Broken, RawRow};
use super::decode::{self, Undecodable};
use super::field::Field;
use super::format::of_another_kind;
use super::model::Sheet;
use super::players::Entries;
use super::reading::{
    Adjustment, Encoding, MAX_BYTES, MAX_COLUMNS, MAX_ROWS, NamedBytes, Notes, Reading, ResultsInput,
};
use super::table::{self, Table};
use super::xlsx::{self, Damage, ReadSheet, Refusal, Workbook};
use super::{games, pairing, players};
use crate::domain::finding::{Code, Part, Place, codes};

/// The sheet names of a part, English and Chinese.
const fn sheet_names(part: Part) -> [&'static str; 2] {
    match part {
        Part::Players => ["players", "名单"],
        Part::Results | Part::Whole => ["results", "成绩"],
    }
}

/// A file opened as far as its kind.
enum Source {
    Text(Vec<RawRow>),
    Workbook(Box<Workbook>),
}

/// Reads a result file with its players.
///
/// Never panics and never guesses: the answer is accepted, accepted with every adjustment listed, or refused
/// with the place. What could be understood of a refused file is kept, so that all its faults come at once.
pub fn read(input: &ResultsInput<'_>) -> Reading {
    let mut notes = Notes::default();
    let mut encoding = None;
    let results = open(&input.results, Part::Results, &mut notes, &mut encoding);
    let players = input.players.as_ref().map(|file| open(file, Part::Players, &mut notes, &mut None));
    let players_table = match (&players, &results) {
        (Some(source), _) => source.as_ref().and_then(|source| table_of(source, Part::Players, &mut notes)),
        (None, Some(Source::Workbook(book))) => workbook_table(book, Part::Players, &mut notes),
        (None, results) => {
            if results.is_some() {
                notes
                    .raise(codes::E121.at(Place::part(Part::Players)).expected(sheet_names(Part::Players).join(" | ")));
            }
            None
        }
    };
    notes.scores_given = players_table.as_ref().is_some_and(|table| table.has_any(Field::Tests));
    let results_table = results.as_ref().and_then(|source| table_of(source, Part::Results, &mut notes));
    if let Some(Source::Workbook(book)) = &results {
        other_sheets(book, input.players.is_none(), &mut notes);
    }
    let entries: Option<Entries> = players_table.map(|table| players::read(&table, &mut notes));
    let games = results_table.map(|table| games::read(&table, entries.as_ref(), &mut notes)).unwrap_or_default();
    let sheet = entries.map(|entries| Sheet { entries: entries.list, games });
    if let Some(sheet) = &sheet {
        pairing::check(&sheet.entries, &sheet.games, &mut notes);
    }
    let accepted = notes.accepted();
    let Notes { log, mut adjustments, headers, .. } = notes;
    adjustments.sort_by(|a, b| (a.part, a.line, a.field, &a.from).cmp(&(b.part, b.line, b.field, &b.from)));
    Reading { sheet, adjustments, log, encoding, accepted, headers }
}

/// A size as people say it, rounded up to a tenth: `8.1 MB`.
fn megabytes(bytes: usize) -> String {
    let tenths = (bytes * 10).div_ceil(1 << 20);
    match tenths % 10 {
        0 => format!("{} MB", tenths / 10),
        part => format!("{}.{part} MB", tenths / 10),
    }
}

/// Opens a file of one part; what cannot be opened is a finding.
fn open(file: &NamedBytes<'_>, part: Part, notes: &mut Notes, encoding: &mut Option<Encoding>) -> Option<Source> {
    let place = || Place::part(part);
    if file.bytes.len() > MAX_BYTES {
        notes.raise(
            codes::E101.at(place()).found(megabytes(file.bytes.len())).expected(format!("≤ {}", megabytes(MAX_BYTES))),
        );
        return None;
    }
    if file.bytes.iter().all(u8::is_ascii_whitespace) {
        notes.raise(codes::E102.at(place()).expected("≥1"));
        return None;
    }
    if let Some(format) = of_another_kind(file.bytes) {
        notes.raise(codes::E129.at(place()).found_words(format.zh.clone(), format));
        return None;
    }
    if xlsx::is_zip(file.bytes) || xlsx::is_ole(file.bytes) {
        *encoding = Some(Encoding::Workbook);
        let opened = if xlsx::is_ole(file.bytes) { Err(Refusal::Encrypted) } else { Workbook::open(file.bytes) };
        return match opened {
            Ok(book) => Some(Source::Workbook(Box::new(book))),
            Err(refusal) => {
                refused(refusal, part, notes);
                None
            }
        };
    }
    let text = match decode::decode(file.bytes) {
        Ok((text, found)) => {
            *encoding = Some(found);
            if found == Encoding::Gb18030 {
                notes.raise(codes::I104.at(place()).found(found.name()));
            }
            text
        }
        Err(why) => {
            let (found, key) = match why {
                Undecodable::Utf16 => ("UTF-16".to_owned(), "finding.encoding.utf16"),
                Undecodable::Neither(_) => (String::new(), "finding.encoding.neither"),
                Undecodable::Implausible => (String::new(), "finding.encoding.implausible"),
            };
            notes.raise(codes::E103.at(place()).found(found).expected("UTF-8 | GB18030").with_text("why", key));
            return None;
        }
    };
    let delimiter = csv_text::delimiter(&text);
    match csv_text::split(&text, delimiter) {
        Ok(rows) => {
            if let (true, Some(head)) = (delimiter != ',', rows.first()) {
                notes.adjust_at(Adjustment {
                    part,
                    line: head.line,
                    column: head.cells.first().cloned().unwrap_or_default(),
                    field: "",
                    from: if delimiter == '\t' { "TAB".to_owned() } else { delimiter.to_string() },
                    to: ",".to_owned(),
                    rule: "delimiter",
                });
            }
            Some(Source::Text(rows))
        }
        Err(broken) => {
            let at =
                |line, column: usize| Place { part, line: Some(line), ..Place::default() }.column(column.to_string());
            let raise = match broken {
                Broken::Unclosed { line, column } => {
                    codes::E119.at(at(line, column)).found("\"").with_text("why", "finding.quote.unclosed")
                }
                Broken::AfterQuote { line, column } => {
                    codes::E119.at(at(line, column)).found("\"").with_text("why", "finding.quote.after")
                }
                Broken::Rows => codes::E116.at(place()).found(format!(">{MAX_ROWS}")).expected(format!("≤{MAX_ROWS}")),
                Broken::Columns { line } => {
                    let found = format!(">{MAX_COLUMNS}");
                    codes::E117.at(at(line, MAX_COLUMNS + 1)).found(found).expected(format!("≤{MAX_COLUMNS}"))
                }
            };
            notes.raise(raise);
            None
        }
    }
}

fn table_of(source: &Source, part: Part, notes: &mut Notes) -> Option<Table> {
    match source {
        Source::Text(rows) => {
            notes.text_rows = true;
            table::build(part, rows.clone(), notes)
        }
        Source::Workbook(book) => workbook_table(book, part, notes),
    }
}

fn workbook_table(book: &Workbook, part: Part, notes: &mut Notes) -> Option<Table> {
    let wanted = sheet_names(part);
    let names: Vec<String> = book.names().map(str::to_owned).collect();
    let matching: Vec<&String> = names.iter().filter(|name| is_named(name, wanted)).collect();
    let [name] = matching.as_slice() else {
        let found = if matching.is_empty() { names.join(", ") } else { matching.len().to_string() };
        notes.raise(codes::E109.at(Place::part(part)).found(found).expected(wanted.join(" | ")));
        return None;
    };
    let ReadSheet { rows, rounded, errors } = match book.sheet(name) {
        Ok(sheet) => sheet,
        Err(refusal) => {
            refused(refusal, part, notes);
            return None;
        }
    };
    let head: Vec<String> = rows.first().map(|row| row.cells.clone()).unwrap_or_default();
    let mut spoiled = |list: Vec<(u32, usize, String)>, code: &'static Code, mask: bool| {
        for (line, column, text) in list {
            // Cells of columns that are not read do not matter.
            let Some(header) = head.get(column) else { continue };
            if super::field::Field::recognise(part, header).is_none() {
                continue;
            }
            let found = if mask { table::mask(&text) } else { text };
            let place = Place { part, line: Some(line), ..Place::default() }.column(header.clone());
            notes.raise(code.at(place).found(found));
        }
    };
    spoiled(rounded, &codes::E127, true);
    spoiled(errors, &codes::E123, false);
    notes.text_rows = false;
    table::build(part, rows, notes)
}

fn is_named(name: &str, wanted: [&str; 2]) -> bool {
    let folded = super::text::fold(name);
    wanted.contains(&folded.as_str())
}

/// Sheets that are not read are said so.
fn other_sheets(book: &Workbook, players_inside: bool, notes: &mut Notes) {
    for name in book.names() {
        let read = is_named(name, sheet_names(Part::Results))
            || (players_inside && is_named(name, sheet_names(Part::Players)));
        if !read {
            notes.raise(codes::I108.at(Place::whole()).found(name));
        }
    }
}

fn refused(refusal: Refusal, part: Part, notes: &mut Notes) {
    let place = Place::part(part);
    let raise = match refusal {
        Refusal::Damaged(what) => {
            let why = match what {
                Damage::Cut => "finding.workbook.cut",
                Damage::NoSheets => "finding.workbook.no-sheets",
                Damage::Inside => "finding.workbook.inside",
            };
            codes::E110.at(place).expected("XLSX").with_text("why", why)
        }
        Refusal::Macros => codes::E111.at(place),
        Refusal::External(what) => codes::E112.at(place).found(what),
        Refusal::Encrypted => codes::E113.at(place).expected("XLSX"),
        Refusal::Doctype => codes::E114.at(place),
        Refusal::TooLarge => codes::E115.at(place),
        Refusal::Rows => codes::E116.at(place).found(format!(">{MAX_ROWS}")).expected(format!("≤{MAX_ROWS}")),
        Refusal::Columns(line) => {
            let place = Place { part, line: Some(line), ..Place::default() };
            codes::E117.at(place).found(format!(">{MAX_COLUMNS}")).expected(format!("≤{MAX_COLUMNS}"))
        }
    };
    notes.raise(raise);
}

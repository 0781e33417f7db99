//! Reading a result file: from bytes to a sheet, adjustments and findings.

use super::csv_text::{self, Broken, RawRow};
use super::decode::{self, Decoded, Undecodable};
use super::field::Field;
use super::format::of_another_kind;
use super::interchange::{self, Foreign, Format};
use super::model::{Game, Sheet};
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
pub(super) enum Source {
    Text(Vec<RawRow>),
    Workbook(Box<Workbook>),
    /// The file of another program, and the final table that is in the same workbook.
    Foreign(Box<Foreign>, Option<Box<Foreign>>),
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
    let days = match &results {
        Some(Source::Foreign(foreign, _)) => foreign.days,
        _ => None,
    };
    let (entries, games) = match (results, players) {
        (Some(Source::Foreign(foreign, finals)), players) => {
            let own = players.is_some();
            let players = players.map(|source| players_of(source, &mut notes));
            interchange_of(&foreign, finals.as_deref(), own.then(|| players.flatten()), &mut notes)
        }
        (results, Some(Some(Source::Foreign(foreign, _)))) => {
            let entries = interchange::entries(&foreign, &mut notes);
            let table = results.as_ref().and_then(|source| table_of(source, Part::Results, &mut notes));
            let games = table.map(|table| games::read(&table, Some(&entries), &mut notes)).unwrap_or_default();
            interchange::totals(&foreign, &all(&foreign), &entries, &games, &mut notes);
            (Some(entries), games)
        }
        (results, players) => ours(results.as_ref(), players.as_ref().map(Option::as_ref), &mut notes),
    };
    let (sheet, published) = match entries {
        Some(Entries { list, published, .. }) => (Some(Sheet { entries: list, games }), published),
        None => (None, Vec::new()),
    };
    if let Some(sheet) = &sheet {
        pairing::check(&sheet.entries, &sheet.games, &mut notes);
    }
    let accepted = notes.accepted();
    let Notes { log, mut adjustments, headers, .. } = notes;
    adjustments.sort_by(|a, b| (a.part, a.line, a.field, &a.from).cmp(&(b.part, b.line, b.field, &b.from)));
    Reading { sheet, published, days, adjustments, log, encoding, accepted, headers }
}

/// Our own files: the tables of both parts.
fn ours(results: Option<&Source>, players: Option<Option<&Source>>, notes: &mut Notes) -> (Option<Entries>, Vec<Game>) {
    let players_table = match (players, results) {
        (Some(source), _) => source.and_then(|source| table_of(source, Part::Players, notes)),
        (None, Some(Source::Workbook(book))) => workbook_table(book, Part::Players, notes),
        (None, results) => {
            if results.is_some() {
                notes
                    .raise(codes::E121.at(Place::part(Part::Players)).expected(sheet_names(Part::Players).join(" | ")));
            }
            None
        }
    };
    notes.scores_given = players_table.as_ref().is_some_and(|table| table.has_any(Field::Tests));
    let results_table = results.and_then(|source| table_of(source, Part::Results, notes));
    if let Some(Source::Workbook(book)) = results {
        other_sheets(book, players.is_none(), notes);
    }
    let entries: Option<Entries> = players_table.map(|table| players::read(&table, notes));
    let games = results_table.map(|table| games::read(&table, entries.as_ref(), notes)).unwrap_or_default();
    (entries, games)
}

/// The players beside another program's file: their entries, and the final table that they came in.
type Beside = (Entries, Option<Box<Foreign>>);

fn players_of(source: Option<Source>, notes: &mut Notes) -> Option<Beside> {
    match source? {
        Source::Foreign(foreign, _) => Some((interchange::entries(&foreign, notes), Some(foreign))),
        source => {
            let table = table_of(&source, Part::Players, notes)?;
            notes.scores_given = table.has_any(Field::Tests);
            Some((players::read(&table, notes), None))
        }
    }
}

/// The file of another program; `beside` is what was sent as players, the inner value as far as it could be read.
fn interchange_of(
    foreign: &Foreign,
    finals: Option<&Foreign>,
    beside: Option<Option<Beside>>,
    notes: &mut Notes,
) -> (Option<Entries>, Vec<Game>) {
    let (entries, finals) = match (&beside, finals) {
        (Some(None), _) => return (None, Vec::new()),
        (Some(Some((_, finals))), _) => (None, finals.as_deref()),
        (None, Some(finals)) => (Some(interchange::entries(finals, notes)), Some(finals)),
        (None, None) => {
            let entries = interchange::entries(foreign, notes);
            let games = interchange::games(foreign, &all(foreign), &entries, notes);
            return (Some(entries), games);
        }
    };
    let finals_links = finals.map(all);
    let entries = match (&beside, &entries) {
        (Some(Some((entries, _))), _) | (_, Some(entries)) => entries,
        _ => return (None, Vec::new()),
    };
    let links = interchange::join(foreign, entries, notes);
    let games = interchange::games(foreign, &links, entries, notes);
    if let (Some(finals), Some(links)) = (finals, finals_links) {
        interchange::totals(finals, &links, entries, &games, notes);
    }
    let mut entries = entries.clone();
    interchange::published(foreign, &links, &mut entries, notes);
    (Some(entries), games)
}

/// Each player is the entry of the same place.
fn all(foreign: &Foreign) -> Vec<Option<usize>> {
    (0..foreign.players.len()).map(Some).collect()
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
            // Not how large it is: not every reader goes on to the end of what is too large.
            codes::E101
                .at(place())
                .found(format!("> {}", megabytes(MAX_BYTES)))
                .expected(format!("≤ {}", megabytes(MAX_BYTES))),
        );
        return None;
    }
    if file.bytes.iter().all(u8::is_ascii_whitespace) {
        notes.raise(codes::E102.at(place()).expected("≥1"));
        return None;
    }
    let is_event = interchange::is_event_xml(file.bytes);
    if let Some(format) = of_another_kind(file.bytes).filter(|_| !is_event) {
        notes.raise(codes::E129.at(place()).found_words(format.zh.clone(), format));
        return None;
    }
    if xlsx::is_zip(file.bytes) || xlsx::is_ole(file.bytes) {
        *encoding = Some(Encoding::Workbook);
        let opened = if xlsx::is_ole(file.bytes) { Err(Refusal::Encrypted) } else { Workbook::open(file.bytes) };
        return match opened {
            Ok(book) => Some(of_workbook(book, part, notes)),
            Err(refusal) => {
                refused(refusal, part, notes);
                None
            }
        };
    }
    let declared = if is_event { interchange::xml_encoding(file.bytes) } else { None };
    let decoded = declared.map_or_else(|| decode::decode(file.bytes), |label| decode::decode_as(file.bytes, &label));
    let (text, found) = match decoded {
        Ok(Decoded { text, encoding: found, doubt }) => {
            *encoding = Some(found);
            if !matches!(found, Encoding::Utf8 | Encoding::Utf8Bom) {
                notes.raise(codes::I104.at(place()).found(found.name()));
            }
            if let Some(other) = doubt {
                notes.raise(codes::I131.at(place()).found(format!("{} | {}", found.name(), other.name())));
            }
            (text, found)
        }
        Err(why) => {
            let (found, key) = match why {
                Undecodable::Utf16 => ("UTF-16".to_owned(), "finding.encoding.utf16"),
                Undecodable::Neither(_) => (String::new(), "finding.encoding.neither"),
                Undecodable::Implausible => (String::new(), "finding.encoding.implausible"),
            };
            let expected = "UTF-8 | GB18030 | Big5 | Shift-JIS | ISO-8859-15";
            notes.raise(codes::E103.at(place()).found(found).expected(expected).with_text("why", key));
            return None;
        }
    };
    let format = if is_event { Some(Format::OpenGotha) } else { interchange::detect(&text) };
    if let Some(format) = format.filter(|format| !matches!(format, Format::Boards | Format::Finals)) {
        let foreign = interchange::read(format, file.name, &text, part, notes);
        interchange::said_of(&foreign, found.name(), notes);
        return Some(Source::Foreign(Box::new(foreign), None));
    }
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
            let Some(format) = format else { return Some(Source::Text(rows)) };
            let foreign = interchange::read_rows(format, part, &rows, notes);
            interchange::said_of(&foreign, found.name(), notes);
            Some(Source::Foreign(Box::new(foreign), None))
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

/// A workbook of ours, or one with the tables of an event platform.
fn of_workbook(book: Workbook, part: Part, notes: &mut Notes) -> Source {
    if book.names().any(|name| is_named(name, sheet_names(part))) {
        return Source::Workbook(Box::new(book));
    }
    let names: Vec<String> = book.names().map(str::to_owned).collect();
    let sheets: Vec<Vec<RawRow>> =
        names.iter().filter_map(|name| book.sheet(name).ok()).map(|read| read.rows).collect();
    let Some((boards, finals)) = interchange::of_sheets(&sheets, part) else {
        return Source::Workbook(Box::new(book));
    };
    let foreign = boards.map(|(format, rows)| interchange::read_rows(format, part, rows, notes));
    let finals = finals.map(|rows| interchange::read_rows(Format::Finals, Part::Players, rows, notes));
    for foreign in foreign.iter().chain(&finals) {
        interchange::said_of(foreign, Encoding::Workbook.name(), notes);
    }
    match (foreign, finals) {
        (Some(foreign), finals) => Source::Foreign(Box::new(foreign), finals.map(Box::new)),
        (None, Some(finals)) => Source::Foreign(Box::new(finals), None),
        (None, None) => Source::Workbook(Box::new(book)),
    }
}

fn table_of(source: &Source, part: Part, notes: &mut Notes) -> Option<Table> {
    match source {
        Source::Text(rows) => {
            notes.text_rows = true;
            table::build(part, rows.clone(), notes)
        }
        Source::Workbook(book) => workbook_table(book, part, notes),
        // Read before tables are asked for.
        Source::Foreign(..) => None,
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

//! The parts of a workbook that matter: its sheets, shared strings and cells.

use super::guard::Parts;
use super::styles::Styles;
use super::xml::{Step, Steps};
use super::{Damage, ReadSheet, Refusal};
use crate::domain::results::csv_text::RawRow;
use crate::domain::results::reading::{MAX_CELL, MAX_COLUMNS, MAX_ROWS};

/// The most text of one sheet, in bytes.
const MAX_TEXT: usize = 16 * 1024 * 1024;

/// A relation of a part: id, type, target.
pub(super) struct Relation {
    id: String,
    kind: String,
    target: String,
}

/// Something in the workbook cannot be read.
const DAMAGED: Refusal = Refusal::Damaged(Damage::Inside);
/// The archive is no workbook.
const NO_SHEETS: Refusal = Refusal::Damaged(Damage::NoSheets);

/// Resolves a relation's target against the folder of its source.
fn resolve(folder: &str, target: &str) -> String {
    if let Some(absolute) = target.strip_prefix('/') {
        return absolute.to_owned();
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            ".." => {
                parts.pop();
            }
            "." | "" => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The path of the workbook's main part.
pub(super) fn main_part(parts: &Parts) -> Result<String, Refusal> {
    let body = parts.get("_rels/.rels").ok_or(NO_SHEETS)?;
    let relations = read_relations(body)?;
    related(&relations, "", "/officeDocument").ok_or(NO_SHEETS)
}

/// The relations of a part.
pub(super) fn relations(parts: &Parts, of: &str) -> Result<Vec<Relation>, Refusal> {
    let (folder, name) = of.rsplit_once('/').unwrap_or(("", of));
    let path = if folder.is_empty() { format!("_rels/{name}.rels") } else { format!("{folder}/_rels/{name}.rels") };
    parts.get(&path).map_or_else(|| Ok(Vec::new()), read_relations)
}

fn read_relations(body: &str) -> Result<Vec<Relation>, Refusal> {
    let mut steps = Steps::new(body);
    let mut relations = Vec::new();
    loop {
        match steps.next()? {
            Step::Start(tag) if tag.name == "Relationship" => {
                let get = |name: &str| tag.get(name).unwrap_or("").to_owned();
                if get("TargetMode") == "External" && !get("Type").ends_with("/hyperlink") {
                    return Err(Refusal::External(get("Target")));
                }
                relations.push(Relation { id: get("Id"), kind: get("Type"), target: get("Target") });
            }
            Step::Done => return Ok(relations),
            _ => {}
        }
    }
}

/// The path of the first relation of a kind.
pub(super) fn related(relations: &[Relation], folder: &str, kind: &str) -> Option<String> {
    relations.iter().find(|r| r.kind.ends_with(kind)).map(|r| resolve(folder, &r.target))
}

/// The sheets (name, path) in the workbook's order, and whether its days start in 1904.
pub(super) fn sheets(
    parts: &Parts,
    main: &str,
    folder: &str,
    relations: &[Relation],
) -> Result<(Vec<(String, String)>, bool), Refusal> {
    let mut steps = Steps::new(parts.get(main).ok_or(NO_SHEETS)?);
    let (mut sheets, mut date1904) = (Vec::new(), false);
    loop {
        match steps.next()? {
            Step::Start(tag) if tag.name == "workbookPr" => {
                date1904 = matches!(tag.get("date1904"), Some("1" | "true"));
            }
            Step::Start(tag) if tag.name == "sheet" => {
                let (Some(name), Some(id)) = (tag.get("name"), tag.get("id")) else { continue };
                if let Some(relation) = relations.iter().find(|r| r.id == id && r.kind.ends_with("/worksheet")) {
                    sheets.push((name.to_owned(), resolve(folder, &relation.target)));
                }
            }
            Step::Done => return Ok((sheets, date1904)),
            _ => {}
        }
    }
}

/// The shared strings, each with its runs joined and its phonetic runs left out.
pub(super) fn shared_strings(body: &str) -> Result<Vec<String>, Refusal> {
    let mut steps = Steps::new(body);
    let mut strings = Vec::new();
    loop {
        match steps.next()? {
            Step::Start(tag) if tag.name == "si" => strings.push(rich_text(&mut steps, "si")?),
            Step::Done => return Ok(strings),
            _ => {}
        }
    }
}

/// The text of a string item up to its end tag.
fn rich_text(steps: &mut Steps<'_>, end: &str) -> Result<String, Refusal> {
    let (mut out, mut in_text, mut phonetic) = (String::new(), false, false);
    loop {
        match steps.next()? {
            Step::Start(tag) if tag.name == "t" => in_text = true,
            Step::End(name) if name == "t" => in_text = false,
            Step::Start(tag) if tag.name == "rPh" => phonetic = true,
            Step::End(name) if name == "rPh" => phonetic = false,
            Step::Text(text) if in_text && !phonetic => push_bounded(&mut out, &text),
            Step::End(name) if name == end => return Ok(out),
            Step::Done => return Err(DAMAGED),
            _ => {}
        }
    }
}

/// Appends, but no further than a cell that will be refused for its length needs.
fn push_bounded(out: &mut String, text: &str) {
    if out.len() <= MAX_CELL * 4 {
        out.push_str(text);
    }
}

/// The column (from 0) and row (from 1) of a reference such as `AB12`.
fn position(reference: &str) -> Option<(usize, u32)> {
    let digits = reference.find(|c: char| c.is_ascii_digit())?;
    let (letters, row) = reference.split_at(digits);
    if letters.is_empty() || letters.len() > 3 || !letters.bytes().all(|b| b.is_ascii_uppercase()) {
        return None;
    }
    let column = letters.bytes().fold(0_usize, |n, b| n * 26 + usize::from(b - b'A') + 1);
    Some((column - 1, row.parse().ok().filter(|row| *row >= 1)?))
}

/// Reads a sheet as rows of text, a cell at a time.
pub(super) fn read_sheet(body: &str, strings: &[String], styles: &Styles) -> Result<ReadSheet, Refusal> {
    let mut steps = Steps::new(body);
    let mut sheet = ReadSheet::default();
    let mut row = RawRow::default();
    let mut next_column = 0_usize;
    let mut text_bytes = 0_usize;
    loop {
        match steps.next()? {
            Step::Start(tag) if tag.name == "row" => {
                let line = match tag.get("r") {
                    Some(r) => r.parse().ok().filter(|line| *line > row.line).ok_or(DAMAGED)?,
                    None => row.line.checked_add(1).ok_or(DAMAGED)?,
                };
                row = RawRow { line, cells: Vec::new() };
                next_column = 0;
            }
            Step::Start(tag) if tag.name == "c" => {
                let column = match tag.get("r") {
                    Some(r) => position(r).filter(|(_, line)| *line == row.line).ok_or(DAMAGED)?.0,
                    None => next_column,
                };
                next_column = column.saturating_add(1);
                let (kind, style) = (tag.get("t").unwrap_or("n").to_owned(), tag.get("s").map(str::to_owned));
                let value = cell(&mut steps, &kind, style.as_deref(), strings, styles)?;
                if value == Value::Empty {
                    continue;
                }
                if column >= MAX_COLUMNS {
                    return Err(Refusal::Columns(row.line));
                }
                if row.cells.len() <= column {
                    row.cells.resize(column + 1, String::new());
                }
                let text = match value {
                    Value::Text(text) => text,
                    Value::Rounded(text) => {
                        sheet.rounded.push((row.line, column, text.clone()));
                        text
                    }
                    Value::Error(text) => {
                        sheet.errors.push((row.line, column, text.clone()));
                        text
                    }
                    Value::Empty => String::new(),
                };
                // A shared string costs its file once and its reader at every use.
                text_bytes += text.len();
                if text_bytes > MAX_TEXT {
                    return Err(Refusal::TooLarge);
                }
                row.cells[column] = text;
            }
            Step::End(name) if name == "row" => {
                let done = RawRow { line: row.line, cells: std::mem::take(&mut row.cells) };
                if done.cells.iter().any(|cell| !cell.trim().is_empty()) {
                    if sheet.rows.len() > MAX_ROWS {
                        return Err(Refusal::Rows);
                    }
                    sheet.rows.push(done);
                }
            }
            Step::End(name) if name == "sheetData" => return Ok(sheet),
            Step::Done => return Err(DAMAGED),
            _ => {}
        }
    }
}

#[derive(PartialEq, Eq)]
enum Value {
    Empty,
    Text(String),
    Rounded(String),
    Error(String),
}

fn cell(
    steps: &mut Steps<'_>,
    kind: &str,
    style: Option<&str>,
    strings: &[String],
    styles: &Styles,
) -> Result<Value, Refusal> {
    let (mut raw, mut in_value, mut inline) = (String::new(), false, None);
    loop {
        match steps.next()? {
            Step::Start(tag) if tag.name == "v" => in_value = true,
            Step::End(name) if name == "v" => in_value = false,
            Step::Start(tag) if tag.name == "is" => inline = Some(rich_text(steps, "is")?),
            Step::Text(text) if in_value => push_bounded(&mut raw, &text),
            Step::End(name) if name == "c" => break,
            Step::Done => return Err(DAMAGED),
            _ => {}
        }
    }
    if let Some(text) = inline {
        return Ok(Value::Text(text));
    }
    if raw.is_empty() {
        return Ok(Value::Empty);
    }
    Ok(match kind {
        "s" => {
            let index: usize = raw.trim().parse().map_err(|_| DAMAGED)?;
            Value::Text(strings.get(index).ok_or(DAMAGED)?.clone())
        }
        "str" | "inlineStr" => Value::Text(raw),
        "b" => Value::Text(if raw.trim() == "1" { "TRUE" } else { "FALSE" }.to_owned()),
        "e" => Value::Error(raw),
        "d" => Value::Text(raw.strip_suffix("T00:00:00").unwrap_or(&raw).to_owned()),
        _ => number(raw.trim(), styles.is_date(style), styles),
    })
}

/// A number as a person reads it: `1.0` is 1, `6.5000000000000002` is 6.5, a date format makes it a date.
fn number(raw: &str, is_date: bool, styles: &Styles) -> Value {
    let Some(value) = raw.parse::<f64>().ok().filter(|v| v.is_finite()) else {
        return Value::Error(raw.to_owned());
    };
    let text = value.to_string();
    if is_date && let Some(date) = styles.date(&text) {
        return Value::Text(date);
    }
    // Fifteen digits are what a workbook keeps of a number: an identity number stored so has lost its end.
    if text.bytes().filter(u8::is_ascii_digit).count() > 15 && !text.contains('.') {
        Value::Rounded(text)
    } else {
        Value::Text(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_and_nonsense_is_not() {
        assert_eq!(position("A1"), Some((0, 1)));
        assert_eq!(position("AB12"), Some((27, 12)));
        assert_eq!(position("XFD1048576"), Some((16_383, 1_048_576)));
        for bad in ["", "1", "A", "A0", "AAAA1", "a1", "A-1", "A99999999999"] {
            assert_eq!(position(bad), None, "{bad}");
        }
    }

    #[test]
    fn targets_are_resolved_without_leaving_the_package() {
        assert_eq!(resolve("xl", "worksheets/sheet1.xml"), "xl/worksheets/sheet1.xml");
        assert_eq!(resolve("xl", "/xl/a.xml"), "xl/a.xml");
        assert_eq!(resolve("xl", "../../../a.xml"), "a.xml");
    }
}

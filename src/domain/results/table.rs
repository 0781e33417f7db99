//! A table with known columns: headers recognised, cells trimmed and checked, before any meaning is read.

use super::csv_text::RawRow;
use super::field::{Field, Recognised};
use super::reading::{Adjustment, MAX_CELL, MAX_ROWS, Notes};
use crate::domain::finding::{Part, Place, codes};

/// One row: its line, and its cells by column number.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) line: u32,
    cells: Vec<String>,
}

/// A table of one part of the upload.
#[derive(Debug)]
pub(super) struct Table {
    columns: Vec<(Field, usize)>,
    /// Whether the komi column is in 子.
    pub(super) komi_in_stones: bool,
    pub(super) rows: Vec<Row>,
}

impl Table {
    /// The cell of a row; empty where the table has no such column.
    pub(super) fn get<'r>(&self, row: &'r Row, field: Field) -> &'r str {
        self.column(field).and_then(|column| row.cells.get(column)).map_or("", String::as_str)
    }

    /// Whether any row has something in a column.
    pub(super) fn has_any(&self, field: Field) -> bool {
        self.rows.iter().any(|row| !self.get(row, field).is_empty())
    }

    /// The number of a field's column.
    pub(super) fn column(&self, field: Field) -> Option<usize> {
        self.columns.iter().find(|(f, _)| *f == field).map(|(_, column)| *column)
    }
}

impl Table {
    /// A table whose columns are known by their place, each under the name that its file gives it.
    pub(super) fn of_fields(part: Part, columns: Vec<(Field, String)>, rows: Vec<RawRow>, notes: &mut Notes) -> Table {
        notes.text_rows = false;
        let (fields, head): (Vec<Field>, Vec<String>) = columns.into_iter().unzip();
        let columns: Vec<(Field, usize)> = fields.into_iter().zip(0..).collect();
        let width = head.len();
        let rows = rows.into_iter().map(|row| check_row(part, row, width, &head, &columns, notes)).collect();
        Table { columns, komi_in_stones: false, rows }
    }
}

/// Builds the table of a part from its raw rows; `None` when its headers do not carry it.
pub(super) fn build(part: Part, mut rows: Vec<RawRow>, notes: &mut Notes) -> Option<Table> {
    if rows.is_empty() {
        notes.raise(codes::E102.at(Place::part(part)).expected("≥1"));
        return None;
    }
    let head = rows.remove(0);
    let (columns, komi_in_stones) = headers(part, &head, notes)?;
    if rows.len() > MAX_ROWS {
        notes.raise(codes::E116.at(Place::part(part)).found(rows.len().to_string()).expected(format!("≤{MAX_ROWS}")));
        return None;
    }
    if rows.is_empty() && !(part == Part::Results && notes.scores_given) {
        notes.raise(codes::E122.at(Place::part(part)).found("0").expected("≥1"));
    }
    let width = head.cells.len();
    let rows = rows.into_iter().map(|row| check_row(part, row, width, &head.cells, &columns, notes)).collect();
    Some(Table { columns, komi_in_stones, rows })
}

fn headers(part: Part, head: &RawRow, notes: &mut Notes) -> Option<(Vec<(Field, usize)>, bool)> {
    let mut columns: Vec<(Field, usize)> = Vec::new();
    let mut stones = false;
    let mut sound = true;
    for (number, header) in head.cells.iter().enumerate() {
        let at = |line| Place { part, line: Some(line), ..Place::default() };
        match Field::recognise(part, header) {
            Some(Recognised { field, exact, stones: in_stones }) => {
                if columns.iter().any(|(f, _)| *f == field) {
                    sound = false;
                    notes.raise(
                        codes::E106.at(at(head.line).column(header.clone())).found(header.clone()).expected("1"),
                    );
                    continue;
                }
                columns.push((field, number));
                notes.headers.0.push((field, header.clone()));
                stones |= in_stones;
                if !exact {
                    notes.adjust(field, head.line, header, field.name(), "header");
                }
            }
            None if header.trim().is_empty() => {}
            None => notes.raise(codes::I107.at(at(head.line).column(header.clone())).found(header.clone())),
        }
    }
    for field in Field::of(part).filter(|field| field.required()) {
        if !columns.iter().any(|(f, _)| *f == field) {
            sound = false;
            let expected = format!("{} | {}", field.name(), field.chinese());
            notes.raise(
                codes::E105
                    .at(Place {
                        part,
                        line: Some(head.line),
                        column: Some(field.name().to_owned()),
                        ..Place::default()
                    })
                    .found(head.cells.join(","))
                    .expected(expected),
            );
        }
    }
    sound.then_some((columns, stones))
}

/// Trims and checks the cells of the known columns.
fn check_row(
    part: Part,
    row: RawRow,
    width: usize,
    head: &[String],
    columns: &[(Field, usize)],
    notes: &mut Notes,
) -> Row {
    let RawRow { line, mut cells } = row;
    if cells.len() > width && cells[width..].iter().any(|cell| !cell.trim().is_empty()) {
        let place = Place { part, line: Some(line), column: Some((width + 1).to_string()), ..Place::default() };
        notes.raise(codes::E117.at(place).found(cells.len().to_string()).expected(width.to_string()));
    }
    // A sheet's rows end at their last filled cell; a text row that is short has lost its delimiters.
    if cells.len() < width && notes.text_rows {
        notes.adjust_at(Adjustment {
            part,
            line,
            column: head.get(cells.len()).cloned().unwrap_or_default(),
            field: columns.iter().find(|(_, c)| *c >= cells.len()).map_or("", |(f, _)| f.name()),
            from: cells.len().to_string(),
            to: width.to_string(),
            rule: "short-row",
        });
    }
    cells.resize(width, String::new());
    for (field, column) in columns {
        let cell = &mut cells[*column];
        let trimmed = cell.trim_matches(super::text::is_space);
        if trimmed.len() != cell.len() {
            let trimmed = trimmed.to_owned();
            if !trimmed.is_empty() {
                notes.adjust(*field, line, &shown(*field, cell), &shown(*field, &trimmed), "spaces");
            }
            *cell = trimmed;
        }
        let place = || Place { part, line: Some(line), column: Some(head[*column].clone()), ..Place::default() };
        if cell.chars().nth(MAX_CELL).is_some() {
            let count = cell.chars().count();
            notes.raise(codes::E118.at(place()).found(count.to_string()).expected(format!("≤{MAX_CELL}")));
            cell.clear();
        } else if let Some(bad) = cell.chars().find(|c| unreadable(*c)) {
            notes.raise(codes::E120.at(place()).found(format!("U+{:04X}", u32::from(bad))));
            cell.clear();
        }
    }
    Row { line, cells }
}

/// Characters that no cell holds: controls, the replacement character, private use, noncharacters.
fn unreadable(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c), 0xFFFD | 0xE000..=0xF8FF | 0xF_0000..=0x10_FFFF | 0xFFFE | 0xFFFF | 0xFDD0..=0xFDEF)
}

/// A value as an answer may show it: the number of an identity document keeps its last four characters only.
pub(super) fn shown(field: Field, value: &str) -> String {
    if field == Field::Document { mask(value) } else { value.to_owned() }
}

/// Hides all but the last four characters.
pub(super) fn mask(document: &str) -> String {
    let count = document.chars().count();
    let tail: String = document.chars().skip(count.saturating_sub(4)).collect();
    if count <= 4 { "*".repeat(count) } else { format!("{}{tail}", "*".repeat((count - 4).min(14))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_number_is_shown_by_its_end_only() {
        assert_eq!(mask("11010519491231002X"), "**************002X");
        assert_eq!(mask("1234"), "****");
        assert_eq!(shown(Field::Name, "张子轩"), "张子轩");
    }

    #[test]
    fn private_use_and_control_characters_are_unreadable() {
        assert!(['\0', '\u{E000}', '\u{FFFD}', '\u{7F}', '\u{10FFFF}'].into_iter().all(unreadable));
        assert!(!['𠮷', '·', 'é', ' ', '\u{3000}'].into_iter().any(unreadable));
    }
}

//! Splitting delimited text into rows of cells, with the line of each row and the place of anything broken.

use super::reading::{MAX_COLUMNS, MAX_ROWS};

/// A row of cells and the line that it begins on (from 1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RawRow {
    pub(super) line: u32,
    pub(super) cells: Vec<String>,
}

/// What is broken in a delimited text, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// A quoted cell is never closed; the line and column (from 1) of its opening quote.
    Unclosed { line: u32, column: usize },
    /// Text follows a closing quote.
    AfterQuote { line: u32, column: usize },
    /// More rows than are read.
    Rows,
    /// A row with more cells than are read.
    Columns { line: u32 },
}

/// The delimiter of a text, by its first line: a comma, or a tab or semicolon where there is no comma.
pub(super) fn delimiter(text: &str) -> char {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
    if first.contains(',') {
        ','
    } else if first.contains('\t') {
        '\t'
    } else if first.contains(';') {
        ';'
    } else if first.contains('，') {
        '，'
    } else {
        ','
    }
}

/// Splits `text`; rows whose cells are all blank are left out.
pub(super) fn split(text: &str, delimiter: char) -> Result<Vec<RawRow>, Broken> {
    let mut rows = Vec::new();
    let mut chars = text.chars().peekable();
    let mut line = 1_u32;
    let mut row = RawRow { line, cells: Vec::new() };
    let mut cell = String::new();
    loop {
        let next = chars.next();
        match next {
            Some('"') if cell.is_empty() => {
                let opened = Broken::Unclosed { line, column: row.cells.len() + 1 };
                loop {
                    match chars.next().ok_or(opened)? {
                        '"' if chars.peek() == Some(&'"') => {
                            chars.next();
                            cell.push('"');
                        }
                        '"' => break,
                        '\r' if chars.peek() == Some(&'\n') => {}
                        c => {
                            line += u32::from(c == '\n');
                            cell.push(c);
                        }
                    }
                }
                let after = chars.peek().copied();
                if after.is_some_and(|c| c != delimiter && c != '\n' && c != '\r') {
                    return Err(Broken::AfterQuote { line, column: row.cells.len() + 1 });
                }
            }
            Some(c) if c == delimiter => {
                if row.cells.len() + 1 >= MAX_COLUMNS {
                    return Err(Broken::Columns { line });
                }
                row.cells.push(std::mem::take(&mut cell));
            }
            Some('\r') if chars.peek() == Some(&'\n') => {}
            Some('\n' | '\r') | None => {
                if next.is_some() || !cell.is_empty() || !row.cells.is_empty() {
                    row.cells.push(std::mem::take(&mut cell));
                }
                line += 1;
                let done = std::mem::replace(&mut row, RawRow { line, cells: Vec::new() });
                if done.cells.iter().any(|cell| !cell.trim().is_empty()) {
                    // The header is a row too.
                    if rows.len() > MAX_ROWS {
                        return Err(Broken::Rows);
                    }
                    rows.push(done);
                }
                if next.is_none() {
                    return Ok(rows);
                }
            }
            Some(c) => cell.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<(u32, Vec<String>)> {
        split(text, ',').unwrap().into_iter().map(|row| (row.line, row.cells)).collect()
    }

    fn row(line: u32, cells: &[&str]) -> (u32, Vec<String>) {
        (line, cells.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn lines_are_the_files_own_whatever_their_ends() {
        assert_eq!(cells("a,b\n1,2\n"), [row(1, &["a", "b"]), row(2, &["1", "2"])]);
        assert_eq!(cells("a,b\r\n\r\n1,2"), [row(1, &["a", "b"]), row(3, &["1", "2"])]);
        assert_eq!(cells("a\r1\r"), [row(1, &["a"]), row(2, &["1"])]);
        assert_eq!(cells(",\n,x,\n"), [row(2, &["", "x", ""])]);
        assert_eq!(cells(""), []);
    }

    #[test]
    fn quoted_cells_hold_delimiters_quotes_and_line_breaks() {
        assert_eq!(cells("\"a,b\",\"c\"\"d\",\"e\nf\"\n1"), [row(1, &["a,b", "c\"d", "e\nf"]), row(3, &["1"])]);
        assert_eq!(cells("5\"7,x"), [row(1, &["5\"7", "x"])]);
    }

    #[test]
    fn broken_quotes_are_placed() {
        assert_eq!(split("a,b\n1,\"2\n3", ','), Err(Broken::Unclosed { line: 2, column: 2 }));
        assert_eq!(split("a,\"b\"c", ','), Err(Broken::AfterQuote { line: 1, column: 2 }));
    }

    #[test]
    fn rows_and_columns_are_bounded() {
        assert_eq!(split(&",".repeat(MAX_COLUMNS), ','), Err(Broken::Columns { line: 1 }));
        assert!(split(&"x\n".repeat(MAX_ROWS + 1), ',').is_ok());
        assert_eq!(split(&"x\n".repeat(MAX_ROWS + 2), ','), Err(Broken::Rows));
    }

    #[test]
    fn a_tab_or_semicolon_is_the_delimiter_only_without_a_comma() {
        assert_eq!(delimiter("a\tb"), '\t');
        assert_eq!(delimiter("\n\na;b"), ';');
        assert_eq!(delimiter("a,b;c"), ',');
        assert_eq!(delimiter("轮次，台号"), '，');
        assert_eq!(delimiter(""), ',');
    }
}

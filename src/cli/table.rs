//! Tables on a terminal, where a Chinese character is two columns wide.

/// The columns that a text takes on a terminal.
pub fn width(text: &str) -> usize {
    text.chars().map(|c| if is_wide(c) { 2 } else { usize::from(!is_mark(c)) }).sum()
}

/// East Asian wide and full-width characters (Unicode Standard Annex 11), by block.
fn is_wide(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x115f | 0x2e80..=0x303e | 0x3041..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1faff | 0x20000..=0x3fffd)
}

/// Combining marks and variation selectors take no column.
fn is_mark(c: char) -> bool {
    matches!(u32::from(c), 0x300..=0x36f | 0x200b..=0x200f | 0xfe00..=0xfe0f | 0xe0100..=0xe01ef)
}

/// Rows in aligned columns, two spaces apart. The last column is not padded.
pub fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count)
        .map(|i| rows.iter().filter_map(|row| row.get(i)).map(|cell| width(cell)).max().unwrap_or(0))
        .collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (i, cell) in row.iter().enumerate() {
            line.push_str(cell);
            if i + 1 < row.len() {
                line.push_str(&" ".repeat(widths[i] - width(cell) + 2));
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_characters_are_two_columns_wide() {
        assert_eq!(width("张3段"), 5);
        assert_eq!(width("𫟹"), 2);
        let rows = [vec!["张".to_owned(), "x".to_owned()], vec!["abc".to_owned(), "y".to_owned()]];
        assert_eq!(columns(&rows), "张   x\nabc  y\n");
    }
}

//! The number formats of a workbook, as far as they tell a date from a number.

use super::Refusal;
use super::xml::{Step, Steps};
use std::collections::HashMap;

/// Which cell formats show a date.
#[derive(Default)]
pub(super) struct Styles {
    /// For each cell format, whether it shows a date (or a time).
    dates: Vec<bool>,
    /// Whether the day numbers start in 1904.
    date1904: bool,
}

impl Styles {
    /// The styles of a workbook that has none.
    pub(super) fn without_formats(date1904: bool) -> Self {
        Self { dates: Vec::new(), date1904 }
    }

    /// Whether the cell format of this index shows a date.
    pub(super) fn is_date(&self, index: Option<&str>) -> bool {
        index.and_then(|s| s.parse::<usize>().ok()).and_then(|i| self.dates.get(i)).copied().unwrap_or(false)
    }

    /// The ISO date of a day number, if it is one.
    pub(super) fn date(&self, serial: &str) -> Option<String> {
        let days: i64 = serial.split('.').next()?.parse().ok()?;
        // Day 60 of the 1900 system is a 29 February that never was; no day before it is a birth date of a player.
        let first = if self.date1904 { (1904, 1, 1) } else { (1899, 12, 30) };
        if days <= 60 || days > 200_000 {
            return None;
        }
        let first = chrono::NaiveDate::from_ymd_opt(first.0, first.1, first.2)?;
        first.checked_add_days(chrono::Days::new(u64::try_from(days).ok()?)).map(|d| d.to_string())
    }
}

/// Reads the styles part.
pub(super) fn read(body: &str, date1904: bool) -> Result<Styles, Refusal> {
    let mut steps = Steps::new(body);
    let mut formats: HashMap<u32, bool> = HashMap::new();
    let mut dates = Vec::new();
    let mut in_cell_formats = false;
    loop {
        match steps.next()? {
            Step::Start(tag) if tag.name == "numFmt" => {
                if let (Some(id), Some(code)) =
                    (tag.get("numFmtId").and_then(|id| id.parse().ok()), tag.get("formatCode"))
                {
                    formats.insert(id, shows_date(code));
                }
            }
            Step::Start(tag) if tag.name == "cellXfs" => in_cell_formats = true,
            Step::End(name) if name == "cellXfs" => in_cell_formats = false,
            Step::Start(tag) if tag.name == "xf" && in_cell_formats => {
                let id = tag.get("numFmtId").and_then(|id| id.parse().ok()).unwrap_or(0);
                dates.push(formats.get(&id).copied().unwrap_or(built_in_date(id)));
            }
            Step::Done => return Ok(Styles { dates, date1904 }),
            _ => {}
        }
    }
}

/// The built-in formats that show a date: 14-22 everywhere, 27-36 and 50-58 in the East Asian editions.
fn built_in_date(id: u32) -> bool {
    matches!(id, 14..=22 | 27..=36 | 45..=47 | 50..=58)
}

/// Whether a format code shows a date: year, month or day letters outside quotes, brackets and escapes.
fn shows_date(code: &str) -> bool {
    let mut chars = code.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                chars.by_ref().find(|c| *c == '"');
            }
            '[' => {
                chars.by_ref().find(|c| *c == ']');
            }
            '\\' | '_' | '*' => {
                chars.next();
            }
            'y' | 'Y' | 'm' | 'M' | 'd' | 'D' | 'e' => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_formats_are_told_from_number_formats() {
        for code in ["yyyy-mm-dd", "yyyy\"年\"m\"月\"d\"日\"", "[$-804]yyyy/m/d", "m/d/yy"] {
            assert!(shows_date(code), "{code}");
        }
        for code in ["0", "0.00", "#,##0", "@", "0\"days\"", "[Red]0", "\\d0"] {
            assert!(!shows_date(code), "{code}");
        }
    }

    #[test]
    fn day_numbers_become_dates_in_both_systems() {
        let styles = Styles::default();
        assert_eq!(styles.date("41678").as_deref(), Some("2014-02-08"));
        assert_eq!(styles.date("41678.5").as_deref(), Some("2014-02-08"));
        assert_eq!(styles.date("59"), None);
        assert_eq!(styles.date("99999999999999999999"), None);
        let mac = Styles { date1904: true, ..Styles::default() };
        assert_eq!(mac.date("40216").as_deref(), Some("2014-02-08"));
    }
}

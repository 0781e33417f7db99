//! Dates of play, complete or not, one or several.

use super::number::front;

/// A day, a month or a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// The year, of four digits.
    pub year: i32,
    /// The month, 1 to 12; none where it is not known.
    pub month: Option<u8>,
    /// The day of the month; none where it is not known.
    pub day: Option<u8>,
}

impl Date {
    /// A date that the calendar has.
    fn new(year: i32, month: Option<i32>, day: Option<i32>) -> Option<Date> {
        let month = match month {
            None => None,
            Some(month @ 1..=12) => u8::try_from(month).ok(),
            Some(_) => return None,
        };
        let day = match (month, day) {
            (_, None) => None,
            (Some(month), Some(day)) if (1..=i32::from(days(year, month))).contains(&day) => u8::try_from(day).ok(),
            _ => return None,
        };
        Some(Date { year, month, day })
    }
}

/// The days of a month.
fn days(year: i32, month: u8) -> u8 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// When a game was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dates {
    /// The days named, in the record's order.
    pub days: Vec<Date>,
    /// Whether the first and the last of them stand for all days between.
    pub range: bool,
}

impl Dates {
    /// The earliest.
    pub fn first(&self) -> Option<Date> {
        self.days.iter().copied().min()
    }

    /// The latest.
    pub fn last(&self) -> Option<Date> {
        self.days.iter().copied().max()
    }
}

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// A number or the name of a month, with what stands before it.
#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    before: &'a str,
    value: i32,
    digits: usize,
    named: bool,
}

/// Splits a text into numbers and names of months; the time of day is left out.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut before_from = text;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let taken = if digits > 0 {
            Some((digits, rest[..digits].parse().unwrap_or(i32::MAX), false))
        } else {
            let word = rest[..letters].to_ascii_lowercase();
            let month = word.get(..3).and_then(|start| MONTHS.iter().position(|month| *month == start));
            month.and_then(|month| Some((letters, i32::try_from(month).ok()? + 1, true)))
        };
        let step = match taken {
            Some((size, value, named)) => {
                let before = &before_from[..before_from.len() - rest.len()];
                let after = &rest[size..];
                let of_day = |text: &str| text.trim_end().ends_with(':') || text.ends_with('：');
                if after.starts_with([':', '：', '时', '時', 'h']) || of_day(before) {
                    return found;
                }
                found.push(Token { before, value, digits, named });
                before_from = after;
                size
            }
            None => letters.max(letter.len_utf8()),
        };
        rest = &rest[step..];
    }
    found
}

/// Whether two numbers with this between them belong to one date.
fn joins(token: &Token<'_>, before: Option<&Token<'_>>) -> bool {
    let between = token.before.trim();
    let named = token.named || before.is_some_and(|before| before.named);
    matches!(between, "-" | "/" | "." | "年" | "月" | "년" | "월" | "－" | "\\")
        || (named && matches!(between, "" | "," | "of"))
}

/// Reads `DT`: `1999-02-05`, its short forms, and how people write dates. None where no year is found.
pub(super) fn read(raw: &str) -> Option<Dates> {
    let text: String = front(raw)
        .chars()
        .map(|letter| match letter {
            '０'..='９' => char::from_u32(u32::from(letter) - 0xFEE0).unwrap_or(letter),
            other => other,
        })
        .collect();
    let found = tokens(&text);
    let year =
        found.iter().position(|token| !token.named && token.digits == 4 && (1000..=2999).contains(&token.value))?;
    let mut dates = Dates::default();
    if year == 0 {
        year_first(&found, &mut dates)
    } else {
        year_last(&found, year, &mut dates)
    }
    dates.range = dates.days.len() == 2
        && found
            .iter()
            .any(|token| ["~", "..", " to ", "至", "—", "～", "到"].iter().any(|sign| token.before.contains(sign)));
    (!dates.days.is_empty()).then_some(dates)
}

/// `1999-02-05`, `1999-02-05,06`, `1999-12-30,2000-01-02`, `1999 August 5,6`, `1999年2月5日`.
fn year_first(found: &[Token<'_>], dates: &mut Dates) {
    let (mut year, mut month) = (found[0].value, None);
    let mut at = 0;
    while at < found.len() {
        let mut size = 1;
        while size < 3
            && let Some(token) = found.get(at + size)
            && joins(token, found.get(at + size - 1))
            && !(size == 1 && at > 0 && found[at].digits < 4 && token.digits == 4)
        {
            size += 1;
        }
        let part = &found[at..at + size];
        let had_month = month.is_some();
        let had_day = dates.days.last().is_some_and(|date| date.day.is_some());
        let made = match *part {
            [one] if one.digits == 4 => Date::new(one.value, None, None),
            [one] if had_month && had_day => Date::new(year, month, Some(one.value)),
            [one] if had_month => Date::new(year, Some(one.value), None),
            [one, two] if one.digits == 4 => Date::new(one.value, Some(two.value), None),
            [one, two] if had_day => Date::new(year, Some(one.value), Some(two.value)),
            [one, two] if had_month && two.before.trim() != "-" => {
                // `1999-02/03-04`: a list of months or nothing that can be told.
                Date::new(year, Some(one.value), None)
            }
            [one, two, three] if one.digits == 4 => Date::new(one.value, Some(two.value), Some(three.value)),
            _ => None,
        };
        if let Some(date) = made {
            year = date.year;
            month = date.month.map(i32::from);
            dates.days.push(date);
        } else if at == 0 {
            dates.days.extend(Date::new(year, None, None));
        }
        at += size;
    }
}

/// `5,6 October 1962`, `Aug 5/6, 1985`, `24.12.2009`, `12/24/2009`; a day that may be a month is left out.
fn year_last(found: &[Token<'_>], year: usize, dates: &mut Dates) {
    let value = found[year].value;
    let others = &found[..year];
    if let Some(month) = others.iter().find(|token| token.named) {
        let days = others.iter().filter(|token| !token.named).map(|token| token.value);
        dates.days.extend(days.filter_map(|day| Date::new(value, Some(month.value), Some(day))));
        if dates.days.is_empty() {
            dates.days.extend(Date::new(value, Some(month.value), None));
        }
        return;
    }
    let date = match others {
        [day, month] if month.before.trim() == "." => Date::new(value, Some(month.value), Some(day.value)),
        [day, month] if day.value > 12 => Date::new(value, Some(month.value), Some(day.value)),
        [month, day] if day.value > 12 => Date::new(value, Some(month.value), Some(day.value)),
        [month] if month.value <= 12 && joins(&found[year], None) => Date::new(value, Some(month.value), None),
        _ => None,
    };
    dates.days.extend(date.or_else(|| Date::new(value, None, None)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(raw: &str) -> String {
        let Some(dates) = read(raw) else { return "none".into() };
        let one = |date: &Date| match (date.month, date.day) {
            (Some(month), Some(day)) => format!("{}-{month}-{day}", date.year),
            (Some(month), None) => format!("{}-{month}", date.year),
            _ => date.year.to_string(),
        };
        let days: Vec<String> = dates.days.iter().map(one).collect();
        days.join(if dates.range { ".." } else { " " })
    }

    #[test]
    fn dates_of_the_format_and_of_people() {
        for (raw, wanted) in [
            ("1999-02-05", "1999-2-5"),
            ("1996-12-27,28,1997-01-03,04", "1996-12-27 1996-12-28 1997-1-3 1997-1-4"),
            ("1996-05-06,07,08", "1996-5-6 1996-5-7 1996-5-8"),
            ("1996-05,06", "1996-5 1996-6"),
            ("1996-05-06,06-01", "1996-5-6 1996-6-1"),
            ("1996", "1996"),
            ("1996-", "1996"),
            ("1996-05-", "1996-5"),
            ("1985-05-29, 30", "1985-5-29 1985-5-30"),
            ("1985-05-29..30", "1985-5-29..1985-5-30"),
            ("1985-05-29/30", "1985-5-29 1985-5-30"),
            ("1985/05/29,30", "1985-5-29 1985-5-30"),
            ("2018-05-02 20:46:58", "2018-5-2"),
            ("2001/04/03 11:12:13 UT", "2001-4-3"),
            ("2012年11月22日", "2012-11-22"),
            ("2012年11月22日 下午 6:3", "2012-11-22"),
            ("2012年11月22日至24日", "2012-11-22..2012-11-24"),
            ("2016- 3-26-17-29-25", "2016-3-26"),
            ("Aug 5/6, 1985", "1985-8-5 1985-8-6"),
            ("5,6 October 1962", "1962-10-5 1962-10-6"),
            ("1962 August 5,6", "1962-8-5 1962-8-6"),
            ("1998/Sep", "1998-9"),
            ("August 9, 1974", "1974-8-9"),
            ("24.12.2009", "2009-12-24"),
            ("12/24/2009", "2009-12-24"),
            ("1-2-2003", "2003"),
            ("20170316 [09:37]", "none"),
            ("1999-02-30", "1999"),
            ("a sunny afternoon last summer", "none"),
            ("", "none"),
        ] {
            assert_eq!(shown(raw), wanted, "{raw}");
        }
    }
}

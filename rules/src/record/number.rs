//! Numbers as records write them: `6.5`, `6,5`, `5 1/2`, `3又3/4子`, `6目半`, `四分之三子`.

use super::limits::VALUE;

/// What is counted: points, or 子 worth two points each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Points: 目, 집.
    Points,
    /// 子: stones of area counting, two points each.
    Zi,
}

/// A number with its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quantity {
    /// In hundredths of the unit.
    pub(crate) hundredths: i64,
    /// None where it is not said.
    pub(crate) unit: Option<Unit>,
    /// Whether nothing was lost: a third or a thousandth cannot be held.
    pub(crate) exact: bool,
    /// Whether it is a plain decimal number and nothing else.
    pub(crate) plain: bool,
    /// Whether it has a decimal point.
    pub(crate) pointed: bool,
    /// The byte after the last of it.
    pub(crate) end: usize,
}

/// Numbers are cut off here: nothing in a record is larger than a million.
const LARGEST: i64 = 1_000_000;

/// The front of a text, as long as a value is that can be a number, a date or a result.
pub(crate) fn front(text: &str) -> &str {
    text.char_indices().nth(VALUE).map_or(text, |(end, _)| &text[..end])
}

/// The number at the front of a text, after blanks.
pub(crate) fn quantity(text: &str) -> Option<Quantity> {
    let mut reader = Reader { text, at: 0, exact: true };
    reader.blanks();
    let negative = reader.takes(&["-", "－", "−", "负", "負"]);
    if !negative {
        reader.takes(&["+"]);
    }
    let start = reader.at;
    let mut hundredths = reader.whole_and_fraction()?;
    let mut plain = text[start..reader.at].bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let pointed = text[start..reader.at].contains(['.', ',']);
    let before = reader.at;
    reader.blanks();
    let unit = reader.unit();
    if unit.is_some() {
        plain = false;
        let after_unit = reader.at;
        reader.blanks();
        if reader.takes(&["半", "반"]) {
            hundredths += 50;
        } else if reader.takes(&["又", "and", "余"]) {
            match reader.fraction() {
                Some(part) => {
                    hundredths += part;
                    let _ = reader.unit();
                }
                None => reader.at = after_unit,
            }
        } else {
            reader.at = after_unit;
        }
    } else {
        reader.at = before;
    }
    let hundredths = if negative { -hundredths } else { hundredths };
    Some(Quantity { hundredths, unit, exact: reader.exact, plain, pointed, end: reader.at })
}

/// The first number within a text: the words before it, and the number. A Chinese numeral counts only with a unit.
pub(crate) fn first_quantity(text: &str) -> Option<(&str, Quantity)> {
    for (at, letter) in text.char_indices() {
        let signed =
            matches!(letter, '-' | '－' | '−') && text[at..].chars().nth(1).is_some_and(|next| digit(next).is_some());
        if signed || digit(letter).is_some() || vulgar(letter).is_some() {
            let found = quantity(&text[at..])?;
            return Some((&text[..at], Quantity { end: at + found.end, ..found }));
        }
        if (numeral(letter).is_some() || letter == '半' || letter == '반')
            && let Some(found) = quantity(&text[at..])
            && found.unit.is_some()
        {
            return Some((&text[..at], Quantity { end: at + found.end, ..found }));
        }
    }
    None
}

/// A decimal digit, narrow or wide.
fn digit(letter: char) -> Option<i64> {
    match letter {
        '0'..='9' => Some(i64::from(u32::from(letter) - u32::from('0'))),
        '０'..='９' => Some(i64::from(u32::from(letter) - u32::from('０'))),
        _ => None,
    }
}

/// A Chinese numeral.
fn numeral(letter: char) -> Option<i64> {
    Some(match letter {
        '零' | '〇' => 0,
        '一' | '壹' => 1,
        '二' | '两' | '兩' | '贰' => 2,
        '三' | '叁' => 3,
        '四' | '肆' => 4,
        '五' | '伍' => 5,
        '六' | '陆' => 6,
        '七' | '柒' => 7,
        '八' | '捌' => 8,
        '九' | '玖' => 9,
        '十' | '拾' => 10,
        '百' => 100,
        _ => return None,
    })
}

/// A fraction that is one character, in hundredths.
fn vulgar(letter: char) -> Option<i64> {
    match letter {
        '¼' => Some(25),
        '½' => Some(50),
        '¾' => Some(75),
        _ => None,
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    exact: bool,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn takes(&mut self, words: &[&str]) -> bool {
        let rest = &self.text[self.at..];
        let found =
            words.iter().find(|word| rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)));
        self.at += found.map_or(0, |word| word.len());
        found.is_some()
    }

    fn blanks(&mut self) {
        while let Some(letter) = self.peek().filter(|letter| letter.is_whitespace()) {
            self.at += letter.len_utf8();
        }
    }

    fn unit(&mut self) -> Option<Unit> {
        if self.takes(&["子"]) {
            return Some(Unit::Zi);
        }
        let points = ["目", "points", "point", "pts", "pt", "moku", "点", "點", "집", "호", "집"];
        self.takes(&points).then_some(Unit::Points)
    }

    /// `12`, as narrow or wide digits.
    fn digits(&mut self) -> Option<i64> {
        let mut value = None;
        while let Some(letter) = self.peek()
            && let Some(next) = digit(letter)
        {
            value = Some((value.unwrap_or(0) * 10 + next).min(LARGEST));
            self.at += letter.len_utf8();
        }
        value
    }

    /// `十二`.
    fn numerals(&mut self) -> Option<i64> {
        let (mut total, mut pending, mut any) = (0_i64, None, false);
        while let Some(letter) = self.peek()
            && let Some(next) = numeral(letter)
        {
            any = true;
            self.at += letter.len_utf8();
            match next {
                10 | 100 => total += pending.take().unwrap_or(1) * next,
                _ => pending = Some((pending.unwrap_or(0) * 10 + next).min(LARGEST)),
            }
        }
        any.then_some((total + pending.unwrap_or(0)).min(LARGEST))
    }

    /// A part of a whole, in hundredths: `3/4`, `¾`, `四分之三`.
    fn fraction(&mut self) -> Option<i64> {
        let start = self.at;
        self.blanks();
        if let Some(letter) = self.peek()
            && let Some(part) = vulgar(letter)
        {
            self.at += letter.len_utf8();
            return Some(part);
        }
        if let Some(above) = self.digits()
            && self.takes(&["/", "／", "⁄"])
            && let Some(below) = self.digits()
        {
            return self.part(above, below);
        }
        self.at = start;
        self.blanks();
        if let Some(below) = self.digits().or_else(|| self.numerals())
            && self.takes(&["分之"])
            && let Some(above) = self.digits().or_else(|| self.numerals())
        {
            return self.part(above, below);
        }
        self.at = start;
        None
    }

    fn part(&mut self, above: i64, below: i64) -> Option<i64> {
        if below == 0 {
            return None;
        }
        self.exact &= above * 100 % below == 0;
        Some(above * 100 / below)
    }

    /// A number and a part of one, in hundredths.
    fn whole_and_fraction(&mut self) -> Option<i64> {
        if let Some(part) = self.fraction() {
            return Some(part);
        }
        if self.takes(&["半", "반"]) {
            return Some(50);
        }
        let whole = match self.digits() {
            Some(whole) => whole * 100 + self.decimals(),
            None => match self.peek() {
                Some('.') => self.decimals_alone()?,
                _ => self.numerals()? * 100,
            },
        };
        let after = self.at;
        self.blanks();
        self.takes(&["又", "and", "&"]);
        match self.fraction() {
            Some(part) => Some(whole + part),
            None => {
                self.at = after;
                Some(whole)
            }
        }
    }

    /// `.5` after a number, in hundredths; a comma is a point where a digit follows.
    fn decimals(&mut self) -> i64 {
        let start = self.at;
        if !self.takes(&[".", ",", "．", "，", "·"]) {
            return 0;
        }
        let comma = !self.text[start..self.at].starts_with('.');
        let (mut value, mut scale, mut any) = (0, 10, false);
        while let Some(letter) = self.peek()
            && let Some(next) = digit(letter)
        {
            any = true;
            self.at += letter.len_utf8();
            self.exact &= scale > 0 || next == 0;
            value += next * scale;
            scale /= 10;
        }
        if !any && comma {
            self.at = start;
        }
        value
    }

    fn decimals_alone(&mut self) -> Option<i64> {
        let start = self.at;
        let value = self.decimals();
        (self.at > start + 1).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        use Unit::{Points, Zi};
        for (text, hundredths, unit) in [
            ("6.5", 650, None),
            ("6,5", 650, None),
            (" 7.50 ", 750, None),
            ("0.500000", 50, None),
            ("5.", 500, None),
            (".5", 50, None),
            ("-4.5", -450, None),
            ("5 1/2", 550, None),
            ("6½", 650, None),
            ("375", 37500, None),
            ("3又3/4子", 375, Some(Zi)),
            ("3子又3/4", 375, Some(Zi)),
            ("三又四分之三子", 375, Some(Zi)),
            ("1/4子", 25, Some(Zi)),
            ("四分之一子", 25, Some(Zi)),
            ("6目半", 650, Some(Points)),
            ("６目半", 650, Some(Points)),
            ("六目半", 650, Some(Points)),
            ("半目", 50, Some(Points)),
            ("3집반", 350, Some(Points)),
            ("十二目", 1200, Some(Points)),
            ("二十三子", 2300, Some(Zi)),
            ("43.5目", 4350, Some(Points)),
            ("0.5 points", 50, Some(Points)),
        ] {
            let found = quantity(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.hundredths, found.unit, found.exact), (hundredths, unit, true), "{text}");
        }
        assert_eq!(quantity("1/3").map(|found| found.exact), Some(false));
        assert_eq!(quantity("six"), None);
        assert_eq!(quantity(""), None);
        assert_eq!(quantity("1/0"), None);
    }

    #[test]
    fn the_first_number_of_a_sentence_is_found() {
        let (before, found) = first_quantity("分先:黑贴7目半").unwrap();
        assert_eq!((before, found.hundredths, found.unit), ("分先:黑贴", 750, Some(Unit::Points)));
        assert_eq!(first_quantity("第一届").map(|(_, found)| found.hundredths), None);
        assert_eq!(first_quantity("黑胜四分之三子").map(|(_, found)| found.hundredths), Some(75));
    }

    #[test]
    fn endless_digits_do_not_overflow() {
        let long = "9".repeat(400);
        assert!(quantity(&long).is_some());
        assert!(quantity(&format!("{long}/{long}")).is_some());
        assert!(quantity(&"九百".repeat(400)).is_some());
        assert!(quantity(&format!("0.{long}")).is_some());
    }
}

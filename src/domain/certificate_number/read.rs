//! Reading a certificate number as people type it, and telling them what they typed instead.

use super::{CertificateNumber, full_year};
use crate::domain::area_code::AreaCode;
use crate::domain::check_code::CheckCode;
use crate::domain::grade::{self, Grade};
use crate::domain::id_document::{IdDocument, IdKind};
use crate::domain::typed;
use crate::text::{Bilingual, both};
use chrono::NaiveDate;

/// A number that was read, with what had to be repaired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadNumber {
    /// The number.
    pub number: CertificateNumber,
    /// The repairs, in the order of reading. Grouping (`310 26 0001`, `310-26-0001`) needs none.
    pub notes: Vec<NumberNote>,
}

/// A repair that the reader made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberNote {
    /// Full-width digits.
    FullWidth,
    /// Quotation marks, or the `=` and `'` of a spreadsheet.
    Quotes,
    /// A label such as 证书号 or No.
    Label,
    /// The grade written in front of the number: it is part of the certificate's identity, not of its number.
    GradeInFront(Grade),
    /// A letter read as a digit.
    LetterForDigit {
        /// The letter found.
        found: char,
        /// The digit it was read as.
        read: char,
    },
    /// A decimal `.0` that a spreadsheet added.
    DecimalPoint,
}

impl NumberNote {
    /// The note in both languages.
    pub fn message(&self) -> Bilingual {
        match self {
            NumberNote::FullWidth => both("number.note.full-width", &[]),
            NumberNote::Quotes => both("number.note.quotes", &[]),
            NumberNote::Label => both("number.note.label", &[]),
            NumberNote::GradeInFront(grade) => both("number.note.grade-in-front", &[("grade", &grade.to_string())]),
            NumberNote::LetterForDigit { found, read } => {
                both("number.note.letter-for-digit", &[("found", &found.to_string()), ("read", &read.to_string())])
            }
            NumberNote::DecimalPoint => both("number.note.decimal-point", &[]),
        }
    }
}

/// Why a text is no certificate number: where it can be told, what it is instead.
///
/// No error repeats what was typed, for it may be somebody's identity number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NumberError {
    /// Nothing was typed.
    Empty,
    /// No digits that could be a number.
    NotANumber,
    /// Fewer than nine digits.
    TooShort {
        /// How many.
        digits: usize,
        /// The number of the national office that it would be if a spreadsheet had dropped the leading zeros.
        proposal: Option<CertificateNumber>,
    },
    /// More than nine digits, and nothing else that is known.
    TooLong {
        /// How many.
        digits: usize,
    },
    /// The serial 0000.
    SerialZero,
    /// A calendar date.
    Date(NaiveDate),
    /// An identity document's number.
    IdentityDocument,
    /// A mobile telephone number.
    Telephone,
    /// The ten digits that one province drafted: area, city, year, serial. Kept as a legacy number, if at all.
    ProvincialTenDigits {
        /// The area.
        area: AreaCode,
        /// The year.
        year: i32,
    },
    /// A register id (登记号) of a person of this register.
    RegisterNumber,
    /// The check code of a paper, which belongs in its own field.
    CheckCode,
    /// An address of a page.
    WebAddress,
    /// Letters and digits: the number of another registry.
    OtherRegistry,
    /// Rounded by a spreadsheet (3.1E+08): the last digits are lost.
    Rounded,
}

impl NumberError {
    /// The stable key of the error.
    pub const fn code(&self) -> &'static str {
        match self {
            NumberError::Empty => "empty",
            NumberError::NotANumber => "not-a-number",
            NumberError::TooShort { .. } => "too-short",
            NumberError::TooLong { .. } => "too-long",
            NumberError::SerialZero => "serial-zero",
            NumberError::Date(_) => "date",
            NumberError::IdentityDocument => "identity-document",
            NumberError::Telephone => "telephone",
            NumberError::ProvincialTenDigits { .. } => "provincial-ten-digits",
            NumberError::RegisterNumber => "register-number",
            NumberError::CheckCode => "check-code",
            NumberError::WebAddress => "web-address",
            NumberError::OtherRegistry => "other-registry",
            NumberError::Rounded => "rounded",
        }
    }

    /// The reason in both languages.
    pub fn message(&self) -> Bilingual {
        match self {
            NumberError::Empty => both("number.error.empty", &[]),
            NumberError::NotANumber => both("number.error.not-a-number", &[]),
            NumberError::TooShort { digits, proposal: None } => {
                both("number.error.too-short", &[("digits", &digits.to_string())])
            }
            NumberError::TooShort { digits, proposal: Some(number) } => {
                both("number.error.zeros-lost", &[("digits", &digits.to_string()), ("proposal", &number.grouped())])
            }
            NumberError::TooLong { digits } => both("number.error.too-long", &[("digits", &digits.to_string())]),
            NumberError::SerialZero => both("number.error.serial-zero", &[]),
            NumberError::Date(date) => both("number.error.date", &[("date", &date.to_string())]),
            NumberError::IdentityDocument => both("number.error.identity-document", &[]),
            NumberError::Telephone => both("number.error.telephone", &[]),
            NumberError::ProvincialTenDigits { area, year } => {
                let (name, year) = (area.name(), year.to_string());
                Bilingual {
                    zh: both("number.error.provincial-ten-digits", &[("area", &name.zh), ("year", &year)]).zh,
                    en: both("number.error.provincial-ten-digits", &[("area", &name.en), ("year", &year)]).en,
                }
            }
            NumberError::RegisterNumber => both("number.error.register-number", &[]),
            NumberError::CheckCode => both("number.error.check-code", &[]),
            NumberError::WebAddress => both("number.error.web-address", &[]),
            NumberError::OtherRegistry => both("number.error.other-registry", &[]),
            NumberError::Rounded => both("number.error.rounded", &[]),
        }
    }
}

impl std::fmt::Display for NumberError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message().en)
    }
}

impl std::error::Error for NumberError {}

const LABELS: [&str; 9] = ["证书编号", "证书号码", "证书号", "编号", "号码", "number", "no.", "no", "第"];

/// Reads a number as people type it.
pub fn read(text: &str) -> Result<ReadNumber, NumberError> {
    let mut notes = Vec::new();
    if typed::has_full_width(text) {
        notes.push(NumberNote::FullWidth);
    }
    let narrow = typed::narrow(text);
    let mut rest = narrow.as_str();
    let unquoted = rest.trim_matches(|c: char| typed::is_quote(c) || c == '=' || c.is_whitespace());
    if unquoted != rest {
        notes.push(NumberNote::Quotes);
        rest = unquoted;
    }
    if rest.is_empty() {
        return Err(NumberError::Empty);
    }
    if rest.contains("://") || rest.contains("/c/") || rest.starts_with("www.") {
        return Err(NumberError::WebAddress);
    }
    if let Some(unlabelled) = strip_label(rest) {
        notes.push(NumberNote::Label);
        rest = unlabelled;
    }
    if let Some((grade, number)) = split_grade(rest) {
        notes.push(NumberNote::GradeInFront(grade));
        rest = number;
    }
    if let Some(whole) = rest.strip_suffix(".0").filter(|whole| whole.bytes().all(|b| b.is_ascii_digit())) {
        notes.push(NumberNote::DecimalPoint);
        rest = whole;
    }
    if let Some(date) = typed::date(rest) {
        return Err(NumberError::Date(date));
    }
    let compact: String = rest.chars().filter(|c| !typed::is_separator(*c)).collect();
    if let Some(other) = known_otherwise(rest, &compact) {
        return Err(other);
    }
    let mut digits = String::with_capacity(compact.len());
    for found in compact.chars() {
        let Some(read) = typed::digit_like(found) else {
            let alphanumeric = compact.chars().all(|c| c.is_ascii_alphanumeric());
            let mixed = compact.bytes().any(|b| b.is_ascii_digit()) && compact.len() <= 24;
            return Err(if alphanumeric && mixed { NumberError::OtherRegistry } else { NumberError::NotANumber });
        };
        if read != found {
            notes.push(NumberNote::LetterForDigit { found, read });
        }
        digits.push(read);
    }
    if !compact.bytes().any(|b| b.is_ascii_digit()) {
        return Err(NumberError::NotANumber);
    }
    let number = exactly_nine(&digits)?;
    Ok(ReadNumber { number, notes })
}

fn exactly_nine(digits: &str) -> Result<CertificateNumber, NumberError> {
    match digits.parse::<CertificateNumber>() {
        // 000 26 0001 read as a number is 260001.
        Err(NumberError::TooShort { digits: n @ (5 | 6), .. }) => {
            Err(NumberError::TooShort { digits: n, proposal: format!("{digits:0>9}").parse().ok() })
        }
        Err(NumberError::TooLong { digits: 10 }) => {
            Err(provincial(digits).unwrap_or(NumberError::TooLong { digits: 10 }))
        }
        other => other,
    }
}

fn provincial(digits: &str) -> Option<NumberError> {
    let area: AreaCode = digits.get(..3)?.parse().ok()?;
    area.area()?;
    Some(NumberError::ProvincialTenDigits { area, year: full_year(digits.get(5..7)?.parse().ok()?) })
}

/// What else this register knows that has the same shape.
fn known_otherwise(text: &str, compact: &str) -> Option<NumberError> {
    let digits = compact.bytes().filter(u8::is_ascii_digit).count();
    let all_digits = digits == compact.len();
    if compact.len() > 1 && compact.starts_with(['Q', 'q']) && digits == compact.len() - 1 {
        return Some(NumberError::RegisterNumber);
    }
    if all_digits && compact.len() == 11 && compact.starts_with('1') && !compact[1..].starts_with(['0', '1', '2']) {
        return Some(NumberError::Telephone);
    }
    // Eight digits are a short number sooner than a permit, and `AGA 12345` sooner a registry's than a passport.
    let is_document = IdDocument::read(text).is_ok_and(|document| match document.kind() {
        IdKind::TaiwanPermit => false,
        IdKind::Passport => text.contains(':'),
        _ => true,
    });
    let last = |c: char| c.is_ascii_digit() || matches!(c, 'X' | 'x');
    if is_document || (compact.len() == 18 && digits >= 17 && compact.ends_with(last)) {
        return Some(NumberError::IdentityDocument);
    }
    if !all_digits && compact.len() == 16 && digits < 16 && CheckCode::read(compact).is_ok() {
        return Some(NumberError::CheckCode);
    }
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, ""));
    if mantissa.contains('.') && exponent.trim_start_matches('+').parse::<u8>().is_ok() {
        return Some(NumberError::Rounded);
    }
    None
}

fn strip_label(text: &str) -> Option<&str> {
    let mut rest = text;
    for label in LABELS {
        if rest.get(..label.len()).is_some_and(|head| head.eq_ignore_ascii_case(label)) {
            rest =
                rest[label.len()..].trim_start_matches(|c: char| c == ':' || c == '.' || c == '#' || c.is_whitespace());
            if label == "第" {
                rest = rest.trim_end_matches('号').trim_end();
            }
        }
    }
    let rest = rest.trim_start_matches('#');
    (rest != text && rest.starts_with(|c: char| !c.is_ascii_alphabetic())).then_some(rest)
}

/// Splits `5d/310260001` and `5段310260001`.
fn split_grade(text: &str) -> Option<(Grade, &str)> {
    let cut = text.find(['段', '级', '級']).map(|at| at + '段'.len_utf8()).or_else(|| text.find('/'))?;
    let (head, tail) = text.split_at(cut);
    let grade = grade::read(head).ok()?.grade?;
    Some((grade, tail.trim_start_matches(|c: char| c == '/' || c == ':' || c.is_whitespace())))
}

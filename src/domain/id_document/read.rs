//! Reading the numbers of identity documents.

use super::{IdDocument, IdKind, resident};
use crate::domain::area_code::AreaCode;
use crate::domain::certificate_number::CertificateNumber;
use crate::domain::typed;
use crate::text::{Bilingual, both};

/// Why a text is no document's number. Nothing of the number is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IdError {
    /// Nothing was typed.
    Empty,
    /// No document has a number of this shape.
    Shape {
        /// How many characters there are.
        characters: usize,
    },
    /// The number does not have the shape of the stated kind.
    NotOfKind(IdKind),
    /// The first two digits are no province.
    Province,
    /// The eight digits of the birth date are no date.
    BirthDate,
    /// The check character does not fit: a digit is wrong, or two are swapped.
    CheckCharacter,
    /// A calendar date.
    Date,
    /// A certificate number of this register.
    CertificateNumber,
    /// A mobile telephone number.
    Telephone,
    /// A passport's number without its country.
    CountryMissing,
}

impl IdError {
    /// The reason in both languages.
    pub fn message(&self) -> Bilingual {
        match self {
            IdError::Empty => both("document.error.empty", &[]),
            IdError::Shape { characters } => both("document.error.shape", &[("characters", &characters.to_string())]),
            IdError::NotOfKind(kind) => {
                let kind = kind.label();
                Bilingual {
                    zh: both("document.error.not-of-kind", &[("kind", &kind.zh)]).zh,
                    en: both("document.error.not-of-kind", &[("kind", &kind.en)]).en,
                }
            }
            IdError::Province => both("document.error.province", &[]),
            IdError::BirthDate => both("document.error.birth-date", &[]),
            IdError::CheckCharacter => both("document.error.check-character", &[]),
            IdError::Date => both("document.error.date", &[]),
            IdError::CertificateNumber => both("document.error.certificate-number", &[]),
            IdError::Telephone => both("document.error.telephone", &[]),
            IdError::CountryMissing => both("document.error.country-missing", &[]),
        }
    }
}

impl std::fmt::Display for IdError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message().en)
    }
}

impl std::error::Error for IdError {}

/// Upper case, narrow, without quotes and surrounding spaces.
fn tidy(text: &str) -> String {
    typed::narrow(text).trim_matches(|c: char| typed::is_quote(c) || c.is_whitespace()).to_ascii_uppercase()
}

fn compact(text: &str) -> String {
    text.chars().filter(|c| !typed::is_separator(*c)).collect()
}

fn digits(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|b| b.is_ascii_digit())
}

pub(super) fn read(text: &str) -> Result<IdDocument, IdError> {
    let tidied = tidy(text);
    let number = compact(&tidied);
    let kind = match (number.len(), number.as_bytes().first()) {
        (0, _) => return Err(IdError::Empty),
        _ if passport(&tidied).is_some() => IdKind::Passport,
        (18, Some(b'9')) => IdKind::ForeignResident,
        (18, Some(b'8')) => IdKind::ResidencePermit,
        (15 | 18, Some(b'0'..=b'9')) => IdKind::Resident,
        (15, Some(b'A'..=b'Z')) => IdKind::ForeignResident,
        (9 | 11, Some(b'H' | b'M')) => IdKind::HkMacauPermit,
        _ if typed::date(&tidied).is_some() => return Err(IdError::Date),
        (8, _) if digits(&number, 8) => IdKind::TaiwanPermit,
        (9, _) if number.parse::<CertificateNumber>().is_ok() => return Err(IdError::CertificateNumber),
        (11, Some(b'1')) if digits(&number, 11) => return Err(IdError::Telephone),
        (5..=20, _) if country_missing(&number) => return Err(IdError::CountryMissing),
        _ => return Err(IdError::Shape { characters: number.chars().count() }),
    };
    read_as(kind, text)
}

pub(super) fn read_as(kind: IdKind, text: &str) -> Result<IdDocument, IdError> {
    let tidied = tidy(text);
    let number = compact(&tidied);
    if number.is_empty() {
        return Err(IdError::Empty);
    }
    let wrong = IdError::NotOfKind(kind);
    let plain = |number: String| IdDocument { kind, number, birth: None, sex: None };
    match kind {
        IdKind::Resident => {
            let eighteen = match number.len() {
                15 if digits(&number, 15) => resident::expand(&number).ok_or(wrong)?,
                18 => number,
                _ => return Err(wrong),
            };
            // Residents of Hong Kong, Macau and Taiwan hold permits with these digits, not resident cards.
            if eighteen.starts_with(['8', '9']) {
                return Err(wrong);
            }
            of_eighteen(kind, eighteen, wrong, province)
        }
        IdKind::ResidencePermit => of_eighteen(kind, number, wrong, |number| {
            ["81", "82", "83"].iter().any(|region| number.starts_with(region))
        }),
        IdKind::ForeignResident if number.len() == 18 => {
            // 9, then the province where it was applied for.
            of_eighteen(kind, number, wrong, |number| number.starts_with('9') && number.get(1..).is_some_and(province))
        }
        IdKind::ForeignResident => {
            let (country, rest) = number.split_at_checked(3).ok_or(wrong)?;
            let fits = country.bytes().all(|b| b.is_ascii_uppercase()) && digits(rest, 12);
            if fits { Ok(plain(number)) } else { Err(wrong) }
        }
        IdKind::HkMacauPermit => {
            let body = number.strip_prefix(['H', 'M']).ok_or(wrong)?;
            if !digits(body, 8) && !digits(body, 10) {
                return Err(wrong);
            }
            // The last two of ten digits count renewals; the first eight stay for life.
            Ok(plain(number[..9].to_owned()))
        }
        IdKind::TaiwanPermit => {
            if digits(&number, 8) {
                Ok(plain(number))
            } else {
                Err(wrong)
            }
        }
        IdKind::Passport => passport(&tidied).map(plain).ok_or(wrong),
    }
}

/// What is built like GB 11643: a region, a birth date, a check character.
fn of_eighteen(
    kind: IdKind,
    number: String,
    wrong: IdError,
    region: impl Fn(&str) -> bool,
) -> Result<IdDocument, IdError> {
    let shape = number.len() == 18 && number.get(..17).is_some_and(|body| digits(body, 17));
    if !shape || !number.ends_with(|c: char| c.is_ascii_digit() || c == 'X') {
        return Err(wrong);
    }
    if !region(&number) {
        return Err(IdError::Province);
    }
    let birth = resident::birth(&number).ok_or(IdError::BirthDate)?;
    if resident::check_character(&number[..17]) != number.chars().next_back() {
        return Err(IdError::CheckCharacter);
    }
    let sex = resident::sex(&number);
    Ok(IdDocument { kind, number, birth: Some(birth), sex })
}

/// Whether the first two digits are a province of GB/T 2260.
fn province(number: &str) -> bool {
    let code = number.get(..2).and_then(|two| format!("{two}0").parse::<AreaCode>().ok());
    code.is_some_and(|code| !code.is_national() && code.area().is_some())
}

/// `JPN:TR1234567`: the country's code of two or three letters, a separator, 5 to 20 letters and digits.
fn passport(tidied: &str) -> Option<String> {
    let cut = tidied.find(|c: char| c == ':' || c == '/' || typed::is_separator(c))?;
    let (country, rest) = tidied.split_at(cut);
    let number = compact(rest.trim_start_matches([':', '/', ' ']));
    let fits = matches!(country.len(), 2 | 3)
        && country.bytes().all(|b| b.is_ascii_uppercase())
        && (5..=20).contains(&number.len())
        && number.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    fits.then(|| format!("{country}:{number}"))
}

/// Letters with digits, as passports have them.
fn country_missing(number: &str) -> bool {
    number.bytes().all(|b| b.is_ascii_alphanumeric())
        && number.starts_with(|c: char| c.is_ascii_uppercase())
        && number.bytes().any(|b| b.is_ascii_digit())
}

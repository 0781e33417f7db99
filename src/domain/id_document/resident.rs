//! The eighteen characters of GB 11643 and what is built like them: address (6), birth date (8), order (3, odd for
//! men), check character (ISO 7064 MOD 11-2).

use crate::domain::results::Sex;
use chrono::NaiveDate;

const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS: &[u8; 11] = b"10X98765432";

/// The check character of seventeen digits.
pub fn check_character(body: &str) -> Option<char> {
    if body.len() != 17 || !body.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let sum: u32 = body.bytes().zip(WEIGHTS).map(|(digit, weight)| u32::from(digit - b'0') * weight).sum();
    CHECKS.get(usize::try_from(sum % 11).ok()?).map(|check| char::from(*check))
}

/// The eighteen characters of an old number of fifteen digits (years of the 1900s, no check character).
pub fn expand(fifteen: &str) -> Option<String> {
    let body = format!("{}19{}", fifteen.get(..6)?, fifteen.get(6..15)?);
    let check = check_character(&body)?;
    Some(format!("{body}{check}"))
}

/// The birth date in eighteen characters.
pub fn birth(eighteen: &str) -> Option<NaiveDate> {
    let part = |range: std::ops::Range<usize>| eighteen.get(range)?.parse::<u32>().ok();
    NaiveDate::from_ymd_opt(i32::try_from(part(6..10)?).ok()?, part(10..12)?, part(12..14)?)
}

/// The sex in eighteen characters: the last digit of the order.
pub fn sex(eighteen: &str) -> Option<Sex> {
    let order = eighteen.as_bytes().get(16).filter(|b| b.is_ascii_digit())?;
    Some(if order % 2 == 1 { Sex::Male } else { Sex::Female })
}

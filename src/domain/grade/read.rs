//! Reading a grade as people write it: 5段, 业余5段, 5d, 5 dan, ５段, 1O级 …
//!
//! The reader is lenient but never silent: whatever it had to change or to assume comes back as a remark, and the
//! remarks that a person must decide on say so.

use super::{Grade, HIGHEST_DAN, LOWEST_KYU, chinese_numerals};
use crate::text::{Bilingual, both};
use unicode_normalization::UnicodeNormalization;

/// A grade that was read, with everything that was not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGrade {
    /// The grade; `None` is 无级 (ungraded).
    pub grade: Option<Grade>,
    /// What the reader changed or assumed, in the order of reading.
    pub remarks: Vec<GradeRemark>,
}

impl ReadGrade {
    /// Whether some remark needs a person's decision before the grade may count.
    pub fn is_doubtful(&self) -> bool {
        self.remarks.iter().any(GradeRemark::needs_decision)
    }
}

/// Something about the way a grade was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GradeRemark {
    /// Full-width digits or letters (５段).
    FullWidth,
    /// The Latin form (5d, 10 kyu).
    LatinForm,
    /// The traditional character (10級).
    TraditionalCharacter,
    /// Zeros before the number (05段).
    LeadingZeros,
    /// Chinese numerals (五段): the way of professional grades; amateur grades take Arabic numerals.
    ChineseNumerals,
    /// 初段: a word for the first dan, professional in style like Chinese numerals.
    FirstDanWord,
    /// A letter that looks like a digit (1O级, l段).
    LetterForDigit {
        /// The letter found.
        found: char,
        /// The digit proposed.
        proposed: char,
    },
}

impl GradeRemark {
    /// Whether a person must decide: the reading is a proposal, not a fact.
    pub fn needs_decision(&self) -> bool {
        matches!(self, GradeRemark::ChineseNumerals | GradeRemark::FirstDanWord | GradeRemark::LetterForDigit { .. })
    }

    /// The remark in both languages.
    pub fn message(&self) -> Bilingual {
        match self {
            GradeRemark::FullWidth => both("grade.remark.full-width", &[]),
            GradeRemark::LatinForm => both("grade.remark.latin-form", &[]),
            GradeRemark::TraditionalCharacter => both("grade.remark.traditional-character", &[]),
            GradeRemark::LeadingZeros => both("grade.remark.leading-zeros", &[]),
            GradeRemark::ChineseNumerals => both("grade.remark.chinese-numerals", &[]),
            GradeRemark::FirstDanWord => both("grade.remark.first-dan-word", &[]),
            GradeRemark::LetterForDigit { found, proposed } => both(
                "grade.remark.letter-for-digit",
                &[("found", &found.to_string()), ("proposed", &proposed.to_string())],
            ),
        }
    }
}

/// Why a text is no amateur grade.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GradeError {
    /// No form of a grade at all.
    NotAGrade,
    /// A number without 段 or 级: it could be either.
    UnitMissing(u32),
    /// A kyu outside 25…1.
    NoSuchKyu(u32),
    /// A dan outside 1…8.
    NoSuchDan(u32),
    /// A professional grade (职业五段, 5p): that ladder does not connect to this one.
    Professional,
    /// A group of an event (定段), which is not a grade.
    GroupName,
}

impl GradeError {
    /// The reason in both languages.
    pub fn message(&self) -> Bilingual {
        let lowest = LOWEST_KYU.to_string();
        let highest = HIGHEST_DAN.to_string();
        match self {
            GradeError::NotAGrade => both("grade.error.not-a-grade", &[]),
            GradeError::UnitMissing(n) => both("grade.error.unit-missing", &[("n", &n.to_string())]),
            GradeError::NoSuchKyu(n) => both("grade.error.no-such-kyu", &[("n", &n.to_string()), ("lowest", &lowest)]),
            GradeError::NoSuchDan(n) => {
                both("grade.error.no-such-dan", &[("n", &n.to_string()), ("highest", &highest)])
            }
            GradeError::Professional => both("grade.error.professional", &[]),
            GradeError::GroupName => both("grade.error.group-name", &[]),
        }
    }
}

impl std::fmt::Display for GradeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message().en)
    }
}

impl std::error::Error for GradeError {}

/// The ways to say that somebody holds no grade.
const UNGRADED: [&str; 11] = ["", "无", "无级", "无级别", "无等级", "无级段", "未定级", "空", "-", "none", "ungraded"];
const AMATEUR: [&str; 3] = ["业余", "業餘", "amateur"];
const PROFESSIONAL: [&str; 5] = ["职业", "職業", "专业", "專業", "professional"];
const DAN: [&str; 4] = ["段", "dan", "duan", "d"];
const KYU: [&str; 5] = ["级", "級", "kyu", "gup", "k"];
const GROUPS: [&str; 4] = ["定段", "定级", "升段", "升级"];

/// Reads a grade as people write it.
pub fn read(text: &str) -> Result<ReadGrade, GradeError> {
    let mut remarks = Vec::new();
    let narrow: String = text.nfkc().filter(|c| *c != '\u{feff}').collect();
    if text.chars().any(|c| ('\u{ff01}'..='\u{ff5e}').contains(&c)) {
        remarks.push(GradeRemark::FullWidth);
    }
    let narrow = narrow.trim().to_owned();
    let lower = narrow.to_lowercase();
    if UNGRADED.contains(&lower.replace('無', "无").replace('級', "级").as_str()) {
        return Ok(ReadGrade { grade: None, remarks });
    }
    if GROUPS.contains(&lower.as_str()) {
        return Err(GradeError::GroupName);
    }
    // The letters keep their case up to here: l and I are read as 1, but L is not a slip of the eye.
    let body = strip_any_prefix(&narrow, &AMATEUR).trim_start();
    if strip_any_prefix(body, &PROFESSIONAL) != body {
        return Err(GradeError::Professional);
    }
    if body == "初段" {
        remarks.push(GradeRemark::FirstDanWord);
        return Ok(ReadGrade { grade: Grade::dan(1), remarks });
    }
    let Some((number, unit)) = split_unit(body) else {
        return Err(match plain_number(body) {
            Some(n) => GradeError::UnitMissing(n),
            None if body.len() > 1 && body.ends_with(['p', 'P']) && plain_number(&body[..body.len() - 1]).is_some() => {
                GradeError::Professional
            }
            None => GradeError::NotAGrade,
        });
    };
    let n = read_number(number, &mut remarks)?;
    match unit.text {
        "級" => remarks.push(GradeRemark::TraditionalCharacter),
        latin if latin.is_ascii() => remarks.push(GradeRemark::LatinForm),
        _ => {}
    }
    let small = u8::try_from(n).ok();
    let grade = if unit.is_dan {
        Some(small.and_then(Grade::dan).ok_or(GradeError::NoSuchDan(n))?)
    } else {
        Some(small.and_then(Grade::kyu).ok_or(GradeError::NoSuchKyu(n))?)
    };
    Ok(ReadGrade { grade, remarks })
}

struct Unit {
    text: &'static str,
    is_dan: bool,
}

/// Splits `5 dan` into its number and unit; spaces and hyphens between them do not matter.
fn split_unit(body: &str) -> Option<(&str, Unit)> {
    let units = DAN.iter().map(|u| (*u, true)).chain(KYU.iter().map(|u| (*u, false)));
    for (text, is_dan) in units {
        let Some(cut) = body.len().checked_sub(text.len()).filter(|cut| body.is_char_boundary(*cut)) else { continue };
        if body[cut..].eq_ignore_ascii_case(text) {
            let number = body[..cut].trim_end_matches(|c: char| c.is_whitespace() || c == '-');
            return (!number.is_empty()).then_some((number, Unit { text, is_dan }));
        }
    }
    None
}

/// Reads digits, letters that look like digits, or Chinese numerals.
fn read_number(text: &str, remarks: &mut Vec<GradeRemark>) -> Result<u32, GradeError> {
    if let Some(n) = chinese_numerals::read(text) {
        remarks.push(GradeRemark::ChineseNumerals);
        return Ok(n);
    }
    let mut digits = String::new();
    for found in text.chars() {
        let digit = match found {
            '0'..='9' => found,
            'O' | 'o' => '0',
            'l' | 'I' | '|' | 'i' => '1',
            _ => return Err(GradeError::NotAGrade),
        };
        if digit != found {
            remarks.push(GradeRemark::LetterForDigit { found, proposed: digit });
        }
        digits.push(digit);
    }
    if digits.len() > 1 && digits.starts_with('0') {
        remarks.push(GradeRemark::LeadingZeros);
    }
    plain_number(&digits).ok_or(GradeError::NotAGrade)
}

fn plain_number(digits: &str) -> Option<u32> {
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

fn strip_any_prefix<'a>(text: &'a str, prefixes: &[&str]) -> &'a str {
    for prefix in prefixes {
        if text.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix)) {
            return &text[prefix.len()..];
        }
    }
    text
}

#[cfg(test)]
mod tests;

//! Ranks as western programs write them: `30K` … `9D`.

use crate::domain::grade::Grade;

/// A rank that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rank {
    /// A grade of the ladder in its usual form.
    Grade(Grade),
    /// A rank below the lowest grade of the ladder (26K to 30K).
    Below,
    /// Something else, to be read as people write grades.
    Other,
}

/// The number and whether it is a dan: `12K`, `3d`.
fn parts(text: &str) -> Option<(u8, bool)> {
    let unit = text.chars().next_back()?;
    let dan = match unit {
        'D' | 'd' => true,
        'K' | 'k' => false,
        _ => return None,
    };
    let digits = &text[..text.len() - unit.len_utf8()];
    let sound = matches!(digits.len(), 1 | 2) && digits.bytes().all(|b| b.is_ascii_digit());
    sound.then(|| digits.parse().ok()).flatten().map(|n| (n, dan))
}

/// Whether a token is a rank (also one of professionals).
pub(super) fn is_rank(text: &str) -> bool {
    parts(text).is_some() || text.strip_suffix(['p', 'P']).is_some_and(|n| matches!(n.parse(), Ok(1..=9_u8)))
}

/// Reads a rank.
pub(super) fn read(text: &str) -> Rank {
    match parts(text) {
        Some((n, true)) => Grade::dan(n).map_or(Rank::Other, Rank::Grade),
        Some((26..=30, false)) => Rank::Below,
        Some((n, false)) => Grade::kyu(n).map_or(Rank::Other, Rank::Grade),
        None => Rank::Other,
    }
}

/// The height of a rank, for differences: 1D is 0, 1K is -1.
pub(super) fn height(text: &str) -> Option<i16> {
    parts(text).map(|(n, dan)| if dan { i16::from(n) - 1 } else { -i16::from(n) })
}

/// A grade as a rank; the ungraded are beginners.
pub(super) fn write(grade: Option<Grade>) -> String {
    grade.map_or_else(|| "30K".to_owned(), |grade| grade.slug().to_uppercase())
}

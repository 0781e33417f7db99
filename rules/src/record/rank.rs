//! Ranks of players as records have them.

use super::number::front;

/// A grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grade {
    /// 级: the larger the number the weaker.
    Kyu(u8),
    /// 段 of amateurs, or of anyone where nothing else is said.
    Dan(u8),
    /// 段 of professionals.
    Pro(u8),
    /// A rating in points: `1004p`, `1527*`.
    Rating(u32),
}

/// A rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rank {
    /// The grade; none where it is a title or no grade at all.
    pub grade: Option<Grade>,
    /// Whether the server is not yet sure of it: `5d?`.
    pub uncertain: bool,
}

/// Reads `BR` or `WR`; none where it is empty.
pub(super) fn read(raw: &str) -> Option<Rank> {
    let text = front(raw.trim()).to_lowercase();
    if text.is_empty() {
        return None;
    }
    Some(Rank { grade: grade(&text), uncertain: text.contains('?') })
}

fn grade(text: &str) -> Option<Grade> {
    let pro_word = ["职业", "職業", "业", "業", "pro", "프로"].iter().any(|word| text.contains(word));
    let amateur = ["业余", "業餘", "アマ", "ama", "아마"].iter().any(|word| text.contains(word));
    let pro = (pro_word && !amateur) || text.starts_with('p');
    let (number, after) = number(text)?;
    let after = after.trim_start_matches([' ', '.', '*', '-', '\r', '\n']);
    let small = |limit: u32| u8::try_from(number).ok().filter(|_| (1..=limit).contains(&number));
    match after.chars().next() {
        Some('k' | '级' | '級' | '급') => small(50).map(Grade::Kyu),
        Some('q') => small(50).map(Grade::Kyu),
        Some('p') if number > 9 => Some(Grade::Rating(number)),
        Some('p') => small(9).map(Grade::Pro),
        Some('d' | '段' | '단') => {
            let tail = after.trim_start_matches("dan").trim_start_matches(['d', '段', '단', ' ']);
            if pro || tail.starts_with('p') { small(9).map(Grade::Pro) } else { small(10).map(Grade::Dan) }
        }
        None if number >= 100 => Some(Grade::Rating(number)),
        Some('?') if number >= 100 => Some(Grade::Rating(number)),
        _ => None,
    }
}

/// The first number of a text, in digits or as a Chinese numeral, and what follows it.
fn number(text: &str) -> Option<(u32, &str)> {
    let start = text.find(|letter: char| letter.is_ascii_digit() || "初一二三四五六七八九十".contains(letter))?;
    let rest = &text[start..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        let after = &rest[digits..];
        // `18.6k` is a kyu with a fraction.
        let fraction = after.strip_prefix('.').map_or(0, |tail| tail.bytes().take_while(u8::is_ascii_digit).count());
        let after = if fraction > 0 { &after[fraction + 1..] } else { after };
        return Some((rest[..digits].parse().ok()?, after));
    }
    let first = rest.chars().next()?;
    let value = match first {
        '初' => 1,
        other => u32::try_from("一二三四五六七八九十".chars().position(|numeral| numeral == other)?).ok()? + 1,
    };
    Some((value, &rest[first.len_utf8()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_servers_and_of_associations() {
        for (raw, grade, uncertain) in [
            ("9p", Some(Grade::Pro(9)), false),
            ("5d", Some(Grade::Dan(5)), false),
            ("5d?", Some(Grade::Dan(5)), true),
            ("7D*", Some(Grade::Dan(7)), false),
            ("9DP", Some(Grade::Pro(9)), false),
            ("9 Dan", Some(Grade::Dan(9)), false),
            ("9d, Tengen", Some(Grade::Dan(9)), false),
            ("九段", Some(Grade::Dan(9)), false),
            ("初段", Some(Grade::Dan(1)), false),
            ("业5段", Some(Grade::Pro(5)), false),
            ("业余5段", Some(Grade::Dan(5)), false),
            ("职业九段", Some(Grade::Pro(9)), false),
            ("P9段", Some(Grade::Pro(9)), false),
            ("18级", Some(Grade::Kyu(18)), false),
            ("19k*", Some(Grade::Kyu(19)), false),
            ("18.6k", Some(Grade::Kyu(18)), false),
            ("10K", Some(Grade::Kyu(10)), false),
            ("1급", Some(Grade::Kyu(1)), false),
            ("1004p", Some(Grade::Rating(1004)), false),
            ("1527*", Some(Grade::Rating(1527)), false),
            ("1660?", Some(Grade::Rating(1660)), true),
            ("Honinbo", None, false),
            ("NR", None, false),
            ("?", None, true),
        ] {
            assert_eq!(read(raw), Some(Rank { grade, uncertain }), "{raw}");
        }
        assert_eq!(read("  "), None);
    }
}

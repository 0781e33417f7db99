//! What somebody types for a recount: the rules and komi, the same on the command line and in an address.

use weiqi_rules::{HalfPoints, RuleSet};

/// Rules by their key, or as records name them.
pub fn rules_typed(typed: &str) -> Option<&'static RuleSet> {
    RuleSet::of(&typed.to_ascii_lowercase()).or_else(|| RuleSet::named(typed))
}

/// The keys of all rules, with commas between them.
pub fn rules_known() -> String {
    RuleSet::ALL.map(|rules| rules.key).join(", ")
}

/// Komi: points, or halves of them.
pub fn komi_typed(typed: &str) -> Option<HalfPoints> {
    let (sign, number) = match typed.strip_prefix('-') {
        Some(number) => (-1, number),
        None => (1, typed.strip_prefix('+').unwrap_or(typed)),
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let half = match part.trim_end_matches('0') {
        "" if !part.is_empty() => 0,
        "5" => 1,
        _ => return None,
    };
    let plain = (1..=4).contains(&whole.len()) && whole.bytes().all(|digit| digit.is_ascii_digit());
    let whole: i32 = plain.then(|| whole.parse().ok()).flatten()?;
    Some(HalfPoints(sign * (2 * whole + half)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_points_or_halves_of_them() {
        for (typed, halves) in [("7.5", 15), ("0", 0), ("-0.5", -1), ("6", 12), ("5.50", 11), ("+6.0", 12)] {
            assert_eq!(komi_typed(typed), Some(HalfPoints(halves)), "{typed}");
        }
        for wrong in ["", "-", "3.75", "7.", ".5", "7,5", "12345", "--1", "七目半", "1e2"] {
            assert_eq!(komi_typed(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn rules_have_their_names_and_those_of_records() {
        let key = |typed: &str| rules_typed(typed).map(|rules| rules.key);
        assert_eq!(key("chinese"), Some("chinese"));
        assert_eq!(key("Tromp-Taylor"), Some("tromp-taylor"));
        assert_eq!(key("中国规则"), Some("chinese"));
        assert_eq!(key("chess"), None);
    }
}

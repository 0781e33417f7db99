//! Which passwords are taken: long rather than odd, and not one of those that are tried first.

use crate::service::error::FieldError;
use std::collections::HashSet;
use std::sync::LazyLock;

/// The fewest characters.
pub const SHORTEST: usize = 10;
/// The most characters; more would only be work for the server.
pub const LONGEST: usize = 128;

/// Passwords that are tried first, lower case, one a line.
static COMMON: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    include_str!("common.txt").lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')).collect()
});

/// What is wrong with a password for an account, if anything; `field` names the form's field.
pub fn check(field: &'static str, password: &str, login: &str) -> Result<(), FieldError> {
    let refused = |key| Err(FieldError::new(field, key));
    let length = password.chars().count();
    if length < SHORTEST {
        let arguments = vec![("shortest", SHORTEST.to_string())];
        return Err(FieldError { field, key: "refusal.password_short", arguments });
    }
    if length > LONGEST {
        let arguments = vec![("longest", LONGEST.to_string())];
        return Err(FieldError { field, key: "refusal.password_long", arguments });
    }
    let lower = password.to_lowercase();
    if lower.contains(&login.to_lowercase()) {
        return refused("refusal.password_login");
    }
    if is_common(&lower) || is_pattern(&lower) {
        return refused("refusal.password_common");
    }
    Ok(())
}

/// A listed password, also with a few digits or marks before or behind it.
fn is_common(lower: &str) -> bool {
    let core = lower.trim_matches(|c: char| !c.is_alphabetic());
    COMMON.contains(lower) || (lower.len() - core.len() <= 6 && COMMON.contains(core))
}

/// One to three different characters, a run such as `abcdefghij` or `9876543210`, or a short piece repeated.
fn is_pattern(lower: &str) -> bool {
    let chars: Vec<char> = lower.chars().collect();
    if chars.iter().collect::<HashSet<_>>().len() <= 3 {
        return true;
    }
    let steps: HashSet<i64> =
        chars.windows(2).map(|w| i64::from(u32::from(w[1])) - i64::from(u32::from(w[0]))).collect();
    if steps.len() == 1 {
        return true;
    }
    (1..=4).any(|size| chars.chunks(size).all(|piece| chars[..size].starts_with(piece)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(password: &str) -> Option<&'static str> {
        check("password", password, "wangfang").err().map(|e| e.key)
    }

    #[test]
    fn length_counts_characters_not_bytes() {
        assert_eq!(refusal("棋品九段入神坐照通"), Some("refusal.password_short"));
        assert_eq!(refusal("棋品九段入神坐照通幽"), None);
        assert_eq!(refusal(&"青山绿水一局棋".repeat(18)), None);
        assert_eq!(refusal(&"青山绿水一局棋".repeat(19)), Some("refusal.password_long"));
    }

    #[test]
    fn the_login_name_is_no_password() {
        assert_eq!(refusal("xWangFang2026y"), Some("refusal.password_login"));
    }

    #[test]
    fn what_is_tried_first_is_refused() {
        for common in ["1234567890", "qwertyuiop", "Password123", "woaini5201314", "iloveyou2020!!", "Qipinweiqi1"] {
            assert_eq!(refusal(common), Some("refusal.password_common"), "{common}");
        }
        for pattern in
            ["aaaaaaaaaa", "abababababab", "9876543210", "abcdefghijk", "围棋围棋围棋围棋围棋", "a1b2a1b2a1b2"]
        {
            assert_eq!(refusal(pattern), Some("refusal.password_common"), "{pattern}");
        }
        for good in ["correct horse battery", "三连星 小飞挂 一间夹", "k7-tengen-oak", "lunar orbit 41"] {
            assert_eq!(refusal(good), None, "{good}");
        }
    }

    #[test]
    fn the_list_is_written_as_it_is_compared() {
        assert!(COMMON.len() > 100);
        for word in COMMON.iter() {
            assert_eq!(*word, word.to_lowercase());
        }
    }
}

//! The column `tests` of the players file: results of tests away from the board.

use std::collections::BTreeMap;

/// Reads `theory=14;machine=2` (also with full-width signs, commas and spaces); what is no result is left out, so
/// that it counts as missing.
pub fn test_results(text: &str) -> BTreeMap<String, u32> {
    text.split([';', '；', ',', '，'])
        .filter_map(|item| {
            let (test, result) = item.split_once(['=', '＝', ':', '：'])?;
            let digits: String = result.trim().chars().map(narrow).collect();
            Some((test.trim().to_owned(), digits.parse().ok()?))
        })
        .collect()
}

/// A full-width digit as an ordinary one.
fn narrow(c: char) -> char {
    match c {
        '０'..='９' => char::from_u32(u32::from(c) - u32::from('０') + u32::from('0')).unwrap_or(c),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_tests_are_read_with_either_kind_of_sign() {
        let read = test_results("theory=１4; machine ＝ 2；x;y=many");
        assert_eq!(read, BTreeMap::from([("theory".to_owned(), 14), ("machine".to_owned(), 2)]));
    }
}

//! How nine digits are set for people to read: in three groups, whose meaning is area, year and serial.

/// The three groups of a nine-digit number; none for a number of another kind.
pub fn groups(number: &str) -> Option<[&str; 3]> {
    if number.len() != 9 || !number.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some([&number[..3], &number[3..5], &number[5..]])
}

/// A number as text: 310 26 0001; one of another kind as it is.
pub fn spaced(number: &str) -> String {
    groups(number).map_or_else(|| number.to_owned(), |groups| groups.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_in_groups_and_others_as_they_are() {
        assert_eq!(groups("310260001"), Some(["310", "26", "0001"]));
        assert_eq!(spaced("310260001"), "310 26 0001");
        for other in ["沪2601", "31026000", "3502011001", "31026000１", ""] {
            assert_eq!((groups(other), spaced(other).as_str()), (None, other));
        }
    }
}

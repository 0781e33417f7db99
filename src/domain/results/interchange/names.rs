//! Names in two parts, and numbers that were typed into them.

/// Whether a character is written without spaces between words.
fn is_east_asian(c: char) -> bool {
    matches!(u32::from(c), 0x2E80..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

/// Family and given name in one piece: Chinese ones without a space, others with the given name first, as their bearers
/// write them.
pub(super) fn join(family: &str, given: &str) -> String {
    let (family, given) = (family.trim(), given.trim());
    let close =
        family.chars().next_back().is_some_and(is_east_asian) && given.chars().next().is_some_and(is_east_asian);
    match (family.is_empty(), given.is_empty()) {
        (false, false) if close => format!("{family}{given}"),
        (false, false) => format!("{given} {family}"),
        _ => format!("{family}{given}"),
    }
}

/// A name as a file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::domain::results) struct Name {
    /// As it is written.
    pub(super) written: String,
    /// The number that was typed into it, if any.
    pub(super) number: String,
    /// The name without the number.
    pub(super) plain: String,
}

impl Name {
    /// A name in one piece.
    pub(super) fn whole(text: &str) -> Self {
        Self::parts(text, "")
    }

    /// A name in two, of which one may be nothing but a number.
    pub(super) fn parts(family: &str, given: &str) -> Self {
        let (family, given) = (family.trim(), given.trim());
        let is_number = |part: &str| (1..=9).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        let (number, plain) = match (numbered(family), numbered(given)) {
            _ if is_number(family) && given.chars().any(char::is_alphabetic) => (family, given.to_owned()),
            _ if is_number(given) && family.chars().any(char::is_alphabetic) => (given, family.to_owned()),
            (Some((number, family)), None) => (number, join(family, given)),
            (None, Some((number, given))) => (number, join(family, given)),
            _ => ("", join(family, given)),
        };
        let written = if is_number(family) { format!("{family} {given}") } else { join(family, given) };
        Self { written: written.trim().to_owned(), number: number.to_owned(), plain }
    }

    /// `Last, First`.
    pub(super) fn of_comma(text: &str) -> Self {
        match text.split_once([',', '，']) {
            Some((family, given)) => Self::parts(family, given),
            None => Self::whole(text),
        }
    }
}

/// Family names of two characters.
const DOUBLE: [&str; 24] = [
    "欧阳", "司马", "上官", "诸葛", "司徒", "东方", "皇甫", "尉迟", "公孙", "慕容", "令狐", "夏侯", "端木", "南宫",
    "宇文", "长孙", "轩辕", "澹台", "万俟", "单于", "百里", "呼延", "独孤", "司空",
];

/// A name in two parts such that [`join`] gives it back.
pub(super) fn split(name: &str) -> (&str, &str) {
    let at_space = name.rsplit_once(' ').map(|(given, family)| (family, given));
    let length = if DOUBLE.iter().any(|double| name.starts_with(double)) { 2 } else { 1 };
    let second = name.char_indices().nth(length).map(|(at, _)| name.split_at(at));
    let mut parts = [at_space, second].into_iter().flatten();
    parts.find(|(family, given)| !given.is_empty() && join(family, given) == name).unwrap_or((name, ""))
}

/// A name as `Last, First`.
pub(super) fn with_comma(name: &str) -> String {
    match split(name) {
        (family, "") => family.to_owned(),
        (family, given) => format!("{family}, {given}"),
    }
}

/// A number that stands before or after a name, and the name without it; none where the text is no name with a number.
pub(super) fn numbered(name: &str) -> Option<(&str, &str)> {
    const BETWEEN: [char; 8] = ['.', '、', '-', '#', '_', ' ', '号', '．'];
    let name = name.trim();
    let lead = name.find(|c: char| !c.is_ascii_digit())?;
    let (number, rest) = if lead > 0 {
        name.split_at(lead)
    } else {
        let tail = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (rest, number) = name.split_at(tail);
        (number, rest)
    };
    let rest = rest.trim_matches(BETWEEN);
    // Nothing but digits and signs is no name; nine digits and more are no number of an event.
    let sound = !number.is_empty() && number.len() <= 9 && rest.chars().any(char::is_alphabetic);
    sound.then_some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_parts_are_one_name_and_back() {
        assert_eq!(join("张", "子轩"), "张子轩");
        assert_eq!(join("Müller ", "René"), "René Müller");
        assert_eq!(join("买买提", ""), "买买提");
        for name in ["张子轩", "司马馨明", "买买提·艾力", "Anna Maria Lopez", "甲", "Li", "张 三", "𠮷川慧", ""]
        {
            let (family, given) = split(name);
            assert_eq!(join(family, given), name);
        }
        assert_eq!(with_comma("Anna Maria Lopez"), "Lopez, Anna Maria");
        assert_eq!(Name::of_comma("Lopez, Anna Maria").plain, "Anna Maria Lopez");
        assert_eq!(Name::of_comma("张, 子轩").plain, "张子轩");
    }

    #[test]
    fn a_number_in_a_name_is_told_from_it() {
        assert_eq!(numbered("1460苏海龙"), Some(("1460", "苏海龙")));
        assert_eq!(numbered("承静1"), Some(("1", "承静")));
        assert_eq!(numbered("12. 苏海龙"), Some(("12", "苏海龙")));
        assert_eq!(numbered("7号 苏海龙"), Some(("7", "苏海龙")));
        let parts = |family, given| {
            let name = Name::parts(family, given);
            (name.written, name.number, name.plain)
        };
        let told = |written: &str, number: &str, plain: &str| (written.into(), number.into(), plain.into());
        assert_eq!(parts("1460", "苏海龙"), told("1460 苏海龙", "1460", "苏海龙"));
        assert_eq!(parts("Laurent", "Emma17"), told("Emma17 Laurent", "17", "Emma Laurent"));
        assert_eq!(parts("甲", "2"), told("2 甲", "2", "甲"));
        for name in ["苏海龙", "1460", "", "苏1海龙", "110105194912310021苏"] {
            assert_eq!(numbered(name), None, "{name}");
        }
    }
}

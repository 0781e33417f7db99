//! Markup of one shape, written once and cut at the places of its values. What is written again and again with other
//! values is then its pieces with the values between them.

use askama::filters::{Escaper, Html};
use std::fmt::{self, Write};
use std::ops::Range;

/// Markup with holes.
#[derive(Debug)]
pub struct Mould<V> {
    markup: String,
    /// The words before each hole, and what belongs into it.
    holes: Vec<(Range<usize>, V)>,
    /// The words after the last hole.
    tail: Range<usize>,
}

impl<V: Copy> Mould<V> {
    /// Cuts markup wherever one of the marks stands. Where two marks begin at one place, the longer one is meant. An
    /// empty mark is none.
    pub fn cut(markup: String, marks: &[(V, String)]) -> Self {
        let (mut holes, mut at) = (Vec::new(), 0);
        while let Some((found, (value, mark))) = marks
            .iter()
            .filter(|(_, mark)| !mark.is_empty())
            .filter_map(|one| markup[at..].find(&one.1).map(|found| (at + found, one)))
            .min_by_key(|(found, (_, mark))| (*found, usize::MAX - mark.len()))
        {
            holes.push((at..found, *value));
            at = found + mark.len();
        }
        let tail = at..markup.len();
        Self { markup, holes, tail }
    }

    /// The words between the holes, for a test that none of them is a value.
    #[cfg(test)]
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.holes.iter().map(|(words, _)| words).chain([&self.tail]).map(|words| &self.markup[words.clone()])
    }

    /// Writes the markup; `value` writes what belongs into a hole.
    pub fn write<W: Write + ?Sized>(
        &self,
        out: &mut W,
        mut value: impl FnMut(&mut W, V) -> fmt::Result,
    ) -> fmt::Result {
        for (words, one) in &self.holes {
            out.write_str(&self.markup[words.clone()])?;
            value(out, *one)?;
        }
        out.write_str(&self.markup[self.tail.clone()])
    }
}

/// Writes a text into markup.
pub fn escaped<W: Write + ?Sized>(out: &mut W, text: &str) -> fmt::Result {
    match text.bytes().any(|b| matches!(b, b'<' | b'>' | b'&' | b'"' | b'\'')) {
        true => Html.write_escaped_str(out, text),
        false => out.write_str(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cast(mould: &Mould<char>, a: &str, b: &str) -> String {
        let mut out = String::new();
        mould.write(&mut out, |out, one| escaped(out, if one == 'a' { a } else { b })).unwrap();
        out
    }

    #[test]
    fn every_place_of_a_mark_takes_its_value_and_the_longer_mark_wins() {
        let marks = [('a', "12".to_owned()), ('b', "123".to_owned()), ('c', String::new())];
        let mould = Mould::cut("<p>123 12</p>12".to_owned(), &marks);
        assert_eq!(cast(&mould, "12", "123"), "<p>123 12</p>12");
        assert_eq!(cast(&mould, "x<y", "'"), "<p>&#39; x&#60;y</p>x&#60;y");
        assert_eq!(cast(&mould, "", ""), "<p> </p>");
    }

    #[test]
    fn markup_without_a_mark_is_itself() {
        assert_eq!(cast(&Mould::cut("<p>".to_owned(), &[('a', "§".to_owned())]), "1", "2"), "<p>");
    }
}

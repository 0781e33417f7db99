//! Points as records write them.

use crate::{Coord, Size};

/// What a value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// A point, which may lie outside the board.
    At(Coord, Form),
    /// Nothing between the brackets, or `tt`.
    Pass,
    /// Blanks between the brackets.
    Blanks,
    /// The point just outside the lower right corner, as `ss` on 18 lines.
    Outside,
    /// No point.
    Unclear,
}

/// How a point was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Two letters.
    Letters,
    /// Two capital letters where small ones are meant.
    Capitals,
    /// `Q16`.
    Human,
}

/// The value of a move.
pub(super) fn played(value: &[u8], size: Size) -> Value {
    if value.is_empty() {
        return Value::Pass;
    }
    let value = value.trim_ascii();
    if value.is_empty() {
        return Value::Blanks;
    }
    let small = size.width() <= 19 && size.height() <= 19;
    if small && value == b"tt" {
        return Value::Pass;
    }
    match one(value, size) {
        Some((at, Form::Letters)) if !size.has(at) && at.x == size.width() && at.y == size.height() => Value::Outside,
        Some((at, form)) => Value::At(at, form),
        None => Value::Unclear,
    }
}

/// A single point.
pub(super) fn one(value: &[u8], size: Size) -> Option<(Coord, Form)> {
    if let [x, y] = *value
        && let Some(at) = Coord::from_letters(x, y)
    {
        let small = size.width() <= 26 && size.height() <= 26;
        if small && x.is_ascii_uppercase() && y.is_ascii_uppercase() {
            let lower = Coord::from_letters(x.to_ascii_lowercase(), y.to_ascii_lowercase())?;
            return Some((lower, Form::Capitals));
        }
        return Some((at, Form::Letters));
    }
    human(value, size).map(|at| (at, Form::Human))
}

/// `Q16`: a column without I, a row from the bottom.
fn human(value: &[u8], size: Size) -> Option<Coord> {
    let (column, row) = value.split_first()?;
    if !column.is_ascii_alphabetic() || row.is_empty() || row.len() > 2 || !row.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let letter = column.to_ascii_uppercase();
    let x = match letter {
        b'A'..=b'H' => letter - b'A',
        b'J'..=b'Z' => letter - b'A' - 1,
        _ => return None,
    };
    let row = row.iter().fold(0, |row, digit| row * 10 + (digit - b'0'));
    let at = Coord { x, y: size.height().checked_sub(row)? };
    size.has(at).then_some(at)
}

/// How a list of points was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ListForms {
    /// Several points in one value.
    pub(super) glued: bool,
    /// A value, or a part of one, that names no point.
    pub(super) unclear: bool,
    /// A point outside the board; it is left out.
    pub(super) outside: bool,
    /// Capital letters for small ones.
    pub(super) capitals: bool,
    /// `Q16`.
    pub(super) human: bool,
}

/// Appends the points of one value: a point, a rectangle `aa:cc`, or several without brackets.
pub(super) fn list(value: &[u8], size: Size, out: &mut Vec<Coord>, forms: &mut ListForms) {
    let value = value.trim_ascii();
    if value.is_empty() {
        return;
    }
    let mut push = |found: Option<(Coord, Form)>, forms: &mut ListForms| match found {
        Some((at, form)) => {
            forms.capitals |= form == Form::Capitals;
            forms.human |= form == Form::Human;
            if size.has(at) { out.push(at) } else { forms.outside = true }
        }
        None => forms.unclear = true,
    };
    if let Some(colon) = value.iter().position(|byte| *byte == b':') {
        match (one(&value[..colon], size), one(&value[colon + 1..], size)) {
            (Some((from, form)), Some((to, _))) => {
                let (left, right) = (from.x.min(to.x), from.x.max(to.x));
                let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
                forms.outside |= right >= size.width() || bottom >= size.height();
                for y in top..=bottom.min(size.height() - 1) {
                    for x in left..=right.min(size.width() - 1) {
                        push(Some((Coord { x, y }, form)), forms);
                    }
                }
            }
            (from, _) => push(from, forms),
        }
        return;
    }
    if let Some(found) = one(value, size) {
        return push(Some(found), forms);
    }
    forms.glued = true;
    for part in value.split(|byte| byte.is_ascii_whitespace() || matches!(byte, b',' | b'.' | b'/')) {
        match part {
            [] => {}
            part if part.len() % 2 == 0 && part.iter().all(u8::is_ascii_alphabetic) => {
                part.chunks(2).for_each(|pair| push(one(pair, size), forms));
            }
            part => push(one(part, size), forms),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(value: &str) -> (String, ListForms) {
        let (mut out, mut forms) = (Vec::new(), ListForms::default());
        list(value.as_bytes(), Size::NINETEEN, &mut out, &mut forms);
        (out.iter().map(Coord::to_string).collect::<Vec<_>>().join(" "), forms)
    }

    #[test]
    fn lists_of_points_in_every_way_of_writing() {
        assert_eq!(points("pd"), ("pd".into(), ListForms::default()));
        assert_eq!(points("nb:oc"), ("nb ob nc oc".into(), ListForms::default()));
        assert_eq!(points("oc:nb"), ("nb ob nc oc".into(), ListForms::default()));
        assert_eq!(points("ddpp"), ("dd pp".into(), ListForms { glued: true, ..Default::default() }));
        assert_eq!(points("dd, pp"), ("dd pp".into(), ListForms { glued: true, ..Default::default() }));
        assert_eq!(points("Q16"), ("pd".into(), ListForms { human: true, ..Default::default() }));
        assert_eq!(points("PD"), ("pd".into(), ListForms { capitals: true, ..Default::default() }));
        assert_eq!(points("zz"), ("".into(), ListForms { outside: true, ..Default::default() }));
        assert_eq!(points("d"), ("".into(), ListForms { glued: true, unclear: true, ..Default::default() }));
    }

    #[test]
    fn passes_are_told_from_points() {
        let of = |value: &str, side| played(value.as_bytes(), Size::square(side).unwrap());
        assert_eq!(of("", 19), Value::Pass);
        assert_eq!(of("tt", 19), Value::Pass);
        assert_eq!(of("tt", 9), Value::Pass);
        assert!(matches!(of("tt", 25), Value::At(..)));
        assert_eq!(of("  ", 19), Value::Blanks);
        assert_eq!(of("ss", 18), Value::Outside);
        assert!(matches!(of("zz", 19), Value::At(..)));
        assert_eq!(of("p", 19), Value::Unclear);
        assert_eq!(of("!!", 19), Value::Unclear);
        assert!(matches!(of("AA", 29), Value::At(Coord { x: 26, y: 26 }, Form::Letters)));
    }
}

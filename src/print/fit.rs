//! Making text fit: a name into its field, a sentence into lines that are about equally long.

use super::content::Phrase;
use super::glyphs::{Line, Shaper, Style};
use std::rc::Rc;
use unicode_segmentation::UnicodeSegmentation;

/// Distance of two base lines of a name, in ems.
const NAME_LEADING: f32 = 1.22;
/// A name stays on one line while that keeps at least this share of the largest size.
const ONE_LINE_FROM: f32 = 0.55;
/// More lines than this no field has room for.
const MOST_LINES: usize = 3;

/// Lines at one size.
pub(crate) struct Fitted {
    pub(crate) lines: Vec<Rc<Line>>,
    /// Type size in points.
    pub(crate) size: f32,
    /// Distance of base lines in points.
    pub(crate) leading: f32,
}

impl Fitted {
    /// Height of the block in points.
    pub(crate) fn height(&self) -> f32 {
        self.lines.len() as f32 * self.leading
    }

    /// Width of the widest line in points.
    #[cfg(test)]
    pub(crate) fn width(&self) -> f32 {
        self.lines.iter().map(|line| line.width).fold(0.0, f32::max) * self.size
    }
}

/// Sets a name as large as its field (in points) allows, at most `largest`: on one line, else on two or three.
pub(crate) fn name(shaper: &Shaper, text: &str, (width, height): (f32, f32), largest: f32) -> Fitted {
    let mut best: Option<Fitted> = None;
    for count in 1..=MOST_LINES {
        let lines: Vec<Rc<Line>> =
            split(shaper, text, count).iter().map(|part| shaper.shape(Style::Text, part, 0.0)).collect();
        let widest = lines.iter().map(|line| line.width).fold(0.0, f32::max);
        let by_width = if widest > 0.0 { width / widest } else { largest };
        let size = largest.min(by_width).min(height / (lines.len() as f32 * NAME_LEADING));
        let fitted = Fitted { lines, size, leading: size * NAME_LEADING };
        if count == 1 && size >= largest * ONE_LINE_FROM {
            return fitted;
        }
        if best.as_ref().is_none_or(|best| size > best.size) {
            best = Some(fitted);
        }
    }
    best.unwrap_or(Fitted { lines: Vec::new(), size: largest, leading: largest })
}

/// Cuts a name into `count` parts (at most three) of about the same width, at a separator or a space where one is near.
fn split(shaper: &Shaper, text: &str, count: usize) -> Vec<String> {
    let clusters: Vec<&str> = text.graphemes(true).collect();
    if count == 1 || clusters.len() <= count {
        return vec![text.to_owned()];
    }
    let mut before = vec![0.0];
    for cluster in &clusters {
        let last = before.last().copied().unwrap_or(0.0);
        before.push(last + shaper.shape(Style::Text, cluster, 0.0).width);
    }
    let total = before.last().copied().unwrap_or(0.0);
    let rough = 0.5 + 0.15 * total / count as f32;
    // What a cut costs: the widest line, and something for each cut inside a word.
    let price = |ends: &[usize]| {
        let mut from = 0;
        let mut sum = 0.0;
        let mut widest: f32 = 0.0;
        for &to in ends {
            let at_separator = matches!(clusters[to - 1], "·" | " " | "-") || clusters[to] == " ";
            sum += if at_separator { 0.0 } else { rough };
            widest = widest.max(before[to] - before[from]);
            from = to;
        }
        sum + widest.max(total - before[from])
    };
    let mut best = (f32::INFINITY, Vec::new());
    for first in 1..clusters.len() {
        let seconds = if count > 2 { first + 1..clusters.len() } else { first..first + 1 };
        for second in seconds {
            let ends = if count > 2 { vec![first, second] } else { vec![first] };
            let price = price(&ends);
            if price < best.0 {
                best = (price, ends);
            }
        }
    }
    let mut from = 0;
    let mut parts = Vec::with_capacity(count);
    for to in best.1.into_iter().chain([clusters.len()]) {
        parts.push(clusters[from..to].concat().trim().to_owned());
        from = to;
    }
    parts
}

/// A paragraph's measure.
#[derive(Clone, Copy)]
pub(crate) struct Measure {
    /// Width of the column in points.
    pub(crate) width: f32,
    /// The type size to begin with, in points; a longer text is set smaller.
    pub(crate) size: f32,
    /// Distance of base lines in ems.
    pub(crate) leading: f32,
    /// The most lines that the column has room for.
    pub(crate) lines: usize,
}

/// Breaks a sentence into lines of about equal length.
pub(crate) fn paragraph(shaper: &Shaper, phrase: &Phrase, measure: Measure) -> Fitted {
    let text = phrase.text();
    let pieces: Vec<(&str, f32)> =
        pieces(&text).into_iter().map(|piece| (piece, shaper.shape(Style::Text, piece, 0.0).width)).collect();
    let widest = pieces.iter().map(|(piece, width)| width - trailing(piece)).fold(0.0, f32::max);
    let mut size = measure.size;
    // Each step leaves 4 % of the size away; the loop ends at the latest when everything fits on one line.
    while widest * size > measure.width || fill(&pieces, measure.width / size).len() > measure.lines {
        size *= 0.96;
    }
    let full = measure.width / size;
    let count = fill(&pieces, full).len();
    let mut tight = full;
    while tight > widest && fill(&pieces, tight * 0.98).len() == count {
        tight *= 0.98;
    }
    let lines = fill(&pieces, tight).iter().map(|line| shaper.shape(Style::Text, line.trim_end(), 0.0)).collect();
    Fitted { lines, size, leading: size * measure.leading }
}

fn trailing(piece: &str) -> f32 {
    if piece.ends_with(' ') { 0.25 } else { 0.0 }
}

/// Fills lines of a width (in ems) one after another.
fn fill(pieces: &[(&str, f32)], width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut used = f32::INFINITY;
    for (piece, piece_width) in pieces {
        if used + piece_width - trailing(piece) > width {
            lines.push(String::new());
            used = 0.0;
        }
        used += piece_width;
        if let Some(line) = lines.last_mut() {
            line.push_str(piece);
        }
    }
    lines
}

/// Cuts a sentence where a line may end: after a space, and between Chinese characters except before a mark
/// that closes and after one that opens.
fn pieces(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let Some((next_at, next)) = characters.peek().copied() else { break };
        let may_break = if c == ' ' {
            next != ' ' && !closes(next)
        } else {
            (is_wide(c) || is_wide(next)) && next != ' ' && !closes(next) && !opens(c) && !joins_digit(c, next)
        };
        if may_break {
            found.push(&text[start..next_at]);
            start = next_at;
        }
        debug_assert!(at < next_at);
    }
    if start < text.len() {
        found.push(&text[start..]);
    }
    found
}

fn is_wide(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}' | '“' | '”' | '‘')
}

fn closes(c: char) -> bool {
    "，。、；：？！）》〉」』】”’·…%,.;:?!)".contains(c)
}

fn opens(c: char) -> bool {
    "（《〈「『【“‘(".contains(c)
}

/// 2026年 and 5段 stay together.
fn joins_digit(c: char, next: char) -> bool {
    (c.is_ascii_digit() && "年月日段级届名".contains(next)) || (c == '第' && next.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::Fonts;

    #[test]
    fn a_line_never_begins_with_a_closing_mark_nor_ends_with_an_opening_one() {
        assert_eq!(
            pieces("于2026年参加“春赛”，授予业余5段。"),
            ["于", "2026年", "参", "加", "“春", "赛”，", "授", "予", "业", "余", "5段。"]
        );
        assert_eq!(pieces("at the Open"), ["at ", "the ", "Open"]);
    }

    #[test]
    fn a_long_name_is_cut_at_its_separator() {
        let fonts = Fonts::shipped().unwrap();
        let shaper = fonts.shaper();
        assert_eq!(split(&shaper, "阿卜杜热合曼·买买提艾力", 2), ["阿卜杜热合曼·", "买买提艾力"]);
        assert_eq!(split(&shaper, "Alexander Dinerchtein", 2), ["Alexander", "Dinerchtein"]);
        assert_eq!(split(&shaper, "一二三四五六七八", 2), ["一二三四", "五六七八"]);
    }

    #[test]
    fn short_names_stay_on_one_line_and_twenty_five_characters_take_two() {
        let fonts = Fonts::shipped().unwrap();
        let shaper = fonts.shaper();
        let field = (425.0, 74.0);
        assert_eq!(name(&shaper, "张三", field, 42.0).lines.len(), 1);
        let long = name(&shaper, &"棋".repeat(25), field, 42.0);
        assert_eq!(long.lines.len(), 2);
        assert!(long.size > 25.0 && long.width() <= field.0 + 0.01 && long.height() <= field.1 + 0.01);
    }
}

//! From characters to glyphs: which face has a character, which characters no face has, how wide a line is.

use super::face::{Fonts, Kind};
use krilla::text::{GlyphId, KrillaGlyph};
use skrifa::charmap::{Charmap, MapVariant};
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;
use unicode_normalization::char::{compose, is_combining_mark};

/// Between two Chinese characters the separator of names takes half a character's width.
const NAME_DOT: char = '\u{b7}';
const NAME_DOT_WIDTH: f32 = 0.5;
/// The apostrophe, which is as wide as a character in a Chinese face.
const APOSTROPHE: char = '\u{2019}';

impl Fonts {
    /// The characters of `text` that no face can print, each once, in the order of their code points.
    /// Pages ask this before anything is issued; [`super::render`] refuses what it names.
    pub fn missing(&self, text: &str) -> Vec<char> {
        self.shaper().shape(Style::Text, text, 0.0).missing.clone()
    }

    /// Opens the faces for setting text.
    pub(crate) fn shaper(&self) -> Shaper<'_> {
        let faces = self
            .faces
            .iter()
            .filter_map(|face| {
                let font = FontRef::from_index(face.bytes.as_slice(), face.index).ok()?;
                let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
                Some(Open {
                    kind: face.kind,
                    font: &face.font,
                    charmap: font.charmap(),
                    metrics,
                    shaping: rustybuzz::Face::from_slice(face.bytes.as_slice(), face.index)?,
                    plans: RefCell::default(),
                })
            })
            .collect();
        Shaper { faces, known: RefCell::default(), set: RefCell::default() }
    }
}

/// A character with its code point, for people who cannot see the glyph: 𪛖 (U+2A6D6).
pub fn describe(character: char) -> String {
    let code = u32::from(character);
    if character.is_control() || character.is_whitespace() || is_combining_mark(character) || is_selector(character) {
        format!("U+{code:04X}")
    } else {
        format!("{character} (U+{code:04X})")
    }
}

/// Which weight a text is set in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Style {
    /// The text faces.
    Text,
    /// The bold face of fixed words first, then the text faces.
    Title,
}

/// The faces, opened, with what has been looked up so far.
pub(crate) struct Shaper<'a> {
    faces: Vec<Open<'a>>,
    known: RefCell<HashMap<(Style, char), Option<Found>>>,
    /// Lines already set: a batch says most of its words on every page.
    set: RefCell<HashMap<(Style, u32, String), Rc<Line>>>,
}

struct Open<'a> {
    kind: Kind,
    font: &'a krilla::text::Font,
    charmap: Charmap<'a>,
    metrics: GlyphMetrics<'a>,
    shaping: rustybuzz::Face<'a>,
    /// One plan for each script that comes up: making it costs more than setting a word.
    plans: RefCell<Vec<Plan>>,
}

struct Plan {
    script: rustybuzz::Script,
    direction: rustybuzz::Direction,
    plan: Rc<rustybuzz::ShapePlan>,
}

impl Open<'_> {
    fn plan(&self, buffer: &rustybuzz::UnicodeBuffer) -> Rc<rustybuzz::ShapePlan> {
        let (script, direction) = (buffer.script(), buffer.direction());
        let mut plans = self.plans.borrow_mut();
        if let Some(known) = plans.iter().find(|known| known.script == script && known.direction == direction) {
            return known.plan.clone();
        }
        let plan = Rc::new(rustybuzz::ShapePlan::new(&self.shaping, direction, Some(script), None, &[]));
        plans.push(Plan { script, direction, plan: plan.clone() });
        plan
    }
}

#[derive(Clone, Copy)]
struct Found {
    face: usize,
    glyph: skrifa::GlyphId,
    advance: f32,
}

/// A line of text, set. Widths are in ems: multiply by the type size.
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) width: f32,
    pub(crate) missing: Vec<char>,
}

/// Neighbouring glyphs of one face.
pub(crate) struct Piece {
    pub(crate) font: krilla::text::Font,
    face: usize,
    pub(crate) glyphs: Vec<KrillaGlyph>,
    pub(crate) width: f32,
}

impl Shaper<'_> {
    /// Sets one line; `tracking` is added after every glyph but the last.
    pub(crate) fn shape(&self, style: Style, text: &str, tracking: f32) -> Rc<Line> {
        let key = (style, tracking.to_bits(), text.to_owned());
        if let Some(line) = self.set.borrow().get(&key) {
            return line.clone();
        }
        let line = Rc::new(self.shape_anew(style, text, tracking));
        self.set.borrow_mut().insert(key, line.clone());
        line
    }

    fn shape_anew(&self, style: Style, text: &str, tracking: f32) -> Line {
        let text = composed(text);
        let mut line = Building { line: Line { text, pieces: Vec::new(), width: 0.0, missing: Vec::new() }, tracking };
        let mut missing = BTreeSet::new();
        let text = line.line.text.clone();
        let style = if self.all_in_title(&text) { style } else { Style::Text };
        for (range, western) in runs(&text) {
            if western && let Some(face) = self.face_for(style, &text[range.clone()]) {
                self.shape_western(&mut line, face, &text, range);
            } else {
                self.place_each(&mut line, style, &text, range, &mut missing);
            }
        }
        line.line.missing = missing.into_iter().collect();
        line.line.width = (line.line.width - tracking).max(0.0);
        line.line
    }

    /// The bold face is cut to the fixed words: a line that needs more is set in the text faces throughout.
    fn all_in_title(&self, text: &str) -> bool {
        let mut titles = self.faces.iter().filter(|face| face.kind == Kind::Title);
        titles.any(|face| text.chars().all(|c| face.charmap.map(c).is_some()))
    }

    /// The first face that has all of a Western word, so that one letter of it never stands out.
    fn face_for(&self, style: Style, run: &str) -> Option<usize> {
        self.order(style).find(|&index| {
            let face = &self.faces[index];
            run.chars()
                .all(|c| printable(c) && face.charmap.map(c).is_some() && !(c == APOSTROPHE && face.kind == Kind::Song))
        })
    }

    /// Kerned, through the shaper.
    fn shape_western(&self, line: &mut Building, face: usize, text: &str, range: Range<usize>) {
        let open = &self.faces[face];
        let mut buffer = rustybuzz::UnicodeBuffer::new();
        buffer.push_str(&text[range.clone()]);
        buffer.guess_segment_properties();
        let plan = open.plan(&buffer);
        let shaped = rustybuzz::shape_with_plan(&open.shaping, &plan, buffer);
        let em = open.font.units_per_em();
        let starts: Vec<usize> = shaped.glyph_infos().iter().map(|info| info.cluster as usize).collect();
        for (i, (info, place)) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()).enumerate() {
            let end = starts[i..].iter().copied().find(|&s| s > starts[i]).unwrap_or(range.len());
            line.push(
                open.font,
                face,
                GlyphId::new(info.glyph_id),
                place.x_advance as f32 / em,
                (place.x_offset as f32 / em, place.y_offset as f32 / em),
                range.start + starts[i]..range.start + end,
            );
        }
    }

    /// Character by character: Chinese needs no shaping.
    fn place_each(
        &self,
        line: &mut Building,
        style: Style,
        text: &str,
        range: Range<usize>,
        missing: &mut BTreeSet<char>,
    ) {
        let part = &text[range.clone()];
        let mut characters = part.char_indices().peekable();
        let mut previous = None;
        while let Some((at, c)) = characters.next() {
            let selector = characters.next_if(|(_, next)| is_selector(*next)).map(|(_, next)| next);
            let end = range.start + characters.peek().map_or(part.len(), |(next, _)| *next);
            let next = text[end..].chars().next();
            let span = range.start + at..end;
            match (self.find(style, c), selector) {
                (None, _) => {
                    missing.insert(c);
                }
                (Some(found), None) => {
                    let face = &self.faces[found.face];
                    let (advance, shift) = spaced(previous, c, next, found.advance);
                    line.push(face.font, found.face, GlyphId::new(found.glyph.to_u32()), advance, (shift, 0.0), span);
                }
                (Some(_), Some(selector)) => match self.find_variant(style, c, selector) {
                    Some((face, glyph, advance)) => {
                        line.push(self.faces[face].font, face, GlyphId::new(glyph.to_u32()), advance, (0.0, 0.0), span);
                    }
                    None => {
                        missing.insert(selector);
                    }
                },
            }
            previous = Some(c);
        }
    }

    fn order(&self, style: Style) -> impl Iterator<Item = usize> + '_ {
        (0..self.faces.len()).filter(move |&i| style == Style::Title || self.faces[i].kind != Kind::Title)
    }

    fn find(&self, style: Style, c: char) -> Option<Found> {
        *self.known.borrow_mut().entry((style, c)).or_insert_with(|| {
            if !printable(c) {
                return None;
            }
            self.order(style).find_map(|face| {
                let open = &self.faces[face];
                let glyph = open.charmap.map(c).filter(|glyph| glyph.to_u32() != 0)?;
                Some(Found { face, glyph, advance: self.advance(face, glyph) })
            })
        })
    }

    /// The form that an ideographic variation selector asks for; a name never gets another form silently.
    fn find_variant(&self, style: Style, c: char, selector: char) -> Option<(usize, skrifa::GlyphId, f32)> {
        self.order(style).find_map(|face| {
            let glyph = match self.faces[face].charmap.map_variant(c, selector)? {
                MapVariant::UseDefault => self.faces[face].charmap.map(c)?,
                MapVariant::Variant(glyph) => glyph,
            };
            Some((face, glyph, self.advance(face, glyph)))
        })
    }

    fn advance(&self, face: usize, glyph: skrifa::GlyphId) -> f32 {
        let open = &self.faces[face];
        open.metrics.advance_width(glyph).unwrap_or(0.0) / open.font.units_per_em()
    }
}

struct Building {
    line: Line,
    tracking: f32,
}

impl Building {
    fn push(
        &mut self,
        font: &krilla::text::Font,
        face: usize,
        glyph: GlyphId,
        advance: f32,
        offset: (f32, f32),
        range: Range<usize>,
    ) {
        let advance = advance + self.tracking;
        let glyph = KrillaGlyph::new(glyph, advance, offset.0, offset.1, 0.0, range, None);
        self.line.width += advance;
        match self.line.pieces.last_mut() {
            Some(piece) if piece.face == face => {
                piece.width += advance;
                piece.glyphs.push(glyph);
            }
            _ => self.line.pieces.push(Piece { font: font.clone(), face, glyphs: vec![glyph], width: advance }),
        }
    }
}

/// Joins a letter and its accent where one character exists for both; nothing else is changed, because
/// full normalisation would replace compatibility ideographs that people write their names with.
fn composed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_combining_mark(c)
            && let Some(joined) = out.chars().last().and_then(|last| compose(last, c))
        {
            out.pop();
            out.push(joined);
        } else {
            out.push(c);
        }
    }
    out
}

/// Splits a text into Western runs (set as words) and others (set character by character).
fn runs(text: &str) -> Vec<(Range<usize>, bool)> {
    let mut found: Vec<(Range<usize>, bool)> = Vec::new();
    let mut previous = ' ';
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let next = characters.peek().map_or(' ', |(_, next)| *next);
        let is_western =
            western(c) || (c == APOSTROPHE && western(previous) && previous.is_alphabetic() && western(next));
        let end = at + c.len_utf8();
        match found.last_mut() {
            Some((range, kind)) if *kind == is_western => range.end = end,
            _ => found.push((at..end, is_western)),
        }
        previous = c;
    }
    found
}

/// Latin, Greek and Cyrillic with ASCII punctuation and dashes; not the separator of Chinese names.
fn western(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{a0}'..='\u{52f}' | '\u{1e00}'..='\u{1fff}' | '\u{2010}'..='\u{2013}') && c != NAME_DOT
}

/// The width that a Chinese character takes between its neighbours, and how far its glyph is moved in it:
/// quotation marks take half a width, and so do other marks beside a mark or at the end of a line.
fn spaced(previous: Option<char>, c: char, next: Option<char>, advance: f32) -> (f32, f32) {
    let half = advance / 2.0;
    match c {
        NAME_DOT if [previous, next].iter().all(|side| side.is_some_and(|s| !western(s))) => {
            (NAME_DOT_WIDTH, (NAME_DOT_WIDTH - advance) / 2.0)
        }
        '“' | '‘' if advance > 0.9 => (half, -half),
        '”' | '’' if advance > 0.9 => (half, 0.0),
        _ if opens(c) && advance > 0.9 && previous.is_none_or(|p| opens(p) || closes(p)) => (half, -half),
        _ if closes(c) && advance > 0.9 && next.is_none_or(|n| opens(n) || closes(n)) => (half, 0.0),
        _ => (advance, 0.0),
    }
}

/// Full-width marks whose ink stands in the right half.
fn opens(c: char) -> bool {
    "（《〈「『【〔“‘".contains(c)
}

/// Full-width marks whose ink stands in the left half.
fn closes(c: char) -> bool {
    "，。、；：！？）》〉」』】〕”’".contains(c)
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Whether a glyph of a face, if there is one, would say the character: not for private use (every font means
/// something else by it), controls, lone accents, or scripts whose letters change shape by their neighbours.
fn printable(c: char) -> bool {
    let private = matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
    let joining = matches!(c, '\u{590}'..='\u{109f}' | '\u{1700}'..='\u{1cff}' | '\u{a800}'..='\u{abff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{11fff}');
    let invisible = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}');
    !(private || joining || invisible || c.is_control() || is_combining_mark(c) || is_selector(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fonts() -> Fonts {
        Fonts::shipped().unwrap()
    }

    #[test]
    fn names_of_every_kind_are_covered() {
        let fonts = fonts();
        for name in [
            "张三",
            "欧阳娜娜",
            "阿卜杜拉·买买提",
            "㐂",
            "𠮷野",
            "王𫟹",
            "喆堃镕赟翀",
            "張瑋倫",
            "髙橋",
            "渡邊",
            "Łukasz Dvořák",
            "Nguyễn Văn Ánh",
            "O’Brien",
            "José",
            "Jose\u{301}",
            "Иван",
            "ＡＢ１",
            "Ağaoğlu",
        ] {
            assert_eq!(fonts.missing(name), Vec::<char>::new(), "{name}");
        }
    }

    #[test]
    fn what_cannot_be_printed_is_named_once_and_in_order() {
        let fonts = fonts();
        assert_eq!(fonts.missing("王\u{2A6D6}\u{1F600}\u{2A6D6}"), ['\u{1F600}', '\u{2A6D6}']);
        assert_eq!(fonts.missing("\u{e000}"), ['\u{e000}'], "private use");
        assert_eq!(fonts.missing("a\u{34f}b\t"), ['\t', '\u{34f}']);
        assert_eq!(fonts.missing("葛\u{e0100}"), ['\u{e0100}'], "a variant form that no face has");
        assert_eq!(fonts.missing("x\u{302}"), ['\u{302}'], "an accent that joins with nothing");
        assert_eq!(describe('\u{2A6D6}'), "\u{2A6D6} (U+2A6D6)");
        assert_eq!(describe('\u{e0100}'), "U+E0100");
    }

    #[test]
    fn the_official_lists_are_covered() {
        let fonts = fonts();
        let decode = |row: u8, cell: u8| {
            encoding_rs::GBK.decode_without_bom_handling_and_without_replacement(&[row, cell]).map(|t| t.into_owned())
        };
        let mut han = String::new();
        for row in 0xb0..=0xf7u8 {
            for cell in 0xa1..=0xfeu8 {
                if let Some(text) =
                    decode(row, cell).filter(|t| t.chars().all(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)))
                {
                    han.push_str(&text);
                }
            }
        }
        assert_eq!(han.chars().count(), 6763, "GB 2312-1980 has 6,763 characters");
        assert_eq!(fonts.missing(&han), Vec::<char>::new());
    }

    #[test]
    fn a_western_word_is_kerned_and_never_mixes_faces() {
        let fonts = fonts();
        let shaper = fonts.shaper();
        let apart: f32 = "AVATAR".chars().map(|c| shaper.shape(Style::Text, &c.to_string(), 0.0).width).sum();
        assert!(shaper.shape(Style::Text, "AVATAR", 0.0).width < apart - 0.1);
        assert_eq!(shaper.shape(Style::Text, "Dvořák", 0.0).pieces.len(), 1);
        assert_eq!(shaper.shape(Style::Text, "O’Brien", 0.0).pieces.len(), 1);
        assert_eq!(shaper.shape(Style::Text, "张·三", 0.0).width, 2.5);
    }
}

//! From sheets to one PDF file.

use super::content::{Content, Source};
use super::face::Fonts;
use super::glyphs::{Shaper, Style};
use super::paint::Painter;
use super::sheet::{CertificateSheet, Field};
use super::size::{Options, POINTS, PaperSize};
use super::{a4, card, ornament, qr};
use crate::text::{Lang, fill};
use chrono::Datelike;
use fast_qr::qr::QRCode;
use krilla::action::{Action, LinkAction};
use krilla::annotation::{LinkAnnotation, Target};
use krilla::configure::{Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::error::KrillaError;
use krilla::geom::{Point, Rect, Transform};
use krilla::graphic::Graphic;
use krilla::metadata::{DateTime, Metadata};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::{Document, SerializeSettings};
use std::collections::BTreeSet;
use std::io::Write;

/// What was printed and what was not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// Pages written, in the order of the sheets.
    pub pages: usize,
    /// Sheets left out, because something on them has no glyph.
    pub refused: Vec<Refused>,
}

/// A sheet that was not printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Its place among the sheets given.
    pub index: usize,
    /// The holder's name.
    pub holder: String,
    /// The fields that cannot be printed.
    pub fields: Vec<Field>,
    /// The characters that no face has, each once, in the order of their code points.
    pub missing: Vec<char>,
}

/// The file could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PrintError {
    /// The address is longer than a QR code holds.
    #[error("the address of sheet {index} is too long for a QR code")]
    Address {
        /// The sheet's place among those given.
        index: usize,
    },
    /// The PDF writer refused: a defect, or a damaged face in the font folder.
    #[error("the PDF cannot be made: {0}")]
    Pdf(String),
    /// The file cannot be written.
    #[error("the PDF cannot be written: {0}")]
    Write(#[from] std::io::Error),
}

/// Prints the sheets, one page each, as PDF/A-2. The same sheets give the same bytes.
///
/// A sheet with a character that no face has is left out and named; the others are printed.
/// When none is left, nothing is written.
pub fn render(
    fonts: &Fonts,
    sheets: &[CertificateSheet],
    size: PaperSize,
    options: Options,
    out: &mut impl Write,
) -> Result<Printed, PrintError> {
    let shaper = fonts.shaper();
    let mut printed = Printed::default();
    let mut ready = Vec::with_capacity(sheets.len());
    for (index, sheet) in sheets.iter().enumerate() {
        let content = Content::of(sheet);
        match refusal(&shaper, index, sheet, &content) {
            Some(refused) => printed.refused.push(refused),
            None => ready.push((index, sheet, content)),
        }
    }
    if ready.is_empty() {
        return Ok(printed);
    }
    let mut document = Document::new_with(settings()?);
    document.set_metadata(metadata(&ready));
    let mut outline = Outline::new();
    let mut press = Press { shaper: &shaper, size, options, fixed: Vec::new() };
    for (index, sheet, content) in &ready {
        let code = code(*index, sheet)?;
        page(&mut document, &mut press, content, code.as_ref())?;
        let entry = format!("{} {}", sheet.number.as_deref().unwrap_or("–"), sheet.holder);
        outline.push_child(OutlineNode::new(entry, XyzDestination::new(printed.pages, Point::from_xy(0.0, 0.0))));
        printed.pages += 1;
    }
    if printed.pages > 1 {
        document.set_outline(outline);
    }
    let bytes = document.finish().map_err(|error| PrintError::Pdf(explain(&error)))?;
    out.write_all(&bytes)?;
    out.flush()?;
    Ok(printed)
}

fn refusal(shaper: &Shaper, index: usize, sheet: &CertificateSheet, content: &Content) -> Option<Refused> {
    let mut fields = BTreeSet::new();
    let mut missing = BTreeSet::new();
    for phrase in content.phrases() {
        for said in &phrase.0 {
            let line = shaper.shape(Style::Text, &said.text, 0.0);
            if let (false, Source::Value(field)) = (line.missing.is_empty(), said.source) {
                fields.insert(field);
            }
            missing.extend(&line.missing);
        }
    }
    (!missing.is_empty()).then(|| Refused {
        index,
        holder: sheet.holder.clone(),
        fields: fields.into_iter().collect(),
        missing: missing.into_iter().collect(),
    })
}

fn code(index: usize, sheet: &CertificateSheet) -> Result<Option<QRCode>, PrintError> {
    match &sheet.page_address {
        Some(address) => Ok(Some(qr::encode(address).ok_or(PrintError::Address { index })?)),
        None => Ok(None),
    }
}

/// PDF/A-2u: archival, and every glyph carries its character.
fn settings() -> Result<SerializeSettings, PrintError> {
    let configuration = ConfigurationBuilder::new()
        .with_archival_validator(Archival::A2_U)
        .finish()
        .map_err(|error| PrintError::Pdf(format!("{error:?}")))?;
    Ok(SerializeSettings { configuration, ..SerializeSettings::default() })
}

fn metadata(ready: &[(usize, &CertificateSheet, Content)]) -> Metadata {
    let title = match ready {
        [(_, sheet, content)] => {
            let number = sheet.number.as_deref().unwrap_or("–");
            let grade = content.grade.zh.text();
            fill(Lang::Zh, "print.document.one", &[("grade", &grade), ("number", number)])
        }
        _ => fill(Lang::Zh, "print.document.many", &[("count", &ready.len().to_string())]),
    };
    let mut metadata = Metadata::new()
        .title(title)
        .language(Lang::Zh.tag().to_owned())
        .creator(crate::text::text(Lang::Zh, "common.product").to_owned());
    // The newest date of issue, never the clock: the same sheets give the same bytes.
    if let Some(date) = ready.iter().map(|(_, sheet, _)| sheet.issued_on).max() {
        let (year, month, day) = (date.year().clamp(0, 9999), date.month(), date.day());
        let year = u16::try_from(year).unwrap_or(0);
        let [month, day] = [month, day].map(|n| u8::try_from(n).unwrap_or(1));
        metadata = metadata
            .creation_date(DateTime::new(year).month(month).day(day).hour(0).minute(0).second(0).utc_offset_hour(8));
    }
    metadata
}

/// What the pages of one file share.
struct Press<'a, 'f> {
    shaper: &'a Shaper<'f>,
    size: PaperSize,
    options: Options,
    fixed: Vec<(Kind, Graphic)>,
}

fn page(
    document: &mut Document,
    press: &mut Press,
    content: &Content,
    code: Option<&QRCode>,
) -> Result<(), PrintError> {
    let (size, options) = (press.size, press.options);
    let (w, h) = ornament::trimmed(size);
    let margin = options.margin();
    let boxed = |around: f32| {
        let from = (margin - around) * POINTS;
        Rect::from_xywh(from, from, (w + 2.0 * around) * POINTS, (h + 2.0 * around) * POINTS)
    };
    let bleed = if options.bleed { Options::BLEED } else { 0.0 };
    let settings = PageSettings::from_wh((w + 2.0 * margin) * POINTS, (h + 2.0 * margin) * POINTS)
        .ok_or_else(|| PrintError::Pdf("a page without size".to_owned()))?
        .with_bleed_box(boxed(bleed))
        .with_trim_box(boxed(0.0));
    let mut page = document.start_page_with(settings);
    let mut surface = page.surface();
    surface.push_transform(&Transform::from_translate(margin * POINTS, margin * POINTS));
    let kind = Kind::of(content);
    let known = press.fixed.iter().find(|(known, _)| *known == kind).map(|(_, graphic)| graphic.clone());
    let graphic = known.unwrap_or_else(|| {
        let mut builder = surface.stream_builder();
        let mut inner = builder.surface();
        draw_fixed(&mut Painter::new(&mut inner, press.shaper), content, size, options);
        inner.finish();
        let graphic = Graphic::new(builder.finish(), false);
        press.fixed.push((kind, graphic.clone()));
        graphic
    });
    surface.draw_graphic(graphic);
    let (x, y, side) = draw_values(&mut Painter::new(&mut surface, press.shaper), content, code, size);
    surface.pop();
    surface.finish();
    if code.is_some() {
        let address = content.full_address.text();
        let corner = |length: f32| (length + margin) * POINTS;
        if let Some(rect) = Rect::from_xywh(corner(x), corner(y), side * POINTS, side * POINTS) {
            let target = Target::Action(Action::Link(LinkAction::new(address)));
            page.add_annotation(LinkAnnotation::new(rect, target).into());
        }
    }
    page.finish();
    Ok(())
}

/// What decides about the fixed part of a sheet: it is written once into the file for all sheets of a kind.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Kind {
    is_dan: bool,
    is_notice: bool,
    has_clause: bool,
    has_address: bool,
}

impl Kind {
    fn of(content: &Content) -> Self {
        Self {
            is_dan: content.is_dan,
            is_notice: content.unnumbered.is_some(),
            has_clause: !content.clause_label.zh.is_empty(),
            has_address: !content.scan.zh.is_empty(),
        }
    }
}

/// Draws what all sheets of a kind have in common.
pub(crate) fn draw_fixed(painter: &mut Painter, content: &Content, size: PaperSize, options: Options) {
    match size {
        PaperSize::A4 => a4::fixed(painter, content, options),
        PaperSize::Card => card::fixed(painter, content, options),
    }
    if options.bleed {
        ornament::crop_marks(painter, size);
    }
}

/// Draws what is one sheet's own; answers where the QR code stands (left, top, side).
pub(crate) fn draw_values(
    painter: &mut Painter,
    content: &Content,
    code: Option<&QRCode>,
    size: PaperSize,
) -> (f32, f32, f32) {
    match size {
        PaperSize::A4 => {
            a4::values(painter, content, code);
            a4::CODE
        }
        PaperSize::Card => {
            card::values(painter, content, code);
            card::CODE
        }
    }
}

fn explain(error: &KrillaError) -> String {
    match error {
        KrillaError::Validation(errors) => errors.iter().map(|(e, _)| format!("{e:?}")).collect::<Vec<_>>().join("; "),
        other => other.to_string(),
    }
}

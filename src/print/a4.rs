//! The upright A4 certificate: stone, name, grade, then the facts, and at the foot what proves them.

use super::content::Content;
use super::fit::Measure;
use super::ornament::{frame, ground, lattice, numeral, seal, stone};
use super::paint::{Ink, Painter, Type};
use super::qr;
use super::size::{Options, POINTS, PaperSize};
use fast_qr::qr::QRCode;

const MIDDLE: f32 = 105.0;
const LEFT: f32 = 30.0;
const RIGHT: f32 = 180.0;
const INSET: f32 = 11.0;
const FOOT: f32 = 236.0;
/// The QR code: left, top, side.
pub(crate) const CODE: (f32, f32, f32) = (LEFT, FOOT, 28.0);
/// The name's field: left, top, width, height.
pub(crate) const NAME: (f32, f32, f32, f32) = (LEFT, 134.5, RIGHT - LEFT, 24.0);
/// The largest size of the name.
pub(crate) const NAME_SIZE: f32 = 44.0;

/// The stone: where its middle is, and its radius.
const STONE: ((f32, f32), f32) = ((MIDDLE, 79.0), 16.5);
/// The facts begin below this line.
const FACTS: f32 = 200.0;
const DATE: f32 = 88.0;
const CLAUSE: f32 = 127.0;
const LABEL: f32 = 8.0;

/// What every sheet of a kind has in common.
pub(crate) fn fixed(painter: &mut Painter, content: &Content, options: Options) {
    ground(painter, PaperSize::A4, options, INSET);
    frame(painter, PaperSize::A4, INSET, 4.0);
    painter.text((MIDDLE, 40.0), Type::title(33.0).centre().tracked(0.16), &content.title.zh);
    painter.text((MIDDLE, 48.5), Type::text(11.0).quiet().centre().tracked(0.04), &content.title.en);
    lattice(painter, STONE.0, 26.0, 6.0, Ink::Rule);
    stone(painter, STONE.0, STONE.1, content);
    let opening = content.opening.zh.then("  ", &content.opening.en);
    painter.text((MIDDLE, 133.0), Type::text(9.0).quiet().centre(), &opening);
    painter.lines(&[((MIDDLE - 48.0, 160.0), (MIDDLE + 48.0, 160.0))], 0.4, Ink::Rule);
    painter.lines(&[((LEFT, FACTS), (RIGHT, FACTS)), ((LEFT, FACTS + 27.0), (RIGHT, FACTS + 27.0))], 0.4, Ink::Rule);
    for (x, label) in [(LEFT, &content.number_label), (DATE, &content.issued_label), (CLAUSE, &content.clause_label)] {
        painter.text((x, FACTS + 6.0), Type::text(LABEL).quiet(), &label.zh.then("  ", &label.en));
    }
    if let Some(words) = &content.unnumbered {
        painter.text_within((LEFT, FACTS + 15.0), Type::text(12.5).ink(Ink::Seal), 54.0, &words.zh);
        painter.text_within((LEFT, FACTS + 21.5), Type::text(9.0).ink(Ink::Seal), 54.0, &words.en);
    }
    let (left, top, side) = CODE;
    painter.text((left + side + 4.5, top + 3.2), Type::text(9.0), &content.scan.zh);
    painter.text_within((left + side + 4.5, top + 7.8), Type::text(7.5).quiet(), 48.0, &content.scan.en);
    seal(painter, (RIGHT - 19.0, FOOT - 0.5), 19.0, &content.seal);
}

/// What is one sheet's own.
pub(crate) fn values(painter: &mut Painter, content: &Content, code: Option<&QRCode>) {
    numeral(painter, STONE.0, STONE.1, content);
    painter.text((MIDDLE, 114.5), Type::title(19.0).centre().tracked(0.06), &content.grade.zh);
    painter.text((MIDDLE, 120.5), Type::text(10.0).quiet().centre().tracked(0.04), &content.grade.en);
    mark(painter, content);
    holder(painter, content);
    facts(painter, content);
    foot(painter, content, code);
    issuer(painter, content);
}

/// 补发 1 and its like: boxed, at the top, so that nobody overlooks it.
fn mark(painter: &mut Painter, content: &Content) {
    if content.mark.zh.is_empty() {
        return;
    }
    let (zh, en) = (Type::title(12.0).ink(Ink::Seal).centre(), Type::text(7.5).ink(Ink::Seal).centre());
    let width = painter.width(zh, &content.mark.zh).max(painter.width(en, &content.mark.en)) + 7.0;
    let left = RIGHT - width;
    painter.rounded_frame((left, 56.0, width, 12.6), 0.8, 0.8, Ink::Seal);
    painter.text((left + width / 2.0, 61.8), zh, &content.mark.zh);
    painter.text((left + width / 2.0, 66.2), en, &content.mark.en);
}

fn holder(painter: &mut Painter, content: &Content) {
    painter.name(NAME, Type::text(NAME_SIZE).centre(), &content.holder);
    let zh = Measure { width: (RIGHT - LEFT) * POINTS, size: 13.5, leading: 1.65, lines: 2 };
    let end = painter.paragraph((MIDDLE, 163.5), Type::text(13.5).centre(), zh, &content.statement.zh);
    let en = Measure { width: (RIGHT - LEFT) * POINTS, size: 9.5, leading: 1.45, lines: 2 };
    painter.paragraph((MIDDLE, end + 1.2), Type::text(9.5).quiet().centre(), en, &content.statement.en);
}

fn facts(painter: &mut Painter, content: &Content) {
    let mut x = LEFT;
    for group in &content.number {
        let width = painter.text_within((x, FACTS + 15.5), Type::text(19.0), 52.0, &group.digits);
        let meaning = group.meaning.zh.then(" ", &group.meaning.en);
        painter.text((x + width / 2.0, FACTS + 21.5), Type::text(6.5).quiet().centre(), &meaning);
        x += width + 4.2;
    }
    painter.text((DATE, FACTS + 15.0), Type::text(12.5), &content.issued.zh);
    painter.text((DATE, FACTS + 21.5), Type::text(9.0).quiet(), &content.issued.en);
    let column = (RIGHT - CLAUSE) * POINTS;
    let zh = Measure { width: column, size: 10.0, leading: 1.35, lines: 2 };
    let end = painter.paragraph((CLAUSE, FACTS + 8.8), Type::text(10.0), zh, &content.clause.zh);
    let en = Measure { width: column, size: 8.0, leading: 1.3, lines: 2 };
    painter.paragraph((CLAUSE, end + 0.6), Type::text(8.0).quiet(), en, &content.clause.en);
}

fn foot(painter: &mut Painter, content: &Content, code: Option<&QRCode>) {
    let (left, top, side) = CODE;
    if let Some(code) = code {
        qr::draw(painter, (left, top), side, code);
    }
    painter.text_within((left + side + 4.5, top + side), Type::text(9.0), 48.0, &content.shown_address);
    let width = painter.text((LEFT, FOOT + 34.0), Type::text(10.0).tracked(0.02), &content.code);
    let label = content.code_label.zh.then("  ", &content.code_label.en);
    painter.text((LEFT + width + 3.0, FOOT + 34.0), Type::text(7.5).quiet(), &label);
}

fn issuer(painter: &mut Painter, content: &Content) {
    painter.text_within((RIGHT, FOOT + 28.5), Type::text(13.5).right(), 68.0, &content.issuer.zh);
    painter.text_within((RIGHT, FOOT + 34.0), Type::text(8.5).quiet().right(), 68.0, &content.issuer.en);
    // The lowest line is level with the seal's foot, where room is left.
    let above = content.signatures.len().saturating_sub(1) as f32;
    for (i, (role, name)) in content.signatures.iter().enumerate() {
        let y = FOOT + 15.8 + (i as f32 - above) * 10.8;
        let (left, right) = (119.0, 155.0);
        painter.lines(&[((left, y + 1.6), (right, y + 1.6))], 0.3, Ink::Quiet);
        painter.text_within(((left + right) / 2.0, y), Type::text(11.0).centre(), right - left, name);
        painter.text_within((left, y + 4.8), Type::text(7.0).quiet(), right - left, &role.zh.then("  ", &role.en));
    }
}

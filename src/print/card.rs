//! The lying A6 card: a board's corner with the stone on the left, the words on the right.

use super::content::Content;
use super::fit::Measure;
use super::ornament::{ground, numeral, seal, stone, trimmed};
use super::paint::{Ink, Painter, Type};
use super::qr;
use super::size::{Options, POINTS, PaperSize};
use fast_qr::qr::QRCode;

const INSET: f32 = 5.0;
/// Where the board ends and the words begin.
const BOARD: f32 = 47.0;
const LEFT: f32 = 53.0;
const RIGHT: f32 = 138.0;
/// The middle of the board.
const AXIS: f32 = 26.0;
/// The QR code: left, top, side.
pub(crate) const CODE: (f32, f32, f32) = (AXIS - 12.0, 60.0, 24.0);
/// The name's field: left, top, width, height.
pub(crate) const NAME: (f32, f32, f32, f32) = (LEFT, 31.0, RIGHT - LEFT, 15.0);
/// The largest size of the name.
pub(crate) const NAME_SIZE: f32 = 27.0;

/// The stone: where its middle is, and its radius.
const STONE: ((f32, f32), f32) = ((AXIS, 35.0), 12.4);
/// The facts begin below this line.
const FACTS: f32 = 63.5;
const DATE: f32 = 86.0;
const CLAUSE: f32 = 109.0;

/// What every card of a kind has in common.
pub(crate) fn fixed(painter: &mut Painter, content: &Content, options: Options) {
    ground(painter, PaperSize::Card, options, INSET);
    board(painter, options);
    let (w, h) = trimmed(PaperSize::Card);
    if !options.bleed {
        painter.frame((INSET, INSET, w - 2.0 * INSET, h - 2.0 * INSET), 0.8, Ink::Black);
    }
    stone(painter, STONE.0, STONE.1, content);
    painter.text((LEFT, 17.0), Type::title(14.5).tracked(0.08), &content.title.zh);
    painter.text((LEFT, 21.8), Type::text(6.5).quiet().tracked(0.03), &content.title.en);
    let opening = content.opening.zh.then("  ", &content.opening.en);
    painter.text((LEFT, 29.4), Type::text(6.0).quiet(), &opening);
    let rules = [24.6, FACTS, FACTS + 15.6].map(|y| ((LEFT, y), (RIGHT, y)));
    painter.lines(&rules, 0.35, Ink::Rule);
    for (x, label) in [(LEFT, &content.number_label), (DATE, &content.issued_label), (CLAUSE, &content.clause_label)] {
        painter.text((x, FACTS + 3.6), Type::text(5.5).quiet(), &label.zh.then("  ", &label.en));
    }
    if let Some(words) = &content.unnumbered {
        painter.text_within((LEFT, FACTS + 8.2), Type::text(7.5).ink(Ink::Seal), 31.0, &words.zh);
        painter.text_within((LEFT, FACTS + 11.8), Type::text(6.0).ink(Ink::Seal), 31.0, &words.en);
    }
    seal(painter, (RIGHT - 13.0, 80.2), 13.0, &content.seal);
}

/// What is one card's own.
pub(crate) fn values(painter: &mut Painter, content: &Content, code: Option<&QRCode>) {
    numeral(painter, STONE.0, STONE.1, content);
    proof(painter, content, code);
    mark(painter, content);
    holder(painter, content);
    facts(painter, content);
    foot(painter, content);
}

/// The upper left corner of a board: wood, ink lines, and a star point under the stone.
fn board(painter: &mut Painter, options: Options) {
    let (_, h) = trimmed(PaperSize::Card);
    let edge = if options.bleed { -Options::BLEED } else { INSET };
    painter.area((edge, edge, BOARD - edge, h - 2.0 * edge), Ink::Wood);
    let (cell, first_x, first_y) = (7.0, 12.0, 14.0);
    let (mut lines, mut x, mut y) = (Vec::new(), first_x, first_y);
    while x < BOARD {
        lines.push(((x, first_y), (x, h - edge)));
        x += cell;
    }
    while y < h - edge {
        lines.push(((first_x, y), (BOARD, y)));
        y += cell;
    }
    painter.lines(&lines, 0.35, Ink::WoodLine);
    painter.lines(&[((BOARD, edge), (BOARD, h - edge))], 0.5, Ink::Black);
}

/// The code and its characters on a white label.
fn proof(painter: &mut Painter, content: &Content, code: Option<&QRCode>) {
    let Some(code) = code else { return };
    let (left, top, side) = CODE;
    let quiet = qr::QUIET_ZONE * side / code.size as f32;
    let foot = if content.code.is_empty() { quiet } else { quiet + 3.6 };
    painter.area((left - quiet, top - quiet, side + 2.0 * quiet, side + quiet + foot), Ink::White);
    qr::draw(painter, (left, top), side, code);
    painter.text_within((AXIS, top + side + quiet + 1.4), Type::text(7.5).centre(), side + quiet, &content.code);
}

/// 补发 1 and its like, on a white label at the board's edge.
fn mark(painter: &mut Painter, content: &Content) {
    if content.mark.zh.is_empty() {
        return;
    }
    let words = content.mark.zh.then("  ", &content.mark.en);
    let kind = Type::text(7.5).ink(Ink::Seal).centre();
    let width = painter.width(kind, &words) + 4.0;
    painter.area((AXIS - width / 2.0, 7.2, width, 5.0), Ink::White);
    painter.frame((AXIS - width / 2.0, 7.2, width, 5.0), 0.6, Ink::Seal);
    painter.text((AXIS, 10.7), kind, &words);
}

fn holder(painter: &mut Painter, content: &Content) {
    painter.text((RIGHT, 17.0), Type::title(11.0).right(), &content.grade.zh);
    painter.text((RIGHT, 21.8), Type::text(6.5).quiet().right(), &content.grade.en);
    painter.name(NAME, Type::text(NAME_SIZE), &content.holder);
    let zh = Measure { width: (RIGHT - LEFT) * POINTS, size: 8.0, leading: 1.5, lines: 2 };
    let end = painter.paragraph((LEFT, 46.6), Type::text(8.0), zh, &content.statement.zh);
    let en = Measure { width: (RIGHT - LEFT) * POINTS, size: 6.0, leading: 1.4, lines: 2 };
    painter.paragraph((LEFT, end + 0.4), Type::text(6.0).quiet(), en, &content.statement.en);
}

fn facts(painter: &mut Painter, content: &Content) {
    let mut x = LEFT;
    for group in &content.number {
        x += painter.text_within((x, FACTS + 9.2), Type::text(12.0), 30.0, &group.digits) + 1.8;
    }
    painter.text((DATE, FACTS + 8.2), Type::text(7.5), &content.issued.zh);
    painter.text((DATE, FACTS + 11.8), Type::text(6.0).quiet(), &content.issued.en);
    let column = (RIGHT - CLAUSE) * POINTS;
    let zh = Measure { width: column, size: 6.5, leading: 1.3, lines: 2 };
    let end = painter.paragraph((CLAUSE, FACTS + 4.6), Type::text(6.5), zh, &content.clause.zh);
    let en = Measure { width: column, size: 5.0, leading: 1.2, lines: 2 };
    painter.paragraph((CLAUSE, end + 0.2), Type::text(5.0).quiet(), en, &content.clause.en);
}

fn foot(painter: &mut Painter, content: &Content) {
    let (line, gap) = (32.0, 3.0);
    for (i, (role, name)) in content.signatures.iter().enumerate() {
        let x = LEFT + i as f32 * (line + gap);
        painter.lines(&[((x, 83.8), (x + line, 83.8))], 0.3, Ink::Quiet);
        painter.text_within((x + line / 2.0, 82.8), Type::text(7.5).centre(), line, name);
        painter.text_within((x, 86.0), Type::text(5.0).quiet(), line, &role.zh.then("  ", &role.en));
    }
    let width = painter.text_within((LEFT, 91.4), Type::text(8.5), 67.0, &content.issuer.zh);
    painter.text_within((LEFT + width + 2.0, 91.4), Type::text(6.0).quiet(), 68.0 - width, &content.issuer.en);
    let scan = content.scan.zh.then("  ", &content.shown_address);
    painter.text_within((LEFT, 95.8), Type::text(5.5).quiet(), RIGHT - LEFT, &scan);
}

//! The QR code of a certificate's page, as rectangles.

use super::paint::{Ink, Painter};
use fast_qr::ECL;
use fast_qr::qr::{QRBuilder, QRCode};

/// Light modules around a code, as the standard asks for; layouts keep them free.
pub(crate) const QUIET_ZONE: f32 = 4.0;

/// Encodes an address; a quarter of the symbol may be damaged (level Q) and it still reads.
pub(crate) fn encode(address: &str) -> Option<QRCode> {
    QRBuilder::new(address).ecl(ECL::Q).build().ok()
}

/// Draws the code in a square without its quiet zone.
pub(crate) fn draw(painter: &mut Painter, (x, y): (f32, f32), side: f32, code: &QRCode) {
    let module = side / code.size as f32;
    let mut dark = Vec::new();
    for row in 0..code.size {
        let line = &code[row];
        let mut column = 0;
        while column < code.size {
            let length = line[column..].iter().take_while(|m| m.value()).count();
            if length > 0 {
                dark.push((x + column as f32 * module, y + row as f32 * module, length as f32 * module, module));
            }
            column += length.max(1);
        }
    }
    painter.areas(&dark, Ink::Black);
}

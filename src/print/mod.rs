//! Certificates on paper: plain values in, a vector PDF out. Knows no database and no HTTP.
//!
//! - [`CertificateSheet`] is what is printed; [`PRINTED_FIELDS`] names every value that reaches the paper.
//! - [`Fonts`] holds the faces and says which characters they lack ([`Fonts::missing`]).
//! - [`render`] writes a PDF/A-2 file, one page a sheet, and refuses a sheet rather than print a box.
//! - [`render_to_temp`] does so into a temporary file that is sent in chunks.
//!
//! Sizes, bleed and the fallback fonts are explained in `docs/printing.md`.

// Lengths on paper are the one place where Qipin calculates with fractions; nothing is counted with them.
#![allow(clippy::float_arithmetic)]

mod a4;
mod card;
mod content;
mod face;
mod fit;
mod glyphs;
mod ornament;
mod paint;
mod qr;
mod render;
mod sheet;
mod size;
mod temp;
mod wording;

pub use content::printed_values;
pub use face::{FontError, Fonts, Skipped};
pub use glyphs::describe;
pub use qr::svg as qr_svg;
pub use render::{PrintError, Printed, Refused, render};
pub use sheet::{CertificateSheet, CopyMark, Field, PRINTED_FIELDS, SheetEvent, Signature, group_code, group_number};
pub use size::{Options, PaperSize};
pub use temp::{Chunks, render_to_temp};

#[cfg(test)]
mod tests;

//! Files of other programs: pairing programs, federations, event platforms.
//!
//! Each format is read into the two tables that our own file has, under its own names for the columns, and from there
//! on everything is the same: ids, grades, results and findings with the place in the file as it came. The layouts are
//! described in `docs/formats.md`. What a format can hold of an event, and writing it, is in [`mod@write`].

mod aga;
mod crosstable;
mod detect;
mod foreign;
mod h9;
mod line;
mod names;
mod opengotha;
mod platform;
mod rank;
mod tables;
mod tou;
mod trf;
pub mod write;

#[cfg(test)]
mod tests;

pub(super) use detect::{detect, is_event_xml, xml_encoding};
pub(super) use foreign::Foreign;
pub(super) use platform::{of_sheets, read_rows};
pub(super) use tables::{entries, games, join, published, said_of, totals};

use super::reading::Notes;
use crate::domain::finding::Part;
use crate::text::{Bilingual, both};

/// A format of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// The tournament file of OpenGotha.
    OpenGotha,
    /// The results file of the European federation (H9).
    H9,
    /// The results file of the French federation (TOU).
    Tou,
    /// The report file of FIDE, of 2016 or 2026.
    Trf,
    /// The results file of the American association.
    Aga,
    /// An event platform's table with a row for each board.
    Boards,
    /// An event platform's final table.
    Finals,
}

impl Format {
    /// The name in answers.
    pub const fn id(self) -> &'static str {
        match self {
            Format::OpenGotha => "opengotha",
            Format::H9 => "h9",
            Format::Tou => "tou",
            Format::Trf => "trf",
            Format::Aga => "aga",
            Format::Boards => "boards",
            Format::Finals => "finals",
        }
    }

    /// The name in both languages.
    pub fn words(self) -> Bilingual {
        both(&format!("interchange.format.{}", self.id()), &[])
    }
}

/// Reads a text of a known format. `name` is that of the file, whose ending says something in one format.
pub(super) fn read(format: Format, name: &str, text: &str, part: Part, notes: &mut Notes) -> Foreign {
    let mut foreign = Foreign::new(format, part);
    match format {
        Format::OpenGotha => opengotha::read(text, &mut foreign, notes),
        Format::H9 => h9::read(name, text, &mut foreign, notes),
        Format::Tou => tou::read(text, &mut foreign, notes),
        Format::Trf => trf::read(text, &mut foreign, notes),
        Format::Aga => aga::read(text, &mut foreign, notes),
        // Tables are split into cells first; see `read_rows`.
        Format::Boards | Format::Finals => {}
    }
    foreign
}

/// The lines of a text, whatever ends them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text.strip_prefix('\u{FEFF}').unwrap_or(text));
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.find(['\r', '\n']) else {
            rest = None;
            return Some(text);
        };
        let after = if text[end..].starts_with("\r\n") { end + 2 } else { end + 1 };
        rest = Some(&text[after..]);
        Some(&text[..end])
    })
}

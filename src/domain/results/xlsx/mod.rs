//! Workbooks: the container first, measured and searched for anything active, then the cells.
//!
//! The reader is our own because a workbook is a stranger's archive: every part is measured while it is
//! unpacked, no size that the file declares is ever trusted for an allocation, and a sheet is read as a
//! stream of cells, so that a cell at the far corner costs nothing.

mod cells;
mod guard;
mod styles;
pub(super) mod xml;

use super::csv_text::RawRow;

pub(super) use guard::{is_ole, is_zip};

/// The most entries of the archive.
const MAX_ENTRIES: usize = 200;
/// The most bytes of one unpacked entry.
const MAX_ENTRY: u64 = 32 * 1024 * 1024;
/// The most bytes of all unpacked entries.
const MAX_UNPACKED: u64 = 48 * 1024 * 1024;

/// What is wrong with a file that is no readable workbook. What exactly an archive lacks helps no organiser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Damage {
    /// Its end is missing.
    Cut,
    /// It is an archive of something else.
    NoSheets,
    /// Something in it cannot be read.
    Inside,
}

/// Why a workbook is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Damaged, or no workbook.
    Damaged(Damage),
    /// It holds macros.
    Macros,
    /// It links to other files, connections or embedded objects; what it links to, where it says so.
    External(String),
    /// It is encrypted, or in the old binary format.
    Encrypted,
    /// An XML part declares a document type, or is not UTF-8.
    Doctype,
    /// It unpacks to more than is read, or has too many entries.
    TooLarge,
    /// A sheet has too many rows.
    Rows,
    /// A sheet has too many columns; its row.
    Columns(u32),
}

/// One sheet that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ReadSheet {
    pub(super) rows: Vec<RawRow>,
    /// Cells whose number has more digits than a workbook keeps: (line, column from 0, what is left).
    pub(super) rounded: Vec<(u32, usize, String)>,
    /// Cells that hold an error value such as `#REF!`.
    pub(super) errors: Vec<(u32, usize, String)>,
}

/// A workbook whose container passed.
pub(super) struct Workbook {
    parts: guard::Parts,
    sheets: Vec<(String, String)>,
    strings: Vec<String>,
    styles: styles::Styles,
}

impl Workbook {
    /// Opens a workbook.
    pub(super) fn open(bytes: &[u8]) -> Result<Self, Refusal> {
        let parts = guard::unpack(bytes)?;
        let main = cells::main_part(&parts)?;
        let folder = main.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let relations = cells::relations(&parts, &main)?;
        let (sheets, date1904) = cells::sheets(&parts, &main, &folder, &relations)?;
        let strings = match cells::related(&relations, &folder, "/sharedStrings").and_then(|path| parts.get(&path)) {
            Some(body) => cells::shared_strings(body)?,
            None => Vec::new(),
        };
        let styles = match cells::related(&relations, &folder, "/styles").and_then(|path| parts.get(&path)) {
            Some(body) => styles::read(body, date1904)?,
            None => styles::Styles::without_formats(date1904),
        };
        Ok(Self { parts, sheets, strings, styles })
    }

    /// The names of its sheets.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.sheets.iter().map(|(name, _)| name.as_str())
    }

    /// Reads the sheet of this name.
    pub(super) fn sheet(&self, name: &str) -> Result<ReadSheet, Refusal> {
        let path = self.sheets.iter().find(|(n, _)| n == name).map(|(_, path)| path);
        let body = path.and_then(|path| self.parts.get(path));
        let body = body.ok_or(Refusal::Damaged(Damage::Inside))?;
        cells::read_sheet(body, &self.strings, &self.styles)
    }
}

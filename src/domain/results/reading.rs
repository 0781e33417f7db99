//! What reading a result file answers: the sheet, what was adjusted, what was found.

use super::model::Sheet;
use crate::domain::finding::{Finding, Log, Part, Place, Raise, clip};
use crate::domain::grade::Grade;
use chrono::NaiveDate;
use serde::Serialize;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;
/// The most rows of one table.
pub const MAX_ROWS: usize = 20_000;
/// The most columns of one table.
pub const MAX_COLUMNS: usize = 64;
/// The longest cell, in characters.
pub const MAX_CELL: usize = 500;
/// The most adjustments that are listed; a file that needs more is refused rather than half explained.
pub const MAX_ADJUSTMENTS: usize = 10_000;

/// A file as it arrived.
#[derive(Clone, Copy, Debug)]
pub struct NamedBytes<'a> {
    /// Its name (only the extension is looked at, and only where the content does not tell).
    pub name: &'a str,
    /// Its content.
    pub bytes: &'a [u8],
}

/// What [`super::read`] reads: the results, and the players where they are in a file of their own.
#[derive(Clone, Copy, Debug)]
pub struct ResultsInput<'a> {
    /// The result file, or the workbook with both sheets.
    pub results: NamedBytes<'a>,
    /// The players file; it takes precedence over a workbook's sheet.
    pub players: Option<NamedBytes<'a>>,
}

/// The answer in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accepted {
    /// Read as it stands.
    Yes,
    /// Read with the listed adjustments.
    WithAdjustments,
    /// Refused: the findings say why and where.
    No,
}

/// One place where what was written and what was taken differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Adjustment {
    /// The file or sheet of the line; the field's table tells it too.
    #[serde(skip)]
    pub part: Part,
    /// The line, from 1.
    pub line: u32,
    /// The column, as the file's header writes it.
    pub column: String,
    /// The field, by its English name.
    pub field: &'static str,
    /// What is written.
    pub from: String,
    /// What was taken.
    pub to: String,
    /// The rule that says so (a key of `finding.adjusted` in the catalogue).
    pub rule: &'static str,
}

/// How a file's characters are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Encoding {
    /// UTF-8.
    #[serde(rename = "UTF-8")]
    Utf8,
    /// UTF-8 that begins with a byte order mark.
    #[serde(rename = "UTF-8 (BOM)")]
    Utf8Bom,
    /// GB18030 (and so GBK and GB2312).
    #[serde(rename = "GB18030")]
    Gb18030,
    /// Big5, of traditional characters.
    #[serde(rename = "Big5")]
    Big5,
    /// ISO-8859-15, of Latin letters.
    #[serde(rename = "ISO-8859-15")]
    Latin9,
    /// Shift-JIS, of Japanese.
    #[serde(rename = "Shift-JIS")]
    ShiftJis,
    /// A workbook.
    #[serde(rename = "XLSX")]
    Workbook,
}

impl Encoding {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Utf8Bom => "UTF-8 (BOM)",
            Encoding::Gb18030 => "GB18030",
            Encoding::Big5 => "Big5",
            Encoding::Latin9 => "ISO-8859-15",
            Encoding::ShiftJis => "Shift-JIS",
            Encoding::Workbook => "XLSX",
        }
    }
}

/// The days of an event as its file names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Days {
    /// The first.
    pub first: NaiveDate,
    /// The last.
    pub last: NaiveDate,
    /// The line that names them.
    pub line: u32,
}

/// What a file publishes of a player: it is no part of the event, for places and awards are computed, and this is what
/// they are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The place, from 1.
    pub place: Option<u32>,
    /// The grade that the file says is awarded.
    pub award: Option<Grade>,
    /// The table that it stands in.
    pub part: Part,
    /// The line there.
    pub line: u32,
}

/// A result file, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What was understood, even of a refused file, so that everything wrong can be said at once;
    /// only [`Reading::usable`] may be acted on.
    pub sheet: Option<Sheet>,
    /// What the file publishes of each player, in the order of the sheet's entries.
    pub published: Vec<Published>,
    /// The days of the event that the file names.
    pub days: Option<Days>,
    /// What was adjusted.
    pub adjustments: Vec<Adjustment>,
    /// What was found while reading; [`Reading::findings`] lists it.
    pub log: Log,
    /// The encoding of the result file, where one could be established.
    pub encoding: Option<Encoding>,
    /// The answer.
    pub accepted: Accepted,
    /// The headers that the file uses, so that later findings name its own columns.
    pub headers: Headers,
}

impl Reading {
    /// What was found while reading, in its order.
    pub fn findings(&self) -> Vec<Finding> {
        self.log.clone().into_findings()
    }

    /// What is read of a file that is no result file.
    pub(super) fn nothing(accepted: Accepted) -> Self {
        Reading {
            sheet: None,
            published: Vec::new(),
            days: None,
            adjustments: Vec::new(),
            log: Log::new(),
            encoding: None,
            accepted,
            headers: Headers::default(),
        }
    }

    /// The sheet, unless the file is refused.
    pub fn usable(&self) -> Option<&Sheet> {
        if self.accepted == Accepted::No { None } else { self.sheet.as_ref() }
    }
}

/// The file's own header of each column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers(pub(super) Vec<(super::field::Field, String)>);

impl Headers {
    /// The header of a column as the file writes it, or its English name where the file has no such column.
    pub fn of(&self, field: super::field::Field) -> String {
        self.0.iter().find(|(f, _)| *f == field).map_or_else(|| field.name().to_owned(), |(_, h)| h.clone())
    }
}

/// What collects while a file is read.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) log: Log,
    pub(super) adjustments: Vec<Adjustment>,
    pub(super) headers: Headers,
    /// Whether the rows being read are lines of text (a workbook's rows end at their last filled cell).
    pub(super) text_rows: bool,
    /// Whether the players have results of tests: a sheet of scores needs no games.
    pub(super) scores_given: bool,
}

impl Notes {
    pub(super) fn raise(&mut self, raise: Raise<'_>) {
        self.log.raise(raise);
    }

    /// Lists an adjustment of a field.
    pub(super) fn adjust(&mut self, field: super::field::Field, line: u32, from: &str, to: &str, rule: &'static str) {
        let column = self.headers.of(field);
        self.adjust_at(Adjustment {
            part: field.part(),
            line,
            column,
            field: field.name(),
            from: from.to_owned(),
            to: to.to_owned(),
            rule,
        });
    }

    pub(super) fn adjust_at(&mut self, adjustment: Adjustment) {
        if self.adjustments.len() < MAX_ADJUSTMENTS {
            let Adjustment { from, to, .. } = &adjustment;
            let (from, to) = (clip(from), clip(to));
            self.adjustments.push(Adjustment { from, to, ..adjustment });
        } else if !self.log.has(&crate::domain::finding::codes::E125) {
            let place = Place { part: adjustment.part, line: Some(adjustment.line), ..Place::default() };
            let raise = crate::domain::finding::codes::E125.at(place);
            self.log.raise(raise.found(format!(">{MAX_ADJUSTMENTS}")).expected(format!("≤{MAX_ADJUSTMENTS}")));
        }
    }

    /// The answer that the notes amount to.
    pub(super) fn accepted(&self) -> Accepted {
        if self.log.refuses() {
            Accepted::No
        } else if self.adjustments.is_empty() {
            Accepted::Yes
        } else {
            Accepted::WithAdjustments
        }
    }
}

//! Writing an event as a file: our own tables, and the formats of other programs.
//!
//! What a format cannot hold is known before anything is written ([`losses`]); what is written then is the event
//! without it, and reading the file again gives exactly that.

mod aga;
mod crosstable;
mod hold;
mod opengotha;
mod ours;
mod romanised;
mod trf;

#[cfg(test)]
mod tests;

pub use hold::Loss;

use super::super::model::Sheet;
use crate::domain::finding::Part;
use crate::text::{Bilingual, Lang, both};
use chrono::NaiveDate;

/// What of an event is no part of its results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its name.
    pub name: String,
    /// Where it was.
    pub place: String,
    /// Its days.
    pub days: Option<(NaiveDate, NaiveDate)>,
}

/// A file that an event can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// The results as text.
    ResultsCsv,
    /// The players as text.
    PlayersCsv,
    /// Both as a workbook.
    Workbook,
    /// OpenGotha's tournament file.
    OpenGotha,
    /// The European results file in UTF-8.
    H9,
    /// The same in ISO-8859-15, with names in Latin letters.
    H9Latin,
    /// The French results file.
    Tou,
    /// The FIDE report file.
    Trf,
    /// The American results file.
    Aga,
}

impl Target {
    /// All of them, our own first.
    pub const ALL: [Target; 9] = [
        Target::ResultsCsv,
        Target::PlayersCsv,
        Target::Workbook,
        Target::OpenGotha,
        Target::H9,
        Target::H9Latin,
        Target::Tou,
        Target::Trf,
        Target::Aga,
    ];

    /// What a file's name ends in, which is also its word in addresses.
    pub const fn ending(self) -> &'static str {
        match self {
            Target::ResultsCsv => "results.csv",
            Target::PlayersCsv => "players.csv",
            Target::Workbook => "xlsx",
            Target::OpenGotha => "opengotha.xml",
            Target::H9 => "h9",
            Target::H9Latin => "latin.h9",
            Target::Tou => "tou",
            Target::Trf => "trf",
            Target::Aga => "aga.txt",
        }
    }

    /// The target of an ending.
    pub fn of_ending(ending: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.ending() == ending)
    }

    /// Its media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Target::ResultsCsv | Target::PlayersCsv => "text/csv; charset=utf-8",
            Target::Workbook => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Target::OpenGotha => "application/xml; charset=utf-8",
            Target::H9Latin | Target::Tou => "text/plain; charset=iso-8859-15",
            Target::H9 | Target::Trf | Target::Aga => "text/plain; charset=utf-8",
        }
    }

    /// Its name in both languages.
    pub fn words(self) -> Bilingual {
        let key = match self {
            Target::ResultsCsv => "interchange.target.results-csv",
            Target::PlayersCsv => "interchange.target.players-csv",
            Target::Workbook => "interchange.target.workbook",
            Target::OpenGotha => "interchange.format.opengotha",
            Target::H9 => "interchange.format.h9",
            Target::H9Latin => "interchange.target.h9-latin",
            Target::Tou => "interchange.format.tou",
            Target::Trf => "interchange.format.trf",
            Target::Aga => "interchange.format.aga",
        };
        both(key, &[])
    }
}

/// What a target cannot hold of an event, each with how often it is there.
pub fn losses(sheet: &Sheet, target: Target) -> Vec<(Loss, usize)> {
    hold::hold(sheet, target).1.into_iter().collect()
}

/// The event as a target can hold it: what reading the written file gives.
pub fn held(sheet: &Sheet, target: Target) -> Sheet {
    hold::hold(sheet, target).0
}

/// The bytes of an event's file.
pub fn write(sheet: &Sheet, about: &About, target: Target, lang: Lang) -> Vec<u8> {
    let sheet = held(sheet, target);
    match target {
        Target::ResultsCsv => ours::csv(&sheet, Part::Results, lang),
        Target::PlayersCsv => ours::csv(&sheet, Part::Players, lang),
        Target::Workbook => ours::workbook(&sheet, lang),
        Target::OpenGotha => opengotha::write(&sheet, about).into_bytes(),
        Target::H9 => crosstable::h9(&sheet, about).into_bytes(),
        Target::H9Latin => latin(&crosstable::h9(&sheet, about)),
        Target::Tou => latin(&crosstable::tou(&sheet, about)),
        Target::Trf => trf::write(&sheet, about).into_bytes(),
        Target::Aga => aga::write(&sheet, about).into_bytes(),
    }
}

/// The text in ISO-8859-15; what it has no character for (in the event's name, say) becomes `?`.
fn latin(text: &str) -> Vec<u8> {
    let one = |c: char| match c {
        '€' => 0xA4,
        'Š' => 0xA6,
        'š' => 0xA8,
        'Ž' => 0xB4,
        'ž' => 0xB8,
        'Œ' => 0xBC,
        'œ' => 0xBD,
        'Ÿ' => 0xBE,
        '¤' | '¦' | '¨' | '´' | '¸' | '¼' | '½' | '¾' => b'?',
        c => u8::try_from(u32::from(c)).unwrap_or(b'?'),
    };
    text.chars().map(one).collect()
}

/// The points of every entry, two for a win, and the place that they alone give.
fn places(sheet: &Sheet) -> Vec<(u32, usize)> {
    use super::super::model::GameResult;
    let mut points = vec![0_u32; sheet.entries.len()];
    for game in &sheet.games {
        let (black, white) = match game.result {
            GameResult::Black(_) | GameResult::Bye => (2, 0),
            GameResult::White(_) => (0, 2),
            GameResult::Draw => (1, 1),
            GameResult::BothWin => (2, 2),
            GameResult::BothLose | GameResult::Void | GameResult::NotReported => (0, 0),
        };
        for (side, sum) in [(Some(game.black), black), (game.white, white)] {
            if let Some(points) = side.and_then(|side| points.get_mut(side)) {
                *points += sum;
            }
        }
    }
    let mut sorted = points.clone();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    points.iter().map(|sum| (*sum, 1 + sorted.partition_point(|other| other > sum))).collect()
}

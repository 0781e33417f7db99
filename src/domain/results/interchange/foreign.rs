//! An event as another program's file tells it, before ids and grades are read.

use super::super::field::Field;
use super::super::reading::{Days, MAX_ROWS, Notes};
use super::Format;
use super::names::Name;
use crate::domain::finding::{Part, Place, codes};
use chrono::NaiveDate;

/// A player as the file writes one.
#[derive(Clone, Debug, Default)]
pub(in crate::domain::results) struct Player {
    pub(super) line: u32,
    /// The number that the file gives, if any.
    pub(super) number: String,
    pub(super) name: Name,
    pub(super) sex: &'static str,
    pub(super) birth: String,
    pub(super) grade: String,
    pub(super) club: String,
    pub(super) group: String,
    /// The place in the standings that the file gives, if any.
    pub(super) place: String,
    /// The award that a final table gives, if any.
    pub(super) award: String,
    /// The sum of points that a final table gives, in half-points of 2 for a win.
    pub(super) points: Option<String>,
}

/// Who sits on a side of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::domain::results) enum Side {
    /// A player, by index.
    Player(usize),
    /// What refers to no player.
    Unknown(String),
    /// What refers to several players, and to how many.
    Several(String, usize),
    /// Nobody.
    Nobody,
}

/// A row of the results, in the notation of our own file.
#[derive(Clone, Debug)]
pub(in crate::domain::results) struct Pairing {
    pub(super) line: u32,
    pub(super) round: String,
    pub(super) board: String,
    pub(super) black: Side,
    pub(super) white: Side,
    pub(super) result: String,
    pub(super) handicap: String,
    pub(super) komi: String,
}

/// Everything that a file says.
#[derive(Debug)]
pub(in crate::domain::results) struct Foreign {
    pub(in crate::domain::results) format: Format,
    pub(super) part: Part,
    pub(in crate::domain::results) players: Vec<Player>,
    pub(in crate::domain::results) pairings: Vec<Pairing>,
    /// The file's own names of the columns.
    pub(super) headers: Vec<(Field, String)>,
    /// Games of which the file does not say who had Black.
    pub(super) colourless: usize,
    /// Even games of a format that leaves handicaps out, where nothing says how they are to be derived.
    pub(super) handicapless: usize,
    /// The days of the event that the file names.
    pub(in crate::domain::results) days: Option<Days>,
    /// Whether the file has grades at all.
    pub(super) graded: bool,
    full: bool,
}

impl Foreign {
    pub(super) fn new(format: Format, part: Part) -> Self {
        Self {
            format,
            part,
            players: Vec::new(),
            pairings: Vec::new(),
            headers: Vec::new(),
            colourless: 0,
            handicapless: 0,
            days: None,
            graded: true,
            full: false,
        }
    }

    /// The file's name of a column.
    pub(super) fn header(&self, field: Field) -> &str {
        self.headers.iter().find(|(f, _)| *f == field).map_or(field.name(), |(_, header)| header.as_str())
    }

    /// The place that a line gives, else that of the line above, with which it is then shared.
    pub(super) fn place_of_line(&self, written: Option<&str>) -> String {
        written.or(self.players.last().map(|above| above.place.as_str())).unwrap_or_default().to_owned()
    }

    /// Notes a day of the event: the first that a file names, and the last.
    pub(super) fn day(&mut self, text: &str, line: u32) {
        let Some(day) = text.replace(['/', '.'], "-").trim().parse::<NaiveDate>().ok() else { return };
        self.days = Some(match self.days {
            Some(days) => Days { first: days.first.min(day), last: days.last.max(day), ..days },
            None => Days { first: day, last: day, line },
        });
    }

    /// Names the columns as the format does.
    pub(super) fn name_columns(&mut self, names: &[(Field, &str)]) {
        self.headers.extend(names.iter().map(|(field, name)| (*field, (*name).to_owned())));
    }

    /// Adds a player, as far as there is room.
    pub(super) fn player(&mut self, player: Player, notes: &mut Notes) {
        if self.room(self.players.len(), Part::Players, notes) {
            self.players.push(player);
        }
    }

    /// Adds a row of the results, as far as there is room.
    pub(super) fn pairing(&mut self, pairing: Pairing, notes: &mut Notes) {
        if self.room(self.pairings.len(), Part::Results, notes) {
            self.pairings.push(pairing);
        }
    }

    fn room(&mut self, count: usize, part: Part, notes: &mut Notes) -> bool {
        if count >= MAX_ROWS && !self.full {
            self.full = true;
            let raise = codes::E116.at(Place::part(part)).found(format!(">{MAX_ROWS}"));
            notes.raise(raise.expected(format!("≤{MAX_ROWS}")));
        }
        count < MAX_ROWS
    }
}

/// What of a line cannot be read: where, what is there, and what the format wants.
pub(super) struct Fault<'a> {
    pub(super) part: Part,
    pub(super) line: u32,
    pub(super) column: &'a str,
    pub(super) found: &'a str,
    pub(super) expected: &'a str,
    /// The key of the words for it.
    pub(super) why: &'static str,
}

impl Fault<'_> {
    pub(super) fn raise(self, notes: &mut Notes) {
        let place = Place { part: self.part, line: Some(self.line), ..Place::default() };
        let place = if self.column.is_empty() { place } else { place.column(self.column) };
        notes.raise(codes::E133.at(place).found(self.found).expected(self.expected).with_text("why", self.why));
    }
}

/// Says that a part of a file is not read.
pub(super) fn left_out(line: Option<u32>, what: &str, notes: &mut Notes) {
    let place = Place { part: Part::Results, line, ..Place::default() };
    notes.raise(codes::I136.at(place).found(what));
}

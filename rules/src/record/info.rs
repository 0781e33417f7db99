//! What a record says about the game: players, event, dates, time.

use super::date::{self, Dates};
use super::rank::{self, Rank};
use super::time::{self, TimeSettings};
use super::{Clock, Record};
use crate::{Colour, RuleSet};

/// A player as the record has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player<'a> {
    /// The name; empty where it is not said.
    pub name: &'a str,
    /// The rank as it is written; empty where it is not said.
    pub rank_text: &'a str,
    /// The rank.
    pub rank: Option<Rank>,
    /// The team; empty where it is not said.
    pub team: &'a str,
}

/// A property as it stands in the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property<'a> {
    /// Its name in capital letters.
    pub name: &'a str,
    /// How many moves stand before it or with it.
    pub after: u32,
    /// Its values, without escapes.
    pub values: Vec<&'a str>,
    /// The byte of the file where it stands.
    pub offset: u32,
}

impl Record {
    /// The first value of a property of the whole game that is not blank, as it is written.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts.first(name).map(|(text, _)| text)
    }

    /// All properties of the main line but moves, stones and clocks, as they are written.
    pub fn properties(&self) -> impl Iterator<Item = Property<'_>> {
        self.texts.properties.iter().map(|property| Property {
            name: property.name.as_str(),
            after: property.after,
            values: self.texts.values(property).collect(),
            offset: property.offset,
        })
    }

    /// A player.
    pub fn player(&self, colour: Colour) -> Player<'_> {
        let (name, rank, team) = match colour {
            Colour::Black => ("PB", "BR", "BT"),
            Colour::White => ("PW", "WR", "WT"),
        };
        let text = |name| self.text(name).map_or("", str::trim);
        Player { name: text(name), rank_text: text(rank), rank: rank::read(text(rank)), team: text(team) }
    }

    /// The event. One Chinese site writes it as `TE`.
    pub fn event(&self) -> Option<&str> {
        self.text("EV").or_else(|| self.text("TE").filter(|text| !matches!(text.trim(), "1" | "2")))
    }

    /// The round.
    pub fn round(&self) -> Option<&str> {
        self.text("RO")
    }

    /// Where it was played.
    pub fn place(&self) -> Option<&str> {
        self.text("PC")
    }

    /// When it was played. One Chinese site writes it as `RD`.
    pub fn dates(&self) -> Option<Dates> {
        ["DT", "RD"].iter().filter_map(|name| date::read(self.text(name)?)).next()
    }

    /// The year it was played in, for komi that changed over time.
    pub fn year(&self) -> Option<i32> {
        self.dates()?.first().map(|date| date.year)
    }

    /// Time settings.
    pub fn time(&self) -> Option<TimeSettings> {
        time::read(&self.texts)
    }

    /// The rules as they are named.
    pub fn rules_text(&self) -> Option<&str> {
        self.text("RU")
    }

    /// The rules that are named; none where they are not, or in words that nobody knows.
    pub fn rules(&self) -> Option<&'static RuleSet> {
        RuleSet::named(self.rules_text()?)
    }

    /// The result as it is written; empty where it is not said.
    pub fn result_text(&self) -> &str {
        self.text("RE").unwrap_or_default()
    }

    /// The clocks of one side, after its moves and the other's.
    pub fn clocks_of(&self, colour: Colour) -> impl Iterator<Item = &Clock> {
        self.clocks.iter().filter(move |clock| clock.colour == colour)
    }

    /// The comments: how many moves stand before or with each, and its text.
    pub fn comments(&self) -> impl Iterator<Item = (u32, &str)> {
        self.texts
            .properties
            .iter()
            .filter(|property| property.name.letters() == b"C")
            .flat_map(|property| self.texts.values(property).map(|text| (property.after, text)))
    }
}

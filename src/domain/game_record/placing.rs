//! Which game of the results a record is of.
//!
//! The results say it themselves where they name the file of a game (column 棋谱); else the players' names do. What is
//! certain is placed; what is only likely is offered, and a person decides. The answer does not depend on the order in
//! which the records come.

mod columns;
mod names;
mod round;

use crate::domain::results::Sheet;
use crate::domain::results::model::Game;
use chrono::NaiveDate;
use columns::Columns;
use names::Names;
pub(super) use names::bare;
use std::collections::BTreeMap;
use weiqi_rules::Colour;
use weiqi_rules::record::{Date, Record};

/// A record to be placed.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The name of its file.
    pub file: &'a str,
    /// Which game of the file, from 0.
    pub part: usize,
    /// How many games the file has.
    pub parts: usize,
    /// The record; an empty one for a file that cannot be read, which only the results can place.
    pub record: &'a Record,
}

/// What says which game a record is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// The results name the file.
    Column,
    /// The players' names.
    Names,
}

impl How {
    /// The word that is kept: `column`, `names`.
    pub const fn key(self) -> &'static str {
        match self {
            How::Column => "column",
            How::Names => "names",
        }
    }
}

/// Where a record belongs. Games are indexes into [`Sheet::games`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placing {
    /// It is of this game.
    Certain {
        /// The game.
        game: usize,
        /// What says so.
        how: How,
        /// Whether the record has the two players with the colours the other way round.
        swapped: bool,
    },
    /// It may be of one of these games, in the order of the results.
    Candidates(Vec<usize>),
    /// No game of the results fits.
    None,
}

/// The most games that are offered for a record.
pub const OFFERED: usize = 20;

/// Places records on the games of a sheet. `days` are the first and the last day of the event, where they are known.
///
/// A game gets one record at most: where several claim it, the one that the results name has it, else the only one that
/// was played on the days of the event, else none of them, and all become candidates.
pub fn place(sheet: &Sheet, days: Option<(NaiveDate, NaiveDate)>, records: &[Wanted<'_>]) -> Vec<Placing> {
    let columns = Columns::of(sheet);
    let names = Names::of(sheet, records);
    let mut placed: Vec<Placing> =
        records.iter().enumerate().map(|(at, wanted)| one(sheet, &columns, &names, at, wanted)).collect();
    let mut claims: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, placing) in placed.iter().enumerate() {
        if let Placing::Certain { game, .. } = placing {
            claims.entry(*game).or_default().push(at);
        }
    }
    for (game, claimants) in claims.into_iter().filter(|(_, claimants)| claimants.len() > 1) {
        let kept = keeps(&placed, records, days, &claimants);
        for at in claimants.into_iter().filter(|at| Some(*at) != kept) {
            placed[at] = Placing::Candidates(vec![game]);
        }
    }
    placed
}

/// Which of several records that claim one game has it.
fn keeps(
    placed: &[Placing],
    records: &[Wanted<'_>],
    days: Option<(NaiveDate, NaiveDate)>,
    claimants: &[usize],
) -> Option<usize> {
    let named = |at: &usize| matches!(placed[*at], Placing::Certain { how: How::Column, .. });
    let only = |list: Vec<usize>| if let [only] = list[..] { Some(only) } else { None };
    let by_column: Vec<usize> = claimants.iter().copied().filter(named).collect();
    if by_column.len() == 1 {
        return only(by_column);
    }
    let rivals = if by_column.is_empty() { claimants.to_vec() } else { by_column };
    let (first, last) = days?;
    let then = |at: &usize| on_days(records[*at].record, first, last);
    // A record that does not say when it was played might be the one.
    if rivals.iter().any(|at| then(at).is_none()) {
        return None;
    }
    only(rivals.into_iter().filter(|at| then(at) == Some(true)).collect())
}

/// Whether a record was played on the days of an event; none where it does not say when, or not exactly enough.
pub(super) fn on_days(record: &Record, first: NaiveDate, last: NaiveDate) -> Option<bool> {
    let dates = record.dates()?;
    let (from, _) = bounds(dates.first()?)?;
    let (earliest, until) = bounds(dates.last()?)?;
    if from > last || until < first {
        return Some(false);
    }
    // A month or a year that has the days may mean another day of it.
    let exact = dates.days.iter().all(|date| date.day.is_some());
    let inside = |day: NaiveDate| (first..=last).contains(&day);
    match exact {
        true if dates.range => Some(from <= last && earliest >= first),
        true => Some(dates.days.iter().filter_map(|date| bounds(*date)).any(|(day, _)| inside(day))),
        false => None,
    }
}

/// The first and the last day that a date may mean.
pub(super) fn bounds(date: Date) -> Option<(NaiveDate, NaiveDate)> {
    let month = |month: Option<u8>, other: u32| month.map_or(other, u32::from);
    let day = |month: u32, day: u32| NaiveDate::from_ymd_opt(date.year, month, day);
    let first = day(month(date.month, 1), month(date.day, 1))?;
    let last_month = month(date.month, 12);
    let last = match date.day {
        Some(day_of_month) => day(last_month, u32::from(day_of_month)),
        None => (28..=31).rev().find_map(|last| day(last_month, last)),
    };
    Some((first, last?))
}

/// Places one record as if it were alone.
fn one(sheet: &Sheet, columns: &Columns, names: &Names, at: usize, wanted: &Wanted<'_>) -> Placing {
    let certain = |game: usize, how| Placing::Certain { game, how, swapped: names.swapped(at, &sheet.games[game]) };
    let named = columns.games(wanted);
    if let ([game], true) = (&named.games[..], named.exact) {
        return certain(*game, How::Column);
    }
    let round = round::of(wanted);
    let in_round = |games: &[usize]| -> Vec<usize> {
        let here = |game: &&usize| Some(sheet.games[**game].round) == round;
        games.iter().filter(here).copied().collect()
    };
    let met = names.met(at);
    // The results name the file and not the game of it: the players tell which.
    if !named.games.is_empty() {
        let both: Vec<usize> = met.iter().copied().filter(|game| named.games.contains(game)).collect();
        for games in [&both, &in_round(&both)] {
            if let [game] = games[..] {
                return certain(game, How::Names);
            }
        }
        return offered(if both.is_empty() { named.games } else { both });
    }
    for games in [met, &in_round(met)] {
        if let [game] = games[..] {
            return certain(game, How::Names);
        }
    }
    if !met.is_empty() {
        let here = in_round(met);
        return offered(if here.is_empty() { met.to_vec() } else { here });
    }
    let likely = names.likely(at);
    let here = in_round(&likely);
    offered(if here.is_empty() { likely } else { here })
}

fn offered(mut games: Vec<usize>) -> Placing {
    games.sort_unstable();
    games.dedup();
    games.truncate(OFFERED);
    if games.is_empty() { Placing::None } else { Placing::Candidates(games) }
}

/// The two entries of a game.
fn sides(game: &Game) -> Option<[usize; 2]> {
    Some([game.black, game.white?])
}

/// The names that a record gives, Black's first.
fn players(record: &Record) -> [&str; 2] {
    Colour::BOTH.map(|colour| record.player(colour).name)
}

#[cfg(test)]
mod tests;

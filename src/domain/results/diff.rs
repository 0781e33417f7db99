//! What a resubmission changes: entries and games of two sheets, matched by who they are.

use super::field::Field;
use super::model::{Entry, Game, Sheet};
use super::text::{komi::points, result::write};
use crate::domain::finding::Part;
use crate::domain::grade::Grade;
use crate::domain::id_document::IdDocument;
use crate::domain::name::search_key;
use crate::text::{Bilingual, both, both_of};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// One difference between two uploads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum Change {
    /// A player who was not there before.
    EntryAdded {
        /// The player.
        player: String,
    },
    /// A player who is no longer there.
    EntryRemoved {
        /// The player.
        player: String,
    },
    /// A player of whom something else is written.
    EntryChanged {
        /// The player.
        player: String,
        /// What: the English name of the column.
        field: &'static str,
        /// What was written.
        from: String,
        /// What is written.
        to: String,
    },
    /// A game that was not there before.
    GameAdded {
        /// The round.
        round: u16,
        /// Both players.
        pair: String,
        /// Its result.
        result: String,
    },
    /// A game that is no longer there.
    GameRemoved {
        /// The round.
        round: u16,
        /// Both players.
        pair: String,
        /// Its result.
        result: String,
    },
    /// A game of which something else is written.
    GameChanged {
        /// The round.
        round: u16,
        /// Both players.
        pair: String,
        /// What: the English name of the column.
        field: &'static str,
        /// What was written.
        from: String,
        /// What is written.
        to: String,
    },
}

impl Change {
    /// The change in words.
    pub fn words(&self) -> Bilingual {
        match self {
            Change::EntryAdded { player } => both("finding.change.entry-added", &[("player", player)]),
            Change::EntryRemoved { player } => both("finding.change.entry-removed", &[("player", player)]),
            Change::EntryChanged { player, field, from, to } => {
                let (field, [from, to]) = (named(Part::Players, field), [from, to].map(|value| quoted(field, value)));
                let player = as_it_is(player);
                let arguments = [("player", &player), ("field", &field), ("from", &from), ("to", &to)];
                both_of("finding.change.entry-changed", &arguments)
            }
            Change::GameAdded { round, pair, result } => {
                both("finding.change.game-added", &[("round", &round.to_string()), ("pair", pair), ("result", result)])
            }
            Change::GameRemoved { round, pair, result } => both(
                "finding.change.game-removed",
                &[("round", &round.to_string()), ("pair", pair), ("result", result)],
            ),
            Change::GameChanged { round, pair, field, from, to } => {
                let (field, [from, to]) = (named(Part::Results, field), [from, to].map(|value| quoted(field, value)));
                let (round, pair) = (as_it_is(&round.to_string()), as_it_is(pair));
                let arguments = [("round", &round), ("pair", &pair), ("field", &field), ("from", &from), ("to", &to)];
                both_of("finding.change.game-changed", &arguments)
            }
        }
    }
}

fn as_it_is(text: &str) -> Bilingual {
    Bilingual { zh: text.to_owned(), en: text.to_owned() }
}

/// What a column is called in a sentence.
fn named(part: Part, field: &str) -> Bilingual {
    match Field::of(part).find(|one| one.name() == field) {
        Some(one) => Bilingual { zh: one.chinese().to_owned(), en: one.name().replace('_', " ") },
        None => as_it_is(field),
    }
}

/// A value in quotation marks, a grade in words; nothing is said to be nothing.
fn quoted(field: &str, value: &str) -> Bilingual {
    if value.is_empty() {
        return both("finding.change.blank", &[]);
    }
    let grade = Grade::from_canonical(value).filter(|_| field == "grade");
    let value = grade.map_or_else(|| as_it_is(value), Grade::words);
    both_of("finding.change.quoted", &[("value", &value)])
}

/// The changes from an older to a newer sheet: players in the newer one's order, then games by round.
pub fn diff(old: &Sheet, new: &Sheet) -> Vec<Change> {
    let matched = match_entries(&old.entries, &new.entries);
    let mut changes = Vec::new();
    let mut kept = vec![false; old.entries.len()];
    for (entry, was) in new.entries.iter().zip(&matched) {
        match was.and_then(|index| Some((index, old.entries.get(index)?))) {
            None => changes.push(Change::EntryAdded { player: called(entry) }),
            Some((index, before)) => {
                kept[index] = true;
                compare_entries(before, entry, &mut changes);
            }
        }
    }
    for (entry, kept) in old.entries.iter().zip(&kept) {
        if !kept {
            changes.push(Change::EntryRemoved { player: called(entry) });
        }
    }
    compare_games(old, new, &matched, &mut changes);
    changes
}

fn called(entry: &Entry) -> String {
    format!("{} {}", entry.id, entry.name)
}

/// For each new entry the old one that it is: the same register id, document, name and birth date, id and name,
/// and at last the same id, the surest first.
fn match_entries(old: &[Entry], new: &[Entry]) -> Vec<Option<usize>> {
    type Key = fn(&Entry) -> Option<String>;
    let keys: [Key; 5] = [
        |e| e.register.clone(),
        |e| Some(IdDocument::read(e.document.as_deref()?).ok()?.normalised()),
        |e| Some(format!("{}|{}", search_key(&e.name), e.birth?)),
        |e| Some(format!("{}|{}", search_key(&e.name), e.id)),
        |e| Some(e.id.clone()).filter(|id| !id.is_empty()),
    ];
    let mut matched = vec![None; new.len()];
    let mut taken = vec![false; old.len()];
    for key in keys {
        let mut free: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, entry) in old.iter().enumerate().rev().filter(|(index, _)| !taken[*index]) {
            if let Some(key) = key(entry) {
                free.entry(key).or_default().push(index);
            }
        }
        for (slot, entry) in matched.iter_mut().zip(new).filter(|(slot, _)| slot.is_none()) {
            if let Some(index) = key(entry).and_then(|key| free.get_mut(&key)?.pop()) {
                *slot = Some(index);
                taken[index] = true;
            }
        }
    }
    matched
}

fn compare_entries(before: &Entry, after: &Entry, changes: &mut Vec<Change>) {
    let optional = |text: &Option<String>| text.clone().unwrap_or_default();
    let document = |text: &Option<String>| text.as_deref().map(super::table::mask).unwrap_or_default();
    let sex = |entry: &Entry| entry.sex.map_or("", super::Sex::written).to_owned();
    let birth = |entry: &Entry| entry.birth.map(|day| day.to_string()).unwrap_or_default();
    let grade = |entry: &Entry| Grade::words_or_ungraded(entry.grade).zh;
    let pairs: [(&'static str, String, String, bool); 13] = [
        ("id", before.id.clone(), after.id.clone(), before.id != after.id),
        ("name", before.name.clone(), after.name.clone(), before.name != after.name),
        ("sex", sex(before), sex(after), before.sex != after.sex),
        ("birth", birth(before), birth(after), before.birth != after.birth),
        ("grade", grade(before), grade(after), before.grade != after.grade),
        (
            "certificate",
            optional(&before.certificate),
            optional(&after.certificate),
            before.certificate != after.certificate,
        ),
        ("agency", optional(&before.agency), optional(&after.agency), before.agency != after.agency),
        ("club", optional(&before.club), optional(&after.club), before.club != after.club),
        ("register", optional(&before.register), optional(&after.register), before.register != after.register),
        ("document", document(&before.document), document(&after.document), before.document != after.document),
        ("household", optional(&before.household), optional(&after.household), before.household != after.household),
        ("group", optional(&before.group), optional(&after.group), before.group != after.group),
        ("tests", optional(&before.tests), optional(&after.tests), before.tests != after.tests),
    ];
    for (field, from, to, differs) in pairs {
        if differs {
            changes.push(Change::EntryChanged { player: called(after), field, from, to });
        }
    }
}

/// A game's key: its round and its two players, in the numbering of the newer sheet with what is gone behind it.
type GameKey = (u16, usize, usize);

fn compare_games(old: &Sheet, new: &Sheet, matched: &[Option<usize>], changes: &mut Vec<Change>) {
    let mut renumbered: Vec<usize> = (0..old.entries.len()).map(|index| new.entries.len() + index).collect();
    for (now, was) in matched.iter().enumerate() {
        if let Some(slot) = was.and_then(|was| renumbered.get_mut(was)) {
            *slot = now;
        }
    }
    let number = |index: usize| renumbered.get(index).copied().unwrap_or(usize::MAX);
    let key = |round: u16, black: usize, white: Option<usize>| -> GameKey {
        let white = white.unwrap_or(black);
        (round, black.min(white), black.max(white))
    };
    let mut games: BTreeMap<GameKey, (Vec<&Game>, Vec<&Game>)> = BTreeMap::new();
    for game in &old.games {
        games.entry(key(game.round, number(game.black), game.white.map(number))).or_default().0.push(game);
    }
    for game in &new.games {
        games.entry(key(game.round, game.black, game.white)).or_default().1.push(game);
    }
    for (before, after) in games.into_values() {
        for (was, now) in before.iter().zip(&after) {
            let same_sides = number(was.black) == now.black;
            compare_two(old, was, new, now, same_sides, changes);
        }
        for game in before.iter().skip(after.len()) {
            changes.push(Change::GameRemoved { round: game.round, pair: pair(old, game), result: write(game.result) });
        }
        for game in after.iter().skip(before.len()) {
            changes.push(Change::GameAdded { round: game.round, pair: pair(new, game), result: write(game.result) });
        }
    }
}

/// Black and White by name.
fn pair(sheet: &Sheet, game: &Game) -> String {
    let name = |index: usize| sheet.entries.get(index).map(called).unwrap_or_default();
    match game.white {
        Some(white) => format!("{} – {}", name(game.black), name(white)),
        None => name(game.black),
    }
}

fn compare_two(old: &Sheet, was: &Game, new: &Sheet, now: &Game, same_sides: bool, changes: &mut Vec<Change>) {
    let komi = |game: &Game| game.komi.map(points).unwrap_or_default();
    let board = |game: &Game| game.board.map(|board| board.to_string()).unwrap_or_default();
    let record = |game: &Game| game.record.clone().unwrap_or_default();
    let pairs: [(&'static str, String, String, bool); 8] = [
        ("black", pair(old, was), pair(new, now), !same_sides),
        ("board", board(was), board(now), was.board != now.board),
        ("result", write(was.result), write(now.result), was.result != now.result),
        ("handicap", was.handicap.to_string(), now.handicap.to_string(), was.handicap != now.handicap),
        ("komi", komi(was), komi(now), was.komi != now.komi),
        ("game", record(was), record(now), was.record != now.record),
        (
            "black_warnings",
            was.black_warnings.to_string(),
            now.black_warnings.to_string(),
            was.black_warnings != now.black_warnings,
        ),
        (
            "white_warnings",
            was.white_warnings.to_string(),
            now.white_warnings.to_string(),
            was.white_warnings != now.white_warnings,
        ),
    ];
    for (field, from, to, differs) in pairs {
        if differs {
            changes.push(Change::GameChanged { round: now.round, pair: pair(new, now), field, from, to });
        }
    }
}

#[cfg(test)]
mod tests;

//! The players' names: who is meant by a record, and which games they played.

use super::{Wanted, players, sides};
use crate::domain::name::{lookup_key, pinyin_key};
use crate::domain::results::Sheet;
use crate::domain::results::model::Game;
use std::collections::HashMap;

/// A name as it is compared: entries of one key are told apart by nothing here.
type Key = usize;

/// The names of a sheet and of the records.
pub(super) struct Names {
    /// The key of each entry.
    entries: Vec<Key>,
    /// The keys that a record's two names have, Black's first; none where the sheet has no such name.
    records: Vec<[Option<Key>; 2]>,
    /// The games of two names, the smaller key first.
    met: HashMap<[Key; 2], Vec<usize>>,
    /// The games of a name.
    of: HashMap<Key, Vec<usize>>,
    /// The keys that a record's names sound like, where they are none of the sheet's.
    sounds: Vec<[Vec<Key>; 2]>,
}

impl Names {
    pub(super) fn of(sheet: &Sheet, records: &[Wanted<'_>]) -> Self {
        let mut known: HashMap<String, Key> = HashMap::new();
        let mut names: Vec<&str> = Vec::new();
        let mut entries = Vec::with_capacity(sheet.entries.len());
        for entry in &sheet.entries {
            let next = known.len();
            let key = *known.entry(key(&entry.name)).or_insert(next);
            if key == names.len() {
                names.push(&entry.name);
            }
            entries.push(key);
        }
        let mut met: HashMap<[Key; 2], Vec<usize>> = HashMap::new();
        let mut of: HashMap<Key, Vec<usize>> = HashMap::new();
        for (at, game) in sheet.games.iter().enumerate() {
            let Some(both) = sides(game).map(|sides| sides.map(|entry| entries[entry])) else { continue };
            met.entry(pair(both)).or_default().push(at);
            for key in both {
                of.entry(key).or_default().push(at);
            }
        }
        let find = |name: &str| {
            let keys = [key(name), key(bare(name))];
            keys.iter().filter(|key| !key.is_empty()).find_map(|key| known.get(key).copied())
        };
        let keys: Vec<[Option<Key>; 2]> = records.iter().map(|wanted| players(wanted.record).map(find)).collect();
        let sounds = sounds(&names, records, &keys);
        Names { entries, records: keys, met, of, sounds }
    }

    /// The games in which the two players of a record met, in the order of the results.
    pub(super) fn met(&self, record: usize) -> &[usize] {
        let [Some(black), Some(white)] = self.records[record] else { return &[] };
        self.met.get(&pair([black, white])).map_or(&[], Vec::as_slice)
    }

    /// Whether a record has the two players of a game with the colours the other way round.
    pub(super) fn swapped(&self, record: usize, game: &Game) -> bool {
        let Some([black, white]) = sides(game).map(|sides| sides.map(|entry| self.entries[entry])) else {
            return false;
        };
        black != white && self.records[record] == [Some(white), Some(black)]
    }

    /// The games that a record may be of by one of its names, or by how they sound: those of both sides if there are any.
    pub(super) fn likely(&self, record: usize) -> Vec<usize> {
        let sides: [Vec<Key>; 2] = [0, 1].map(|side| match self.records[record][side] {
            Some(key) => vec![key],
            None => self.sounds[record][side].clone(),
        });
        let [black, white] = &sides;
        let both = black.iter().flat_map(|black| white.iter().map(|white| pair([*black, *white])));
        let met: Vec<usize> = both.filter_map(|pair| self.met.get(&pair)).flatten().copied().collect();
        if !met.is_empty() {
            return met;
        }
        // One name as it is written tells something; one that only sounds alike, nothing.
        let alone = self.records[record].iter().flatten();
        alone.filter_map(|key| self.of.get(key)).flatten().copied().collect()
    }
}

/// Names are compared without what sets their parts apart.
fn key(name: &str) -> String {
    lookup_key(name)
}

fn pair(mut both: [Key; 2]) -> [Key; 2] {
    both.sort_unstable();
    both
}

/// A name without what records add to it: a team or a place in brackets, a grade behind it.
pub(in crate::domain::game_record) fn bare(name: &str) -> &str {
    let end = name.find(['(', '（', '[', '【']).filter(|at| *at > 0).unwrap_or(name.len());
    let name = name[..end].trim();
    let Some((before, last)) = name.rsplit_once(char::is_whitespace) else { return name };
    let is_grade = last.chars().any(|c| c.is_ascii_digit() || "初一二三四五六七八九十".contains(c))
        && last.ends_with(['段', '级', '級', 'd', 'k', 'p', 'D', 'K', 'P', '단', '급']);
    if is_grade { before.trim_end() } else { name }
}

/// What the names of records sound like that are none of the sheet's.
fn sounds(names: &[&str], records: &[Wanted<'_>], keys: &[[Option<Key>; 2]]) -> Vec<[Vec<Key>; 2]> {
    if keys.iter().flatten().all(Option::is_some) {
        return vec![Default::default(); records.len()];
    }
    let mut by_sound: HashMap<String, Vec<Key>> = HashMap::new();
    for (key, name) in names.iter().enumerate() {
        if let Some(sound) = pinyin_key(name) {
            by_sound.entry(sound).or_default().push(key);
        }
    }
    let like = |name: &str| -> Vec<Key> {
        let name = bare(name);
        // `Wei Zhang` is 张伟 as well.
        let turned = name.rsplit_once(char::is_whitespace).map(|(given, family)| format!("{family} {given}"));
        let mut found: Vec<Key> = [Some(name.to_owned()), turned]
            .into_iter()
            .flatten()
            .filter_map(|name| by_sound.get(&pinyin_key(&name)?))
            .flatten()
            .copied()
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let of = |(wanted, keys): (&Wanted<'_>, &[Option<Key>; 2])| {
        let names = players(wanted.record);
        [0, 1].map(|side| match keys[side] {
            None if !names[side].is_empty() => like(names[side]),
            _ => Vec::new(),
        })
    };
    records.iter().zip(keys).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_bare_without_place_and_grade() {
        for (name, is) in [
            ("张伟", "张伟"),
            ("张伟 业5段", "张伟"),
            ("张伟（江苏）", "张伟"),
            ("张伟 (浙江) 5d", "张伟"),
            ("Zhang Wei 5d", "Zhang Wei"),
            ("Zhang Wei", "Zhang Wei"),
            ("(张伟)", "(张伟)"),
            ("", ""),
        ] {
            assert_eq!(bare(name), is, "{name}");
        }
    }
}

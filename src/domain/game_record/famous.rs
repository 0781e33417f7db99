//! Famous games, known by their keys: whoever hands in one as his own has not played it.

use crate::text::{Bilingual, both_of};
use serde::{Deserialize, Deserializer};
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;
use weiqi_rules::fingerprint::Fingerprint;

/// A beginning shorter than this proves nothing: openings are common property.
pub const LEAST: u16 = 50;

/// A famous game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Famous {
    /// Its name in this program.
    pub id: String,
    /// The year it was played in.
    pub year: u16,
    /// What it is called.
    pub name: Bilingual,
    /// Black.
    pub black: Bilingual,
    /// White.
    pub white: Bilingual,
    /// How many stones were played.
    pub stones: u16,
    /// The key of the whole game.
    pub whole: Key,
    /// The keys of its beginnings, by their stones.
    #[serde(deserialize_with = "beginnings")]
    pub beginnings: BTreeMap<u16, Key>,
}

/// A key of a game; written in hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u64);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map(Key).map_err(serde::de::Error::custom)
    }
}

/// Keys of a table are texts.
fn beginnings<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<u16, Key>, D::Error> {
    let table = BTreeMap::<String, Key>::deserialize(deserializer)?;
    let stones = |(stones, key): (String, Key)| stones.parse().map(|stones| (stones, key));
    table.into_iter().map(stones).collect::<Result<_, std::num::ParseIntError>>().map_err(serde::de::Error::custom)
}

#[derive(Default, Deserialize)]
struct List {
    game: Vec<Famous>,
}

static GAMES: LazyLock<Vec<Famous>> = LazyLock::new(|| {
    // proven: the list is part of the program, and a test reads it.
    toml::from_str::<List>(include_str!("../../../data/famous-games.toml")).unwrap_or_default().game
});

/// Each key with the number of its game and its stones; the whole games among them.
static KEYS: LazyLock<HashMap<(u16, u64), usize>> = LazyLock::new(|| {
    let keys = |(number, game): (usize, &'static Famous)| {
        let beginnings = game.beginnings.iter().map(|(stones, key)| (*stones, key.0));
        beginnings.chain([(game.stones, game.whole.0)]).map(move |key| (key, number))
    };
    GAMES.iter().enumerate().flat_map(keys).collect()
});

/// The famous games, the oldest first.
pub fn all() -> &'static [Famous] {
    &GAMES
}

/// The famous game that a record has the whole or a long beginning of, and how many stones of it.
pub fn famous(fingerprint: &Fingerprint) -> Option<(&'static Famous, u16)> {
    let whole = (fingerprint.stones, fingerprint.whole);
    let beginnings = fingerprint.beginnings.iter().rev().copied();
    let long = [whole].into_iter().chain(beginnings).filter(|(stones, _)| *stones >= LEAST);
    long.filter_map(|(stones, key)| Some((GAMES.get(*KEYS.get(&(stones, key))?)?, stones))).next()
}

impl Famous {
    /// The game in words: name, year and players.
    pub fn words(&self) -> Bilingual {
        let year = Bilingual { zh: self.year.to_string(), en: self.year.to_string() };
        let arguments = [("name", &self.name), ("year", &year), ("black", &self.black), ("white", &self.white)];
        both_of("game_record.famous", &arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use weiqi_rules::record::{Move, Record};
    use weiqi_rules::{Coord, Play};

    #[test]
    fn the_list_is_whole_and_its_keys_are_different() {
        let list: List = toml::from_str(include_str!("../../../data/famous-games.toml")).unwrap();
        assert!((12..=20).contains(&list.game.len()));
        assert_eq!(list.game, all());
        assert!(all().windows(2).all(|two| two[0].year <= two[1].year && two[0].id != two[1].id));
        let keys: usize = all().iter().map(|game| game.beginnings.len() + 1).sum();
        assert_eq!(KEYS.len(), keys);
        for game in all() {
            let reached = weiqi_rules::fingerprint::BEGINNINGS.iter().filter(|n| (LEAST..=game.stones).contains(n));
            assert!(reached.eq(game.beginnings.keys()), "{}", game.id);
            let words = game.words();
            assert!(words.zh.contains(&game.black.zh) && words.en.contains(&game.year.to_string()), "{words:?}");
        }
    }

    #[test]
    fn a_long_beginning_tells_and_a_short_one_does_not() {
        let game = &all()[2];
        let print = |stones, key: u64| Fingerprint { beginnings: vec![(stones, key)], whole: 1, stones: stones + 3 };
        assert_eq!(famous(&print(120, game.beginnings[&120].0)), Some((game, 120)));
        assert_eq!(famous(&print(120, game.beginnings[&80].0)), None);
        assert_eq!(famous(&print(31, game.beginnings[&50].0)), None);
        let whole = Fingerprint { beginnings: Vec::new(), whole: game.whole.0, stones: game.stones };
        assert_eq!(famous(&whole), Some((game, game.stones)));
    }

    /// A quarter turn with the colours exchanged.
    fn turned(record: &Record) -> Record {
        let mut turned = Record::new(record.size);
        for one in &record.moves {
            let Play::At(at) = one.play else { continue };
            let play = Play::At(Coord { x: record.size.width() - 1 - at.y, y: at.x });
            turned.moves.push(Move { colour: one.colour.other(), play, offset: 0 });
        }
        turned
    }

    #[test]
    fn games_that_are_present_are_recognised_turned_recoloured_and_cut() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/games");
        if !folder.exists() {
            eprintln!("left out: the game records are not here");
            return;
        }
        for (path, id) in [
            ("littlego/Famous games/Ear-reddening game.sgf", "ear-reddening"),
            ("sente/sgf/Ear-reddening game.sgf", "ear-reddening"),
            ("littlego/Famous games/Blood-vomiting game.sgf", "blood-vomiting"),
            ("sente/sgf/Lee Sedol ladder game.sgf", "broken-ladder"),
            ("katrain/LS vs AG - G4 - English.sgf", "alphago-lee-4"),
            ("goban-original-games/Hon-45-2.sgf", "atomic-bomb"),
            ("goban-original-games/M-63-7.mgt", "meijin-1963-7"),
        ] {
            let bytes = std::fs::read(folder.join(path)).unwrap();
            let mut record = Record::read_all(&bytes).remove(0).unwrap();
            let found =
                |record: &Record| famous(&Fingerprint::of(record)).map(|(game, stones)| (game.id.as_str(), stones));
            let stones = Fingerprint::of(&record).stones;
            assert_eq!(found(&record), Some((id, stones)), "{path}");
            assert_eq!(found(&turned(&record)), Some((id, stones)), "{path}");
            record.moves.truncate(130);
            assert_eq!(found(&turned(&record)), Some((id, 120)), "{path}");
            record.moves.truncate(49);
            assert_eq!(found(&record), None, "{path}");
        }
    }
}

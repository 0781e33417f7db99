//! From what another program's file tells to the tables of our own file, and so to entries and games.

use super::super::csv_text::RawRow;
use super::super::field::Field;
use super::super::model::{Game, GameResult};
use super::super::players::{self, Entries};
use super::super::reading::{Notes, Published};
use super::super::table::Table;
use super::super::text::komi;
use super::foreign::{Foreign, Player, Side};
use super::names::Name;
use super::rank;
use crate::domain::finding::{Part, Place, codes};
use crate::domain::grade::{self, Grade};
use crate::domain::name::search_key;
use std::collections::{HashMap, HashSet};

/// The columns that a player's row is made of.
const PLAYER: [Field; 9] = [
    Field::Id,
    Field::Name,
    Field::Sex,
    Field::Birth,
    Field::Grade,
    Field::Club,
    Field::Group,
    Field::Place,
    Field::Award,
];
/// Those of a game.
const GAME: [Field; 7] =
    [Field::Round, Field::Board, Field::Black, Field::White, Field::Result, Field::Handicap, Field::Komi];

/// Whether headers are those of one of our own tables: all that it needs, and in the players something that no final
/// table of a platform has.
pub(super) fn is_ours(head: &[String], is_final: bool) -> bool {
    [Part::Results, Part::Players].into_iter().any(|part| {
        let read: HashSet<Field> =
            head.iter().filter_map(|header| Field::recognise(part, header)).map(|read| read.field).collect();
        let own = [Field::Certificate, Field::Register, Field::Document, Field::Household, Field::Tests];
        Field::of(part).filter(|field| field.required()).all(|field| read.contains(&field))
            && (!is_final || part == Part::Results || own.iter().any(|field| read.contains(field)))
    })
}

/// Says what a file was read as, and what it leaves open.
pub(in crate::domain::results) fn said_of(foreign: &Foreign, encoding: &str, notes: &mut Notes) {
    let place = || Place::part(foreign.part);
    let words = foreign.format.words();
    let found = format!("{}, {encoding}", words.en);
    let both = crate::text::Bilingual { zh: format!("{}，{encoding}", words.zh), en: found.clone() };
    notes.raise(codes::I130.at(place()).found_words(found, both));
    for (count, key) in
        [(foreign.colourless, "interchange.open.colours"), (foreign.handicapless, "interchange.open.handicaps")]
    {
        if count > 0 {
            notes.raise(codes::I137.at(place()).found(count.to_string()).with_text("what", key));
        }
    }
}

/// The players as entries; the entry of each player has the player's index.
pub(in crate::domain::results) fn entries(foreign: &Foreign, notes: &mut Notes) -> Entries {
    let columns = header_columns(foreign, &PLAYER);
    notes.headers.0.extend(columns.iter().cloned());
    if !foreign.graded && !foreign.players.is_empty() {
        let place = Place::part(Part::Players);
        notes.raise(codes::W138.at(place).found(foreign.players.len().to_string()));
    }
    let rows = foreign.players.iter().zip(ids(foreign)).map(|(player, id)| {
        let Name { written, number, plain } = &player.name;
        if !number.is_empty() {
            notes.adjust(Field::Name, player.line, written, plain, "name-number");
        }
        let grade = match rank::read(player.grade.trim()) {
            rank::Rank::Grade(grade) => grade.to_string(),
            rank::Rank::Below => {
                let lowest = Grade::LOWEST.to_string();
                notes.adjust(Field::Grade, player.line, &player.grade, &lowest, "grade-below");
                lowest
            }
            rank::Rank::Other => player.grade.clone(),
        };
        let cells = vec![
            id,
            plain.clone(),
            player.sex.to_owned(),
            player.birth.clone(),
            grade,
            player.club.clone(),
            player.group.clone(),
            readable_place(player),
            readable_award(player),
        ];
        RawRow { line: player.line, cells }
    });
    let rows: Vec<RawRow> = rows.collect();
    if rows.is_empty() {
        notes.raise(codes::E122.at(Place::part(Part::Players)).found("0").expected("≥1"));
    }
    let table = Table::of_fields(Part::Players, columns, rows, notes);
    players::read(&table, notes)
}

/// The place that another program's file gives. What is no place there (a letter, a dash) is not the organiser's doing.
fn readable_place(player: &Player) -> String {
    let place = players::place_in(player.place.trim()).filter(|(place, _)| (1..=players::MAX_PLACE).contains(place));
    place.map(|(place, _)| place.to_string()).unwrap_or_default()
}

/// The award that a final table gives, where it is a grade; a mark in its place says nothing.
fn readable_award(player: &Player) -> String {
    let award = grade::read(player.award.trim()).ok().filter(|read| !read.is_doubtful()).and_then(|read| read.grade);
    award.map(|grade| grade.to_string()).unwrap_or_default()
}

/// The places of another program's file for players who came in a file of their own that gives none.
pub(in crate::domain::results) fn published(
    foreign: &Foreign,
    links: &[Option<usize>],
    entries: &mut Entries,
    notes: &mut Notes,
) {
    let mut taken = false;
    for (player, link) in foreign.players.iter().zip(links) {
        let Some(slot) = link.and_then(|entry| entries.published.get_mut(entry)) else { continue };
        if let (None, Ok(place)) = (slot.place, readable_place(player).parse()) {
            *slot = Published { place: Some(place), part: foreign.part, line: player.line, ..*slot };
            taken = true;
        }
    }
    if taken {
        notes.headers.0.insert(0, (Field::Place, foreign.header(Field::Place).to_owned()));
    }
}

fn header_columns(foreign: &Foreign, fields: &[Field]) -> Vec<(Field, String)> {
    fields.iter().map(|field| (*field, foreign.header(*field).to_owned())).collect()
}

/// The id of each player: the file's numbers where all have one and no two the same, else the order.
fn ids(foreign: &Foreign) -> Vec<String> {
    let numbers: Vec<String> = foreign.players.iter().map(|player| number(player).to_owned()).collect();
    let distinct: HashSet<&str> = numbers.iter().map(String::as_str).collect();
    if distinct.len() == numbers.len() && numbers.iter().all(|number| players::is_plain_id(number)) {
        return numbers;
    }
    (1..=numbers.len()).map(|n| n.to_string()).collect()
}

/// The number of a player: the file's, else the one typed into the name.
fn number(player: &Player) -> &str {
    match player.number.trim() {
        "" => player.name.number.trim_start_matches('0'),
        number => number,
    }
}

/// The entry of each player, where the players came in a file of their own: the id and the name, or a name that is the
/// only one of its kind in both. Nobody of the register is found by this.
pub(in crate::domain::results) fn join(foreign: &Foreign, entries: &Entries, notes: &mut Notes) -> Vec<Option<usize>> {
    let mut named_so: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, entry) in entries.list.iter().enumerate() {
        named_so.entry(search_key(&entry.name)).or_default().push(index);
    }
    let keys: Vec<String> = foreign.players.iter().map(|player| search_key(&player.name.plain)).collect();
    let mut times: HashMap<&str, usize> = HashMap::new();
    for key in &keys {
        *times.entry(key.as_str()).or_default() += 1;
    }
    let mut links = Vec::with_capacity(keys.len());
    for (player, key) in foreign.players.iter().zip(&keys) {
        let candidates = named_so.get(key).map(Vec::as_slice).unwrap_or_default();
        let of_name = |index: &usize| search_key(&entries.list[*index].name) == *key;
        let by_number = entries.find(number(player)).map(|(index, _)| index).filter(of_name);
        let place = Place { part: foreign.part, line: Some(player.line), ..Place::default() };
        let place = place.column(foreign.header(Field::Name));
        let link = match (by_number, candidates) {
            (Some(index), _) => Some(index),
            (None, [only]) if times.get(key.as_str()) == Some(&1) => {
                notes.adjust_at(super::super::reading::Adjustment {
                    part: foreign.part,
                    line: player.line,
                    column: foreign.header(Field::Name).to_owned(),
                    field: Field::Name.name(),
                    from: player.name.written.clone(),
                    to: entries.list[*only].id.clone(),
                    rule: "name-as-key",
                });
                Some(*only)
            }
            (None, []) => {
                notes.raise(codes::E301.at(place).found(player.name.written.clone()).with("hint", ""));
                None
            }
            (None, several) => {
                let ids: Vec<&str> = several.iter().take(8).map(|index| entries.list[*index].id.as_str()).collect();
                notes.raise(codes::E134.at(place).found(player.name.written.clone()).expected(ids.join(" | ")));
                None
            }
        };
        links.push(link);
    }
    links
}

/// The games, with the entry of each player as `links` has it.
pub(in crate::domain::results) fn games(
    foreign: &Foreign,
    links: &[Option<usize>],
    entries: &Entries,
    notes: &mut Notes,
) -> Vec<Game> {
    let columns = header_columns(foreign, &GAME);
    notes.headers.0.extend(columns.iter().cloned());
    let mut rows = Vec::with_capacity(foreign.pairings.len());
    for pairing in &foreign.pairings {
        let mut cell = |side: &Side, field: Field| match side {
            Side::Nobody => Some(String::new()),
            // A player who is no entry has been said to be none.
            Side::Player(index) => links.get(*index).copied().flatten().map(|entry| entries.list[entry].id.clone()),
            Side::Unknown(written) | Side::Several(written, _) => {
                let mut place = Place::results(pairing.line).column(foreign.header(field));
                (place.round, place.board) = (pairing.round.parse().ok(), pairing.board.parse().ok());
                notes.raise(match side {
                    Side::Several(_, count) => {
                        codes::E134.at(place).found(format!("{written} × {count}")).expected("1")
                    }
                    _ => codes::E301.at(place).found(written.clone()).with("hint", ""),
                });
                None
            }
        };
        let (black, white) = (cell(&pairing.black, Field::Black), cell(&pairing.white, Field::White));
        let (Some(black), Some(white)) = (black, white) else { continue };
        let of = |text: &String| text.clone();
        let cells = vec![
            of(&pairing.round),
            of(&pairing.board),
            black,
            white,
            of(&pairing.result),
            of(&pairing.handicap),
            of(&pairing.komi),
        ];
        rows.push(RawRow { line: pairing.line, cells });
    }
    if foreign.pairings.is_empty() {
        notes.raise(codes::E122.at(Place::part(Part::Results)).found("0").expected("≥1"));
    }
    let table = Table::of_fields(Part::Results, columns, rows, notes);
    super::super::games::read(&table, Some(entries), notes)
}

/// Compares the points of a final table with the games: two for a win, one for a draw.
pub(in crate::domain::results) fn totals(
    finals: &Foreign,
    links: &[Option<usize>],
    entries: &Entries,
    games: &[Game],
    notes: &mut Notes,
) {
    let mut sums = vec![0_i32; entries.list.len()];
    for game in games {
        let (black, white) = match game.result {
            GameResult::Black(_) | GameResult::Bye => (2, 0),
            GameResult::White(_) => (0, 2),
            GameResult::Draw => (1, 1),
            GameResult::BothWin => (2, 2),
            GameResult::BothLose | GameResult::Void | GameResult::NotReported => (0, 0),
        };
        for (side, points) in [(Some(game.black), black), (game.white, white)] {
            if let Some(sum) = side.and_then(|side| sums.get_mut(side)) {
                *sum += points;
            }
        }
    }
    for (player, link) in finals.players.iter().zip(links) {
        let (Some(written), Some(entry)) = (&player.points, link) else { continue };
        let halves = komi::quarters(written).map(|quarters| quarters / 2);
        let computed = sums.get(*entry).copied().unwrap_or(0);
        if halves != Some(computed * 2) {
            let id = entries.list[*entry].id.clone();
            let place = Place::players(player.line).column(finals.header(Field::Result)).person(id);
            notes.raise(codes::W135.at(place).found(written.clone()).expected(computed.to_string()));
        }
    }
}

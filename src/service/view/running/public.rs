//! The rounds of a group as the public sees them while it is played. Names obey the same rules as everywhere: who is not
//! known to be of age is masked, and whose name the register withholds is not named.

use super::{BoardLine, MemberLine, RoundLine, TableRow, boards, round_line, table};
use crate::domain::name::search_key;
use crate::domain::results::GameResult;
use crate::domain::scheme::TieBreak;
use crate::service::event::EventSettings;
use crate::service::running::{Run, load};
use crate::service::view::PublicName;
use crate::service::view::name::Whom;
use crate::service::{Register, ServiceError, ServiceResult};
use crate::store::person::{self, Person};
use crate::store::public::events::PUBLIC_STATES;
use crate::store::{Conn, event, running};
use chrono::NaiveDate;
use std::collections::{BTreeMap, HashMap};

/// A board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicBoard {
    /// Its number.
    pub board: u16,
    /// Black, with the pairing number.
    pub black: (u32, PublicName),
    /// White; none: a bye.
    pub white: Option<(u32, PublicName)>,
    /// What came of it.
    pub result: GameResult,
}

/// A round with the table.
#[derive(Clone, Debug)]
pub struct PublicRounds {
    /// The rounds there are.
    pub rounds: Vec<RoundLine>,
    /// How many are played.
    pub of: u16,
    /// The one that is shown.
    pub shown: RoundLine,
    /// Its boards.
    pub boards: Vec<PublicBoard>,
    /// The table so far.
    pub table: Vec<(TableRow, PublicName)>,
    /// The tie-breaks of the table.
    pub ties: Vec<TieBreak>,
}

/// The groups of an event whose rounds the public may see, by their ids.
pub fn groups(register: &Register, slug: &str) -> ServiceResult<Vec<String>> {
    register.read(|conn| {
        let found = event::by_slug(conn, slug)?;
        if !PUBLIC_STATES.contains(&found.state.as_str()) {
            return Err(ServiceError::NotFound);
        }
        let mut keys = Vec::new();
        for row in running::of_event(conn, found.id)? {
            let settings = crate::domain::running::RunSettings::from_json(&row.settings);
            if settings.public && !running::rounds(conn, row.id)?.is_empty() {
                keys.push(row.group_key);
            }
        }
        Ok(keys)
    })
}

/// Reads a round of a group, the last one unless another is asked for.
pub fn of_round(register: &Register, slug: &str, group: &str, round: Option<u16>) -> ServiceResult<PublicRounds> {
    let today = register.today();
    register.read_at_once(|conn| {
        let found = event::by_slug(conn, slug)?;
        if !PUBLIC_STATES.contains(&found.state.as_str()) {
            return Err(ServiceError::NotFound);
        }
        let run = load(conn, &register.keys, &found, group)?.filter(|run| run.settings.public);
        let run = run.ok_or(ServiceError::NotFound)?;
        let last = run.state.last().ok_or(ServiceError::NotFound)?;
        let round = round.unwrap_or(last.round);
        let shown = run.state.rounds.iter().find(|one| one.round == round).ok_or(ServiceError::NotFound)?;
        let names = names(conn, &run, today)?;
        let named = |member: &MemberLine| {
            let name = names.get(&member.number).cloned().unwrap_or(PublicName::Withheld);
            (member.number, name)
        };
        let board = |line: &BoardLine| PublicBoard {
            board: line.board,
            black: named(&line.black),
            white: line.white.as_ref().map(named),
            result: line.result,
        };
        let rows = table(&run)?.into_iter().map(|row| {
            let name = names.get(&row.number).cloned().unwrap_or(PublicName::Withheld);
            // Only what the public may know of a name leaves here.
            (TableRow { name: String::new(), ..row }, name)
        });
        Ok(PublicRounds {
            rounds: run.state.rounds.iter().map(round_line).collect(),
            of: run.settings.rounds,
            shown: round_line(shown),
            boards: boards(&run, round)?.0.iter().map(board).collect(),
            table: rows.collect(),
            ties: run.scheme.order.clone(),
        })
    })
}

/// The names of all members as the public sees them on a day.
fn names(conn: &mut Conn, run: &Run, today: NaiveDate) -> ServiceResult<BTreeMap<u32, PublicName>> {
    let minors = EventSettings::from_json(&run.event.settings).names_of_minors;
    let keys: Vec<String> = run.state.entered().map(|member| search_key(&member.entry.name)).collect();
    let mut known: HashMap<String, Vec<Person>> = HashMap::new();
    for person in person::by_name_keys(conn, &keys)? {
        known.entry(person.name_key.clone()).or_default().push(person);
    }
    let numbers: Vec<String> = run.state.entered().filter_map(|member| member.entry.register.clone()).collect();
    let numbered = person::by_register_nos(conn, &numbers)?;
    let mut names = BTreeMap::new();
    for member in run.state.entered() {
        let entry = &member.entry;
        let same_name = known.get(&search_key(&entry.name)).map(Vec::as_slice).unwrap_or_default();
        let by_number = numbered.iter().find(|p| Some(&p.register_no) == entry.register.as_ref());
        // Whoever bears a withheld name is not named, whatever birth date is written beside it: what the register holds
        // cannot be found out by writing one date after the other.
        let withheld = same_name.iter().chain(by_number).any(|person| person.hidden || person.state == "withheld");
        let agreed = by_number.is_some_and(|person| person.publication_consent && person.name == entry.name);
        let whom = Whom {
            name: &entry.name,
            // The later of what is typed and what the register holds: an error in one names no child.
            birth: entry
                .birth
                .map(|typed| by_number.and_then(|person| person.birth).map_or(typed, |held| typed.max(held))),
            state: if withheld { "withheld" } else { "active" },
            consent: agreed && minors,
        };
        names.insert(member.number, whom.shown_on(today));
    }
    Ok(names)
}

//! The game records of a group: which game each stands for, what its recount says, what wants a referee.

use super::slips::{self, Photographed};
use crate::domain::game_record::findings;
use crate::domain::game_record::placing::{self, Placing, Wanted};
use crate::domain::permission::Action;
use crate::domain::recount::{self, Record, VERSION};
use crate::domain::results::{GameResult, Sheet};
use crate::service::event::{EventSettings, RecordSettings, find, scheme_of};
use crate::service::records::{OPEN, bytes_of, results_of, ruled};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::event::Event;
use crate::store::game_record::{self, GameRecord};
use crate::store::pairing::Pairing;
use crate::store::recount::{self as recounts, Outcome};
use crate::store::{Conn, agency, pairing, ruling};
use crate::text::Bilingual;
use std::collections::{HashMap, HashSet};

/// How many records a page shows.
pub const PAGE: usize = 100;

/// A game as people know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameName {
    /// Round, from 1.
    pub round: i64,
    /// The board, where the results name one.
    pub board: Option<u16>,
    /// Black's name; the id of the file where the results have nobody of it any more.
    pub black: String,
    /// White's.
    pub white: String,
    /// The result in force; none where the results have no such game any more.
    pub result: Option<GameResult>,
}

/// A record in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordLine {
    /// The record.
    pub record: GameRecord,
    /// The game it stands for.
    pub game: Option<GameName>,
    /// What its recount says.
    pub outcome: Option<Outcome>,
    /// The result as the record declares it.
    pub declared: String,
    /// Whether a ruling of the game is in force (`true`), or waits for a second person.
    pub ruled: Option<bool>,
    /// How many photos of its result slip the game has.
    pub photos: usize,
}

/// The part of the list that a record is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A referee has to look at it.
    Doubtful,
    /// It stands for no game yet.
    Loose,
    /// Of a round.
    Round(i64),
}

impl RecordLine {
    /// The code of the finding that a referee has to settle, while the record is as it was recounted.
    fn ground(&self) -> Option<&str> {
        self.record.ground.as_deref().filter(|_| self.record.state == "recounted")
    }

    /// Whether it has another winner than the results, where its verdict does not say so.
    pub fn against(&self) -> bool {
        let said = self.outcome.as_ref().is_some_and(|one| one.verdict == "winner-differs");
        self.ground().is_some_and(findings::against) && !said
    }

    /// The part of the list that it is in.
    pub fn part(&self) -> Part {
        match &self.game {
            None => Part::Loose,
            Some(_) if self.ground().is_some() && self.ruled != Some(true) => Part::Doubtful,
            Some(game) => Part::Round(game.round),
        }
    }
}

/// The records of a group, a page of them.
#[derive(Clone, Debug)]
pub struct GroupRecords {
    /// The event.
    pub event: Event,
    /// The name of the group.
    pub group: Bilingual,
    /// What the event asks for.
    pub asks: RecordSettings,
    /// How many wait to be recounted.
    pub waiting: i64,
    /// How many are.
    pub recounted: i64,
    /// How many stand for a game.
    pub placed: usize,
    /// How many games of two players the results have.
    pub games: usize,
    /// How many were recounted by another version than the one that runs.
    pub older: usize,
    /// Those of the page: what a referee has to look at, those without a game, then by round and board.
    pub lines: Vec<RecordLine>,
    /// Where the page begins in the list.
    pub from: usize,
    /// Where the next one does.
    pub next: Option<usize>,
    /// Games without a record, with photos of their result slip: evidence beside the result, by round and board. They
    /// stand on the first page.
    pub photographed: Vec<Photographed>,
    /// Whether the reader may send records now.
    pub may_send: bool,
}

/// The names of the games of a sheet that has the results in force.
pub(super) fn named(sheet: Option<&Sheet>, of: &Pairing) -> GameName {
    let id = |entry: usize| sheet.and_then(|sheet| Some(sheet.entries.get(entry)?.id.as_str()));
    let name = |file: &str| {
        let entry = sheet.and_then(|sheet| sheet.entries.iter().find(|entry| entry.id == file));
        entry.map_or_else(|| file.to_owned(), |entry| entry.name.clone())
    };
    let game = sheet.and_then(|sheet| {
        sheet.games.iter().find(|game| {
            i64::from(game.round) == of.round
                && id(game.black) == Some(of.black_file.as_str())
                && game.white.and_then(id) == Some(of.white_file.as_str())
        })
    });
    GameName {
        round: of.round,
        board: game.and_then(|game| game.board),
        black: name(&of.black_file),
        white: name(&of.white_file),
        result: game.map(|game| game.result),
    }
}

/// Which games of a group have a ruling: in force, or proposed.
fn rulings(conn: &mut Conn, event_id: i64, group: &str) -> ServiceResult<HashMap<i64, bool>> {
    let mut found: HashMap<i64, bool> = HashMap::new();
    for (one, of) in ruling::of_group(conn, event_id, group)? {
        match one.state.as_str() {
            "in-force" => *found.entry(of.id).or_default() = true,
            "proposed" => *found.entry(of.id).or_default() |= false,
            _ => {}
        }
    }
    Ok(found)
}

/// Reads a page of a group's records.
pub fn of_group(
    register: &Register,
    staff: &Staff,
    slug: &str,
    group: &str,
    from: Option<usize>,
) -> ServiceResult<GroupRecords> {
    register.read_at_once(|conn| {
        let found = find(conn, staff, slug, Action::ViewEvent)?;
        let settings = EventSettings::from_json(&found.settings);
        if !settings.groups.iter().any(|key| key == group) {
            return Err(ServiceError::NotFound);
        }
        let holder = agency::by_id(conn, found.agency_id)?;
        let name = scheme_of(conn, &found)?.group(group).map(|one| one.name.clone()).unwrap_or_default();
        let sheet = results_of(&register.keys, conn, &found, group)?;
        let games = sheet.as_ref().map_or(0, |sheet| sheet.games_and_byes().0);
        let sheet = match &sheet {
            Some(sheet) => Some(ruled(conn, found.id, group, sheet)?),
            None => None,
        };
        let pairings: HashMap<i64, GameName> =
            pairing::of_group(conn, found.id, group)?.iter().map(|of| (of.id, named(sheet.as_deref(), of))).collect();
        let rulings = rulings(conn, found.id, group)?;
        let mut photographed = slips::of_games(conn, (found.id, group), &pairings)?;
        let photos: HashMap<i64, usize> = photographed.iter().map(|one| (one.pairing, one.photos)).collect();
        let mut outcomes: HashMap<i64, Outcome> =
            recounts::outcomes_of_group(conn, found.id, group)?.into_iter().map(|one| (one.record_id, one)).collect();
        let records = game_record::of_group(conn, found.id, group)?;
        let count = |state: &str| records.iter().filter(|one| one.state == state).count() as i64;
        let (waiting, recounted) = (count("waiting"), count("recounted"));
        let with_record: HashSet<i64> = records.iter().filter_map(|one| one.pairing_id).collect();
        photographed.retain(|one| !with_record.contains(&one.pairing));
        let placed = records.iter().filter(|one| one.pairing_id.is_some()).count();
        let older = outcomes.values().filter(|one| one.version != VERSION).count();
        let line = |record: GameRecord| RecordLine {
            game: record.pairing_id.and_then(|id| pairings.get(&id).cloned()),
            // What was found before it was placed anew holds no longer.
            outcome: outcomes.remove(&record.id).filter(|_| record.state == "recounted"),
            ruled: record.pairing_id.and_then(|id| rulings.get(&id).copied()),
            photos: record.pairing_id.and_then(|id| photos.get(&id).copied()).unwrap_or_default(),
            declared: String::new(),
            record,
        };
        let mut lines: Vec<RecordLine> = records.into_iter().map(line).collect();
        lines.sort_by_cached_key(|one| {
            let game = one.game.as_ref().map(|game| (game.round, game.board.unwrap_or(u16::MAX)));
            (one.part(), game, one.record.id)
        });
        let from = from.filter(|from| *from < lines.len()).unwrap_or(0);
        let next = (from + PAGE < lines.len()).then_some(from + PAGE);
        let mut lines: Vec<RecordLine> = lines.into_iter().skip(from).take(PAGE).collect();
        let shown: Vec<i64> = lines.iter().map(|one| one.record.id).collect();
        let mut declared: HashMap<i64, String> =
            recounts::current_of(conn, &shown)?.iter().map(|one| (one.record_id, declared_of(&one.answer))).collect();
        for one in &mut lines {
            one.declared = declared.remove(&one.record.id).unwrap_or_default();
        }
        let open = OPEN.contains(&found.state.as_str());
        Ok(GroupRecords {
            may_send: open && staff.may(Action::EditEvent, &holder),
            event: found,
            group: name,
            asks: settings.records,
            waiting,
            recounted,
            placed,
            games,
            older,
            lines,
            photographed,
            from,
            next,
        })
    })
}

/// The result that a stored answer says the record declares, as it is written there.
pub(super) fn declared_of(answer: &str) -> String {
    let read: serde_json::Value = serde_json::from_str(answer).unwrap_or_default();
    let raw = read.get("declared").and_then(|declared| declared.get("raw")).and_then(|raw| raw.as_str());
    raw.unwrap_or_default().chars().take(60).collect()
}

/// The dead stones of a stored answer.
pub(super) fn dead_of(answer: &str) -> Vec<String> {
    let read: serde_json::Value = serde_json::from_str(answer).unwrap_or_default();
    let points = read.get("dead").and_then(|dead| dead.as_array()).cloned().unwrap_or_default();
    points.iter().filter_map(|point| point.as_str().map(str::to_owned)).collect()
}

/// A game that a record may stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferView {
    /// The game.
    pub game: GameName,
    /// Black's and White's ids within the file.
    pub files: (String, String),
    /// Whether the record's names or file speak for it.
    pub likely: bool,
    /// Whether the record stands for it.
    pub chosen: bool,
}

/// A record beside the games that it may stand for.
#[derive(Clone, Debug)]
pub struct PlaceView {
    /// The event.
    pub event: Event,
    /// The name of the group.
    pub group: Bilingual,
    /// The record.
    pub record: GameRecord,
    /// The names that it gives: Black's, White's.
    pub names: (String, String),
    /// The day that it gives, as it is written.
    pub date: String,
    /// The round that it gives.
    pub round: String,
    /// The result that it declares.
    pub declared: String,
    /// How many moves it has.
    pub moves: usize,
    /// The final position.
    pub picture: Option<String>,
    /// The games without another record, the likely ones first.
    pub offers: Vec<OfferView>,
}

/// The game of a file that a record is.
pub(super) fn record_of(
    register: &Register,
    conn: &mut Conn,
    row: &GameRecord,
) -> ServiceResult<(Option<Record>, usize)> {
    let mut games = recount::read(&bytes_of(&register.keys, conn, row.source_id)?);
    let (parts, part) = (games.len(), usize::try_from(row.part).unwrap_or_default());
    let record = if part < parts { games.swap_remove(part).ok() } else { None };
    Ok((record, parts))
}

/// The record with this id, where it is of the event.
pub(super) fn of_event(conn: &mut Conn, event: &Event, id: i64) -> ServiceResult<GameRecord> {
    let row = game_record::by_id(conn, id)?;
    if row.event_id == event.id { Ok(row) } else { Err(ServiceError::NotFound) }
}

/// Reads a record and the games that it may stand for.
pub fn place_view(register: &Register, staff: &Staff, slug: &str, id: i64) -> ServiceResult<PlaceView> {
    register.read_at_once(|conn| {
        let found = find(conn, staff, slug, Action::EditEvent)?;
        let row = of_event(conn, &found, id)?;
        let group = scheme_of(conn, &found)?.group(&row.group_key).map(|one| one.name.clone()).unwrap_or_default();
        let sheet = results_of(&register.keys, conn, &found, &row.group_key)?.unwrap_or_default();
        let (record, parts) = record_of(register, conn, &row)?;
        let pairings = pairing::of_group(conn, found.id, &row.group_key)?;
        let others: Vec<i64> = game_record::of_group(conn, found.id, &row.group_key)?
            .iter()
            .filter(|one| one.id != row.id)
            .filter_map(|one| one.pairing_id)
            .collect();
        let likely = match &record {
            Some(record) => {
                let part = usize::try_from(row.part).unwrap_or_default();
                let wanted = [Wanted { file: &row.name, part, parts, record }];
                match placing::place(&sheet, Some((found.starts_on, found.ends_on)), &wanted).pop() {
                    Some(Placing::Certain { game, .. }) => vec![game],
                    Some(Placing::Candidates(games)) => games,
                    _ => Vec::new(),
                }
            }
            None => Vec::new(),
        };
        let offers = sheet.games.iter().enumerate().filter_map(|(at, game)| {
            let (black, white) = (sheet.entries.get(game.black)?, sheet.entries.get(game.white?)?);
            let is_it = |of: &&Pairing| {
                of.round == i64::from(game.round) && of.black_file == black.id && of.white_file == white.id
            };
            let pairing = pairings.iter().find(is_it).map(|of| of.id);
            if pairing.is_some_and(|id| others.contains(&id)) {
                return None;
            }
            Some(OfferView {
                game: GameName {
                    round: i64::from(game.round),
                    board: game.board,
                    black: black.name.clone(),
                    white: white.name.clone(),
                    result: Some(game.result),
                },
                files: (black.id.clone(), white.id.clone()),
                likely: likely.contains(&at),
                chosen: pairing.is_some() && pairing == row.pairing_id,
            })
        });
        let mut offers: Vec<OfferView> = offers.collect();
        offers.sort_by_key(|one| (!one.chosen, !one.likely, one.game.round, one.game.board.unwrap_or(u16::MAX)));
        let said = record.as_ref();
        let player = |colour| said.map(|record| record.player(colour).name.to_owned()).unwrap_or_default();
        let dead = recounts::current_of(conn, &[row.id])?.first().map(|one| dead_of(&one.answer)).unwrap_or_default();
        let fates: Vec<(String, recount::DeskFate)> =
            dead.into_iter().map(|at| (at, recount::DeskFate::Dead)).collect();
        let asked = crate::service::records::asked_of(&register.keys, conn, &row)?;
        Ok(PlaceView {
            names: (player(weiqi_rules::Colour::Black), player(weiqi_rules::Colour::White)),
            date: said.map(|record| record.text("DT").unwrap_or_default().to_owned()).unwrap_or_default(),
            round: said.map(|record| record.round().unwrap_or_default().to_owned()).unwrap_or_default(),
            declared: said.map(|record| record.result_text().to_owned()).unwrap_or_default(),
            moves: said.map_or(0, |record| record.moves.len()),
            picture: said.and_then(|record| recount::desk(record, &asked, &fates)).map(|desk| desk.picture),
            event: found,
            group,
            record: row,
            offers,
        })
    })
}

//! The referee's desk: the games that want a ruling, and one game with its record, its count and its rulings.

use super::codes::SideState;
use super::records::{GameName, dead_of, declared_of, named, of_event, record_of};
use crate::domain::game_record::findings::CONTRADICTS;
use crate::domain::permission::Action;
use crate::domain::recount::{self, Desk, DeskFate, Record, VERSION};
use crate::domain::results::{GameResult, Sheet};
use crate::service::event::{find, scheme_of};
use crate::service::records::{OPEN, PHOTOS, RULED, asked_of, results_of, ruled, ruled_by};
use crate::service::results::sheet_of;
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::event::{self, Event};
use crate::store::game_record::{self, GameRecord};
use crate::store::pairing::{self, Pairing};
use crate::store::recount::{self as recounts, Recount};
use crate::store::result_slip::{self, SlipLine};
use crate::store::ruling::{self, Ruling};
use crate::store::{Conn, account, agency, upload};
use crate::text::Bilingual;
use std::collections::{HashMap, HashSet};

/// How many games the queue shows at once.
pub const QUEUE: usize = 50;

/// Why a game is on the desk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// A ruling waits for a second person.
    SecondPerson {
        /// Whether the reader ruled, and so is not that person.
        own: bool,
    },
    /// What was found, by the code of the finding.
    Found(String),
    /// A player disputes the record.
    Disputed,
}

/// A game that wants a referee.
#[derive(Clone, Debug)]
pub struct DeskLine {
    /// The event.
    pub event: Event,
    /// The pairing.
    pub pairing: i64,
    /// The game.
    pub game: GameName,
    /// Why.
    pub why: Why,
    /// How many photos of its result slip there are.
    pub photos: i64,
}

/// The queue.
#[derive(Clone, Debug)]
pub struct DeskQueue {
    /// The games of the page: rulings that wait for a second person first, then the first sent first.
    pub lines: Vec<DeskLine>,
    /// How many games there are.
    pub total: usize,
    /// Where the page begins.
    pub from: usize,
    /// Where the next one does.
    pub next: Option<usize>,
}

/// Pairings that want a referee of an agency, in their order, each once. Of confirmed results those are among them that a
/// record contradicts: they hold the notices of their event, and are ruled on once it is opened again.
fn waiting(conn: &mut Conn, staff: &Staff) -> ServiceResult<Vec<(i64, i64, Why)>> {
    let mut found: Vec<(i64, i64, Why)> = Vec::new();
    let mut settled: HashSet<i64> = HashSet::new();
    let standing = ruling::standing_of_agency(conn, staff.agency_id, &OPEN)?;
    for (one, of) in &standing {
        if one.state == "proposed" && settled.insert(of.id) {
            found.push((of.id, of.event_id, Why::SecondPerson { own: one.ruled_by == staff.account_id }));
        }
    }
    settled.extend(standing.iter().filter(|(one, _)| one.state == "in-force").map(|(_, of)| of.id));
    for (of, _) in pairing::disputed(conn, staff.agency_id, &RULED)? {
        if settled.insert(of.id) {
            found.push((of.id, of.event_id, Why::Disputed));
        }
    }
    for (pairing, event, state, code) in game_record::for_referee(conn, staff.agency_id, &OPEN)? {
        let wants = RULED.contains(&state.as_str()) || CONTRADICTS.contains(&code.as_str());
        if wants && settled.insert(pairing) {
            found.push((pairing, event, Why::Found(code)));
        }
    }
    Ok(found)
}

/// How many games want a referee of the reader's agency.
pub(super) fn count(conn: &mut Conn, staff: &Staff) -> ServiceResult<i64> {
    let waiting = waiting(conn, staff)?;
    Ok(waiting.iter().filter(|(_, _, why)| *why != Why::SecondPerson { own: true }).count() as i64)
}

/// The games that want a referee of the reader's agency.
pub fn queue(register: &Register, staff: &Staff, from: Option<usize>) -> ServiceResult<DeskQueue> {
    register.read_at_once(|conn| {
        let holder = agency::by_id(conn, staff.agency_id)?;
        staff.require(Action::RuleGame, &holder)?;
        let all = waiting(conn, staff)?;
        let total = all.len();
        let from = from.filter(|from| *from < total).unwrap_or(0);
        let next = (from + QUEUE < total).then_some(from + QUEUE);
        let piece: Vec<_> = all.into_iter().skip(from).take(QUEUE).collect();
        let ids: Vec<i64> = piece.iter().map(|(id, _, _)| *id).collect();
        let pairings: HashMap<i64, Pairing> =
            pairing::by_ids(conn, &ids)?.into_iter().map(|one| (one.id, one)).collect();
        let photos: HashMap<i64, i64> = result_slip::counts(conn, &ids)?.into_iter().collect();
        let mut events: Vec<i64> = piece.iter().map(|(_, event, _)| *event).collect();
        events.sort_unstable();
        events.dedup();
        let events: HashMap<i64, Event> = event::by_ids(conn, &events)?.into_iter().map(|one| (one.id, one)).collect();
        let sheets = in_force(register, conn, &events, pairings.values())?;
        let mut lines = Vec::with_capacity(piece.len());
        for (id, event, why) in piece {
            let (Some(of), Some(event)) = (pairings.get(&id), events.get(&event)) else { continue };
            let sheet = sheets.get(&(event.id, of.group_key.clone()));
            let photos = photos.get(&id).copied().unwrap_or_default();
            lines.push(DeskLine { event: event.clone(), pairing: id, game: named(sheet, of), why, photos });
        }
        Ok(DeskQueue { lines, total, from, next })
    })
}

/// The results of the groups of some games as the rulings in force have them, each read once, all in two queries.
fn in_force<'a>(
    register: &Register,
    conn: &mut Conn,
    events: &HashMap<i64, Event>,
    games: impl Iterator<Item = &'a Pairing>,
) -> ServiceResult<HashMap<(i64, String), Sheet>> {
    let wanted: HashSet<(i64, &str)> = games.map(|of| (of.event_id, of.group_key.as_str())).collect();
    let mut ids: Vec<i64> = events.keys().copied().collect();
    ids.sort_unstable();
    let mut rulings: HashMap<(i64, String), Vec<(Ruling, Pairing)>> = HashMap::new();
    for (one, of) in ruling::in_force_of_events(conn, &ids)? {
        rulings.entry((of.event_id, of.group_key.clone())).or_default().push((one, of));
    }
    let mut sheets = HashMap::new();
    for row in upload::current_of_events(conn, &ids)?.iter().filter(|row| row.accepted != "no") {
        if !wanted.contains(&(row.event_id, row.group_key.as_str())) {
            continue;
        }
        let key = (row.event_id, row.group_key.clone());
        if let Some(sheet) = sheet_of(&register.keys, row) {
            let given = rulings.get(&key).map(Vec::as_slice).unwrap_or_default();
            sheets.insert(key, ruled_by(&sheet, given).into_owned());
        }
    }
    Ok(sheets)
}

/// A ruling with the names of those who decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingView {
    /// The ruling.
    pub ruling: Ruling,
    /// Who ruled.
    pub by: String,
    /// Who agreed or did not.
    pub second: Option<String>,
    /// Whether the reader may agree with it or not.
    pub may_decide: bool,
}

/// The record of a game, on the desk.
#[derive(Clone, Debug)]
pub struct RecordView {
    /// The record.
    pub row: GameRecord,
    /// The recount that counts.
    pub recount: Option<Recount>,
    /// Earlier ones, the latest first.
    pub earlier: Vec<Recount>,
    /// The result that it declares.
    pub declared: String,
    /// What the version that runs says of it, where that is the version of the recount.
    pub notes: Vec<Bilingual>,
    /// The position with its count; none where the record cannot be read.
    pub desk: Option<Desk>,
    /// Whether the fates of the groups are the recount's, and not the reader's.
    pub as_recounted: bool,
}

/// A photo of the result slip, with the name of who sent it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlipView {
    /// The photo.
    pub line: SlipLine,
    /// Who sent it.
    pub by: String,
}

/// A game on the desk.
#[derive(Clone, Debug)]
pub struct GameView {
    /// The event.
    pub event: Event,
    /// The name of the group.
    pub group: Bilingual,
    /// The pairing.
    pub pairing: Pairing,
    /// The game, with the result in force.
    pub game: GameName,
    /// The result as it was reported.
    pub reported: Option<GameResult>,
    /// Its record.
    pub record: Option<RecordView>,
    /// The photos of its result slip, the first sent first.
    pub slips: Vec<SlipView>,
    /// Its rulings, the latest first.
    pub rulings: Vec<RulingView>,
    /// What Black and White say of it.
    pub said: [SideState; 2],
    /// Whether the reader may rule now.
    pub may_rule: bool,
    /// Whether the reader could, were the results not confirmed or not approved yet.
    pub rules_here: bool,
    /// Whether the reader may place its record elsewhere.
    pub may_place: bool,
    /// Whether the reader may add a photo of its slip now.
    pub may_add_slip: bool,
}

/// Reads a game; `fates` are what the reader takes its groups for, where the reader says anything.
pub fn game(
    register: &Register,
    staff: &Staff,
    slug: &str,
    pairing_id: i64,
    fates: Option<&[(String, DeskFate)]>,
) -> ServiceResult<GameView> {
    register.read_at_once(|conn| {
        let found = find(conn, staff, slug, Action::ViewEvent)?;
        let of = pairing::by_id(conn, pairing_id)?;
        if of.event_id != found.id {
            return Err(ServiceError::NotFound);
        }
        let holder = agency::by_id(conn, found.agency_id)?;
        let group = scheme_of(conn, &found)?.group(&of.group_key).map(|one| one.name.clone()).unwrap_or_default();
        let sheet = results_of(&register.keys, conn, &found, &of.group_key)?;
        let reported = named(sheet.as_ref(), &of).result;
        let in_force = match &sheet {
            Some(sheet) => Some(ruled(conn, found.id, &of.group_key, sheet)?),
            None => None,
        };
        let game = named(in_force.as_deref(), &of);
        let row =
            game_record::of_group(conn, found.id, &of.group_key)?.into_iter().find(|one| one.pairing_id == Some(of.id));
        let record = match row {
            Some(row) => Some(record(register, conn, row, fates)?),
            None => None,
        };
        let rules_here = staff.may(Action::RuleGame, &holder);
        let open = RULED.contains(&found.state.as_str());
        let names: HashMap<i64, String> = account::names(conn)?.into_iter().collect();
        let name = |id: i64| names.get(&id).cloned().unwrap_or_default();
        let slips: Vec<SlipView> = result_slip::of_pairing(conn, of.id)?
            .into_iter()
            .map(|line| SlipView { by: name(line.uploaded_by), line })
            .collect();
        let may_place = staff.may(Action::EditEvent, &holder);
        let takes = OPEN.contains(&found.state.as_str()) && reported.is_some() && slips.len() < PHOTOS;
        let rulings = ruling::of_pairing(conn, of.id)?.into_iter().rev().map(|ruling| RulingView {
            by: name(ruling.ruled_by),
            second: ruling.agreed_by.map(name),
            may_decide: rules_here && open && ruling.state == "proposed" && ruling.ruled_by != staff.account_id,
            ruling,
        });
        let said = super::codes::of_game(conn, staff, &found, &of)?;
        Ok(GameView {
            said,
            rulings: rulings.collect(),
            may_rule: rules_here && open && reported.is_some(),
            rules_here,
            may_place,
            may_add_slip: may_place && takes,
            slips,
            event: found,
            group,
            pairing: of,
            game,
            reported,
            record,
        })
    })
}

fn record(
    register: &Register,
    conn: &mut Conn,
    row: GameRecord,
    fates: Option<&[(String, DeskFate)]>,
) -> ServiceResult<RecordView> {
    let asked = asked_of(&register.keys, conn, &row)?;
    let (read, _) = record_of(register, conn, &row)?;
    let mut all = recounts::of_record(conn, row.id)?;
    let at = all.iter().position(|one| one.current);
    let current = at.map(|at| all.remove(at)).filter(|_| row.state == "recounted");
    let dead = current.as_ref().map(|one| dead_of(&one.answer)).unwrap_or_default();
    let own: Vec<(String, DeskFate)> = dead.into_iter().map(|at| (at, DeskFate::Dead)).collect();
    let said = fates.unwrap_or(&own);
    let notes = match (&read, &current) {
        (Some(record), Some(one)) if one.version == VERSION => notes(record, &row, &asked),
        _ => Vec::new(),
    };
    Ok(RecordView {
        desk: read.as_ref().and_then(|record| recount::desk(record, &asked, said)),
        as_recounted: fates.is_none(),
        declared: current.as_ref().map(|one| declared_of(&one.answer)).unwrap_or_default(),
        recount: current,
        earlier: all,
        notes,
        row,
    })
}

/// What the recount says beside its verdict, in words; the sum is written under the board.
fn notes(record: &Record, row: &GameRecord, asked: &recount::Asked) -> Vec<Bilingual> {
    let part = usize::try_from(row.part).unwrap_or_default();
    let game = recount::game(&row.name, part, &Ok(record.clone()), asked);
    game.findings.into_iter().filter(|note| note.code != "sum" && note.matters).map(|note| note.words).collect()
}

/// A record's file as it was received: its name and bytes. It names its players, so the journal keeps who opened it.
pub fn original(register: &Register, staff: &Staff, slug: &str, id: i64) -> ServiceResult<(String, Vec<u8>)> {
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::ViewEvent)?;
        let row = of_event(tx.conn, &found, id)?;
        let bytes = crate::service::records::bytes_of(&register.keys, tx.conn, row.source_id)?;
        let payload = serde_json::json!({"group": row.group_key, "part": "record", "record": row.id});
        tx.record("event.open_file", &crate::service::event::subject(&found), payload);
        Ok((row.name, bytes))
    })
}

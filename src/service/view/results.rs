//! The results of one group: standings, crosstable, games.

use super::PublicName;
use super::corrected::Corrected;
use super::event::{EventView, GroupView};
use super::events::Status;
use super::name::Whom;
use crate::domain::game_record::findings;
use crate::domain::grade::Grade;
use crate::service::{Register, ServiceResult};
use crate::store::public::Who;
use crate::store::public::games::{self as records, GameKey};
use crate::store::public::results::{self as rows, GivenRow};
use crate::store::{Conn, entry};
use crate::text::Bilingual;
use chrono::NaiveDate;
use serde::Serialize;
use std::collections::HashMap;

/// A player of the group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// Place; players who share one have the same. None where nothing was counted.
    pub place: Option<i64>,
    /// The name.
    pub name: PublicName,
    /// The person's public number.
    pub register_no: Option<String>,
    /// The grade on entering; none is ungraded.
    pub from: Option<Grade>,
    /// Points, 2 a win.
    pub points: i64,
    /// Games won over the board.
    pub wins: i64,
    /// Rounds without an opponent.
    pub byes: i64,
    /// Games lost.
    pub losses: i64,
    /// The tie-breaks in the order of [`GroupResults::tiebreaks`]; none where it was not needed.
    pub tiebreaks: Vec<Option<i64>>,
    /// The grade that these results give.
    #[serde(skip)]
    pub gives: Option<Grade>,
    /// The grade awarded.
    pub award: Option<Grade>,
    /// The state of the award.
    pub award_state: Option<String>,
    /// The state of its certificate, where one was issued.
    #[serde(skip)]
    pub certificate_state: Option<String>,
    /// Why awarded, or why not.
    pub reason: Bilingual,
    /// The games in the order of rounds, by their place in [`GroupResults::games`].
    #[serde(skip)]
    pub games: Vec<usize>,
}

/// A game of the group; players by their place in [`GroupResults::standings`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameView {
    /// Round.
    pub round: i64,
    /// Board.
    pub board: Option<i64>,
    /// Black.
    pub black: usize,
    /// White; none for a bye.
    pub white: Option<usize>,
    /// `B`, `W`, `draw`, `bye`, `both-lose`, `both-win` or `void`.
    pub result: String,
    /// `unstated`, `count`, `resignation`, `time` or `forfeit`.
    pub won_by: String,
    /// The margin in quarters of a stone.
    pub margin_quarters: Option<i64>,
    /// Handicap stones.
    pub handicap: i64,
    /// Komi in half-points.
    pub komi_half: Option<i64>,
    /// Its record, where it has one.
    pub record: Option<RecordMark>,
    /// What both players say of it, where the event asks them or one has spoken.
    pub players: Option<BothSay>,
}

/// What both players say of a game, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BothSay {
    /// Both confirm it.
    Confirmed,
    /// Not both have spoken.
    Unconfirmed,
    /// One disputes it.
    Disputed,
}

impl BothSay {
    /// What Black and White say together; none where the event does not ask them and neither has spoken.
    pub(super) fn of(asked: bool, said: [Option<&str>; 2]) -> Option<Self> {
        match said {
            [None, None] => asked.then_some(BothSay::Unconfirmed),
            _ if said.contains(&Some("disputed")) => Some(BothSay::Disputed),
            [Some(_), Some(_)] => Some(BothSay::Confirmed),
            _ => Some(BothSay::Unconfirmed),
        }
    }
}

/// That a game has a record, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordMark {
    /// The game's id in public addresses.
    pub game: i64,
    /// The verdict of the recount as it is told beside the results; none while the record waits for it.
    pub verdict: Option<String>,
    /// Whether the results name another winner than the record or its board.
    #[serde(skip)]
    pub against: bool,
    /// Whether a referee's ruling is in force.
    pub ruled: bool,
    /// What Black says of the record: `confirmed` or `disputed`.
    pub black: Option<String>,
    /// What White says of it.
    pub white: Option<String>,
}

impl RecordMark {
    /// The mark of a game: what the recount said and what of it only a referee can settle, whether one has ruled, what
    /// Black and White say.
    pub(super) fn of(
        game: i64,
        (verdict, ground): (Option<&str>, Option<&str>),
        ruled: bool,
        [black, white]: [Option<String>; 2],
    ) -> Self {
        // While the record waits, what was found before holds no longer.
        let ground = ground.filter(|_| verdict.is_some());
        RecordMark {
            game,
            verdict: verdict.map(|verdict| findings::told(verdict, ground).to_owned()),
            against: ground.is_some_and(findings::against),
            ruled,
            black,
            white,
        }
    }
}

/// The results of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GroupResults {
    /// The ids of the tie-breaks that decided anything, in their order.
    pub tiebreaks: Vec<&'static str>,
    /// How many rounds.
    pub rounds: i64,
    /// The players in the order of the standings.
    pub standings: Vec<Standing>,
    /// The games by round and board.
    pub games: Vec<GameView>,
}

impl GroupResults {
    /// Whether a game has a record.
    pub fn has_records(&self) -> bool {
        self.games.iter().any(|game| game.record.is_some())
    }

    /// Whether anything is known of what the players say of a game.
    pub fn asks_players(&self) -> bool {
        self.games.iter().any(|game| game.players.is_some())
    }
}

/// What is known of a group's games beside the results, by round and both players.
#[derive(Default)]
struct Marks {
    records: HashMap<GameKey, RecordMark>,
    said: HashMap<GameKey, [Option<String>; 2]>,
}

impl Marks {
    fn of(conn: &mut Conn, event: &EventView, group: &GroupView) -> ServiceResult<Self> {
        let mut marks = Self::default();
        for (game, side, said) in records::words(conn, event.id, &group.key)? {
            marks.said.entry(game).or_default()[usize::from(side == "W")] = Some(said);
        }
        let found = records::marks(conn, event.id, &group.key)?;
        if found.is_empty() {
            return Ok(marks);
        }
        let ruled = records::ruled(conn, event.id, &group.key)?;
        for row in found {
            let key = (row.round, row.black_file, row.white_file);
            let said = marks.said.get(&key).cloned().unwrap_or_default();
            let ruled = ruled.binary_search(&row.pairing_id).is_ok();
            let found = (row.verdict.as_deref(), row.ground.as_deref());
            marks.records.insert(key, RecordMark::of(row.pairing_id, found, ruled, said));
        }
        Ok(marks)
    }

    /// Its record, and what both players say of it.
    fn take(&mut self, key: &GameKey, asked: bool) -> (Option<RecordMark>, Option<BothSay>) {
        let said = self.said.remove(key).unwrap_or_default();
        (self.records.remove(key), BothSay::of(asked, [said[0].as_deref(), said[1].as_deref()]))
    }
}

/// Rows of the standings with what decides how they are shown.
type Read = (Vec<rows::Row>, Vec<Who>, Given);

fn read(conn: &mut Conn, event: &EventView, upload_id: i64, only: Option<&[&str]>) -> ServiceResult<Read> {
    let mut found = rows::standings(conn, upload_id, only)?;
    let corrected = Corrected::of(conn, found.iter().filter_map(|(_, who, ..)| Some(who.as_ref()?.id)))?;
    for (row, who, ..) in &mut found {
        if let Some(who) = who {
            row.name = corrected.name(who.id, std::mem::take(&mut row.name));
        }
    }
    let mut kept: Vec<Who> = found.iter().filter_map(|(_, who, _)| who.clone()).collect();
    Who::kept(conn, &mut kept)?;
    let given = Given(rows::given(conn, event.id)?);
    Ok((found, kept, given))
}

/// A player of a game, as the standings show the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The entry.
    pub(super) entry: i64,
    /// The name.
    pub name: PublicName,
    /// The person's public number.
    pub register_no: Option<String>,
    /// The grade on entering; none is ungraded.
    pub from: Option<Grade>,
}

/// The two players of a game by their ids within the file, Black first; none unless both are in the results.
pub(super) fn seats(
    conn: &mut Conn,
    event: &EventView,
    group: &GroupView,
    files: [&str; 2],
    today: NaiveDate,
) -> ServiceResult<Option<[Seat; 2]>> {
    let Some(upload_id) = group.upload_id else { return Ok(None) };
    let (found, kept, given) = read(conn, event, upload_id, Some(&files))?;
    let mut kept = kept.into_iter();
    let mut seats: Vec<(String, Seat)> = Vec::with_capacity(2);
    for (row, who, outcome) in found {
        let who = who.and_then(|_| kept.next());
        let own = given.of(event, group, &row, who.as_ref(), outcome.and_then(|outcome| outcome.grade));
        let (name, register_no) = told(event, &row, who.as_ref(), own, today);
        seats.push((row.file_id, Seat { entry: row.id, name, register_no, from: super::grade(row.from_grade) }));
    }
    let mut take = |file: &str| {
        let at = seats.iter().position(|(id, _)| id == file)?;
        Some(seats.swap_remove(at).1)
    };
    Ok(take(files[0]).zip(take(files[1])).map(|(black, white)| [black, white]))
}

/// The results of a group; empty where none are shown.
pub fn of_group(register: &Register, event: &EventView, group: &GroupView) -> ServiceResult<GroupResults> {
    let Some(upload_id) = group.upload_id else { return Ok(GroupResults::default()) };
    let today = register.today();
    let ((found, kept, given), played, mut marks) = register.read(|conn| {
        let read = read(conn, event, upload_id, None)?;
        Ok((read, entry::games_of_upload(conn, upload_id)?, Marks::of(conn, event, group)?))
    })?;
    let values: Vec<HashMap<String, i64>> = found
        .iter()
        .map(|(_, _, outcome)| {
            outcome.as_ref().and_then(|o| serde_json::from_str(&o.tiebreaks).ok()).unwrap_or_default()
        })
        .collect();
    let tiebreaks: Vec<&'static str> =
        event.tiebreaks.iter().copied().filter(|id| values.iter().any(|v| v.contains_key(*id))).collect();
    let at: HashMap<i64, usize> = found.iter().enumerate().map(|(at, (row, ..))| (row.id, at)).collect();
    let files: Vec<String> = found.iter().map(|(row, ..)| row.file_id.clone()).collect();
    let mut kept = kept.into_iter();
    let mut standings: Vec<Standing> = Vec::with_capacity(found.len());
    for ((row, who, outcome), values) in found.into_iter().zip(values) {
        let who = who.and_then(|_| kept.next());
        let (outcome, reason) = match outcome {
            Some(o) => {
                let said = Bilingual { zh: o.reason_zh, en: o.reason_en };
                (Some((o.place, [o.points, o.wins, o.byes, o.losses], o.grade)), said)
            }
            None => (None, Bilingual::default()),
        };
        let (place, [points, wins, byes, losses], grade) =
            outcome.map_or((None, [0; 4], None), |(place, counts, grade)| (Some(place), counts, grade));
        let own = given.of(event, group, &row, who.as_ref(), grade);
        let (name, register_no) = told(event, &row, who.as_ref(), own, today);
        standings.push(Standing {
            place,
            name,
            register_no,
            from: super::grade(row.from_grade),
            points,
            wins,
            byes,
            losses,
            tiebreaks: tiebreaks.iter().map(|id| values.get(*id).copied()).collect(),
            gives: super::grade(grade),
            award: own.filter(|award| award.state != "refused").and_then(|award| super::grade(Some(award.grade))),
            award_state: own.map(|award| award.state.clone()),
            certificate_state: own.and_then(|award| award.certificate.clone()),
            reason,
            games: Vec::new(),
        });
    }
    let mut games = Vec::with_capacity(played.len());
    for game in played {
        let Some(&black) = at.get(&game.black_entry) else { continue };
        let white = game.white_entry.and_then(|id| at.get(&id).copied());
        for player in [Some(black), white].into_iter().flatten() {
            standings[player].games.push(games.len());
        }
        let key = white.and_then(|white| Some((game.round, files.get(black)?.clone(), files.get(white)?.clone())));
        // A forfeit was not played, and nobody is asked about it.
        let asked =
            event.asks_players && matches!(game.result.as_str(), "B" | "W" | "draw") && game.won_by != "forfeit";
        let (record, players) = key.map(|key| marks.take(&key, asked)).unwrap_or_default();
        games.push(GameView {
            round: game.round,
            board: game.board,
            black,
            white,
            result: game.result,
            won_by: game.won_by,
            margin_quarters: game.margin_quarters,
            handicap: game.handicap,
            komi_half: game.komi_half,
            record,
            players,
        });
    }
    let rounds = games.iter().map(|game| game.round).max().unwrap_or(0);
    Ok(GroupResults { tiebreaks, rounds, standings, games })
}

/// The awards that an event's results gave so far.
struct Given(Vec<GivenRow>);

impl Given {
    /// The award of an entrant to whom the results give a grade, or none.
    ///
    /// One that stands from results before these belongs to the person whom these give the same. One that they do not
    /// give any more is told too once they are confirmed: it stands until the national office has decided about it. A
    /// refused award is told only where it is of the grade given and nothing came in its place.
    fn of(
        &self,
        event: &EventView,
        group: &GroupView,
        row: &rows::EntryRow,
        who: Option<&Who>,
        gives: Option<i64>,
    ) -> Option<&GivenRow> {
        let own = |award: &&GivenRow| match award.current {
            true => award.entry_id == row.id,
            false => who.is_some_and(|who| who.id == award.person_id),
        };
        let same = |award: &&GivenRow| own(award) && Some(award.grade) == gives;
        let stands = |award: &&GivenRow| own(award) && award.state != "refused";
        let here = |award: &&GivenRow| stands(award) && award.group_key == group.key;
        let contradicted = || self.0.iter().rev().find(here).filter(|_| event.status != Status::Received);
        let refused = || self.0.iter().rev().find(same);
        self.0.iter().rev().find(|award| same(award) && stands(award)).or_else(contradicted).or_else(refused)
    }
}

/// The name of an entrant and the number that leads to the person: as in the file, masked or withheld as the person's
/// record says. Somebody who is not identified yet is masked unless the file shows an age.
fn told(
    event: &EventView,
    row: &rows::EntryRow,
    who: Option<&Who>,
    own: Option<&GivenRow>,
    today: NaiveDate,
) -> (PublicName, Option<String>) {
    let Some(who) = who else {
        let name = PublicName::Full(row.name.clone());
        return (if row.minor { name.masked() } else { name }, None);
    };
    let whom = Whom { consent: who.publication_consent && event.names_of_minors, ..Whom::of(who, &row.name) };
    let number = (who.state != "provisional").then_some(who.register_no.as_str());
    whom.told_on(today, number, own.is_some_and(|award| award.state == "refused"))
}

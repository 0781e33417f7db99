//! A group that is run here, as its pages show it.

pub mod public;

use crate::domain::grade::Grade;
use crate::domain::permission::Action;
use crate::domain::results::GameResult;
use crate::domain::running::{GroupState, Member, Presence, RunSettings};
use crate::domain::scheme::{Group, TieBreak};
use crate::service::event::{EventSettings, find, scheme_of};
use crate::service::keys::{hex, sha256};
use crate::service::running::{EntryForm, OPEN, Run, files_of_run, load};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::event::Event;
use crate::store::{Conn, agency, upload};
use crate::text::Bilingual;

/// What a reader may do to a run in the event's present state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct May {
    /// Change entries and rounds, hand over.
    pub edit: bool,
    /// Enter results.
    pub result: bool,
}

/// A group and, where it is run here, how far it is.
#[derive(Clone, Debug)]
pub struct GroupRun {
    /// The event.
    pub event: Event,
    /// The group's id.
    pub key: String,
    /// The group's name.
    pub name: Bilingual,
    /// The number of rounds that its scheme fixes.
    pub fixed_rounds: Option<u16>,
    /// What the reader may do.
    pub may: May,
    /// The run, where there is one.
    pub run: Option<RunView>,
}

/// How far a run is.
#[derive(Clone, Debug)]
pub struct RunView {
    /// What was settled.
    pub settings: RunSettings,
    /// Whether numbers are given for good.
    pub numbered: bool,
    /// Everybody whose entry stands, by number, with whether and why not in the next round.
    pub members: Vec<(MemberLine, Presence)>,
    /// The rounds that were paired.
    pub rounds: Vec<RoundLine>,
    /// The next round.
    pub next: u16,
    /// The table so far.
    pub table: Vec<TableRow>,
    /// The tie-breaks of the table, in their order.
    pub ties: Vec<TieBreak>,
    /// The version of the group's results that was handed over last, and whether it says what the rounds say now.
    pub handed: Option<(i64, bool)>,
}

impl RunView {
    /// Whether the next round can be paired: all before it are settled, and one is left.
    pub fn pairs_next(&self) -> bool {
        self.next <= self.settings.rounds && self.rounds.iter().all(|round| round.closed)
    }

    /// The round that is played now or was played last.
    pub fn last(&self) -> Option<&RoundLine> {
        self.rounds.last()
    }
}

/// A member, as lists name one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberLine {
    /// The number.
    pub number: u32,
    /// The name.
    pub name: String,
    /// The grade on entering.
    pub grade: Option<Grade>,
    /// The club.
    pub club: Option<String>,
    /// The first round.
    pub joined: u16,
}

impl MemberLine {
    fn of(member: &Member) -> Self {
        Self {
            number: member.number,
            name: member.entry.name.clone(),
            grade: member.entry.grade,
            club: member.entry.club.clone(),
            joined: member.joined,
        }
    }
}

/// A round of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundLine {
    /// Which.
    pub round: u16,
    /// Whether it is settled.
    pub closed: bool,
    /// Whether it was opened again after that.
    pub reopened: bool,
    /// How many boards it has, byes left out.
    pub boards: usize,
    /// How many of them have no result yet.
    pub open: usize,
    /// Whether no result was entered yet.
    pub untouched: bool,
}

/// A row of the table so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The place.
    pub place: u32,
    /// The number.
    pub number: u32,
    /// The name.
    pub name: String,
    /// Points.
    pub points: u32,
    /// Wins.
    pub wins: u16,
    /// Losses.
    pub losses: u16,
    /// The tie-breaks in their order, where they were looked at.
    pub ties: Vec<Option<i64>>,
}

/// A board of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLine {
    /// Its number.
    pub board: u16,
    /// Black.
    pub black: MemberLine,
    /// White; none: a bye.
    pub white: Option<MemberLine>,
    /// What came of it.
    pub result: GameResult,
    /// Whether both have met before.
    pub again: bool,
    /// The points of both before the round.
    pub points: (u32, u32),
}

/// A round.
#[derive(Clone, Debug)]
pub struct RoundView {
    /// The event.
    pub event: Event,
    /// The group's id.
    pub key: String,
    /// The group's name.
    pub name: Bilingual,
    /// The round.
    pub line: RoundLine,
    /// Whether it is the last one that was paired.
    pub last: bool,
    /// How many rounds the group has.
    pub rounds: u16,
    /// The boards.
    pub boards: Vec<BoardLine>,
    /// Who does not play, and why.
    pub away: Away,
    /// What the reader may do.
    pub may: May,
}

/// Reads the run of a group.
pub fn of_group(register: &Register, staff: &Staff, slug: &str, group: &str) -> ServiceResult<GroupRun> {
    register.read_at_once(|conn| {
        let found = find(conn, staff, slug, Action::ViewEvent)?;
        let rules = group_of(conn, &found, group)?;
        let may = may(conn, staff, &found)?;
        let run = match load(conn, &register.keys, &found, group)? {
            Some(run) => Some(run_view(conn, &run)?),
            None => None,
        };
        let (name, fixed_rounds) = (rules.name.clone(), rules.rounds);
        Ok(GroupRun { event: found, key: group.to_owned(), name, fixed_rounds, may, run })
    })
}

fn group_of(conn: &mut Conn, found: &Event, group: &str) -> ServiceResult<Group> {
    if !EventSettings::from_json(&found.settings).groups.iter().any(|key| key == group) {
        return Err(ServiceError::NotFound);
    }
    scheme_of(conn, found)?.group(group).cloned().ok_or(ServiceError::NotFound)
}

fn may(conn: &mut Conn, staff: &Staff, found: &Event) -> ServiceResult<May> {
    let holder = agency::by_id(conn, found.agency_id)?;
    let open = OPEN.contains(&found.state.as_str());
    Ok(May {
        edit: open && staff.may(Action::EditEvent, &holder),
        result: open && staff.may(Action::EnterResult, &holder),
    })
}

fn run_view(conn: &mut Conn, run: &Run) -> ServiceResult<RunView> {
    let rules = run.rules()?;
    let mut members: Vec<(MemberLine, Presence)> =
        run.state.presence(&rules, run.state.next()).into_iter().map(|(m, p)| (MemberLine::of(m), p)).collect();
    members.sort_by_key(|(member, _)| member.number);
    let files = files_of_run(run);
    let (results, players) = (hex(&sha256(&files.results.1)), files.players.map(|(_, bytes)| hex(&sha256(&bytes))));
    let mut lines = upload::lines_of(conn, run.event.id)?;
    lines.retain(|line| line.group_key == run.row.group_key);
    let handed = lines.iter().rev().find(|line| line.results_name == files.results.0);
    let handed = handed
        .map(|line| (line.version, line.current && line.results_sha256 == results && line.players_sha256 == players));
    Ok(RunView {
        settings: run.settings.clone(),
        numbered: run.row.numbered,
        members,
        rounds: run.state.rounds.iter().map(round_line).collect(),
        next: run.state.next(),
        table: table(run)?,
        ties: run.scheme.order.clone(),
        handed,
    })
}

fn round_line(round: &crate::domain::running::Round) -> RoundLine {
    let games = round.boards.iter().filter(|board| board.white.is_some());
    RoundLine {
        round: round.round,
        closed: round.closed,
        reopened: round.reopened,
        boards: games.clone().count(),
        open: games.filter(|board| board.result == GameResult::NotReported).count(),
        untouched: !round.begun(),
    }
}

/// The table of the rounds so far.
fn table(run: &Run) -> ServiceResult<Vec<TableRow>> {
    let (sheet, standings) = run.state.standings(&run.rules()?);
    let row = |row: &crate::domain::standings::Row| {
        let entry = sheet.entries.get(row.entry)?;
        let tie = |tie: &TieBreak| row.tiebreaks.iter().find(|(looked, _)| looked == tie).map(|(_, value)| *value);
        Some(TableRow {
            place: row.place,
            number: entry.id.parse().ok()?,
            name: entry.name.clone(),
            points: row.tally.points,
            wins: row.tally.wins,
            losses: row.tally.losses,
            ties: run.scheme.order.iter().map(tie).collect(),
        })
    };
    Ok(standings.rows.iter().filter_map(row).collect())
}

/// The state of a run before a round was paired.
fn before(state: &GroupState, round: u16) -> GroupState {
    let rounds = state.rounds.iter().filter(|one| one.round < round).cloned().collect();
    GroupState { members: state.members.clone(), rounds }
}

/// Who does not play in a round, and why.
pub type Away = Vec<(MemberLine, Presence)>;

fn boards(run: &Run, round: u16) -> ServiceResult<(Vec<BoardLine>, Away)> {
    let found = run.state.rounds.iter().find(|one| one.round == round).ok_or(ServiceError::NotFound)?;
    let earlier = before(&run.state, round);
    let rules = run.rules()?;
    let (sheet, standings) = earlier.standings(&rules);
    let points = |number: u32| {
        let id = number.to_string();
        let row = standings.rows.iter().find(|row| sheet.entries.get(row.entry).is_some_and(|entry| entry.id == id));
        row.map_or(0, |row| row.tally.points)
    };
    let line = |number: u32| {
        let member = run.state.members.iter().find(|member| member.number == number);
        member.map(MemberLine::of).ok_or(ServiceError::NotFound)
    };
    let again = run.state.repeats(round);
    let mut lines = Vec::with_capacity(found.boards.len());
    for board in &found.boards {
        lines.push(BoardLine {
            board: board.board,
            black: line(board.black)?,
            white: board.white.map(line).transpose()?,
            result: board.result,
            again: again.contains(&board.board),
            points: (points(board.black), board.white.map_or(0, points)),
        });
    }
    let seated = |number: u32| found.boards.iter().any(|b| b.black == number || b.white == Some(number));
    let mut away: Away = earlier
        .presence(&rules, round)
        .into_iter()
        .filter(|(member, _)| !seated(member.number))
        .map(|(member, presence)| (MemberLine::of(member), presence))
        .collect();
    away.sort_by_key(|(member, _)| member.number);
    Ok((lines, away))
}

/// Reads a round.
pub fn of_round(register: &Register, staff: &Staff, slug: &str, group: &str, round: u16) -> ServiceResult<RoundView> {
    register.read_at_once(|conn| {
        let found = find(conn, staff, slug, Action::ViewEvent)?;
        let rules = group_of(conn, &found, group)?;
        let run = load(conn, &register.keys, &found, group)?.ok_or(ServiceError::NotFound)?;
        let (boards, away) = boards(&run, round)?;
        let line = run.state.rounds.iter().find(|one| one.round == round).map(round_line);
        Ok(RoundView {
            may: may(conn, staff, &found)?,
            event: found,
            key: group.to_owned(),
            name: rules.name,
            line: line.ok_or(ServiceError::NotFound)?,
            last: run.state.last().is_some_and(|last| last.round == round),
            rounds: run.settings.rounds,
            boards,
            away,
        })
    })
}

/// What was written on entering somebody, for its form.
pub fn entry(register: &Register, staff: &Staff, slug: &str, group: &str, number: u32) -> ServiceResult<EntryForm> {
    register.read_at_once(|conn| {
        let found = find(conn, staff, slug, Action::EditEvent)?;
        let run = load(conn, &register.keys, &found, group)?.ok_or(ServiceError::NotFound)?;
        let member = run.state.entered().find(|member| member.number == number).ok_or(ServiceError::NotFound)?;
        Ok(EntryForm::of(&member.entry))
    })
}

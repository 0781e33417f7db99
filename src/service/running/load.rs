//! Reading a run: its rows, and what they say as a value.

use crate::domain::results::{Entry, GameResult, read_result};
use crate::domain::running::{Board, GroupState, Member, Round, RunSettings};
use crate::domain::scheme::{Group, Scheme};
use crate::domain::standings::Rules;
use crate::service::event::{EventSettings, scheme_of};
use crate::service::{Keys, ServiceError, ServiceResult};
use crate::store::Conn;
use crate::store::event::Event;
use crate::store::running::{self, RunningBoard, RunningGroup, RunningPlayer, RunningRound};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A group that is run here, with everything that decides its next round.
#[derive(Clone, Debug)]
pub struct Run {
    /// The event.
    pub event: Event,
    /// The row.
    pub row: RunningGroup,
    /// What was settled.
    pub settings: RunSettings,
    /// The scheme with the event's parameters.
    pub scheme: Arc<Scheme>,
    /// Members and rounds.
    pub state: GroupState,
    /// The seed of all lots of the event.
    pub seed: u64,
    /// The rows of the members, in the same order as they are in [`GroupState::members`].
    pub(super) players: Vec<RunningPlayer>,
    pub(super) rounds: Vec<RunningRound>,
    boards: Vec<RunningBoard>,
}

impl Run {
    /// The group's rules.
    pub fn group(&self) -> ServiceResult<&Group> {
        self.scheme.group(&self.row.group_key).ok_or(ServiceError::NotFound)
    }

    /// What decides its places.
    pub fn rules(&self) -> ServiceResult<Rules<'_>> {
        Ok(Rules::of(&self.scheme, self.group()?, self.seed))
    }

    /// The member of a number whose entry stands, with its row.
    pub(super) fn member(&self, number: u32) -> ServiceResult<(&Member, &RunningPlayer)> {
        let at = self.state.members.iter().position(|m| m.number == number && m.left != Some(0));
        let at =
            at.ok_or_else(|| ServiceError::refused_with("refusal.running_number", [("number", number.to_string())]))?;
        Ok((&self.state.members[at], &self.players[at]))
    }

    /// A round that was paired, with its row.
    pub(super) fn round(&self, round: u16) -> ServiceResult<(&Round, &RunningRound)> {
        let of = |row: &&RunningRound| row.round == i64::from(round);
        let row = self.rounds.iter().find(of).ok_or(ServiceError::NotFound)?;
        let found = self.state.rounds.iter().find(|one| one.round == round).ok_or(ServiceError::NotFound)?;
        Ok((found, row))
    }

    /// The row of a board.
    pub(super) fn board_row(&self, round_id: i64, board: u16) -> ServiceResult<&RunningBoard> {
        let of = |row: &&RunningBoard| row.round_id == round_id && row.board == i64::from(board);
        self.boards.iter().find(of).ok_or(ServiceError::NotFound)
    }
}

/// The place for which what was written on entering is sealed.
pub(super) fn place(run_id: i64, ordinal: i64) -> String {
    format!("running_player.sealed/{run_id}/{ordinal}")
}

/// Seals what was written on entering.
pub fn seal(keys: &Keys, (run_id, ordinal): (i64, i64), entry: &Entry) -> ServiceResult<Vec<u8>> {
    let json = serde_json::to_vec(entry).map_err(|error| ServiceError::Internal(error.to_string()))?;
    Ok(keys.seal(&place(run_id, ordinal), &json)?)
}

fn small<T: TryFrom<i64> + Default>(number: i64) -> T {
    T::try_from(number).unwrap_or_default()
}

/// The run of a group of an event, where it is run here.
pub(crate) fn load(conn: &mut Conn, keys: &Keys, event: &Event, group: &str) -> ServiceResult<Option<Run>> {
    let Some(row) = running::of_group(conn, event.id, group)? else { return Ok(None) };
    let players = running::players(conn, row.id)?;
    let mut members = Vec::with_capacity(players.len());
    for player in &players {
        let opened = keys.open(&place(row.id, player.ordinal), &player.sealed)?;
        let entry: Entry = serde_json::from_slice(&opened).map_err(|e| ServiceError::Internal(e.to_string()))?;
        members.push(Member {
            number: small(player.number),
            entry,
            joined: small(player.joined),
            left: player.left_from.map(small),
            absent: absences(&player.absent),
        });
    }
    let rounds = running::rounds(conn, row.id)?;
    let boards = running::boards(conn, row.id)?;
    let of_round = |round: &RunningRound| Round {
        round: small(round.round),
        closed: round.state == "closed",
        reopened: round.reopened,
        boards: boards.iter().filter(|board| board.round_id == round.id).map(board).collect(),
    };
    let state = GroupState { members, rounds: rounds.iter().map(of_round).collect() };
    Ok(Some(Run {
        settings: RunSettings::from_json(&row.settings),
        scheme: scheme_of(conn, event)?,
        seed: EventSettings::from_json(&event.settings).lot_seed,
        event: event.clone(),
        state,
        players,
        rounds,
        boards,
        row,
    }))
}

fn board(row: &RunningBoard) -> Board {
    Board {
        board: small(row.board),
        black: small(row.black),
        white: row.white.map(small),
        result: read_result(&row.result).unwrap_or(GameResult::NotReported),
    }
}

/// The rounds that a member is excused for, as its row has them.
fn absences(text: &str) -> BTreeSet<u16> {
    text.split(',').filter_map(|round| round.parse().ok()).collect()
}

/// The same as the row has it.
pub(super) fn absent_text(rounds: &BTreeSet<u16>) -> String {
    rounds.iter().map(u16::to_string).collect::<Vec<_>>().join(",")
}

//! Pairing the next round, taking it back, settling its results, and opening a settled one again.

use super::{Run, open, reason, record};
use crate::domain::permission::Action;
use crate::domain::results::write_result;
use crate::domain::running::Round;
use crate::domain::standings::lot;
use crate::domain::swiss::Refusal;
use crate::service::{Register, ServiceError, ServiceResult, Staff, Tx};
use crate::store::running::{self, NewRunningBoard, NewRunningRound, RunningPlayer};
use serde_json::json;

/// Pairs the next round; answers which. Pairs that meet again are made only on express word, with a reason.
pub fn pair_round(
    register: &Register,
    staff: &Staff,
    slug: &str,
    group: &str,
    repeats: Option<&str>,
) -> ServiceResult<u16> {
    let repeats = repeats.map(reason).transpose()?;
    register.write(staff.actor(), |tx| {
        let mut run = open(tx, &register.keys, staff, (slug, group), Action::EditEvent)?;
        if run.state.next() > run.settings.rounds {
            return Err(ServiceError::refused("refusal.running_over"));
        }
        if let Some(open) = run.state.rounds.iter().find(|round| !round.closed) {
            let round = open.round.to_string();
            return Err(ServiceError::refused_with("refusal.running_round_open", [("round", round)]));
        }
        if !run.row.numbered {
            give_numbers(tx, &mut run)?;
            running::set_settings(tx.conn, run.row.id, &run.row.settings, true)?;
        }
        let paired = run.state.pair(&run.rules()?, &run.settings, run.seed, repeats.is_some());
        let (round, again) = paired.map_err(|refusal| refused(refusal, run.state.next()))?;
        let row = NewRunningRound {
            run_id: run.row.id,
            round: i64::from(round.round),
            state: "open".to_owned(),
            reopened: false,
            paired_by: staff.account_id,
            paired_at: tx.now,
        };
        let id = running::insert_round(tx.conn, &row)?;
        running::insert_boards(tx.conn, &board_rows(id, &round))?;
        let mut payload = json!({"boards": round.boards.len(), "round": round.round});
        if let Some(why) = repeats {
            payload["again"] = json!(again);
            payload["reason"] = json!(why);
        }
        record("running.pair", tx, &register.keys, &run, payload)?;
        Ok(round.round)
    })
}

pub(super) fn board_rows(round_id: i64, round: &Round) -> Vec<NewRunningBoard> {
    let row = |board: &crate::domain::running::Board| NewRunningBoard {
        round_id,
        board: i64::from(board.board),
        black: i64::from(board.black),
        white: board.white.map(i64::from),
        result: write_result(board.result),
    };
    round.boards.iter().map(row).collect()
}

fn refused(refusal: Refusal, round: u16) -> ServiceError {
    let key = match refusal {
        Refusal::TooFew => "refusal.running_too_few",
        Refusal::EverybodyHadABye => "refusal.running_byes",
        Refusal::OnlyRepeats => "refusal.running_repeats",
    };
    ServiceError::refused_with(key, [("round", round.to_string())])
}

/// Gives numbers for good: by lot or in the order of the entry list, whose entries taken back stand behind all others.
fn give_numbers(tx: &mut Tx<'_>, run: &mut Run) -> ServiceResult<()> {
    let mut order: Vec<usize> = (0..run.players.len()).collect();
    let (seed, group, by_lot) = (run.seed, run.row.group_key.clone(), run.settings.numbers_by_lot);
    order.sort_by_key(|at| {
        let ordinal = run.players[*at].ordinal;
        let drawn = by_lot.then(|| lot(seed, &format!("number:{group}:{ordinal}")));
        (run.state.members[*at].left == Some(0), drawn, ordinal)
    });
    for (number, at) in (1_u32..).zip(order) {
        let row = RunningPlayer { number: i64::from(number), ..run.players[at].clone() };
        if row != run.players[at] {
            running::update_player(tx.conn, &row)?;
        }
        run.players[at] = row;
        run.state.members[at].number = number;
    }
    let mut both: Vec<_> = run.state.members.drain(..).zip(run.players.drain(..)).collect();
    both.sort_by_key(|(member, _)| member.number);
    (run.state.members, run.players) = both.into_iter().unzip();
    Ok(())
}

/// Takes the pairing of the last round back, as long as none of its games has a result. Numbers stay.
pub fn undo_round(register: &Register, staff: &Staff, slug: &str, group: &str, why: &str) -> ServiceResult<()> {
    let why = reason(why)?;
    register.write(staff.actor(), |tx| {
        let run = open(tx, &register.keys, staff, (slug, group), Action::EditEvent)?;
        let last = run.state.last().ok_or(ServiceError::NotFound)?;
        if last.closed || last.reopened || last.begun() {
            return Err(ServiceError::refused("refusal.running_begun"));
        }
        let (_, row) = run.round(last.round)?;
        running::set_round(tx.conn, row.id, "undone", false)?;
        // Whoever came or left since comes or leaves with this round, which is paired once more.
        let round = i64::from(last.round);
        let earlier = |from: i64| if from == round + 1 { round } else { from };
        for player in &run.players {
            let moved = RunningPlayer {
                joined: earlier(player.joined),
                left_from: player.left_from.map(earlier),
                ..player.clone()
            };
            if moved != *player {
                running::update_player(tx.conn, &moved)?;
            }
        }
        record("running.undo", tx, &register.keys, &run, json!({"reason": why, "round": last.round}))
    })
}

/// Settles a round: every game has its result, and the next one may be paired.
pub fn close_round(register: &Register, staff: &Staff, slug: &str, group: &str, round: u16) -> ServiceResult<()> {
    register.write(staff.actor(), |tx| {
        let run = open(tx, &register.keys, staff, (slug, group), Action::EditEvent)?;
        let (found, row) = run.round(round)?;
        if found.closed {
            tx.nothing_to_record();
            return Ok(());
        }
        let open = found.boards.iter().filter(|b| b.result == crate::domain::results::GameResult::NotReported).count();
        if open > 0 {
            return Err(ServiceError::refused_with("refusal.running_unreported", [("count", open.to_string())]));
        }
        running::set_round(tx.conn, row.id, "closed", row.reopened)?;
        record("running.close", tx, &register.keys, &run, json!({"round": round}))
    })
}

/// Opens a settled round again, for a result that was wrong. Rounds that were paired since stay as they are; the mark stays.
pub fn reopen_round(
    register: &Register,
    staff: &Staff,
    (slug, group): (&str, &str),
    round: u16,
    why: &str,
) -> ServiceResult<()> {
    let why = reason(why)?;
    register.write(staff.actor(), |tx| {
        let run = open(tx, &register.keys, staff, (slug, group), Action::EditEvent)?;
        let (found, row) = run.round(round)?;
        if !found.closed {
            tx.nothing_to_record();
            return Ok(());
        }
        running::set_round(tx.conn, row.id, "open", true)?;
        record("running.reopen", tx, &register.keys, &run, json!({"reason": why, "round": round}))
    })
}

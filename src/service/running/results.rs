//! The results of a round, one board at a time, as the referee taps them.

use super::{open, reason, record};
use crate::domain::permission::Action;
use crate::domain::results::GameResult;
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::running::{self, RunningBoard};
use serde_json::json;

/// The results that a referee can give, as result files write them.
pub const RESULTS: [&str; 6] = ["B", "W", "draw", "both-lose", "B+F", "W+F"];

/// Enters the result of a board of a round that is open. One that stands already is only corrected with a reason; empty
/// takes it back.
pub fn enter_result(
    register: &Register,
    staff: &Staff,
    (slug, group): (&str, &str),
    (round, board): (u16, u16),
    result: &str,
    why: &str,
) -> ServiceResult<()> {
    if !result.is_empty() && !RESULTS.contains(&result) {
        return Err(ServiceError::field("result", "refusal.running_result"));
    }
    register.write(staff.actor(), |tx| {
        let run = open(tx, &register.keys, staff, (slug, group), Action::EnterResult)?;
        let (found, round_row) = run.round(round)?;
        if found.closed {
            let round = round.to_string();
            return Err(ServiceError::refused_with("refusal.running_round_closed", [("round", round)]));
        }
        let seats = found.boards.iter().find(|one| one.board == board).ok_or(ServiceError::NotFound)?;
        if seats.white.is_none() {
            return Err(ServiceError::refused("refusal.running_bye_board"));
        }
        let row = run.board_row(round_row.id, board)?;
        if row.result == result {
            tx.nothing_to_record();
            return Ok(());
        }
        let corrects = seats.result != GameResult::NotReported;
        let why = if corrects { reason(why)? } else { "" };
        running::update_board(tx.conn, &RunningBoard { result: result.to_owned(), ..row.clone() })?;
        let mut payload = json!({"board": board, "result": result, "round": round});
        if !corrects {
            return record("running.result", tx, &register.keys, &run, payload);
        }
        payload["before"] = json!(row.result);
        payload["reason"] = json!(why);
        record("running.correct", tx, &register.keys, &run, payload)
    })
}

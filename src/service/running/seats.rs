//! Seats that somebody changes by hand, with a reason.

use super::load::absent_text;
use super::{open, reason, record};
use crate::domain::permission::Action;
use crate::domain::results::write_result;
use crate::domain::running::{SeatError, exchange};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::running::{self, NewRunningBoard, RunningBoard, RunningPlayer};
use serde_json::json;

/// Lets two exchange their seats in the last round; 0 is the opponent of a bye. Who has no seat takes the other's, and is
/// there from this round on.
pub fn exchange_seats(
    register: &Register,
    staff: &Staff,
    (slug, group): (&str, &str),
    (one, other): (u32, u32),
    why: &str,
) -> ServiceResult<()> {
    let why = reason(why)?;
    register.write(staff.actor(), |tx| {
        let run = open(tx, &register.keys, staff, (slug, group), Action::EditEvent)?;
        let before = run.state.last().ok_or(ServiceError::NotFound)?;
        if before.closed {
            return Err(ServiceError::refused("refusal.running_closed"));
        }
        let (_, round_row) = run.round(before.round)?;
        let after = exchange(before, one, other).map_err(|error| {
            ServiceError::refused(match error {
                SeatError::Same => "refusal.running_same",
                SeatError::NoSeat => "refusal.running_no_seat",
                SeatError::Played => "refusal.running_played",
            })
        })?;
        for number in [one, other].into_iter().filter(|number| *number != 0) {
            let (member, row) = run.member(number)?;
            let seated = after.boards.iter().any(|board| board.black == number || board.white == Some(number));
            let mut absent = member.absent.clone();
            let excused = absent.remove(&before.round);
            let gone = member.left.is_some_and(|left| left <= before.round);
            if seated && (excused || member.joined > before.round || gone) {
                let joined = row.joined.min(i64::from(before.round));
                let absent = absent_text(&absent);
                // Who leaves after this round still does.
                let left_from = row.left_from.filter(|_| !gone);
                running::update_player(tx.conn, &RunningPlayer { joined, absent, left_from, ..row.clone() })?;
            }
        }
        for board in &after.boards {
            let (white, result) = (board.white.map(i64::from), write_result(board.result));
            if usize::from(board.board) > before.boards.len() {
                let (round_id, number, black) = (round_row.id, i64::from(board.board), i64::from(board.black));
                let row = NewRunningBoard { round_id, board: number, black, white, result };
                running::insert_boards(tx.conn, &[row])?;
                continue;
            }
            let row = run.board_row(round_row.id, board.board)?;
            let changed = RunningBoard { black: i64::from(board.black), white, result, ..row.clone() };
            if changed != *row {
                running::update_board(tx.conn, &changed)?;
            }
        }
        let payload = json!({"reason": why, "round": before.round, "seats": [one, other]});
        record("running.seats", tx, &register.keys, &run, payload)
    })
}

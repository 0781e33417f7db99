//! What the journal keeps of how a run stands: a keyed digest of all its rows, so that an edited one shows.

use crate::service::keys::{hex, sha256};
use crate::service::{Keys, ServiceResult};
use crate::store::{Conn, running};

/// The digest of a run's rows as they are now.
pub(crate) fn digest(keys: &Keys, conn: &mut Conn, run_id: i64) -> ServiceResult<String> {
    let row = running::by_id(conn, run_id)?;
    let mut lines = vec![format!("run {} {} {} {}", row.event_id, row.group_key, row.numbered, row.settings)];
    for player in running::players(conn, run_id)? {
        let left = player.left_from.map(|left| left.to_string()).unwrap_or_default();
        let sealed = hex(&sha256(&player.sealed));
        let (ordinal, number, joined, absent) = (player.ordinal, player.number, player.joined, player.absent);
        lines.push(format!("player {ordinal} {number} {joined} {left} {absent} {sealed}"));
    }
    for round in running::rounds(conn, run_id)? {
        lines.push(format!("round {} {} {} {}", round.id, round.round, round.state, round.reopened));
    }
    for board in running::boards(conn, run_id)? {
        let white = board.white.map(|white| white.to_string()).unwrap_or_default();
        lines.push(format!("board {} {} {} {white} {}", board.round_id, board.board, board.black, board.result));
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    Ok(keys.attest("running", &lines))
}

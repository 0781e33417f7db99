//! What rulings stand in the way of: results are neither submitted nor confirmed while one waits for its second person,
//! and a game that was ruled on keeps its players.

use crate::domain::results::Sheet;
use crate::service::{ServiceError, ServiceResult};
use crate::store::Conn;
use crate::store::event::Event;
use crate::store::ruling;
use std::collections::HashSet;

/// Refuses while a ruling of an event waits for its second person: the results would go on without it.
pub(crate) fn none_proposed(conn: &mut Conn, found: &Event) -> ServiceResult<()> {
    match ruling::proposed_of_event(conn, found.id)? {
        0 => Ok(()),
        count => Err(ServiceError::refused_with("refusal.rulings_proposed", [("count", count.to_string())])),
    }
}

/// Refuses results that give a game with a ruling, in force or proposed, to other players than those of `before`: a ruling
/// is of what these did.
pub(crate) fn players_kept(
    conn: &mut Conn,
    (found, group): (&Event, &str),
    before: Option<&Sheet>,
    renamed: &HashSet<i64>,
) -> ServiceResult<()> {
    if renamed.is_empty() {
        return Ok(());
    }
    let rulings = ruling::of_group(conn, found.id, group)?;
    let stands = |state: &str| matches!(state, "in-force" | "proposed");
    let Some((_, of)) = rulings.iter().find(|(one, of)| stands(&one.state) && renamed.contains(&of.id)) else {
        return Ok(());
    };
    let name = |file: &str| {
        let entry = before.and_then(|sheet| sheet.entries.iter().find(|entry| entry.id == file));
        entry.map_or_else(|| file.to_owned(), |entry| entry.name.clone())
    };
    Err(ServiceError::refused_with(
        "refusal.ruled_players",
        [("round", of.round.to_string()), ("black", name(&of.black_file)), ("white", name(&of.white_file))],
    ))
}

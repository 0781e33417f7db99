//! The results as the rulings in force have them.

use crate::domain::results::{GameResult, Sheet, Win, WonBy};
use crate::service::ServiceResult;
use crate::store::Conn;
use crate::store::pairing::Pairing;
use crate::store::ruling::{self, Ruling};
use std::borrow::Cow;
use std::collections::HashMap;

/// A sheet with the results that referees gave its games, where they gave other ones.
pub(crate) fn ruled<'a>(
    conn: &mut Conn,
    event_id: i64,
    group: &str,
    sheet: &'a Sheet,
) -> ServiceResult<Cow<'a, Sheet>> {
    Ok(ruled_by(sheet, &ruling::of_group(conn, event_id, group)?))
}

/// The same by rulings of the group that were read before.
pub(crate) fn ruled_by<'a>(sheet: &'a Sheet, rulings: &[(Ruling, Pairing)]) -> Cow<'a, Sheet> {
    let in_force = rulings.iter().filter(|(one, _)| one.state == "in-force");
    let given: HashMap<(i64, &str, &str), GameResult> = in_force
        .filter_map(|(one, of)| Some(((of.round, of.black_file.as_str(), of.white_file.as_str()), result_of(one)?)))
        .collect();
    with(sheet, &given)
}

/// A sheet with one more result, and those of the rulings in force.
pub(super) fn with<'a>(sheet: &'a Sheet, given: &HashMap<(i64, &str, &str), GameResult>) -> Cow<'a, Sheet> {
    if given.is_empty() {
        return Cow::Borrowed(sheet);
    }
    let mut changed = sheet.clone();
    for (game, result) in changed.games.iter_mut().filter_map(|game| {
        let id = |entry: usize| sheet.entries.get(entry).map(|entry| entry.id.as_str());
        let key = (i64::from(game.round), id(game.black)?, game.white.and_then(id)?);
        Some((game, given.get(&key)?))
    }) {
        game.result = *result;
    }
    Cow::Owned(changed)
}

/// The result that a ruling gives; none where it stays as it was reported.
pub(super) fn result_of(one: &Ruling) -> Option<GameResult> {
    let by = match one.margin_quarters.and_then(|quarters| i32::try_from(quarters).ok()) {
        Some(quarters) => WonBy::Count(quarters),
        None => WonBy::Unstated,
    };
    Some(match one.result.as_deref()? {
        "B" => GameResult::Black(Win { by }),
        "W" => GameResult::White(Win { by }),
        "draw" => GameResult::Draw,
        "both-lose" => GameResult::BothLose,
        _ => GameResult::Void,
    })
}

//! An event's results as files: what the public may have of them, and what its agency may.

use super::event::EventView;
use super::results::{GameView, GroupResults};
use crate::domain::permission::Action;
use crate::domain::results::interchange::write::About;
use crate::domain::results::{Entry, Game, GameResult, Sheet, Win, WonBy};
use crate::service::event::{find, subject};
use crate::service::records::results_of;
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::event::Event;

/// What stands for a name that is withheld.
const NOBODY: &str = "—";

/// The results of a group as the public sees them: names as they are shown, the grade on entering, the public number, and
/// nothing else of a person.
pub fn of_public(event: &EventView, results: &GroupResults) -> (About, Sheet) {
    let entries = results.standings.iter().zip(1_u32..).map(|(row, n)| Entry {
        line: n + 1,
        id: n.to_string(),
        name: row.name.text().unwrap_or(NOBODY).to_owned(),
        grade: row.from,
        register: row.register_no.clone(),
        ..Entry::default()
    });
    let games = results.games.iter().zip(2_u32..).filter_map(|(game, line)| game_of(game, line));
    let about = About { name: event.name.clone(), place: event.place.clone(), days: Some(event.days) };
    (about, Sheet { entries: entries.collect(), games: games.collect() })
}

fn game_of(game: &GameView, line: u32) -> Option<Game> {
    let by = match game.won_by.as_str() {
        "count" => {
            game.margin_quarters.and_then(|quarters| i32::try_from(quarters).ok()).map_or(WonBy::Unstated, WonBy::Count)
        }
        "resignation" => WonBy::Resignation,
        "time" => WonBy::Time,
        "forfeit" => WonBy::Forfeit,
        _ => WonBy::Unstated,
    };
    let result = match game.result.as_str() {
        "B" => GameResult::Black(Win { by }),
        "W" => GameResult::White(Win { by }),
        "draw" => GameResult::Draw,
        "bye" => GameResult::Bye,
        "both-lose" => GameResult::BothLose,
        "both-win" => GameResult::BothWin,
        "void" => GameResult::Void,
        _ => GameResult::NotReported,
    };
    Some(Game {
        line,
        round: u16::try_from(game.round).ok()?,
        board: game.board.and_then(|board| u16::try_from(board).ok()),
        black: game.black,
        white: game.white,
        result,
        handicap: u8::try_from(game.handicap).unwrap_or(0),
        komi: game.komi_half.and_then(|komi| i32::try_from(komi).ok()),
        record: None,
        black_warnings: 0,
        white_warnings: 0,
    })
}

/// What is said where nothing was sent, or nothing that could be read.
fn none() -> ServiceError {
    ServiceError::refused("refusal.no_results")
}

fn about(found: &Event) -> About {
    About { name: found.name.clone(), place: found.place.clone(), days: Some((found.starts_on, found.ends_on)) }
}

/// The results of a group as they were sent last, for its page of downloads.
pub fn of_staff(register: &Register, staff: &Staff, slug: &str, group: &str) -> ServiceResult<(Event, Sheet)> {
    register.read(|conn| {
        let found = find(conn, staff, slug, Action::ViewEvent)?;
        let sheet = results_of(&register.keys, conn, &found, group)?.ok_or_else(none)?;
        Ok((found, sheet))
    })
}

/// The same for a file: it holds birth dates and documents, also of children, so the journal keeps who opened it.
pub fn opened(
    register: &Register,
    staff: &Staff,
    slug: &str,
    group: &str,
    ending: &str,
) -> ServiceResult<(About, Sheet)> {
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::ViewEvent)?;
        let sheet = results_of(&register.keys, tx.conn, &found, group)?.ok_or_else(none)?;
        let payload = serde_json::json!({"format": ending, "group": group});
        tx.record("event.open_file", &subject(&found), payload);
        Ok((about(&found), sheet))
    })
}

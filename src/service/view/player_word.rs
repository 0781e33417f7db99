//! A game for whoever holds the code of one of its sides: what it is, how it ended, and whether the code still waits for
//! its word. Names are shown as the event's pages show them; before anybody is identified they are masked.

use super::PublicName;
use super::event::{self, GroupView};
use super::{game, results};
use crate::domain::check_code::CheckCode;
use crate::domain::results::{GameResult, Sheet, write_result};
use crate::service::records::{CodeState, PlayerSays, hash_of_word_code, results_of, ruled};
use crate::service::results::{result_word, won_by};
use crate::service::{Register, ServiceError, ServiceResult};
use crate::store::event as events;
use crate::store::pairing::Pairing;
use crate::store::{player_word, upload};
use crate::text::Bilingual;
use chrono::NaiveDateTime;

/// The game of a code.
#[derive(Debug)]
pub struct CodeView {
    /// The event.
    pub event: event::EventView,
    /// The name of the group.
    pub group: Bilingual,
    /// Round, from 1.
    pub round: i64,
    /// The board, where the results name one.
    pub board: Option<i64>,
    /// Black and White.
    pub players: [PublicName; 2],
    /// Whose code it is: `B` or `W`.
    pub side: String,
    /// The result in force; none where none was reported.
    pub result: Option<Reported>,
    /// The same as files write it: what is said holds of it.
    pub shown: String,
    /// The final position, where there is a record of the game.
    pub picture: Option<String>,
    /// The game's part of public addresses, where it has a page.
    pub page: Option<i64>,
    /// What can be done with the code.
    pub state: CodeState,
    /// What was said with it, and when, UTC.
    pub said: Option<(PlayerSays, NaiveDateTime)>,
}

/// A result in the words of the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reported {
    /// `B`, `W`, `draw`, `both-lose`, `both-win` or `void`.
    pub result: &'static str,
    /// `unstated`, `count`, `resignation`, `time` or `forfeit`.
    pub won_by: &'static str,
    /// The margin in quarters of a stone.
    pub margin: Option<i64>,
}

impl Reported {
    /// A result; none where none was reported.
    pub fn of(result: GameResult) -> Option<Self> {
        let (won_by, margin) = won_by(&result);
        Some(Self { result: result_word(&result)?, won_by, margin })
    }
}

/// The game of a code. A code that was never made answers like one that was made for an event nobody may see.
pub fn by_code(register: &Register, code: &CheckCode) -> ServiceResult<CodeView> {
    let hash = hash_of_word_code(code);
    let (row, of, found) = register.read(|conn| {
        let (row, of) = player_word::by_code(conn, &hash)?.ok_or(ServiceError::NotFound)?;
        let found = events::by_id(conn, of.event_id)?;
        Ok((row, of, found))
    })?;
    let event = event::by_slug(register, &found.slug)?;
    let group = event.groups.iter().find(|group| group.key == of.group_key).ok_or(ServiceError::NotFound)?.clone();
    let today = register.today();
    register.read_at_once(move |conn| {
        let sheet = results_of(&register.keys, conn, &found, &of.group_key)?.unwrap_or_default();
        let sheet = ruled(conn, found.id, &of.group_key, &sheet)?;
        let played = game_of(&sheet, &of);
        let result = played.map(|game| game.result);
        // Who the players are is known from the submission on, whether the results are shown by then or not.
        let current = upload::current_of_group(conn, found.id, &of.group_key)?.map(|row| row.id);
        let known = GroupView { upload_id: current, ..group.clone() };
        let files = [of.black_file.as_str(), of.white_file.as_str()];
        let players = match results::seats(conn, &event, &known, files, today)? {
            Some(seats) => seats.map(|seat| seat.name),
            None => files.map(|file| {
                let entry = sheet.entries.iter().find(|entry| entry.id == file);
                entry.map_or(PublicName::Withheld, |entry| PublicName::Full(entry.name.clone()).masked())
            }),
        };
        let picture = game::last_position(&register.keys, conn, of.id)?;
        let shown_publicly = group.upload_id.is_some() && picture.is_some() && played.is_some();
        let said = row.said.as_deref().and_then(PlayerSays::from_key).zip(row.said_at);
        Ok(CodeView {
            group: group.name.clone(),
            round: of.round,
            board: played.and_then(|game| game.board).map(i64::from),
            players,
            result: result.and_then(Reported::of),
            shown: result.map(write_result).unwrap_or_default(),
            picture,
            page: shown_publicly.then_some(of.id),
            state: CodeState::of(&row, &found, result),
            side: row.side,
            said,
            event,
        })
    })
}

fn game_of<'a>(sheet: &'a Sheet, of: &Pairing) -> Option<&'a crate::domain::results::Game> {
    let id = |entry: usize| sheet.entries.get(entry).map(|entry| entry.id.as_str());
    sheet.games.iter().find(|game| {
        i64::from(game.round) == of.round
            && id(game.black) == Some(of.black_file.as_str())
            && game.white.and_then(id) == Some(of.white_file.as_str())
    })
}

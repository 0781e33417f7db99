//! The result slips of a group: what both players of each game say, and the slips of a round to be printed with their
//! codes.

use super::records::GameName;
use crate::domain::check_code::CheckCode;
use crate::domain::permission::Action;
use crate::domain::results::{GameResult, Sheet};
use crate::service::event::{EventSettings, find, scheme_of, subject};
use crate::service::records::{PlayerSays, RULED, SIDES, open_word_code, results_of, ruled};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::event::Event;
use crate::store::pairing::Pairing;
use crate::store::player_word::{self, PlayerWord};
use crate::store::{Conn, agency, pairing};
use crate::text::Bilingual;
use chrono::NaiveDateTime;
use serde_json::json;
use std::collections::{BTreeSet, HashMap};

/// How many slips a page to be printed has at most.
pub const SLIPS: usize = 100;

/// What a side says, or said before its code ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// What.
    pub says: PlayerSays,
    /// When, UTC.
    pub at: NaiveDateTime,
    /// What was added; only for the agency that holds the event.
    pub note: Option<String>,
}

/// One side of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideState {
    /// Whether there is a code.
    pub coded: bool,
    /// What it says.
    pub said: Option<Spoken>,
    /// What it said with codes that have ended, the first one first.
    pub earlier: Vec<Spoken>,
}

/// A game of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlipLine {
    /// The game.
    pub game: GameName,
    /// The pairing, where something was said of the game.
    pub pairing: Option<i64>,
    /// Black and White.
    pub sides: [SideState; 2],
}

/// How many games stand how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Both confirm.
    pub both: i64,
    /// One confirms, and the other says nothing.
    pub one: i64,
    /// Nobody has spoken.
    pub none: i64,
    /// One disputes.
    pub disputed: i64,
}

/// The games of a round with what their players say, and the figures of the whole group.
#[derive(Clone, Debug)]
pub struct GroupSlips {
    /// The event.
    pub event: Event,
    /// The name of the group.
    pub group: Bilingual,
    /// The rounds that have games.
    pub rounds: Vec<u16>,
    /// The round that is shown.
    pub round: u16,
    /// Its games.
    pub lines: Vec<SlipLine>,
    /// The figures of the group.
    pub tally: Tally,
    /// Whether the event asks its players.
    pub asks: bool,
    /// Whether codes can still be made.
    pub open: bool,
    /// Whether the reader may make them.
    pub may_make: bool,
}

/// What is read of a group before either page.
struct Read {
    event: Event,
    group: Bilingual,
    asks: bool,
    sheet: Sheet,
    pairings: HashMap<(i64, String, String), Pairing>,
    words: HashMap<i64, Vec<PlayerWord>>,
}

fn read(
    register: &Register,
    conn: &mut Conn,
    staff: &Staff,
    (slug, group): (&str, &str),
    action: Action,
) -> ServiceResult<Read> {
    let found = find(conn, staff, slug, action)?;
    let settings = EventSettings::from_json(&found.settings);
    if !settings.groups.iter().any(|key| key == group) {
        return Err(ServiceError::NotFound);
    }
    let name = scheme_of(conn, &found)?.group(group).map(|one| one.name.clone()).unwrap_or_default();
    let sheet = results_of(&register.keys, conn, &found, group)?.unwrap_or_default();
    let sheet = ruled(conn, found.id, group, &sheet)?.into_owned();
    let pairings = pairing::of_group(conn, found.id, group)?;
    let mut words: HashMap<i64, Vec<PlayerWord>> = HashMap::new();
    for (row, of) in player_word::of_group(conn, found.id, group)? {
        words.entry(of.id).or_default().push(row);
    }
    Ok(Read {
        event: found,
        group: name,
        asks: settings.records.confirm,
        sheet,
        pairings: pairings
            .into_iter()
            .map(|of| ((of.round, of.black_file.clone(), of.white_file.clone()), of))
            .collect(),
        words,
    })
}

impl Read {
    /// The rounds that have games of two players.
    fn rounds(&self) -> Vec<u16> {
        let rounds: BTreeSet<u16> =
            self.sheet.games.iter().filter(|game| game.white.is_some()).map(|game| game.round).collect();
        rounds.into_iter().collect()
    }

    /// The games of a round, or all, by round and board.
    fn games(&self, round: Option<u16>) -> Vec<(GameName, Option<&Pairing>)> {
        let mut found: Vec<(GameName, Option<&Pairing>)> = Vec::new();
        for game in self.sheet.games.iter().filter(|game| round.is_none_or(|round| game.round == round)) {
            let both = game.white.and_then(|white| self.sheet.entries.get(white));
            let Some((black, white)) = self.sheet.entries.get(game.black).zip(both) else { continue };
            let of = self.pairings.get(&(i64::from(game.round), black.id.clone(), white.id.clone()));
            let name = GameName {
                round: i64::from(game.round),
                board: game.board,
                black: black.name.clone(),
                white: white.name.clone(),
                result: Some(game.result),
            };
            found.push((name, of));
        }
        found.sort_by_key(|(game, _)| (game.round, game.board.unwrap_or(u16::MAX)));
        found
    }

    fn words_of(&self, of: Option<&Pairing>) -> &[PlayerWord] {
        of.and_then(|of| self.words.get(&of.id)).map_or(&[], Vec::as_slice)
    }
}

fn sides(words: &[PlayerWord], notes: bool) -> [SideState; 2] {
    SIDES.map(|side| {
        let mut state = SideState::default();
        for row in words.iter().filter(|row| row.side == side) {
            let spoken = row.said.as_deref().and_then(PlayerSays::from_key).zip(row.said_at).map(|(says, at)| {
                let note = (notes && !row.note.is_empty()).then(|| row.note.clone());
                Spoken { says, at, note }
            });
            match row.ended_at {
                Some(_) => state.earlier.extend(spoken),
                None => (state.coded, state.said) = (true, spoken),
            }
        }
        state
    })
}

fn tally(read: &Read) -> Tally {
    let mut tally = Tally::default();
    for (_, of) in read.games(None) {
        let [black, white] = sides(read.words_of(of), false).map(|side| side.said.map(|spoken| spoken.says));
        let count = match [black, white] {
            both if both.contains(&Some(PlayerSays::Disputed)) => &mut tally.disputed,
            [Some(_), Some(_)] => &mut tally.both,
            [None, None] => &mut tally.none,
            _ => &mut tally.one,
        };
        *count += 1;
    }
    tally
}

/// What the players of a round's games say; the first round where none is named.
pub fn of_group(
    register: &Register,
    staff: &Staff,
    slug: &str,
    group: &str,
    round: Option<u16>,
) -> ServiceResult<GroupSlips> {
    register.read_at_once(|conn| {
        let read = read(register, conn, staff, (slug, group), Action::ViewEvent)?;
        let holder = agency::by_id(conn, read.event.agency_id)?;
        let notes = staff.agency_id == read.event.agency_id;
        let rounds = read.rounds();
        let round = round.filter(|round| rounds.contains(round)).or(rounds.first().copied()).unwrap_or(1);
        let lines = read.games(Some(round)).into_iter().map(|(game, of)| SlipLine {
            pairing: of.map(|of| of.id),
            sides: sides(read.words_of(of), notes),
            game,
        });
        Ok(GroupSlips {
            lines: lines.collect(),
            tally: tally(&read),
            open: RULED.contains(&read.event.state.as_str()),
            may_make: staff.may(Action::EditEvent, &holder),
            asks: read.asks,
            rounds,
            round,
            event: read.event,
            group: read.group,
        })
    })
}

/// What the players of one game say, for whoever may see the event.
pub(super) fn of_game(conn: &mut Conn, staff: &Staff, event: &Event, of: &Pairing) -> ServiceResult<[SideState; 2]> {
    let words = player_word::of_pairing(conn, of.id)?;
    Ok(sides(&words, staff.agency_id == event.agency_id))
}

/// A slip to be printed.
#[derive(Clone, Debug)]
pub struct Slip {
    /// The game.
    pub game: GameName,
    /// The codes of Black and White that wait for their word.
    pub codes: [Option<CheckCode>; 2],
}

impl Slip {
    /// The result that was reported; none where it is to be filled in.
    pub fn reported(&self) -> Option<GameResult> {
        self.game.result.filter(|result| *result != GameResult::NotReported)
    }
}

/// The slips of a round, a page of them.
#[derive(Clone, Debug)]
pub struct RoundSlips {
    /// The event.
    pub event: Event,
    /// The name of the group.
    pub group: Bilingual,
    /// The round.
    pub round: u16,
    /// The slips of games that have codes.
    pub slips: Vec<Slip>,
    /// Where the next page begins.
    pub next: Option<usize>,
}

/// The slips of a round that have a code, from the so-manyth one. Whoever holds a code may speak for a player, so the
/// journal keeps who opened them.
pub fn of_round(
    register: &Register,
    staff: &Staff,
    (slug, group): (&str, &str),
    round: Option<u16>,
    from: usize,
) -> ServiceResult<RoundSlips> {
    register.write(staff.actor(), |tx| {
        let read = read(register, tx.conn, staff, (slug, group), Action::EditEvent)?;
        let rounds = read.rounds();
        let round = round.filter(|round| rounds.contains(round)).or(rounds.first().copied()).unwrap_or(1);
        let open = |row: &&PlayerWord| row.ended_at.is_none() && row.said.is_none();
        let all: Vec<(GameName, Vec<&PlayerWord>)> = read
            .games(Some(round))
            .into_iter()
            .map(|(game, of)| (game, read.words_of(of).iter().filter(open).collect::<Vec<_>>()))
            .filter(|(_, words)| !words.is_empty())
            .collect();
        let mut slips = Vec::new();
        for (game, words) in all.iter().skip(from).take(SLIPS) {
            let mut codes = [None, None];
            for row in words {
                codes[usize::from(row.side == "W")] = Some(open_word_code(&register.keys, row)?);
            }
            slips.push(Slip { game: game.clone(), codes });
        }
        let next = (from.saturating_add(SLIPS) < all.len()).then_some(from + SLIPS);
        if slips.is_empty() {
            tx.nothing_to_record();
        } else {
            let payload = json!({"from": from, "group": group, "part": "codes", "round": round});
            tx.record("event.open_file", &subject(&read.event), payload);
        }
        Ok(RoundSlips { slips, next, round, group: read.group, event: read.event })
    })
}

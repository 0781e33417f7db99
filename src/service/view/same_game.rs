//! The same game twice: a record beside every game of the register that it is, or begins like.
//!
//! Of games elsewhere the board is shown, which is what the finding rests on, and the event and the round; never who played
//! them, whose names may be those of children of another agency.

use super::records::{GameName, named, of_event, record_of};
use crate::domain::game_record::findings::Match;
use crate::domain::game_record::turn::side_by_side;
use crate::domain::permission::Action;
use crate::service::event::{find, scheme_of};
use crate::service::records::{beside, results_of};
use crate::service::{Register, ServiceResult, Staff};
use crate::store::event::Event;
use crate::store::game_record::GameRecord;
use crate::store::pairing;
use crate::text::Bilingual;

/// A game that the record is, or begins like.
#[derive(Clone, Debug)]
pub struct Other {
    /// How much alike they are.
    pub kind: Match,
    /// What it is called: its event and round, or the famous game.
    pub words: Bilingual,
    /// How many stones they have in common.
    pub stones: u16,
    /// Both boards after these stones, the other one laid as this one; none of a famous game, of which only keys are kept.
    pub boards: Option<[String; 2]>,
}

/// A record with the games that it is, or begins like.
#[derive(Clone, Debug)]
pub struct SameView {
    /// The event.
    pub event: Event,
    /// The name of the group.
    pub group: Bilingual,
    /// The record.
    pub record: GameRecord,
    /// The game that it stands for.
    pub game: Option<GameName>,
    /// The others.
    pub others: Vec<Other>,
}

/// Reads a record of an event, and the games of the whole register that are like it.
pub fn of_record(register: &Register, staff: &Staff, slug: &str, id: i64) -> ServiceResult<SameView> {
    register.read_at_once(|conn| {
        let found = find(conn, staff, slug, Action::ViewEvent)?;
        let row = of_event(conn, &found, id)?;
        let group = scheme_of(conn, &found)?.group(&row.group_key).map(|one| one.name.clone()).unwrap_or_default();
        let game = match row.pairing_id {
            Some(of) => {
                let sheet = results_of(&register.keys, conn, &found, &row.group_key)?;
                Some(named(sheet.as_ref(), &pairing::by_id(conn, of)?))
            }
            None => None,
        };
        let (read, _) = record_of(register, conn, &row)?;
        let mut others = Vec::new();
        for (matched, other) in beside(&register.keys, conn, &found, (&row, read.as_ref()))? {
            let other = match other {
                Some(other) => record_of(register, conn, &other)?.0,
                None => None,
            };
            let boards = read.as_ref().zip(other).map(|(read, other)| side_by_side(read, &other, matched.stones));
            others.push(Other { kind: matched.kind, words: matched.other, stones: matched.stones, boards });
        }
        Ok(SameView { event: found, group, record: row, game, others })
    })
}

//! The checks that need the register: what is asked of it, in bulk, and what its answers mean for a file.
//!
//! The service answers a [`Question`] with [`Facts`] in a constant number of queries; everything that is
//! judged from them is here, without a database.

mod check;
mod content;
mod event;
mod facts;
mod persons;

pub use check::{check, identify, left_out, left_out_titles, question};
pub use content::Content;
pub use facts::{
    AgencyFact, Booking, CertificateFact, DocumentFact, Facts, PersonFact, PersonState, Promotion, Proposed, Question,
    SameContent, UploadFact,
};

use super::Log;
use crate::domain::game_record::findings::{self, GameFacts, Unplaced};
use crate::domain::register_number::RegisterNumber;
use crate::domain::results::Sheet;

/// The games of a sheet with what is known of their records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// The games between two players, in the order of the sheet.
    pub games: Vec<GameFacts>,
    /// Records that stand for none of them.
    pub unplaced: Vec<Unplaced>,
}

impl Games {
    /// Raises what the facts give.
    pub fn raise(&self, log: &mut Log) {
        self.games.iter().for_each(|game| findings::raise(game, log));
        self.unplaced.iter().for_each(|record| findings::raise_unplaced(record, log));
    }
}

/// Something that answers what a check asks of the register.
pub trait RegisterFacts {
    /// The facts that a question asks for; an error is in words for the log, not for the page.
    fn facts(&self, question: &Question) -> Result<Facts, String>;

    /// The awards that the results would give, where the scheme of the event is known. `who` is the person that each
    /// entry of the sheet certainly is, by the facts.
    fn awards(&self, sheet: &Sheet, who: &[Option<RegisterNumber>], facts: &Facts) -> Result<Vec<Proposed>, String> {
        let _ = (sheet, who);
        Ok(facts.awards.clone())
    }

    /// The games of the sheet with their records, where there are any; `awards` are those that the results would give.
    fn games(&self, sheet: &Sheet, awards: &[Proposed]) -> Result<Games, String> {
        let _ = (sheet, awards);
        Ok(Games::default())
    }
}

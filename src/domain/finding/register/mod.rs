//! The checks that need the register: what is asked of it, in bulk, and what its answers mean for a file.
//!
//! The service answers a [`Question`] with [`Facts`] in a constant number of queries; everything that is
//! judged from them is here, without a database.

mod check;
mod event;
mod facts;
mod persons;

pub use check::{check, left_out, question};
pub use facts::{
    AgencyFact, Booking, CertificateFact, DocumentFact, Facts, PersonFact, PersonState, Promotion, Proposed, Question,
    UploadFact,
};

/// Something that answers what a check asks of the register.
pub trait RegisterFacts {
    /// The facts that a question asks for; an error is in words for the log, not for the page.
    fn facts(&self, question: &Question) -> Result<Facts, String>;
}

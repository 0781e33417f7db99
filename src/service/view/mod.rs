//! What pages show: plain values for pages, JSON and feeds, each read in a constant number of statements.
//!
//! Except for what the workplace sees (`staff_*`, `event_*`, the files of `export`, `queue`, `records`, `codes`, `game_desk`, `won`), nothing here holds what the public may not see: names of minors come masked, withheld names do not come at
//! all, and birth dates, documents and addresses do not leave this folder.

pub mod agencies;
pub mod certificate;
pub mod certificate_steps;
pub mod codes;
mod corrected;
pub mod doubles;
pub mod event;
pub mod event_certificates;
pub mod event_checked;
pub mod event_list;
pub mod event_matches;
pub mod events;
pub mod export;
pub mod game;
pub mod game_desk;
pub mod lookup;
pub mod name;
pub mod notices;
pub mod objection;
pub mod people;
pub mod person;
pub mod player_word;
pub mod queue;
pub mod records;
pub mod results;
pub mod running;
pub mod same_game;
pub mod slips;
pub mod staff_agency;
pub mod staff_event;
pub mod staff_journal;
pub mod staff_notice;
pub mod staff_person;
pub mod staff_print;
pub mod won;

pub use certificate::CertificateView;
pub use name::PublicName;

use crate::store::public::notices::AgencyRow;
use crate::text::Bilingual;
use serde::Serialize;

/// An agency as lists name it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AgencyRef {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: Bilingual,
}

impl From<AgencyRow> for AgencyRef {
    fn from(row: AgencyRow) -> Self {
        Self { code: row.code, name: Bilingual { zh: row.name_zh, en: row.name_en } }
    }
}

/// An event as lists name it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventRef {
    /// Its part of public addresses.
    pub slug: String,
    /// Its name.
    pub name: String,
    /// Whether it was reopened after closing; the mark stays for ever.
    pub reopened: bool,
}

/// The grade of a stored rank, where there is one.
fn grade(rank: Option<i64>) -> Option<crate::domain::grade::Grade> {
    rank.map(crate::service::certificate::grade_of)
}

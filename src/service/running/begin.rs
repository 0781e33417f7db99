//! Beginning to run a group here, and what is settled before its first round.

use super::{OPEN, load, open, record};
use crate::domain::permission::Action;
use crate::domain::running::{Protect, RunSettings};
use crate::domain::swiss::Within;
use crate::service::event::{EventSettings, find, require_state, scheme_of};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::running::{self, NewRunningGroup};
use serde_json::json;

/// The most rounds of a group whose scheme does not say how many there are.
const MOST_ROUNDS: u16 = 20;

/// What a form settles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// How many rounds; the scheme's number where it has one.
    pub rounds: String,
    /// The policy within a score group.
    pub within: String,
    /// Who is kept apart.
    pub protect: String,
    /// In how many of the first rounds.
    pub protect_rounds: String,
    /// Whether numbers are drawn by lot.
    pub numbers_by_lot: bool,
    /// Whether the public sees the rounds.
    pub public: bool,
}

impl Settled {
    fn read(&self, fixed: Option<u16>) -> ServiceResult<RunSettings> {
        let rounds = match fixed {
            Some(rounds) => rounds,
            None => number(&self.rounds, 1..=MOST_ROUNDS)
                .ok_or_else(|| ServiceError::field("rounds", "refusal.running_rounds"))?,
        };
        let within =
            Within::from_id(&self.within).ok_or_else(|| ServiceError::field("within", "refusal.running_choice"))?;
        let protect =
            Protect::from_id(&self.protect).ok_or_else(|| ServiceError::field("protect", "refusal.running_choice"))?;
        let protect_rounds = match protect {
            Protect::Nobody => 0,
            _ => number(&self.protect_rounds, 1..=rounds)
                .ok_or_else(|| ServiceError::field("protect_rounds", "refusal.running_rounds"))?,
        };
        Ok(RunSettings {
            rounds,
            within: within.id().to_owned(),
            protect,
            protect_rounds,
            numbers_by_lot: self.numbers_by_lot,
            public: self.public,
        })
    }
}

fn number(text: &str, range: std::ops::RangeInclusive<u16>) -> Option<u16> {
    text.trim().parse().ok().filter(|number| range.contains(number))
}

/// Begins to run a group of an approved event here.
pub fn begin(register: &Register, staff: &Staff, slug: &str, group: &str, settled: &Settled) -> ServiceResult<()> {
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::EditEvent)?;
        require_state(&found, &OPEN)?;
        if !EventSettings::from_json(&found.settings).groups.iter().any(|key| key == group) {
            return Err(ServiceError::NotFound);
        }
        let scheme = scheme_of(tx.conn, &found)?;
        let rules = scheme.group(group).ok_or(ServiceError::NotFound)?;
        if rules.is_by_tests_alone() {
            return Err(ServiceError::refused("refusal.running_tests"));
        }
        if running::of_group(tx.conn, found.id, group)?.is_some() {
            tx.nothing_to_record();
            return Ok(());
        }
        let settings = settled.read(rules.rounds)?;
        let row = NewRunningGroup {
            event_id: found.id,
            group_key: group.to_owned(),
            settings: settings.to_json(),
            numbered: false,
            started_by: staff.account_id,
            started_at: tx.now,
        };
        running::insert(tx.conn, &row)?;
        let run = load(tx.conn, &register.keys, &found, group)?.ok_or(ServiceError::NotFound)?;
        record("running.begin", tx, &register.keys, &run, json!({"settings": settings}))
    })
}

/// Settles a run anew. How many rounds there are, how numbers are given and who is kept apart stays as it was when the first
/// round was paired; what the public sees, and the policy of rounds to come, may change later.
pub fn settle(register: &Register, staff: &Staff, slug: &str, group: &str, settled: &Settled) -> ServiceResult<()> {
    register.write(staff.actor(), |tx| {
        let run = open(tx, &register.keys, staff, (slug, group), Action::EditEvent)?;
        let mut settings = settled.read(run.group()?.rounds)?;
        if run.row.numbered {
            settings.numbers_by_lot = run.settings.numbers_by_lot;
        }
        if settings.rounds < run.state.last().map_or(0, |round| round.round) {
            return Err(ServiceError::field("rounds", "refusal.running_rounds"));
        }
        if settings == run.settings {
            tx.nothing_to_record();
            return Ok(());
        }
        running::set_settings(tx.conn, run.row.id, &settings.to_json(), run.row.numbered)?;
        record("running.settle", tx, &register.keys, &run, json!({"settings": settings}))
    })
}

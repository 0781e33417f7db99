//! Who is there: excused for a round, gone from a round on, back again, or never entered after all.

use super::load::absent_text;
use super::{open, reason, record};
use crate::domain::permission::Action;
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::running::{self, RunningPlayer};
use serde_json::json;

/// What becomes of somebody's presence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stay {
    /// Is not there in the next round, and comes back after it.
    Excused,
    /// Has left: is not paired from the next round on.
    Left,
    /// Is there after all.
    Present,
}

impl Stay {
    /// The choice of a name in forms.
    pub fn from_id(id: &str) -> Option<Self> {
        match id {
            "excused" => Some(Stay::Excused),
            "left" => Some(Stay::Left),
            "present" => Some(Stay::Present),
            _ => None,
        }
    }

    const fn id(self) -> &'static str {
        match self {
            Stay::Excused => "excused",
            Stay::Left => "left",
            Stay::Present => "present",
        }
    }
}

/// Notes for the next round to be paired whether somebody is there. Leaving needs a reason.
pub fn be_present(
    register: &Register,
    staff: &Staff,
    (slug, group): (&str, &str),
    number: u32,
    stay: Stay,
    why: &str,
) -> ServiceResult<()> {
    let why = match stay {
        Stay::Left => reason(why)?,
        // Whoever is away need not say why.
        Stay::Excused | Stay::Present if why.trim().chars().count() < 4 => why.trim(),
        Stay::Excused | Stay::Present => reason(why)?,
    };
    register.write(staff.actor(), |tx| {
        let run = open(tx, &register.keys, staff, (slug, group), Action::EditEvent)?;
        let (member, row) = run.member(number)?;
        let round = run.state.next();
        let mut absent = member.absent.clone();
        let left = match stay {
            Stay::Excused => {
                absent.insert(round);
                None
            }
            Stay::Left => Some(i64::from(round)),
            Stay::Present => {
                absent.remove(&round);
                None
            }
        };
        let changed = RunningPlayer { absent: absent_text(&absent), left_from: left, ..row.clone() };
        if changed == *row {
            tx.nothing_to_record();
            return Ok(());
        }
        running::update_player(tx.conn, &changed)?;
        let mut payload = json!({"number": number, "round": round, "stay": stay.id()});
        if !why.is_empty() {
            payload["reason"] = json!(why);
        }
        record("running.stay", tx, &register.keys, &run, payload)
    })
}

/// Takes an entry back before anything was played: it is in no file that is handed over.
pub fn take_back(register: &Register, staff: &Staff, slug: &str, group: &str, number: u32) -> ServiceResult<()> {
    register.write(staff.actor(), |tx| {
        let run = open(tx, &register.keys, staff, (slug, group), Action::EditEvent)?;
        let (_, row) = run.member(number)?;
        let seated = |board: &crate::domain::running::Board| board.black == number || board.white == Some(number);
        if run.state.rounds.iter().flat_map(|round| &round.boards).any(seated) {
            return Err(ServiceError::refused("refusal.running_seated"));
        }
        running::update_player(tx.conn, &RunningPlayer { left_from: Some(0), ..row.clone() })?;
        record("running.take-back", tx, &register.keys, &run, json!({"number": number}))
    })
}

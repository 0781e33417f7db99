//! What happens by itself: mails leave, notices end, sessions and files that nobody needs any more go.
//!
//! A round ([`run_due`]) does everything that is due now and answers how much that was. It keeps no state of
//! its own: what is due stands in the database, so a round may run twice, late, after a crash, or in two
//! processes at once, and a clock that is moved in a test or in the demo makes due whatever it passed.
//! Each deed is one use case of `service`; the [`Runner`] only repeats rounds until it is told to stop.

mod mail;
pub mod print;
mod recount;
mod runner;

pub use mail::Post;
pub use runner::{Runner, Stop};

use crate::print::Fonts;
use crate::service::{Register, ServiceResult, account, authorisation, award, delivery, notice};
use chrono::NaiveDate;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

/// What the jobs work with.
#[derive(Clone)]
pub struct Jobs {
    /// The open register.
    pub register: Register,
    /// How mails leave.
    pub post: Post,
    /// The faces that certificates are printed in.
    pub fonts: Arc<Fonts>,
    /// The folder of finished print files.
    pub prints: PathBuf,
}

/// What a round did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Print jobs that became a file.
    pub printed: usize,
    /// Game records that were recounted.
    pub recounted: usize,
    /// Notices that ended.
    pub notices: usize,
    /// Awards that nobody collected in time.
    pub lapsed: usize,
    /// Events that were closed because nothing of them is open any more.
    pub events: usize,
    /// Agencies that were reminded that their authorisation ends.
    pub reminded: usize,
    /// Mails taken over by the relay.
    pub sent: usize,
    /// Mails that failed and will be tried again.
    pub postponed: usize,
    /// Mails that will not be tried again.
    pub dead: usize,
    /// Sessions that ended, files of prints and mails sent long ago, that were forgotten.
    pub forgotten: usize,
    /// The jobs that broke; the others still ran.
    pub broken: Vec<&'static str>,
}

impl Round {
    /// Whether nothing was due.
    pub fn is_idle(&self) -> bool {
        *self == Self::default()
    }
}

type Work = fn(&Jobs, &Stop, &mut Round) -> ServiceResult<()>;

/// How often a job looks whether something is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    /// In every round.
    Round,
    /// Once a day in Beijing: what is due depends on the date alone, and looking reads many rows.
    Day,
}

type Job = (&'static str, Pace, Work);

/// The jobs of a round: what makes mails comes before the mails.
const JOBS: [Job; 10] = [
    ("print", Pace::Round, print::print_due),
    ("notice", Pace::Round, |jobs, _, round| {
        round.notices += notice::close_due(&jobs.register)?;
        Ok(())
    }),
    ("close-events", Pace::Round, |jobs, _, round| {
        round.events += notice::close_events(&jobs.register)?;
        Ok(())
    }),
    ("lapse", Pace::Day, |jobs, _, round| {
        round.lapsed += award::lapse_due(&jobs.register)?;
        Ok(())
    }),
    ("authorisation", Pace::Day, |jobs, _, round| {
        round.reminded += authorisation::remind(&jobs.register)?;
        Ok(())
    }),
    ("mail", Pace::Round, mail::deliver_due),
    ("sessions", Pace::Round, |jobs, _, round| {
        round.forgotten += account::forget_ended(&jobs.register)?;
        Ok(())
    }),
    ("recount", Pace::Round, recount::recount_due),
    ("prints", Pace::Day, print::sweep),
    ("sent-mails", Pace::Day, |jobs, _, round| {
        round.forgotten += delivery::forget_sent(&jobs.register)?;
        Ok(())
    }),
];

/// Does everything that is due now. A job that fails or panics is reported and leaves the others alone.
pub fn run_due(jobs: &Jobs, stop: &Stop) -> Round {
    run(&JOBS, jobs, stop)
}

/// [`run_due`], without the jobs of a day when those were done today; `done` says when they were done last.
fn run_paced(jobs: &Jobs, stop: &Stop, done: &mut Option<NaiveDate>) -> Round {
    let today = jobs.register.today();
    if *done != Some(today) {
        let round = run_due(jobs, stop);
        // One that broke is tried again in the next round.
        if round.broken.is_empty() && !stop.asked() {
            *done = Some(today);
        }
        return round;
    }
    let list: Vec<Job> = JOBS.into_iter().filter(|(_, pace, _)| *pace == Pace::Round).collect();
    run(&list, jobs, stop)
}

fn run(list: &[Job], jobs: &Jobs, stop: &Stop) -> Round {
    let mut round = Round::default();
    for (name, _, work) in list {
        if stop.asked() {
            break;
        }
        match catch_unwind(AssertUnwindSafe(|| work(jobs, stop, &mut round))) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::error!(job = name, %error, "job failed");
                round.broken.push(name);
            }
            Err(_) => {
                tracing::error!(job = name, "job panicked");
                round.broken.push(name);
            }
        }
    }
    round
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::MovableClock;
    use crate::mail::{Address, Sender, Transport};
    use crate::service::register::Policy;
    use crate::service::{Keys, ServiceError};
    use crate::store::Store;
    use std::sync::Arc;

    fn jobs(clock: Arc<MovableClock>) -> (Jobs, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite:{}", folder.path().join("a.db").display()), true, 2).unwrap();
        let register = Register::new(store, clock, Keys::from_master(&[7; 32]), Policy::default());
        let sender = Sender::new(Address::parse("qipin@example.cn").unwrap(), None);
        let fonts = Arc::new(Fonts::shipped().unwrap());
        let prints = folder.path().to_owned();
        (Jobs { register, post: Post { transport: Transport::folder(folder.path()), sender }, fonts, prints }, folder)
    }

    #[test]
    fn the_jobs_of_a_day_are_done_once_a_day_in_beijing() {
        let clock = Arc::new(MovableClock::frozen("2026-12-01T15:59:59Z".parse().unwrap()));
        let (jobs, _folder) = jobs(clock.clone());
        let mut done = None;
        run_paced(&jobs, &Stop::new(), &mut done);
        assert_eq!(done, "2026-12-01".parse().ok());
        clock.advance(chrono::Duration::seconds(1));
        let stop = Stop::new();
        stop.ask();
        run_paced(&jobs, &stop, &mut done);
        assert_eq!(done, "2026-12-01".parse().ok(), "a round that was stopped has not done them");
        run_paced(&jobs, &Stop::new(), &mut done);
        assert_eq!(done, "2026-12-02".parse().ok());
    }

    #[test]
    fn a_job_that_breaks_leaves_the_others_alone() {
        let (jobs, _folder) = jobs(Arc::default());
        let list: [Job; 3] = [
            ("panics", Pace::Round, |_, _, _| panic!("planted")),
            ("fails", Pace::Day, |_, _, _| Err(ServiceError::Internal("planted".to_owned()))),
            ("works", Pace::Round, |_, _, round| {
                round.sent += 1;
                Ok(())
            }),
        ];
        let round = run(&list, &jobs, &Stop::new());
        assert_eq!(round, Round { sent: 1, broken: vec!["panics", "fails"], ..Round::default() });
    }
}

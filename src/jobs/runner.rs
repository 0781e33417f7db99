//! Rounds of jobs on a thread of their own, until somebody says stop.

use super::{Jobs, run_paced};
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Signals {
    stop: bool,
    wake: bool,
    finished: bool,
}

/// The wish to stop, seen by a round between two deeds.
#[derive(Clone, Default)]
pub struct Stop(Arc<(Mutex<Signals>, Condvar)>);

impl Stop {
    /// A wish not yet uttered.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether to stop before the next deed.
    pub fn asked(&self) -> bool {
        self.signals().stop
    }

    /// Asks to stop.
    pub fn ask(&self) {
        self.tell(|signals| signals.stop = true);
    }

    fn signals(&self) -> MutexGuard<'_, Signals> {
        // Three flags are never half written.
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, change: impl FnOnce(&mut Signals)) {
        change(&mut self.signals());
        self.0.1.notify_all();
    }

    /// Waits until `done` holds, at most `longest`; answers whether it does.
    fn wait(&self, longest: Duration, done: impl Fn(&Signals) -> bool) -> bool {
        let (signals, timeout) = self
            .0
            .1
            .wait_timeout_while(self.signals(), longest, |signals| !done(signals))
            .unwrap_or_else(PoisonError::into_inner);
        drop(signals);
        !timeout.timed_out()
    }
}

/// The jobs at work.
pub struct Runner {
    stop: Stop,
}

impl Runner {
    /// Starts rounds, one `pause` after the other has ended.
    pub fn start(jobs: Jobs, pause: Duration) -> io::Result<Self> {
        let stop = Stop::new();
        let seen = stop.clone();
        thread::Builder::new().name("jobs".to_owned()).spawn(move || {
            let mut daily = None;
            while !seen.asked() {
                let round = run_paced(&jobs, &seen, &mut daily);
                if !round.is_idle() {
                    tracing::info!(?round, "jobs done");
                }
                seen.wait(pause, |signals| signals.stop || signals.wake);
                seen.tell(|signals| signals.wake = false);
            }
            seen.tell(|signals| signals.finished = true);
        })?;
        Ok(Self { stop })
    }

    /// Begins the next round now: there is something to do.
    pub fn wake(&self) {
        self.stop.tell(|signals| signals.wake = true);
    }

    /// Stops after the deed at hand, waiting for it at most `longest`; answers whether it ended in time.
    ///
    /// A mail that is still being handed over when the process ends stays leased in the outbox and is sent
    /// again with the same Message-ID.
    pub fn stop(self, longest: Duration) -> bool {
        self.stop_and_wait(longest)
    }

    /// [`Runner::stop`] for a runner that others hold too.
    pub fn stop_and_wait(&self, longest: Duration) -> bool {
        let begun = Instant::now();
        self.stop.ask();
        let ended = self.stop.wait(longest, |signals| signals.finished);
        tracing::info!(ended, waited_ms = begun.elapsed().as_millis(), "jobs stopped");
        ended
    }
}

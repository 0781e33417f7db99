//! How many statements a piece of work sends to the database.
//!
//! The count is kept for the whole process, so a test that counts runs in a process of its own.

use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

static SENT: AtomicUsize = AtomicUsize::new(0);
const ALONE: &str = "QIPIN_TEST_ALONE";

struct Counter;

impl Instrumentation for Counter {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if matches!(event, InstrumentationEvent::StartQuery { .. }) {
            SENT.fetch_add(1, Ordering::SeqCst);
        }
    }
}

/// Runs a test again, alone, with every connection counting; there it runs `body`.
pub fn alone(test: &str, body: impl FnOnce()) {
    if std::env::var_os(ALONE).is_some() {
        set_default_instrumentation(|| Some(Box::new(Counter))).unwrap();
        return body();
    }
    let program = std::env::current_exe().unwrap();
    let done = Command::new(program).args(["--exact", test, "--nocapture"]).env(ALONE, "1").output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && said.contains("1 passed"), "{said}");
}

/// How many statements `work` sends.
pub fn count<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = SENT.load(Ordering::SeqCst);
    let value = work();
    (SENT.load(Ordering::SeqCst) - before, value)
}

//! How far a run has come, on a terminal only.

use super::super::output::say;
use super::super::table::width;
use std::io::Write;
use std::time::{Duration, Instant};

/// How often the bar is drawn.
const PERIOD: Duration = Duration::from_millis(100);

/// The columns of the bar itself.
const COLUMNS: usize = 30;

/// A bar on the standard error.
pub(super) struct Bar {
    all: usize,
    /// When it was drawn, and whether it is there; none where it never is.
    drawn: Option<(Instant, bool)>,
}

impl Bar {
    /// A bar for so many files, if somebody is there to see it.
    pub(super) fn new(all: usize, seen: bool) -> Self {
        Bar { all, drawn: (seen && all > 1).then(|| (Instant::now(), false)) }
    }

    /// Takes it away before something else is written.
    pub(super) fn clear(&mut self) {
        if let Some((_, there @ true)) = &mut self.drawn {
            *there = false;
            eprint!("\r\x1b[K");
        }
    }

    /// Draws it, if it has not been drawn a moment ago.
    pub(super) fn at(&mut self, done: usize) {
        if let Some((when, there)) = &mut self.drawn
            && when.elapsed() >= PERIOD
        {
            (*when, *there) = (Instant::now(), true);
            eprint!("\r{}", bar(done, self.all));
            // Whether somebody sees it changes nothing.
            let _ = std::io::stderr().flush();
        }
    }
}

fn bar(done: usize, all: usize) -> String {
    let full = COLUMNS * done.min(all) / all.max(1);
    let words = say("recount.cli.bar", &[]);
    let line = format!("[{}{}] {done}/{all} {words}", "#".repeat(full), ".".repeat(COLUMNS - full));
    debug_assert!(width(&line) < 80);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_fills_up_and_fits_a_terminal() {
        assert_eq!(bar(0, 12), "[..............................] 0/12 复核 / recounting");
        assert_eq!(bar(6, 12), "[###############...............] 6/12 复核 / recounting");
        assert_eq!(bar(12, 12), "[##############################] 12/12 复核 / recounting");
        assert!(width(&bar(10_000_000, 10_000_000)) < 80);
    }

    #[test]
    fn nothing_is_drawn_where_nobody_looks() {
        assert!(Bar::new(100, false).drawn.is_none() && Bar::new(1, true).drawn.is_none());
    }
}

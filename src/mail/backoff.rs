//! How long to wait before a mail is tried again, and when to stop.

use std::time::Duration;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;

/// The pauses after the first, second, … failed attempt.
const PAUSES: [u64; 6] = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 24 * HOUR];

/// How often a mail is tried in all: once, and once after each pause.
pub const ATTEMPTS: u32 = PAUSES.len() as u32 + 1;

/// The pause after `failed` attempts have failed (1 after the first), or `None` when the mail is dead:
/// it stays in the outbox for a person to look at and is not tried again by itself.
///
/// Six pauses make a day and a half, which outlasts a weekend night's outage of a relay.
pub fn backoff(failed: u32) -> Option<Duration> {
    let index = usize::try_from(failed.max(1) - 1).ok()?;
    PAUSES.get(index).copied().map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pauses_grow_from_a_minute_to_a_day_and_then_the_letter_is_dead() {
        let minutes: Vec<_> = (1..=6).map(|n| backoff(n).unwrap().as_secs() / MINUTE).collect();
        assert_eq!(minutes, [1, 5, 30, 120, 360, 1440]);
        assert_eq!(backoff(ATTEMPTS), None);
        assert_eq!(backoff(u32::MAX), None);
    }

    #[test]
    fn no_failure_yet_counts_as_the_first() {
        assert_eq!(backoff(0), backoff(1));
    }

    #[test]
    fn a_longer_row_of_failures_never_waits_less() {
        let pauses: Vec<_> = (1..ATTEMPTS).map(|n| backoff(n).unwrap()).collect();
        assert!(pauses.windows(2).all(|pair| pair[0] < pair[1]));
    }
}

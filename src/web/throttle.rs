//! How often one client, and all clients together, may ask.
//!
//! Nine digits can be guessed, so looking up is paced; what is served from memory (styles, scripts) is not
//! counted. Each pace is a token bucket per client beside one bucket for everybody.

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;
use std::time::Duration;

/// The class in which a request is counted, besides the general one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Only the general limits.
    General,
    /// Looking up a certificate or a person.
    Lookup,
    /// A player's code: it cannot be guessed, and a whole hall may stand behind one address.
    Word,
    /// Signing in, invitations, password resets.
    SignIn,
    /// Sending a file, filing an objection: work for us.
    Submit,
}

/// One limit: a steady rate for a client, what it may save up, and the rate of all clients together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// Requests a minute of one client.
    pub per_minute: u32,
    /// Requests that one client may make at once.
    pub burst: u32,
    /// Requests a second of all clients together.
    pub total_per_second: u32,
}

/// The limits of all classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Every request to a page.
    pub general: Limit,
    /// See [`Pace::Lookup`].
    pub lookup: Limit,
    /// See [`Pace::Word`].
    pub word: Limit,
    /// See [`Pace::SignIn`].
    pub sign_in: Limit,
    /// See [`Pace::Submit`].
    pub submit: Limit,
}

impl Limits {
    /// The same limits, `factor` times as wide.
    pub fn times(self, factor: u32) -> Self {
        let wider = |limit: Limit| Limit {
            per_minute: limit.per_minute.saturating_mul(factor),
            burst: limit.burst.saturating_mul(factor),
            total_per_second: limit.total_per_second.saturating_mul(factor),
        };
        Self {
            general: wider(self.general),
            lookup: wider(self.lookup),
            word: wider(self.word),
            sign_in: wider(self.sign_in),
            submit: wider(self.submit),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            general: Limit { per_minute: 300, burst: 120, total_per_second: 5000 },
            lookup: Limit { per_minute: 30, burst: 20, total_per_second: 500 },
            word: Limit { per_minute: 240, burst: 120, total_per_second: 500 },
            sign_in: Limit { per_minute: 10, burst: 10, total_per_second: 50 },
            submit: Limit { per_minute: 20, burst: 20, total_per_second: 50 },
        }
    }
}

impl Limits {
    /// Limits that a measurement or a browser test does not meet.
    pub fn raised() -> Self {
        let limit = Limit { per_minute: 4_000_000_000, burst: 4_000_000_000, total_per_second: 4_000_000_000 };
        Self { general: limit, lookup: limit, word: limit, sign_in: limit, submit: limit }
    }
}

struct Bucket {
    clients: DefaultKeyedRateLimiter<u128>,
    total: DefaultDirectRateLimiter,
}

impl Bucket {
    fn new(limit: Limit) -> Self {
        let at_least_one = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        let client = Quota::per_minute(at_least_one(limit.per_minute)).allow_burst(at_least_one(limit.burst));
        let total = Quota::per_second(at_least_one(limit.total_per_second));
        Self { clients: RateLimiter::keyed(client), total: RateLimiter::direct(total) }
    }

    fn check(&self, clock: &DefaultClock, client: u128) -> Result<(), Wait> {
        let wait = |until: governor::NotUntil<_>| Wait(until.wait_time_from(clock.now()));
        self.clients.check_key(&client).map_err(wait)?;
        self.total.check().map_err(wait)
    }
}

/// How long to wait before asking again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait(Duration);

impl Wait {
    /// Whole seconds, at least one, as `Retry-After` wants them.
    pub fn seconds(self) -> u32 {
        u32::try_from(self.0.as_secs()).unwrap_or(u32::MAX).saturating_add(1)
    }
}

/// The throttle of a server.
pub struct Throttle {
    clock: DefaultClock,
    general: Bucket,
    lookup: Bucket,
    word: Bucket,
    sign_in: Bucket,
    submit: Bucket,
}

impl Throttle {
    /// A throttle with these limits.
    pub fn new(limits: Limits) -> Self {
        Self {
            clock: DefaultClock::default(),
            general: Bucket::new(limits.general),
            lookup: Bucket::new(limits.lookup),
            word: Bucket::new(limits.word),
            sign_in: Bucket::new(limits.sign_in),
            submit: Bucket::new(limits.submit),
        }
    }

    fn bucket(&self, pace: Pace) -> &Bucket {
        match pace {
            Pace::General => &self.general,
            Pace::Lookup => &self.lookup,
            Pace::Word => &self.word,
            Pace::SignIn => &self.sign_in,
            Pace::Submit => &self.submit,
        }
    }

    /// Counts one request of a client, or says how long it has to wait.
    pub fn check(&self, pace: Pace, client: u128) -> Result<(), Wait> {
        self.bucket(pace).check(&self.clock, client)
    }

    /// Forgets clients that have not asked for a while, so that memory stays bounded.
    pub fn forget_idle(&self) {
        for bucket in [&self.general, &self.lookup, &self.word, &self.sign_in, &self.submit] {
            bucket.clients.retain_recent();
            bucket.clients.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(limit: Limit) -> Limits {
        Limits { lookup: limit, ..Limits::raised() }
    }

    #[test]
    fn a_client_waits_while_others_go_on() {
        let throttle = Throttle::new(limits(Limit { per_minute: 2, burst: 3, total_per_second: 1000 }));
        for _ in 0..3 {
            assert_eq!(throttle.check(Pace::Lookup, 1), Ok(()));
        }
        let wait = throttle.check(Pace::Lookup, 1).unwrap_err();
        assert!((1..=31).contains(&wait.seconds()), "{wait:?}");
        assert_eq!(throttle.check(Pace::Lookup, 2), Ok(()));
        assert_eq!(throttle.check(Pace::General, 1), Ok(()));
    }

    #[test]
    fn all_clients_together_are_bounded() {
        let throttle = Throttle::new(limits(Limit { per_minute: 60, burst: 5, total_per_second: 10 }));
        let passed = (0..100).filter(|client| throttle.check(Pace::Lookup, *client).is_ok()).count();
        assert!((10..=12).contains(&passed), "{passed}");
    }
}

//! Argon2id, a few at a time.
//!
//! One computation takes 19 MiB and some tens of milliseconds, so two run at once and the rest wait their turn
//! without holding a thread; when too many wait, the next is told to come back.

use crate::service::{ServiceError, ServiceResult};
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use tokio::sync::Semaphore;

/// How many computations run at once.
pub const AT_ONCE: usize = 2;
/// How many may wait for their turn: some seconds of work.
const WAITING: usize = 64;

/// Memory in KiB, passes and lanes: the second choice of OWASP's password storage sheet, equal in strength to the
/// first at less memory than that.
const MEMORY: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Computed where there is no password to compare with, so that an unknown name takes as long as a known one.
/// Random bytes in the shape of a hash, of which nobody knows a password.
const DUMMY: &str = "$argon2id$v=19$m=19456,t=2,p=1$JTr7dY38iCUWbYed8UjT8w$uR8NT5K30U1TgTOOUfNbMv+ArNxLYwr1miBZXrfoRIM";

/// Computes and compares password hashes. Cheap to clone.
#[derive(Clone)]
pub struct Passwords(Arc<Inner>);

struct Inner {
    argon: Argon2<'static>,
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
    computed: AtomicU64,
}

impl Passwords {
    /// With our parameters.
    pub fn new() -> Self {
        // proven: the parameters are constants within argon2's bounds.
        let params = Params::new(MEMORY, PASSES, LANES, None).unwrap_or_else(|_| unreachable!());
        Self(Arc::new(Inner {
            argon: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            waiting: AtomicUsize::new(0),
            computed: AtomicU64::new(0),
        }))
    }

    /// The hash of a password in PHC form, with a salt of its own.
    pub fn hash(&self, password: &str) -> ServiceResult<String> {
        self.0.computed.fetch_add(1, Ordering::Relaxed);
        let hash: PasswordHash = self
            .0
            .argon
            .hash_password(password.as_bytes())
            .map_err(|error| ServiceError::Internal(format!("argon2: {error}")))?;
        Ok(hash.to_string())
    }

    /// Whether a password is the one of a hash. Without a hash the same work is done, and the answer is no.
    pub fn verify(&self, password: &str, hash: Option<&str>) -> bool {
        self.0.computed.fetch_add(1, Ordering::Relaxed);
        let parsed = hash.and_then(|hash| PasswordHash::new(hash).ok());
        let (target, known) = match (parsed, PasswordHash::new(DUMMY)) {
            (Some(parsed), _) => (parsed, true),
            (None, Ok(dummy)) => (dummy, false),
            (None, Err(_)) => return false,
        };
        let same = self.0.argon.verify_password(password.as_bytes(), &target).is_ok();
        same && known
    }

    /// How many computations were made: the same for a known and an unknown name.
    pub fn computed(&self) -> u64 {
        self.0.computed.load(Ordering::Relaxed)
    }

    /// Runs a use case that computes a hash, when its turn comes, on a thread that may block.
    /// The turn lasts until the work is done, whether or not somebody still waits for it.
    pub async fn run<T, F>(&self, work: F) -> ServiceResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Passwords) -> ServiceResult<T> + Send + 'static,
    {
        let Some(_place) = Place::take(&self.0) else { return Err(ServiceError::refused("refusal.busy")) };
        let turn = Arc::clone(&self.0.turns).acquire_owned().await;
        let turn = turn.map_err(|error| ServiceError::Internal(error.to_string()))?;
        let this = self.clone();
        tokio::task::spawn_blocking(move || {
            let answer = work(&this);
            drop(turn);
            answer
        })
        .await
        .map_err(|error| ServiceError::Internal(error.to_string()))?
    }
}

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

/// A place in the queue, given back when it is dropped.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(inner: &'a Inner) -> Option<Self> {
        let before = inner.waiting.fetch_add(1, Ordering::Relaxed);
        let place = Place(&inner.waiting);
        (before < WAITING + AT_ONCE).then_some(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_hash_has_our_parameters_and_knows_its_password() {
        let passwords = Passwords::new();
        let hash = passwords.hash("围棋之品有九 一曰入神").unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.verify("围棋之品有九 一曰入神", Some(&hash)));
        assert!(!passwords.verify("围棋之品有九 二曰坐照", Some(&hash)));
        assert_eq!(passwords.computed(), 3);
    }

    #[test]
    fn without_a_hash_the_same_work_is_done_and_the_answer_is_no() {
        let passwords = Passwords::new();
        assert!(!passwords.verify("anything at all", None));
        assert!(!passwords.verify("anything at all", Some("no hash")));
        assert_eq!(passwords.computed(), 2);
        let dummy = PasswordHash::new(DUMMY).unwrap();
        let real = PasswordHash::new(&passwords.hash("a").unwrap()).unwrap();
        assert_eq!((dummy.algorithm, dummy.version), (real.algorithm, real.version));
        assert_eq!(dummy.params.to_string(), real.params.to_string());
        assert_eq!(dummy.hash.map(|h| h.as_bytes().len()), real.hash.map(|h| h.as_bytes().len()));
        assert_eq!(dummy.salt.map(|s| s.as_ref().len()), real.salt.map(|s| s.as_ref().len()));
    }

    #[actix_web::test]
    async fn two_run_at_once_and_the_crowd_is_told_to_come_back() {
        let passwords = Passwords::new();
        let running = Arc::new(AtomicUsize::new(0));
        let most = Arc::new(AtomicUsize::new(0));
        let tries = (0..WAITING + AT_ONCE + 10).map(|_| {
            let (running, most) = (running.clone(), most.clone());
            passwords.run(move |_| {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(2));
                running.fetch_sub(1, Ordering::SeqCst);
                Ok(())
            })
        });
        let answers = futures_util::future::join_all(tries).await;
        assert_eq!(most.load(Ordering::SeqCst), AT_ONCE);
        let refused = |e: &ServiceError| matches!(e, ServiceError::Refused { key: "refusal.busy", .. });
        assert_eq!(answers.iter().filter(|a| a.as_ref().err().is_some_and(refused)).count(), 10);
        assert!(passwords.run(|_| Ok(())).await.is_ok(), "places are given back");
    }
}

//! What every handler can reach.

use super::bind::CookiePolicy;
use super::csrf::CsrfKey;
use super::metrics::Metrics;
use super::request_id::RequestIds;
use super::staff::session::RegisterSessions;
use super::throttle::{Limits, Throttle};
use super::user::Sessions;
use crate::clock::Clock;
use crate::service::Register;
use crate::service::account::Passwords;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// How many uploads are held in memory at once; the others wait.
const UPLOADS_AT_ONCE: usize = 8;

/// The settings of the pages.
#[derive(Clone, Debug)]
pub struct WebSettings {
    /// How cookies are named and marked; see [`super::bind::bind_policy`].
    pub cookies: CookiePolicy,
    /// The address under which readers reach us, such as `https://grades.example.cn`, without a final slash:
    /// for codes on paper, mails and feeds.
    pub public_url: String,
    /// How often clients may ask.
    pub limits: Limits,
    /// The token that opens `/metrics` from elsewhere; without one only this machine may read it, and behind
    /// a proxy, where everybody seems to be this machine, nobody.
    pub metrics_token: Option<String>,
}

impl Default for WebSettings {
    fn default() -> Self {
        Self {
            cookies: CookiePolicy::Local,
            public_url: "http://127.0.0.1:8080".to_owned(),
            limits: Limits::default(),
            metrics_token: None,
        }
    }
}

/// Asks whether what we depend on answers; the reason when it does not.
pub type HealthCheck = Arc<dyn Fn() -> Result<(), String> + Send + Sync>;

/// The state shared by all workers.
pub struct AppState {
    /// The open register: database, clock, secrets, policy.
    pub register: Register,
    /// The current moment.
    pub clock: Arc<dyn Clock>,
    /// The settings.
    pub settings: WebSettings,
    /// Finds who is behind a session cookie.
    pub sessions: Arc<dyn Sessions>,
    /// Computes password hashes, a few at a time.
    pub passwords: Passwords,
    /// What `/healthz` asks.
    pub health: HealthCheck,
    /// Signs the tokens in forms.
    pub csrf: CsrfKey,
    /// Paces clients.
    pub throttle: Throttle,
    /// Counts requests.
    pub metrics: Metrics,
    /// Names requests.
    pub request_ids: RequestIds,
    /// Bounds the uploads held in memory.
    pub uploads: Semaphore,
    /// Begins a round of the jobs now: there is something to do.
    pub wake: Arc<dyn Fn() + Send + Sync>,
    /// The folder of finished print files.
    pub prints: PathBuf,
    /// The faces that certificates are printed in, to warn of a missing character before anything is issued.
    pub fonts: Option<Arc<crate::print::Fonts>>,
    /// Moves the clock, in the demo only.
    pub mover: Option<Mover>,
}

/// Moves the demo's clock forward by so many days.
#[derive(Clone)]
pub struct Mover(pub MoveClock);

/// What moves the demo's clock.
pub type MoveClock = Arc<dyn Fn(chrono::Duration) -> Result<(), String> + Send + Sync>;

impl AppState {
    /// A state over an open register.
    pub fn new(register: Register, settings: WebSettings) -> Self {
        let csrf = CsrfKey::derive(&register.keys.token_mac(&[b"csrf"]));
        Self {
            clock: Arc::clone(&register.clock),
            health: health_of(&register),
            sessions: Arc::new(RegisterSessions(register.clone())),
            passwords: Passwords::new(),
            register,
            csrf,
            throttle: Throttle::new(settings.limits),
            metrics: Metrics::new(super::routes::count()),
            request_ids: RequestIds::new(),
            uploads: Semaphore::new(UPLOADS_AT_ONCE),
            wake: Arc::new(|| {}),
            prints: PathBuf::from("qipin-prints"),
            fonts: None,
            mover: None,
            settings,
        }
    }
}

/// Asks the database for the journal's head.
fn health_of(register: &Register) -> HealthCheck {
    let register = register.clone();
    Arc::new(move || {
        let head = register.read(|conn| Ok(crate::store::journal::head(conn)?));
        head.map(|_| ()).map_err(|error| error.to_string())
    })
}

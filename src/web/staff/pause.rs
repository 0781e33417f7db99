//! Answers that leave on the beat, so that how long the work took does not show.
//!
//! Signing in and asking for a new password do nearly the same work whether or not there is such an account; what
//! differs (a row written, a mail queued) is hidden by answering only at whole quarters of a second.

use std::time::{Duration, Instant};

/// The beat.
pub const BEAT: Duration = Duration::from_millis(250);

/// Waits until the next whole beat since `start`.
pub async fn until_the_beat(start: Instant) {
    let passed = start.elapsed().as_millis() % BEAT.as_millis();
    let left = u64::try_from(BEAT.as_millis() - passed).unwrap_or(0);
    tokio::time::sleep(Duration::from_millis(left)).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn whatever_the_work_the_answer_is_on_the_beat() {
        for work in [0, 40, 240] {
            let start = Instant::now();
            tokio::time::sleep(Duration::from_millis(work)).await;
            until_the_beat(start).await;
            assert!(start.elapsed() >= BEAT, "{work}");
        }
    }
}

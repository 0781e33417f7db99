//! Work for many things at once, on as many threads as there are cores.

use super::{ServiceError, ServiceResult};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does work for everything in a list; the answers are in its order. Work that panics is an error of the whole.
pub(super) fn on_all_cores<I: Sync, T: Send>(all: &[I], work: impl Fn(&I) -> T + Sync) -> ServiceResult<Vec<T>> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get).min(all.len());
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        while let Some((at, one)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, all.get(at)?))) {
            done.push((at, work(one)));
        }
        done
    };
    let mut done: Vec<(usize, T)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(run)).collect();
        threads.into_iter().map(|thread| thread.join()).collect::<Result<Vec<_>, _>>()
    })
    .map_err(|_| ServiceError::Internal("work on all cores panicked".to_owned()))?
    .into_iter()
    .flatten()
    .collect();
    done.sort_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, answer)| answer).collect())
}

//! Work for several threads, with the answers in the order of the questions.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};

/// How far the threads may run ahead of what was taken, for each of them.
const AHEAD: usize = 64;

/// How far the answers were taken; nothing more is wanted where it is none.
struct Taken {
    up_to: Mutex<Option<usize>>,
    moved: Condvar,
}

impl Taken {
    fn set(&self, up_to: Option<usize>) {
        *self.up_to.lock().unwrap_or_else(PoisonError::into_inner) = up_to;
        self.moved.notify_all();
    }

    /// Waits until the number is near what was taken; false where nothing more is wanted.
    fn wait_for(&self, number: usize, ahead: usize) -> bool {
        let mut up_to = self.up_to.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match *up_to {
                None => return false,
                Some(taken) if number < taken + ahead => return true,
                Some(_) => up_to = self.moved.wait(up_to).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

/// Does `work` for each item on some threads and hands the answers to `take` in the order of the items. `take` is told
/// whether the next answer is there already, and says whether it wants more.
pub(super) fn in_order<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(R, bool) -> bool,
) {
    let threads = threads.min(items.len());
    if threads < 2 {
        for item in items {
            if !take(work(item), false) {
                return;
            }
        }
        return;
    }
    let (ahead, next) = (threads * AHEAD, AtomicUsize::new(0));
    let taken = Taken { up_to: Mutex::new(Some(0)), moved: Condvar::new() };
    let (sender, answers) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(number) else { return };
                    if !taken.wait_for(number, ahead) || sender.send((number, work(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut early, mut due) = (BTreeMap::new(), 0);
        for (number, answer) in answers {
            early.insert(number, answer);
            while let Some(answer) = early.remove(&due) {
                due += 1;
                if !take(answer, early.contains_key(&due)) {
                    taken.set(None);
                    return;
                }
            }
            taken.set(Some(due));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_order_whoever_is_ready_first() {
        let items: Vec<u64> = (0..2000).collect();
        for threads in [0, 1, 2, 7, 5000] {
            let mut answers = Vec::new();
            let work = |item: &u64| {
                if item.is_multiple_of(50) {
                    std::thread::sleep(std::time::Duration::from_micros(300));
                }
                item * 2
            };
            in_order(&items, threads, work, |answer, _| {
                answers.push(answer);
                true
            });
            assert!(answers.iter().copied().eq((0..2000).map(|item| item * 2)), "{threads} threads");
        }
    }

    #[test]
    fn nobody_works_on_where_nothing_more_is_wanted() {
        let items: Vec<usize> = (0..100_000).collect();
        let done = AtomicUsize::new(0);
        let mut wanted = 10;
        let work = |_: &usize| done.fetch_add(1, Ordering::Relaxed);
        in_order(&items, 4, work, |_, _| {
            wanted -= 1;
            wanted > 0
        });
        assert!(done.load(Ordering::Relaxed) <= 10 + 5 * AHEAD * 4, "{done:?}");
    }

    #[test]
    fn a_slow_first_answer_does_not_let_the_others_pile_up() {
        let items: Vec<usize> = (0..10_000).collect();
        let started = AtomicUsize::new(0);
        let most = AtomicUsize::new(0);
        let work = |item: &usize| {
            started.fetch_max(*item, Ordering::Relaxed);
            if *item == 0 {
                std::thread::sleep(std::time::Duration::from_millis(50));
                most.store(started.load(Ordering::Relaxed), Ordering::Relaxed);
            }
        };
        in_order(&items, 2, work, |(), _| true);
        assert!(most.load(Ordering::Relaxed) < 2 * AHEAD, "{most:?}");
    }
}

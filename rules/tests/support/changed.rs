//! Inputs changed by bytes and by words of their format, the same ones every time: what every target of changed inputs is
//! made of, of whichever parser.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Inputs of a target where nothing else is said.
const INPUTS: usize = 250;

/// An input is not made longer than this.
const LONGEST: usize = 6_000;

pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit.max(1) as u64) as usize
    }

    pub fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    pub fn range(&mut self, length: usize, longest: usize) -> std::ops::Range<usize> {
        let from = self.below(length + 1);
        from..(from + self.below(longest.min(length - from) + 1))
    }
}

/// Changes an input in place, a few times.
pub fn change(bytes: &mut Vec<u8>, random: &mut Random, words: &[&str], other: &[u8]) {
    for _ in 0..1 + random.below(6) {
        let at = random.below(bytes.len() + 1);
        match random.below(10) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = *random.of(b"\0\t\n\r []()\\;:,.-+09azAZ\x7f\x80\xa1\xff"),
            2 => drop(bytes.drain(random.range(bytes.len(), 40))),
            3 => {
                let copy = bytes[random.range(bytes.len(), 60)].to_vec();
                bytes.splice(at..at, copy);
            }
            4 => {
                let times = *random.of(&[2, 3, 17, 300]);
                let word = random.of(words).repeat(times);
                bytes.splice(at..at, word.into_bytes());
            }
            5 => bytes.truncate(at),
            6 => {
                let from = random.below(other.len() + 1);
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
            7 => {
                let digits =
                    *random.of(&["0", "-1", "52", "53", "255", "65536", "2147483648", "99999999999999999999", "1e9"]);
                bytes.splice(at..at, digits.bytes());
            }
            _ => {
                let word = *random.of(words);
                bytes.splice(at..at, word.bytes());
            }
        }
    }
    bytes.truncate(LONGEST);
}

/// Runs a target: its fixtures first, then changed ones.
pub fn target(name: &str, seed: u64, corpus: Vec<Vec<u8>>, words: &[&str], check: impl Fn(&[u8]) -> String) {
    assert!(!corpus.is_empty(), "{name} has nothing to start from");
    let inputs = std::env::var("QIPIN_TEST_FUZZ").ok().and_then(|it| it.parse().ok()).unwrap_or(INPUTS);
    // Judging costs many times what reading does, and that of a whole board many times that of a corner.
    let inputs = match name {
        "verdicts" => inputs / 5,
        "boards" => inputs / 15,
        _ => inputs,
    };
    let mut random = Random(seed);
    let mut seen = BTreeSet::new();
    let mut pool = corpus;
    let begun_with = pool.len();
    for nth in 0..inputs {
        let mut bytes = random.of(&pool).clone();
        let other = random.of(&pool).clone();
        change(&mut bytes, &mut random, words, &other);
        let found = catch_unwind(AssertUnwindSafe(|| check(&bytes))).unwrap_or_else(|panic| {
            let path = format!("{}/fuzz-{name}-{nth}", env!("CARGO_TARGET_TMPDIR"));
            std::fs::write(&path, &bytes).unwrap();
            eprintln!("target {name}, input {nth}: {path}");
            resume_unwind(panic)
        });
        // What shows something new is worth changing further.
        if seen.insert(found) && pool.len() < 2_000 {
            pool.push(bytes);
        }
    }
    println!("{name}: {inputs} inputs from {begun_with}, {} kept", pool.len() - begun_with);
}

//! The same game in two records: keys that stay the same when a board is turned, mirrored or its colours exchanged, when
//! names change, comments are added, the end is cut off, or moves change places with one another.
//!
//! A key is a sum over the moves of its beginning, so their order does not matter. It is taken for all 8 symmetries and
//! both ways of colouring, and the smallest stands. Two records of one game share all keys of the beginnings that they
//! share; a lookup of a few keys finds one among millions.

use crate::Colour;
use crate::coord::{Coord, Size};
use crate::record::{Move, Record};
use crate::replay::Play;

/// The beginnings that have a key of their own, in stones played.
pub const BEGINNINGS: [u16; 9] = [12, 20, 31, 50, 80, 120, 160, 200, 250];

/// The keys of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    /// The key of each of [`BEGINNINGS`] that the game reaches.
    pub beginnings: Vec<(u16, u64)>,
    /// The key of the whole game.
    pub whole: u64,
    /// How many stones were played; passes do not count.
    pub stones: u16,
}

/// The ways to turn, mirror and recolour a board.
const WAYS: usize = 16;

impl Fingerprint {
    /// The keys of a record. Moves off the board are left out.
    pub fn of(record: &Record) -> Fingerprint {
        let size = record.size;
        let mut sums = [0_u64; WAYS];
        let (black, white) = record.stones();
        let stones = black.into_iter().map(|at| (Colour::Black, at));
        for (colour, at) in
            stones.chain(white.into_iter().map(|at| (Colour::White, at))).filter(|(_, at)| size.has(*at))
        {
            add(&mut sums, size, colour, at, SET_UP);
        }
        let (mut played, mut beginnings) = (0, Vec::new());
        for one in &record.moves {
            let Play::At(at) = one.play else { continue };
            if !size.has(at) {
                continue;
            }
            add(&mut sums, size, one.colour, at, 0);
            played += 1;
            if BEGINNINGS.contains(&played) {
                beginnings.push((played, smallest(&sums, size, played)));
            }
        }
        Fingerprint { beginnings, whole: smallest(&sums, size, played), stones: played }
    }

    /// The key of the first so many stones of a game, which is [`Fingerprint::whole`] of a record that stops there; none
    /// where it has fewer.
    pub fn of_beginning(record: &Record, stones: u16) -> Option<u64> {
        let played = |one: &Move| matches!(one.play, Play::At(at) if record.size.has(at));
        let last =
            record.moves.iter().enumerate().filter(|(_, one)| played(one)).nth(usize::from(stones).checked_sub(1)?)?;
        let cut = Record { moves: record.moves[..=last.0].to_vec(), ..record.clone() };
        Some(Fingerprint::of(&cut).whole)
    }

    /// The longest beginning, in stones, that two games have in common by their keys; the whole game counts.
    pub fn common(&self, other: &Fingerprint) -> Option<u16> {
        if self.whole == other.whole && self.stones == other.stones {
            return Some(self.stones);
        }
        let shared = self.beginnings.iter().filter(|beginning| other.beginnings.contains(beginning));
        shared.map(|(stones, _)| *stones).max()
    }
}

/// Stones set up are told from stones played.
const SET_UP: u64 = 1 << 32;

fn add(sums: &mut [u64; WAYS], size: Size, colour: Colour, at: Coord, kind: u64) {
    let (width, height) = (size.width(), size.height());
    let square = width == height;
    for (way, sum) in sums.iter_mut().enumerate() {
        let x = if way & 1 == 0 { at.x } else { width - 1 - at.x };
        let y = if way & 2 == 0 { at.y } else { height - 1 - at.y };
        // An oblong board is not turned a quarter; the way is the same as the one without.
        let (x, y) = if way & 4 != 0 && square { (y, x) } else { (x, y) };
        let colour = if way & 8 == 0 { colour } else { colour.other() };
        *sum = sum.wrapping_add(mixed(kind | u64::from(x) << 16 | u64::from(y) << 8 | colour as u64));
    }
}

fn smallest(sums: &[u64; WAYS], size: Size, played: u16) -> u64 {
    let shape = u64::from(size.width().max(size.height())) << 8 | u64::from(size.width().min(size.height()));
    let least = sums.iter().copied().min().unwrap_or_default();
    mixed(least ^ mixed(shape << 16 | u64::from(played)))
}

/// A number that looks random: the finish of splitmix64.
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

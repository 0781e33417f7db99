//! A number for each stone on each point; a position's hash is all of them combined.

use super::Cell;
use crate::coord::LARGEST;

/// Places on the padded board of the largest size.
const PLACES: usize = (LARGEST as usize + 1) * (LARGEST as usize + 2) + 1;

/// The numbers of a board's stones, by the place on the padded board. They are the same on every board of a size and in
/// every version, so that hashes which were stored can be compared.
static KEYS: [[u64; 2]; PLACES] = keys();

const fn keys() -> [[u64; 2]; PLACES] {
    let mut state = 0x5149_5049_4e00_0001;
    let mut keys = [[0; 2]; PLACES];
    let mut place = 0;
    while place < PLACES {
        keys[place] = [splitmix(&mut state), splitmix(&mut state)];
        place += 1;
    }
    keys
}

/// The number of a stone on a place.
pub(super) fn key(index: usize, stone: Cell) -> u64 {
    KEYS[index][usize::from(stone.wrapping_sub(1)) & 1]
}

/// The generator splitmix64 by Steele, Lea and Flood (2014).
const fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

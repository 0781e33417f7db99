//! A number for each stone on each point; a position's hash is all of them combined.

use super::Cell;
use std::sync::Arc;

/// The numbers of a board's stones, by the place on the padded board.
pub(super) type Keys = Arc<[[u64; 2]]>;

/// The numbers of a board of so many places. They are the same on every board of a size and in every version, so that
/// hashes which were stored can be compared.
pub(super) fn keys(places: usize) -> Keys {
    let mut state = 0x5149_5049_4e00_0001;
    (0..places).map(|_| [splitmix(&mut state), splitmix(&mut state)]).collect()
}

/// The number of a stone on a place.
pub(super) fn key(keys: &Keys, index: usize, stone: Cell) -> u64 {
    keys[index][usize::from(stone) - 1]
}

/// The generator splitmix64 by Steele, Lea and Flood (2014).
fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

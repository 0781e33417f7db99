//! The lot: the last tie-break. It is drawn from the seed recorded with the event and the player's id in the
//! file, so that it can be drawn again by anyone and does not depend on the order of rows.

use sha2::{Digest, Sha256};

/// The lot of an entry; the smaller one wins.
pub fn lot(seed: u64, id: &str) -> [u8; 32] {
    Sha256::digest(format!("{seed}:{id}").as_bytes()).into()
}

/// The lot as a number to show: its first 32 bits.
pub fn shown(lot: &[u8; 32]) -> i64 {
    lot.iter().take(4).fold(0, |number, byte| number * 256 + i64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lot_depends_on_seed_and_id_only() {
        assert_eq!(lot(7, "12"), lot(7, "12"));
        assert_ne!(lot(7, "12"), lot(8, "12"));
        assert_ne!(lot(7, "12"), lot(71, "2"));
        // What `printf 0:1 | sha256sum` begins with.
        assert_eq!(shown(&lot(0, "1")), 0xef13_4f2a);
    }
}

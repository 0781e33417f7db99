//! What a paired round must be, checked on small groups by trying everything and on large ones by what may never happen.

mod brute;
mod game;
mod rules;

use super::{Hand, Player, Policy, Within};

/// Players of these points, numbered from 1 in this order.
fn players(points: &[u32]) -> Vec<Player> {
    let player = |(at, points): (usize, &u32)| Player { number: at as u32 + 1, points: *points, ..Player::default() };
    points.iter().enumerate().map(player).collect()
}

fn policy(within: Within) -> Policy {
    Policy { within, protect: false, allow_repeats: false, seed: 7, round: 1 }
}

/// The two numbers of each board, the smaller first.
fn pairs(paired: &super::Paired) -> Vec<(u32, u32)> {
    paired.boards.iter().map(|(a, b)| (*a.min(b), *a.max(b))).collect()
}

/// Notes that two have met, `black` with Black.
fn meet(players: &mut [Player], black: u32, white: u32) {
    for (own, other, colour) in [(black, white, super::Colour::Black), (white, black, super::Colour::White)] {
        let player = players.iter_mut().find(|player| player.number == own).unwrap();
        player.met.insert(other);
        player.hand = Hand::and(player.hand, colour);
    }
}

/// Numbers that look random and are the same every time.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

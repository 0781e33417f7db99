//! What belongs together: who reaches a point, the regions of one colour, chains, and the armies that they form.

use super::ground::{Cell, Ground, NONE, Place};
use crate::coord::Colour;

/// Which colours reach each point from a living stone of theirs, past everything but living stones of the opponent and,
/// where `held` says so, past no gap that the opponent holds; the gap itself is reached.
pub(super) fn reach(ground: &Ground, held: Option<&[Option<Colour>]>) -> Vec<[bool; 2]> {
    let mut reached = ground.list([false; 2]);
    let mut next: Vec<Place> = Vec::new();
    for colour in Colour::BOTH {
        let other = colour.other();
        next.extend(ground.places().filter(|place| ground.alive(*place, colour)));
        while let Some(here) = next.pop() {
            if std::mem::replace(&mut reached[here][colour as usize], true) {
                continue;
            }
            if held.is_some_and(|held| held[here] == Some(other)) {
                continue;
            }
            let open = |near: &Place| ground.on_board(*near) && !ground.alive(*near, other);
            next.extend(ground.around(here).into_iter().filter(open).filter(|near| !reached[*near][colour as usize]));
        }
    }
    reached
}

/// The regions that one colour alone reaches, joined across the points that both reach.
pub(super) struct Regions {
    /// The number of each point's region; [`NONE`] where both colours or none reach it.
    pub(super) of: Vec<u16>,
    /// The colour of each region.
    pub(super) colours: Vec<Colour>,
}

/// The colour that alone reaches a point.
fn sole(reached: [bool; 2]) -> Option<Colour> {
    match reached {
        [true, false] => Some(Colour::Black),
        [false, true] => Some(Colour::White),
        _ => None,
    }
}

pub(super) fn regions(ground: &Ground, held: &[Option<Colour>], reached: &[[bool; 2]]) -> Regions {
    let mut found = Regions { of: ground.list(NONE), colours: Vec::new() };
    // In which region's walk a point was seen last.
    let mut seen = ground.list(NONE);
    let mut next: Vec<Place> = Vec::new();
    for start in ground.places() {
        let Some(colour) = sole(reached[start]).filter(|_| found.of[start] == NONE) else { continue };
        let number = found.colours.len() as u16;
        found.colours.push(colour);
        next.push(start);
        while let Some(here) = next.pop() {
            if seen[here] == number || found.of[here] != NONE || ground.alive(here, colour.other()) {
                continue;
            }
            seen[here] = number;
            if sole(reached[here]) == Some(colour) {
                found.of[here] = number;
            }
            if held[here] != Some(colour.other()) {
                next.extend(ground.around(here).into_iter().filter(|near| ground.on_board(*near)));
            }
        }
    }
    found
}

/// Connected points with the same on them.
pub(super) struct Chains {
    /// The number of each point's chain.
    pub(super) of: Vec<u16>,
    /// The region that a chain lies in as a whole; [`NONE`] where it lies in several or in none.
    pub(super) regions: Vec<u16>,
    /// How many empty points touch it.
    pub(super) liberties: Vec<u16>,
}

pub(super) fn chains(ground: &Ground, regions: &Regions) -> Chains {
    let mut found = Chains { of: ground.list(NONE), regions: Vec::new(), liberties: Vec::new() };
    let mut counted = ground.list(NONE);
    let mut next: Vec<Place> = Vec::new();
    for start in ground.places() {
        if found.of[start] != NONE {
            continue;
        }
        let number = found.regions.len() as u16;
        let (kind, mut region, mut liberties) = (ground.cells[start], regions.of[start], 0);
        found.of[start] = number;
        next.push(start);
        while let Some(here) = next.pop() {
            if regions.of[here] != region {
                region = NONE;
            }
            for near in ground.around(here) {
                if ground.cells[near] == kind && kind != Cell::Off {
                    if found.of[near] == NONE {
                        found.of[near] = number;
                        next.push(near);
                    }
                } else if ground.empty(near) && std::mem::replace(&mut counted[near], number) != number {
                    liberties += 1;
                }
            }
        }
        found.regions.push(region);
        found.liberties.push(liberties);
    }
    found
}

/// Living chains of a colour that hang together through points of no region: the number of each living stone's army.
pub(super) fn armies(ground: &Ground, held: &[Option<Colour>], regions: &Regions) -> (Vec<u16>, u16) {
    let (mut army, mut armies) = (ground.list(NONE), 0);
    let mut next: Vec<Place> = Vec::new();
    for colour in Colour::BOTH {
        let mut seen = ground.list(false);
        for start in ground.places() {
            if !ground.alive(start, colour) || army[start] != NONE {
                continue;
            }
            next.push(start);
            while let Some(here) = next.pop() {
                if std::mem::replace(&mut seen[here], true) {
                    continue;
                }
                let own = ground.alive(here, colour);
                if own {
                    army[here] = armies;
                }
                if own || (regions.of[here] == NONE && held[here] != Some(colour.other())) {
                    next.extend(ground.around(here).into_iter().filter(|near| ground.on_board(*near)));
                }
            }
            armies += 1;
        }
    }
    (army, armies)
}

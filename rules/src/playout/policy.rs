//! How the sides play at random: sensible enough that what lives, lives.
//!
//! A side answers the last move first: it captures what is in atari, saves its own stones in atari, takes the vital point
//! of a small eye. Else it plays anywhere but in its own eyes and but for moves that put its own stones in atari for
//! nothing.

use super::field::{Cell, EMPTY, Field, NOWHERE, OFF, Place, other};
use super::random::Random;

/// A chain of more stones than these is not put in atari on purpose: no shape of so many kills.
const THROWN_AWAY: u16 = 6;

/// A chain of so many liberties is not killed from within yet.
const MANY: usize = 4;

/// Space for a side's thoughts.
#[derive(Debug, Default)]
pub(super) struct Thoughts {
    liberties: Vec<Place>,
    region: Vec<Place>,
    /// Points that were seen carry the number of the walk; there are fewer walks than numbers.
    marks: Vec<u64>,
    mark: u64,
}

/// A move for a colour; none if it has nothing to play.
pub(super) fn choose(
    field: &Field,
    colour: Cell,
    last: Place,
    random: &mut Random,
    thoughts: &mut Thoughts,
) -> Option<Place> {
    if last != NOWHERE
        && let Some(answer) = answer(field, colour, last, thoughts)
    {
        return Some(answer);
    }
    let open = field.empty.len();
    if open == 0 {
        return None;
    }
    let good = |at: Place, thoughts: &mut Thoughts| {
        !is_eye(field, colour, at) && field.legal(colour, at) && !throws_away(field, colour, at, thoughts)
    };
    for _ in 0..6 {
        let at = field.empty[random.below(open as u32) as usize];
        if good(at, thoughts) {
            return Some(at);
        }
    }
    let start = random.below(open as u32) as usize;
    let (before, after) = field.empty.split_at(start);
    after.iter().chain(before).copied().find(|at| good(*at, thoughts))
}

fn answer(field: &Field, colour: Cell, last: Place, thoughts: &mut Thoughts) -> Option<Place> {
    // Take what has put itself in atari.
    if field.at(last) == other(colour) && field.in_atari(last) {
        let at = field.last_liberty(last);
        if field.legal(colour, at) && (field.stones(last) > 1 || !throws_away(field, colour, at, thoughts)) {
            return Some(at);
        }
    }
    // Save what has been put in atari.
    for near in field.around(last) {
        if field.at(near) == colour
            && field.in_atari(near)
            && let Some(at) = rescue(field, colour, near, thoughts)
        {
            return Some(at);
        }
    }
    vital(field, colour, last, thoughts)
}

/// A move that saves a chain in atari: taking a neighbour off, or running where that gives room.
fn rescue(field: &Field, colour: Cell, chain: Place, thoughts: &mut Thoughts) -> Option<Place> {
    let mut here = chain;
    loop {
        for near in field.around(here) {
            if field.at(near) == other(colour) && field.in_atari(near) {
                let at = field.last_liberty(near);
                if field.legal(colour, at) {
                    return Some(at);
                }
            }
        }
        here = field.after(here);
        if here == chain {
            break;
        }
    }
    let at = field.last_liberty(chain);
    (field.legal(colour, at) && room_after(field, colour, at, 2, thoughts)).then_some(at)
}

/// The vital point of a small space beside the last move: the middle of three, or the point of four or five that most of
/// the others touch.
fn vital(field: &Field, colour: Cell, last: Place, thoughts: &mut Thoughts) -> Option<Place> {
    let Thoughts { region, marks, mark, .. } = thoughts;
    marks.resize(field.places(), 0);
    let first = *mark + 1;
    'sides: for side in field.around(last) {
        *mark += 1;
        // A region that was met from another side is no other.
        if field.at(side) != EMPTY || marks[usize::from(side)] >= first {
            continue;
        }
        region.clear();
        region.push(side);
        marks[usize::from(side)] = *mark;
        let mut next = 0;
        while let Some(here) = region.get(next).copied() {
            next += 1;
            for near in field.around(here) {
                let seen = marks[usize::from(near)];
                if field.at(near) == EMPTY && seen != *mark {
                    if seen >= first || region.len() >= 5 {
                        continue 'sides;
                    }
                    marks[usize::from(near)] = *mark;
                    region.push(near);
                }
            }
        }
        if region.len() < 3 {
            continue;
        }
        let touching = |at: Place| field.around(at).iter().filter(|near| region.contains(near)).count();
        let wanted = if region.len() == 3 { 2 } else { 3 };
        let centre = region.iter().copied().find(|at| touching(*at) >= wanted);
        if let Some(at) = centre.filter(|at| field.legal(colour, *at)) {
            return Some(at);
        }
    }
    None
}

/// Whether a point is an eye of the colour that must not be filled.
pub(super) fn is_eye(field: &Field, colour: Cell, at: Place) -> bool {
    if field.around(at).into_iter().any(|near| field.at(near) != colour && field.at(near) != OFF) {
        return false;
    }
    let (mut enemies, mut edge) = (0, 0);
    for near in field.diagonal(at) {
        match field.at(near) {
            OFF => edge = 1,
            stone if stone == other(colour) => enemies += 1,
            _ => {}
        }
    }
    enemies + edge < 2
}

/// Whether a move puts its own chain in atari for nothing: it takes nothing and kills nothing.
fn throws_away(field: &Field, colour: Cell, at: Place, thoughts: &mut Thoughts) -> bool {
    let (mut open, mut stones) = (0, 1);
    for near in field.around(at) {
        match field.at(near) {
            EMPTY => open += 1,
            OFF => {}
            stone if stone == colour => stones += field.stones(near),
            _ if field.in_atari(near) => return false,
            _ => {}
        }
    }
    if open >= 2 || stones <= 1 || room_after(field, colour, at, 2, thoughts) {
        return false;
    }
    stones > THROWN_AWAY || !kills(field, colour, at, thoughts)
}

/// Whether the chain of a move has a shape in which the opponent, having taken it, cannot make two eyes: two or three
/// stones, four in a square or around one, five or six around a middle.
fn kills(field: &Field, colour: Cell, at: Place, thoughts: &mut Thoughts) -> bool {
    let shape = &mut thoughts.region;
    shape.clear();
    shape.push(at);
    let mut next = 0;
    while let Some(here) = shape.get(next).copied() {
        next += 1;
        for near in field.around(here) {
            if field.at(near) == colour && !shape.contains(&near) {
                if shape.len() >= usize::from(THROWN_AWAY) {
                    return false;
                }
                shape.push(near);
            }
        }
    }
    let mut touching = [0_u8; 5];
    for stone in shape.iter() {
        touching[field.around(*stone).iter().filter(|near| shape.contains(near)).count()] += 1;
    }
    let kills = match shape.len() {
        ..=3 => true,
        4 => touching[3] == 1 || touching[2] == 4,
        5 => touching[4] == 1 || (touching[3] == 1 && touching[2] == 3),
        _ => touching[4] == 1 && touching[2] == 3,
    };
    let liberties = &mut thoughts.liberties;
    kills
        && shape.iter().all(|stone| {
            field.around(*stone).into_iter().all(|near| match field.at(near) {
                // The last liberty is not the chain's own eye.
                EMPTY => near == at || !is_eye(field, colour, near),
                // Nobody dies who has another eye or many liberties.
                wall if wall == other(colour) => {
                    field.liberties(near, MANY, liberties);
                    liberties.len() < MANY && !liberties.iter().any(|liberty| is_eye(field, wall, *liberty))
                }
                _ => true,
            })
        })
}

/// Whether the chain of a move has so many liberties after it, those of captured stones left out of account.
fn room_after(field: &Field, colour: Cell, at: Place, wanted: usize, thoughts: &mut Thoughts) -> bool {
    let found = &mut thoughts.liberties;
    found.clear();
    let mut add = |place: Place| {
        if place != at && field.at(place) == EMPTY && !found.contains(&place) {
            found.push(place);
        }
        found.len() >= wanted
    };
    for near in field.around(at) {
        if add(near) {
            return true;
        }
    }
    for near in field.around(at) {
        if field.at(near) == colour {
            let mut here = near;
            loop {
                for side in field.around(here) {
                    if add(side) {
                        return true;
                    }
                }
                here = field.after(here);
                if here == near {
                    break;
                }
            }
        }
    }
    false
}

//! Territory: the points that a colour surrounds and need not fill, without those of stones in seki.
//!
//! By the Japanese and Korean rules seki has no territory, false eyes have to be filled, and points between the colours
//! are dame. The dead stones are given; this decides what their removal leaves. The way of thinking, with gaps that hold, the
//! eyes of a region and their worth, is the one that D. J. Wu published with `goscorer`; its cases are among the tests.
//!
//! 1. Points where a gap holds ([`blocks`]) stop the opponent.
//! 2. What one colour alone reaches is its region; points that both reach are dame ([`regions`]).
//! 3. The open parts of a region are eyes, less their false points ([`eyes`]).
//! 4. A region whose eyes are worth fewer than two is in seki ([`worth`]).

mod blocks;
mod eyes;
mod ground;
mod regions;
mod worth;

use crate::board::Board;
use crate::coord::{Colour, Coord, Size};
use ground::{Cell, Ground, NONE};

/// What a point is by the rules that count territory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// Whose territory it is, a dead stone on it or not.
    pub territory: Option<Colour>,
    /// It belongs to stones of this colour that are not dead and have not two eyes.
    pub seki: Option<Colour>,
    /// An eye that is no help to live.
    pub false_eye: bool,
    /// An eye that has to be filled in the end, and so is no point.
    pub filled: bool,
    /// Both colours reach it.
    pub dame: bool,
    /// How many eyes the open space around it is worth.
    pub eyes: u8,
}

/// The territory of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Territory {
    size: Size,
    points: Vec<Point>,
    /// Dead stones by their colour.
    dead: [u16; 2],
}

impl Territory {
    /// Finds the territory where the chains of `dead` are dead. One stone stands for its chain; an empty point changes
    /// nothing.
    pub fn of(board: &Board, dead: &[Coord]) -> Territory {
        let ground = Ground::new(board, dead);
        let held = blocks::mark(&ground);
        let strictly = regions::reach(&ground, None);
        let reached = regions::reach(&ground, Some(&held));
        let regions = regions::regions(&ground, &held, &reached);
        let chains = regions::chains(&ground, &regions);
        let (army, armies) = regions::armies(&ground, &held, &regions);
        let mut eyes = eyes::eyes(&ground, &regions, &army, armies);
        let no_help = eyes::false_points(&ground, &regions, &eyes);
        worth::values(&ground, &chains, &no_help, &mut eyes);
        let mut filled = eyes::false_points(&ground, &regions, &eyes);
        beside_throw_ins(&ground, &regions, &mut filled);
        let mut worth = vec![0_u16; regions.colours.len()];
        for eye in &eyes.list {
            worth[usize::from(eye.region)] += u16::from(eye.value);
        }
        let point = |place: usize| {
            let region = regions.of[place];
            if region == NONE {
                return Point { dame: true, ..Point::default() };
            }
            let colour = regions.colours[usize::from(region)];
            let seki = (worth[usize::from(region)] <= 1).then_some(colour);
            let whole = chains.regions[usize::from(chains.of[place])] == region;
            let open = !ground.alive(place, colour) && !strictly[place][colour.other() as usize];
            let territory = (open && whole && seki.is_none() && !filled[place]).then_some(colour);
            let eyes = eyes.list.get(usize::from(eyes.of[place])).map_or(0, |eye| eye.value);
            Point { territory, seki, false_eye: no_help[place], filled: filled[place], dame: false, eyes }
        };
        let points = ground.places().map(point).collect();
        let dead =
            Colour::BOTH.map(|colour| ground.places().filter(|place| ground.dead(*place, colour)).count() as u16);
        Territory { size: board.size(), points, dead }
    }

    /// What a point is; nothing beyond the edge.
    pub fn at(&self, at: Coord) -> Point {
        if !self.size.has(at) {
            return Point::default();
        }
        self.points[usize::from(at.y) * usize::from(self.size.width()) + usize::from(at.x)]
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Points of territory of a colour.
    pub fn points(&self, colour: Colour) -> u16 {
        self.points.iter().filter(|point| point.territory == Some(colour)).count() as u16
    }

    /// Dead stones of a colour.
    pub fn dead(&self, colour: Colour) -> u16 {
        self.dead[colour as usize]
    }

    /// Whether some stones are in seki.
    pub fn has_seki(&self) -> bool {
        self.points.iter().any(|point| point.seki.is_some())
    }
}

/// A dead stone that was thrown in has to be taken and the point filled, which costs its neighbours in the eye as well.
fn beside_throw_ins(ground: &Ground, regions: &regions::Regions, filled: &mut [bool]) {
    let thrown: Vec<(usize, Colour)> = ground
        .places()
        .filter(|place| filled[*place])
        .filter_map(|place| match ground.cells[place] {
            Cell::Dead(colour) => Some((place, colour)),
            _ => None,
        })
        .collect();
    for (place, colour) in thrown {
        for near in ground.around(place).into_iter().filter(|near| ground.open(*near) && regions.of[*near] != NONE) {
            if regions.colours[usize::from(regions.of[near])] == colour.other() {
                filled[near] = true;
            }
        }
    }
}

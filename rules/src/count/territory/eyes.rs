//! The open parts of a region: what may become an eye, which armies touch it, and which of its points are false.
//!
//! A point of an eye is false where an army that borders on it reaches the rest of the eye only through that very point:
//! it has to be filled in the end, when the army is in atari. It does not cost a point where the army has an eye
//! elsewhere.

use super::ground::{Ground, NONE, Place};
use super::regions::Regions;
use crate::coord::Colour;

/// An eye or what may become one.
pub(super) struct Eye {
    pub(super) colour: Colour,
    pub(super) region: u16,
    /// Its points, empty or with dead stones on them.
    pub(super) points: Vec<Place>,
    /// Those that are not false.
    pub(super) real: Vec<Place>,
    /// The armies that touch it, one after the other: the army, its stone and the point of the eye.
    pub(super) touched: Vec<Touch>,
    /// How many eyes it is worth: 0, 1 or 2.
    pub(super) value: u8,
}

impl Eye {
    /// Where an army touches it.
    fn of_army(&self, army: u16) -> &[Touch] {
        let from = self.touched.partition_point(|touch| touch.army < army);
        let number = self.touched[from..].partition_point(|touch| touch.army == army);
        &self.touched[from..from + number]
    }

    /// The armies that touch it, each once.
    fn armies(&self) -> impl Iterator<Item = u16> {
        self.touched.chunk_by(|one, two| one.army == two.army).map(|touches| touches[0].army)
    }
}

/// A stone beside an eye.
#[derive(Clone, Copy)]
pub(super) struct Touch {
    pub(super) army: u16,
    pub(super) stone: Place,
    pub(super) point: Place,
}

/// All eyes, and the number of each point's eye.
pub(super) struct Eyes {
    pub(super) of: Vec<u16>,
    pub(super) list: Vec<Eye>,
    /// For each army the eyes that it touches.
    by_army: Vec<Vec<u16>>,
}

pub(super) fn eyes(ground: &Ground, regions: &Regions, army: &[u16], armies: u16) -> Eyes {
    let mut found = Eyes { of: ground.list(NONE), list: Vec::new(), by_army: vec![Vec::new(); usize::from(armies)] };
    for start in ground.places() {
        let region = regions.of[start];
        if found.of[start] != NONE || !ground.open(start) || region == NONE {
            continue;
        }
        let number = found.list.len() as u16;
        let (mut points, mut touched, mut next) = (vec![start], Vec::new(), 0);
        found.of[start] = number;
        while let Some(here) = points.get(next).copied() {
            next += 1;
            for near in ground.around(here).into_iter().filter(|near| regions.of[*near] == region) {
                if army[near] != NONE {
                    touched.push(Touch { army: army[near], stone: near, point: here });
                    let list = &mut found.by_army[usize::from(army[near])];
                    if list.last() != Some(&number) {
                        list.push(number);
                    }
                } else if ground.open(near) && found.of[near] == NONE {
                    found.of[near] = number;
                    points.push(near);
                }
            }
        }
        touched.sort_unstable_by_key(|touch: &Touch| touch.army);
        let colour = regions.colours[usize::from(region)];
        found.list.push(Eye { colour, region, points, real: Vec::new(), touched, value: 0 });
    }
    found
}

/// The false points of all eyes, as their values stand now: while all are 0, those that are no help to live; later,
/// those that cost a point.
pub(super) fn false_points(ground: &Ground, regions: &Regions, eyes: &Eyes) -> Vec<bool> {
    let mut wrong = ground.list(false);
    let mut search = Search::new(ground, regions, eyes);
    for (number, eye) in eyes.list.iter().enumerate() {
        let mut tested: Vec<(u16, Place)> = eye.touched.iter().map(|touch| (touch.army, touch.point)).collect();
        tested.sort_unstable();
        tested.dedup();
        for (army, point) in tested {
            let inside = ground.around(point).into_iter().filter(|near| eyes.of[*near] == number as u16).count();
            // A point with several others of the eye beside it is not the neck that an army hangs on.
            if inside <= 1 && !wrong[point] && !search.returns(army, number as u16, point) {
                wrong[point] = true;
            }
        }
    }
    wrong
}

/// A walk over armies and eyes.
struct Search<'a> {
    ground: &'a Ground,
    regions: &'a Regions,
    eyes: &'a Eyes,
    /// Marks of the current walk: what carries its number was seen.
    walk: u32,
    armies: Vec<u32>,
    others: Vec<u32>,
    points: Vec<u32>,
    /// Armies that are still to be walked.
    open: Vec<u16>,
    /// Which points are real ones of an eye that is worth something.
    worth: Vec<bool>,
    next: Vec<Place>,
}

impl<'a> Search<'a> {
    fn new(ground: &'a Ground, regions: &'a Regions, eyes: &'a Eyes) -> Self {
        let mut worth = ground.list(false);
        eyes.list.iter().filter(|eye| eye.value > 0).flat_map(|eye| &eye.real).for_each(|point| worth[*point] = true);
        Search {
            ground,
            regions,
            eyes,
            walk: 0,
            armies: vec![0; eyes.by_army.len()],
            others: vec![0; eyes.list.len()],
            points: ground.list(0),
            open: Vec::new(),
            worth,
            next: Vec::new(),
        }
    }

    /// Whether an army comes from one side of a point of an eye to all its other sides without passing through the
    /// point, or to an eye that is worth one.
    fn returns(&mut self, army: u16, number: u16, tested: Place) -> bool {
        self.walk += 1;
        let (walk, eyes) = (self.walk, self.eyes);
        let eye = &eyes.list[usize::from(number)];
        let sides = self.ground.around(tested);
        let wanted = sides.iter().filter(|side| self.regions.of[**side] == eye.region).count();
        let mut reached = [false; 4];
        self.open.clear();
        self.open.push(army);
        self.points[tested] = walk;
        while let Some(army) = self.open.pop() {
            if std::mem::replace(&mut self.armies[usize::from(army)], walk) == walk {
                continue;
            }
            for other in &eyes.by_army[usize::from(army)] {
                if *other != number {
                    if std::mem::replace(&mut self.others[usize::from(*other)], walk) != walk {
                        let other = &eyes.list[usize::from(*other)];
                        if other.value > 0 {
                            return true;
                        }
                        self.open.extend(other.armies());
                    }
                    continue;
                }
                let mut fresh = false;
                for touch in eye.of_army(army) {
                    if let Some(side) = sides.iter().position(|side| *side == touch.stone) {
                        reached[side] = true;
                    }
                    match self.spread(touch.point, number) {
                        Some(true) => return true,
                        Some(false) => fresh = true,
                        None => {}
                    }
                }
                for (side, reached) in sides.iter().zip(&mut reached) {
                    *reached |= self.points[*side] == walk;
                }
                if reached.iter().filter(|side| **side).count() >= wanted {
                    return true;
                }
                if fresh {
                    let points = &self.points;
                    let seen = |touch: &&Touch| touch.point != tested && points[touch.point] == walk;
                    self.open.extend(eye.touched.iter().filter(seen).map(|touch| touch.army));
                    self.open.dedup();
                }
            }
        }
        false
    }

    /// Marks the points of the eye that hang together with one of its points, but for those that were seen; answers
    /// whether one of them is of worth, and nothing where all were seen.
    fn spread(&mut self, from: Place, number: u16) -> Option<bool> {
        let mut found = None;
        self.next.push(from);
        while let Some(here) = self.next.pop() {
            if self.eyes.of[here] != number || std::mem::replace(&mut self.points[here], self.walk) == self.walk {
                continue;
            }
            found = Some(found == Some(true) || self.worth[here]);
            self.next.extend(self.ground.around(here));
        }
        found
    }
}

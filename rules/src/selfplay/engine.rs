//! How a side finds its move: an opening by the book of any beginner, then whatever games at random like best.

use crate::playout::estimate;
use crate::{Board, Colour, Coord, Play, Replay};

/// Points that belong to one side as surely as this, in thousandths, are not played at.
const SETTLED: i16 = 920;

/// What a move must gain over a pass, in thousandths of a point.
const WORTH: i32 = 450;

/// How many moves are looked at, and how many of them a second time.
const LOOKED_AT: usize = 20;
const CLOSELY: usize = 4;

/// A player for both sides.
pub(super) struct Engine {
    state: u64,
    effort: u32,
}

impl Engine {
    pub(super) fn new(seed: u64, effort: u32) -> Engine {
        Engine { state: seed ^ 0x5e1f_0000, effort: effort.max(2) }
    }

    fn below(&mut self, limit: usize) -> usize {
        // splitmix64 by Steele, Lea and Flood (2014).
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit.max(1) as u64) as usize
    }

    /// A move for a colour, or a pass where none is worth anything.
    pub(super) fn choose(&mut self, game: &Replay, colour: Colour, number: usize) -> Play {
        let size = game.board().size();
        if number < usize::from(size.area()) / 20
            && let Some(at) = self.open(game.board())
        {
            return Play::At(at);
        }
        let looks = estimate(game.board(), self.effort * 6, &[]);
        let open: Vec<Coord> = size.coords().filter(|at| looks.at(*at).abs() <= SETTLED).collect();
        // While much is open, any move is worth more than a pass.
        let gains = open.len() * 5 < usize::from(size.area());
        self.best(game, colour, open, gains).map_or(Play::Pass, Play::At)
    }

    /// A point of the third or fourth line away from all stones.
    fn open(&mut self, board: &Board) -> Option<Coord> {
        let size = board.size();
        let from_edge = |at: &Coord| {
            let side = |line: u8, lines: u8| line.min(lines - 1 - line);
            side(at.x, size.width()).min(side(at.y, size.height()))
        };
        let lonely = |at: &Coord| {
            size.coords().all(|other| {
                board.at(other).is_none()
                    || at.x.abs_diff(other.x).max(at.y.abs_diff(other.y)) > size.width().min(13) / 5
            })
        };
        let points: Vec<Coord> = size.coords().filter(|at| matches!(from_edge(at), 2 | 3) && lonely(at)).collect();
        (!points.is_empty()).then(|| points[self.below(points.len())])
    }

    /// The best of some points by games at random; none if not even that gains anything over a pass, where that is asked.
    pub(super) fn best(&mut self, game: &Replay, colour: Colour, mut points: Vec<Coord>, gains: bool) -> Option<Coord> {
        points.retain(|at| !is_eye(game.board(), colour, *at) && after(game, colour, *at).is_some());
        while points.len() > LOOKED_AT {
            let gone = self.below(points.len());
            points.swap_remove(gone);
        }
        let value = |game: &Replay, effort: u32| -> i32 {
            let looks = estimate(game.board(), effort, &[]);
            let sum: i32 = game.board().size().coords().map(|at| i32::from(looks.at(at))).sum();
            if colour == Colour::Black { sum } else { -sum }
        };
        let mut found: Vec<(i32, Coord)> = Vec::new();
        for at in points {
            found.push((value(&after(game, colour, at)?, self.effort), at));
        }
        let better = |one: &(i32, Coord), two: &(i32, Coord)| (two.0, one.1).cmp(&(one.0, two.1));
        found.sort_unstable_by(better);
        found.truncate(CLOSELY);
        for (value_of, at) in &mut found {
            *value_of = value(&after(game, colour, *at)?, self.effort * 6);
        }
        found.sort_unstable_by(better);
        let (most, at) = *found.first()?;
        (!gains || most - value(game, self.effort * 6) >= WORTH).then_some(at)
    }
}

/// The game after a move, where it is legal.
fn after(game: &Replay, colour: Colour, at: Coord) -> Option<Replay> {
    let mut next = game.clone();
    next.play(colour, Play::At(at)).is_ok().then_some(next)
}

/// Whether a point is an eye that its owner does not fill: own stones around, and at most one corner of the opponent's,
/// none at the edge.
pub(super) fn is_eye(board: &Board, colour: Colour, at: Coord) -> bool {
    if board.at(at).is_some() || !board.neighbours(at).all(|near| board.at(near) == Some(colour)) {
        return false;
    }
    let size = board.size();
    let corners = [(-1_i8, -1_i8), (-1, 1), (1, -1), (1, 1)].into_iter().filter_map(|(dx, dy)| {
        let there = Coord { x: at.x.checked_add_signed(dx)?, y: at.y.checked_add_signed(dy)? };
        size.has(there).then_some(there)
    });
    let (mut there, mut against) = (0, 0);
    for corner in corners {
        there += 1;
        against += u8::from(board.at(corner) == Some(colour.other()));
    }
    against <= u8::from(there == 4)
}

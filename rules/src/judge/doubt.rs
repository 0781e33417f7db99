//! Stones whose fate is not certain: a reading of them, the other way round, by which the declared result is right.
//!
//! Stones that hang together are dead or alive together, so units are turned and not chains: those of one colour that
//! share liberties.

use super::auto::Fate;
use super::claim::read_by;
use super::terms::Table;
use super::unplayed::{Explained, Known, Stopped};
use super::verdict::Judged;
use super::winner::Winners;
use crate::board::Board;
use crate::coord::Coord;
use crate::count::{Count, Terms};
use crate::half_points::HalfPoints;
use crate::record::Unit;

/// Stones less certain than this, in thousandths, are tried the other way round.
const DOUBTFUL: u16 = 350;

/// How many units are tried.
const UNITS: usize = 8;

/// The dead stones and the count by which a claim is right with one unit the other way round; none where there is no such
/// unit. Doubt may explain a margin, not another winner.
pub(super) fn turned(
    judged: &Judged,
    tables: &[Table],
    claims: &[(Unit, HalfPoints)],
    winners: &Winners,
    count: &dyn Fn(&[Coord], &Terms) -> Count,
) -> Option<(Vec<Coord>, Count)> {
    let terms = &tables.first()?.terms;
    readings(judged).into_iter().find_map(|dead| {
        let counted = count(&dead, terms);
        let fits = winners.allow(counted.margin())
            && read_by(claims, terms.rules).any(|(_, claim)| *claim == counted.margin());
        fits.then_some((dead, counted))
    })
}

/// The same where the claim is right after the moves that the record leaves out.
pub(super) fn played_out(judged: &Judged, rest: &Stopped<'_>, winners: &Winners) -> Option<(Vec<Coord>, Explained)> {
    readings(judged).into_iter().find_map(|dead| {
        let turned = Stopped { dead: &dead, known: Known::default(), ..*rest };
        // Neither as they stand nor after the moves may the stones have another winner.
        turned.winners(None).stands.first().filter(|margin| winners.allow(**margin))?;
        let explained = turned.played_out(&turned.finish())?;
        let same = winners.allow(explained.1.margin());
        same.then_some((dead, explained))
    })
}

/// The dead stones with one doubtful unit the other way round, the most doubtful first.
pub(super) fn readings(judged: &Judged) -> Vec<Vec<Coord>> {
    let mut doubtful: Vec<&Fate> =
        judged.fates.iter().flat_map(|fates| &fates.chains).filter(|fate| fate.sure < DOUBTFUL).collect();
    doubtful.sort_by_key(|fate| fate.sure);
    let units = units(&judged.played.board, &doubtful);
    let turned = |unit: Vec<Coord>| {
        let mut dead = judged.dead.clone();
        for at in unit {
            match dead.iter().position(|other| *other == at) {
                Some(place) => {
                    dead.remove(place);
                }
                None => dead.push(at),
            }
        }
        dead
    };
    units.into_iter().take(UNITS).map(turned).collect()
}

/// The units of some chains, by the first stone of each chain; single chains first tell less than units, and come after.
fn units(board: &Board, chains: &[&Fate]) -> Vec<Vec<Coord>> {
    let liberties = |fate: &Fate| -> Vec<Coord> {
        let near = board.chain(fate.at).flat_map(|stone| board.neighbours(stone));
        near.filter(|near| board.at(*near).is_none()).collect()
    };
    let open: Vec<Vec<Coord>> = chains.iter().map(|fate| liberties(fate)).collect();
    let mut unit: Vec<usize> = (0..chains.len()).collect();
    for one in 0..chains.len() {
        for two in 0..one {
            let alike = chains[one].colour == chains[two].colour && chains[one].dead == chains[two].dead;
            if alike && unit[one] != unit[two] && open[one].iter().any(|at| open[two].contains(at)) {
                let (kept, gone) = (unit[two], unit[one]);
                unit.iter_mut().filter(|unit| **unit == gone).for_each(|unit| *unit = kept);
            }
        }
    }
    let mut found: Vec<Vec<Coord>> = Vec::new();
    for number in 0..chains.len() {
        let members: Vec<Coord> =
            chains.iter().zip(&unit).filter(|(_, unit)| **unit == number).map(|(fate, _)| fate.at).collect();
        if !members.is_empty() {
            found.push(members);
        }
    }
    let single: Vec<Vec<Coord>> = chains.iter().map(|fate| vec![fate.at]).filter(|one| !found.contains(one)).collect();
    found.extend(single);
    found
}

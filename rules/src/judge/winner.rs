//! Whose win may be confirmed, found without a look at the declared result: for no position may either side be confirmed
//! as the winner, whatever a record declares.

use crate::half_points::HalfPoints;

/// The margins of a position by each of the terms that its record allows, the likeliest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Winners {
    /// As it stands.
    pub(super) stands: Vec<HalfPoints>,
    /// After the moves that this program thinks are left, for a record that stops before both sides have passed; none
    /// where nothing is left or nothing was played.
    pub(super) stopped: Option<Vec<HalfPoints>>,
    /// The same where both sides have passed: their passes have settled the winner, and this only tells what is in doubt.
    pub(super) passed: Option<Vec<HalfPoints>>,
}

fn winner(margin: HalfPoints) -> i32 {
    margin.0.signum()
}

/// Whether the likeliest of some margins has the winner of a margin, and none has the other one.
fn agree(margins: &[HalfPoints], margin: HalfPoints) -> bool {
    let won = winner(margin);
    let likeliest = margins.first().is_some_and(|first| winner(*first) == won);
    // Half a point of komi more or less may make a draw of a win, but no win of a draw.
    likeliest && margins.iter().all(|other| winner(*other) == won || won != 0 && other.0 == 0)
}

impl Winners {
    /// Whether a margin may be confirmed that the position has as it stands, or by moves other than this program's.
    pub(super) fn allow(&self, margin: HalfPoints) -> bool {
        agree(&self.stands, margin) && self.stopped.iter().all(|after| agree(after, margin))
    }

    /// Whether a margin may be confirmed that the position has after this program's moves.
    pub(super) fn allow_after(&self, margin: HalfPoints) -> bool {
        agree(self.stopped.as_ref().unwrap_or(&self.stands), margin)
    }

    /// Whether some reading, or the moves that are left, have the winner of a margin.
    pub(super) fn possible(&self, margin: HalfPoints) -> bool {
        let after = self.stopped.iter().chain(&self.passed).flatten();
        self.stands.iter().chain(after).any(|other| winner(*other) == winner(margin))
    }

    /// Whether few points lie between a margin and one of these.
    pub(super) fn near(&self, margin: HalfPoints, few: i32) -> bool {
        self.stands.iter().chain(self.stopped.iter().flatten()).any(|other| (*other - margin).abs().0 <= few)
    }

    /// By how much the moves that are left change a margin at most.
    pub(super) fn change(&self) -> i32 {
        let after = self.stopped.iter().chain(&self.passed).flatten();
        let one_by_one = self.stands.iter().zip(after);
        one_by_one.map(|(stands, after)| (*after - *stands).abs().0).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn margins(of: &[i32]) -> Vec<HalfPoints> {
        of.iter().copied().map(HalfPoints).collect()
    }

    #[test]
    fn never_are_both_sides_allowed() {
        let few: Vec<Vec<HalfPoints>> =
            [-1, 0, 1].into_iter().flat_map(|one| [-1, 0, 1].map(|two| margins(&[one, two]))).collect();
        for stands in &few {
            for after in std::iter::once(None).chain(few.iter().map(Some)) {
                for passed in [false, true] {
                    let after = after.cloned();
                    let (stopped, passed) = if passed { (None, after) } else { (after, None) };
                    let winners = Winners { stands: stands.clone(), stopped, passed };
                    let may = |margin| winners.allow(margin) || winners.allow_after(margin);
                    let allowed = [-1, 0, 1].into_iter().filter(|won| may(HalfPoints(*won))).count();
                    assert!(allowed <= 1, "{winners:?}");
                }
            }
        }
    }

    #[test]
    fn where_the_moves_that_are_left_turn_the_winner_only_they_are_believed() {
        let winners = Winners { stands: margins(&[1]), stopped: Some(margins(&[-1])), ..Winners::default() };
        assert!(winners.allow_after(HalfPoints(-1)) && !winners.allow(HalfPoints(-1)) && !winners.allow(HalfPoints(1)));
        assert_eq!(winners.change(), 2);
        // Passes have settled it.
        let winners = Winners { stands: margins(&[1]), passed: Some(margins(&[-1])), ..Winners::default() };
        assert!(winners.allow(HalfPoints(1)) && !winners.allow_after(HalfPoints(-1)));
        assert!(winners.possible(HalfPoints(-1)));
    }
}

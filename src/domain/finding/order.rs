//! The one order in which findings are listed, whoever raised them first and wherever they are read.

use super::Finding;
use std::cmp::Ordering;

/// Errors, warnings, information; of each the upload as a whole, the players, the results; then by line, as a number,
/// and by code. What is left equal is told apart by everything else, so that the order never depends on chance.
pub fn order(a: &Finding, b: &Finding) -> Ordering {
    (a.severity, a.part, a.line, a.code, a.round, a.board)
        .cmp(&(b.severity, b.part, b.line, b.code, b.round, b.board))
        .then_with(|| (&a.column, &a.person, &a.found, &a.expected).cmp(&(&b.column, &b.person, &b.found, &b.expected)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::finding::{Part, Place, codes};

    #[test]
    fn severity_then_file_then_line_as_a_number_then_code() {
        let at = |part, line| Place { part, line: Some(line), ..Place::default() };
        // In their order, raised in another one. E302 refuses the file and E402 does not: that changes nothing.
        let listed = [
            codes::E501.at(Place::whole()),
            codes::E201.at(at(Part::Players, 3)),
            codes::E402.at(Place::part(Part::Results)),
            codes::E402.at(at(Part::Results, 2)),
            codes::E302.at(at(Part::Results, 9)),
            codes::E402.at(at(Part::Results, 9)),
            codes::E302.at(at(Part::Results, 10)),
            codes::E402.at(at(Part::Results, 100)),
            codes::W304.at(at(Part::Results, 1)),
            codes::I710.at(at(Part::Players, 2)),
            codes::I314.at(at(Part::Players, 11)),
        ];
        let listed: Vec<Finding> = listed.into_iter().map(|raise| raise.done()).collect();
        for step in [1, 3, 4, 7] {
            let mut mixed: Vec<Finding> =
                (0..listed.len()).map(|n| listed[(n * step + 5) % listed.len()].clone()).collect();
            mixed.sort_by(order);
            assert_eq!(mixed, listed);
        }
    }
}

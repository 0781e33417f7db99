//! A game record that anybody has checked: its last board beside the verdict, what was taken as dead and why.

use super::game::legend;
use super::game_words as said;
use crate::domain::game_record::walk::{Walk, walk};
use crate::domain::recount::{self, DeadPoint, Game, Record, RuleSet};
use crate::domain::results::Report;
use crate::web::parts::{Badge, Picture};
use crate::web::shell::Shell;
use weiqi_rules::{Coord, rules};

/// The last position of a record, or the move against the rules at which it ends.
pub(super) struct End {
    walk: Walk,
    /// The dead stones; none where nothing was counted.
    dead: Option<Vec<Coord>>,
}

impl End {
    /// That of the game that a report is of; none where it cannot be read.
    pub(super) fn of(report: &Report, bytes: &[u8]) -> Option<Self> {
        let game = report.recount.as_ref()?;
        let record: Record = recount::read(bytes).into_iter().nth(game.index)?.ok()?;
        let by = game.rules.and_then(RuleSet::of).unwrap_or(&rules::CHINESE);
        let at = game.illegal.as_ref().map_or(usize::MAX, |illegal| illegal.number);
        let dead = game.dead.iter().filter_map(|at| DeadPoint::read(at)?.on(record.size)).collect();
        Some(End { walk: walk(&record, by, at), dead: game.computed.winner.map(|_| dead) })
    }
}

/// What the page shows of a record.
pub(super) struct CheckedRecord {
    pub(super) verdict: Badge,
    /// What the verdict means, in a sentence; what cannot be read is explained by the finding.
    pub(super) meaning: Option<&'static str>,
    pub(super) board: Option<Picture>,
    /// What the signs on the board mean, where it was counted.
    pub(super) legend: Option<String>,
    /// Who says which stones are dead.
    pub(super) dead: Option<String>,
}

impl CheckedRecord {
    pub(super) fn new(shell: &Shell, game: &Game, end: Option<&End>) -> Self {
        let (tone, key) = said::verdict(Some(game.verdict));
        let counted = game.computed.winner.is_some();
        let sure = game.confidence.written();
        Self {
            verdict: Badge::new(tone, shell.t(key).to_owned()),
            meaning: end.map(|_| crate::text::text(shell.lang, said::verdict_text(Some(game.verdict)))),
            board: end.map(|end| Picture::new(end.walk.svg(end.dead.as_deref()))),
            legend: end.and_then(|end| Some(legend(shell, &end.walk.board, end.dead.as_deref()?))),
            dead: counted.then(|| shell.fill(said::dead_source(game.dead_source), &[("sure", &sure)])),
        }
    }
}

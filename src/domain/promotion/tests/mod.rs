//! Worked examples of every built-in scheme, computed by hand, and the properties that hold for all of them.

mod counts;
mod crosstable;
mod dan;
mod kyu;
mod language;
mod properties;
mod ties;

use super::{Context, Outcome, promote};
use crate::domain::scheme::builtin;
use crosstable::crosstable;

/// Promotes a crosstable under a built-in scheme.
fn run(scheme: &str, group: &str, table: &str, context: &Context) -> Outcome {
    let scheme = builtin(scheme, None).unwrap();
    promote(&scheme, scheme.group(group).unwrap(), &crosstable(table), context).unwrap()
}

/// The outcome in one line for each player, from the first place down: `id place award clause`.
fn lines(outcome: &Outcome, table: &str) -> Vec<String> {
    let sheet = crosstable(table);
    let line = |p: &super::PlayerOutcome| {
        let award = p.award.map_or_else(|| "-".to_owned(), |g| g.to_string());
        let clause = p.clause.clone().unwrap_or_else(|| "-".to_owned());
        format!("{} {} {award} {clause}", sheet.entries[p.entry].id, p.place)
    };
    outcome.players.iter().map(line).collect()
}

/// The English reason of a player.
fn reason(outcome: &Outcome, table: &str, id: &str) -> String {
    let sheet = crosstable(table);
    outcome.players.iter().find(|p| sheet.entries[p.entry].id == id).unwrap().reason.en.clone()
}

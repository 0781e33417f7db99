//! What makes a scheme contradictory although every value is well formed: overlapping groups, clauses that can
//! never grant, awards that rise downwards, combinations under which winning could cost an award.

use super::clause::{Award, Clause, Pick, Quota};
use super::entry::GradeRange;
use super::load_group::{ClauseAt, Loaded};
use super::model::{Group, Scheme};
use super::policy::{Base, Share};
use super::problem::Problems;
use crate::domain::grade::Grade;
use std::collections::HashMap;

/// Checks all groups; `scheme` has everything but groups.
pub(super) fn check(scheme: &Scheme, groups: &[Loaded], problems: &mut Problems) {
    ids(groups, problems);
    for (i, later) in groups.iter().enumerate() {
        for earlier in &groups[..i] {
            if earlier.group.entry.overlaps(&later.group.entry) {
                let found = format!("{}: {}", later.ids.join(" "), later.group.entry.grades);
                let other = format!("{}: {}", earlier.ids.join(" "), earlier.group.entry.grades);
                problems.add(later.grades_at.clone(), "schemes.problem.overlap", found, other);
            }
        }
    }
    for loaded in groups {
        stops(scheme, loaded, problems);
        for (i, clause) in loaded.group.clauses.iter().enumerate() {
            let at = &loaded.clauses_at[i];
            alone(scheme, &loaded.group, clause, at, problems);
            if !loaded.complete {
                continue;
            }
            reserved(&loaded.group.clauses, i, at, problems);
            for earlier in &loaded.group.clauses[..i] {
                pair(scheme, &loaded.group, earlier, clause, at, problems);
            }
        }
    }
}

fn ids(groups: &[Loaded], problems: &mut Problems) {
    let mut group_ids: HashMap<&str, u32> = HashMap::new();
    let mut clause_ids: HashMap<&str, u32> = HashMap::new();
    for loaded in groups {
        if loaded.ids.is_empty() || loaded.ids.iter().any(|id| id.trim().is_empty()) {
            problems.add(loaded.at.clone(), "schemes.problem.bad_value", "\"\"", "id");
        }
        for id in &loaded.ids {
            if let Some(line) = group_ids.insert(id, loaded.group.line) {
                problems.add(loaded.at.clone(), "schemes.problem.duplicate_group", id, line);
            }
        }
        for (clause, at) in loaded.group.clauses.iter().zip(&loaded.clauses_at) {
            if clause.id.trim().is_empty() {
                problems.add(at.id.clone(), "schemes.problem.bad_value", "\"\"", "id");
            }
            if let Some(line) = clause_ids.insert(&clause.id, clause.line) {
                problems.add(at.id.clone(), "schemes.problem.duplicate_clause", &clause.id, line);
            }
        }
    }
}

fn stops(scheme: &Scheme, loaded: &Loaded, problems: &mut Problems) {
    let (Some(stop), Some(at)) = (loaded.group.stop, &loaded.stop_at) else { return };
    if stop.wins.is_none() && stop.losses.is_none() {
        problems.add(at.clone(), "schemes.problem.missing_key", "-", "wins | losses");
    }
    if let Some(rounds) = loaded.group.rounds {
        for count in [stop.wins, stop.losses, Some(stop.from_round)].into_iter().flatten() {
            if count > rounds {
                problems.add(at.clone(), "schemes.problem.unreachable_wins", count, format!("<= {rounds}"));
            }
        }
    }
    // Who is still there at the end depends on results where pairing stops early: a win could then shrink a quota.
    if scheme.base == Base::Finished {
        problems.add(at.clone(), "schemes.problem.finished_with_stop", "finished", "started, registered");
    }
    // Turning the last allowed loss into a win would turn "out" into "absent", and absent into "no award".
    if scheme.absence.forfeits_award && stop.losses.is_some() {
        problems.add(at.clone(), "schemes.problem.forfeit_with_stop", "losses", "forfeits_award = false");
    }
}

/// The most wins that the group's rounds and its early stop allow.
fn most_wins(group: &Group) -> Option<u16> {
    let stop = group.stop.and_then(|stop| Some(stop.wins?.max(stop.from_round)));
    match (group.rounds, stop) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, other) => one.or(other),
    }
}

fn alone(scheme: &Scheme, group: &Group, clause: &Clause, at: &ClauseAt, problems: &mut Problems) {
    let wins = clause.filled_from.or(clause.wins);
    if let (Some(wins), Some(most)) = (wins, most_wins(group))
        && wins > most
    {
        let place = at.wins.clone().unwrap_or(at.id.clone());
        problems.add(place, "schemes.problem.unreachable_wins", wins, format!("<= {most}"));
    }
    if let (Award::Up(rungs), Some(most)) = (clause.award, scheme.max_rungs)
        && rungs > most
    {
        problems.add(at.award.clone(), "schemes.problem.too_many_rungs", rungs, format!("<= {most}"));
    }
    let mut concerned = grades(group, clause).peekable();
    if concerned.peek().is_none() {
        let found = clause.from.map_or_else(String::new, |from| from.to_string());
        problems.add(at.id.clone(), "schemes.problem.unreachable_from", found, group.entry.grades);
    } else if concerned.all(|from| scheme.resolve(clause.award, from, None).is_err()) {
        let found = describe(clause.award);
        problems.add(at.award.clone(), "schemes.problem.unreachable_award", found, format!("> {}", group.entry.grades));
    }
    if let (Some(own), Some(groups)) = (clause.sex, group.entry.sex)
        && own != groups
    {
        problems.add(at.id.clone(), "schemes.problem.unreachable_sex", &clause.id, "sex");
    }
}

fn describe(award: Award) -> String {
    match award {
        Award::Up(rungs) => format!("+{rungs}"),
        Award::To(grade) => grade.to_string(),
    }
}

/// The grades that a clause can meet in its group: the group's own, and those below where they are admitted.
fn grades<'g>(group: &'g Group, clause: &'g Clause) -> impl Iterator<Item = Option<Grade>> + 'g {
    let own = group.entry.grades;
    let met = if group.entry.lower_admitted { GradeRange { low: None, ..own } } else { own };
    met.iter().filter(|from| clause.from.is_none_or(|asked| asked.contains(*from)))
}

/// A reserved place stands right below its quota, has the same award, asks for a sex, and takes over where the
/// quota's win groups end.
fn reserved(clauses: &[Clause], i: usize, at: &ClauseAt, problems: &mut Problems) {
    let clause = &clauses[i];
    let Pick::Reserved(_) = clause.pick else { return };
    let quota = i.checked_sub(1).map(|above| &clauses[above]).filter(|above| matches!(above.pick, Pick::Best(_)));
    let Some(quota) = quota else {
        problems.add(at.id.clone(), "schemes.problem.reserved_alone", &clause.id, "share | places");
        return;
    };
    if clause.sex.is_none() {
        problems.add(at.id.clone(), "schemes.problem.missing_key", "-", "sex");
    }
    if quota.award != clause.award {
        problems.add(at.award.clone(), "schemes.problem.reserved_award", describe(clause.award), describe(quota.award));
    }
    // Otherwise a woman who wins once more could leave the reserved place without reaching the quota.
    if quota.wins.unwrap_or(0) > clause.wins.unwrap_or(0) + 1 {
        let place = at.wins.clone().unwrap_or(at.id.clone());
        let least = quota.wins.unwrap_or(0) - 1;
        problems.add(place, "schemes.problem.reserved_wins", clause.wins.unwrap_or(0), format!(">= {least}"));
    }
}

/// Whether everyone who meets `later` meets `earlier` too.
fn covers(earlier: &Clause, later: &Clause) -> bool {
    let from = match (earlier.from, later.from) {
        (Some(a), Some(b)) => a.covers(b),
        (a, _) => a.is_none(),
    };
    let rate = match (earlier.rate, later.rate) {
        (Some(a), Some(b)) => a.compare(b).is_le(),
        (a, _) => a.is_none(),
    };
    let tests = earlier
        .tests
        .iter()
        .all(|need| later.tests.iter().any(|have| have.test == need.test && have.at_least >= need.at_least));
    from && rate
        && tests
        && earlier.sex.is_none_or(|sex| later.sex == Some(sex))
        && earlier.wins.unwrap_or(0) <= later.wins.unwrap_or(0)
}

fn takes_all(pick: Pick) -> bool {
    match pick {
        Pick::All => true,
        Pick::Best(Quota::Share(share)) => share.numerator == share.denominator,
        Pick::Band { part, of } => part == of,
        _ => false,
    }
}

/// Whether a quota stands safely below another clause: everyone who could take one of its places could have been
/// served by the clause above. If not, a player who wins once more can push the beaten opponent out of the clause
/// above and into this quota, and lose the place to that opponent.
fn nested(scheme: &Scheme, group: &Group, earlier: &Clause, later: &Clause) -> bool {
    let by_results = !matches!(earlier.pick, Pick::All) || earlier.wins.is_some() || earlier.rate.is_some();
    if !matches!(later.pick, Pick::Best(_)) || !by_results {
        return true;
    }
    let meets = |clause: &Clause, from| {
        clause.from.is_none_or(|own| own.contains(from)) && scheme.resolve(clause.award, from, None).is_ok()
    };
    let mut both = 0;
    let mut later_only = 0;
    for from in grades(group, later).filter(|from| meets(later, *from)) {
        if meets(earlier, from) { both += 1 } else { later_only += 1 }
    }
    both == 0 || (later_only == 0 && covers(&Clause { from: None, ..earlier.clone() }, later))
}

fn pair(scheme: &Scheme, group: &Group, earlier: &Clause, later: &Clause, at: &ClauseAt, problems: &mut Problems) {
    let granted = |from| scheme.resolve(earlier.award, from, None).is_ok();
    let wider_band = match (earlier.pick, later.pick) {
        (Pick::Band { part, of }, Pick::Band { part: later, of: parts }) => {
            let share = |numerator, denominator| Share { numerator, denominator };
            share(part, of).compare(share(later, parts)).is_ge()
        }
        _ => false,
    };
    let always = earlier.levels.is_empty() || later.levels.iter().all(|level| earlier.levels.contains(level));
    let swallowed = (takes_all(earlier.pick) || wider_band)
        && always
        && covers(earlier, later)
        && grades(group, later).all(granted);
    if swallowed {
        let place = at.wins.clone().or(at.pick.clone()).unwrap_or(at.id.clone());
        problems.add(place, "schemes.problem.shadowed", &later.id, format!("{} ({})", earlier.id, earlier.line));
        return;
    }
    // Clauses for different levels never meet at one event.
    let both_levels = earlier.levels.is_empty()
        || later.levels.is_empty()
        || earlier.levels.iter().any(|level| later.levels.contains(level));
    let apart = !both_levels || matches!((earlier.sex, later.sex), (Some(a), Some(b)) if a != b);
    if !apart && !nested(scheme, group, earlier, later) {
        let place = at.pick.clone().unwrap_or(at.id.clone());
        problems.add(place, "schemes.problem.not_nested", &later.id, format!("{} ({})", earlier.id, earlier.line));
        return;
    }
    let rising = grades(group, later).filter(|from| earlier.from.is_none_or(|own| own.contains(*from))).any(|from| {
        match (scheme.resolve(earlier.award, from, None), scheme.resolve(later.award, from, None)) {
            (Ok(first), Ok(second)) => second > first,
            _ => false,
        }
    });
    if rising && !apart {
        let found = format!("{}: {}", later.id, describe(later.award));
        problems.add(
            at.award.clone(),
            "schemes.problem.rising",
            found,
            format!("{}: {}", earlier.id, describe(earlier.award)),
        );
    }
}

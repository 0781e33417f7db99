//! Recorded games whose results are known, judged as a whole.
//!
//! A part of the slower sets is taken here; `QIPIN_ALL_GAMES=1` with `--release` takes all of them.

#![allow(missing_docs, clippy::unwrap_used)]

#[path = "support/boards.rs"]
mod boards;

use weiqi_rules::RuleSet;
use weiqi_rules::judge::{Judged, Match, Options, Verdict, judge};
use weiqi_rules::record::{Record, Winner};

/// The games of a set, each with its path; every so manieth.
fn games(set: &str, every: usize) -> Option<Vec<(String, Record)>> {
    let list = boards::shared("sets.tsv")?;
    let every = if std::env::var_os("QIPIN_ALL_GAMES").is_some() { 1 } else { every };
    let text = std::fs::read_to_string(&list).unwrap();
    let paths = text.lines().filter_map(|line| line.split_once('\t')).filter(|(name, _)| *name == set);
    let read = |path: &str| Record::read_all(&std::fs::read(list.parent().unwrap().join(path)).unwrap()).remove(0);
    Some(paths.step_by(every).filter_map(|(_, path)| Some((path.to_owned(), read(path).ok()?))).collect())
}

/// Whether the counted winner is the declared one; none where nothing is decided.
fn same_winner(record: &Record, judged: &Judged) -> Option<bool> {
    let Winner::Side(declared) = record.outcome.winner else { return None };
    let decided = matches!(judged.verdict, Verdict::Confirmed | Verdict::MarginDiffers | Verdict::WinnerDiffers);
    decided.then(|| judged.count.is_some_and(|count| count.winner() == Some(declared)))
}

fn percent(part: usize, whole: usize) -> usize {
    part * 100 / whole.max(1)
}

/// Judges a set without its marks: how many are exact, confirmed and decided, and how many decided ones have the winner.
fn figures(set: &str, every: usize) -> Option<[usize; 5]> {
    let games = games(set, every)?;
    let options = Options { marks: false, ..Options::default() };
    let mut figures = [games.len(), 0, 0, 0, 0];
    for (_, record) in &games {
        let judged = judge(record, &options);
        figures[1] += usize::from(judged.matched == Some(Match::Exact));
        figures[2] += usize::from(judged.verdict == Verdict::Confirmed);
        if let Some(same) = same_winner(record, &judged) {
            figures[3] += 1;
            figures[4] += usize::from(same);
        }
    }
    println!(
        "{set}: of {} exact {}, confirmed {}, decided {}, the same winner {}",
        figures[0], figures[1], figures[2], figures[3], figures[4]
    );
    Some(figures)
}

#[test]
fn games_between_programs_are_confirmed() {
    let Some([all, exact, confirmed, decided, same]) = figures("bots", 6) else { return };
    assert!(percent(exact, all) >= 90 && percent(confirmed, all) >= 90, "{exact} and {confirmed} of {all}");
    assert!(percent(same, decided) >= 99, "{same} of {decided}");
}

#[test]
fn title_games_that_stop_before_the_last_points_are_confirmed() {
    let Some([all, exact, confirmed, decided, same]) = figures("pro", 8) else { return };
    // What is not confirmed is undecided: groups whose life needs reading, winners that the last moves turn, komi that was
    // not written down and leaves both winners possible. A few games more or less weigh much in a part of the set.
    let [least_exact, least_confirmed] = if all > 200 { [74, 86] } else { [70, 83] };
    let [exactly, agreeing] = [percent(exact, all), percent(confirmed, all)];
    assert!(exactly >= least_exact && agreeing >= least_confirmed, "{exact} and {confirmed} of {all}");
    assert!(percent(same, decided) >= 99, "{same} of {decided}");
}

#[test]
fn marked_games_agree_with_their_marks() {
    let Some(games) = games("marked", 1) else { return };
    let mut differ = Vec::new();
    for (path, record) in &games {
        let judged = judge(record, &Options::default());
        if judged.verdict != Verdict::Confirmed {
            differ.push(format!("{path}: {} {}", record.result_text(), judged.arithmetic()));
        }
    }
    println!("{} of {} agree; not:\n{}", games.len() - differ.len(), games.len(), differ.join("\n"));
    assert!(games.len() == 92 && differ.len() <= 4, "{}", differ.join("\n"));
}

#[test]
fn games_that_another_method_counts_exactly_are_confirmed() {
    let Some(file) = boards::shared("gold.tsv") else { return };
    let text = std::fs::read_to_string(&file).unwrap();
    let (mut all, mut confirmed, mut decided, mut same) = (0, 0, 0, 0);
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let bytes = std::fs::read(file.parent().unwrap().join(columns[0])).unwrap();
        let record = Record::read_all(&bytes).remove(0).unwrap();
        let judged = judge(&record, &Options { rules: RuleSet::of(columns[5]), ..Options::default() });
        all += 1;
        confirmed += usize::from(judged.verdict == Verdict::Confirmed);
        if let Some(winner) = same_winner(&record, &judged) {
            decided += 1;
            same += usize::from(winner);
        }
    }
    println!("gold: of {all} confirmed {confirmed}, decided {decided}, the same winner {same}");
    assert!(percent(confirmed, all) >= 95 && same * 1000 >= decided * 995, "{confirmed} of {all}, {same} of {decided}");
    assert!(all > 200);
}

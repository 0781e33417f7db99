//! Planted lies: finished games whose result or moves are changed, and what the verdict makes of them.
//!
//! A part of the games is taken here; `QIPIN_ALL_LIES=1` with `--release` takes all of them.

#![allow(missing_docs, clippy::unwrap_used)]

#[path = "support/boards.rs"]
mod boards;

use weiqi_rules::judge::{Options, Verdict, judge};
use weiqi_rules::record::{Record, Winner};
use weiqi_rules::{Colour, Play, Reason, Replay, rules};

/// A game whose record is wrong as it stands: it names White as the winner by the margin that Black has; another program
/// counts the same.
const WRONG: &str = "semeai/match078.sgf";

/// Games of 19 lines that were counted after two passes.
fn finished() -> Option<Vec<Record>> {
    let folder = boards::shared("sets.tsv")?;
    let list = std::fs::read_to_string(&folder).unwrap();
    let all = std::env::var_os("QIPIN_ALL_LIES").is_some();
    let paths = list.lines().filter_map(|line| line.strip_prefix("bots\t")).filter(|path| !path.ends_with(WRONG));
    let mut records = Vec::new();
    for path in paths.step_by(if all { 1 } else { 12 }) {
        let bytes = std::fs::read(folder.parent().unwrap().join(path)).unwrap();
        let record = Record::read_all(&bytes).remove(0).unwrap();
        let passes = record.moves.iter().rev().take_while(|one| one.play == Play::Pass).count();
        if passes >= 2 && record.outcome.margin.is_some() {
            records.push(record);
        }
    }
    records.truncate(300);
    Some(records)
}

fn verdict(record: &Record) -> Verdict {
    judge(record, &Options { marks: false, ..Options::default() }).verdict
}

/// The record with another margin, in whole points more or less.
fn by(record: &Record, points: i32) -> Option<Record> {
    let mut lie = record.clone();
    let margin = lie.outcome.margin.as_mut()?;
    margin.quarters = u32::try_from(i32::try_from(margin.quarters).ok()? + 4 * points).ok().filter(|q| *q > 0)?;
    Some(lie)
}

fn turned(record: &Record) -> Record {
    let mut lie = record.clone();
    let Winner::Side(side) = lie.outcome.winner else { return lie };
    lie.outcome.winner = Winner::Side(side.other());
    lie
}

#[test]
fn changed_results_are_found_and_untouched_games_are_not_accused() {
    let Some(records) = finished() else { return };
    let truths: Vec<(&Record, Verdict)> = records.iter().map(|record| (record, verdict(record))).collect();
    let confirmed: Vec<&Record> = truths.iter().filter(|(_, v)| *v == Verdict::Confirmed).map(|(r, _)| *r).collect();
    let named = |record: &Record| format!("{} {}", record.player(Colour::Black).name, record.result_text());
    let accused = truths.iter().filter(|(_, verdict)| *verdict == Verdict::WinnerDiffers);
    let accused: Vec<String> = accused.map(|(record, _)| named(record)).collect();
    let lies: Vec<(String, Verdict)> =
        confirmed.iter().map(|record| (named(record), verdict(&turned(record)))).collect();
    let of =
        |asked| lies.iter().filter(move |(_, verdict)| *verdict == asked).map(|(name, _)| name).collect::<Vec<_>>();
    let (believed, doubted) = (of(Verdict::Confirmed), of(Verdict::Undecided));
    println!("{} games, {} confirmed, accused: {accused:?}", records.len(), confirmed.len());
    println!("changed winners believed: {believed:?}, doubted: {doubted:?}");
    // Nobody is accused where the stones that are not certain could turn the winner: as many of all games as 5 in 100, of
    // a part of them a few more.
    let most = if records.len() > 100 { 5 } else { 15 };
    assert!(doubted.len() * 100 <= confirmed.len() * most, "{doubted:?}");
    assert_eq!((accused.len(), believed.len()), (0, 0), "{believed:?}");
    for (points, least) in [(2, 95), (5, 99), (10, 99)] {
        let (mut planted, mut found, mut believed) = (0, 0, Vec::new());
        for record in &confirmed {
            for lie in [by(record, points), by(record, -points)].into_iter().flatten() {
                planted += 1;
                let judged = judge(&lie, &Options { marks: false, ..Options::default() });
                found += usize::from(judged.verdict != Verdict::Confirmed);
                if judged.verdict == Verdict::Confirmed {
                    let komi = judged.readings.iter().find(|reading| reading.matches).map(|reading| reading.komi);
                    believed.push(format!(
                        "{} as {} by {} {komi:?}",
                        named(record),
                        lie.outcome.margin.unwrap().quarters,
                        judged.rules.key
                    ));
                }
            }
        }
        println!("{found} of {planted} changes of {points} points found; believed: {believed:?}");
        assert!(found * 100 >= planted * least, "{found} of {planted} changes of {points} points");
    }
}

/// Games that were close, most of which stop before both sides have passed.
fn close() -> Option<Vec<Record>> {
    let folder = boards::shared("sets.tsv")?;
    let list = std::fs::read_to_string(&folder).unwrap();
    let all = std::env::var_os("QIPIN_ALL_LIES").is_some();
    let read = |path: &str| Record::read_all(&std::fs::read(folder.parent().unwrap().join(path)).unwrap()).remove(0);
    let records = list.lines().filter_map(|line| line.strip_prefix("pro\t")).filter_map(|path| read(path).ok());
    let close = |record: &Record| record.outcome.margin.is_some_and(|margin| (1..=8).contains(&margin.quarters));
    Some(records.filter(close).step_by(if all { 1 } else { 20 }).collect())
}

#[test]
fn of_no_position_are_both_winners_confirmed() {
    let Some(records) = close() else { return };
    let (mut truths, mut turns, mut either, mut accused) = (0, 0, 0, 0);
    let mut both = Vec::new();
    for record in &records {
        truths += usize::from(verdict(record) == Verdict::Confirmed);
        accused += usize::from(verdict(record) == Verdict::WinnerDiffers);
        turns += usize::from(verdict(&turned(record)) == Verdict::Confirmed);
        // Each winner by margins of up to three points.
        let mut won = [false; 2];
        for quarters in [2, 4, 6, 10] {
            for side in Colour::BOTH {
                let mut lie = record.clone();
                lie.outcome.winner = Winner::Side(side);
                lie.outcome.margin.as_mut().unwrap().quarters = quarters;
                won[side as usize] |= verdict(&lie) == Verdict::Confirmed;
            }
        }
        either += usize::from(won[0] || won[1]);
        if won[0] && won[1] {
            both.push(format!("{} {}", record.player(Colour::Black).name, record.result_text()));
        }
    }
    println!("{} close games: {truths} confirmed, {turns} with the winner changed, {accused} accused", records.len());
    println!("with some margin {either}, both winners {both:?}");
    assert!(both.is_empty() && accused == 0, "{both:?}, {accused} accused");
    // Where the rest of a game was read wrongly, it is the wrong winner that fits, and the declared one is undecided.
    assert!(turns * 20 <= records.len(), "{turns} changed winners believed");
    assert!(truths * 2 >= records.len() && either >= truths, "{truths} and {either}");
}

/// Of records that stop before both sides have passed the last moves are this program's: what it believes has to be the
/// declared margin more often than one that was changed.
#[test]
fn where_records_stop_the_declared_margin_is_believed_and_most_changed_ones_are_not() {
    let Some(folder) = boards::shared("sets.tsv") else { return };
    let list = std::fs::read_to_string(&folder).unwrap();
    let all = std::env::var_os("QIPIN_ALL_LIES").is_some();
    let read = |path: &str| Record::read_all(&std::fs::read(folder.parent().unwrap().join(path)).unwrap()).remove(0);
    let records = list.lines().filter_map(|line| line.strip_prefix("pro\t")).filter_map(|path| read(path).ok());
    let (mut games, mut truths, mut planted, mut believed) = (0, 0, 0, 0);
    for record in records.step_by(if all { 1 } else { 14 }) {
        games += 1;
        truths += usize::from(verdict(&record) == Verdict::Confirmed);
        for lie in [by(&record, 2), by(&record, -2)].into_iter().flatten() {
            planted += 1;
            believed += usize::from(verdict(&lie) == Verdict::Confirmed);
        }
    }
    println!("{games} records that stop: {truths} believed, and {believed} of {planted} with the margin changed by 2");
    assert!(truths * 100 >= games * 80, "{truths} of {games}");
    assert!(believed * 100 <= planted * if all { 22 } else { 30 }, "{believed} of {planted}");
}

#[test]
fn changed_moves_are_located() {
    let Some(records) = finished() else { return };
    let (mut planted, mut taken_back) = (0, 0);
    for record in &records {
        // A move on the point of the one before it.
        for at in [20, 60, 119] {
            let mut lie = record.clone();
            let Some(Play::At(before)) = lie.moves.get(at - 1).map(|one| one.play) else { continue };
            if lie.moves.get(at).is_none() {
                continue;
            }
            lie.moves[at].play = Play::At(before);
            let found = judge(&lie, &Options::default());
            let illegal = found.illegal.unwrap();
            assert_eq!((found.verdict, illegal.number, illegal.reason), (Verdict::Illegal, at + 1, Reason::Occupied));
            planted += 1;
        }
        // A ko that is taken back at once.
        let mut game = Replay::new(record.size, &rules::CHINESE);
        for (number, one) in record.moves.iter().enumerate() {
            if !record.setups.is_empty() || game.play(one.colour, one.play).is_err() {
                break;
            }
            let next: Option<Colour> = record.moves.get(number + 1).map(|next| next.colour);
            if let Some(ko) = next.and_then(|next| game.board().ko(next)) {
                let mut lie = record.clone();
                lie.moves[number + 1].play = Play::At(ko);
                let illegal = judge(&lie, &Options::default()).illegal.unwrap();
                assert_eq!((illegal.number, illegal.reason), (number + 2, Reason::Ko));
                taken_back += 1;
                break;
            }
        }
    }
    println!("{planted} moves and {taken_back} kos");
    assert!(planted > 50 && taken_back > 3, "{planted} moves and {taken_back} kos");
}

//! Where a record and the results differ: what the record says of the game beside what the event says.
//!
//! Only what both say is compared. A record that says nothing of komi differs from nothing, and one whose komi may be
//! read in two ways differs only where neither reading is the event's.

use super::placing::{bare, on_days};
use crate::domain::grade::Grade;
use crate::domain::name::{is_han, lookup_key, pinyin_key};
use crate::domain::results::model::{GameResult, Win, WonBy};
use crate::domain::results::write_result;
use crate::text::{Bilingual, Lang, both, both_of, dates};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use weiqi_rules::record::{By, Grade as RecordGrade, Outcome, Record, Winner};
use weiqi_rules::{Colour, HalfPoints, RuleSet, Size};

/// A player as the results have them.
#[derive(Clone, Copy, Debug)]
pub struct Player<'a> {
    /// The name.
    pub name: &'a str,
    /// The grade on entering; none is 无级.
    pub grade: Option<Grade>,
}

/// What the event and its results say of a game.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// The rules of the event.
    pub rules: Option<&'static RuleSet>,
    /// Komi of the game ([`stated_komi`](crate::domain::results::Game::stated_komi)), else of the event.
    pub komi: Option<HalfPoints>,
    /// Handicap stones.
    pub handicap: u8,
    /// The board.
    pub size: Option<Size>,
    /// The first and the last day of the event.
    pub days: Option<(NaiveDate, NaiveDate)>,
    /// Black.
    pub black: Player<'a>,
    /// White.
    pub white: Player<'a>,
    /// The declared result.
    pub result: GameResult,
}

/// What differs. A closed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// Komi.
    Komi,
    /// Handicap stones.
    Handicap,
    /// The rules of the game.
    Rules,
    /// It was not played on the days of the event.
    Date,
    /// The board.
    Size,
    /// Somebody else played.
    Players,
    /// The same two players with the colours the other way round.
    Colours,
    /// The rank of Black and the grade on entering: evidence only.
    BlackRank,
    /// The same of White.
    WhiteRank,
    /// The record declares another winner.
    Winner,
    /// The same winner in another way, or by another margin.
    Margin,
}

/// A difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// What differs.
    pub what: What,
    /// What the record says.
    pub found: Bilingual,
    /// What the event or its results say.
    pub expected: Bilingual,
}

/// The differences of a record from what is said, in the order of [`What`].
pub fn differences(record: &Record, said: &Said<'_>) -> Vec<Difference> {
    let turned = turned(record, said);
    let mut all: Vec<Difference> = [
        komi(record, said),
        handicap(record, said),
        rules(record, said),
        date(record, said),
        size(record, said),
        players(record, said, turned),
        rank(record, said, Colour::Black, turned),
        rank(record, said, Colour::White, turned),
        result(record, said, turned),
    ]
    .into_iter()
    .flatten()
    .collect();
    all.sort_by_key(|difference| difference.what);
    all
}

/// Whether a record itself says who has won without a count: by resignation, on time or by forfeit. What the results lend
/// to a record that says nothing is no second word beside theirs.
pub fn decided(record: &Record) -> bool {
    // A game that is lost by a decision is a forfeited one.
    let by = matches!(record.outcome.by, By::Resignation | By::Time | By::Forfeit | By::Illegal);
    by && matches!(record.outcome.winner, Winner::Side(_))
}

/// A record that declares no result is judged by what the results say. Answers whether it was so.
pub fn declare(record: &mut Record, result: GameResult) -> bool {
    if record.outcome.winner != Winner::Unknown || !record.result_text().trim().is_empty() {
        return false;
    }
    let written = match result {
        GameResult::Black(Win { by: WonBy::Unstated }) => "B+".to_owned(),
        GameResult::White(Win { by: WonBy::Unstated }) => "W+".to_owned(),
        GameResult::Black(_) | GameResult::White(_) => write_result(result),
        GameResult::Draw => "0".to_owned(),
        GameResult::Void => "Void".to_owned(),
        _ => return false,
    };
    // The reader of records knows the published forms; whoever reads the record again reads the same.
    let text = format!("(;SZ[{}]RE[{written}])", record.size);
    let Some(Ok(read)) = Record::read_all(text.as_bytes()).into_iter().next() else { return false };
    record.outcome = read.outcome;
    record.set_text("RE", &written);
    record.outcome.winner != Winner::Unknown
}

/// A text that is the same in both languages; what a record says is clipped where it is told.
fn same(text: impl ToString) -> Bilingual {
    let text = text.to_string();
    Bilingual { zh: text.clone(), en: text }
}

fn differs(what: What, found: Bilingual, expected: Bilingual) -> Option<Difference> {
    Some(Difference { what, found, expected })
}

fn points(komi: HalfPoints) -> Bilingual {
    both("game_record.points", &[("points", &komi.to_string()), ("zi", &komi.in_zi())])
}

fn komi(record: &Record, said: &Said<'_>) -> Option<Difference> {
    let expected = said.komi?;
    let found = match record.komi.half_points {
        Some(found) => found,
        None if record.komi.candidates.contains(&expected) => return None,
        None => *record.komi.candidates.first()?,
    };
    // A handicap game has no komi but what leaves no draw, whatever the event gives in even games.
    let of_handicap = said.handicap > 0 && (HalfPoints::ZERO..=HalfPoints(1)).contains(&found);
    if found == expected || of_handicap {
        return None;
    }
    differs(What::Komi, points(found), points(expected))
}

fn handicap(record: &Record, said: &Said<'_>) -> Option<Difference> {
    // One stone is no handicap, only the first move without komi.
    let number = |stones: u16| if stones < 2 { 0 } else { stones };
    let (found, expected) = (number(record.handicap.number()), number(u16::from(said.handicap)));
    if found == expected { None } else { differs(What::Handicap, same(found), same(expected)) }
}

/// The name of a rule set.
pub(super) fn rules_words(rules: &RuleSet) -> Bilingual {
    both(&format!("recount.rules.{}", rules.key), &[])
}

fn rules(record: &Record, said: &Said<'_>) -> Option<Difference> {
    let (found, expected) = (record.rules()?, said.rules?);
    if found.key == expected.key { None } else { differs(What::Rules, rules_words(found), rules_words(expected)) }
}

fn date(record: &Record, said: &Said<'_>) -> Option<Difference> {
    let (first, last) = said.days?;
    if on_days(record, first, last) != Some(false) {
        return None;
    }
    let found = ["DT", "RD"].iter().find_map(|name| record.text(name)).unwrap_or_default().trim();
    let span = |lang| dates::span(lang, first, last);
    differs(What::Date, same(found), Bilingual { zh: span(Lang::Zh), en: span(Lang::En) })
}

fn size(record: &Record, said: &Said<'_>) -> Option<Difference> {
    let (found, expected) = (record.size, said.size?);
    if found == expected { None } else { differs(What::Size, same(found), same(expected)) }
}

/// Whether two names are one: as they are compared, without place and grade, or as one is written in letters.
fn is_same(record: &str, sheet: &str) -> bool {
    let keys = [lookup_key(record), lookup_key(bare(record))];
    let sheet_key = lookup_key(sheet);
    if keys.contains(&sheet_key) {
        return true;
    }
    let in_characters = |name: &str| name.chars().any(is_han);
    let (bare, of_sheet) = (bare(record), sheet);
    if in_characters(bare) == in_characters(of_sheet) {
        return false;
    }
    let turned = bare.rsplit_once(char::is_whitespace).map(|(given, family)| format!("{family} {given}"));
    let sound = pinyin_key(of_sheet);
    sound.is_some() && [Some(bare.to_owned()), turned].into_iter().flatten().any(|name| pinyin_key(&name) == sound)
}

/// Whether the record has the two players with the colours the other way round.
fn turned(record: &Record, said: &Said<'_>) -> bool {
    let [black, white] = Colour::BOTH.map(|colour| record.player(colour).name);
    let fits = |a: &str, b: &str| !a.is_empty() && is_same(a, b);
    fits(black, said.white.name) && fits(white, said.black.name) && !fits(black, said.black.name)
}

fn players(record: &Record, said: &Said<'_>, turned: bool) -> Option<Difference> {
    let [black, white] = Colour::BOTH.map(|colour| record.player(colour).name);
    let named = |black: &str, white: &str| {
        let name = |name: &str| same(if name.is_empty() { "?" } else { name });
        both_of("game_record.sides", &[("black", &name(black)), ("white", &name(white))])
    };
    let other = |found: &str, expected: &str| !found.is_empty() && !is_same(found, expected);
    if !turned && !other(black, said.black.name) && !other(white, said.white.name) {
        return None;
    }
    let what = if turned { What::Colours } else { What::Players };
    differs(what, named(black, white), named(said.black.name, said.white.name))
}

/// A rank and a grade; `colour` is the side of the results.
fn rank(record: &Record, said: &Said<'_>, colour: Colour, turned: bool) -> Option<Difference> {
    let (player, what) = match colour {
        Colour::Black => (said.black, What::BlackRank),
        Colour::White => (said.white, What::WhiteRank),
    };
    let written = record.player(if turned { colour.other() } else { colour });
    // Somebody else's rank says nothing.
    if !written.name.is_empty() && !is_same(written.name, player.name) {
        return None;
    }
    let rank = written.rank.filter(|rank| !rank.uncertain)?;
    let found = match rank.grade? {
        RecordGrade::Kyu(n) => Grade::kyu(n),
        RecordGrade::Dan(n) => Grade::dan(n),
        RecordGrade::Pro(_) => None,
        RecordGrade::Rating(_) => return None,
    };
    let beyond = matches!(rank.grade, Some(RecordGrade::Kyu(_))) && found.is_none();
    if found == player.grade && (found.is_some() || beyond) {
        return None;
    }
    differs(what, same(written.rank_text), Grade::words_or_ungraded(player.grade))
}

/// The winner as the results have it.
fn winner(result: GameResult) -> Option<Winner> {
    match result {
        GameResult::Black(_) => Some(Winner::Side(Colour::Black)),
        GameResult::White(_) => Some(Winner::Side(Colour::White)),
        GameResult::Draw => Some(Winner::Draw),
        // Not reported, or decided by somebody whatever the board says.
        GameResult::Bye | GameResult::BothLose | GameResult::BothWin | GameResult::Void | GameResult::NotReported => {
            None
        }
    }
}

/// The declared results. Where the colours are the other way round, persons are compared and not colours.
fn result(record: &Record, said: &Said<'_>, turned: bool) -> Option<Difference> {
    let expected = winner(said.result)?;
    let Outcome { winner, .. } = record.outcome;
    let found = match winner {
        Winner::Unknown => return None,
        Winner::Side(side) if turned => Winner::Side(side.other()),
        other => other,
    };
    let what = match () {
        () if found != expected => What::Winner,
        () if otherwise(&record.outcome, said.result) => What::Margin,
        () => return None,
    };
    differs(what, same(record.result_text().trim()), same(write_result(said.result)))
}

/// Whether one winner has won in two ways; what either does not say is no difference.
fn otherwise(outcome: &Outcome, result: GameResult) -> bool {
    let (GameResult::Black(win) | GameResult::White(win)) = result else { return false };
    match (outcome.by, win.by) {
        (By::Unknown, _) | (_, WonBy::Unstated) => false,
        (By::Count, WonBy::Count(quarters)) => {
            let Some(margin) = outcome.margin else { return false };
            !margin.readings().any(|(_, margin)| margin == HalfPoints(quarters))
        }
        (By::Resignation, WonBy::Resignation) | (By::Time, WonBy::Time) => false,
        // A game that is lost by a decision is written down as one.
        (By::Forfeit | By::Illegal, WonBy::Forfeit) => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests;

//! The facts of one game, and the findings that they give.

mod facts;

pub use facts::{Counted, GameFacts, Illegal, Match, Matched, RecordFacts, Required, RulingFact, Unplaced, Word};

use super::compare::{Difference, What};
use crate::domain::finding::{Code, Log, Place, Raise, Severity, codes};
use crate::domain::recount::Verdict;
use crate::domain::results::model::{GameResult, WonBy};
use crate::domain::results::write_result;
use crate::text::{Bilingual, both, both_of};
use weiqi_rules::{Colour, HalfPoints};

/// Raises what the facts of a game give. Where a signed ruling decides the game, its errors and warnings are not raised;
/// one information says so and names them.
pub fn raise(game: &GameFacts, log: &mut Log) {
    let mut found: Vec<Raise<'_>> = Vec::new();
    match &game.record {
        Some(record) => of_record(game, record, &mut found),
        None => found.extend(game.required.map(|why| missing(game, why))),
    }
    of_players(game, &mut found);
    let Some(ruling) = &game.ruling else {
        found.into_iter().for_each(|raise| log.raise(raise));
        return;
    };
    let (informs, settled): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|raise| raise.code().severity() == Severity::Info);
    informs.into_iter().for_each(|raise| log.raise(raise));
    let mut ids: Vec<&str> = settled.iter().map(|raise| raise.code().id).collect();
    ids.dedup();
    let settled = match ids.is_empty() {
        true => Bilingual::default(),
        false => both("game_record.finding.settled", &[("codes", &ids.join(" "))]),
    };
    let said = codes::I833.at(place(game)).found_words(ruling.words.zh.clone(), ruling.words.clone());
    let said = if ruling.article.is_empty() { said } else { said.rule(ruling.article.clone()) };
    log.raise(said.with_both("settled", settled));
}

/// What only a referee can settle, the gravest first: a game that was not played by the rules, one that the board or its
/// record gives to somebody else, one whose life and death is not certain, one that cannot be replayed at all.
const FOR_REFEREE: [&Code; 5] = [&codes::E812, &codes::E811, &codes::E823, &codes::W815, &codes::W816];

/// The finding of a game that a referee has to settle, by its code: one of those that [`raise`] raises.
pub fn ground(game: &GameFacts) -> Option<&'static str> {
    let mut log = Log::new();
    raise(game, &mut log);
    let raised = |code: &&&Code| log.raised().iter().any(|finding| finding.code == code.id);
    FOR_REFEREE.iter().find(raised).map(|code| code.id)
}

/// Whether the ground of a referee is that the results name another winner than the record or its board.
pub fn against(ground: &str) -> bool {
    [&codes::E811, &codes::E823].iter().any(|code| code.id == ground)
}

/// The grounds that are errors: results do not stand beside such a record unless somebody rules that they do.
pub const CONTRADICTS: [&str; 3] = [codes::E812.id, codes::E811.id, codes::E823.id];

/// The verdict on a game as it is told beside the results. A recount compares a record with what the record declares; where
/// the two agree on another winner than the results, that is what has to be told.
pub fn told<'a>(verdict: &'a str, ground: Option<&str>) -> &'a str {
    if ground.is_some_and(against) { Verdict::WinnerDiffers.key() } else { verdict }
}

/// Whether a ruling of a game settles something that stands against it: an error, or what a player disputes. A ruling that
/// is there already does not count, as the next one takes its place.
pub fn settled_by_ruling(game: &GameFacts) -> bool {
    let mut log = Log::new();
    raise(&GameFacts { ruling: None, ..game.clone() }, &mut log);
    log.raised().iter().any(|one| one.severity == Severity::Error || one.code == codes::W830.id)
}

/// Raises that a record is of no game of the results.
pub fn raise_unplaced(record: &Unplaced, log: &mut Log) {
    log.raise(codes::W829.at(Place::whole()).found(named(&record.file, record.part, record.parts)));
}

fn place(game: &GameFacts) -> Place {
    Place::results(game.line).round(game.round, game.board)
}

/// A file, and which game of it where it has several.
fn named(file: &str, part: usize, parts: usize) -> String {
    if parts > 1 { format!("{file}#{}", part + 1) } else { file.to_owned() }
}

fn missing(game: &GameFacts, why: Required) -> Raise<'static> {
    let words = match why {
        Required::Grade(grade) => both_of("game_record.finding.required-by-grade", &[("grade", &grade.words())]),
        Required::Sample(percent) => {
            both("game_record.finding.required-by-sample", &[("percent", &percent.to_string())])
        }
    };
    codes::W828.at(place(game)).expected_words(words.zh.clone(), words)
}

fn of_record(game: &GameFacts, record: &RecordFacts, found: &mut Vec<Raise<'_>>) {
    let name = named(&record.file, record.part, record.parts);
    let at = |code: &'static Code| code.at(place(game)).with("record", &name);
    match record.verdict {
        Verdict::Illegal => {
            let illegal = record.illegal.clone().unwrap_or_default();
            let written = format!("{} {} {}", illegal.number, illegal.point, illegal.reason);
            found.push(at(&codes::E812).found_words(written, illegal.words()));
        }
        Verdict::NotPlayedOut => found.push(at(&codes::W814).found(write_result(game.result))),
        Verdict::Undecided => found.push(at(&codes::W815).found(write_result(game.result))),
        Verdict::Unreadable => {
            let why = both(&format!("recount.refusal.{}", record.unreadable), &[]);
            found.push(at(&codes::W816).found_words(record.unreadable.clone(), why));
        }
        Verdict::Confirmed | Verdict::MarginDiffers | Verdict::WinnerDiffers => {
            found.extend(counted(game, record).map(|code| {
                at(code).found(write_result(game.result)).expected(record.computed.written(turned(record)))
            }));
        }
        Verdict::NoCount => {}
    }
    for difference in &record.differences {
        found.push(differing(at(code_of(difference.what)), difference));
    }
    for matched in &record.same {
        let code = match matched.kind {
            Match::Reused => &codes::E825,
            Match::Similar => &codes::W826,
            Match::Famous => &codes::W827,
        };
        let other = matched.other.clone();
        found.push(at(code).found_words(other.zh.clone(), other).with("stones", matched.stones));
    }
}

/// What the players say of a game, and whether they were asked in vain.
fn of_players(game: &GameFacts, found: &mut Vec<Raise<'_>>) {
    for (colour, word) in [(Colour::Black, game.black), (Colour::White, game.white)] {
        if word == Word::Disputed {
            let side = side(colour);
            found.push(codes::W830.at(place(game)).found_words(side.zh.clone(), side));
        }
    }
    if !game.confirm || !confirmable(game) {
        return;
    }
    // A dan rests on games that both players confirm; a word against one is no confirmation.
    let lacking = |word: Word| match game.rests {
        Some(_) => word != Word::Confirmed,
        None => word == Word::Silent,
    };
    let silent: Vec<Bilingual> = [(Colour::Black, game.black), (Colour::White, game.white)]
        .into_iter()
        .filter(|(_, word)| lacking(*word))
        .map(|(colour, _)| side(colour))
        .collect();
    if silent.is_empty() {
        return;
    }
    let join = |lang: fn(&Bilingual) -> &str, mark: &str| silent.iter().map(lang).collect::<Vec<_>>().join(mark);
    let words = Bilingual { zh: join(|side| &side.zh, "、"), en: join(|side| &side.en, ", ") };
    found.push(match game.rests {
        Some(grade) => {
            codes::E834.at(place(game)).found_words(words.zh.clone(), words).with_both("grade", grade.words())
        }
        None => codes::W831.at(place(game)).found_words(words.zh.clone(), words),
    });
}

/// Whether there is something to confirm: a record, or a game that was played.
pub fn confirmable(game: &GameFacts) -> bool {
    let played = |by: WonBy| by != WonBy::Forfeit;
    match game.result {
        _ if game.record.is_some() => true,
        GameResult::Black(win) | GameResult::White(win) => played(win.by),
        GameResult::Draw => true,
        _ => false,
    }
}

fn side(colour: Colour) -> Bilingual {
    match colour {
        Colour::Black => both("recount.side.black", &[]),
        Colour::White => both("recount.side.white", &[]),
    }
}

const fn code_of(what: What) -> &'static Code {
    match what {
        What::Komi => &codes::W817,
        What::Handicap => &codes::W818,
        What::Rules => &codes::W819,
        What::Date => &codes::W820,
        What::Size => &codes::W821,
        What::Players | What::Colours => &codes::W822,
        What::Winner => &codes::E823,
        What::Margin => &codes::W824,
        What::BlackRank | What::WhiteRank => &codes::I832,
    }
}

fn differing<'a>(raise: Raise<'a>, difference: &Difference) -> Raise<'a> {
    let (found, expected) = (difference.found.clone(), difference.expected.clone());
    let raise = raise.found_words(found.zh.clone(), found).expected_words(expected.zh.clone(), expected);
    match difference.what {
        What::Players => raise.with_text("how", "game_record.finding.other-players"),
        What::Colours => raise.with_text("how", "game_record.finding.colours-turned"),
        What::BlackRank => raise.with_both("side", side(Colour::Black)),
        What::WhiteRank => raise.with_both("side", side(Colour::White)),
        _ => raise,
    }
}

/// Whether the record has the colours the other way round.
fn turned(record: &RecordFacts) -> bool {
    record.differences.iter().any(|difference| difference.what == What::Colours)
}

/// What a certain count says against the results. A lost clock or a forfeit is never contradicted by one, a resignation
/// only where the record itself says that it was counted.
fn counted(game: &GameFacts, record: &RecordFacts) -> Option<&'static Code> {
    let (winner, margin) = match game.result {
        GameResult::Black(win) | GameResult::White(win) => {
            let margin = match win.by {
                WonBy::Unstated => None,
                WonBy::Count(quarters) => Some(HalfPoints(quarters)),
                WonBy::Resignation if record.verdict == Verdict::WinnerDiffers => None,
                WonBy::Resignation | WonBy::Time | WonBy::Forfeit => return None,
            };
            (Some(if matches!(game.result, GameResult::Black(_)) { Colour::Black } else { Colour::White }), margin)
        }
        GameResult::Draw => (None, None),
        GameResult::Bye | GameResult::BothLose | GameResult::BothWin | GameResult::Void | GameResult::NotReported => {
            return None;
        }
    };
    let computed = record.computed.of_results(turned(record))?;
    if computed.0 != winner {
        return Some(&codes::E811);
    }
    let own = record.verdict == Verdict::MarginDiffers;
    (margin.map_or(own, |margin| margin != computed.1)).then_some(&codes::W813)
}

#[cfg(test)]
mod tests;

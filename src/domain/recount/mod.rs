//! Game records counted again: what the crate of the rules finds, in the form of the answers and in both languages.
//!
//! One answer a game, the same for the command `qipin rescore`, for `qipin check` and for pages: the same bytes and the
//! same question give the same answer on every machine, because nothing here knows a clock.

mod dead;
mod desk;
mod game;
mod number;
mod sum;
mod typed;
mod words;

pub use dead::{DeadList, DeadPoint, points as dead_points};
pub use desk::{Desk, DeskGroup, Fate as DeskFate, desk};
pub use game::{Computed, Declared, Game, Illegal, Note, Reading, Side};
pub use number::{Points, Thousandths};
pub use typed::{komi_typed, rules_known, rules_typed};
pub use weiqi_rules::HalfPoints;
pub use weiqi_rules::RuleSet;
pub use weiqi_rules::VERSION;
pub use weiqi_rules::judge::{OnVoid, Options, Verdict};
pub use weiqi_rules::record::{Record, Unreadable, limits::BYTES};

use crate::text::{Bilingual, both, both_of};
use weiqi_rules::count::{Count, Terms};
use weiqi_rules::judge::{DeadSource, Fate, Ground, Judged, Kind, Remark, dead_by_marks, judge, play};
use weiqi_rules::record::By;
use weiqi_rules::{Coord, rules};
use words::{note, point, same, side};

/// How many games at random a millisecond of `--budget` stands for: what one core of an ordinary machine of 2026 plays on
/// a full board. The number is fixed, so that a budget is work and not time.
pub const GAMES_A_MILLISECOND: u32 = 20;

/// How games are to be recounted.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// What the rules are asked for.
    pub options: Options,
    /// Dead stones as somebody lists them.
    pub dead: Vec<DeadList>,
    /// Whether a referee has ruled so, and the board is counted whatever result the record declares.
    pub ruled: bool,
}

/// Every game of a file, whatever its format; the list is never empty.
pub fn read(bytes: &[u8]) -> Vec<Result<Record, Unreadable>> {
    Record::read_all(bytes)
}

/// A game that could not be recounted for a reason outside the record.
pub fn failed(file: &str, index: usize, code: &'static str, why: &Bilingual) -> Game {
    Game::unreadable(file, index, note(code, both_of("recount.note.unreadable", &[("why", why)]), true))
}

/// Recounts a game of a file.
pub fn game(file: &str, index: usize, read: &Result<Record, Unreadable>, asked: &Asked) -> Game {
    let record = match read {
        Ok(record) => record,
        Err(why) => return Game::refused(file, index, why),
    };
    let mut options = asked.options.clone();
    let mut notes = words::oddities(record);
    if let Some(list) = asked.dead.iter().find(|list| list.index.is_none_or(|of| of == index)) {
        options.dead = Some(listed(record, list, &options, &mut notes));
    }
    let mut judged = judge(record, &options);
    if asked.ruled && judged.verdict == Verdict::NoCount {
        count_as_ruled(record, &options, &mut judged);
    }
    // Where a record ends at a move against the rules, the move is named for what it is and not as a void one.
    let void = |remark: &&Remark| !matches!(remark.kind, Kind::VoidKo | Kind::VoidMove);
    let remarks = judged.remarks.iter().filter(|remark| judged.verdict != Verdict::Illegal || void(remark));
    notes.extend(remarks.map(|remark| words::remark(remark, record.size)));
    if judged.verdict == Verdict::Illegal {
        notes.extend(judged.illegal.iter().map(|illegal| words::illegal(illegal, record.size)));
    }
    assumptions(record, &options, &judged, &mut notes);
    if let Some(count) = &judged.count {
        counted(record, &judged, count, &mut notes);
    }
    if judged.verdict == Verdict::NoCount && matches!(record.outcome.by, By::Count | By::Unknown) {
        notes.push(words::not_declared());
    }
    Game::judged(file, index, record, options.komi, &judged, notes)
}

/// The board as it stands, where the record declares nothing that is compared with a count.
fn count_as_ruled(record: &Record, options: &Options, judged: &mut Judged) {
    let dead = options.dead.clone().unwrap_or_default();
    let Some(count) = desk::counted(record, options, &judged.played, judged.rules, &dead) else { return };
    judged.count = Some(count);
    judged.dead = dead;
    judged.dead_source = DeadSource::Given;
}

/// The listed dead stones of a game; points without a stone are named and left out.
fn listed(record: &Record, list: &DeadList, options: &Options, notes: &mut Vec<Note>) -> Vec<Coord> {
    let by = options.rules.or_else(|| record.rules()).unwrap_or(&rules::CHINESE);
    let board = play(record, by, options.on_void).board;
    let (mut dead, mut first) = (Vec::new(), Vec::new());
    for listed in &list.points {
        let at = listed.on(record.size).filter(|at| record.size.has(*at) && board.at(*at).is_some());
        let Some(at) = at else {
            let words = both_of("recount.note.no-stone", &[("point", &same(listed.written()))]);
            notes.push(note("no-stone", words, true));
            continue;
        };
        // One stone stands for its chain.
        let Some(head) = board.chain(at).min_by_key(|at| (at.y, at.x)) else { continue };
        if !first.contains(&head) {
            first.push(head);
            dead.push(at);
        }
    }
    if options.marks
        && let Some(marked) = dead_by_marks(&board, &record.marks)
    {
        let heads = |at: &Coord| board.chain(*at).min_by_key(|at| (at.y, at.x));
        let mut marked: Vec<Coord> = marked.iter().filter_map(heads).collect();
        marked.sort_unstable();
        first.sort_unstable();
        if marked != first {
            notes.push(note("lists-differ", both("recount.note.lists-differ", &[]), true));
        }
    }
    dead
}

/// What was taken for granted, and what is unusual about the rules.
fn assumptions(record: &Record, options: &Options, judged: &Judged, notes: &mut Vec<Note>) {
    let name = words::rules(judged.rules);
    if judged.rules_assumed {
        notes.push(note("rules-assumed", both_of("recount.note.rules-assumed", &[("rules", &name)]), false));
    }
    let special = match judged.rules.key {
        "button" => Some("recount.special.button"),
        "wmsg2008" => Some("recount.special.wmsg2008"),
        "ancient" => Some("recount.special.ancient"),
        "ing" => Some("recount.special.ing"),
        "tromp-taylor" => Some("recount.special.tromp-taylor"),
        _ => None,
    };
    if let Some(key) = special {
        let words = both_of("recount.note.unusual-rules", &[("rules", &name), ("what", &both(key, &[]))]);
        notes.push(note("unusual-rules", words, false));
    }
    let said = record.komi.half_points;
    if let Some(given) = options.komi.filter(|given| said.is_some_and(|said| said != *given)) {
        let stated = same(said.unwrap_or_default());
        let words = both_of("recount.note.komi-given", &[("points", &same(given)), ("stated", &stated)]);
        notes.push(note("komi-given", words, true));
    }
    let agreed = judged.readings.iter().find(|reading| reading.matches);
    if let Some(reading) = agreed.filter(|_| options.komi.or(said).is_none()) {
        let words = both_of("recount.note.komi-assumed", &[("points", &same(reading.komi))]);
        notes.push(note("komi-assumed", words, true));
    }
}

/// What a count rests on, and the count itself.
fn counted(record: &Record, judged: &Judged, count: &Count, notes: &mut Vec<Note>) {
    let (handicap, bonus) = (record.handicap.number(), bonus(count));
    if bonus != HalfPoints::ZERO {
        let arguments = [("stones", &same(handicap)), ("points", &same(bonus))];
        notes.push(note("handicap-compensation", both_of("recount.note.handicap-compensation", &arguments), false));
    }
    for fate in judged.fates.iter().flat_map(|fates| &fates.chains) {
        let dead = judged.dead.contains(&fate.at);
        if dead || fate.sure < DOUBTFUL && fate.ground != Ground::Proven {
            notes.push(group(fate, dead, record));
        }
    }
    if let Some(stands) = as_it_stands(judged, count) {
        let words = both_of("recount.note.as-it-stands", &[("sum", &sum::sum(&stands))]);
        notes.push(note("as-it-stands", words, true));
    }
    if !judged.unplayed.is_empty() {
        let moves = |join: &str, lang: fn(Bilingual) -> String| -> String {
            let each = judged.unplayed.iter().map(|(colour, at)| {
                let (name, at) = (lang(side(*colour)), at.name(record.size));
                format!("{name} {at}")
            });
            each.collect::<Vec<_>>().join(join)
        };
        let moves = Bilingual { zh: moves("、", |side| side.zh), en: moves(", ", |side| side.en) };
        notes.push(note("unplayed-moves", both_of("recount.note.unplayed-moves", &[("moves", &moves)]), true));
    }
    notes.push(note("sum", sum::sum(count), true));
}

/// Groups less sure than this, in thousandths, are named even where they are taken as alive.
const DOUBTFUL: u16 = 600;

fn group(fate: &Fate, dead: bool, record: &Record) -> Note {
    let ground = match fate.ground {
        Ground::Proven => both("recount.ground.proven", &[]),
        Ground::Playout => both("recount.ground.playout", &[]),
        Ground::Search => both("recount.ground.search", &[]),
    };
    let doubtful = fate.sure < DOUBTFUL && fate.ground != Ground::Proven;
    let taken = if dead { both("recount.fate.dead", &[]) } else { both("recount.fate.alive", &[]) };
    let arguments = [
        ("side", &side(fate.colour)),
        ("point", &point(fate.at, record.size)),
        ("stones", &same(fate.stones)),
        ("ground", &ground),
        ("sure", &same(Thousandths(fate.sure).written())),
        ("fate", &taken),
    ];
    match doubtful {
        true => note("doubtful-group", both_of("recount.note.doubtful-group", &arguments), true),
        false => note("dead-group", both_of("recount.note.dead-group", &arguments), true),
    }
}

fn bonus(count: &Count) -> HalfPoints {
    match count {
        Count::Area(count) => count.handicap_bonus,
        Count::Territory(count) => count.handicap_bonus,
    }
}

/// The count with every stone alive, where some are taken as dead.
fn as_it_stands(judged: &Judged, count: &Count) -> Option<Count> {
    if judged.dead.is_empty() {
        return None;
    }
    let (komi, bonus) = match count {
        Count::Area(count) => (count.komi, count.handicap_bonus),
        Count::Territory(count) => (count.komi, count.handicap_bonus),
    };
    // The bonus is part of komi here, so that the terms are those of the count whatever handicap it was given for.
    let terms = Terms { rules: judged.rules, komi: komi + bonus, handicap: 0, first_pass: judged.played.first_pass() };
    let mut all = Count::of(&judged.played.board, &[], judged.played.prisoners, &terms);
    // Told apart again where the sum is written.
    match &mut all {
        Count::Area(count) => (count.komi, count.handicap_bonus) = (komi, bonus),
        Count::Territory(count) => (count.komi, count.handicap_bonus) = (komi, bonus),
    }
    Some(all)
}

impl Asked {
    /// The games at random for a budget in milliseconds of the machine that [`GAMES_A_MILLISECOND`] speaks of.
    pub fn games_of(milliseconds: u32) -> u32 {
        milliseconds.saturating_mul(GAMES_A_MILLISECOND)
    }
}

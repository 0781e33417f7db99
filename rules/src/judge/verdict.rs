//! Whether the board agrees with the declared result.

use super::auto::Fates;
use super::claim::{Reading, claims};
use super::dead::{DeadSource, dead_by_marks};
use super::doubt;
use super::played::{IllegalMove, OnVoid, Played, play};
use super::referee::{Remark, remarks};
use super::terms::{Table, tables};
use super::unplayed::{self, Stopped};
use crate::count::{Count, Terms};
use crate::record::{By, Record, Winner};
use crate::ruleset::RuleSet;
use crate::{Colour, Coord, HalfPoints};

/// What is said of a record. A closed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The board agrees with the declared result.
    Confirmed,
    /// The winner is right, the margin is not.
    MarginDiffers,
    /// The board says that the other side has won, or that nobody has.
    WinnerDiffers,
    /// The record stops before the game is over.
    NotPlayedOut,
    /// The game was not decided by counting.
    NoCount,
    /// A move is against the rules.
    Illegal,
    /// The file has no game that can be read.
    Unreadable,
    /// Which stones are dead is not certain enough.
    Undecided,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Verdict; 8] = [
        Verdict::Confirmed,
        Verdict::MarginDiffers,
        Verdict::WinnerDiffers,
        Verdict::NotPlayedOut,
        Verdict::NoCount,
        Verdict::Illegal,
        Verdict::Unreadable,
        Verdict::Undecided,
    ];

    /// The word of the interface.
    pub const fn key(self) -> &'static str {
        match self {
            Verdict::Confirmed => "confirmed",
            Verdict::MarginDiffers => "margin-differs",
            Verdict::WinnerDiffers => "winner-differs",
            Verdict::NotPlayedOut => "not-played-out",
            Verdict::NoCount => "no-count",
            Verdict::Illegal => "illegal",
            Verdict::Unreadable => "unreadable",
            Verdict::Undecided => "undecided",
        }
    }
}

/// How the board and the declared result agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Match {
    /// As the board stands; by territory also after the points between the colours were filled in turn and what they
    /// threaten was protected, as both sides do before they count. These moves are named.
    Exact,
    /// With moves that the record leaves out: by area those that are left, else others than this program would play.
    UnplayedMoves,
}

impl Match {
    /// The word of the interface.
    pub const fn key(self) -> &'static str {
        match self {
            Match::Exact => "exact",
            Match::UnplayedMoves => "unplayed-moves",
        }
    }
}

/// How a record is judged.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules; those of the record where none.
    pub rules: Option<&'static RuleSet>,
    /// Komi; that of the record where none.
    pub komi: Option<HalfPoints>,
    /// A stone of each dead chain; the record's marks or this program where none.
    pub dead: Option<Vec<Coord>>,
    /// Whether marks at the end of the record are believed.
    pub marks: bool,
    /// Whether this program may decide which stones are dead.
    pub automatic: bool,
    /// What becomes of a game after a move against the rules.
    pub on_void: OnVoid,
    /// How many games at random decide which stones are dead.
    pub games: u32,
}

/// Games at random where nothing else is said.
pub const GAMES: u32 = 100;

impl Default for Options {
    fn default() -> Self {
        Options {
            rules: None,
            komi: None,
            dead: None,
            marks: true,
            automatic: true,
            on_void: OnVoid::Stop,
            games: GAMES,
        }
    }
}

/// A judged record.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// The rules it was judged by.
    pub rules: &'static RuleSet,
    /// Whether the rules are a guess, because the record names none.
    pub rules_assumed: bool,
    /// The game as it was played.
    pub played: Played,
    /// The first move against the rules.
    pub illegal: Option<IllegalMove>,
    /// A stone of each dead chain.
    pub dead: Vec<Coord>,
    /// Who says so.
    pub dead_source: DeadSource,
    /// How sure that is, from 0 to 1000.
    pub confidence: u16,
    /// The fates of the chains, where this program decided them.
    pub fates: Option<Fates>,
    /// The sum; none where nothing was counted.
    pub count: Option<Count>,
    /// Komi and unit as they were understood, each with whether the board agrees.
    pub readings: Vec<Reading>,
    /// How board and result agree.
    pub matched: Option<Match>,
    /// Moves that the record leaves out.
    pub unplayed: Vec<(Colour, Coord)>,
    /// What a referee would want to know about the play.
    pub remarks: Vec<Remark>,
}

impl Judged {
    /// The sum that a referee checks by hand; empty where nothing was counted.
    pub fn arithmetic(&self) -> String {
        self.count.map_or_else(String::new, |count| count.to_string())
    }

    fn confirm(&mut self, matched: Match, (unplayed, count): (Vec<(Colour, Coord)>, Count)) {
        self.verdict = Verdict::Confirmed;
        self.matched = Some(matched);
        self.unplayed = unplayed;
        self.count = Some(count);
    }
}

/// Stones less certain than this, in thousandths, may be the other way round.
const CERTAIN: u16 = 600;

/// The same for records that stop before both sides have passed, where more is open.
const CERTAIN_IF_STOPPED: u16 = 800;

/// A record that stops is of a game that has ended where fewer points than this part of the board are nobody's.
const EARLY: u32 = 12;

/// Judges a record.
pub fn judge(record: &Record, options: &Options) -> Judged {
    let (rules, rules_assumed) = super::terms::rules(record, options.rules);
    let played = play(record, rules, options.on_void);
    let illegal = played.illegal.first().copied();
    let mut judged = Judged {
        verdict: Verdict::NoCount,
        rules,
        rules_assumed,
        played,
        illegal,
        dead: Vec::new(),
        dead_source: DeadSource::None,
        confidence: 1000,
        fates: None,
        count: None,
        readings: Vec::new(),
        matched: None,
        unplayed: Vec::new(),
        remarks: Vec::new(),
    };
    judged.remarks = remarks(record, &judged.played, rules);
    if illegal.is_some() && options.on_void == OnVoid::Stop {
        judged.verdict = Verdict::Illegal;
        return judged;
    }
    let outcome = &record.outcome;
    let counted = outcome.by == By::Count && matches!(outcome.winner, Winner::Side(_) | Winner::Draw);
    // The sides of a board beyond this are no game that anybody counts.
    let countable = (2..=25).contains(&record.size.width()) && (2..=25).contains(&record.size.height());
    if !counted || !countable {
        return judged;
    }
    decide_dead(record, options, &mut judged);
    let tables = tables(record, options, &judged);
    let claims = claims(&outcome.winner, outcome.margin);
    compare(record, &tables, &claims, &mut judged);
    judged
}

/// Which stones are dead, and who says so.
fn decide_dead(record: &Record, options: &Options, judged: &mut Judged) {
    let board = &judged.played.board;
    let marked = if options.marks { dead_by_marks(board, &record.marks) } else { None };
    let (dead, source) = match (&options.dead, marked) {
        (Some(given), _) => (given.clone(), DeadSource::Given),
        (None, Some(marked)) => (marked, DeadSource::Marks),
        (None, None) if options.automatic && judged.rules.removal => {
            let fates = super::auto::fates(board, options.games);
            judged.confidence = fates.sure();
            let dead = fates.dead();
            judged.fates = Some(fates);
            (dead, DeadSource::Automatic)
        }
        (None, None) => (Vec::new(), DeadSource::None),
    };
    judged.dead = dead;
    judged.dead_source = source;
}

/// Compares what the board says with what was declared.
fn compare(record: &Record, tables: &[Table], claims: &[(crate::record::Unit, HalfPoints)], judged: &mut Judged) {
    let played = judged.played.clone();
    let count = |dead: &[Coord], terms: &Terms| Count::of(&played.board, dead, played.prisoners, terms);
    // As the board stands.
    let (mut best, mut torn): (Option<Count>, bool) = (None, false);
    for table in tables {
        let counted = count(&judged.dead, &table.terms);
        for (unit, margin) in claims {
            let matches = counted.margin() == *margin;
            if table.first || matches {
                judged.readings.push(Reading { komi: table.terms.komi, unit: *unit, margin: *margin, matches });
            }
            // Rules that the record does not name may explain a point of the margin, which is what the two ways of
            // counting differ by, and not another winner.
            let named = table.terms.rules == judged.rules;
            let near = best.is_none_or(|best| (best.margin() - counted.margin()).abs() <= HalfPoints::points(1));
            let same = best.is_none_or(|best| best.winner() == counted.winner());
            if matches && !named && !same {
                torn = true;
            } else if matches && (named || near) && judged.matched.is_none() {
                (judged.matched, best) = (Some(Match::Exact), Some(counted));
                judged.rules = table.terms.rules;
            }
        }
        best = best.or(Some(counted));
    }
    judged.count = best;
    if judged.matched.is_some() {
        judged.verdict = Verdict::Confirmed;
        return;
    }
    judged.verdict = Verdict::Undecided;
    if torn {
        return;
    }
    let Some(counted) = best else { return };
    let claim = claims.iter().map(|(_, margin)| *margin).min_by_key(|claim| (counted.margin() - *claim).abs());
    let Some(claim) = claim else { return };
    // After the moves that are left, played as they come.
    let stopped = played.last_passes.len() < 2;
    let next = record.moves.last().map_or(Colour::Black, |last| last.colour.other());
    let dead = judged.dead.clone();
    let rest = Stopped { played: &played, dead: &dead, tables, claims };
    let early = unplayed::open_points(&played.board, &dead) > u32::from(played.board.size().area()) / EARLY;
    let played_on = stopped && judged.rules.removal && (!early || rest.near());
    let (ending, explained) = played_on.then(|| rest.played_out(next)).unzip();
    let explained = explained.flatten();
    if let Some(explained) = explained {
        // By territory the points between the colours and the protections belong to the count; by area they are moves
        // that change it.
        let by_area = matches!(explained.1, Count::Area(_));
        judged.confirm(if by_area { Match::UnplayedMoves } else { Match::Exact }, explained);
        return;
    }
    // As uncertain stones may be.
    if let Some((dead, counted)) = doubt::turned(judged, tables, claims, &count) {
        judged.dead = dead;
        judged.confirm(Match::Exact, (Vec::new(), counted));
        return;
    }
    if let Some(explained) = ending.and_then(|ending| rest.explain(ending, next)) {
        judged.confirm(Match::UnplayedMoves, explained);
        return;
    }
    if played_on && let Some((dead, explained)) = doubt::played_out(judged, &rest, next) {
        judged.dead = dead;
        judged.confirm(Match::UnplayedMoves, explained);
        return;
    }
    let mirrored: Vec<_> = claims.iter().map(|(unit, claim)| (*unit, -*claim)).collect();
    let turned = counted.margin() == -claim || doubt::turned(judged, tables, &mirrored, &count).is_some();
    judged.verdict = differs(judged, &counted, claim, stopped, turned);
}

/// The verdict where nothing agrees; `turned` says that the margin is right for the other side.
fn differs(judged: &Judged, counted: &Count, claim: HalfPoints, stopped: bool, turned: bool) -> Verdict {
    let board = &judged.played.board;
    // What the uncertain stones could change: their own points twice, and as much room around them.
    let doubt: i32 = judged
        .fates
        .iter()
        .flat_map(|fates| &fates.chains)
        .filter(|fate| fate.sure < CERTAIN)
        .map(|fate| 8 * i32::from(fate.stones))
        .sum();
    let open = unplayed::open_points(board, &judged.dead);
    let area = u32::from(board.size().area());
    // Two passes end a game, unless most of the board is nobody's.
    let early = open > area / if stopped { EARLY } else { 3 };
    let difference = (counted.margin() - claim).abs().0;
    let winner = |margin: HalfPoints| margin.0.signum();
    if early {
        return Verdict::NotPlayedOut;
    }
    // A record that stops before the last points leaves room for a few of them.
    let room = if stopped { 6 } else { 0 };
    if winner(counted.margin()) != winner(claim) {
        // The right margin for the wrong side is no accident.
        let narrow = counted.margin().abs().0 <= room || claim.abs().0 <= room && difference <= 2 * room;
        let least = if stopped { CERTAIN_IF_STOPPED } else { CERTAIN };
        let sure = difference > doubt && judged.confidence >= least;
        return if !narrow && (turned || sure) { Verdict::WinnerDiffers } else { Verdict::Undecided };
    }
    if difference <= doubt {
        return Verdict::Undecided;
    }
    Verdict::MarginDiffers
}

//! Whether the board agrees with the declared result.

use super::auto::{Fates, fates, fates_by_all};
use super::claim::{Reading, claims, read_by};
use super::dead::{DeadSource, dead_by_marks};
use super::doubt;
use super::played::{IllegalMove, OnVoid, Played, play};
use super::referee::{Remark, remarks};
use super::terms::{Table, tables};
use super::unplayed::{self, Known, ROOM, Stopped};
use super::winner::Winners;
use crate::count::{Count, Terms, Territory};
use crate::record::{By, Record, Winner};
use crate::ruleset::RuleSet;
use crate::{Board, Colour, Coord, HalfPoints};

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
    /// threaten was protected, as both sides do before they count, whoever begins and has the last ko. These moves are named.
    Exact,
    /// With moves that the record leaves out: by area those that are left, else a protection that this program would not play.
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
pub const GAMES: u32 = 80;

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

/// The same where the board has the declared margin for the other side.
const CERTAIN_IF_TURNED: u16 = 200;

/// Below this nobody is accused, however large the lead: what is not known at all proves nothing.
const LEAST_CERTAIN: u16 = 20;

/// A record that stops is of a game that has ended where fewer points than this part of the board are nobody's.
const EARLY: u32 = 12;

/// Judges a record.
///
/// Where every stone is soon sure, fewer games at random are played than the options allow. Nobody is accused by those
/// alone: a difference stands when all of them find it too.
pub fn judge(record: &Record, options: &Options) -> Judged {
    let mut judged = judge_by(record, options, fates);
    let accused = matches!(judged.verdict, Verdict::WinnerDiffers | Verdict::MarginDiffers);
    if accused && judged.fates.as_ref().is_some_and(|fates| fates.games < options.games) {
        let whole = judge_by(record, options, fates_by_all);
        if whole.verdict == judged.verdict {
            return whole;
        }
        judged.verdict = Verdict::Undecided;
    }
    judged
}

fn judge_by(record: &Record, options: &Options, fates: fn(&Board, u32) -> Fates) -> Judged {
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
    decide_dead(record, options, &mut judged, fates);
    let tables = tables(record, options, &judged);
    let claims = claims(&outcome.winner, outcome.margin);
    compare(record, &tables, &claims, &mut judged);
    judged
}

/// Which stones are dead, and who says so.
fn decide_dead(record: &Record, options: &Options, judged: &mut Judged, fates: fn(&Board, u32) -> Fates) {
    let board = &judged.played.board;
    let marked = if options.marks { dead_by_marks(board, &record.marks) } else { None };
    let (dead, source) = match (&options.dead, marked) {
        (Some(given), _) => (given.clone(), DeadSource::Given),
        (None, Some(marked)) => (marked, DeadSource::Marks),
        (None, None) if options.automatic && judged.rules.removal => {
            let fates = fates(board, options.games);
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

/// Who moves after the last move of a record: who is said to, else the other side; White where handicap stones stand.
fn next(record: &Record) -> Colour {
    let said = record.setups.iter().rev().find(|setup| setup.after as usize >= record.moves.len());
    let white_first = if record.handicap.number() > 0 { Colour::White } else { Colour::Black };
    let usual = record.moves.last().map_or(white_first, |last| last.colour.other());
    said.and_then(|setup| setup.to_move).unwrap_or(usual)
}

/// The first of the declared margins that the board has as it stands, and the count to show.
struct Standing {
    matched: Option<(Count, Terms)>,
    best: Option<Count>,
    /// Whether a reading that is not allowed to explain another winner has one.
    torn: bool,
}

/// Counts the board as it stands under all terms.
fn standing(
    judged: &mut Judged,
    tables: &[Table],
    claims: &[(crate::record::Unit, HalfPoints)],
    count: &dyn Fn(&Terms) -> Count,
) -> Standing {
    let mut found = Standing { matched: None, best: None, torn: false };
    for table in tables {
        let counted = count(&table.terms);
        for (unit, margin) in read_by(claims, table.terms.rules) {
            let matches = counted.margin() == *margin;
            if table.first || matches {
                judged.readings.push(Reading { komi: table.terms.komi, unit: *unit, margin: *margin, matches });
            }
            // Rules that the record does not name may explain a point of the margin, which is what the two ways of
            // counting differ by, and not another winner.
            let named = table.terms.rules == judged.rules;
            let near = found.best.is_none_or(|best| (best.margin() - counted.margin()).abs() <= HalfPoints::points(1));
            let same = found.best.is_none_or(|best| best.winner() == counted.winner());
            if matches && !named && !same {
                found.torn = true;
            } else if matches && (named || near) && found.matched.is_none() {
                found.matched = Some((counted, table.terms));
            }
        }
        found.best = found.best.or(Some(counted));
    }
    found
}

/// Compares what the board says with what was declared.
fn compare(record: &Record, tables: &[Table], claims: &[(crate::record::Unit, HalfPoints)], judged: &mut Judged) {
    let played = judged.played.clone();
    let count = |dead: &[Coord], terms: &Terms| Count::of(&played.board, dead, played.prisoners, terms);
    let known = Known::default();
    let dead = judged.dead.clone();
    let as_it_stands = |terms: &Terms| known.stands.count(&played.board, &dead, played.prisoners, terms);
    let Standing { matched, best, mut torn } = standing(judged, tables, claims, &as_it_stands);
    judged.count = best;
    judged.verdict = Verdict::Undecided;
    // The moves that are left, played as they come and without a look at the claim's side. Both sides have passed where
    // they leave points between the colours to be filled after the clock has stopped.
    let stopped = played.last_passes.len() < 2;
    let rest = Stopped { played: &played, dead: &dead, tables, claims, next: next(record), stopped, known };
    // Passes have settled the winner, whatever might be left.
    if !stopped
        && let Some((matched, terms)) = matched
        && rest.winners(None).allow(matched.margin())
    {
        judged.rules = terms.rules;
        judged.confirm(Match::Exact, (Vec::new(), matched));
        return;
    }
    let open = unplayed::open_points(&played.board, rest.known.stands.territory(&played.board, &dead));
    let early = open > u32::from(played.board.size().area()) / EARLY;
    let left = judged.rules.removal && (!early || rest.near()) && (stopped || open > 0);
    let ending = left.then(|| rest.finish());
    let winners = rest.winners(ending.as_deref());
    if let Some((matched, terms)) = matched {
        // By rules that the record does not name, what is left is counted too.
        let whole = ending.is_none() || terms.rules == judged.rules;
        if winners.allow(matched.margin()) && whole {
            judged.rules = terms.rules;
            judged.confirm(Match::Exact, (Vec::new(), matched));
            return;
        }
        torn |= !winners.allow(matched.margin());
    }
    if let Some(ending) = ending.as_deref()
        && let Some(explained) = rest.played_out(ending)
        && winners.allow_after(explained.1.margin())
        && (winners.allow(explained.1.margin()) || rest.may_turn(ending, explained.1.margin()))
    {
        // By territory the points between the colours and the protections belong to the count; by area, and after both
        // sides have passed, they are moves that change it.
        let counted_in = stopped && matches!(explained.1, Count::Territory(_));
        judged.confirm(if counted_in { Match::Exact } else { Match::UnplayedMoves }, explained);
        return;
    }
    if torn {
        return;
    }
    let Some(counted) = best else { return };
    let claim = claims.iter().map(|(_, margin)| *margin).min_by_key(|claim| (counted.margin() - *claim).abs());
    let Some(claim) = claim else { return };
    if let Some(ending) = ending.as_deref().filter(|_| stopped) {
        if let Some((matched, explained)) = rest.one_point(ending, &winners) {
            judged.confirm(matched, explained);
            return;
        }
        let by_area = matches!(counted, Count::Area(_));
        if let Some(explained) = by_area.then(|| rest.other_first(&winners)).flatten() {
            judged.confirm(Match::UnplayedMoves, explained);
            return;
        }
        if let Some((dead, explained)) = doubt::played_out(judged, &rest, &winners) {
            judged.dead = dead;
            judged.confirm(Match::UnplayedMoves, explained);
            return;
        }
    } else if let Some((dead, counted)) = doubt::turned(judged, tables, claims, &winners, &count) {
        // As uncertain stones may be.
        judged.dead = dead;
        judged.confirm(Match::Exact, (Vec::new(), counted));
        return;
    }
    judged.verdict = differs(judged, &counted, claim, stopped, &winners);
}

/// The verdict where nothing agrees.
fn differs(judged: &Judged, counted: &Count, claim: HalfPoints, stopped: bool, winners: &Winners) -> Verdict {
    let board = &judged.played.board;
    // What the uncertain stones could change: their own points twice, and as much room around them.
    let doubt: i32 = judged
        .fates
        .iter()
        .flat_map(|fates| &fates.chains)
        .filter(|fate| fate.sure < CERTAIN)
        .map(|fate| 8 * i32::from(fate.stones))
        .sum();
    let open = unplayed::open_points(board, &Territory::of(board, &judged.dead));
    let area = u32::from(board.size().area());
    // Two passes end a game, unless most of the board is nobody's.
    let early = open > area / if stopped { EARLY } else { 3 };
    let difference = (counted.margin() - claim).abs().0;
    let winner = |margin: HalfPoints| margin.0.signum();
    if early {
        return Verdict::NotPlayedOut;
    }
    // A record that stops before the last points leaves room for a few of them; one that ends with two passes, for those
    // that are nobody's, which are often filled without being written down.
    let left = if stopped { ROOM } else { ROOM.min(2 * open as i32) };
    let room = left.max(winners.change());
    if winner(counted.margin()) != winner(claim) {
        let narrow = counted.margin().abs().0 <= room || claim.abs().0 <= room && difference <= 2 * room;
        if narrow || winners.possible(claim) {
            return Verdict::Undecided;
        }
        let least = if stopped { CERTAIN_IF_STOPPED } else { CERTAIN };
        // Either the stones are certain, or all that are not cannot turn the winner.
        let large = counted.margin().abs().0 > doubt && judged.confidence >= LEAST_CERTAIN;
        let sure = difference > doubt && (judged.confidence >= least || large);
        // The right margin for the wrong side is no accident, unless the stones may be otherwise.
        let turned = counted.margin() == -claim && judged.confidence >= CERTAIN_IF_TURNED;
        return if turned || sure { Verdict::WinnerDiffers } else { Verdict::Undecided };
    }
    // Whether a protection at the end was needed, or what else was left, is not known.
    if difference <= doubt || stopped && winners.near(claim, ROOM) {
        return Verdict::Undecided;
    }
    Verdict::MarginDiffers
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Two walls of which each side has one: Black leads by seven points.
    #[test]
    fn a_large_lead_accuses_nobody_where_nothing_is_known() {
        let moves: String = (b'a'..=b'g').map(|row| format!(";B[d{0}];W[e{0}]", char::from(row))).collect();
        let text = format!("(;SZ[7]KM[0]RU[Chinese]RE[W+7];{};B[];W[])", &moves[1..]);
        let record = Record::read_all(text.as_bytes()).remove(0).unwrap();
        let mut judged = judge(&record, &Options::default());
        assert_eq!(judged.verdict, Verdict::WinnerDiffers);
        let (counted, claim) = (judged.count.unwrap(), HalfPoints::points(-30));
        for (sure, verdict) in [
            (1000, Verdict::WinnerDiffers),
            (LEAST_CERTAIN, Verdict::WinnerDiffers),
            (LEAST_CERTAIN - 1, Verdict::Undecided),
            (0, Verdict::Undecided),
        ] {
            judged.confidence = sure;
            assert_eq!(differs(&judged, &counted, claim, false, &Winners::default()), verdict, "{sure}");
        }
    }
}

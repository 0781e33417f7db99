//! A group that is run here, round by round: who entered, who sat where, what came of it so far, and who is paired next.
//!
//! The standings are those of the engine that judges an uploaded file: a group that is run here is a result file that is not
//! finished yet.

mod seats;
mod settings;
#[cfg(test)]
mod tests;

pub use seats::{SeatError, exchange};
pub use settings::{Protect, RunSettings};

use crate::domain::results::{Entry, Game, GameResult, Sheet, Win, WonBy};
use crate::domain::standings::{Left, Rules, Standings, standings};
use crate::domain::swiss::{self, Colour, Hand, Player, Policy};
use std::collections::{BTreeMap, BTreeSet};

/// Somebody in the entry list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// The pairing number, which is the id in the file that is handed over.
    pub number: u32,
    /// What was written on entering.
    pub entry: Entry,
    /// The first round that the player can be paired in.
    pub joined: u16,
    /// The first round that the player is not there any more; 0: the entry was taken back before anything was played.
    pub left: Option<u16>,
    /// Rounds for which the player is excused.
    pub absent: BTreeSet<u16>,
}

/// A board of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Its number, from 1.
    pub board: u16,
    /// Black's number.
    pub black: u32,
    /// White's number; none: a bye.
    pub white: Option<u32>,
    /// What came of it.
    pub result: GameResult,
}

/// A round that was paired.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Which, from 1.
    pub round: u16,
    /// Whether its results are settled.
    pub closed: bool,
    /// Whether it was ever opened again after it was closed.
    pub reopened: bool,
    /// Its boards in order.
    pub boards: Vec<Board>,
}

/// Everything about a group that is run here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupState {
    /// The members by number; entries taken back are among them.
    pub members: Vec<Member>,
    /// The rounds in order.
    pub rounds: Vec<Round>,
}

/// Whether a member plays in a round, and why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Is paired.
    Plays,
    /// Comes later.
    NotYet,
    /// Excused for this round.
    Excused,
    /// Has left.
    Gone,
    /// Was absent so often that the scheme counts it as withdrawn.
    Withdrawn,
    /// Has won enough: pairing stops.
    Done,
    /// Has lost so often that the scheme ends it.
    Out,
}

impl Round {
    /// Whether every game has a result.
    pub fn complete(&self) -> bool {
        self.boards.iter().all(|board| board.result != GameResult::NotReported)
    }

    /// Whether a result was entered for any game.
    pub fn begun(&self) -> bool {
        self.boards.iter().any(|board| board.white.is_some() && board.result != GameResult::NotReported)
    }
}

impl GroupState {
    /// The members whose entry stands.
    pub fn entered(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| member.left != Some(0))
    }

    /// The round that is played now or was played last.
    pub fn last(&self) -> Option<&Round> {
        self.rounds.last()
    }

    /// The next round to pair.
    pub fn next(&self) -> u16 {
        self.last().map_or(1, |round| round.round + 1)
    }

    /// The group as a result file: entries by number, games by round and board.
    pub fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::default();
        let mut at = BTreeMap::new();
        for member in self.entered() {
            at.insert(member.number, sheet.entries.len());
            let line = u32::try_from(sheet.entries.len()).unwrap_or(u32::MAX - 2) + 2;
            sheet.entries.push(Entry { line, id: member.number.to_string(), ..member.entry.clone() });
        }
        for (round, board) in self.boards() {
            let Some(black) = at.get(&board.black) else { continue };
            let line = u32::try_from(sheet.games.len()).unwrap_or(u32::MAX - 2) + 2;
            sheet.games.push(Game {
                line,
                round,
                board: Some(board.board),
                black: *black,
                white: board.white.and_then(|white| at.get(&white)).copied(),
                result: board.result,
                handicap: 0,
                komi: None,
                record: None,
                black_warnings: 0,
                white_warnings: 0,
            });
        }
        sheet
    }

    fn boards(&self) -> impl Iterator<Item = (u16, &Board)> {
        self.rounds.iter().flat_map(|round| round.boards.iter().map(|board| (round.round, board)))
    }

    /// The standings so far, with the sheet that their rows point into.
    pub fn standings(&self, rules: &Rules) -> (Sheet, Standings) {
        let sheet = self.sheet();
        let members: Vec<usize> = (0..sheet.entries.len()).collect();
        let table = standings(&sheet, &members, rules);
        (sheet, table)
    }

    /// The members in the order of the standings, by number where nothing else separates them, each with whether and why
    /// not it is paired in `round`.
    pub fn presence(&self, rules: &Rules, round: u16) -> Vec<(&Member, Presence)> {
        // A lot that orders the final standings is not drawn to pair a round: numbers are.
        let shared = Rules { ties: crate::domain::scheme::Ties::Share, ..rules.clone() };
        let (_, table) = self.standings(&shared);
        let entered: Vec<&Member> = self.entered().collect();
        let mut rows: Vec<_> = table.rows.iter().filter_map(|row| Some((row, *entered.get(row.entry)?))).collect();
        rows.sort_by_key(|(row, member)| (row.place, member.number));
        let of = |member: &Member, left: Option<Left>, done: bool| match left {
            _ if member.left.is_some_and(|left| left <= round) => Presence::Gone,
            Some(Left::OnLosses(_)) => Presence::Out,
            Some(Left::Withdrawn(_)) => Presence::Withdrawn,
            None if done => Presence::Done,
            None if member.joined > round => Presence::NotYet,
            None if member.absent.contains(&round) => Presence::Excused,
            None => Presence::Plays,
        };
        rows.into_iter().map(|(row, member)| (member, of(member, row.tally.left, row.tally.done.is_some()))).collect()
    }

    /// Who is to be paired in the next round, in the order of the standings.
    pub fn players(&self, rules: &Rules, settings: &RunSettings) -> Vec<Player> {
        let points = self.points(rules);
        let round = self.next();
        let there = self.presence(rules, round).into_iter().filter(|(_, presence)| *presence == Presence::Plays);
        there.map(|(member, _)| self.player(member, points.get(&member.number).copied(), settings)).collect()
    }

    fn points(&self, rules: &Rules) -> BTreeMap<u32, u32> {
        let (_, table) = self.standings(rules);
        let entered: Vec<u32> = self.entered().map(|member| member.number).collect();
        table.rows.iter().filter_map(|row| Some((*entered.get(row.entry)?, row.tally.points))).collect()
    }

    fn player(&self, member: &Member, points: Option<u32>, settings: &RunSettings) -> Player {
        let mut player = Player { number: member.number, points: points.unwrap_or(0), ..Player::default() };
        let school = match settings.protect {
            Protect::Nobody => &None,
            Protect::Club => &member.entry.club,
            Protect::Agency => &member.entry.agency,
        };
        player.school = school.as_deref().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
        for (_, board) in self.boards() {
            let (opponent, colour) = match board.white {
                None if board.black == member.number => {
                    player.had_bye = true;
                    continue;
                }
                Some(white) if board.black == member.number => (white, Colour::Black),
                Some(white) if white == member.number => (board.black, Colour::White),
                _ => continue,
            };
            player.met.insert(opponent);
            if was_played(board.result) {
                player.hand = Hand::and(player.hand, colour);
            }
        }
        player
    }

    /// Pairs the next round.
    pub fn pair(
        &self,
        rules: &Rules,
        settings: &RunSettings,
        seed: u64,
        allow_repeats: bool,
    ) -> Result<(Round, usize), swiss::Refusal> {
        let round = self.next();
        let policy = Policy {
            within: settings.within(),
            protect: settings.protect != Protect::Nobody && round <= settings.protect_rounds,
            allow_repeats,
            seed,
            round,
        };
        let paired = swiss::next_round(&self.players(rules, settings), &policy)?;
        let games = paired.boards.iter().map(|(black, white)| (*black, Some(*white), GameResult::NotReported));
        let byes = paired.bye.iter().map(|number| (*number, None, GameResult::Bye));
        let boards = (1_u16..)
            .zip(games.chain(byes))
            .map(|(board, (black, white, result))| Board { board, black, white, result })
            .collect();
        Ok((Round { round, boards, ..Round::default() }, paired.repeats))
    }

    /// The pairs of a round that have met in an earlier one, by their boards.
    pub fn repeats(&self, round: u16) -> Vec<u16> {
        let pair = |board: &Board| board.white.map(|white| (board.black.min(white), board.black.max(white)));
        let earlier: BTreeSet<(u32, u32)> =
            self.boards().filter(|(at, _)| *at < round).filter_map(|(_, board)| pair(board)).collect();
        let now = self.boards().filter(|(at, _)| *at == round);
        now.filter(|(_, board)| pair(board).is_some_and(|p| earlier.contains(&p))).map(|(_, b)| b.board).collect()
    }
}

/// Whether a game was sat down to, as colours count: who stayed away has not had a colour.
fn was_played(result: GameResult) -> bool {
    !matches!(
        result,
        GameResult::Black(Win { by: WonBy::Forfeit })
            | GameResult::White(Win { by: WonBy::Forfeit })
            | GameResult::Void
            | GameResult::Bye
    )
}

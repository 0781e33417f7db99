use super::*;
use crate::domain::scheme;

fn scheme_and(group: &str) -> (std::sync::Arc<scheme::Scheme>, scheme::Group) {
    let scheme = scheme::builtin("putian-2024", None).unwrap();
    let group = scheme.group(group).unwrap().clone();
    (scheme, group)
}

fn group(count: u32) -> GroupState {
    let member = |number| Member {
        number,
        entry: Entry { name: format!("棋手{number}"), ..Entry::default() },
        joined: 1,
        ..Member::default()
    };
    GroupState { members: (1..=count).map(member).collect(), rounds: Vec::new() }
}

const BLACK: GameResult = GameResult::Black(Win { by: WonBy::Unstated });

/// Pairs a round, and lets Black win everywhere.
fn play(state: &mut GroupState, rules: &Rules, settings: &RunSettings) {
    let (mut round, _) = state.pair(rules, settings, 3, false).unwrap();
    round.boards.iter_mut().filter(|board| board.white.is_some()).for_each(|board| board.result = BLACK);
    round.closed = true;
    state.rounds.push(round);
}

#[test]
fn who_has_won_or_lost_enough_is_not_paired_again() {
    // Putian: a player leaves at four wins or four losses.
    let (scheme, group_rules) = scheme_and("定段");
    let rules = Rules::of(&scheme, &group_rules, 1);
    let mut state = group(16);
    let settings = RunSettings::default();
    for _ in 0..4 {
        play(&mut state, &rules, &settings);
    }
    let (_, table) = state.standings(&rules);
    let stopped = table.rows.iter().filter(|row| row.tally.wins >= 4 || row.tally.losses >= 4).count();
    assert!(stopped > 0);
    assert_eq!(state.players(&rules, &settings).len(), 16 - stopped);
    let out = state.presence(&rules, 5);
    assert!(out.iter().any(|(_, presence)| *presence == Presence::Done));
    assert!(out.iter().any(|(_, presence)| *presence == Presence::Out));
}

#[test]
fn who_is_excused_left_or_comes_later_is_not_paired() {
    let (scheme, group_rules) = scheme_and("定段");
    let rules = Rules::of(&scheme, &group_rules, 1);
    let mut state = group(6);
    state.members[0].absent.insert(1);
    state.members[1].left = Some(1);
    state.members[2].joined = 2;
    state.members[5].left = Some(0);
    let settings = RunSettings::default();
    let numbers: Vec<u32> = state.players(&rules, &settings).iter().map(|player| player.number).collect();
    assert_eq!(numbers, [4, 5]);
    play(&mut state, &rules, &settings);
    let mut second: Vec<u32> = state.players(&rules, &settings).iter().map(|player| player.number).collect();
    second.sort_unstable();
    assert_eq!(second, [1, 3, 4, 5]);
    assert_eq!(state.sheet().entries.len(), 5, "an entry taken back is in no file");
}

#[test]
fn colours_count_games_that_were_sat_down_to_and_everybody_met_counts() {
    let (scheme, group_rules) = scheme_and("定段");
    let rules = Rules::of(&scheme, &group_rules, 1);
    let mut state = group(4);
    let settings = RunSettings::default();
    play(&mut state, &rules, &settings);
    let first = state.rounds[0].boards[0];
    state.rounds[0].boards[0].result = GameResult::Black(Win { by: WonBy::Forfeit });
    let players = state.players(&rules, &settings);
    let of = |number| players.iter().find(|player| player.number == number).unwrap();
    assert_eq!(of(first.black).hand, Hand::default());
    assert!(of(first.black).met.contains(&first.white.unwrap()));
    let second = state.rounds[0].boards[1];
    assert_eq!(of(second.black).hand.more_black, 1);
}

fn round(boards: &[(u32, u32)]) -> Round {
    let board = |(at, (black, white)): (usize, &(u32, u32))| Board {
        board: u16::try_from(at).unwrap() + 1,
        black: *black,
        white: (*white != 0).then_some(*white),
        result: if *white == 0 { GameResult::Bye } else { GameResult::NotReported },
    };
    Round { round: 1, boards: boards.iter().enumerate().map(board).collect(), ..Round::default() }
}

#[test]
fn two_exchange_their_seats_with_each_other_with_a_bye_and_with_nobody() {
    let before = round(&[(1, 2), (3, 4), (5, 0)]);
    let after = |one, other| exchange(&before, one, other).unwrap();
    assert_eq!(after(1, 2), round(&[(2, 1), (3, 4), (5, 0)]), "the colours of one board");
    assert_eq!(after(2, 4), round(&[(1, 4), (3, 2), (5, 0)]), "the opponents of two");
    assert_eq!(after(5, 1), round(&[(5, 2), (3, 4), (1, 0)]), "the bye");
    assert_eq!(after(1, 0), round(&[(2, 0), (3, 4), (5, 1)]), "meets who had the bye");
    assert_eq!(after(6, 0), round(&[(1, 2), (3, 4), (5, 6)]), "who came late meets who had the bye");
    assert_eq!(after(6, 4), round(&[(1, 2), (3, 6), (5, 0)]), "who came late takes a seat");
    assert_eq!(after(6, 7), before.clone().with(4, 6, 7));
    let even = round(&[(1, 2), (3, 4)]);
    assert_eq!(exchange(&even, 1, 0).unwrap(), round(&[(2, 0), (3, 4)]), "somebody stays away");
    assert_eq!(exchange(&even, 6, 0), Err(SeatError::NoSeat));
    assert_eq!(exchange(&even, 1, 1), Err(SeatError::Same));
}

impl Round {
    fn with(mut self, board: u16, black: u32, white: u32) -> Self {
        self.boards.push(Board { board, black, white: Some(white), result: GameResult::NotReported });
        self
    }
}

#[test]
fn a_seat_of_a_game_with_a_result_is_not_exchanged() {
    let mut played = round(&[(1, 2), (3, 4)]);
    played.boards[0].result = BLACK;
    assert_eq!(exchange(&played, 2, 3), Err(SeatError::Played));
}

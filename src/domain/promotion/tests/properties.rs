//! What holds for every built-in scheme and every small event.

use super::*;
use crate::domain::grade::Grade;
use crate::domain::promotion::{Eligible, PlayerOutcome, check};
use crate::domain::results::{Entry, Game, GameResult, Sex, Sheet, Win, WonBy};
use crate::domain::scheme::{Group, Level, Pick, Scheme, Ties, all, standing};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The random choices of an event; everything else is derived from them and from the group.
#[derive(Clone, Debug)]
struct Draw {
    scheme: usize,
    group: usize,
    players: Vec<(u8, u8)>,
    rounds: Vec<Vec<(u16, u8)>>,
    share_ties: bool,
    level: u8,
    seed: u64,
}

fn draws() -> impl Strategy<Value = Draw> {
    (
        any::<usize>(),
        any::<usize>(),
        prop::collection::vec((any::<u8>(), any::<u8>()), 2..16),
        prop::collection::vec(prop::collection::vec((any::<u16>(), any::<u8>()), 16), 1..10),
        any::<bool>(),
        any::<u8>(),
        any::<u64>(),
    )
        .prop_map(|(scheme, group, players, rounds, share_ties, level, seed)| Draw {
            scheme,
            group,
            players,
            rounds,
            share_ties,
            level,
            seed,
        })
}

struct Event {
    scheme: Scheme,
    group: String,
    sheet: Sheet,
    context: Context,
}

impl Event {
    fn group(&self) -> &Group {
        self.scheme.group(&self.group).unwrap()
    }

    fn promote(&self, sheet: &Sheet) -> Outcome {
        promote(&self.scheme, self.group(), sheet, &self.context).unwrap()
    }
}

fn event(draw: &Draw) -> Event {
    let scheme = &all()[draw.scheme % all().len()];
    let open_ties = scheme.parameters.iter().any(|p| p.id == "ties");
    let ties = if draw.share_ties && open_ties { "share" } else { "lot" };
    let parameters = open_ties.then(|| ("ties".to_owned(), ties.to_owned())).into_iter().collect::<BTreeMap<_, _>>();
    let scheme = scheme.with_parameters(&parameters).unwrap();
    let group = &scheme.groups[draw.group % scheme.groups.len()];
    // Mostly grades of the group, some below and above it.
    let span = |number: u8| {
        let (low, high) = (standing(group.entry.grades.low), standing(group.entry.grades.high));
        let (low, high) = if number % 5 == 0 { (low.saturating_sub(3), (high + 3).min(33)) } else { (low, high) };
        Grade::from_rank(low + number / 5 % (high - low + 1))
    };
    let entries: Vec<Entry> = draw
        .players
        .iter()
        .enumerate()
        .map(|(i, &(grade, sex))| Entry {
            id: format!("p{i}"),
            grade: span(grade),
            sex: match (group.entry.sex, sex % 8) {
                (Some(sex), _) => Some(sex),
                (_, 0) => None,
                (_, n) => Some(if n % 2 == 0 { Sex::Female } else { Sex::Male }),
            },
            ..Entry::default()
        })
        .collect();
    let mut games = Vec::new();
    for (round, choices) in draw.rounds.iter().enumerate() {
        let mut order: Vec<usize> = (0..entries.len()).filter(|&p| choices[p].1 % 10 != 0).collect();
        order.sort_by_key(|&p| (choices[p].0, p));
        for pair in order.chunks(2) {
            let by = WonBy::Unstated;
            let result = match (pair.len(), choices[pair[0]].1 % 32) {
                (1, _) => GameResult::Bye,
                (_, 0..=12) => GameResult::Black(Win { by }),
                (_, 13..=23) => GameResult::White(Win { by }),
                (_, 24) => GameResult::Black(Win { by: WonBy::Forfeit }),
                (_, 25) => GameResult::White(Win { by: WonBy::Forfeit }),
                (_, 26 | 27) => GameResult::Draw,
                (_, 28) => GameResult::BothLose,
                (_, 29) => GameResult::BothWin,
                (_, 30) => GameResult::Void,
                _ => GameResult::NotReported,
            };
            games.push(Game {
                line: u32::try_from(games.len()).unwrap() + 2,
                round: u16::try_from(round).unwrap() + 1,
                board: None,
                black: pair[0],
                white: pair.get(1).copied(),
                result,
                handicap: 0,
                komi: None,
                record: None,
                black_warnings: u8::from(choices[pair[0]].1 == 77),
                white_warnings: 0,
            });
        }
    }
    let group = group.id.clone();
    let level = Level::ALL.get(usize::from(draw.level % 8)).copied();
    Event {
        scheme,
        group,
        sheet: Sheet { entries, games },
        context: Context { level, lot_seed: draw.seed, parameters, ..Context::default() },
    }
}

/// The same game with the loser as winner, for each loser there is.
fn turned(game: &Game) -> Vec<(usize, GameResult)> {
    let Some(white) = game.white else { return Vec::new() };
    let win = Win { by: WonBy::Unstated };
    match game.result {
        GameResult::Black(win) => vec![(white, GameResult::White(win))],
        GameResult::White(win) => vec![(game.black, GameResult::Black(win))],
        GameResult::BothLose => vec![(game.black, GameResult::Black(win)), (white, GameResult::White(win))],
        _ => Vec::new(),
    }
}

fn award(outcome: &Outcome, entry: usize) -> Option<Grade> {
    outcome.players.iter().find(|p| p.entry == entry).and_then(|p| p.award)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_win_in_place_of_a_loss_never_lowers_the_award(draw in draws()) {
        let event = event(&draw);
        let before = event.promote(&event.sheet);
        for (i, game) in event.sheet.games.iter().enumerate() {
            for (player, result) in turned(game) {
                let mut sheet = event.sheet.clone();
                sheet.games[i].result = result;
                let after = event.promote(&sheet);
                prop_assert!(
                    award(&after, player) >= award(&before, player),
                    "{} {}: {} wins game {i}: {:?} → {:?}",
                    event.scheme.id, event.group, sheet.entries[player].id, award(&before, player), award(&after, player)
                );
            }
        }
    }

    #[test]
    fn of_two_alike_the_one_placed_higher_never_gets_less(draw in draws()) {
        let event = event(&draw);
        let outcome = event.promote(&event.sheet);
        let eligible = |p: &PlayerOutcome| {
            let person = event.context.person(&event.sheet.entries[p.entry]);
            let tally = &outcome.standings.rows.iter().find(|row| row.entry == p.entry).unwrap().tally;
            tally.started && check(&event.scheme, event.group(), &person, &event.context).eligible == Eligible::Yes
        };
        for (n, higher) in outcome.players.iter().enumerate() {
            for lower in &outcome.players[n + 1..] {
                let (a, b) = (&event.sheet.entries[higher.entry], &event.sheet.entries[lower.entry]);
                let alike = (a.grade, a.sex) == (b.grade, b.sex) && eligible(higher) && eligible(lower);
                if alike && higher.place < lower.place {
                    prop_assert!(higher.award >= lower.award, "{} {}: {} and {}", event.scheme.id, event.group, a.id, b.id);
                }
            }
        }
    }

    #[test]
    fn a_quota_is_never_exceeded(draw in draws()) {
        let event = event(&draw);
        let outcome = event.promote(&event.sheet);
        let base = outcome.standings.size.of(event.scheme.base);
        for clause in &event.group().clauses {
            let places = match clause.pick {
                Pick::Best(quota) => quota.places(base, event.scheme.rounding),
                Pick::Reserved(places) => places,
                _ => continue,
            };
            let granted: Vec<_> = outcome.players.iter().filter(|p| p.clause.as_ref() == Some(&clause.id)).collect();
            let last = granted.last().map(|p| p.place);
            let sharing = granted.iter().filter(|p| Some(p.place) == last).count();
            let above = granted.len() - sharing;
            let full = usize::try_from(places).unwrap();
            prop_assert!(granted.len() <= full || (event.scheme.ties == Ties::Share && above < full), "{}", clause.id);
        }
    }

    #[test]
    fn the_order_of_rows_never_matters(draw in draws(), keys in prop::collection::vec(any::<u32>(), 200)) {
        let event = event(&draw);
        let key = |n: usize| keys[n % keys.len()];
        let mut order: Vec<usize> = (0..event.sheet.entries.len()).collect();
        order.sort_by_key(|&n| (key(n), n));
        let mut new_index = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            new_index[old] = new;
        }
        let mut shuffled = event.sheet.clone();
        shuffled.entries = order.iter().map(|&n| event.sheet.entries[n].clone()).collect();
        for game in &mut shuffled.games {
            game.black = new_index[game.black];
            game.white = game.white.map(|w| new_index[w]);
        }
        let mut games: Vec<_> = shuffled.games.into_iter().enumerate().collect();
        games.sort_by_key(|(n, _)| (key(n + 100), *n));
        shuffled.games = games.into_iter().map(|(_, game)| game).collect();
        let (before, after) = (event.promote(&event.sheet), event.promote(&shuffled));
        let told = |outcome: &Outcome, sheet: &Sheet| -> Vec<_> {
            outcome
                .rows()
                .map(|(row, p)| (sheet.entries[p.entry].id.clone(), p.place, p.award, p.clause.clone(), p.reason.clone(), row.tally.clone(), row.tiebreaks.clone()))
                .collect()
        };
        prop_assert_eq!(told(&before, &event.sheet), told(&after, &shuffled));
        prop_assert_eq!(before.notes, after.notes);
    }
}

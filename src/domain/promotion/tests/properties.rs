//! What holds for every built-in scheme and every small event.

use super::*;
use crate::domain::grade::Grade;
use crate::domain::promotion::{Eligible, PlayerOutcome, check, decide, eligibility};
use crate::domain::results::{Entry, Game, GameResult, Sex, Sheet, Win, WonBy};
use crate::domain::scheme::{Group, Level, Pick, Scheme, Ties, all, load, standing};
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

    /// The awards by entry, without their reasons.
    fn awards(&self, sheet: &Sheet) -> Vec<Option<Grade>> {
        let decision = decide(&self.scheme, self.group(), sheet, &self.context);
        let mut awards = vec![None; sheet.entries.len()];
        for (n, row) in decision.standings.rows.iter().enumerate() {
            awards[row.entry] = decision.granted(n).map(|(_, grade)| grade);
        }
        awards
    }
}

/// An event under a built-in scheme; every third under the one with reserved places, the delicate case.
fn event(draw: &Draw) -> Event {
    let reserved = |s: &&std::sync::Arc<Scheme>| s.id == "zhuhai-2013";
    match draw.scheme % 3 {
        0 => event_under(all().iter().find(reserved).unwrap(), draw),
        _ => event_under(&all()[draw.scheme / 3 % all().len()], draw),
    }
}

/// An event under a scheme.
fn event_under(scheme: &Scheme, draw: &Draw) -> Event {
    let open_ties = scheme.parameters.iter().any(|p| p.id == "ties");
    let ties = if draw.share_ties && open_ties { "share" } else { "lot" };
    let parameters = open_ties.then(|| ("ties".to_owned(), ties.to_owned())).into_iter().collect::<BTreeMap<_, _>>();
    let scheme = scheme.with_parameters(&parameters).unwrap();
    let group = &scheme.groups[draw.group % scheme.groups.len()];
    // Mostly grades of the group, some below and above it.
    let span = |number: u8| {
        let (low, high) = (standing(group.entry.grades.low), standing(group.entry.grades.high));
        let (low, high) =
            if number.is_multiple_of(5) { (low.saturating_sub(3), (high + 3).min(33)) } else { (low, high) };
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
            birth: chrono::NaiveDate::from_ymd_opt(if grade % 2 == 0 { 1990 } else { 2015 }, 3, 1),
            certificate: (sex % 3 != 0).then(|| format!("31026{i:04}")),
            tests: Some(scheme.tests.iter().map(|test| format!("{}={};", test.id, (grade ^ sex) % 20)).collect()),
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
        context: Context {
            level,
            date: "2026-05-31".parse().ok(),
            lot_seed: draw.seed,
            parameters,
            ..Context::default()
        },
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

/// 300 events a property, or as many as PROPTEST_CASES says.
fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(300);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn wins_never_cost(event: &Event) -> Result<(), TestCaseError> {
    let before = event.awards(&event.sheet);
    for (i, game) in event.sheet.games.iter().enumerate() {
        for (player, result) in turned(game) {
            let mut sheet = event.sheet.clone();
            sheet.games[i].result = result;
            let (before, after) = (before[player], event.awards(&sheet)[player]);
            prop_assert!(
                after >= before,
                "{} {}: {} wins game {i}: {before:?} → {after:?}\n{}",
                event.scheme.id,
                event.group,
                sheet.entries[player].id,
                event.scheme.source_text()
            );
        }
    }
    Ok(())
}

fn higher_never_gets_less(event: &Event) -> Result<(), TestCaseError> {
    let outcome = event.promote(&event.sheet);
    let eligible = |p: &PlayerOutcome| {
        let person = event.context.person(&event.sheet.entries[p.entry]);
        let tally = &outcome.standings.rows.iter().find(|row| row.entry == p.entry).unwrap().tally;
        eligibility::ruled_out(&event.scheme, event.group(), tally).is_none()
            && check(&event.scheme, event.group(), &person, &event.context).eligible == Eligible::Yes
    };
    for (n, higher) in outcome.players.iter().enumerate() {
        for lower in &outcome.players[n + 1..] {
            let (a, b) = (&event.sheet.entries[higher.entry], &event.sheet.entries[lower.entry]);
            let alike = (a.grade, a.sex, &a.tests) == (b.grade, b.sex, &b.tests) && eligible(higher) && eligible(lower);
            if alike && higher.place < lower.place {
                prop_assert!(
                    higher.award >= lower.award,
                    "{} {}: {} and {}\n{}",
                    event.scheme.id,
                    event.group,
                    a.id,
                    b.id,
                    event.scheme.source_text()
                );
            }
        }
    }
    Ok(())
}

/// Random clauses for one group: kind, size, wins, sex, steps down from the award before.
type Rules = (Vec<(u8, u8, u8, u8, u8)>, u8, u8);

fn rules() -> impl Strategy<Value = Rules> {
    let clause = (any::<u8>(), any::<u8>(), any::<u8>(), any::<u8>(), any::<u8>());
    (prop::collection::vec(clause, 1..5), any::<u8>(), any::<u8>())
}

/// A scheme of random clauses, as text: the reader decides whether it is one.
fn scheme_text((clauses, stop, policy): &Rules) -> String {
    let mut text = "id = \"random\"\nversion = 1\nname = { zh = \"随\", en = \"r\" }\nladder = \"national\"\n\
        source.title = { zh = \"随\", en = \"r\" }\n"
        .to_owned();
    match policy % 6 {
        0 => text.push_str("[absence]\nin_a_row = 2\n"),
        1 => text.push_str("[absence]\nin_a_row = 1\nforfeits_award = true\n"),
        2 => text.push_str("[quota]\nbase = \"finished\"\n"),
        3 => text.push_str("[quota]\nguests_take_places = true\n"),
        4 => text.push_str("[limits]\nmax_rungs = 2\n"),
        _ => {}
    }
    text.push_str(
        "[[group]]\nid = \"all\"\ngrades = \"5级..1段\"\nrounds = 9\narticle = { zh = \"一\", en = \"1\" }\n",
    );
    match stop % 5 {
        0 => text.push_str("stop = { losses = 3 }\n"),
        1 => text.push_str("stop = { wins = 4, losses = 4, from_round = 5 }\n"),
        2 => text.push_str("lower = \"admitted\"\n"),
        _ => {}
    }
    let mut rank = 30_u8;
    for (i, (kind, size, wins, sex, step)) in clauses.iter().enumerate() {
        text.push_str(&format!("[[group.clause]]\nid = \"c{i}\"\n"));
        // A reserved place has the award of its quota; every other clause one that is as high or lower.
        if kind % 7 != 4 {
            rank -= step % 4;
        }
        if step % 32 < 4 {
            text.push_str(&format!("up = {}\n", 4_usize.saturating_sub(i).max(1)));
        } else {
            text.push_str(&format!("to = \"{}\"\n", Grade::from_rank(rank).unwrap()));
        }
        let size = size % 5 + 1;
        let wins = wins % 6;
        match kind % 7 {
            0 => {}
            1 => text.push_str(&format!("share = \"{}%\"\n", 20 * size)),
            2 => text.push_str(&format!("places = {size}\n")),
            3 => text.push_str(&format!("band = \"{}/5\"\n", size)),
            4 => text.push_str(&format!("reserved = {}\nsex = \"female\"\n", size % 3 + 1)),
            5 => text.push_str(&format!("rate = \"{}%\"\n", 10 * size)),
            _ => text.push_str("from = \"3级..2级\"\n"),
        }
        if wins > 0 {
            text.push_str(&format!("wins = {wins}\n"));
        } else if kind % 7 == 0 {
            text.push_str("everyone = true\n");
        }
        if kind % 7 != 4 && sex % 6 == 0 {
            text.push_str(if sex % 12 == 0 { "sex = \"female\"\n" } else { "sex = \"male\"\n" });
        }
    }
    text
}

#[test]
fn random_schemes_are_accepted_often_enough_to_mean_something() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut accepted = [0, 0];
    for _ in 0..1000 {
        let rules = rules().new_tree(&mut runner).unwrap().current();
        if load(&scheme_text(&rules)).is_ok() {
            accepted[usize::from(rules.0.len() > 1)] += 1;
        }
    }
    assert!(accepted[0] > 50 && accepted[1] > 50, "{accepted:?} of 1000 with one and with several clauses");
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_win_in_place_of_a_loss_never_lowers_the_award(draw in draws()) {
        wins_never_cost(&event(&draw))?;
    }

    #[test]
    fn of_two_alike_the_one_placed_higher_never_gets_less(draw in draws()) {
        higher_never_gets_less(&event(&draw))?;
    }

    #[test]
    fn both_hold_for_every_scheme_that_the_reader_accepts(rules in rules(), draw in draws()) {
        if let Ok(scheme) = load(&scheme_text(&rules)) {
            let event = event_under(&scheme, &draw);
            wins_never_cost(&event)?;
            higher_never_gets_less(&event)?;
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

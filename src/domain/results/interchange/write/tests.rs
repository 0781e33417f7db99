use super::super::super::model::{Entry, Game, GameResult, Sex, Sheet, Win, WonBy};
use super::super::super::{Accepted, NamedBytes, ResultsInput, read};
use super::{About, Loss, Target, held, losses, write};
use crate::domain::grade::Grade;
use crate::text::Lang;
use proptest::prelude::*;

/// What a target gives back: the sheet that reading its file gives.
fn again(sheet: &Sheet, target: Target) -> Sheet {
    let about = About { name: "示例赛; 秋[季] & \"杯\"".into(), place: "示例市".into(), days: None };
    let lang = Lang::Zh;
    let bytes = write(sheet, &about, target, lang);
    let beside = matches!(target, Target::ResultsCsv | Target::PlayersCsv);
    let players = write(sheet, &about, Target::PlayersCsv, lang);
    let results = if beside { write(sheet, &about, Target::ResultsCsv, lang) } else { bytes };
    let name = format!("event.{}", target.ending());
    let reading = read(&ResultsInput {
        results: NamedBytes { name: &name, bytes: &results },
        players: beside.then_some(NamedBytes { name: "event.players.csv", bytes: &players }),
    });
    assert_ne!(
        reading.accepted,
        Accepted::No,
        "{target:?}: {:#?}\n{}",
        reading.findings(),
        String::from_utf8_lossy(&results)
    );
    reading.sheet.unwrap()
}

/// The sheet without lines, and with the games in one order: neither is part of an event.
fn plain(mut sheet: Sheet) -> Sheet {
    sheet.entries.iter_mut().for_each(|entry| entry.line = 0);
    sheet.games.iter_mut().for_each(|game| game.line = 0);
    sheet.games.sort_by_key(|game| (game.round, game.black, game.white));
    sheet
}

fn word() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "张子轩",
        "李思涵",
        "司马馨明",
        "买买提·艾力",
        "René Müller",
        "Anna Maria Lopez",
        "İlker Yıldız",
        "甲",
        "𠮷川慧",
        "Li",
        "O'Brien Sean",
        "曾一",
    ])
    .prop_map(str::to_owned)
}

fn maybe(values: &'static [&'static str]) -> impl Strategy<Value = Option<String>> {
    prop::option::of(prop::sample::select(values).prop_map(str::to_owned))
}

fn entry() -> impl Strategy<Value = Entry> {
    let days = (2000..2020_i32, 1..=12_u32, 1..=28_u32);
    let birth = prop::option::of(days.prop_map(|(y, m, d)| chrono::NaiveDate::from_ymd_opt(y, m, d).unwrap()));
    let sex = prop::option::of(prop::sample::select(vec![Sex::Female, Sex::Male]));
    let grade = (0..=33_u8).prop_map(Grade::from_rank);
    let texts =
        (maybe(&["310260001"]), maybe(&["少年宫, \"一\"部"]), maybe(&["棋院 & <甲>", "QP"]), maybe(&["children"]));
    (word(), sex, birth, grade, texts).prop_map(|(name, sex, birth, grade, (certificate, agency, club, group))| Entry {
        name,
        sex,
        birth,
        grade,
        certificate,
        agency,
        club,
        group,
        ..Entry::default()
    })
}

fn result() -> impl Strategy<Value = GameResult> {
    let by =
        prop::sample::select(vec![WonBy::Unstated, WonBy::Forfeit, WonBy::Resignation, WonBy::Time, WonBy::Count(7)]);
    (by, 0..12_u8).prop_map(|(by, kind)| match kind {
        0..=3 => GameResult::Black(Win { by }),
        4..=6 => GameResult::White(Win { by }),
        7 => GameResult::Draw,
        8 => GameResult::BothLose,
        9 => GameResult::BothWin,
        10 => GameResult::Void,
        _ => GameResult::NotReported,
    })
}

/// An event: in each round the entries meet in the order of a draw, the last one left has the bye.
fn sheet() -> impl Strategy<Value = Sheet> {
    let game = (result(), prop::sample::select(vec![0, 0, 0, 2_u8]), prop::option::of(Just(15)), any::<bool>());
    let rounds = prop::collection::vec((prop::collection::vec(game, 6), any::<u64>()), 1..4);
    (prop::collection::vec(entry(), 2..12), rounds, any::<bool>(), any::<bool>()).prop_map(
        |(mut entries, rounds, letters, one_komi)| {
            for (n, entry) in entries.iter_mut().enumerate() {
                entry.id = if letters { format!("A-{}", n + 1) } else { (n * 3 + 1).to_string() };
            }
            let mut games = Vec::new();
            for (round, (details, seed)) in (1..).zip(rounds) {
                let mut order: Vec<usize> = (0..entries.len()).collect();
                order.sort_by_key(|n| (*n as u64 + 1).wrapping_mul(seed | 1).rotate_left(17));
                for (board, (pair, (result, handicap, komi, absent))) in (1..).zip(order.chunks(2).zip(details)) {
                    let (result, white) = match pair {
                        [_, other] => (result, Some(*other)),
                        _ => (GameResult::Bye, None),
                    };
                    if absent && board > 2 {
                        continue;
                    }
                    games.push(Game {
                        line: 0,
                        round,
                        board: white.is_some().then_some(board),
                        black: pair[0],
                        white,
                        result,
                        handicap: if white.is_some() { handicap } else { 0 },
                        komi: if white.is_none() || handicap > 0 {
                            None
                        } else if one_komi {
                            Some(15)
                        } else {
                            komi
                        },
                        record: None,
                        black_warnings: 0,
                        white_warnings: 0,
                    });
                }
            }
            Sheet { entries, games }
        },
    )
}

/// A komi that follows from the handicap is the same event.
fn stated(mut sheet: Sheet) -> Sheet {
    for game in &mut sheet.games {
        game.komi = game.stated_komi();
    }
    sheet
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_as_the_event_that_the_format_can_hold(sheet in sheet()) {
        for target in Target::ALL {
            let expected = held(&sheet, target);
            prop_assert_eq!(plain(again(&sheet, target)), plain(expected.clone()), "{:?}", target);
            let lost = losses(&sheet, target);
            prop_assert_eq!(lost.is_empty(), stated(expected) == stated(sheet.clone()), "{:?}: {:?}", target, lost);
        }
    }
}

#[test]
fn what_is_lost_is_counted_and_names_stay_told_apart_by_their_ids() {
    let name =
        |id: &str, name: &str| Entry { id: id.into(), name: name.into(), grade: Grade::dan(1), ..Entry::default() };
    let sheet = Sheet {
        entries: vec![name("7", "张伟"), name("8", "章伟"), name("9", "张伟")],
        games: vec![Game {
            line: 0,
            round: 1,
            board: Some(1),
            black: 0,
            white: Some(1),
            result: GameResult::Black(Win { by: WonBy::Count(7) }),
            handicap: 0,
            komi: Some(15),
            record: None,
            black_warnings: 0,
            white_warnings: 0,
        }],
    };
    let latin = again(&sheet, Target::H9Latin);
    let people: Vec<_> = latin.entries.iter().map(|entry| (entry.id.as_str(), entry.name.as_str())).collect();
    assert_eq!(people, [("7", "Wei Zhang"), ("8", "Wei Zhang"), ("9", "Wei Zhang")]);
    assert_eq!(losses(&sheet, Target::H9Latin), [(Loss::Names, 3), (Loss::Boards, 1), (Loss::Manner, 1)]);
    assert_eq!(losses(&sheet, Target::OpenGotha), [(Loss::Manner, 1)]);
    assert!(losses(&sheet, Target::Workbook).is_empty());
    assert_eq!(plain(again(&sheet, Target::OpenGotha)), plain(held(&sheet, Target::OpenGotha)));
}

#[test]
fn every_target_and_every_loss_has_its_words() {
    for target in Target::ALL {
        assert!(!target.words().zh.is_empty());
        assert_eq!(Target::of_ending(target.ending()), Some(target));
    }
    for loss in Loss::ALL {
        assert!(!loss.words().en.contains("interchange"), "{loss:?}");
    }
}

#[test]
fn no_file_names_the_machine_that_wrote_it() {
    let sheet = Sheet::default();
    let text = String::from_utf8(write(&sheet, &About::default(), Target::OpenGotha, Lang::En)).unwrap();
    assert!(!text.contains("externalIPAddress"));
}

//! An event of real games with known results, and the same with planted lies: every lie is found, and nothing true is
//! accused. The games stand in a folder beside the repository, whose `gold.tsv` lists those whose declared margin another
//! program reproduces; where it is absent, these tests say so and are left out.

use crate::support::event::{self as play, Crew};
use crate::support::records::{game, lying, turned};
use crate::support::register::{TestRegister, with_register};
use qipin::domain::finding::{Finding, Severity};
use qipin::service::view::won::{self, Standing};
use qipin::service::{records, results};
use qipin::store::event::Event;
use qipin::store::{game_record, recount};
use std::collections::HashSet;
use std::path::Path;
use weiqi_rules::fingerprint::Fingerprint;
use weiqi_rules::record::Record;

/// Sixteen players and eight rounds.
const PLAYERS: usize = 16;
const ROUNDS: usize = 8;

/// Games that are not of the event: they were played elsewhere.
const ELSEWHERE: usize = 2;

/// Findings that say that somebody or something is not as it should be. That a game stops early or that its life and
/// death is not certain accuses nobody.
const ACCUSING: [&str; 12] =
    ["W813", "W816", "W817", "W818", "W819", "W820", "W821", "W822", "W824", "W826", "W827", "W829"];

/// A real game.
#[derive(Clone)]
struct Real {
    text: String,
    result: String,
    komi: String,
    handicap: String,
}

/// A game of the event: who plays where, what the results say, and the record.
#[derive(Clone)]
struct Row {
    round: usize,
    board: usize,
    black: usize,
    white: usize,
    real: Real,
}

/// Gives a property of the first node another value, or one.
fn set(text: &str, name: &str, value: &str) -> String {
    let sign = format!("{name}[");
    let is_it = |at: &usize| *at == 0 || !text.as_bytes()[at - 1].is_ascii_uppercase();
    match text.match_indices(&sign).map(|(at, _)| at).find(is_it) {
        Some(at) => {
            let from = at + sign.len();
            let to = from + text[from..].find(']').unwrap();
            format!("{}{value}{}", &text[..from], &text[to..])
        }
        None => text.replacen(';', &format!(";{name}[{value}]"), 1),
    }
}

/// Points as results are written, `13.5` for `13.50`; none for what is no half.
fn points(text: &str) -> Option<String> {
    let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    whole.parse::<i32>().ok()?;
    match part.trim_end_matches('0') {
        "" => Some(whole.to_owned()),
        "5" => Some(format!("{whole}.5")),
        _ => None,
    }
}

/// Games that differ from each other, in the order of the list; none where the folder is absent.
fn real_games() -> Option<Vec<Real>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/games");
    let Ok(list) = std::fs::read_to_string(folder.join("gold.tsv")) else {
        println!("{} is not there: left out", folder.display());
        return None;
    };
    let (mut games, mut seen) = (Vec::new(), HashSet::new());
    for line in list.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [path, _, _, komi, handicap, _, margin, ..] = cells[..] else { panic!("{line}") };
        let (Some(komi), Some(margin)) = (points(komi), points(margin)) else { continue };
        if !path.ends_with(".sgf") || komi.starts_with('-') || margin == "0" {
            continue;
        }
        // Letters outside of ASCII stand in comments and names only, and the names become others.
        let bytes = std::fs::read(folder.join(path)).unwrap();
        let text: String = bytes.iter().filter(|byte| byte.is_ascii()).map(|byte| char::from(*byte)).collect();
        let Some(Ok(record)) = Record::read_all(text.as_bytes()).into_iter().next() else { continue };
        // Some games of the folder are versions of each other.
        let print = Fingerprint::of(&record);
        let mut keys = vec![print.whole];
        keys.extend(print.beginnings.iter().filter(|(stones, _)| *stones >= 50).map(|(_, key)| *key));
        if keys.iter().any(|key| seen.contains(key)) {
            continue;
        }
        seen.extend(keys);
        let handicap = match handicap.parse::<u8>() {
            Ok(stones) if stones >= 2 => stones.to_string(),
            _ => String::new(),
        };
        let result = match margin.strip_prefix('-') {
            Some(margin) => format!("W+{margin}"),
            None => format!("B+{margin}"),
        };
        games.push(Real { text: set(&text, "CA", "UTF-8"), result, komi, handicap });
    }
    assert!(games.len() >= PLAYERS / 2 * ROUNDS + ELSEWHERE, "{} games", games.len());
    Some(games)
}

fn name(id: usize) -> String {
    const FAMILY: [&str; 8] = ["赵", "钱", "孙", "李", "周", "吴", "郑", "陈"];
    format!("{}{}", FAMILY[id % 8], ["远航", "思齐"][id / 8 % 2])
}

/// The event's games: the circle method, each with the next real game.
fn rows(games: &[Real]) -> Vec<Row> {
    let mut rows = Vec::new();
    for round in 1..=ROUNDS {
        let seat = |at: usize| if at == 0 { 1 } else { (at - 1 + round - 1) % (PLAYERS - 1) + 2 };
        for board in 0..PLAYERS / 2 {
            let (black, white) = (seat(board), seat(PLAYERS - 1 - board));
            rows.push(Row { round, board: board + 1, black, white, real: games[rows.len()].clone() });
        }
    }
    rows
}

fn sheet(rows: &[Row]) -> results::Files {
    let mut players = String::from("id,name,sex,birth,grade,certificate,register,document\n");
    for id in 1..=PLAYERS {
        players.push_str(&format!("{id},{},男,1990-01-{id:02},5级,,,\n", name(id)));
    }
    let mut results = String::from("round,board,black,white,result,handicap,komi,game\n");
    for Row { round, board, black, white, real } in rows {
        let Real { result, komi, handicap, .. } = real;
        results
            .push_str(&format!("{round},{board},{black},{white},{result},{handicap},{komi},r{round}-b{board}.sgf\n"));
    }
    results::Files {
        results: ("a.results.csv".to_owned(), results.into_bytes()),
        players: Some(("a.players.csv".to_owned(), players.into_bytes())),
    }
}

/// The records with the names of their players, each played on the day of the event unless it says another.
fn files(made: &Event, rows: &[Row]) -> Vec<(String, Vec<u8>)> {
    let one = |row: &Row| {
        let named = set(&set(&row.real.text, "PB", &name(row.black)), "PW", &name(row.white));
        let dated = match named.contains("DT[2019-05-01]") {
            true => named,
            false => set(&named, "DT", &made.ends_on.to_string()),
        };
        (format!("r{}-b{}.sgf", row.round, row.board), dated.into_bytes())
    };
    rows.iter().map(one).collect()
}

/// Plays an event and answers what is said of its games.
fn played(test: &TestRegister, crew: &Crew, rows: &[Row], sent: &[Row]) -> Vec<Finding> {
    let made = play::approved(test, crew);
    results::upload(&test.register, &crew.clerk, &made.slug, "all", &sheet(rows)).unwrap();
    let sent = records::send(&test.register, &crew.clerk, &made.slug, "all", &files(&made, sent)).unwrap();
    assert_eq!(sent.placed, sent.new, "each finds its game");
    while records::recount_due(&test.register, 0).unwrap().last > 0 {}
    let report = results::dry_run(&test.register, &crew.clerk, &made.slug, "all", &sheet(rows)).unwrap();
    report.findings.into_iter().filter(|one| one.code[1..].starts_with('8')).collect()
}

/// The findings that accuse: code, round, board.
fn accusing(found: &[Finding]) -> Vec<(&'static str, usize, usize)> {
    let accuses = |one: &&Finding| one.severity == Severity::Error || ACCUSING.contains(&one.code);
    places(found.iter().filter(accuses))
}

fn places<'a>(found: impl Iterator<Item = &'a Finding>) -> Vec<(&'static str, usize, usize)> {
    let place = |one: &Finding| {
        (one.code, usize::from(one.round.unwrap_or_default()), usize::from(one.board.unwrap_or_default()))
    };
    found.map(place).collect()
}

#[test]
fn nothing_is_said_against_real_games_with_their_true_results() {
    let Some(games) = real_games() else { return };
    with_register(|test| {
        let rows = rows(&games);
        assert!(rows.len() >= 60);
        let found = played(test, &play::crew(test, "310"), &rows, &rows);
        assert_eq!(accusing(&found), []);
        let open = found.iter().filter(|one| matches!(one.code, "W814" | "W815")).count();
        assert!(open <= 2, "of {} games {open} are left to a referee", rows.len());
    });
}

/// Plays the twentieth move where the nineteenth stands.
fn on_a_stone(text: &str) -> String {
    let is_move = |at: &usize| {
        let bytes = text.as_bytes();
        bytes.len() > at + 6 && bytes[at + 3..at + 5].iter().all(u8::is_ascii_lowercase) && bytes[at + 5] == b']'
    };
    let mut moves: Vec<usize> =
        [";B[", ";W["].iter().flat_map(|sign| text.match_indices(sign)).map(|(at, _)| at).filter(is_move).collect();
    moves.sort_unstable();
    let (taken, to) = (moves[18] + 3, moves[19] + 3);
    format!("{}{}{}", &text[..to], &text[taken..taken + 2], &text[to + 2..])
}

#[test]
fn every_planted_lie_is_found_on_its_game_and_no_other_game_is_accused() {
    let Some(games) = real_games() else { return };
    with_register(|test| {
        let mut rows = rows(&games);
        let mut lies: Vec<(&str, usize)> = Vec::new();
        // The wrong winner in the results: three where the record is true, two where it lies as well. Of these the board of
        // the second is not certain enough to accuse anybody, and not to confirm the lie either: it waits for a referee.
        for (at, code) in [(3, "E811"), (17, "E811"), (30, "E811"), (40, "E811"), (41, "W815")] {
            let real = &mut rows[at].real;
            let margin = real.result[1..].to_owned();
            real.result = format!("{}{margin}", if real.result.starts_with('B') { "W" } else { "B" });
            if at >= 40 {
                real.text = set(&real.text, "RE", &real.result);
            }
            lies.push((code, at));
        }
        // The wrong margin.
        for at in [5, 22, 50] {
            let (winner, margin) = rows[at].real.result.split_once('+').unwrap();
            // A ten before the last digit before the point.
            let (tens, ones) = margin.split_at(margin.find('.').unwrap_or(margin.len()) - 1);
            let tens: u32 = if tens.is_empty() { 0 } else { tens.parse().unwrap() };
            rows[at].real.result = format!("{winner}+{}{ones}", tens + 1);
            lies.push(("W813", at));
        }
        // A stone on a stone.
        for at in [8, 35] {
            rows[at].real.text = on_a_stone(&rows[at].real.text);
            lies.push(("E812", at));
        }
        // Played in another year.
        for at in [11, 60] {
            rows[at].real.text = set(&rows[at].real.text, "DT", "2019-05-01");
            lies.push(("W820", at));
        }
        // Games that two others have played at another agency's event, on a board that was turned and mirrored.
        let elsewhere: Vec<Real> =
            games[rows.len()..].iter().filter(|one| one.handicap.is_empty()).take(ELSEWHERE).cloned().collect();
        let mut other = rows.clone();
        for (at, real) in [14, 55].into_iter().zip(&elsewhere) {
            other[at].real = real.clone();
            let text = String::from_utf8(turned(real.text.as_bytes(), false)).unwrap();
            rows[at].real = Real { text, ..real.clone() };
            lies.push(("E825", at));
        }
        played(test, &play::crew(test, "320"), &other, &[other[14].clone(), other[55].clone()]);

        let found = played(test, &play::crew(test, "310"), &rows, &rows);
        let (all, accused) = (places(found.iter()), accusing(&found));
        for (code, at) in &lies {
            let place = (*code, rows[*at].round, rows[*at].board);
            assert!(all.contains(&place), "{place:?} is not among {all:?}");
        }
        let lying: Vec<(usize, usize)> = lies.iter().map(|(_, at)| (rows[*at].round, rows[*at].board)).collect();
        let wrongly: Vec<_> = accused.iter().filter(|(_, round, board)| !lying.contains(&(*round, *board))).collect();
        assert!(wrongly.is_empty(), "{wrongly:?}");
    });
}

/// A won game: round, Black, White; the result, what the record declares (none: as it was played), and how the win stands.
type Win = (usize, usize, usize, &'static str, Option<&'static str>, Standing);

/// Four players who meet each other. On the boards Black wins by 3.5, by 33.5, loses by 2.5, wins by 21.5, by 39.5 and by
/// 9.5.
const WINS: [Win; 6] = [
    // A plain winner, and a record that says nothing: the lie is not found, and it is not called confirmed either.
    (1, 1, 4, "W", Some(""), Standing::NotRecounted),
    (1, 2, 3, "W+R", Some(""), Standing::NotRecounted),
    // The record itself says that the other one has resigned, whatever the board says.
    (2, 1, 2, "B", Some("B+R"), Standing::Confirmed),
    (2, 3, 4, "W", Some("B+R"), Standing::Contradicted),
    // With a margin the board is counted by what the results say.
    (3, 1, 3, "W+39.5", Some(""), Standing::Contradicted),
    (3, 2, 4, "B", None, Standing::Confirmed),
];

#[test]
fn a_winner_whom_only_the_results_name_is_not_called_confirmed() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let rows: Vec<String> = (1..=4).map(|id| format!("{},男,1990-01-0{id},5级,,,", name(id))).collect();
        let mut files = play::files_of(&rows.iter().map(String::as_str).collect::<Vec<_>>());
        let mut sheet = String::from("round,board,black,white,result,handicap,komi,game\n");
        let mut sent = Vec::new();
        for (at, (round, black, white, result, declared, _)) in WINS.into_iter().enumerate() {
            sheet.push_str(&format!("{round},{},{black},{white},{result},,7.5,\n", at % 2 + 1));
            let (black_name, white_name) = (name(black), name(white));
            let record = match declared {
                Some(declared) => lying(at, &black_name, &white_name, declared),
                None => game(at, &black_name, &white_name),
            };
            sent.push((format!("{round}-{black}-{white}.sgf"), record));
        }
        files.results.1 = sheet.into_bytes();
        let made = play::approved(test, &crew);
        results::upload(&test.register, &crew.clerk, &made.slug, "all", &files).unwrap();
        assert_eq!(records::send(&test.register, &crew.clerk, &made.slug, "all", &sent).unwrap().placed, WINS.len());
        while records::recount_due(&test.register, 0).unwrap().last > 0 {}

        let won = won::of_event(&test.register, &crew.clerk, &made.slug).unwrap();
        for (round, black, white, result, declared, expected) in WINS {
            let (winner, loser) = if result.starts_with('B') { (black, white) } else { (white, black) };
            let games = &won[&("all".to_owned(), winner.to_string())];
            let game = games.iter().find(|one| one.opponent == name(loser)).unwrap();
            assert_eq!(game.standing, expected, "round {round}: {result}, {declared:?}");
        }
        // What the results lend to a record is not told as its own word.
        let kept = test
            .register
            .read(|conn| {
                let all = game_record::of_group(conn, made.id, "all")?;
                Ok(recount::current_of(conn, &all.iter().map(|one| one.id).collect::<Vec<_>>())?)
            })
            .unwrap();
        let declared = |answer: &str| serde_json::from_str::<serde_json::Value>(answer).unwrap()["declared"].clone();
        let silent = kept.iter().filter(|one| declared(&one.answer)["winner"].is_null());
        assert_eq!(silent.count(), 3);
    });
}

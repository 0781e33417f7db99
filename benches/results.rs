//! How long reading and checking a large event's files takes: `cargo bench --bench results`.
//!
//! Prints figures; nothing fails by them.

use qipin::domain::results::{CheckContext, NamedBytes, ResultsInput, diff, dry_run, read};
use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

/// Names of three characters that hardly repeat.
fn name(i: usize) -> String {
    let pick = |text: &str, i: usize| text.chars().nth(i % text.chars().count()).unwrap_or('张');
    let surnames = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜";
    let given = "文武思源子轩浩宇一诺雨桐梓涵欣怡佳明建国志强晓东海燕春兰秋菊冬梅";
    [pick(surnames, i), pick(given, i / 7), pick(given, i / 3 + 11)].iter().collect()
}

/// The files of an event: everybody plays every round, never a pair twice.
fn event(players: usize, rounds: usize) -> (String, String) {
    let mut people = String::from("id,name,sex,birth,grade,certificate,agency,club\n");
    for i in 0..players {
        let sex = if i % 3 == 0 { "女" } else { "男" };
        let (year, month, day) = (2006 + i % 12, 1 + i % 12, 1 + i / 12 % 28);
        let _ = writeln!(people, "{},{},{sex},{year}-{month:02}-{day:02},{}级,,,", i + 1, name(i), 1 + i % 10);
    }
    let mut games = String::from("round,board,black,white,result,handicap,komi,game\n");
    let half = players / 2;
    for round in 0..rounds {
        for board in 0..half {
            let (a, b) = (board + 1, half + (board + round) % half + 1);
            let result = ["B", "W", "B+3.5", "W+R"][(a * 7 + b + round) % 4];
            let _ = writeln!(games, "{},{},{a},{b},{result},,7.5,", round + 1, board + 1);
        }
    }
    (people, games)
}

fn timed<T>(what: &str, mut work: impl FnMut() -> T) {
    const RUNS: u32 = 10;
    black_box(work());
    let begun = Instant::now();
    for _ in 0..RUNS {
        black_box(work());
    }
    println!("{what}: {} µs", begun.elapsed().as_micros() / u128::from(RUNS));
}

fn main() {
    for (players, rounds) in [(300, 7), (2_400, 9)] {
        let (people, games) = event(players, rounds);
        let input = ResultsInput {
            results: NamedBytes { name: "a.results.csv", bytes: games.as_bytes() },
            players: Some(NamedBytes { name: "a.players.csv", bytes: people.as_bytes() }),
        };
        let reading = read(&input);
        let Some(sheet) = reading.usable() else { panic!("refused: {:?}", reading.findings()) };
        println!("{players} players, {rounds} rounds, {} games", sheet.games.len());
        timed("  read", || read(&input));
        timed("  read, check and write the answer", || {
            dry_run("a.results.csv", &input, &CheckContext::default(), None).map(|report| report.json())
        });
        timed("  differences of two uploads", || diff(sheet, sheet));
    }
}

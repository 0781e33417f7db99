//! Sheets written as crosstables, as they hang on the wall: a line a player, a token a round.
//!
//! `id grade sex [key=value…] | results…` with `+x` beat x, `-x` lost to x, `=x` drew with x, `fx` won against x
//! by forfeit, `gx` lost to x by forfeit, `xx` both lose, `yx` both win, `vx` void, `?x` not reported, `b` bye,
//! `.` absent. Grade `-` is ungraded, sex is `m`, `f` or `-`.

use crate::domain::grade::Grade;
use crate::domain::results::{Entry, Game, GameResult, Sex, Sheet, Win, WonBy};

pub(super) fn crosstable(text: &str) -> Sheet {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut sheet = Sheet::default();
    let mut rows: Vec<Vec<&str>> = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let (head, results) = line.split_once('|').unwrap_or_else(|| panic!("no | in {line}"));
        let mut head = head.split_whitespace();
        let id = head.next().unwrap().to_owned();
        let grade = head.next().unwrap();
        let sex = head.next().unwrap();
        let mut entry = Entry {
            line: u32::try_from(i).unwrap() + 2,
            name: format!("棋手{id}"),
            id,
            grade: (grade != "-").then(|| Grade::from_canonical(grade).unwrap()),
            sex: match sex {
                "m" => Some(Sex::Male),
                "f" => Some(Sex::Female),
                _ => None,
            },
            ..Entry::default()
        };
        for (key, value) in head.map(|fact| fact.split_once('=').unwrap()) {
            match key {
                "birth" => entry.birth = Some(value.parse().unwrap()),
                "cert" => entry.certificate = Some(value.to_owned()),
                "group" => entry.group = Some(value.to_owned()),
                "household" => entry.household = Some(value.to_owned()),
                "tests" => entry.tests = Some(value.to_owned()),
                other => panic!("{other}"),
            }
        }
        sheet.entries.push(entry);
        rows.push(results.split_whitespace().collect());
    }
    let index = |id: &str| sheet.entries.iter().position(|e| e.id == id).unwrap_or_else(|| panic!("no player {id}"));
    let mut games = Vec::new();
    for (black, row) in rows.iter().enumerate() {
        for (round, token) in row.iter().enumerate() {
            let (kind, rest) = token.split_at(1);
            let warned = rest.ends_with('!');
            let opponent = rest.trim_end_matches('!');
            if kind == "." {
                continue;
            }
            let white = (kind != "b").then(|| index(opponent));
            let own = &sheet.entries[black].id;
            if let Some(white) = white {
                let mirror = match kind {
                    "+" => "-",
                    "-" => "+",
                    "f" => "g",
                    "g" => "f",
                    same => same,
                };
                let theirs = rows[white][round];
                assert_eq!(theirs.trim_end_matches('!'), format!("{mirror}{own}"), "round {} of {own}", round + 1);
                if white < black {
                    continue;
                }
            }
            let by = if kind == "f" || kind == "g" { WonBy::Forfeit } else { WonBy::Unstated };
            let result = match kind {
                "+" | "f" => GameResult::Black(Win { by }),
                "-" | "g" => GameResult::White(Win { by }),
                "=" => GameResult::Draw,
                "x" => GameResult::BothLose,
                "y" => GameResult::BothWin,
                "v" => GameResult::Void,
                "?" => GameResult::NotReported,
                _ => GameResult::Bye,
            };
            games.push(Game {
                line: u32::try_from(games.len()).unwrap() + 2,
                round: u16::try_from(round).unwrap() + 1,
                board: None,
                black,
                white,
                result,
                handicap: 0,
                komi: None,
                record: None,
                black_warnings: u8::from(warned),
                white_warnings: u8::from(white.is_some_and(|w| rows[w][round].ends_with('!'))),
            });
        }
    }
    sheet.games = games;
    sheet
}

//! What the games of a file say, whatever format and encoding say it: the same event is known again in another form.

use crate::domain::name::search_key;
use crate::domain::results::{GameResult, Sheet};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Fewer games than this can be alike by chance.
const LEAST: usize = 4;

/// The games of a file in one form: who met whom in which round, and who won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// How many games and byes there are.
    pub games: usize,
    /// The SHA-256 of all of them, in hexadecimal.
    pub key: String,
}

impl Content {
    /// The content of a sheet; none where it is too little to be known again.
    pub fn of_sheet(sheet: &Sheet) -> Option<Self> {
        let keys: Vec<String> = sheet.entries.iter().map(|entry| search_key(&entry.name)).collect();
        let name = |index: usize| keys.get(index).map(String::as_str);
        let told = sheet.games.iter().filter_map(|game| {
            let white = match game.white {
                Some(white) => Some(name(white)?),
                None => None,
            };
            Some((i64::from(game.round), name(game.black)?, white, word(game.result)?))
        });
        Self::of(told)
    }

    /// The content of games: round, Black and White by the search keys of their names, and the result as the register
    /// keeps it (`B`, `draw`, …). How a game was won, boards, komi and everything else about the players may differ.
    pub fn of<'a>(games: impl Iterator<Item = (i64, &'a str, Option<&'a str>, &'a str)>) -> Option<Self> {
        let mut lines: Vec<String> = games
            .map(|(round, black, white, result)| format!("{round} {black}|{}|{result}", white.unwrap_or_default()))
            .collect();
        if lines.len() < LEAST {
            return None;
        }
        lines.sort_unstable();
        let mut key = String::new();
        for byte in Sha256::digest(lines.join("\n").as_bytes()) {
            // proven: writing to a text never fails.
            let _ = write!(key, "{byte:02x}");
        }
        Some(Self { games: lines.len(), key })
    }
}

/// The result as the register keeps it; nothing for a game without one, which it does not keep.
fn word(result: GameResult) -> Option<&'static str> {
    Some(match result {
        GameResult::Black(_) => "B",
        GameResult::White(_) => "W",
        GameResult::Draw => "draw",
        GameResult::Bye => "bye",
        GameResult::BothLose => "both-lose",
        GameResult::BothWin => "both-win",
        GameResult::Void => "void",
        GameResult::NotReported => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::results::{NamedBytes, ResultsInput, read};

    fn of(name: &str, results: &str, players: Option<&str>) -> Option<Content> {
        let reading = read(&ResultsInput {
            results: NamedBytes { name, bytes: results.as_bytes() },
            players: players.map(|text| NamedBytes { name: "players.csv", bytes: text.as_bytes() }),
        });
        Content::of_sheet(reading.usable().unwrap_or_else(|| panic!("{:#?}", reading.findings())))
    }

    const OURS: &str =
        "round,board,black,white,result,komi\n1,1,7,8,B+3.5,7.5\n1,2,9,10,W+R,7.5\n2,1,7,9,B,7.5\n2,2,8,10,W,7.5\n";
    const PLAYERS: &str = "id,name,birth,grade\n7,张子轩,2014-02-08,1级\n8,李思涵,2013-05-06,1级\n9,王浩宇,2012-07-28,1级\n10,赵一诺,2015-11-12,1级\n";
    const BOARDS: &str = "轮次,台号,黑方,黑方得分,白方得分,白方\n2,5,李思涵,0,2,赵一诺\n1,3,张子轩,2,0,李思涵\n\
                          2,4,张子轩,2,0,王浩宇\n1,2,王浩宇,0,2,赵一诺\n";

    #[test]
    fn the_same_games_are_the_same_content_in_another_format_and_order() {
        let ours = of("a.csv", OURS, Some(PLAYERS)).unwrap();
        assert_eq!((ours.games, &ours), (4, &of("b.csv", BOARDS, None).unwrap()));
        let turned = BOARDS.replace("2,5,李思涵,0,2,赵一诺", "2,5,李思涵,2,0,赵一诺");
        assert_ne!(ours, of("b.csv", &turned, None).unwrap(), "another winner");
        assert_ne!(ours, of("a.csv", OURS, Some(&PLAYERS.replace("赵一诺", "赵二诺"))).unwrap(), "another player");
        assert_ne!(ours, of("a.csv", &OURS.replace("2,1,7,9", "3,1,7,9"), Some(PLAYERS)).unwrap(), "another round");
    }

    #[test]
    fn a_handful_of_games_is_nothing_to_know_an_event_by() {
        let three: Vec<&str> = OURS.lines().take(4).collect();
        assert_eq!(of("a.csv", &three.join("\n"), Some(PLAYERS)), None);
    }
}

//! The content of a result file after reading: entries (players within the file) and games.

use crate::domain::grade::Grade;
use crate::text::{Bilingual, both};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// Half-points: twice a number of points, so that 3¾ 子 = 7.5 points = 15 stays an integer.
pub type HalfPoints = i32;

/// The sex recorded for an entry (some schemes reserve places by it).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sex {
    /// 女
    Female,
    /// 男
    Male,
}

impl Sex {
    /// The sex as the file writes it, which is its Chinese word too.
    pub fn written(self) -> &'static str {
        match self {
            Sex::Female => "女",
            Sex::Male => "男",
        }
    }

    /// The sex in words.
    pub fn words(self) -> Bilingual {
        match self {
            Sex::Female => both("finding.sex.female", &[]),
            Sex::Male => both("finding.sex.male", &[]),
        }
    }
}

/// One entry (参赛): a player within a file. `id` is a number of the file, never a register id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Line of the players file (1-based, the header is line 1).
    pub line: u32,
    /// The file's own id of the player.
    pub id: String,
    /// The name as written.
    pub name: String,
    /// Sex, where given.
    pub sex: Option<Sex>,
    /// Birth date, where given.
    pub birth: Option<NaiveDate>,
    /// The grade held on entering; `None` is 无级 (ungraded).
    pub grade: Option<Grade>,
    /// Number of the certificate that shows the grade, as written.
    pub certificate: Option<String>,
    /// The agency as written.
    pub agency: Option<String>,
    /// The club as written.
    pub club: Option<String>,
    /// The register id (登记号) of the person.
    pub register: Option<String>,
    /// Number of an identity document as written.
    pub document: Option<String>,
    /// The household region (户籍) as written.
    pub household: Option<String>,
    /// The group id of the scheme, where the file names it.
    pub group: Option<String>,
    /// Results of non-game tests as written (`theory=14;machine=2`).
    pub tests: Option<String>,
}

/// How a won game was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WonBy {
    /// The file does not say.
    Unstated,
    /// Counted, with the margin in quarters of a stone (子): `B+3.5` points is 7 quarters, `B+1/4子` is 1.
    Count(i32),
    /// Resignation.
    Resignation,
    /// The loser's clock ran out.
    Time,
    /// The loser forfeited: the game was not played.
    Forfeit,
}

/// A won game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Win {
    /// How it was decided.
    pub by: WonBy,
}

/// The declared result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// Black won.
    Black(Win),
    /// White won.
    White(Win),
    /// A drawn game: one point each.
    Draw,
    /// No opponent this round; white is empty.
    Bye,
    /// Both lose.
    BothLose,
    /// Both win.
    BothWin,
    /// The game does not count.
    Void,
    /// Not reported.
    NotReported,
}

/// One game (对局) of a file. Players are indexes into [`Sheet::entries`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// Line of the results file (1-based, the header is line 1).
    pub line: u32,
    /// Round, from 1.
    pub round: u16,
    /// Board (台号), where given.
    pub board: Option<u16>,
    /// Black, an index into [`Sheet::entries`].
    pub black: usize,
    /// White, an index into [`Sheet::entries`]; `None` for a bye.
    pub white: Option<usize>,
    /// The declared result.
    pub result: GameResult,
    /// Handicap stones; 0 is an even game.
    pub handicap: u8,
    /// Komi in half-points, where given.
    pub komi: Option<HalfPoints>,
    /// The name of the game record, where given.
    pub record: Option<String>,
    /// Warnings given to Black.
    pub black_warnings: u8,
    /// Warnings given to White.
    pub white_warnings: u8,
}

/// Everything a result file says: entries and games, in the file's order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// The players.
    pub entries: Vec<Entry>,
    /// The games.
    pub games: Vec<Game>,
}

impl Game {
    /// Komi as the results give it: the number stated, and none in a handicap game (让子 and 让先 give no komi), whatever an
    /// event gives in its even games.
    pub fn stated_komi(&self) -> Option<HalfPoints> {
        self.komi.or((self.handicap > 0).then_some(0))
    }
}

impl Sheet {
    /// The number of rounds: the highest round with a game.
    pub fn rounds(&self) -> u16 {
        self.games.iter().map(|g| g.round).max().unwrap_or(0)
    }

    /// How many rows are games between two players, and how many are byes.
    pub fn games_and_byes(&self) -> (usize, usize) {
        let games = self.games.iter().filter(|game| game.white.is_some()).count();
        let byes = self.games.iter().filter(|game| game.white.is_none() && game.result == GameResult::Bye).count();
        (games, byes)
    }
}

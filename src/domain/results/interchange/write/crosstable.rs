//! The formats with a line for each player: H9 and TOU. Opponents are rows, so the lines keep the order of the entries.

use super::super::super::model::{Game, GameResult, Sheet, WonBy};
use super::super::super::text::komi;
use super::super::{names, rank};
use super::{About, places};

/// A round of a player, in half-filled form: opponent, symbol, by default, colour, stones.
struct Cell {
    opponent: usize,
    symbol: char,
    by_default: bool,
    colour: char,
    handicap: u8,
}

/// The rounds of every entry.
fn cells(sheet: &Sheet) -> Vec<Vec<Option<Cell>>> {
    let rounds = usize::from(sheet.rounds());
    let mut table: Vec<Vec<Option<Cell>>> =
        sheet.entries.iter().map(|_| std::iter::repeat_with(|| None).take(rounds).collect()).collect();
    let mut put = |entry: usize, game: &Game, cell: Cell| {
        let slot = table.get_mut(entry).and_then(|row| row.get_mut(usize::from(game.round).saturating_sub(1)));
        if let Some(slot) = slot {
            slot.get_or_insert(cell);
        }
    };
    for game in &sheet.games {
        let by_default = matches!(game.result, GameResult::BothLose)
            || matches!(game.result, GameResult::Black(win) | GameResult::White(win) if win.by == WonBy::Forfeit);
        let (black, white) = match game.result {
            GameResult::Black(_) | GameResult::Bye => ('+', '-'),
            GameResult::White(_) => ('-', '+'),
            GameResult::Draw => ('=', '='),
            GameResult::BothLose => ('-', '-'),
            GameResult::BothWin | GameResult::Void | GameResult::NotReported => ('?', '?'),
        };
        let handicap = game.handicap;
        let cell = |opponent: Option<usize>, symbol, colour| Cell {
            opponent: opponent.map_or(0, |opponent| opponent + 1),
            symbol,
            by_default,
            colour,
            handicap,
        };
        put(game.black, game, cell(game.white, black, 'b'));
        if let Some(other) = game.white {
            put(other, game, cell(Some(game.black), white, 'w'));
        }
    }
    table
}

/// A text for a comment of the head.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !matches!(c, '[' | ']' | ';')).collect()
}

/// The komi of the even games.
fn komi_of(sheet: &Sheet) -> Option<String> {
    sheet
        .games
        .iter()
        .find(|game| game.handicap == 0 && game.komi.is_some())
        .and_then(|game| game.komi)
        .map(komi::points)
}

/// A part of a name as one token.
fn token(part: &str) -> String {
    part.replace(' ', "_")
}

fn name(name: &str) -> String {
    match names::split(name) {
        (family, "") => token(family),
        (family, given) => format!("{} {}", token(family), token(given)),
    }
}

/// The European results file.
pub(super) fn h9(sheet: &Sheet, about: &About) -> String {
    let mut out = format!("; EV[{}]\n; PC[,{}]\n", plain(&about.name), plain(&about.place));
    if let Some((first, last)) = about.days {
        out += &format!("; DT[{first},{last}]\n");
    }
    if let Some(komi) = komi_of(sheet) {
        out += &format!("; KM[{komi}]\n");
    }
    let (table, places) = (cells(sheet), places(sheet));
    for ((entry, cells), (points, place)) in sheet.entries.iter().zip(table).zip(places) {
        let rank = rank::write(entry.grade);
        let points = halves(points);
        out += &format!("{place:>4} {:<30} {rank:>3} XX xxxx {points:>4}    0    0    0", name(&entry.name));
        for cell in cells {
            let text = match cell {
                None => "0-".to_owned(),
                Some(Cell { opponent: 0, symbol, .. }) => format!("0{symbol}"),
                Some(Cell { opponent, symbol, by_default, colour, handicap }) => {
                    let mark = if by_default { '!' } else { '/' };
                    format!("{opponent}{symbol}{mark}{colour}{handicap}")
                }
            };
            out += &format!(" {text:>8}");
        }
        out += &format!(" |{}\n", entry.id);
    }
    out
}

/// The French results file.
pub(super) fn tou(sheet: &Sheet, about: &About) -> String {
    let mut out = format!(";name={}\n", plain(&about.name));
    if let Some((first, _)) = about.days {
        out += &format!(";date={}\n", first.format("%d/%m/%Y"));
    }
    out += &format!(";vill={}\n;comm=\n;prog=Qipin\n;size=19\n", plain(&about.place));
    if let Some(komi) = komi_of(sheet) {
        out += &format!(";komi={komi}\n");
    }
    let (table, places) = (cells(sheet), places(sheet));
    for ((entry, cells), (_, place)) in sheet.entries.iter().zip(table).zip(places) {
        let rank = rank::write(entry.grade);
        out += &format!("{place:>4} {:<25}{rank:>4} {:>7} xxxx", name(&entry.name), entry.id);
        for cell in cells {
            let text = match cell {
                None => "0-".to_owned(),
                Some(Cell { opponent: 0, symbol, .. }) => format!("0{symbol}"),
                Some(Cell { opponent, symbol, colour, handicap, .. }) => {
                    format!("{opponent}{symbol}{colour}{handicap}")
                }
            };
            out += &format!(" {text:>8}");
        }
        out.push('\n');
    }
    out
}

/// Points of two for a win as wins, with a half.
fn halves(points: u32) -> String {
    format!("{}{}", points / 2, if points.is_multiple_of(2) { "" } else { ".5" })
}

//! The FIDE report file: columns in characters.

use super::super::super::model::{GameResult, Sex, Sheet, WonBy};
use super::super::{names, rank};
use super::{About, places};

/// A text in a column of its own: filled with spaces, cut where it is too long.
fn column(text: &str, width: usize) -> String {
    let mut out: String = text.chars().take(width).collect();
    out.extend(std::iter::repeat_n(' ', width - out.chars().count()));
    out
}

fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// The file.
pub(super) fn write(sheet: &Sheet, about: &About) -> String {
    let mut out = format!("012 {}\r\n022 {}\r\n", plain(&about.name), plain(&about.place));
    if let Some((first, last)) = about.days {
        out += &format!("042 {}\r\n052 {}\r\n", first.format("%Y/%m/%d"), last.format("%Y/%m/%d"));
    }
    out += &format!("062 {}\r\n", sheet.entries.len());
    let rounds = usize::from(sheet.rounds());
    let mut table = vec![vec![None; rounds]; sheet.entries.len()];
    for game in &sheet.games {
        let forfeit =
            matches!(game.result, GameResult::Black(win) | GameResult::White(win) if win.by == WonBy::Forfeit);
        let (won, lost) = if forfeit { ('+', '-') } else { ('1', '0') };
        let (black, white) = match game.result {
            GameResult::Black(_) => (won, lost),
            GameResult::White(_) => (lost, won),
            GameResult::Bye => ('U', ' '),
            GameResult::Draw => ('=', '='),
            GameResult::BothLose => ('-', '-'),
            GameResult::BothWin | GameResult::Void | GameResult::NotReported => (' ', ' '),
        };
        let sides = [(Some(game.black), game.white, 'b', black), (game.white, Some(game.black), 'w', white)];
        for (side, opponent, colour, result) in sides {
            let row = side.and_then(|side| table.get_mut(side));
            if let Some(slot) = row.and_then(|row| row.get_mut(usize::from(game.round).saturating_sub(1))) {
                slot.get_or_insert((opponent, colour, result));
            }
        }
    }
    for ((number, entry), (rounds, (points, place))) in (1..).zip(&sheet.entries).zip(table.iter().zip(places(sheet))) {
        let sex = match entry.sex {
            Some(Sex::Male) => 'm',
            Some(Sex::Female) => 'w',
            None => ' ',
        };
        let title = entry.grade.map(|grade| rank::write(Some(grade))).unwrap_or_default();
        let birth = entry.birth.map(|day| day.format("%Y/%m/%d").to_string()).unwrap_or_default();
        let name = column(&names::with_comma(&entry.name), 33);
        let points = format!("{}.{}", points / 2, if points % 2 == 0 { 0 } else { 5 });
        out += &format!("001 {number:>4} {sex}{title:>3} {name} {:>4} {:>3} {:>11} ", "", "", entry.id);
        out += &format!("{birth:<10} {points:>4} {place:>4}");
        for round in rounds {
            out += &match round {
                None => "  0000 - Z".to_owned(),
                Some((None, ..)) => "  0000 - U".to_owned(),
                Some((Some(opponent), colour, result)) => format!("  {:>4} {colour} {result}", opponent + 1),
            };
        }
        out += "\r\n";
    }
    out
}

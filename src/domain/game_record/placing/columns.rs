//! The column 棋谱 of the results: which games name which file.

use super::Wanted;
use crate::domain::name::compatible;
use crate::domain::results::Sheet;
use std::collections::HashMap;

/// The endings that a record's file has; others are part of the name.
const ENDINGS: [&str; 5] = ["sgf", "gib", "ngf", "ugf", "ugi"];

/// The games that name a file.
#[derive(Default)]
pub(super) struct Named {
    /// In the order of the results.
    pub(super) games: Vec<usize>,
    /// Whether the file and the game of it are named.
    pub(super) exact: bool,
}

/// A file as a game names it.
struct Cell {
    game: usize,
    ending: Option<String>,
    /// Which game of the file, from 0, where it is said.
    part: Option<usize>,
}

/// The files that games name, by the name without its ending.
pub(super) struct Columns(HashMap<String, Vec<Cell>>);

impl Columns {
    pub(super) fn of(sheet: &Sheet) -> Self {
        let mut cells: HashMap<String, Vec<Cell>> = HashMap::new();
        for (game, row) in sheet.games.iter().enumerate().filter(|(_, row)| row.white.is_some()) {
            let Some(text) = &row.record else { continue };
            let mut add = |name: &str, part: Option<usize>| {
                for name in names(name) {
                    let (stem, ending) = split(&name);
                    let ending = ending.map(str::to_owned);
                    cells.entry(stem.to_owned()).or_default().push(Cell { game, ending, part });
                }
            };
            add(text, None);
            if let Some((name, part)) = part_of(text) {
                add(name, Some(part));
            }
        }
        Columns(cells)
    }

    /// The games that name the file of a record: those that name the very game of it, else all.
    pub(super) fn games(&self, wanted: &Wanted<'_>) -> Named {
        let file = folded(wanted.file);
        let (stem, ending) = split(&file);
        let Some(cells) = self.0.get(stem) else { return Named::default() };
        let fits = |cell: &&Cell| match (&cell.ending, ending) {
            (Some(named), Some(ending)) => named == ending,
            _ => true,
        };
        let games = |part: Option<usize>| -> Vec<usize> {
            let mut games: Vec<usize> =
                cells.iter().filter(fits).filter(|cell| cell.part == part).map(|cell| cell.game).collect();
            games.sort_unstable();
            games.dedup();
            games
        };
        let exactly = games(Some(wanted.part));
        if !exactly.is_empty() && wanted.part < wanted.parts {
            return Named { games: exactly, exact: true };
        }
        Named { games: games(None), exact: wanted.parts == 1 }
    }
}

/// The names by which a file of a path is known: its last part, and with the folder before it, as files of one name in
/// several folders are told apart.
fn names(path: &str) -> Vec<String> {
    let path = folded(path);
    let mut parts = path.rsplit(['/', '\\']).filter(|part| !part.is_empty());
    let Some(last) = parts.next() else { return Vec::new() };
    let mut names = vec![last.to_owned()];
    names.extend(parts.next().map(|folder| format!("{}-{last}", folder.trim())));
    names
}

/// Wide letters as narrow ones, without case.
fn folded(name: &str) -> String {
    compatible(name).to_lowercase().trim().to_owned()
}

/// A name without its ending, and the ending.
fn split(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && ENDINGS.contains(&ending) => (stem, Some(ending)),
        _ => (name, None),
    }
}

/// The game of a collection that a cell names: `name#2`, `name.sgf:2`.
fn part_of(text: &str) -> Option<(&str, usize)> {
    let (name, number) = text.trim().rsplit_once(['#', '＃', ':', '：'])?;
    let number: usize = compatible(number).trim().parse().ok()?;
    Some((name.trim_end(), number.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_names_a_file_with_folders_endings_and_parts() {
        assert_eq!(names("棋谱\\第1轮\\A.SGF"), ["a.sgf", "第1轮-a.sgf"]);
        assert_eq!(names("Ｒ１.sgf"), ["r1.sgf"]);
        assert!(names(" / ").iter().all(|name| name.is_empty()));
        assert_eq!(split("a.b.sgf"), ("a.b", Some("sgf")));
        assert_eq!((split("a.b"), split(".sgf")), (("a.b", None), (".sgf", None)));
        assert_eq!(part_of("r1.sgf#2"), Some(("r1.sgf", 1)));
        assert_eq!(part_of("r1：１２"), Some(("r1", 11)));
        assert_eq!((part_of("r1#0"), part_of("C:\\x"), part_of("r1")), (None, None, None));
    }
}

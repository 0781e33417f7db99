//! The dead stones of `--dead`: points, or a file with the points of each game.

use crate::domain::recount::{DeadList, DeadPoint, dead_points};
use crate::text::{Bilingual, both};
use serde::Deserialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// What was given.
#[derive(Debug, Default)]
pub(super) struct Dead {
    everywhere: Option<Vec<DeadPoint>>,
    lines: Vec<Line>,
    /// The lines by what they call a file.
    by_name: HashMap<PathBuf, Vec<usize>>,
}

/// A line of a file: the points of a game.
#[derive(Debug)]
struct Line {
    number: usize,
    file: String,
    list: DeadList,
    /// Whether a game was counted with it.
    heard: AtomicBool,
}

/// A line in JSON; an answer of the command itself is one.
#[derive(Deserialize)]
struct Written {
    file: String,
    #[serde(default)]
    index: Option<usize>,
    dead: Vec<String>,
}

impl Dead {
    /// Reads points, or the file that is named in place of them.
    pub(super) fn read(given: &str) -> Result<Self, Bilingual> {
        if let Some(points) = dead_points(given) {
            return Ok(Dead { everywhere: Some(points), ..Dead::default() });
        }
        let bytes = std::fs::read(given).map_err(|why| {
            let why = why.to_string();
            both("recount.cli.dead-file", &[("file", given), ("why", &why)])
        })?;
        let text = String::from_utf8_lossy(&bytes);
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let Some((file, list)) = read_line(line) else {
                let (number, text) = (number.to_string(), line.chars().take(60).collect::<String>());
                return Err(both("recount.cli.dead-line", &[("file", given), ("line", &number), ("text", &text)]));
            };
            lines.push(Line { number, file, list, heard: AtomicBool::new(false) });
        }
        Ok(Dead { everywhere: None, by_name: by_name(&lines), lines })
    }

    /// The lines that speak of a file: those of its whole path first, then those of a shorter end of it.
    fn lines_of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Line> {
        let mut rest = Path::new(name).components();
        let ends = std::iter::successors(Some(Path::new(name)), move |_| {
            rest.next().map(|_| rest.as_path()).filter(|end| !end.as_os_str().is_empty())
        });
        ends.filter_map(|end| self.by_name.get(end)).flatten().map(|at| &self.lines[*at])
    }

    /// The lists of a file: those of single games before one of all its games.
    pub(super) fn of(&self, name: &str) -> Vec<DeadList> {
        if let Some(points) = &self.everywhere {
            return vec![DeadList { index: None, points: points.clone() }];
        }
        let mut lists: Vec<DeadList> = self.lines_of(name).map(|line| line.list.clone()).collect();
        lists.sort_by_key(|list| list.index.is_none());
        lists
    }

    /// Notes that a file had so many games.
    pub(super) fn counted(&self, name: &str, games: usize) {
        for line in self.lines_of(name).filter(|line| line.list.index.is_none_or(|index| index < games)) {
            line.heard.store(true, Ordering::Relaxed);
        }
    }

    /// The lines that spoke of no game of the run: their number and the name.
    pub(super) fn unheard(&self) -> impl Iterator<Item = (usize, &str)> {
        let unheard = self.lines.iter().filter(|line| !line.heard.load(Ordering::Relaxed));
        unheard.map(|line| (line.number, line.file.as_str()))
    }
}

fn by_name(lines: &[Line]) -> HashMap<PathBuf, Vec<usize>> {
    let mut by_name: HashMap<PathBuf, Vec<usize>> = HashMap::new();
    for (at, line) in lines.iter().enumerate() {
        by_name.entry(PathBuf::from(&line.file)).or_default().push(at);
    }
    by_name
}

fn read_line(line: &str) -> Option<(String, DeadList)> {
    if line.trim_start().starts_with('{') {
        let written: Written = serde_json::from_str(line).ok()?;
        let points = written.dead.iter().map(|point| DeadPoint::read(point)).collect::<Option<_>>()?;
        return Some((written.file, DeadList { index: written.index, points }));
    }
    let (file, rest) = line.trim_end_matches('\r').split_once('\t')?;
    let (index, written) = match rest.split_once('\t') {
        Some((index, points)) => (Some(index.trim().parse().ok()?), points),
        None => (None, rest),
    };
    Some((file.to_owned(), DeadList { index, points: dead_points(written)? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_a_file_perhaps_a_game_and_points() {
        let index = |line: &str| read_line(line).map(|(file, list)| (file, list.index, list.points.len()));
        assert_eq!(index("a b.sgf\tpd D4"), Some(("a b.sgf".into(), None, 2)));
        assert_eq!(index("甲.sgf\t3\tpd,qd\r"), Some(("甲.sgf".into(), Some(3), 2)));
        assert_eq!(index("a.sgf\t"), Some(("a.sgf".into(), None, 0)), "all are alive");
        assert_eq!(
            index(r#"{"file":"a.sgf","index":1,"dead":["pd"],"verdict":"x"}"#),
            Some(("a.sgf".into(), Some(1), 1))
        );
        for wrong in ["a.sgf", "a.sgf\tx\tpd", "a.sgf\tdead", "{\"file\":1}", "a.sgf\t-1\tpd"] {
            assert_eq!(index(wrong), None, "{wrong}");
        }
    }

    fn list(lines: &[(&str, Option<usize>)]) -> Dead {
        let lines: Vec<Line> = (1..)
            .zip(lines)
            .map(|(number, (file, index))| Line {
                number,
                file: (*file).to_owned(),
                // The number of points tells the lines apart.
                list: DeadList { index: *index, points: vec![DeadPoint::read("aa").unwrap(); number] },
                heard: AtomicBool::new(false),
            })
            .collect();
        Dead { everywhere: None, by_name: by_name(&lines), lines }
    }

    #[test]
    fn the_line_that_names_the_most_of_a_path_is_the_one_that_counts() {
        let dead = list(&[("a.sgf", Some(0)), ("x/a.sgf", Some(0)), ("a.sgf", None), ("y/x/a.sgf", None)]);
        let first = |name: &str| dead.of(name).first().map(|list| list.points.len());
        assert_eq!(first("a.sgf"), Some(1));
        assert_eq!(first("x/a.sgf"), Some(2), "two files of one name in a list are told apart");
        assert_eq!(first("z/x/a.sgf"), Some(2));
        assert_eq!(first("z/a.sgf"), Some(1));
        assert_eq!(first("x/ba.sgf"), None);
    }

    #[test]
    fn a_line_that_speaks_of_no_game_is_told() {
        let dead = list(&[("a.sgf", Some(0)), ("a.sgf", Some(1)), ("b.sgf", None)]);
        dead.counted("x/a.sgf", 1);
        assert_eq!(dead.unheard().collect::<Vec<_>>(), [(2, "a.sgf"), (3, "b.sgf")]);
    }
}

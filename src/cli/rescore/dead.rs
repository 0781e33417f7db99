//! The dead stones of `--dead`: points, or a file with the points of each game.

use crate::domain::recount::{DeadList, DeadPoint, dead_points};
use crate::text::{Bilingual, both};
use serde::Deserialize;
use std::collections::HashSet;
use std::path::Path;

/// What was given.
#[derive(Debug, Default)]
pub(super) struct Dead {
    everywhere: Option<Vec<DeadPoint>>,
    lines: Vec<Line>,
}

/// A line of a file: the points of a game.
#[derive(Debug)]
struct Line {
    number: usize,
    file: String,
    list: DeadList,
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
            return Ok(Dead { everywhere: Some(points), lines: Vec::new() });
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
            lines.push(Line { number, file, list });
        }
        Ok(Dead { everywhere: None, lines })
    }

    /// The lists of a file: those of single games before one of all its games.
    pub(super) fn of(&self, name: &str) -> Vec<DeadList> {
        if let Some(points) = &self.everywhere {
            return vec![DeadList { index: None, points: points.clone() }];
        }
        let mut lists: Vec<DeadList> =
            self.lines.iter().filter(|line| is_called(name, &line.file)).map(|line| line.list.clone()).collect();
        lists.sort_by_key(|list| list.index.is_none());
        lists
    }

    /// The lines that speak of no file of the run: their number and the name.
    pub(super) fn unused<'a>(&'a self, names: impl Iterator<Item = &'a str>) -> Vec<(usize, &'a str)> {
        if self.lines.is_empty() {
            return Vec::new();
        }
        // Whatever a line may call a file is an end of its path.
        let mut ends = HashSet::new();
        for name in names {
            ends.insert(Path::new(name));
            let mut rest = Path::new(name).components();
            while rest.next().is_some() {
                ends.insert(rest.as_path());
            }
        }
        let lost = self.lines.iter().filter(|line| !ends.contains(Path::new(&line.file)));
        lost.map(|line| (line.number, line.file.as_str())).collect()
    }
}

/// Whether a path is the one that is named, or ends with it.
fn is_called(path: &str, name: &str) -> bool {
    path == name || Path::new(path).ends_with(name)
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
        assert!(
            is_called("x/y/a.sgf", "a.sgf") && is_called("x/y/a.sgf", "y/a.sgf") && !is_called("x/ba.sgf", "a.sgf")
        );
    }
}

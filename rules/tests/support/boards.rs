//! Boards to count, and the folder of games that is shared for development.

#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};
use weiqi_rules::{Board, Colour, Coord, Size};

/// A folder of the shared games; says so where it is absent.
pub fn shared(name: &str) -> Option<PathBuf> {
    let shared = std::env::var_os("QIPIN_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"));
    let folder = shared.join("games").join(name);
    if folder.exists() {
        return Some(folder);
    }
    eprintln!("left out: {} is not there", folder.display());
    None
}

/// The files of a folder and its folders with an ending, in order.
pub fn sorted(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.append(&mut sorted(&path, ending));
        } else if path.extension().is_some_and(|it| it == ending) {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// A board of rows: `X`, `x`, `b` are black stones, `O`, `o`, `w`, `W` white ones.
pub fn board(rows: &[&str]) -> Board {
    let size = Size::new(rows[0].len() as u8, rows.len() as u8).unwrap();
    let mut board = Board::new(size);
    board.set_all(size.coords().map(|at| {
        let stone = match rows[usize::from(at.y)].as_bytes()[usize::from(at.x)] {
            b'X' | b'x' | b'b' | b'B' => Some(Colour::Black),
            b'O' | b'o' | b'w' | b'W' => Some(Colour::White),
            _ => None,
        };
        (at, stone)
    }));
    board
}

/// The points of rows that carry one of the signs.
pub fn points_of(rows: &[&str], signs: &str) -> Vec<Coord> {
    let size = Size::new(rows[0].len() as u8, rows.len() as u8).unwrap();
    let at = |at: &Coord| signs.contains(char::from(rows[usize::from(at.y)].as_bytes()[usize::from(at.x)]));
    size.coords().filter(at).collect()
}

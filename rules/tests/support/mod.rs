//! Records to read.

#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The dialects and the other formats, by name.
pub fn samples() -> &'static [(String, Vec<u8>)] {
    static SAMPLES: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(read);
    &SAMPLES
}

fn read() -> Vec<(String, Vec<u8>)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let folders = [tests.join("dialects"), tests.join("formats")];
    let mut samples: Vec<(String, Vec<u8>)> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it != "md" && it != "tsv"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect();
    samples.sort();
    samples
}

/// The records of the shared folder of games, where it is.
pub fn files() -> Option<Vec<PathBuf>> {
    let shared = std::env::var_os("QIPIN_SHARED").map(PathBuf::from);
    let folder = shared.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared")).join("games");
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    (!files.is_empty()).then_some(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path
            .extension()
            .is_some_and(|it| ["sgf", "mgt", "gib", "ngf", "ugf", "ugi"].iter().any(|end| it == *end))
        {
            files.push(path);
        }
    }
}

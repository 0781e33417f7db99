//! Which files a run reads, in an order that depends on their names alone.

use crate::domain::results::is_record;
use std::collections::HashSet;
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A file to read.
#[derive(Debug)]
pub(super) struct Found {
    /// Its name, as it is printed.
    pub(super) name: String,
    /// Where it is, or why it cannot be reached.
    pub(super) path: Result<PathBuf, String>,
}

impl Found {
    fn at(path: PathBuf) -> Self {
        Found { name: path.to_string_lossy().into_owned(), path: Ok(path) }
    }

    fn lost(path: &Path, why: &std::io::Error) -> Self {
        Found { name: path.to_string_lossy().into_owned(), path: Err(why.to_string()) }
    }
}

/// The files that the paths name, folders with all below them. A file that is named is read whatever it is; of a folder
/// only records are.
pub(super) fn files(paths: &[PathBuf]) -> Vec<Found> {
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for path in paths {
        match std::fs::metadata(path) {
            Ok(about) if about.is_dir() => folder(path.clone(), &mut seen, &mut found),
            Ok(_) => found.push(Found::at(path.clone())),
            Err(why) => found.push(Found::lost(path, &why)),
        }
    }
    found
}

/// All records below a folder. A folder that was walked before, as by a link to one above it, is not walked again.
fn folder(top: PathBuf, seen: &mut HashSet<PathBuf>, found: &mut Vec<Found>) {
    let mut open = vec![top];
    while let Some(path) = open.pop() {
        let about = match std::fs::metadata(&path) {
            Ok(about) => about,
            // A link to nothing is no record.
            Err(_) if std::fs::symlink_metadata(&path).is_ok_and(|about| about.is_symlink()) => continue,
            Err(why) => {
                found.push(Found::lost(&path, &why));
                continue;
            }
        };
        if about.is_dir() {
            match children(&path, seen) {
                // The last one is taken first.
                Ok(names) => open.extend(names.into_iter().rev().map(|name| path.join(name))),
                Err(why) => found.push(Found::lost(&path, &why)),
            }
        } else if about.is_file() && looks_like_a_record(&path) {
            found.push(Found::at(path));
        }
    }
}

/// What is in a folder, by name; nothing where it was walked before.
fn children(path: &Path, seen: &mut HashSet<PathBuf>) -> std::io::Result<Vec<OsString>> {
    if !seen.insert(std::fs::canonicalize(path)?) {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in std::fs::read_dir(path)? {
        names.push(entry?.file_name());
    }
    names.sort_unstable();
    Ok(names)
}

/// Whether a file of a folder is a record by its name or its beginning. One that cannot be opened is told of if its name
/// is that of a record.
fn looks_like_a_record(path: &Path) -> bool {
    let name = path.to_string_lossy();
    if is_record(&name, b"") {
        return true;
    }
    let mut start = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(512).read_to_end(&mut start));
    read.is_ok() && is_record(&name, &start)
}

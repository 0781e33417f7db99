//! The catalogue of words against the code and the templates: no key is missing, none is unused, both languages
//! fill the same places, and each thing has one name.

mod glossary;
mod keys;
mod literals;

use std::path::{Path, PathBuf};

/// The files below a folder of the package with one of these endings.
fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| endings.iter().any(|ending| found == *ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

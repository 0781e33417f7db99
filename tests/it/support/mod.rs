//! What several subjects of these tests share.

pub mod dates;
pub mod event;
pub mod fixture;
pub mod granted;
pub mod queries;
pub mod records;
pub mod register;
pub mod server;
pub mod smtp;
pub mod things;

use std::path::{Path, PathBuf};

/// The folder of real crosstables, where this machine has it.
pub fn events(test: &str) -> Option<PathBuf> {
    let shared = std::env::var_os("QIPIN_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"));
    let folder = shared.join("events");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("left out: {test} reads the shared crosstables, and {} is not there", folder.display());
    None
}

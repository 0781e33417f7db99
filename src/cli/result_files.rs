//! Opening a result file with the players file beside it, for the commands that read results.

use crate::domain::results::{NamedBytes, Reading, ResultsInput, read};
use anyhow::Context as _;
use std::path::{Path, PathBuf};

/// The players file that belongs to `NAME.results.csv`: `NAME.players.csv` beside it, if it is there.
pub fn players_beside(results: &Path) -> Option<PathBuf> {
    let name = results.file_name()?.to_str()?;
    let (stem, extension) = name.rsplit_once('.')?;
    let stem = stem.strip_suffix(".results")?;
    Some(results.with_file_name(format!("{stem}.players.{extension}"))).filter(|path| path.is_file())
}

/// Reads a result file and its players.
pub fn open(results: &Path, players: Option<&Path>) -> anyhow::Result<Reading> {
    let beside = players.map(Path::to_owned).or_else(|| players_beside(results));
    let bytes = |path: &Path| std::fs::read(path).with_context(|| path.display().to_string());
    let content = bytes(results)?;
    let players = beside.map(|path| bytes(&path).map(|content| (path.display().to_string(), content))).transpose()?;
    let name = results.display().to_string();
    Ok(read(&ResultsInput {
        results: NamedBytes { name: &name, bytes: &content },
        players: players.as_ref().map(|(name, bytes)| NamedBytes { name, bytes }),
    }))
}

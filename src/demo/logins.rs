//! The logins of the demo, kept beside its database so that a second start can print them again.

use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::path::Path;

const FILE: &str = "logins.json";

/// A login of the demo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Login {
    /// The role, by its stable key.
    pub role: String,
    /// The agency's code.
    pub agency: String,
    /// Login name.
    pub login: String,
    /// Password. The demo listens on loopback only, and nobody in it exists.
    pub password: String,
}

/// Writes the logins.
pub fn write(dir: &Path, logins: &[Login]) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(logins)?;
    std::fs::write(dir.join(FILE), text).context("the demo's logins cannot be written")
}

/// Reads the logins.
pub fn read(dir: &Path) -> anyhow::Result<Vec<Login>> {
    let text = std::fs::read_to_string(dir.join(FILE)).context("the demo's logins cannot be read")?;
    Ok(serde_json::from_str(&text)?)
}

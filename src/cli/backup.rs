//! `qipin backup` and `qipin restore`, for the embedded database.

use super::Outcome;
use super::output::{self, Format};
use super::settings::{Database, FileSettings};
use crate::store::{Place, Store, backup};
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `backup`.
#[derive(Debug, clap::Args)]
pub struct BackupArgs {
    #[command(flatten)]
    database: Database,
    /// The file to write; it must not exist
    file: PathBuf,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Arguments of `restore`.
#[derive(Debug, clap::Args)]
pub struct RestoreArgs {
    #[command(flatten)]
    database: Database,
    /// The file that `backup` wrote
    file: PathBuf,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Writes a consistent copy of the database while others use it, and of its secret key beside it.
pub fn backup(args: &BackupArgs) -> Outcome {
    let file = FileSettings::read()?;
    let place = Place::parse(&args.database.url(&file), false)?;
    if !matches!(place, Place::Sqlite { .. }) {
        bail!("on PostgreSQL use pg_dump --format custom");
    }
    refuse_existing(&args.file)?;
    let store = Store::open_migrated(place, 2)?;
    backup::copy_to(&store, &args.file.display().to_string()).context("the copy cannot be written")?;
    std::fs::File::open(&args.file)?.sync_all()?;
    let key = key_beside(&args.file);
    std::fs::copy(args.database.secret(&file), &key).with_context(|| format!("{} cannot be written", key.display()))?;
    Ok(said(args.format, &args.file, &key))
}

/// Puts a copy back where no database is yet.
pub fn restore(args: &RestoreArgs) -> Outcome {
    let file = FileSettings::read()?;
    let Place::Sqlite { path, .. } = Place::parse(&args.database.url(&file), true)? else {
        bail!("on PostgreSQL use pg_restore");
    };
    let path = PathBuf::from(path);
    let secret = args.database.secret(&file);
    refuse_existing(&path)?;
    std::fs::copy(&args.file, &path).with_context(|| format!("{} cannot be written", path.display()))?;
    std::fs::File::open(&path)?.sync_all()?;
    let key = key_beside(&args.file);
    if key.exists() && !secret.exists() {
        std::fs::copy(&key, &secret).with_context(|| format!("{} cannot be written", secret.display()))?;
    }
    Store::open(&args.database.url(&file), false, 2).context("the restored database cannot be opened")?;
    Ok(said(args.format, &path, &secret))
}

/// Where the database and its key now lie.
fn said(format: Format, database: &Path, key: &Path) -> ExitCode {
    let text = match format {
        Format::Json => {
            serde_json::json!({ "database": database.to_string_lossy(), "key": key.to_string_lossy() }).to_string()
        }
        Format::Text => format!("{} and {}", database.display(), key.display()),
    };
    output::answer(&(text + "\n"), 0)
}

fn key_beside(file: &Path) -> PathBuf {
    PathBuf::from(format!("{}.key", file.display()))
}

fn refuse_existing(path: &Path) -> anyhow::Result<()> {
    if path.exists() {
        bail!("{} exists and is not overwritten", path.display());
    }
    Ok(())
}

//! `qipin backup` and `qipin restore`, for the embedded database.

use super::Outcome;
use super::open;
use super::output::{self, Format, say, say_of};
use super::settings::{Database, FileSettings};
use crate::service::{Keys, key_check};
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
    let place = open::place(&args.database.url(&file), false)?;
    if !matches!(place, Place::Sqlite { .. }) {
        bail!(say("cli.backup.postgres", &[]));
    }
    refuse_existing(&args.file)?;
    let key = key_beside(&args.file);
    refuse_existing(&key)?;
    let store = Store::open_migrated(place, 2)?;
    let secret = args.database.secret(&file);
    let keys = open::key(&secret, false)?;
    store.read::<_, anyhow::Error>(|conn| key_check::compare(conn, &keys).map_err(open::not_its_key))?;
    let made = copy_both(&store, &args.file, &secret, &key);
    if made.is_err() {
        // A copy without its key looks like a backup and is none.
        let _ = std::fs::remove_file(&args.file);
        let _ = std::fs::remove_file(&key);
    }
    made?;
    Ok(said(args.format, &args.file, &key))
}

fn copy_both(store: &Store, file: &Path, secret: &Path, key: &Path) -> anyhow::Result<()> {
    backup::copy_to(store, &file.display().to_string()).with_context(|| say_of("cli.file.unwritable", file))?;
    std::fs::File::open(file)?.sync_all()?;
    copy_secret(secret, key)
}

fn copy_secret(from: &Path, to: &Path) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(from).with_context(|| say_of("cli.file.unreadable", from))?;
    open::write_secret(to, text.trim()).with_context(|| say_of("cli.file.unwritable", to))
}

/// Puts a copy back where no database is yet.
pub fn restore(args: &RestoreArgs) -> Outcome {
    let file = FileSettings::read()?;
    let Place::Sqlite { path, .. } = open::place(&args.database.url(&file), true)? else {
        bail!(say("cli.backup.restore-postgres", &[]));
    };
    let path = PathBuf::from(path);
    let secret = args.database.secret(&file);
    refuse_existing(&path)?;
    if !args.file.is_file() {
        bail!(say_of("cli.file.absent", &args.file));
    }
    let key = key_beside(&args.file);
    let from = if secret.exists() { &secret } else { &key };
    let keys = open::key(from, false)?;
    // Nothing stands under its name before it is whole and known to fit its key.
    let part = PathBuf::from(format!("{}.part", path.display()));
    let checked = std::fs::copy(&args.file, &part)
        .with_context(|| {
            let (from, to) = (args.file.to_string_lossy(), part.to_string_lossy());
            say("cli.file.uncopied", &[("from", &from), ("to", &to)])
        })
        .and_then(|_| fits(&part, &keys));
    if checked.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    checked?;
    if !secret.exists() {
        copy_secret(&key, &secret)?;
    }
    std::fs::rename(&part, &path).with_context(|| say_of("cli.file.unwritable", &path))?;
    Ok(said(args.format, &path, &secret))
}

/// Whether a copied file is a register of this key; it is on the disk afterwards.
fn fits(copy: &Path, keys: &Keys) -> anyhow::Result<()> {
    let place = Place::Sqlite { path: copy.display().to_string(), create: false };
    let store = Store::open_migrated(place, 1).with_context(|| say("cli.file.damaged", &[]))?;
    store.read::<_, anyhow::Error>(|conn| key_check::compare(conn, keys).map_err(open::not_its_key))?;
    drop(store);
    for suffix in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", copy.display()));
    }
    Ok(std::fs::File::open(copy)?.sync_all()?)
}

/// Where the database and its key now lie.
fn said(format: Format, database: &Path, key: &Path) -> ExitCode {
    let text = match format {
        Format::Json => {
            serde_json::json!({ "database": database.to_string_lossy(), "key": key.to_string_lossy() }).to_string()
        }
        Format::Text => {
            let (database, key) = (database.to_string_lossy(), key.to_string_lossy());
            say("cli.backup.made", &[("database", &database), ("key", &key)])
        }
    };
    output::answer(&(text + "\n"), 0)
}

fn key_beside(file: &Path) -> PathBuf {
    PathBuf::from(format!("{}.key", file.display()))
}

fn refuse_existing(path: &Path) -> anyhow::Result<()> {
    if path.exists() {
        bail!(say_of("cli.file.exists", path));
    }
    Ok(())
}

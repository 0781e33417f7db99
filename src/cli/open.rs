//! Opening the register: the database, brought up to date, and its secret key.

use super::Outcome;
use super::settings::{Database, FileSettings};
use crate::clock::Clock;
use crate::service::keys::{hex, random};
use crate::service::register::Policy;
use crate::service::{Keys, Register};
use crate::store::{Store, setting};
use anyhow::{Context, bail};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Opens the register, migrated. With `create`, a missing embedded database and a missing key are made.
pub fn open(
    database: &Database,
    file: &FileSettings,
    policy: Policy,
    clock: Arc<dyn Clock>,
    create: bool,
) -> anyhow::Result<Register> {
    let url = database.url(file);
    let store = Store::open(&url, create, 16).context("the database cannot be opened")?;
    let keys = key(&database.secret(file), create)?;
    // A register opened with another key would take every known document for an unknown one.
    let check = hex(&keys.blind_index("key check", "qipin"));
    store.write::<_, anyhow::Error>(|conn| {
        match setting::get(conn, "key-check")? {
            Some(known) if known != check => bail!("the secret key is not the one of this register"),
            Some(_) => {}
            None => setting::set(conn, "key-check", &check)?,
        }
        Ok(())
    })?;
    Ok(Register { store, clock, keys, policy: Arc::new(policy) })
}

fn key(path: &Path, create: bool) -> anyhow::Result<Keys> {
    match std::fs::read_to_string(path) {
        Ok(text) => Keys::from_hex(&text).with_context(|| format!("{} holds no key", path.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && create => {
            let text = hex(&random::<32>()?);
            write_secret(path, &text).with_context(|| format!("{} cannot be written", path.display()))?;
            Ok(Keys::from_hex(&text)?)
        }
        Err(error) => Err(error).with_context(|| format!("the secret key {} cannot be read", path.display())),
    }
}

fn write_secret(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.write_all(b"\n")?;
    file.sync_all()
}

/// `qipin migrate`
pub fn migrate(database: &Database) -> Outcome {
    let url = database.url(&FileSettings::read()?);
    Store::open(&url, true, 2).context("the database cannot be migrated")?;
    println!("{url}: up to date");
    Ok(ExitCode::SUCCESS)
}

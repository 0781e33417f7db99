//! Opening the register: the database, brought up to date, and its secret key.

use super::Outcome;
use super::output::{self, Format};
use super::settings::{Database, FileSettings, without_password};
use crate::clock::{Clock, SystemClock};
use crate::service::keys::{hex, random};
use crate::service::register::Policy;
use crate::service::{Keys, Register};
use crate::store::{Place, Store, migrate, setting};
use anyhow::{Context, bail};
use std::io::Write;
use std::path::Path;
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
    let check = key_check(&keys);
    store.write::<_, anyhow::Error>(|conn| {
        match setting::get(conn, "key-check")? {
            Some(known) if known != check => bail!(OTHER_KEY),
            Some(_) => {}
            None => setting::set(conn, "key-check", &check)?,
        }
        Ok(())
    })?;
    Ok(Register { store, clock, keys, policy: Arc::new(policy) })
}

/// What a register opened with another key would do: take every known document for an unknown one.
const OTHER_KEY: &str = "the secret key is not the one of this register";

fn key_check(keys: &Keys) -> String {
    hex(&keys.blind_index("key check", "qipin"))
}

/// Opens the register to ask it something: a schema of another program is refused, nothing is made or changed.
pub fn look(database: &Database, file: &FileSettings) -> anyhow::Result<Register> {
    let place = Place::parse(&database.url(file), false)?;
    let store = Store::open_migrated(place, 4).context("the database cannot be opened")?;
    let keys = key(&database.secret(file), false)?;
    store.read::<_, anyhow::Error>(|conn| {
        migrate::refuse_other(conn).map_err(|why| anyhow::anyhow!("{why}"))?;
        match setting::get(conn, "key-check")? {
            Some(known) if known != key_check(&keys) => bail!(OTHER_KEY),
            _ => Ok(()),
        }
    })?;
    Ok(Register { store, clock: Arc::new(SystemClock), keys, policy: Arc::new(Policy::default()) })
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

/// Arguments of `migrate`.
#[derive(Debug, clap::Args)]
pub struct MigrateArgs {
    #[command(flatten)]
    database: Database,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// `qipin migrate`
pub fn migrate(args: &MigrateArgs) -> Outcome {
    let url = args.database.url(&FileSettings::read()?);
    let mut conn = Place::parse(&url, true)?.open().context("the database cannot be opened")?;
    let applied = migrate::up(&mut conn).map_err(|why| anyhow::anyhow!("migration failed: {why}"))?;
    let shown = without_password(&url);
    let text = match args.format {
        Format::Json => serde_json::json!({ "database": shown, "applied": applied }).to_string() + "\n",
        Format::Text => {
            let done: String = applied.iter().map(|name| format!("{name}\n")).collect();
            format!("{done}{shown}: up to date\n")
        }
    };
    Ok(output::answer(&text, 0))
}

//! Opening the register: the database, brought up to date, and its secret key.

use super::Outcome;
use super::output::{self, Format, say, say_of};
use super::settings::{Database, FileSettings, without_password};
use crate::clock::{Clock, SystemClock};
use crate::service::key_check::{self, KeyError, Known};
use crate::service::keys::{hex, random};
use crate::service::register::Policy;
use crate::service::{Keys, Register};
use crate::store::{Place, Store, migrate};
use anyhow::Context;
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
    let store = Store::open(&url, create, 16).with_context(|| say("cli.database.open", &[]))?;
    // A register that has a key is never given a second one: what the first has sealed would be lost in silence.
    let known = store.read::<_, anyhow::Error>(|conn| Ok(key_check::known(conn)?))?;
    let keys = key(&database.secret(file), create && known == Known::New)?;
    store.write::<_, anyhow::Error>(|conn| key_check::agree(conn, &keys).map_err(not_its_key))?;
    Ok(Register::new(store, clock, keys, policy))
}

/// Where an address says that the register is.
pub fn place(url: &str, create: bool) -> anyhow::Result<Place> {
    Place::parse(url, create).with_context(|| say("cli.database.open", &[]))
}

/// Opens the register to ask it something: a schema of another program is refused, nothing is made or changed.
pub fn look(database: &Database, file: &FileSettings) -> anyhow::Result<Register> {
    let place = place(&database.url(file), false)?;
    if let Place::Sqlite { path, .. } = &place
        && !Path::new(path).exists()
    {
        anyhow::bail!(say("cli.database.absent", &[("file", path)]));
    }
    let store = Store::open_migrated(place, 4).with_context(|| say("cli.database.open", &[]))?;
    let keys = key(&database.secret(file), false)?;
    store.read::<_, anyhow::Error>(|conn| {
        migrate::refuse_other(conn)
            .map_err(|why| anyhow::anyhow!(say("cli.database.other-schema", &[("why", &why.to_string())])))?;
        key_check::compare(conn, &keys).map_err(not_its_key)
    })?;
    Ok(Register::new(store, Arc::new(SystemClock), keys, Policy::default()))
}

/// Why a key is not taken, in words.
pub(super) fn not_its_key(error: KeyError) -> anyhow::Error {
    match error {
        KeyError::Other => anyhow::anyhow!(say("cli.key.other", &[])),
        KeyError::Unbound => anyhow::anyhow!(say("cli.key.unbound", &[])),
        other => other.into(),
    }
}

pub(super) fn key(path: &Path, create: bool) -> anyhow::Result<Keys> {
    match std::fs::read_to_string(path) {
        Ok(text) => Keys::from_hex(&text).with_context(|| say_of("cli.key.none", path)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && create => {
            let text = hex(&random::<32>()?);
            write_secret(path, &text).with_context(|| say_of("cli.file.unwritable", path))?;
            Ok(Keys::from_hex(&text)?)
        }
        Err(error) => Err(error).with_context(|| say_of("cli.key.unreadable", path)),
    }
}

/// Writes a new file that only its owner may read, durably.
pub(super) fn write_secret(path: &Path, text: &str) -> std::io::Result<()> {
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
    let mut conn = place(&url, true)?.open().with_context(|| say("cli.database.open", &[]))?;
    let applied = migrate::up(&mut conn)
        .map_err(|why| anyhow::anyhow!(say("cli.database.migration", &[("why", &why.to_string())])))?;
    let shown = without_password(&url);
    let text = match args.format {
        Format::Json => serde_json::json!({ "database": shown, "applied": applied }).to_string() + "\n",
        Format::Text => {
            let done: String = applied.iter().map(|name| format!("{name}\n")).collect();
            format!("{done}{}\n", say("cli.database.ready", &[("database", &shown)]))
        }
    };
    Ok(output::answer(&text, 0))
}

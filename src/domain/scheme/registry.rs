//! The schemes that are built in, each in its versions. None is ever deleted: an old event keeps its rules.

use super::load::load;
use super::model::Scheme;
use chrono::NaiveDate;
use rust_embed::RustEmbed;
use std::sync::{Arc, LazyLock};

#[derive(RustEmbed)]
#[folder = "schemes/"]
#[include = "*.toml"]
#[exclude = "levels.toml"]
struct Files;

/// A set of schemes, ordered by id and version.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    schemes: Vec<Arc<Scheme>>,
}

impl Registry {
    /// A set of schemes. Two versions of one id may not be in force on the same day.
    pub fn new(mut schemes: Vec<Scheme>) -> Result<Self, String> {
        schemes.sort_by(|a, b| (&a.id, a.version).cmp(&(&b.id, b.version)));
        for pair in schemes.windows(2).filter(|pair| pair[0].id == pair[1].id) {
            let (old, new) = (&pair[0], &pair[1]);
            let apart = matches!((old.valid_until, new.valid_from), (Some(until), Some(from)) if until < from);
            if old.version == new.version || !apart {
                return Err(format!("{}: versions {} and {} overlap", old.id, old.version, new.version));
            }
        }
        Ok(Self { schemes: schemes.into_iter().map(Arc::new).collect() })
    }

    /// All schemes in all versions.
    pub fn all(&self) -> &[Arc<Scheme>] {
        &self.schemes
    }

    /// All versions of one scheme, the oldest first.
    pub fn versions(&self, id: &str) -> Vec<Arc<Scheme>> {
        self.schemes.iter().filter(|scheme| scheme.id == id).cloned().collect()
    }

    /// The version in force on the day an event ended; without a day the newest.
    pub fn pick(&self, id: &str, date: Option<NaiveDate>) -> Option<Arc<Scheme>> {
        let versions = self.schemes.iter().filter(|scheme| scheme.id == id);
        versions.rev().find(|scheme| date.is_none_or(|date| scheme.in_force_on(date))).cloned()
    }
}

// proven: the tests read every file and the whole set.
static BUILT_IN: LazyLock<Registry> = LazyLock::new(|| {
    let schemes = files().into_iter().filter_map(|(_, text)| load(&text).ok()).collect();
    Registry::new(schemes).unwrap_or_default()
});

/// The files of the built-in schemes: name and text.
pub fn files() -> Vec<(String, String)> {
    let mut files: Vec<_> = Files::iter()
        .filter_map(|name| Some((name.to_string(), String::from_utf8(Files::get(&name)?.data.into_owned()).ok()?)))
        .collect();
    files.sort();
    files
}

/// The built-in schemes.
pub fn registry() -> &'static Registry {
    &BUILT_IN
}

/// All built-in schemes in all versions.
pub fn all() -> &'static [Arc<Scheme>] {
    BUILT_IN.all()
}

/// A built-in scheme: the version in force on `date`, the day the event ended, or the newest.
pub fn builtin(id: &str, date: Option<NaiveDate>) -> Option<Arc<Scheme>> {
    BUILT_IN.pick(id, date)
}

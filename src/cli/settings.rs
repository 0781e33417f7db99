//! Settings: from a flag, else from the environment, else from `qipin.toml` in the working folder.

use anyhow::Context;
use clap::Args;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The file of settings.
const FILE: &str = "qipin.toml";
/// The database when nothing names one.
const DATABASE: &str = "sqlite:qipin.db";

/// Where the register is kept.
#[derive(Clone, Debug, Default, Args)]
pub struct Database {
    /// The database: sqlite:PATH or postgres://… [default: sqlite:qipin.db]
    #[arg(long, env = "QIPIN_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database: Option<String>,
    /// The file with the register's secret key, made at the first start [default: beside the database]
    #[arg(long, env = "QIPIN_SECRET_FILE", value_name = "FILE")]
    pub secret_file: Option<PathBuf>,
}

/// What `qipin.toml` may hold.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct FileSettings {
    /// See [`Database::database`].
    pub database: Option<String>,
    /// See [`Database::secret_file`].
    pub secret_file: Option<PathBuf>,
    /// See `serve --bind`.
    pub bind: Option<String>,
    /// See `serve --address`.
    pub address: Option<String>,
    /// See `serve --mail`.
    pub mail: Option<String>,
    /// See `serve --mail-from`.
    pub mail_from: Option<String>,
    /// See `serve --font-dir`.
    pub font_dir: Option<PathBuf>,
    /// See `serve --print-dir`.
    pub print_dir: Option<PathBuf>,
    /// See `serve --series`.
    pub series: Option<String>,
    /// See `serve --notice-days`.
    pub notice_days: Option<i64>,
    /// See `serve --results-due-days`.
    pub results_due_days: Option<i64>,
    /// How often clients may ask, by class of request.
    pub limits: Option<crate::web::throttle::Limits>,
}

impl FileSettings {
    /// Reads `qipin.toml` of the working folder, where there is one.
    pub fn read() -> anyhow::Result<Self> {
        Self::read_from(Path::new(FILE))
    }

    fn read_from(path: &Path) -> anyhow::Result<Self> {
        match std::fs::read_to_string(path) {
            Ok(text) => toml::from_str(&text).with_context(|| format!("{} cannot be read", path.display())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
        }
    }
}

impl Database {
    /// The address of the database.
    pub fn url(&self, file: &FileSettings) -> String {
        self.database.clone().or_else(|| file.database.clone()).unwrap_or_else(|| DATABASE.to_owned())
    }

    /// The file of the secret key.
    pub fn secret(&self, file: &FileSettings) -> PathBuf {
        self.secret_file.clone().or_else(|| file.secret_file.clone()).unwrap_or_else(|| {
            match self.url(file).strip_prefix("sqlite:") {
                Some(path) => PathBuf::from(format!("{}.key", path.strip_prefix("//").unwrap_or(path))),
                None => PathBuf::from("qipin.key"),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_setting_is_refused_with_its_line() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(FILE);
        std::fs::write(&path, "database = \"sqlite:a.db\"\ndatabse = 1\n").unwrap();
        let error = format!("{:#}", FileSettings::read_from(&path).unwrap_err());
        assert!(error.contains("databse") && error.contains("line 2"), "{error}");
    }

    #[test]
    fn the_secret_lies_beside_the_database_unless_said_otherwise() {
        let database = Database { database: Some("sqlite:dir/a.db".into()), secret_file: None };
        assert_eq!(database.secret(&FileSettings::default()), PathBuf::from("dir/a.db.key"));
    }
}

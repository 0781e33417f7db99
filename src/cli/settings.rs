//! Settings: from a flag, else from the environment, else from `qipin.toml` in the working folder.

use super::output::say_of;
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

/// The register that a command asks only where one is named.
#[derive(Clone, Debug, Default, Args)]
pub struct Asked {
    /// The register to ask as well: sqlite:PATH or postgres://…; where none is named, here, in the environment or in
    /// qipin.toml, only the files are checked
    #[arg(long, env = "QIPIN_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database: Option<String>,
    /// The file with that register's secret key [default: beside the database]
    #[arg(long, env = "QIPIN_SECRET_FILE", value_name = "FILE")]
    pub secret_file: Option<PathBuf>,
}

impl From<&Asked> for Database {
    fn from(asked: &Asked) -> Self {
        Self { database: asked.database.clone(), secret_file: asked.secret_file.clone() }
    }
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
    /// See `serve --behind-tls-proxy`.
    pub behind_tls_proxy: Option<bool>,
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
    /// See `serve --limit-factor`.
    pub limit_factor: Option<u32>,
    /// See `serve --workers`.
    pub workers: Option<usize>,
    /// See `serve --metrics-token`.
    pub metrics_token: Option<String>,
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
            Ok(text) => toml::from_str(&text).with_context(|| say_of("cli.file.unreadable", path)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error).with_context(|| say_of("cli.file.unreadable", path)),
        }
    }
}

impl Database {
    /// The address of the database where somebody has named one. A variable that is set to nothing names none.
    pub fn named(&self, file: &FileSettings) -> Option<String> {
        self.database.clone().filter(|url| !url.is_empty()).or_else(|| file.database.clone())
    }

    /// The address of the database.
    pub fn url(&self, file: &FileSettings) -> String {
        self.named(file).unwrap_or_else(|| DATABASE.to_owned())
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

/// A database's address without its password, for messages.
pub fn without_password(address: &str) -> String {
    match url::Url::parse(address) {
        Ok(mut url) if url.password().is_some() => {
            // proven: an address with a password has a host, and only one without is refused here.
            let _ = url.set_password(Some("…"));
            url.to_string()
        }
        _ => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_printed() {
        for (address, shown) in [
            ("postgres://qipin:s3cret@db.example/qipin", "postgres://qipin:%E2%80%A6@db.example/qipin"),
            ("postgres://qipin@db.example/qipin", "postgres://qipin@db.example/qipin"),
            ("sqlite:a.db", "sqlite:a.db"),
        ] {
            assert_eq!(without_password(address), shown);
        }
    }

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

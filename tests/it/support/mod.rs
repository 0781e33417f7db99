//! What several subjects of these tests share.

pub mod event;
pub mod fixture;
pub mod granted;
pub mod queries;
pub mod register;
pub mod server;
pub mod smtp;
pub mod things;

use std::path::{Path, PathBuf};

/// The folder of real crosstables, where this machine has it.
pub fn events(test: &str) -> Option<PathBuf> {
    let shared = std::env::var_os("QIPIN_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"));
    let folder = shared.join("events");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("left out: {test} reads the shared crosstables, and {} is not there", folder.display());
    None
}

/// Which database a test uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// The embedded one.
    Sqlite,
    /// The server that `QIPIN_TEST_POSTGRES` names.
    Postgres,
}

impl On {
    /// A register of the test's own.
    pub fn register(self) -> register::TestRegister {
        match self {
            On::Sqlite => register::TestRegister::new(),
            On::Postgres => {
                let server = register::postgres().expect("QIPIN_TEST_POSTGRES names a server");
                register::TestRegister::on_postgres(&server)
            }
        }
    }
}

/// Each named function, which takes the database to use, as a test on both: those on PostgreSQL are left out
/// unless a server is there (`tests/left_out.rs` says how to include them).
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test] fn $name() { super::$name($crate::support::On::Sqlite) })+
        }
        mod postgres {
            $(#[test] #[ignore = "needs a PostgreSQL server"] fn $name() {
                super::$name($crate::support::On::Postgres)
            })+
        }
    };
}
pub(crate) use on_both;

//! The result file of an event: what an organiser sends, read into values.

mod check;
mod csv_text;
mod decode;
mod diff;
pub mod field;
mod format;
mod games;
pub mod interchange;
pub mod model;
mod pairing;
mod players;
mod read;
pub mod reading;
mod record;
mod report;
mod table;
mod template;
mod text;
mod xlsx;

pub use check::{CheckContext, age_on, check};
pub use diff::{Change, diff};
pub use model::{Entry, Game, GameResult, HalfPoints, Sex, Sheet, Win, WonBy};
pub use read::read;
pub use reading::{Accepted, Adjustment, Encoding, Headers, MAX_BYTES, NamedBytes, Reading, ResultsInput};
pub use record::record;
pub use report::{Kind, Report, check_reading, dry_run, report};
pub use template::{Template, template};

/// The published form of a result: `B+3.5`, `draw`, empty where none was reported.
pub fn write_result(result: GameResult) -> String {
    text::result::write(result)
}

/// The result of its published form, and of the Chinese words that files may say instead.
pub fn read_result(written: &str) -> Option<GameResult> {
    match text::result::read(written) {
        text::result::ReadResult::Exact(result) => Some(result),
        _ => None,
    }
}

/// A komi as somebody types it, in points or with 子 behind it: `7.5`, `3.75`, `3又3/4子`.
pub fn read_komi(typed: &str) -> Option<HalfPoints> {
    text::komi::read(typed.trim(), false).map(|read| read.half_points)
}

/// A komi in points as files write it: `7.5`.
pub fn write_komi(half_points: HalfPoints) -> String {
    text::komi::points(half_points)
}

/// Whether a file is a game record (SGF and its relatives) rather than a result file, by its name or its beginning.
pub fn is_record(name: &str, bytes: &[u8]) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    let named = extension.is_some_and(|e| matches!(e.as_str(), "sgf" | "gib" | "ngf" | "ugf" | "ugi"));
    let body = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    named || body.starts_with(b"(;") || body.starts_with(b"\\HS")
}

//! An entry as somebody types it: read by what reads players files, so that both obey the same rules.

use crate::domain::finding::{Part, Severity};
use crate::domain::results::{self, Entry, NamedBytes, ResultsInput};
use crate::service::{ServiceError, ServiceResult};
use std::collections::BTreeMap;

/// The fields of an entry, by the names of the players file's columns.
pub const FIELDS: [&str; 11] =
    ["name", "sex", "birth", "grade", "certificate", "agency", "club", "register", "document", "household", "tests"];

/// The results that go with a list of players before anything was played.
const NO_GAMES: &str = "round,board,black,white,result\n";

/// What was typed, by field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryForm(pub BTreeMap<String, String>);

impl EntryForm {
    /// What was typed into a field.
    pub fn get(&self, field: &str) -> &str {
        self.0.get(field).map_or("", |text| text.trim())
    }

    /// An entry as the fields of its form.
    pub fn of(entry: &Entry) -> Self {
        let sheet = results::Sheet { entries: vec![entry.clone()], games: Vec::new() };
        let about = results::interchange::write::About::default();
        let target = results::interchange::write::Target::PlayersCsv;
        let bytes = results::interchange::write::write(&sheet, &about, target, crate::text::Lang::En);
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
        let mut reader = csv::Reader::from_reader(bytes);
        let headers = reader.headers().cloned().unwrap_or_default();
        let row = reader.records().next().and_then(Result::ok).unwrap_or_default();
        let pairs = headers.iter().zip(row.iter()).filter(|(name, _)| FIELDS.contains(name));
        Self(pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    /// The entry, read as a row of a players file would be.
    pub fn read(&self) -> ServiceResult<Entry> {
        if self.get("name").is_empty() {
            return Err(ServiceError::field("name", "refusal.running_name"));
        }
        if self.0.values().any(|text| text.chars().count() > 200 || text.chars().any(char::is_control)) {
            return Err(ServiceError::refused("refusal.running_text"));
        }
        let cells = FIELDS.map(|field| format!("\"{}\"", self.get(field).replace('"', "\"\"")));
        let players = format!("id,{}\n1,{}\n", FIELDS.join(","), cells.join(","));
        let entries = read_players("entry.players.csv", players.as_bytes())?;
        entries.into_iter().next().ok_or(ServiceError::NotFound)
    }
}

/// The entries of a players file. What its reader finds against it is said as it would be of an upload.
pub(super) fn read_players(name: &str, bytes: &[u8]) -> ServiceResult<Vec<Entry>> {
    let input = ResultsInput {
        results: NamedBytes { name: "run.results.csv", bytes: NO_GAMES.as_bytes() },
        players: Some(NamedBytes { name, bytes }),
    };
    let reading = results::read(&input);
    let against: Vec<_> = reading
        .findings()
        .into_iter()
        .filter(|one| one.severity == Severity::Error && one.part == Part::Players)
        .collect();
    if let Some(first) = against.first() {
        let arguments =
            [("zh_why", first.zh.clone()), ("en_why", first.en.clone()), ("count", against.len().to_string())];
        return Err(ServiceError::refused_with("refusal.running_entry", arguments));
    }
    let entries = reading.sheet.map(|sheet| sheet.entries).unwrap_or_default();
    match entries.is_empty() {
        true => Err(ServiceError::field("players", "refusal.running_nobody")),
        false => Ok(entries),
    }
}

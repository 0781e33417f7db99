//! Uploading a group's results: kept byte for byte whatever they are, answered with every finding.

use super::attested::digest_of_upload;
use super::{EventFacts, births, check_context};
use crate::domain::finding::{Log, kept};
use crate::domain::permission::Action;
use crate::domain::results::{self, Accepted, CheckContext, MAX_BYTES, NamedBytes, Report, ResultsInput};
use crate::service::event::{EventSettings, find, require_state, subject};
use crate::service::keys::{hex, sha256};
use crate::service::{Keys, Register, ServiceError, ServiceResult, Staff, records};
use crate::store::upload::{self, NewUpload, UploadLine};
use crate::store::{agency, event, kept_answer};
use serde_json::json;

/// A file as it arrived: name and bytes.
pub type File = (String, Vec<u8>);

/// What was sent: the results, and the players where they are in a file of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The result file, or the workbook with both sheets.
    pub results: File,
    /// The players file.
    pub players: Option<File>,
}

impl Files {
    fn input(&self) -> ResultsInput<'_> {
        fn named(file: &File) -> NamedBytes<'_> {
            NamedBytes { name: file.0.as_str(), bytes: file.1.as_slice() }
        }
        ResultsInput { results: named(&self.results), players: self.players.as_ref().map(named) }
    }

    fn bounded(&self) -> ServiceResult<()> {
        for (name, bytes) in std::iter::once(&self.results).chain(self.players.as_ref()) {
            if bytes.len() > MAX_BYTES || name.chars().count() > 200 {
                return Err(ServiceError::field("results", "refusal.file_too_large"));
            }
        }
        // An empty file that somebody chose is kept as it came, and answered as what it is.
        if self.results.0.is_empty() && self.results.1.is_empty() {
            return Err(ServiceError::field("results", "refusal.file_required"));
        }
        Ok(())
    }
}

/// What an upload answers.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The upload's id.
    pub upload_id: i64,
    /// Its version within the group.
    pub version: i64,
    /// Everything that was found.
    pub report: Report,
}

/// Keeps an upload and answers its findings. The same bytes sent again for the same group are the same version. What is
/// refused is kept too, and does not take the place of what could be read.
pub fn upload(register: &Register, staff: &Staff, slug: &str, group: &str, files: &Files) -> ServiceResult<Answer> {
    files.bounded()?;
    let report = dry_run(register, staff, slug, group, files)?;
    let (results_sha, players_sha) =
        (hex(&sha256(&files.results.1)), files.players.as_ref().map(|(_, bytes)| hex(&sha256(bytes))));
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::EditEvent)?;
        require_state(&found, &["approved", "returned"])?;
        let mut lines = upload::lines_of(tx.conn, found.id)?;
        lines.retain(|line| line.group_key == group);
        let same = |line: &&UploadLine| line.results_sha256 == results_sha && line.players_sha256 == players_sha;
        let last = lines.last().filter(|line| !line.current);
        if let Some(same) = lines.iter().find(|line| line.current).into_iter().chain(last).find(same) {
            tx.nothing_to_record();
            return Ok(Answer { upload_id: same.id, version: same.version, report });
        }
        let version = lines.iter().map(|line| line.version).max().unwrap_or(0) + 1;
        let stands = lines.iter().any(|line| line.current && line.accepted != "no");
        let counts = report.accepted != Accepted::No || !stands;
        let before = records::results_of(&register.keys, tx.conn, &found, group)?;
        if counts {
            upload::retire(tx.conn, found.id, group)?;
        }
        let accepted = match report.accepted {
            Accepted::Yes => "yes",
            Accepted::WithAdjustments => "with-adjustments",
            Accepted::No => "no",
        };
        let row = NewUpload {
            event_id: found.id,
            group_key: group.to_owned(),
            version,
            results_name: files.results.0.clone(),
            results_bytes: seal_file(&register.keys, (found.id, group, version), "results", &files.results.1)?,
            results_sha256: results_sha.clone(),
            players_name: files.players.as_ref().map(|(name, _)| name.clone()),
            players_bytes: match &files.players {
                Some((_, bytes)) => Some(seal_file(&register.keys, (found.id, group, version), "players", bytes)?),
                None => None,
            },
            players_sha256: players_sha.clone(),
            accepted: accepted.to_owned(),
            answer: report.json(),
            current: counts,
            uploaded_by: staff.account_id,
            uploaded_at: tx.now,
        };
        let id = upload::insert(tx.conn, &row)?;
        let (mut words_ended, mut placed) = (None, records::Placed::new());
        if counts {
            // Records that came before may stand for games that the file names now, and what was said of others was said
            // of another result, or of other people.
            placed = records::place_waiting(&register.keys, tx, &found, group)?;
            let renamed = records::renamed(&register.keys, tx, &found, group, before.as_ref())?;
            records::players_kept(tx.conn, (&found, group), before.as_ref(), &renamed)?;
            records::wait_again(&register.keys, tx, &found, group, &renamed)?;
            words_ended = records::end_outdated(&register.keys, tx, &found, group, &renamed)?;
        }
        let answer =
            digest_of_upload(&register.keys, (found.id, group, version), &row.answer, (staff.account_id, tx.now));
        let mut payload = json!({
            "accepted": accepted,
            "answer": answer,
            "counts": counts,
            "group": group,
            "players": players_sha,
            "results": results_sha,
            "version": version,
        });
        if !placed.is_empty() {
            payload["placed"] = records::placed_words(&placed);
        }
        if let Some(ended) = words_ended {
            payload["words_ended"] = ended;
        }
        tx.record("event.upload", &subject(&found), payload);
        Ok(Answer { upload_id: id, version, report })
    })
}

/// The findings that a submission of these files would get; nothing is kept.
pub fn dry_run(register: &Register, staff: &Staff, slug: &str, group: &str, files: &Files) -> ServiceResult<Report> {
    files.bounded()?;
    let (found, context) = register.read(|conn| {
        let found = find(conn, staff, slug, Action::EditEvent)?;
        if !EventSettings::from_json(&found.settings).groups.iter().any(|g| g == group) {
            return Err(ServiceError::field("group", "refusal.group_required"));
        }
        let holder = agency::by_id(conn, found.agency_id)?;
        let context = check_context(conn, &found, &holder, group)?;
        Ok((found, context))
    })?;
    let reading = results::read(&files.input());
    if let Some(sheet) = &reading.sheet {
        births::ask(register, staff, found.agency_id, sheet)?;
    }
    let players = files.players.as_ref().map(|(_, bytes)| hex(&sha256(bytes)));
    let facts = EventFacts::new(register, &found, group).with_players(players);
    results::check_reading(&files.results.0, &files.input(), reading, &context, Some(&facts))
        .map_err(ServiceError::Internal)
}

/// The place for which a file is sealed: what organisers send holds identity numbers and birth dates, and is kept as
/// it came.
fn place(event: i64, group: &str, version: i64, part: &str) -> String {
    format!("upload.{part}/{event}/{version}/{group}")
}

/// A file as it is kept: sealed for one version of an event's group, as its `results` or its `players`.
pub fn seal_file(
    keys: &Keys,
    (event, group, version): (i64, &str, i64),
    part: &str,
    bytes: &[u8],
) -> ServiceResult<Vec<u8>> {
    Ok(keys.seal(&place(event, group, version, part), bytes)?)
}

/// The files of an upload as they were received, byte for byte.
pub fn files_of(keys: &Keys, row: &upload::Upload) -> ServiceResult<Files> {
    let open = |part: &str, sealed: &[u8]| keys.open(&place(row.event_id, &row.group_key, row.version, part), sealed);
    Ok(Files {
        results: (row.results_name.clone(), open("results", &row.results_bytes)?),
        players: match &row.players_bytes {
            Some(sealed) => Some((row.players_name.clone().unwrap_or_default(), open("players", sealed)?)),
            None => None,
        },
    })
}

/// Reads an upload again and checks it against the register as it is now.
pub(crate) fn check_again(register: &Register, found: &event::Event, row: &upload::Upload) -> ServiceResult<Report> {
    let context = register.read(|conn| {
        let holder = agency::by_id(conn, found.agency_id)?;
        check_context(conn, found, &holder, &row.group_key)
    })?;
    let facts = EventFacts::new(register, found, &row.group_key).with_players(row.players_sha256.clone()).after(row.id);
    let files = files_of(&register.keys, row)?;
    results::dry_run(&row.results_name, &files.input(), &context, Some(&facts)).map_err(ServiceError::Internal)
}

/// Where an answer keeps its findings with everything that a page shows.
pub(super) const KEPT: &str = "kept";

/// The report on an upload: checked against the register as it is now while it can still be submitted; what the submission
/// was decided on ever after, since the event itself changes what the register knows.
pub(crate) fn report_of(register: &Register, found: &event::Event, row: &upload::Upload) -> ServiceResult<Report> {
    let submitted = matches!(found.state.as_str(), "submitted" | "confirmed" | "closed");
    let answer: serde_json::Value = match submitted {
        true => {
            let kept = register.read(|conn| Ok(kept_answer::latest_of(conn, row.id)?))?;
            // Submissions to an older program are kept beside the upload.
            serde_json::from_str(kept.as_deref().unwrap_or(&row.answer)).unwrap_or_default()
        }
        false => serde_json::Value::Null,
    };
    let Some(findings) = kept::kept(&answer[KEPT]) else { return check_again(register, found, row) };
    let reading = results::read(&files_of(&register.keys, row)?.input());
    let report = results::report(&row.results_name, reading, &CheckContext::default(), Some(&Log::new()));
    Ok(Report { findings, ..report })
}

/// The sheet of an upload as it was received; none when it cannot be read.
pub(crate) fn sheet_of(keys: &Keys, row: &upload::Upload) -> Option<results::Sheet> {
    let files = files_of(keys, row).ok()?;
    results::read(&files.input()).sheet
}

//! What the journal keeps of rows that hold names and birth dates: keyed digests. An edited row shows, and nobody can try
//! out who it is about.

use crate::service::Keys;
use crate::store::kept_answer::NewKeptAnswer;
use crate::store::match_choice::NewMatchChoice;
use chrono::NaiveDateTime;

/// A keyed digest of a decision, for the journal: who decided on whom, among whom, and why.
pub(crate) fn digest_of(keys: &Keys, choice: &NewMatchChoice) -> String {
    let person = choice.person_id.map(|id| id.to_string()).unwrap_or_default();
    let numbers = [choice.upload_id, choice.account_id].map(|id| id.to_string());
    keys.attest("match choice", &[&numbers[0], &choice.file_id, &person, &choice.reason, &numbers[1], &choice.compared])
}

/// The same of what a submission was decided on: which upload, what it was answered, who submitted and when.
pub(crate) fn digest_of_answer(keys: &Keys, kept: &NewKeptAnswer) -> String {
    let numbers = [kept.upload_id, kept.account_id].map(|id| id.to_string());
    keys.attest("kept answer", &[&numbers[0], &kept.answer, &numbers[1], &moment(kept.at)])
}

/// The same of what an upload was answered when it came: which upload, who sent it and when.
pub(crate) fn digest_of_upload(
    keys: &Keys,
    (event, group, version): (i64, &str, i64),
    answer: &str,
    (account, at): (i64, NaiveDateTime),
) -> String {
    let numbers = [event, version, account].map(|number| number.to_string());
    keys.attest("upload answer", &[&numbers[0], group, &numbers[1], answer, &numbers[2], &moment(at)])
}

fn moment(at: NaiveDateTime) -> String {
    at.and_utc().timestamp_micros().to_string()
}

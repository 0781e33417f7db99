//! The tables against what the journal says of their rows.

use super::pieces::in_pieces;
use super::said::{Older, Said};
use super::{Kind, Problem, decided};
use super::{records, running};
use crate::clock::beijing_time;
use crate::service::certificate::{self as papers, attested, attested_copy};
use crate::service::event::digest;
use crate::service::keys::{hex, sha256};
use crate::service::person::attested_step;
use crate::service::results::{digest_of_upload, files_of};
use crate::service::{Register, ServiceResult};
use crate::store::certificate::{self, Certificate, CertificateCopy};
use crate::store::certificate_step::{self, CertificateStep};
use crate::store::{Conn, verify as rows};
use chrono::NaiveDateTime;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};

/// What the journal says, by subject.
pub(super) type Words = HashMap<String, Said>;

/// Every kind of subject that has a table.
const TABLED: [&str; 9] =
    ["event:", "award:", "notice:", "objection:", "person:", "account:", "agency:", "certificate:", "scheme:"];

/// Compares every row that the journal speaks of; answers how many there were.
pub(super) fn compare(
    register: &Register,
    conn: &mut Conn,
    mut words: Words,
    problems: &mut Vec<Problem>,
) -> ServiceResult<usize> {
    let mut compared = certificates(register, conn, &mut words, problems)?;
    compared += person_steps(register, conn, &mut words, problems)?;
    compared += uploads(register, conn, &mut words, problems)?;
    compared += decided::compare(register, conn, &mut words, problems)?;
    compared += records::compare(&register.keys, conn, &mut words, problems)?;
    compared += running::compare(&register.keys, conn, &words, problems)?;
    compared += schemes(conn, &mut words, problems)?;
    for (subject, state, facts) in states(conn)? {
        compared += 1;
        let word = words.remove(&subject);
        check_state(word.as_ref(), &subject, &state, problems);
        for (name, found) in facts {
            check_fact(word.as_ref(), &subject, name, &found, problems);
        }
    }
    let lost: BTreeSet<(i64, String)> = words
        .into_iter()
        .filter(|(subject, _)| TABLED.iter().any(|kind| subject.starts_with(kind)))
        .map(|(subject, word)| (word.seq, subject))
        .collect();
    problems.extend(lost.into_iter().map(|(seq, subject)| not_in_table(seq, subject, String::new())));
    Ok(compared)
}

/// One step against what the journal says of it; takes it from there, so that what is left has no row. Of a step whose
/// digest it does not say, an entry of an older program has to say as much as those did.
fn check_step(
    word: Option<&mut Said>,
    (subject, id): (&str, i64),
    found: String,
    made: impl Fn(&Older) -> bool,
    problems: &mut Vec<Problem>,
) {
    let Some(word) = word else {
        problems.push(Problem { found: format!("step {id}"), ..plain(None, subject, Kind::NotInJournal) });
        return;
    };
    match word.steps.remove(&id) {
        Some(recorded) if recorded == found => {}
        Some(recorded) => problems.push(Problem {
            found: format!("step {id} {found}"),
            expected: recorded,
            ..plain(Some(word.seq), subject, Kind::TableDiffers)
        }),
        None if word.made_earlier(made) => {}
        None => problems.push(Problem { found: format!("step {id}"), ..plain(None, subject, Kind::NotInJournal) }),
    }
}

fn steps_without_rows(word: &mut Said, subject: &str, problems: &mut Vec<Problem>) {
    for id in std::mem::take(&mut word.steps).into_keys() {
        problems.push(not_in_table(word.seq, subject.to_owned(), format!("step {id}")));
    }
    // Every state that an older program gave a certificate became a step.
    for older in word.older.iter().filter(|older| older.rows > 0 && older.state.is_some()) {
        let missing = format!("step of {}", older.at);
        problems.push(not_in_table(word.seq, subject.to_owned(), missing));
    }
}

/// Whether an entry of an older program was made by an account at a moment.
pub(super) fn made_by(older: &Older, account: Option<i64>, at: NaiveDateTime) -> bool {
    let actor = older.actor.strip_prefix("account:").and_then(|id| id.parse().ok());
    older.at == at && actor == account
}

/// Whether an entry of an older program made a step of a certificate: it knew no reasons.
fn made_paper_step(older: &Older, step: &CertificateStep) -> bool {
    let day = beijing_time(older.at).date();
    made_by(older, step.account_id, step.recorded_at)
        && older.state.as_deref() == Some(step.after.as_str())
        && step.note.is_empty()
        && step.on_day == day
}

/// What was decided about names and agreed to for minors is what was recorded.
fn person_steps(
    register: &Register,
    conn: &mut Conn,
    words: &mut Words,
    problems: &mut Vec<Problem>,
) -> ServiceResult<usize> {
    let read = |conn: &mut Conn, behind| rows::person_steps_after(conn, behind, 2000);
    let compared = in_pieces(
        conn,
        read,
        |row| row.id,
        |_, page| {
            for row in page {
                let subject = format!("person:{}", row.person_id);
                let found = attested_step(&register.keys, &row);
                let made = |older: &Older| made_by(older, Some(row.account_id), row.recorded_at);
                check_step(words.get_mut(&subject), (&subject, row.id), found, made, problems);
            }
            Ok(())
        },
    )?;
    let mut left: Vec<(&String, &mut Said)> = words.iter_mut().filter(|(s, _)| s.starts_with("person:")).collect();
    left.sort_unstable_by_key(|(subject, _)| subject.as_str());
    for (subject, word) in left {
        steps_without_rows(word, subject, problems);
    }
    Ok(compared)
}

/// A row with its state and what else of it decides.
type Row = (String, String, Vec<(&'static str, Value)>);

fn states(conn: &mut Conn) -> ServiceResult<Vec<Row>> {
    let mut all: Vec<Row> = Vec::new();
    for (id, state, scheme, version, settings) in rows::events(conn)? {
        let facts =
            vec![("scheme", json!(scheme)), ("scheme_version", json!(version)), ("settings", json!(digest(&settings)))];
        all.push((format!("event:{id}"), state, facts));
    }
    for (id, state, grade, clause, person, event) in rows::awards(conn)? {
        let facts = vec![
            ("clause", json!(clause)),
            ("event", json!(event)),
            ("grade", json!(grade)),
            ("person", json!(person)),
        ];
        all.push((format!("award:{id}"), state, facts));
    }
    for (id, state, into, record, publication, hidden) in rows::persons(conn)? {
        let facts = vec![
            ("hidden", json!(hidden)),
            ("into", json!(into)),
            ("publication", json!(publication)),
            ("record", json!(record)),
        ];
        all.push((format!("person:{id}"), state, facts));
    }
    for (id, state, role) in rows::accounts(conn)? {
        all.push((format!("account:{id}"), state, vec![("role", json!(role))]));
    }
    for (kind, found) in [
        ("notice", rows::notice_states(conn)?),
        ("objection", rows::objection_states(conn)?),
        ("agency", rows::agency_states(conn)?),
    ] {
        all.extend(found.into_iter().map(|(id, state)| (format!("{kind}:{id}"), state, Vec::new())));
    }
    Ok(all)
}

fn certificates(
    register: &Register,
    conn: &mut Conn,
    words: &mut Words,
    problems: &mut Vec<Problem>,
) -> ServiceResult<usize> {
    let read = |conn: &mut Conn, behind| rows::certificates_after(conn, behind, 2000);
    in_pieces(
        conn,
        read,
        |paper| paper.id,
        |conn, page| {
            let mut copies: HashMap<i64, Vec<CertificateCopy>> = HashMap::new();
            for copy in rows::copies_of(conn, &page.iter().map(|c| c.id).collect::<Vec<_>>())? {
                copies.entry(copy.certificate_id).or_default().push(copy);
            }
            let mut steps: HashMap<i64, Vec<CertificateStep>> = HashMap::new();
            for step in certificate_step::of(conn, &page.iter().map(|c| c.id).collect::<Vec<_>>())? {
                steps.entry(step.certificate_id).or_default().push(step);
            }
            let above: Vec<i64> = page.iter().filter_map(|c| c.superseded_by).collect();
            let above: HashMap<i64, String> =
                certificate::by_ids(conn, &above)?.into_iter().map(|c| (c.id, subject_of(&c))).collect();
            for paper in page {
                let subject = subject_of(&paper);
                let mut word = words.remove(&subject);
                for step in steps.remove(&paper.id).unwrap_or_default() {
                    let found = papers::attested_step(&step);
                    let made = |older: &Older| made_paper_step(older, &step);
                    check_step(word.as_mut(), (&subject, step.id), found, made, problems);
                }
                if let Some(word) = &mut word {
                    steps_without_rows(word, &subject, problems);
                }
                let found = attested(&register.keys, &paper);
                if let Some(recorded) = word.as_ref().and_then(|w| w.attested.as_ref()).filter(|d| **d != found) {
                    problems.push(differs(word.as_ref(), &subject, found, recorded.clone()));
                }
                check_state(word.as_ref(), &subject, &paper.state, problems);
                let by = json!(paper.superseded_by.and_then(|id| above.get(&id)));
                let said = word.as_ref().and_then(|w| w.fact("by")).unwrap_or(&Value::Null);
                if word.is_some() && *said != by {
                    problems.push(differs(word.as_ref(), &subject, by.to_string(), said.to_string()));
                }
                if let Some(word) = word {
                    let copies = copies.remove(&paper.id).unwrap_or_default();
                    check_copies(register, &paper, &copies, &subject, word, problems);
                }
            }
            Ok(())
        },
    )
}

fn subject_of(paper: &Certificate) -> String {
    crate::service::certificate::subject(paper)
}

/// Every copy says what it said when it was made, and only the newest is current.
fn check_copies(
    register: &Register,
    paper: &Certificate,
    copies: &[CertificateCopy],
    subject: &str,
    mut word: Said,
    problems: &mut Vec<Problem>,
) {
    let newest = word.copies.keys().max().copied();
    for copy in copies {
        let Some(recorded) = word.copies.remove(&copy.copy_no) else {
            let found = format!("copy {}", copy.copy_no);
            problems.push(Problem { found, ..plain(None, subject, Kind::NotInJournal) });
            continue;
        };
        let found = attested_copy(&register.keys, (paper.grade, &paper.number), &copy.into());
        if let Some(recorded) = recorded.filter(|digest| *digest != found) {
            problems.push(differs(Some(&word), subject, format!("copy {} {found}", copy.copy_no), recorded));
        }
        let state = if newest == Some(copy.copy_no) { "current" } else { "superseded" };
        if copy.state != state {
            let found = format!("copy {} {}", copy.copy_no, copy.state);
            problems.push(differs(Some(&word), subject, found, state.to_owned()));
        }
    }
    for number in word.copies.into_keys() {
        problems.push(not_in_table(word.seq, subject.to_owned(), format!("copy {number}")));
    }
}

/// Uploads are as they were received.
fn uploads(
    register: &Register,
    conn: &mut Conn,
    words: &mut Words,
    problems: &mut Vec<Problem>,
) -> ServiceResult<usize> {
    // Few at a time: each may hold several megabytes.
    let read = |conn: &mut Conn, behind| rows::uploads_after(conn, behind, 10);
    let compared = in_pieces(
        conn,
        read,
        |row| row.id,
        |_, page| {
            for row in page {
                let subject = format!("event:{}", row.event_id);
                let name = format!("upload {} {}", row.group_key, row.version);
                let word = words.get_mut(&subject);
                let Some([results, players, answered]) =
                    word.and_then(|word| word.uploads.remove(&(row.group_key.clone(), row.version)))
                else {
                    problems.push(Problem { found: name, ..plain(None, &subject, Kind::NotInJournal) });
                    continue;
                };
                let hashed = |bytes: &[u8]| json!(hex(&sha256(bytes)));
                // What cannot be opened is not what was sealed.
                let found = match files_of(&register.keys, &row) {
                    Ok(files) => {
                        (hashed(&files.results.1), files.players.map_or(Value::Null, |(_, bytes)| hashed(&bytes)))
                    }
                    Err(_) => (json!("unreadable"), Value::Null),
                };
                let kept = (json!(row.results_sha256), json!(row.players_sha256));
                let said = (results, players);
                let (place, sent) =
                    ((row.event_id, row.group_key.as_str(), row.version), (row.uploaded_by, row.uploaded_at));
                let answer = json!(digest_of_upload(&register.keys, place, &row.answer, sent));
                // Entries of older programs do not say what was answered.
                if !answered.is_null() && answered != answer {
                    let found = format!("{name}: answer {answer}");
                    problems.push(differs(words.get(&subject), &subject, found, answered.to_string()));
                }
                for other in [found, kept].into_iter().filter(|other| *other != said).take(1) {
                    let found = format!("{name}: {} {}", other.0, other.1);
                    problems.push(differs(words.get(&subject), &subject, found, format!("{} {}", said.0, said.1)));
                }
                let counting = words.get(&subject).and_then(|word| word.counting.get(&row.group_key));
                let counts = counting.is_some_and(|(version, _)| *version == row.version);
                if row.current != counts {
                    let found = format!("{name}: counts {}", row.current);
                    problems.push(differs(words.get(&subject), &subject, found, format!("counts {counts}")));
                }
            }
            Ok(())
        },
    )?;
    for (subject, word) in words.iter() {
        for (group, version) in word.uploads.keys() {
            problems.push(not_in_table(word.seq, subject.clone(), format!("upload {group} {version}")));
        }
    }
    Ok(compared)
}

/// The texts of the schemes are those under which awards were given.
fn schemes(conn: &mut Conn, words: &mut Words, problems: &mut Vec<Problem>) -> ServiceResult<usize> {
    let all = rows::scheme_versions(conn)?;
    for one in &all {
        let subject = format!("scheme:{}/{}", one.scheme_id, one.version);
        let word = words.remove(&subject);
        if word.is_none() {
            problems.push(plain(None, &subject, Kind::NotInJournal));
        }
        let found = hex(&sha256(one.toml.as_bytes()));
        check_fact(word.as_ref(), &subject, "sha256", &json!(found), problems);
        if one.sha256 != found {
            problems.push(differs(word.as_ref(), &subject, one.sha256.clone(), found));
        }
    }
    Ok(all.len())
}

fn check_state(word: Option<&Said>, subject: &str, state: &str, problems: &mut Vec<Problem>) {
    match word {
        None => problems.push(Problem { found: state.to_owned(), ..plain(None, subject, Kind::NotInJournal) }),
        Some(word) => {
            if let Some(recorded) = word.state.as_ref().filter(|recorded| *recorded != state) {
                problems.push(differs(Some(word), subject, state.to_owned(), recorded.clone()));
            }
        }
    }
}

/// What the journal never said is not compared, but for a pointer, which points to nothing until it says so, and for a
/// name, which is not hidden until it says so.
fn check_fact(word: Option<&Said>, subject: &str, name: &str, found: &Value, problems: &mut Vec<Problem>) {
    let Some(word) = word else { return };
    let said = match (word.fact(name), name) {
        (Some(said), _) => said,
        (None, "into") => &Value::Null,
        (None, "hidden") => &Value::Bool(false),
        (None, _) => return,
    };
    if said != found {
        problems.push(differs(Some(word), subject, format!("{name} {found}"), said.to_string()));
    }
}

pub(super) fn plain(seq: Option<i64>, subject: &str, kind: Kind) -> Problem {
    Problem { seq, subject: subject.to_owned(), kind, found: String::new(), expected: String::new() }
}

pub(super) fn not_in_table(seq: i64, subject: String, expected: String) -> Problem {
    Problem { seq: Some(seq), subject, kind: Kind::NotInTable, found: String::new(), expected }
}

pub(super) fn differs(word: Option<&Said>, subject: &str, found: String, expected: String) -> Problem {
    Problem { found, expected, ..plain(word.map(|w| w.seq), subject, Kind::TableDiffers) }
}

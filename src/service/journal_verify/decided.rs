//! What was decided, and on what: answers to submissions, reasons for warnings, who doubtful players are.

use super::pieces::in_pieces;
use super::said::Older;
use super::tables::{Words, differs, made_by, not_in_table, plain};
use super::{Kind, Problem};
use crate::service::results::{digest_of, digest_of_acknowledgement, digest_of_answer, digest_of_case};
use crate::service::{Register, ServiceResult};
use crate::store::entry::MatchCase;
use crate::store::match_choice::{self, NewMatchChoice};
use crate::store::{Conn, kept_answer, verify as rows};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What was decided on: the answers that submissions were made with, and who doubtful players were said to be.
pub(super) fn compare(
    register: &Register,
    conn: &mut Conn,
    words: &mut Words,
    problems: &mut Vec<Problem>,
) -> ServiceResult<usize> {
    let read = |conn: &mut Conn, behind| kept_answer::after(conn, behind, 100);
    let mut compared = in_pieces(
        conn,
        read,
        |row| row.0,
        |_, page| {
            for (id, event, kept) in page {
                let found = json!(digest_of_answer(&register.keys, &kept));
                let subject = format!("event:{event}");
                let said = words.get_mut(&subject).and_then(|word| word.answers.remove(&id));
                check_digest(words, &subject, &format!("answer {id}"), (said, found), problems);
            }
            Ok(())
        },
    )?;
    compared += acknowledged(register, conn, words, problems)?;
    compared += cases(register, conn, words, problems)?;
    for (choice, event) in match_choice::all(conn)? {
        // Decisions that an older program kept are not in the journal by their id; they hold no more.
        if choice.compared.is_empty() {
            continue;
        }
        compared += 1;
        let id = choice.id;
        let row = NewMatchChoice {
            upload_id: choice.upload_id,
            file_id: choice.file_id,
            person_id: choice.person_id,
            reason: choice.reason,
            account_id: choice.account_id,
            at: choice.at,
            compared: choice.compared,
        };
        let subject = format!("event:{event}");
        let said = words.get_mut(&subject).and_then(|word| word.choices.remove(&id));
        check_digest(
            words,
            &subject,
            &format!("identity {id}"),
            (said, json!(digest_of(&register.keys, &row))),
            problems,
        );
    }
    for (subject, word) in words.iter() {
        let named = |what: &'static str, ids: &BTreeMap<i64, Value>| {
            ids.keys().map(|id| format!("{what} {id}")).collect::<Vec<_>>()
        };
        let older = word.older.iter().filter(|older| older.rows > 0);
        let older = older.filter_map(|older| Some(format!("acknowledgement of upload {}", older.upload?)));
        let lost = [
            named("answer", &word.answers),
            named("identity", &word.choices),
            named("acknowledgement", &word.given),
            named("case", &word.cases),
            older.collect(),
        ];
        for lost in lost.into_iter().flatten() {
            problems.push(not_in_table(word.seq, subject.clone(), lost));
        }
    }
    Ok(compared)
}

/// A row that belongs to a subject has the digest that the journal says.
fn check_digest(
    words: &Words,
    subject: &str,
    name: &str,
    (said, found): (Option<Value>, Value),
    problems: &mut Vec<Problem>,
) {
    match said {
        None => problems.push(Problem { found: name.to_owned(), ..plain(None, subject, Kind::NotInJournal) }),
        Some(said) if said != found => {
            problems.push(differs(words.get(subject), subject, format!("{name}: {found}"), said.to_string()));
        }
        Some(_) => {}
    }
}

/// The reasons for which warnings were accepted are those that were given, each for its finding.
fn acknowledged(
    register: &Register,
    conn: &mut Conn,
    words: &mut Words,
    problems: &mut Vec<Problem>,
) -> ServiceResult<usize> {
    let read = |conn: &mut Conn, behind| rows::acknowledgements_after(conn, behind, 500);
    in_pieces(
        conn,
        read,
        |row| row.0,
        |_, page| {
            for (id, event, row) in page {
                let subject = format!("event:{event}");
                let name = format!("acknowledgement {id}");
                let Some(word) = words.get_mut(&subject) else {
                    problems.push(Problem { found: name, ..plain(None, &subject, Kind::NotInJournal) });
                    continue;
                };
                let said = word.given.remove(&id);
                let made =
                    |older: &Older| older.upload == Some(row.upload_id) && made_by(older, Some(row.account_id), row.at);
                if said.is_none() && word.made_earlier(made) {
                    continue;
                }
                let found = json!(digest_of_acknowledgement(&register.keys, &row));
                check_digest(words, &subject, &name, (said, found), problems);
            }
            Ok(())
        },
    )
}

/// Who doubtful players were decided to be once the results were submitted, and those of whom nobody has decided yet.
fn cases(register: &Register, conn: &mut Conn, words: &mut Words, problems: &mut Vec<Problem>) -> ServiceResult<usize> {
    let read = |conn: &mut Conn, behind| rows::cases_after(conn, behind, 500);
    in_pieces(
        conn,
        read,
        |row| row.id,
        |_, page| {
            for row in page {
                let (id, event, entry) = (row.id, format!("event:{}", row.event_id), format!("entry:{}", row.entry_id));
                let open = words.get_mut(&event).and_then(|word| word.cases.remove(&id));
                let decided = words.get_mut(&entry).and_then(|word| word.cases.remove(&id));
                let name = format!("case {id}");
                if open.is_none() && decided.is_none() && is_older(words, &event, &entry, &row) {
                    continue;
                }
                let subject = if decided.is_some() { &entry } else { &event };
                let found = json!(digest_of_case(&register.keys, &row.as_new()));
                check_digest(words, subject, &name, (decided.or(open), found), problems);
            }
            Ok(())
        },
    )
}

/// Whether a case is as older programs left it: they said of a decision who it is, and of what waits for one nothing.
fn is_older(words: &Words, event: &str, entry: &str, row: &MatchCase) -> bool {
    let submitted = words.get(event).is_some_and(|word| word.older_cases);
    let said = words.get(entry).and_then(|word| word.identified.as_ref());
    submitted
        && match said {
            Some((state, person)) => *state == json!(row.state) && *person == json!(row.person_id),
            None => row.state == "open",
        }
}

//! From an accepted file to rows: entries with the persons they are, games, seats, doubtful matches.

use super::attested::digest_of_case;
use super::early;
use super::facts::sex_of;
use crate::domain::grade::Grade;
use crate::domain::id_document::IdDocument;
use crate::domain::matching::{self, EntryFacts, Match, PersonFacts};
use crate::domain::name::search_key;
use crate::domain::register_number::RegisterNumber;
use crate::domain::results::{Entry, Game, GameResult, Sex, Sheet, WonBy};
use crate::service::keys::random;
use crate::service::person::document_place;
use crate::service::{Keys, ServiceError, ServiceResult, Tx};
use crate::store::agency::Agency;
use crate::store::entry::{self, NewEntry, NewGame, NewMatchCase, NewSeat};
use crate::store::event::Event;
use crate::store::person::{self, NewIdDocument, NewPerson, Person};
use crate::store::{Conn, document, match_choice};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

/// Makes the rows of a sheet; answers, for the journal, digests of the matches that are doubtful still, by their ids.
pub(super) fn materialise(
    keys: &Keys,
    tx: &mut Tx<'_>,
    found: &Event,
    holder: &Agency,
    group: &str,
    upload_id: i64,
    sheet: &Sheet,
) -> ServiceResult<serde_json::Map<String, Value>> {
    let matches = match_all(keys, tx.conn, found, sheet)?;
    let chosen = match_choice::of_upload(tx.conn, upload_id)?;
    let mut rows = Vec::with_capacity(sheet.entries.len());
    let mut doubts = Vec::new();
    for (row, matched) in sheet.entries.iter().zip(matches) {
        let (person_id, match_state) = match matched {
            Match::Link(id) => (Some(id), "linked"),
            Match::Create => (Some(create_person(keys, tx, holder, row)?), "created"),
            Match::Doubtful(candidates) => {
                // What somebody decided before the submission, as far as it is still possible.
                let chosen = match chosen.get(&row.id) {
                    Some(choice) => early::still_holds(keys, tx.conn, found, &candidates, choice)?,
                    None => None,
                };
                let decided = match chosen.as_ref().map(|chosen| chosen.person) {
                    None => (None, "doubtful"),
                    Some(Some(id)) => (Some(id), "linked"),
                    Some(None) => (Some(create_person(keys, tx, holder, row)?), "created"),
                };
                doubts.push((row.id.clone(), candidates, chosen.map(|chosen| (chosen.choice, decided))));
                decided
            }
        };
        rows.push(NewEntry {
            upload_id,
            event_id: found.id,
            group_key: row.group.clone().unwrap_or_else(|| group.to_owned()),
            file_id: row.id.clone(),
            line: i64::from(row.line),
            person_id,
            name: row.name.clone(),
            sex: sex_word(row.sex),
            from_grade: row.grade.map(|g| i64::from(g.rank())),
            match_state: match_state.to_owned(),
            minor: row.birth.is_none_or(|b| found.ends_on.years_since(b).is_none_or(|age| age < 18)),
        });
    }
    entry::insert_all(tx.conn, &rows)?;
    let made = entry::of_upload(tx.conn, upload_id)?;
    let by_file: HashMap<&str, i64> = made.iter().map(|e| (e.file_id.as_str(), e.id)).collect();
    let mut open = serde_json::Map::new();
    for (file_id, candidates, decided) in doubts {
        let entry_id = *by_file.get(file_id.as_str()).ok_or(ServiceError::NotFound)?;
        let case = NewMatchCase {
            entry_id,
            event_id: found.id,
            candidates: serde_json::to_string(&candidates).map_err(|e| ServiceError::Internal(e.to_string()))?,
            state: "open".to_owned(),
            person_id: None,
            reason: String::new(),
            account_id: None,
            decided_at: None,
        };
        let Some((choice, (person_id, state))) = decided else {
            let digest = digest_of_case(keys, &case);
            open.insert(entry::insert_match_case(tx.conn, &case)?.to_string(), json!(digest));
            continue;
        };
        let case = NewMatchCase {
            state: state.to_owned(),
            person_id,
            reason: choice.reason,
            account_id: Some(choice.account_id),
            decided_at: Some(choice.at),
            ..case
        };
        let case_id = entry::insert_match_case(tx.conn, &case)?;
        // Whoever submits carries it out; it was decided by whom the choice names.
        tx.record(
            "entry.identify",
            &format!("entry:{entry_id}"),
            json!({
                "case": case_id,
                "choice": choice.id,
                "decided_by": choice.account_id,
                "digest": digest_of_case(keys, &case),
                "event": found.id,
                "match": state,
                "person": person_id,
            }),
        );
    }
    let ids: Vec<i64> = sheet.entries.iter().filter_map(|e| by_file.get(e.id.as_str()).copied()).collect();
    insert_games(tx, upload_id, sheet, &ids)?;
    Ok(open)
}

/// Decides for every entry who it is, with a constant number of queries.
pub(super) fn match_all(keys: &Keys, conn: &mut Conn, found: &Event, sheet: &Sheet) -> ServiceResult<Vec<Match>> {
    let mut index_of: HashMap<usize, Vec<u8>> = HashMap::new();
    let mut kind_of: HashMap<usize, &str> = HashMap::new();
    let mut number_of: HashMap<usize, String> = HashMap::new();
    let mut name_of = Vec::with_capacity(sheet.entries.len());
    for (at, row) in sheet.entries.iter().enumerate() {
        if let Some(Ok(document)) = row.document.as_deref().map(IdDocument::read) {
            index_of.insert(at, keys.blind_index("document", &document.normalised()));
            kind_of.insert(at, document.kind().code());
        }
        if let Some(Ok(number)) = row.register.as_deref().map(RegisterNumber::read) {
            number_of.insert(at, number.to_string());
        }
        name_of.push(search_key(&row.name));
    }
    let mut by_document = person::by_documents(conn, &index_of.values().cloned().collect::<Vec<_>>())?;
    let mut known: BTreeMap<i64, Person> = BTreeMap::new();
    known.extend(by_document.iter().map(|(_, p)| (p.id, p.clone())));
    let named = person::by_register_nos(conn, &number_of.values().cloned().collect::<Vec<_>>())?;
    known.extend(named.into_iter().map(|p| (p.id, p)));
    known.extend(person::by_name_keys(conn, &name_of)?.into_iter().map(|p| (p.id, p)));
    // A record that was merged stands for the one it was merged into.
    let merged: Vec<i64> = known.values().filter_map(|p| p.merged_into).collect();
    known.extend(person::by_ids(conn, &merged)?.into_iter().map(|p| (p.id, p)));
    // Provisional records of other agencies are not persons of the register yet.
    known.retain(|_, p| p.state != "provisional" || p.entered_by == found.agency_id);
    by_document.retain(|(_, p)| known.contains_key(&p.id));
    // Asked only where a document may speak against a namesake.
    let kinds = match index_of.is_empty() {
        true => HashMap::new(),
        false => document::kinds_of(conn, &known.keys().copied().collect::<Vec<_>>())?,
    };
    let mut by_key: HashMap<&str, Vec<&Person>> = HashMap::new();
    for one in known.values().filter(|p| p.merged_into.is_none()) {
        by_key.entry(one.name_key.as_str()).or_default().push(one);
    }
    let decided = sheet.entries.iter().enumerate().map(|(at, row)| {
        let number = number_of.get(&at);
        let document = index_of.get(&at);
        let kind = kind_of.get(&at).copied();
        let facts = EntryFacts {
            name_key: name_of[at].clone(),
            birth: row.birth,
            sex: row.sex,
            by_register: number.is_some(),
            by_document: document.is_some(),
        };
        let mut persons: BTreeMap<i64, PersonFacts> = BTreeMap::new();
        let add = |one: &Person, by_register: bool, by_document: bool, into: &mut BTreeMap<i64, PersonFacts>| {
            let stands = one.merged_into.and_then(|id| known.get(&id)).unwrap_or(one);
            let fact = into.entry(stands.id).or_insert_with(|| PersonFacts {
                id: stands.id,
                name_key: stands.name_key.clone(),
                birth: stands.birth,
                sex: sex_of(stands.sex.as_deref()),
                register_agrees: false,
                document_agrees: false,
                other_document: kind.is_some_and(|kind| kinds.get(&stands.id).is_some_and(|kept| kept.contains(kind))),
            });
            fact.register_agrees |= by_register;
            fact.document_agrees |= by_document;
        };
        for one in by_key.get(name_of[at].as_str()).into_iter().flatten() {
            add(one, false, false, &mut persons);
        }
        if let Some(number) = number {
            for one in known.values().filter(|p| p.register_no == *number) {
                add(one, true, false, &mut persons);
            }
        }
        if let Some(index) = document {
            for (_, one) in by_document.iter().filter(|(i, _)| i == index) {
                add(one, false, true, &mut persons);
            }
        }
        matching::decide(&facts, &persons.into_values().collect::<Vec<_>>())
    });
    Ok(decided.collect())
}

/// Makes a provisional person of an entry: it becomes a person of the register when the results are confirmed.
pub(super) fn create_person(keys: &Keys, tx: &mut Tx<'_>, holder: &Agency, row: &Entry) -> ServiceResult<i64> {
    let number = loop {
        if let Some(number) = RegisterNumber::from_random(u32::from_be_bytes(random()?)) {
            let taken = person::by_register_nos(tx.conn, &[number.to_string()])?;
            if taken.is_empty() {
                break number;
            }
        }
    };
    let new = NewPerson {
        register_no: number.to_string(),
        name: row.name.clone(),
        name_key: search_key(&row.name),
        sex: sex_word(row.sex),
        birth: row.birth,
        region: holder.area_code.clone(),
        grade: None,
        state: "provisional".to_owned(),
        guardian_consent: false,
        publication_consent: false,
        merged_into: None,
        entered_by: holder.id,
        created_at: tx.now,
    };
    let id = person::insert(tx.conn, &new)?;
    if let Some(Ok(document)) = row.document.as_deref().map(IdDocument::read) {
        let sealed = NewIdDocument {
            person_id: id,
            kind: document.kind().code().to_owned(),
            sealed: keys.seal(&document_place(id), document.expose().as_bytes())?,
            blind_index: keys.blind_index("document", &document.normalised()),
            last4: document.last4().to_owned(),
            entered_by: holder.id,
            created_at: tx.now,
        };
        person::insert_id_document(tx.conn, &sealed)?;
    }
    tx.record("person.enter", &format!("person:{id}"), json!({"agency": holder.id, "state": "provisional"}));
    Ok(id)
}

fn insert_games(tx: &mut Tx<'_>, upload_id: i64, sheet: &Sheet, ids: &[i64]) -> ServiceResult<()> {
    let reported: Vec<&Game> = sheet.games.iter().filter(|g| result_word(&g.result).is_some()).collect();
    let rows: Vec<NewGame> = reported
        .iter()
        .map(|g| NewGame {
            upload_id,
            round: i64::from(g.round),
            board: g.board.map(i64::from),
            black_entry: ids[g.black],
            white_entry: g.white.map(|w| ids[w]),
            result: result_word(&g.result).unwrap_or_default().to_owned(),
            won_by: won_by(&g.result).0.to_owned(),
            margin_quarters: won_by(&g.result).1,
            handicap: i64::from(g.handicap),
            komi_half: g.komi.map(i64::from),
            record: g.record.clone(),
            line: i64::from(g.line),
        })
        .collect();
    entry::insert_games(tx.conn, &rows)?;
    let by_line: HashMap<i64, i64> =
        entry::games_of_upload(tx.conn, upload_id)?.into_iter().map(|g| (g.line, g.id)).collect();
    let mut seats = Vec::with_capacity(rows.len() * 2);
    for row in &rows {
        let game_id = *by_line.get(&row.line).ok_or(ServiceError::NotFound)?;
        let seat = |entry_id, colour: &str| NewSeat {
            upload_id,
            round: row.round,
            entry_id,
            game_id,
            colour: colour.to_owned(),
        };
        seats.push(seat(row.black_entry, "B"));
        seats.extend(row.white_entry.map(|white| seat(white, "W")));
    }
    Ok(entry::insert_seats(tx.conn, &seats)?)
}

fn sex_word(sex: Option<Sex>) -> Option<String> {
    sex.map(|s| if s == Sex::Female { "female" } else { "male" }.to_owned())
}

pub(crate) fn result_word(result: &GameResult) -> Option<&'static str> {
    Some(match result {
        GameResult::Black(_) => "B",
        GameResult::White(_) => "W",
        GameResult::Draw => "draw",
        GameResult::Bye => "bye",
        GameResult::BothLose => "both-lose",
        GameResult::BothWin => "both-win",
        GameResult::Void => "void",
        GameResult::NotReported => return None,
    })
}

pub(crate) fn won_by(result: &GameResult) -> (&'static str, Option<i64>) {
    match result {
        GameResult::Black(win) | GameResult::White(win) => match win.by {
            WonBy::Unstated => ("unstated", None),
            WonBy::Count(quarters) => ("count", Some(i64::from(quarters))),
            WonBy::Resignation => ("resignation", None),
            WonBy::Time => ("time", None),
            WonBy::Forfeit => ("forfeit", None),
        },
        _ => ("unstated", None),
    }
}

/// The grade of a rank that an entry may hold.
pub(super) fn grade_at(rank: Option<i64>) -> Option<Grade> {
    rank.and_then(|r| Grade::from_rank(u8::try_from(r).ok()?))
}

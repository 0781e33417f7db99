//! Recounting what waits: in batches, on all cores, each batch one transaction. A process that dies in the middle has
//! written nothing of its batch, and the next one takes it up again; two processes at once write each record once.

use super::{OPEN, results_of, sealed_place};
use crate::domain::game_record::compare;
use crate::domain::permission::Action;
use crate::domain::recount::{self, Asked, Game, HalfPoints, OnVoid, Record, RuleSet, Unreadable};
use crate::domain::results::{GameResult, Sheet};
use crate::service::event::{EventSettings, RecordSettings, find, require_state, subject};
use crate::service::keys::{hex, sha256};
use crate::service::{Actor, Keys, Register, ServiceError, ServiceResult, Staff};
use crate::store::game_record::{self, GameRecord};
use crate::store::recount::{self as recounts, NewRecount};
use crate::store::{Conn, event, pairing, record_source};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many records are recounted in one transaction.
const BATCH: i64 = 256;

/// What a batch did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// Records that were recounted.
    pub done: usize,
    /// The highest id that was looked at: the next batch begins above it.
    pub last: i64,
}

/// What a record is recounted by.
struct Terms {
    asked: Asked,
    /// The same as it is kept.
    said: String,
}

/// A record with everything that its recount needs.
struct Task {
    row: GameRecord,
    terms: Terms,
    /// The result of the game: that of a record which declares none.
    result: Option<GameResult>,
}

/// Recounts the next records that wait above an id; nothing done means that nothing waits.
pub fn recount_due(register: &Register, above: i64) -> ServiceResult<Batch> {
    let keys = &register.keys;
    let (tasks, sources) = register.read_at_once(|conn| {
        let rows = game_record::waiting(conn, above, BATCH)?;
        let tasks = tasks(keys, conn, rows)?;
        let mut ids: Vec<i64> = tasks.iter().map(|task| task.row.source_id).collect();
        ids.sort_unstable();
        ids.dedup();
        Ok::<_, ServiceError>((tasks, record_source::bytes_of(conn, &ids)?))
    })?;
    let Some(last) = tasks.last().map(|task| task.row.id) else { return Ok(Batch::default()) };
    let sources: HashMap<i64, (String, Vec<u8>)> =
        sources.into_iter().map(|(id, sha256, sealed)| (id, (sha256, sealed))).collect();
    let answers = on_all_cores(&tasks, |task| answer(keys, &sources, task))?;
    let done = keep(register, &tasks, answers)?;
    Ok(Batch { done, last })
}

/// Does work for every task on as many threads as there are cores; the answers are in the order of the tasks. What goes
/// wrong with one leaves the others alone: it is reported and waits for the next round.
fn on_all_cores<T: Send>(
    tasks: &[Task],
    work: impl Fn(&Task) -> ServiceResult<T> + Sync,
) -> ServiceResult<Vec<Option<T>>> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get).min(tasks.len());
    let next = AtomicUsize::new(0);
    let one = |task: &Task| match catch_unwind(AssertUnwindSafe(|| work(task))) {
        Ok(Ok(done)) => Some(done),
        Ok(Err(error)) => {
            tracing::error!(record = task.row.id, %error, "record not recounted");
            None
        }
        Err(_) => {
            tracing::error!(record = task.row.id, "recount panicked");
            None
        }
    };
    let run = || {
        let mut done = Vec::new();
        while let Some((at, task)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, tasks.get(at)?)))
        {
            done.push((at, one(task)));
        }
        done
    };
    let mut all: Vec<(usize, Option<T>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(run)).collect();
        threads.into_iter().map(|thread| thread.join()).collect::<Result<Vec<_>, _>>()
    })
    .map_err(|_| ServiceError::Internal("a recount panicked".to_owned()))?
    .into_iter()
    .flatten()
    .collect();
    all.sort_by_key(|(at, _)| *at);
    Ok(all.into_iter().map(|(_, answer)| answer).collect())
}

/// The recount of one record.
fn answer(keys: &Keys, sources: &HashMap<i64, (String, Vec<u8>)>, task: &Task) -> ServiceResult<Game> {
    let (sha256, sealed) = sources.get(&task.row.source_id).ok_or(ServiceError::NotFound)?;
    let bytes = keys.open(&sealed_place(sha256), sealed)?;
    let games: Vec<Result<Record, Unreadable>> = recount::read(&bytes);
    let part = usize::try_from(task.row.part).unwrap_or_default();
    let mut game =
        games.into_iter().nth(part).ok_or_else(|| ServiceError::Internal(format!("record {}", task.row.id)))?;
    if let (Ok(record), Some(result)) = (&mut game, task.result) {
        compare::declare(record, result);
    }
    Ok(recount::game(&task.row.name, part, &game, &task.terms.asked))
}

/// What each record is recounted by: what its event says, then what its game says.
fn tasks(keys: &Keys, conn: &mut Conn, rows: Vec<GameRecord>) -> ServiceResult<Vec<Task>> {
    let mut settings: HashMap<i64, RecordSettings> = HashMap::new();
    let mut games: HashMap<(i64, String), HashMap<i64, Played>> = HashMap::new();
    let ids: Vec<i64> = rows.iter().map(|row| row.event_id).collect();
    for found in event::by_ids(conn, &ids)? {
        settings.insert(found.id, EventSettings::from_json(&found.settings).records);
        let mut groups: Vec<&str> =
            rows.iter().filter(|row| row.event_id == found.id).map(|row| row.group_key.as_str()).collect();
        groups.sort_unstable();
        groups.dedup();
        for group in groups {
            let sheet = results_of(keys, conn, &found, group)?;
            games.insert((found.id, group.to_owned()), games_of(conn, found.id, group, sheet.as_ref())?);
        }
    }
    let task = |row: GameRecord| {
        let by_event = settings.get(&row.event_id).cloned().unwrap_or_default();
        let of_group = games.get(&(row.event_id, row.group_key.clone()));
        let played = row.pairing_id.and_then(|pairing| of_group?.get(&pairing).copied());
        let result = played.map(|(_, result)| result);
        Task { terms: terms(&by_event, played.and_then(|(komi, _)| komi)), row, result }
    };
    Ok(rows.into_iter().map(task).collect())
}

/// Komi in half-points where it is said, and the result.
type Played = (Option<i32>, GameResult);

/// The games of a group by their pairings.
fn games_of(conn: &mut Conn, event_id: i64, group: &str, sheet: Option<&Sheet>) -> ServiceResult<HashMap<i64, Played>> {
    let Some(sheet) = sheet else { return Ok(HashMap::new()) };
    let id = |entry: usize| sheet.entries.get(entry).map(|entry| entry.id.as_str());
    let said: HashMap<(i64, &str, &str), Played> = sheet
        .games
        .iter()
        .filter_map(|game| {
            Some(((i64::from(game.round), id(game.black)?, id(game.white?)?), (game.stated_komi(), game.result)))
        })
        .collect();
    let pairings = pairing::of_group(conn, event_id, group)?;
    let of = |one: &pairing::Pairing| {
        said.get(&(one.round, one.black_file.as_str(), one.white_file.as_str())).map(|played| (one.id, *played))
    };
    Ok(pairings.iter().filter_map(of).collect())
}

fn terms(settings: &RecordSettings, by_game: Option<i32>) -> Terms {
    let rules = settings.rules.as_deref().and_then(RuleSet::of);
    let komi = by_game.or(settings.komi_half).map(HalfPoints);
    let mut asked = Asked::default();
    asked.options.rules = rules;
    asked.options.komi = komi;
    if settings.void_passes {
        asked.options.on_void = OnVoid::Pass;
    }
    let said = json!({
        "komi_half": komi.map(|komi| komi.0),
        "rules": rules.map(|rules| rules.key),
        "void": if settings.void_passes { "pass" } else { "stop" },
    });
    Terms { asked, said: said.to_string() }
}

/// Writes the answers of those records that still wait.
fn keep(register: &Register, tasks: &[Task], answers: Vec<Option<Game>>) -> ServiceResult<usize> {
    let mut answers: HashMap<i64, (Game, &Terms)> =
        tasks.iter().zip(answers).filter_map(|(task, game)| Some((task.row.id, (game?, &task.terms)))).collect();
    let ids: Vec<i64> = answers.keys().copied().collect();
    register.write(Actor::Job("recount"), |tx| {
        let waiting = game_record::still_waiting(tx.conn, &ids)?;
        let mut rows = Vec::with_capacity(waiting.len());
        let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
        for id in &waiting {
            let Some((game, terms)) = answers.remove(id) else { continue };
            let answer = serde_json::to_string(&game).map_err(|error| ServiceError::Internal(error.to_string()))?;
            *verdicts.entry(game.verdict).or_default() += 1;
            rows.push(NewRecount {
                record_id: *id,
                version: recount::VERSION.to_owned(),
                asked: terms.said.clone(),
                verdict: game.verdict.to_owned(),
                matched: game.matched.map(str::to_owned),
                winner: game.computed.winner.map(str::to_owned),
                margin_half: game.computed.margin.map(|margin| i64::from(margin.0.0)),
                answer,
                current: true,
                made_at: tx.now,
            });
        }
        if rows.is_empty() {
            tx.nothing_to_record();
            return Ok(0);
        }
        recounts::replace(tx.conn, &rows)?;
        let mut made = recounts::current_of(tx.conn, &waiting)?;
        made.sort_by_key(|one| one.id);
        let mut answers = Answers::default();
        made.iter().for_each(|one| answers.add(one.record_id, &one.answer));
        game_record::set_state(tx.conn, &waiting, "recounted")?;
        tx.record(
            "game.recount",
            "records",
            json!({
                "answers": answers.digest(),
                "first": made.first().map(|one| one.id),
                "last": made.last().map(|one| one.id),
                "records": rows.len(),
                "verdicts": verdicts,
                "version": recount::VERSION,
            }),
        );
        Ok(rows.len())
    })
}

/// The answers of recounts that were written together, as the journal covers them.
#[derive(Default)]
pub(crate) struct Answers(String);

impl Answers {
    /// Adds the next one.
    pub(crate) fn add(&mut self, record: i64, answer: &str) {
        self.0.push_str(&format!("{record} {}\n", hex(&sha256(answer.as_bytes()))));
    }

    /// Their digest.
    pub(crate) fn digest(self) -> String {
        hex(&sha256(self.0.as_bytes()))
    }
}

/// Lets the records of an event be recounted by the version that runs now, where another one answered last; what that
/// one said stays beside it. Answers how many wait.
pub fn recount_again(register: &Register, staff: &Staff, slug: &str, group: &str) -> ServiceResult<usize> {
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::EditEvent)?;
        require_state(&found, &OPEN)?;
        let records = game_record::of_group(tx.conn, found.id, group)?;
        let ids: Vec<i64> = records.iter().filter(|one| one.state == "recounted").map(|one| one.id).collect();
        let older: Vec<i64> = recounts::current_of(tx.conn, &ids)?
            .into_iter()
            .filter(|one| one.version != recount::VERSION)
            .map(|one| one.record_id)
            .collect();
        if older.is_empty() {
            tx.nothing_to_record();
            return Ok(0);
        }
        game_record::set_state(tx.conn, &older, "waiting")?;
        tx.record(
            "game.recount-again",
            &subject(&found),
            json!({"group": group, "records": older.len(), "version": recount::VERSION}),
        );
        Ok(older.len())
    })
}

/// What a record is recounted by now.
pub(crate) fn asked_of(keys: &Keys, conn: &mut Conn, row: &GameRecord) -> ServiceResult<Asked> {
    let mut tasks = tasks(keys, conn, vec![row.clone()])?;
    Ok(tasks.pop().map(|task| task.terms.asked).unwrap_or_default())
}

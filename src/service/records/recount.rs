//! Recounting what waits: in batches, on all cores, each batch one transaction. A process that dies in the middle has
//! written nothing of its batch, and the next one takes it up again; two processes at once write each record once.

use super::findings::ground;
use super::sealed_place;
use super::terms::{Task, tasks};
use crate::domain::game_record::compare;
use crate::domain::recount::{self, Game, Record, Unreadable};
use crate::service::all_cores::on_all_cores;
use crate::service::keys::{hex, sha256};
use crate::service::{Actor, Keys, Register, ServiceError, ServiceResult, Tx};
use crate::store::recount::{self as recounts, NewRecount, Recount};
use crate::store::{game_record, record_source};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::ScopedJoinHandle;

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

/// Recounts the next records that wait above an id; nothing done means that nothing waits.
pub fn recount_due(register: &Register, above: i64) -> ServiceResult<Batch> {
    let Some(counted) = count_next(register, above)? else { return Ok(Batch::default()) };
    let last = counted.last;
    Ok(Batch { done: keep(register, counted)?, last })
}

/// Recounts all that waits, a batch after the other, as long as it is to `go_on`; answers how many. While a batch is
/// written, the next one is counted.
pub fn recount_while(register: &Register, go_on: impl Fn() -> bool) -> ServiceResult<usize> {
    let panicked = |_| ServiceError::Internal("writing recounts panicked".to_owned());
    std::thread::scope(|scope| {
        let (mut above, mut done) = (0, 0);
        let mut writing: Option<ScopedJoinHandle<'_, ServiceResult<usize>>> = None;
        loop {
            let counted = if go_on() { count_next(register, above) } else { Ok(None) };
            if let Some(written) = writing.take() {
                done += written.join().map_err(panicked)??;
            }
            let Some(counted) = counted? else { return Ok(done) };
            above = counted.last;
            writing = Some(scope.spawn(move || keep(register, counted)));
        }
    })
}

/// Records that were counted and not yet written.
struct Counted {
    tasks: Vec<Task>,
    answers: Vec<Option<Answer>>,
    /// The highest id among them.
    last: i64,
}

/// Counts the next records that wait above an id; none where none does.
fn count_next(register: &Register, above: i64) -> ServiceResult<Option<Counted>> {
    let keys = &register.keys;
    let (tasks, sources) = register.read_at_once(|conn| {
        let rows = game_record::waiting(conn, above, BATCH)?;
        let tasks = tasks(keys, conn, rows)?;
        let mut ids: Vec<i64> = tasks.iter().map(|task| task.row.source_id).collect();
        ids.sort_unstable();
        ids.dedup();
        Ok::<_, ServiceError>((tasks, record_source::bytes_of(conn, &ids)?))
    })?;
    let Some(last) = tasks.last().map(|task| task.row.id) else { return Ok(None) };
    let sources = Sources::of(sources, &tasks);
    let answers = on_all_cores(&tasks, |task| answer_in_peace(keys, &sources, task))?;
    Ok(Some(Counted { tasks, answers, last }))
}

/// What a recount comes to, and what of it only a referee can settle.
pub(super) struct Answer {
    game: Game,
    ground: Option<&'static str>,
}

/// The games of a file, in its order.
type GamesOfFile = Arc<Vec<Result<Record, Unreadable>>>;

/// Files as they are sealed, by their ids. Each is opened once, by whoever needs it first, and forgotten with the last of
/// its games: a collection is not read anew for each of them, and no two are held that are not worked on.
pub(super) struct Sources(HashMap<i64, Source>);

struct Source {
    sha256: String,
    sealed: Vec<u8>,
    /// How many of its games are still to come.
    left: AtomicUsize,
    read: Mutex<Option<GamesOfFile>>,
}

impl Sources {
    /// Files with their digests and their bytes, for these tasks.
    pub(super) fn of(rows: Vec<(i64, String, Vec<u8>)>, tasks: &[Task]) -> Self {
        let source = |(id, sha256, sealed)| {
            let left = tasks.iter().filter(|task| task.row.source_id == id).count();
            (id, Source { sha256, sealed, left: AtomicUsize::new(left), read: Mutex::new(None) })
        };
        Self(rows.into_iter().map(source).collect())
    }

    /// The games of a file.
    fn games(&self, keys: &Keys, id: i64) -> ServiceResult<GamesOfFile> {
        let source = self.0.get(&id).ok_or(ServiceError::NotFound)?;
        let mut read = source.read.lock().unwrap_or_else(PoisonError::into_inner);
        let games = match read.take() {
            Some(games) => games,
            None => Arc::new(recount::read(&keys.open(&sealed_place(&source.sha256), &source.sealed)?)),
        };
        if source.left.fetch_sub(1, Ordering::Relaxed) > 1 {
            *read = Some(games.clone());
        }
        Ok(games)
    }
}

/// The recount of one record. What goes wrong with it leaves everything else alone: it is reported, and waits for the next
/// round.
pub(super) fn answer_in_peace(keys: &Keys, sources: &Sources, task: &Task) -> Option<Answer> {
    match catch_unwind(AssertUnwindSafe(|| answer(keys, sources, task))) {
        Ok(Ok(done)) => Some(done),
        Ok(Err(error)) => {
            tracing::error!(record = task.row.id, %error, "record not recounted");
            None
        }
        Err(_) => {
            tracing::error!(record = task.row.id, "recount panicked");
            None
        }
    }
}

fn answer(keys: &Keys, sources: &Sources, task: &Task) -> ServiceResult<Answer> {
    let games = sources.games(keys, task.row.source_id)?;
    let (parts, part) = (games.len(), usize::try_from(task.row.part).unwrap_or_default());
    let mut read = games.get(part).cloned().ok_or_else(|| ServiceError::Internal(format!("record {}", task.row.id)))?;
    // What the results say is compared with what the record itself says.
    let own = read.as_ref().ok().filter(|_| task.of.is_some()).cloned();
    let lent = match (&mut read, task.result()) {
        (Ok(record), Some(result)) => compare::declare(record, result),
        _ => false,
    };
    let mut game = recount::game(&task.row.name, part, &read, &task.terms.asked);
    if lent {
        game.declares_nothing();
    }
    let ground = task.of.as_ref().and_then(|of| ground(of, own.as_ref(), &task.row.name, parts, &game));
    Ok(Answer { game, ground })
}

/// Writes the answers of those records that still wait, and for what they were recounted by: where the results were sent
/// anew in the meantime, the next round asks again.
fn keep(register: &Register, Counted { tasks, answers, .. }: Counted) -> ServiceResult<usize> {
    let mut answers: HashMap<i64, (Answer, &Task)> =
        tasks.iter().zip(answers).filter_map(|(task, answer)| Some((task.row.id, (answer?, task)))).collect();
    let ids: Vec<i64> = answers.keys().copied().collect();
    register.write(Actor::Job("recount"), |tx| {
        let waiting = game_record::still_waiting(tx.conn, &ids)?;
        let mut answered = Vec::with_capacity(waiting.len());
        let rows = game_record::by_ids(tx.conn, &waiting)?;
        for task in self::tasks(&register.keys, tx.conn, rows)? {
            let asked = answers.remove(&task.row.id).filter(|(_, asked)| asked.asks_as(&task));
            answered.extend(asked.map(|(answer, _)| (task, answer)));
        }
        if answered.is_empty() {
            tx.nothing_to_record();
            return Ok(0);
        }
        write(tx, &answered)?;
        Ok(answered.len())
    })
}

/// Writes answers in place of those that counted, with their entry in the journal.
pub(super) fn write(tx: &mut Tx<'_>, answered: &[(Task, Answer)]) -> ServiceResult<()> {
    let mut rows = Vec::with_capacity(answered.len());
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut grounds: BTreeMap<Option<&str>, Vec<i64>> = BTreeMap::new();
    for (task, Answer { game, ground }) in answered {
        grounds.entry(*ground).or_default().push(task.row.id);
        let answer = serde_json::to_string(game).map_err(|error| ServiceError::Internal(error.to_string()))?;
        *verdicts.entry(game.verdict).or_default() += 1;
        rows.push(NewRecount {
            record_id: task.row.id,
            version: recount::VERSION.to_owned(),
            asked: task.terms.said.clone(),
            verdict: game.verdict.to_owned(),
            matched: game.matched.map(str::to_owned),
            winner: game.computed.winner.map(str::to_owned),
            margin_half: game.computed.margin.map(|margin| i64::from(margin.0.0)),
            answer,
            current: true,
            made_at: tx.now,
        });
    }
    recounts::replace(tx.conn, &rows)?;
    let ids: Vec<i64> = rows.iter().map(|row| row.record_id).collect();
    let mut made = recounts::current_of(tx.conn, &ids)?;
    made.sort_by_key(|one| one.id);
    let mut answers = Answers::default();
    made.iter().for_each(|one| answers.add(one));
    for (ground, ids) in grounds {
        game_record::set_recounted(tx.conn, &ids, ground)?;
    }
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
    Ok(())
}

/// The answers of recounts that were written together, as the journal covers them.
#[derive(Default)]
pub(crate) struct Answers(String);

impl Answers {
    /// Adds the next one: what was asked and what was answered. The version stands beside them in the journal.
    pub(crate) fn add(&mut self, row: &Recount) {
        let margin = row.margin_half.map(|margin| margin.to_string()).unwrap_or_default();
        let [matched, winner] = [&row.matched, &row.winner].map(|said| said.as_deref().unwrap_or_default());
        let words: [&str; 6] = [&row.asked, &row.verdict, matched, winner, &margin, &row.answer];
        self.0.push_str(&format!("{} {}\n", row.record_id, hex(&sha256(words.join("\u{0}").as_bytes()))));
    }

    /// Their digest.
    pub(crate) fn digest(self) -> String {
        hex(&sha256(self.0.as_bytes()))
    }
}

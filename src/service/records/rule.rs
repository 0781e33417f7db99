//! A referee's ruling (裁定) of a game: by an article, signed, never taken back silently. One that changes who is promoted,
//! or settles what stands against a game that an award rests on, counts when a second person has agreed.

use super::again::count_as_ruled;
use super::ruled::{result_of, with};
use super::terms::asked_of;
use super::{bytes_of, games, results_of, ruled};
use crate::domain::finding::register::Proposed;
use crate::domain::game_record::findings::settled_by_ruling;
use crate::domain::permission::Action;
use crate::domain::recount::{self, DeskFate, HalfPoints};
use crate::domain::results::{Game, GameResult, Sheet};
use crate::service::event::{find, require_state, subject};
use crate::service::keys::{hex, sha256};
use crate::service::results::{promoted_by, recompute_group};
use crate::service::{Keys, Register, ServiceError, ServiceResult, Staff, Tx};
use crate::store::agency;
use crate::store::event::Event;
use crate::store::game_record::{self, GameRecord};
use crate::store::pairing::{self, Pairing};
use crate::store::ruling::{self as rows, NewRuling};
use crate::text::{Bilingual, both, both_of};
use serde_json::json;
use std::collections::{HashMap, HashSet};

pub use crate::store::ruling::Ruling;

/// The states in which games are ruled on: results that are confirmed have to be opened again first.
pub(crate) const RULED: [&str; 3] = ["approved", "submitted", "returned"];

/// What a ruling is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulingKind {
    /// Which stones are dead, and so the count.
    Stones,
    /// A move was void.
    VoidMove,
    /// Two warnings lose the game.
    TwoWarnings,
    /// The game is played again.
    Replay,
    /// Nobody has won.
    Draw,
    /// The reported result stands.
    Stands,
}

impl RulingKind {
    /// Every kind.
    pub const ALL: [RulingKind; 6] = [
        RulingKind::Stones,
        RulingKind::VoidMove,
        RulingKind::TwoWarnings,
        RulingKind::Replay,
        RulingKind::Draw,
        RulingKind::Stands,
    ];

    /// The stable name.
    pub const fn key(self) -> &'static str {
        match self {
            RulingKind::Stones => "stones",
            RulingKind::VoidMove => "void-move",
            RulingKind::TwoWarnings => "two-warnings",
            RulingKind::Replay => "replay",
            RulingKind::Draw => "draw",
            RulingKind::Stands => "stands",
        }
    }

    /// The kind of a stable name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// Whether a result of this kind may be given.
    fn allows(self, result: Option<RuledResult>) -> bool {
        use RuledResult as R;
        match self {
            RulingKind::Stones | RulingKind::VoidMove => matches!(result, None | Some(R::Black | R::White | R::Draw)),
            RulingKind::TwoWarnings => matches!(result, Some(R::Black | R::White | R::BothLose)),
            RulingKind::Replay => result == Some(R::Void),
            RulingKind::Draw => result == Some(R::Draw),
            RulingKind::Stands => result.is_none(),
        }
    }
}

/// The result that a ruling gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuledResult {
    /// Black has won.
    Black,
    /// White has won.
    White,
    /// Nobody has.
    Draw,
    /// Both have lost.
    BothLose,
    /// The game does not count.
    Void,
}

impl RuledResult {
    /// Every result.
    pub const ALL: [RuledResult; 5] =
        [RuledResult::Black, RuledResult::White, RuledResult::Draw, RuledResult::BothLose, RuledResult::Void];

    /// The stable name.
    pub const fn key(self) -> &'static str {
        match self {
            RuledResult::Black => "B",
            RuledResult::White => "W",
            RuledResult::Draw => "draw",
            RuledResult::BothLose => "both-lose",
            RuledResult::Void => "void",
        }
    }

    /// The result of a stable name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.key() == key)
    }
}

/// What a referee signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingForm {
    /// The game.
    pub pairing: i64,
    /// The record that was looked at.
    pub record: Option<i64>,
    /// What it is about.
    pub kind: RulingKind,
    /// The result; none: as it was reported.
    pub result: Option<RuledResult>,
    /// The margin in quarters of a stone.
    pub margin_quarters: Option<i32>,
    /// A stone of each dead group, in SGF's letters.
    pub dead: Vec<String>,
    /// The article.
    pub article: String,
    /// The reason.
    pub note: String,
}

/// Rules on a game; answers the ruling and whether it is in force at once. Where it changes who is promoted, or settles what
/// stands against a game of somebody who is, a second person has to agree first. An earlier ruling of the game is superseded when this one comes into force.
pub fn rule(register: &Register, staff: &Staff, slug: &str, form: &RulingForm) -> ServiceResult<(i64, bool)> {
    let (article, note) = (form.article.trim(), form.note.trim());
    if !(2..=200).contains(&article.chars().count()) {
        return Err(ServiceError::field("article", "refusal.ruling_article"));
    }
    if !(2..=1000).contains(&note.chars().count()) {
        return Err(ServiceError::field("note", "refusal.reason_required"));
    }
    if !form.kind.allows(form.result) {
        return Err(ServiceError::field("result", "refusal.ruling_result"));
    }
    if form.dead.len() > 400 || form.dead.iter().any(|at| at.len() > 4) {
        return Err(ServiceError::field("dead", "refusal.ruling_stones"));
    }
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::RuleGame)?;
        require_state(&found, &RULED)?;
        let of = pairing_of_event(tx, &found, form.pairing)?;
        let sheet = results_of(&register.keys, tx.conn, &found, &of.group_key)?.ok_or(ServiceError::NotFound)?;
        if let Some(record) = form.record {
            let row = game_record::by_id(tx.conn, record)?;
            if row.pairing_id != Some(of.id) {
                return Err(ServiceError::NotFound);
            }
            let key = (of.round, of.black_file.as_str(), of.white_file.as_str());
            agrees_with_its_count(&register.keys, tx, &row, form, reported(&sheet, key))?;
        }
        let row = NewRuling {
            pairing_id: of.id,
            record_id: form.record,
            kind: form.kind.key().to_owned(),
            result: form.result.map(|result| result.key().to_owned()),
            margin_quarters: form.margin_quarters.map(i64::from),
            dead: json!(form.dead).to_string(),
            article: article.to_owned(),
            note: note.to_owned(),
            state: "proposed".to_owned(),
            ruled_by: staff.account_id,
            ruled_at: tx.now,
        };
        let id = rows::insert(tx.conn, &row)?;
        let given = result_of(&rows::by_id(tx.conn, id)?);
        let second = needs_second(&register.keys, tx, &found, &of, &sheet, given)?;
        let force = if second { Force::default() } else { come_into_force(&register.keys, tx, &found, &of, id)? };
        let state = if second { "proposed" } else { "in-force" };
        let ruled = rows::by_id(tx.conn, id)?;
        tx.record("game.rule", &subject(&found), said(&ruled, state, force));
        Ok((id, !second))
    })
}

/// Refuses a ruling of which stones are dead whose result is not the one that the board gives with these stones: results and
/// arithmetic would stand side by side and differ.
fn agrees_with_its_count(
    keys: &Keys,
    tx: &mut Tx<'_>,
    row: &GameRecord,
    form: &RulingForm,
    reported: Option<GameResult>,
) -> ServiceResult<()> {
    if form.kind != RulingKind::Stones {
        return Ok(());
    }
    let asked = asked_of(keys, tx.conn, row)?;
    let part = usize::try_from(row.part).unwrap_or_default();
    let read = recount::read(&bytes_of(keys, tx.conn, row.source_id)?).into_iter().nth(part).and_then(Result::ok);
    let fates: Vec<(String, DeskFate)> = form.dead.iter().map(|at| (at.clone(), DeskFate::Dead)).collect();
    let Some(desk) = read.and_then(|record| recount::desk(&record, &asked, &fates)) else { return Ok(()) };
    let winner = match (form.result, reported) {
        (Some(result), _) => result.key(),
        (None, Some(GameResult::Black(_))) => "B",
        (None, Some(GameResult::White(_))) => "W",
        (None, Some(GameResult::Draw)) => "draw",
        // A result without a winner is none that a count could give or take.
        (None, _) => return Ok(()),
    };
    if winner != desk.winner {
        return Err(ServiceError::field("result", "refusal.ruling_count"));
    }
    // A quarter of a stone is half a point.
    if form.margin_quarters.is_some_and(|quarters| HalfPoints(quarters) != desk.margin) {
        return Err(ServiceError::field("margin", "refusal.ruling_count"));
    }
    Ok(())
}

/// A ruling in words: what it is about, and the result that it gives.
pub fn rule_words(row: &Ruling) -> Bilingual {
    let kind = both(&format!("ruling.kind.{}", row.kind), &[]);
    match &row.result {
        None => kind,
        Some(result) => both_of(
            "ruling.with-result",
            &[("kind", &kind), ("result", &both(&format!("ruling.result.{result}"), &[]))],
        ),
    }
}

/// What the journal says of a ruling: its words are in the table, covered by their digest.
fn said(row: &Ruling, state: &str, force: Force) -> serde_json::Value {
    force.with(json!({
        "kind": row.kind,
        "margin": row.margin_quarters,
        "pairing": row.pairing_id,
        "record": row.record_id,
        "result": row.result,
        "ruling": row.id,
        "ruling_state": state,
        "words": digest_of_ruling(row),
    }))
}

/// What the journal keeps of a ruling's words, of what it gives, of which game, and of who signed it.
pub(crate) fn digest_of_ruling(row: &Ruling) -> String {
    let margin = row.margin_quarters.map(|quarters| quarters.to_string()).unwrap_or_default();
    let result = row.result.as_deref().unwrap_or_default();
    let of = [Some(row.pairing_id), row.record_id, Some(row.ruled_by)];
    let of = of.map(|id| id.map(|id| id.to_string()).unwrap_or_default()).join(" ");
    let words = [&of, row.kind.as_str(), result, &margin, &row.article, &row.note, &row.dead];
    hex(&sha256(words.join("\u{0}").as_bytes()))
}

/// A second person agrees with a ruling: it comes into force, and the results and awards follow.
pub fn agree(register: &Register, staff: &Staff, slug: &str, id: i64) -> ServiceResult<()> {
    decide(register, staff, slug, id, true)
}

/// A second person does not agree with a ruling; the reported result stays.
pub fn refuse(register: &Register, staff: &Staff, slug: &str, id: i64) -> ServiceResult<()> {
    decide(register, staff, slug, id, false)
}

fn decide(register: &Register, staff: &Staff, slug: &str, id: i64, agreed: bool) -> ServiceResult<()> {
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::RuleGame)?;
        require_state(&found, &RULED)?;
        let one = rows::by_id(tx.conn, id)?;
        let of = pairing_of_event(tx, &found, one.pairing_id)?;
        if one.state != "proposed" {
            return Err(ServiceError::refused("refusal.changed_meanwhile"));
        }
        if one.ruled_by == staff.account_id {
            return Err(ServiceError::refused("refusal.ruling_four_eyes"));
        }
        let state = if agreed { "in-force" } else { "refused" };
        let force = if agreed { come_into_force(&register.keys, tx, &found, &of, id)? } else { Force::default() };
        rows::decide(tx.conn, id, state, staff.account_id, tx.now)?;
        tx.record(
            "game.ruling-decide",
            &subject(&found),
            force.with(json!({"decided_by": staff.account_id, "pairing": of.id, "ruling": id, "ruling_state": state})),
        );
        Ok(())
    })
}

fn pairing_of_event(tx: &mut Tx<'_>, found: &Event, id: i64) -> ServiceResult<Pairing> {
    let of = pairing::by_id(tx.conn, id)?;
    if of.event_id != found.id {
        return Err(ServiceError::NotFound);
    }
    Ok(of)
}

/// Whether a ruling needs a second person: it gives somebody another award, or it settles an error, or what a player
/// disputes, of a game of somebody who is promoted. The award would rest on one person's word otherwise.
fn needs_second(
    keys: &Keys,
    tx: &mut Tx<'_>,
    found: &Event,
    of: &Pairing,
    sheet: &Sheet,
    given: Option<GameResult>,
) -> ServiceResult<bool> {
    let holder = agency::by_id(tx.conn, found.agency_id)?;
    let before = ruled(tx.conn, found.id, &of.group_key, sheet)?.into_owned();
    let then = promoted_by(tx, found, &holder, &of.group_key, &before)?;
    let key = (of.round, of.black_file.as_str(), of.white_file.as_str());
    // A ruling without a result of its own takes an earlier one's away.
    let after = match given.or_else(|| reported(sheet, key)) {
        Some(result) => with(&before, &HashMap::from([(key, result)])).into_owned(),
        None => before.clone(),
    };
    let now = if after == before { then.clone() } else { promoted_by(tx, found, &holder, &of.group_key, &after)? };
    let rests = |player: &String| now.contains_key(player);
    if now != then || ![&of.black_file, &of.white_file].into_iter().any(rests) {
        return Ok(now != then);
    }
    let awards: Vec<Proposed> = (sheet.entries.iter().enumerate())
        .filter_map(|(entry, one)| Some(Proposed { entry, grade: *now.get(&one.id)? }))
        .collect();
    let Some(line) = game_of(sheet, key).map(|game| game.line) else { return Ok(false) };
    let facts = games(keys, tx.conn, found, &of.group_key, sheet, &awards)?;
    Ok(facts.games.iter().any(|game| game.line == line && settled_by_ruling(game)))
}

pub(super) fn reported(sheet: &Sheet, key: (i64, &str, &str)) -> Option<GameResult> {
    game_of(sheet, key).map(|game| game.result)
}

fn game_of<'a>(sheet: &'a Sheet, (round, black, white): (i64, &str, &str)) -> Option<&'a Game> {
    let id = |entry: usize| sheet.entries.get(entry).map(|entry| entry.id.as_str());
    let is_it = |game: &&Game| {
        i64::from(game.round) == round && id(game.black) == Some(black) && game.white.and_then(id) == Some(white)
    };
    sheet.games.iter().find(is_it)
}

/// What a ruling that comes into force takes the place of.
#[derive(Default)]
struct Force {
    /// An earlier ruling.
    supersedes: Option<i64>,
    /// What players said of another result.
    words_ended: Option<serde_json::Value>,
}

impl Force {
    /// The same in the words of the journal.
    fn with(self, mut payload: serde_json::Value) -> serde_json::Value {
        payload["supersedes"] = json!(self.supersedes);
        if let Some(ended) = self.words_ended {
            payload["words_ended"] = ended;
        }
        payload
    }
}

/// The ruling counts from now on in place of an earlier one; the count of the record, and rows of results and awards that
/// are there already, follow, and what players said of another result ends.
fn come_into_force(keys: &Keys, tx: &mut Tx<'_>, found: &Event, of: &Pairing, id: i64) -> ServiceResult<Force> {
    let all = rows::of_pairing(tx.conn, of.id)?;
    let earlier = all.iter().find(|one| one.state == "in-force").map(|one| one.id);
    if let Some(earlier) = earlier {
        rows::set_state(tx.conn, earlier, "superseded")?;
    }
    rows::set_state(tx.conn, id, "in-force")?;
    count_as_ruled(keys, tx, of)?;
    recompute_group(keys, tx, found, &of.group_key)?;
    let words_ended = super::end_outdated(keys, tx, found, &of.group_key, &HashSet::new())?;
    Ok(Force { supersedes: earlier, words_ended })
}

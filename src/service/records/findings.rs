//! What is known of the games of a sheet and of their records, for the findings on it.

use super::place::nothing;
use super::same::same_games;
use super::terms::Of;
use super::{bytes_of, rule_words, waiting_of};
use crate::domain::finding::register::{Games, Proposed};
use crate::domain::finding::{Log, Severity, codes};
use crate::domain::game_record::compare::{self, Said};
use crate::domain::game_record::famous;
use crate::domain::game_record::findings::{
    self, Counted, GameFacts, Illegal, Match, Matched, RecordFacts, Required, RulingFact, Unplaced, Word,
};
use crate::domain::game_record::placing::{self, Placing, Wanted};
use crate::domain::grade::Grade;
use crate::domain::recount::{self, HalfPoints, Record, RuleSet, Verdict};
use crate::domain::results::{Game, GameResult, Sheet, write_result};
use crate::service::event::{EventSettings, RecordSettings};
use crate::service::keys::sha256;
use crate::service::results::{finding_key, sheet_of};
use crate::service::{Keys, ServiceResult};
use crate::store::event::Event;
use crate::store::game_record::{self, GameRecord};
use crate::store::pairing::{self, Pairing};
use crate::store::player_word;
use crate::store::recount::{self as recounts, Recount};
use crate::store::ruling::{self, Ruling};
use crate::store::{Conn, award, entry, upload};
use std::collections::{HashMap, HashSet};
use weiqi_rules::fingerprint::Fingerprint;

/// Round and both players of a game, by the ids of the file.
type Key<'a> = (i64, &'a str, &'a str);

/// The facts of the games of a sheet. A record that still waits to be recounted says nothing yet.
pub(crate) fn games(
    keys: &Keys,
    conn: &mut Conn,
    found: &Event,
    group: &str,
    sheet: &Sheet,
    awards: &[Proposed],
) -> ServiceResult<Games> {
    let settings = EventSettings::from_json(&found.settings);
    let records = game_record::of_group(conn, found.id, group)?;
    let rulings = ruling::of_group(conn, found.id, group)?;
    if records.is_empty() && rulings.is_empty() && settings.records.is_default() {
        return Ok(Games::default());
    }
    let pairings = pairing::of_group(conn, found.id, group)?;
    let by_key: HashMap<Key<'_>, &Pairing> = pairings.iter().map(|one| (key_of(one), one)).collect();
    let by_id: HashMap<i64, &Pairing> = pairings.iter().map(|one| (one.id, one)).collect();
    let mut files = Files::default();
    let mut by_game: HashMap<Key<'_>, &GameRecord> =
        records.iter().filter_map(|one| Some((key_of(by_id.get(&one.pairing_id?)?), one))).collect();
    // What has no game yet gets one with the upload of this sheet, where it is certain.
    for (record, game) in would_be_placed(keys, conn, found, sheet, (&records, &mut files))? {
        by_game.entry(game).or_insert(record);
    }
    let ids: Vec<i64> = records.iter().map(|one| one.id).collect();
    let answers: HashMap<i64, Recount> =
        recounts::current_of(conn, &ids)?.into_iter().map(|one| (one.record_id, one)).collect();
    let in_force: HashMap<i64, &Ruling> =
        rulings.iter().filter(|(one, _)| one.state == "in-force").map(|(one, of)| (of.id, one)).collect();
    let words = words(conn, found, group)?;
    let mut same = same_games(keys, conn, found, &records)?;
    let asks = Asks::new(&settings, sheet, awards);
    let (mut all, mut placed) = (Vec::new(), HashSet::new());
    for game in &sheet.games {
        let Some(key) = key_in(sheet, game) else { continue };
        let of = by_key.get(&key).copied();
        let record = by_game.get(&key).copied();
        placed.extend(record.map(|record| record.id));
        let facts = match record.zip(record.and_then(|record| answers.get(&record.id))) {
            Some((record, answer)) => {
                let (parts, read) = files.get(keys, conn, record)?;
                let differences =
                    read.map(|read| compare::differences(read, &said(found, &settings.records, sheet, game)));
                let mut same = same.remove(&record.id).unwrap_or_default();
                same.extend(read.and_then(famous_game));
                let mut facts = facts_of(record, parts, answer, same);
                facts.differences = differences.unwrap_or_default();
                // The kept answer may have been lent the result of the results; the record itself has not.
                facts.decided = read.is_some_and(compare::decided);
                Some(facts)
            }
            None => None,
        };
        let waits = record.is_some() && facts.is_none();
        let result = write_result(game.result);
        // Of another result than the one that was shown a word says nothing.
        let [black, white] = match of.and_then(|of| words.get(&of.id)) {
            Some(said) => said.each_ref().map(|(word, of)| if *of == result { *word } else { Word::Silent }),
            None => <[Word; 2]>::default(),
        };
        all.push(GameFacts {
            line: game.line,
            round: game.round,
            board: game.board,
            result: game.result,
            record: facts,
            required: if waits { None } else { asks.of(key, game) },
            confirm: settings.records.confirm,
            rests: asks.dan(key, game),
            black,
            white,
            ruling: of.and_then(|of| in_force.get(&of.id)).map(|ruling| RulingFact {
                words: rule_words(ruling),
                article: ruling.article.clone(),
                seconded: ruling.agreed_by.is_some(),
            }),
        });
    }
    let mut unplaced = Vec::new();
    for record in records.iter().filter(|one| one.state != "set-aside" && !placed.contains(&one.id)) {
        let (parts, _) = files.get(keys, conn, record)?;
        unplaced.push(Unplaced { file: record.name.clone(), part: part_of(record), parts });
    }
    Ok(Games { games: all, unplaced })
}

/// The records without a game that the upload of a sheet would place, each with its game.
fn would_be_placed<'a, 'b>(
    keys: &Keys,
    conn: &mut Conn,
    found: &Event,
    sheet: &'a Sheet,
    (records, files): (&'b [GameRecord], &mut Files),
) -> ServiceResult<Vec<(&'b GameRecord, Key<'a>)>> {
    let open: Vec<&GameRecord> =
        records.iter().filter(|one| one.pairing_id.is_none() && one.state != "set-aside").collect();
    for record in &open {
        files.get(keys, conn, record)?;
    }
    let unreadable = nothing();
    let read: Vec<(&GameRecord, usize, &Record)> = open
        .into_iter()
        .map(|one| {
            let (parts, record) = files.read(one);
            (one, parts, record.unwrap_or(&unreadable))
        })
        .collect();
    let wanted: Vec<Wanted<'_>> = read
        .iter()
        .map(|(one, parts, record)| Wanted { file: &one.name, part: part_of(one), parts: *parts, record })
        .collect();
    let placings = placing::place(sheet, Some((found.starts_on, found.ends_on)), &wanted);
    let game = |placing: Placing| match placing {
        Placing::Certain { game, .. } => key_in(sheet, sheet.games.get(game)?),
        _ => None,
    };
    Ok(read.iter().zip(placings).filter_map(|((one, ..), placing)| Some((*one, game(placing)?))).collect())
}

/// What stands against confirming the results of an event by its games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Against {
    /// Errors that no ruling has settled, and records that still wait.
    pub(crate) errors: usize,
    /// Warnings without a reason: they have come since the submission, which had given one for each.
    pub(crate) unanswered: usize,
    /// Rulings of one person alone that settle what stands against a game of somebody promoted: they were made while
    /// nothing rested on it.
    pub(crate) alone: usize,
}

/// What stands against confirming the results of an event, with the awards that are proposed on them.
pub(crate) fn against(keys: &Keys, conn: &mut Conn, found: &Event) -> ServiceResult<Against> {
    let mut against = Against::default();
    let proposed: HashMap<i64, i64> = award::of_event(conn, found.id)?
        .into_iter()
        .filter(|award| award.state == "proposed")
        .filter_map(|award| Some((award.entry_id?, award.grade)))
        .collect();
    for row in upload::current_of(conn, found.id)? {
        against.errors += waiting_of(conn, found.id, &row.group_key)?;
        let Some(sheet) = sheet_of(keys, &row) else { continue };
        let awarded: HashMap<String, Grade> = entry::of_upload(conn, row.id)?
            .into_iter()
            .filter_map(|one| {
                Some((one.file_id, u8::try_from(*proposed.get(&one.id)?).ok().and_then(Grade::from_rank)?))
            })
            .collect();
        let awards: Vec<Proposed> = (sheet.entries.iter().enumerate())
            .filter_map(|(entry, one)| Some(Proposed { entry, grade: *awarded.get(&one.id)? }))
            .collect();
        let mut log = Log::new();
        let facts = games(keys, conn, found, &row.group_key, &sheet, &awards)?;
        facts.raise(&mut log);
        let promoted: HashSet<u32> = (sheet.games.iter())
            .filter(|game| {
                let rests = |entry: usize| awards.iter().any(|award| award.entry == entry);
                rests(game.black) || game.white.is_some_and(rests)
            })
            .map(|game| game.line)
            .collect();
        let alone = |game: &&GameFacts| {
            promoted.contains(&game.line)
                && game.ruling.as_ref().is_some_and(|ruling| !ruling.seconded)
                && findings::settled_by_ruling(game)
        };
        against.alone += facts.games.iter().filter(alone).count();
        let given: HashSet<String> =
            upload::acknowledgements_of(conn, row.id)?.into_iter().map(|one| one.finding_key).collect();
        for one in log.into_findings() {
            match one.severity {
                Severity::Error => against.errors += 1,
                // A player who has spoken since leaves one who is silent fewer than there were.
                Severity::Warning if one.code == codes::W831.id => {}
                Severity::Warning if !given.contains(&finding_key(&one)) => against.unanswered += 1,
                _ => {}
            }
        }
    }
    Ok(against)
}

/// What Black and White of each game say that counts, each with the result of which it is said.
fn words(conn: &mut Conn, found: &Event, group: &str) -> ServiceResult<HashMap<i64, [(Word, String); 2]>> {
    let mut said: HashMap<i64, [(Word, String); 2]> = HashMap::new();
    for (row, _) in player_word::of_group(conn, found.id, group)?.into_iter().filter(|(row, _)| row.ended_at.is_none())
    {
        let side = usize::from(row.side == "W");
        let word = match row.said.as_deref() {
            Some("confirmed") => Word::Confirmed,
            Some(_) => Word::Disputed,
            None => Word::Silent,
        };
        said.entry(row.pairing_id).or_default()[side] = (word, row.result);
    }
    Ok(said)
}

fn key_of(one: &Pairing) -> Key<'_> {
    (one.round, one.black_file.as_str(), one.white_file.as_str())
}

fn key_in<'a>(sheet: &'a Sheet, game: &Game) -> Option<Key<'a>> {
    let id = |entry: usize| sheet.entries.get(entry).map(|entry| entry.id.as_str());
    Some((i64::from(game.round), id(game.black)?, id(game.white?)?))
}

fn part_of(record: &GameRecord) -> usize {
    usize::try_from(record.part).unwrap_or_default()
}

/// What of a record that was just recounted only a referee can settle: by the findings on its game.
pub(super) fn ground(
    of: &Of,
    read: Option<&Record>,
    file: &str,
    parts: usize,
    answer: &recount::Game,
) -> Option<&'static str> {
    let game = of.game()?;
    let settings = EventSettings::from_json(&of.event.settings).records;
    let differences = read.map(|read| compare::differences(read, &said(&of.event, &settings, &of.sheet, game)));
    findings::ground(&GameFacts {
        line: game.line,
        round: game.round,
        board: game.board,
        result: game.result,
        record: Some(RecordFacts::of(file, parts, answer, differences.unwrap_or_default())),
        required: None,
        confirm: false,
        rests: None,
        black: Word::Silent,
        white: Word::Silent,
        ruling: None,
    })
}

/// What the event and its results say of a game.
fn said<'a>(found: &Event, settings: &RecordSettings, sheet: &'a Sheet, game: &Game) -> Said<'a> {
    let player = |entry: usize| {
        let entry = sheet.entries.get(entry);
        compare::Player {
            name: entry.map_or("", |entry| entry.name.as_str()),
            grade: entry.and_then(|entry| entry.grade),
        }
    };
    Said {
        rules: settings.rules.as_deref().and_then(RuleSet::of),
        komi: game.stated_komi().or(settings.komi_half).map(HalfPoints),
        handicap: game.handicap,
        size: None,
        days: Some((found.starts_on, found.ends_on)),
        black: player(game.black),
        white: player(game.white.unwrap_or(usize::MAX)),
        result: game.result,
    }
}

pub(super) fn famous_game(record: &Record) -> Option<Matched> {
    let (known, stones) = famous::famous(&Fingerprint::of(record))?;
    Some(Matched { kind: Match::Famous, other: known.words(), stones })
}

/// A record as it was recounted and kept.
fn facts_of(record: &GameRecord, parts: usize, answer: &Recount, same: Vec<Matched>) -> RecordFacts {
    let said: serde_json::Value = serde_json::from_str(&answer.answer).unwrap_or_default();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let illegal = said.get("illegal").filter(|illegal| !illegal.is_null()).map(|illegal| Illegal {
        number: illegal["move"].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or_default(),
        point: illegal["point"].as_str().unwrap_or("?").to_owned(),
        reason: text(&illegal["reason"]),
    });
    let verdict = Verdict::ALL.into_iter().find(|one| one.key() == answer.verdict).unwrap_or(Verdict::Unreadable);
    let unreadable = if verdict == Verdict::Unreadable { text(&said["findings"][0]["code"]) } else { String::new() };
    let winner = match answer.winner.as_deref() {
        Some("B") => Some('B'),
        Some("W") => Some('W'),
        Some(_) => Some('0'),
        None => None,
    };
    let margin = answer.margin_half.and_then(|half| i32::try_from(half).ok()).unwrap_or_default();
    RecordFacts {
        file: record.name.clone(),
        part: part_of(record),
        parts,
        verdict,
        computed: Counted { winner, margin },
        illegal,
        unreadable,
        decided: false,
        differences: Vec::new(),
        same,
    }
}

/// The games of the files of a group, each read once.
#[derive(Default)]
struct Files(HashMap<i64, Vec<Option<Record>>>);

impl Files {
    /// How many games a record's file has, and the record's.
    fn get(&mut self, keys: &Keys, conn: &mut Conn, record: &GameRecord) -> ServiceResult<(usize, Option<&Record>)> {
        if let std::collections::hash_map::Entry::Vacant(free) = self.0.entry(record.source_id) {
            let games = recount::read(&bytes_of(keys, conn, record.source_id)?);
            free.insert(games.into_iter().map(Result::ok).collect());
        }
        Ok(self.read(record))
    }

    /// The same of a file that was read before.
    fn read(&self, record: &GameRecord) -> (usize, Option<&Record>) {
        let games = self.0.get(&record.source_id);
        let read = games.and_then(|games| games.get(part_of(record))?.as_ref());
        (games.map_or(0, Vec::len), read)
    }
}

/// Which games an event asks records for.
struct Asks<'a> {
    settings: &'a EventSettings,
    /// The grade that rests on a player's games and asks for their records, by the id within the file.
    grades: HashMap<&'a str, Grade>,
    /// The dan that rests on a player's games, by the same.
    dans: HashMap<&'a str, Grade>,
}

impl<'a> Asks<'a> {
    fn new(settings: &'a EventSettings, sheet: &'a Sheet, awards: &[Proposed]) -> Self {
        let least = settings.records.required_from;
        let asked = awards.iter().filter(|award| least.is_some_and(|least| award.grade.rank() >= least));
        let of = |award: &Proposed| Some((sheet.entries.get(award.entry)?.id.as_str(), award.grade));
        let dans = awards.iter().filter(|award| award.grade.is_dan()).filter_map(of).collect();
        Asks { settings, grades: asked.filter_map(of).collect(), dans }
    }

    /// The dan that rests on the win of a game.
    fn dan(&self, key: Key<'_>, game: &Game) -> Option<Grade> {
        self.dans.get(winner(key, game)?).copied()
    }

    /// Why a record of a game is asked for: an award rests on its win, or it was drawn.
    fn of(&self, key: Key<'_>, game: &Game) -> Option<Required> {
        if let Some(grade) = self.grades.get(winner(key, game)?) {
            return Some(Required::Grade(*grade));
        }
        let percent = self.settings.records.sample_percent;
        self.drawn(key, percent).then_some(Required::Sample(percent))
    }

    /// Whether a game is one of those that are drawn: by the event's recorded seed, so that anybody can draw again.
    fn drawn(&self, (round, black, white): Key<'_>, percent: u8) -> bool {
        let drawn = sha256(format!("record {} {round} {black} {white}", self.settings.lot_seed).as_bytes());
        let number = drawn.first_chunk::<4>().map_or(0, |four| u32::from_be_bytes(*four));
        number % 100 < u32::from(percent)
    }
}

/// The id of the player who has won a game.
fn winner<'a>((_, black, white): Key<'a>, game: &Game) -> Option<&'a str> {
    match game.result {
        GameResult::Black(_) => Some(black),
        GameResult::White(_) => Some(white),
        _ => None,
    }
}

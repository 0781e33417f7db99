//! Records and the games they stand for, recounts, rulings, photos of slips, what players say: each row is one that the journal speaks of, as it was when it was written.

use super::pieces::in_pieces;
use super::said::SaidWord;
use super::tables::{Words, differs, not_in_table, plain};
use super::{Kind, Problem};
use crate::service::records::{Answers, digest_of_code, digest_of_ruling, digest_of_word};
use crate::service::{Keys, ServiceResult};
use crate::store::{Conn, verify as rows};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The subject under which the background job speaks.
const SUBJECT: &str = "records";

/// Compares.
pub(super) fn compare(
    keys: &Keys,
    conn: &mut Conn,
    words: &mut Words,
    problems: &mut Vec<Problem>,
) -> ServiceResult<usize> {
    Ok(recounts(conn, words, problems)?
        + rulings(conn, words, problems)?
        + player_words(keys, conn, words, problems)?
        + slips(conn, words, problems)?
        + placed(conn, words, problems)?)
}

/// Every photo is of the game, and has the digest, that the journal says.
fn slips(conn: &mut Conn, words: &mut Words, problems: &mut Vec<Problem>) -> ServiceResult<usize> {
    let count = in_pieces(
        conn,
        |conn, behind| rows::slips_after(conn, behind, 1000),
        |(_, row)| row.id,
        |_, page| {
            for (event, row) in page {
                let subject = format!("event:{event}");
                let found = [json!(row.pairing_id), json!(row.sha256)];
                let text = |all: &[Value; 2]| format!("result_slip {}: {} {}", row.id, all[0], all[1]);
                match words.get_mut(&subject).and_then(|word| word.slips.remove(&row.id)) {
                    None => problems.push(Problem { found: text(&found), ..plain(None, &subject, Kind::NotInJournal) }),
                    Some(said) if said != found => {
                        problems.push(differs(words.get(&subject), &subject, text(&found), text(&said)));
                    }
                    Some(_) => {}
                }
            }
            Ok(())
        },
    )?;
    for (subject, word) in words.iter() {
        for id in word.slips.keys() {
            problems.push(not_in_table(word.seq, subject.clone(), format!("result_slip {id}")));
        }
    }
    Ok(count)
}

/// Every record stands for the game that the journal says, or for none.
fn placed(conn: &mut Conn, words: &mut Words, problems: &mut Vec<Problem>) -> ServiceResult<usize> {
    let count = in_pieces(
        conn,
        |conn, behind| rows::records_after(conn, behind, 2000),
        |row| row.id,
        |_, page| {
            for row in page {
                let subject = format!("event:{}", row.event_id);
                let word = words.get_mut(&subject);
                let older = word.as_ref().is_some_and(|word| word.older_records);
                let said = word.and_then(|word| word.placed.remove(&row.id));
                // A record of which nothing was said stands for no game.
                let said = match said {
                    None if older => continue,
                    said => said.unwrap_or_default(),
                };
                let found = json!(row.pairing_id);
                if found != said {
                    let text = |of: &Value| format!("game_record {}: {of}", row.id);
                    problems.push(differs(words.get(&subject), &subject, text(&found), text(&said)));
                }
            }
            Ok(())
        },
    )?;
    for (subject, word) in words.iter() {
        for id in word.placed.keys() {
            problems.push(not_in_table(word.seq, subject.clone(), format!("game_record {id}")));
        }
    }
    Ok(count)
}

/// The rows of a batch follow each other; together they have the digest that its entry says.
fn recounts(conn: &mut Conn, words: &mut Words, problems: &mut Vec<Problem>) -> ServiceResult<usize> {
    let said = words.get_mut(SUBJECT).map(|word| std::mem::take(&mut word.batches)).unwrap_or_default();
    let mut answers: BTreeMap<i64, Answers> = BTreeMap::new();
    // The newest answer of each record, and those that count: the newest alone should.
    let mut counting: BTreeMap<i64, (i64, Vec<i64>)> = BTreeMap::new();
    let count = in_pieces(
        conn,
        |conn, behind| rows::recounts_after(conn, behind, 500),
        |row| row.id,
        |_, page| {
            for row in page {
                let id = row.id;
                let (newest, counting) = counting.entry(row.record_id).or_insert((id, Vec::new()));
                *newest = id;
                if row.current {
                    counting.push(id);
                }
                match said.range(..=id).next_back().filter(|(_, batch)| id <= batch.last) {
                    Some((first, _)) => answers.entry(*first).or_default().add(&row),
                    None => problems
                        .push(Problem { found: format!("recount {id}"), ..plain(None, SUBJECT, Kind::NotInJournal) }),
                }
            }
            Ok(())
        },
    )?;
    for (first, batch) in said {
        match answers.remove(&first).map(Answers::digest) {
            None => problems.push(not_in_table(batch.seq, SUBJECT.to_owned(), format!("recount {first}"))),
            Some(found) if found != batch.answers => problems.push(Problem {
                found: format!("recount {first}: {found}"),
                expected: batch.answers,
                ..plain(Some(batch.seq), SUBJECT, Kind::TableDiffers)
            }),
            Some(_) => {}
        }
    }
    for (newest, counting) in counting.into_values().filter(|(newest, counting)| counting != &[*newest]) {
        problems.push(Problem {
            found: format!("recount {counting:?}"),
            expected: format!("recount {newest}"),
            ..plain(None, SUBJECT, Kind::TableDiffers)
        });
    }
    Ok(count)
}

/// Every ruling has the words and the state that the journal says.
fn rulings(conn: &mut Conn, words: &mut Words, problems: &mut Vec<Problem>) -> ServiceResult<usize> {
    let all = rows::rulings(conn)?;
    let count = all.len();
    for (event, row) in all {
        let subject = format!("event:{event}");
        let said = words.get_mut(&subject).and_then(|word| word.rulings.remove(&row.id));
        let found = [json!(digest_of_ruling(&row)), json!(row.state), json!(row.agreed_by)];
        match said {
            None => problems
                .push(Problem { found: format!("ruling {}", row.id), ..plain(None, &subject, Kind::NotInJournal) }),
            Some(said) if said != found => {
                let text = |all: &[Value; 3]| format!("ruling {}: {} {} {}", row.id, all[0], all[1], all[2]);
                problems.push(differs(words.get(&subject), &subject, text(&found), text(&said)));
            }
            Some(_) => {}
        }
    }
    for (subject, word) in words.iter() {
        for id in word.rulings.keys() {
            problems.push(not_in_table(word.seq, subject.clone(), format!("ruling {id}")));
        }
    }
    Ok(count)
}

/// Every code is one that was made, and what was said with it is what the journal covers.
fn player_words(keys: &Keys, conn: &mut Conn, words: &mut Words, problems: &mut Vec<Problem>) -> ServiceResult<usize> {
    let count = in_pieces(
        conn,
        |conn, behind| rows::player_words_after(conn, behind, 1000),
        |(_, row)| row.id,
        |_, page| {
            for (event, row) in page {
                let subject = format!("event:{event}");
                let found = SaidWord {
                    code: digest_of_code(keys, &row),
                    word: digest_of_word(keys, &row),
                    ended: row.ended_at.is_some(),
                };
                match words.get_mut(&subject).and_then(|word| word.words.remove(&row.id)) {
                    None => problems.push(Problem {
                        found: format!("player_word {}", row.id),
                        ..plain(None, &subject, Kind::NotInJournal)
                    }),
                    Some(said) if said != found => {
                        let text = |one: &SaidWord| {
                            let word = one.word.as_deref().unwrap_or("-");
                            let ended = if one.ended { " ended" } else { "" };
                            format!("player_word {}: {} {word}{ended}", row.id, one.code)
                        };
                        problems.push(differs(words.get(&subject), &subject, text(&found), text(&said)));
                    }
                    Some(_) => {}
                }
            }
            Ok(())
        },
    )?;
    for (subject, word) in words.iter() {
        for id in word.words.keys() {
            problems.push(not_in_table(word.seq, subject.clone(), format!("player_word {id}")));
        }
    }
    Ok(count)
}

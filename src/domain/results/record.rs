//! The dry run of a game record: it is recounted, and what stands against it is said as findings.

use super::reading::{Accepted, MAX_BYTES, Reading};
use super::report::{Kind, Report};
use crate::domain::finding::{Log, Place, codes};
use crate::domain::recount::{self, Asked, Game, Verdict};
use crate::text::{Bilingual, both};

/// Recounts a record and reports on it. A file of several games is judged by the first, and a finding says so.
pub fn record(file: &str, bytes: &[u8]) -> Report {
    let (game, others) = first(file, bytes);
    let mut log = Log::new();
    of_verdict(&game, &mut log);
    for remark in game.findings.iter().filter(|note| note.matters && note.is_remark()) {
        log.raise(codes::W809.at(Place::whole()).found_words(remark.code, remark.words.clone()));
    }
    if others > 0 {
        log.raise(codes::W810.at(Place::whole()).found((others + 1).to_string()).expected("1"));
    }
    let accepted = if log.refuses() { Accepted::No } else { Accepted::Yes };
    Report {
        file: file.to_owned(),
        kind: Kind::Record,
        accepted,
        adjustments: Vec::new(),
        findings: log.into_findings(),
        recount: Some(game),
        reading: Reading::nothing(accepted),
    }
}

/// The first game, and how many follow.
fn first(file: &str, bytes: &[u8]) -> (Game, usize) {
    if bytes.len() > MAX_BYTES {
        return (recount::failed(file, 0, "too-long", &both("recount.refusal.too-long", &[])), 0);
    }
    let read = recount::read(bytes);
    match read.first() {
        Some(first) => (recount::game(file, 0, first, &Asked::default()), read.len() - 1),
        // proven: the list is never empty; an empty one would be a file without a game.
        None => (recount::failed(file, 0, "no-game", &both("recount.refusal.no-game", &[])), 0),
    }
}

fn of_verdict(game: &Game, log: &mut Log) {
    let whole = Place::whole;
    let words = |code: &str| {
        let note = game.findings.iter().find(|note| note.code == code);
        note.map_or_else(Bilingual::default, |note| note.words.clone())
    };
    let declared = game.declared.raw.as_str();
    log.raise(match game.kind() {
        Verdict::Unreadable => {
            let code = game.findings.first().map_or("no-game", |note| note.code);
            codes::E801.at(whole()).found_words(code, both(&format!("recount.refusal.{code}"), &[]))
        }
        Verdict::Illegal => {
            let illegal = game.illegal.as_ref();
            let found = illegal.map_or_else(String::new, |illegal| {
                format!("{} {} {}", illegal.number, illegal.point.as_deref().unwrap_or("?"), illegal.reason)
            });
            codes::E802.at(whole()).found_words(found, words("illegal"))
        }
        Verdict::WinnerDiffers => codes::W803.at(whole()).found(declared).expected(game.computed.written()),
        Verdict::MarginDiffers => codes::W804.at(whole()).found(declared).expected(game.computed.written()),
        Verdict::NotPlayedOut => codes::W805.at(whole()).found(declared),
        Verdict::Undecided => codes::W806.at(whole()).found(declared),
        Verdict::NoCount => codes::I807.at(whole()).found(declared),
        Verdict::Confirmed if game.unplayed.is_empty() => return,
        Verdict::Confirmed => codes::I808.at(whole()).found_words(game.unplayed.join(" "), words("unplayed-moves")),
    });
}

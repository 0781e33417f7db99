//! What is said of a game, in both languages.

use super::game::Note;
use crate::text::{Bilingual, both, both_of};
use weiqi_rules::judge::{IllegalMove, Remark};
use weiqi_rules::record::{Finding, Level, Record, Refusal, Unreadable};
use weiqi_rules::{Colour, Coord, RuleSet, Size};

/// A note of a text in both languages.
pub(super) fn note(code: &'static str, words: Bilingual, matters: bool) -> Note {
    let message = if words.zh == words.en { words.zh.clone() } else { format!("{} / {}", words.zh, words.en) };
    Note { code, message, words, matters }
}

/// The code of [`not_declared`].
pub(super) const NOT_DECLARED: &str = "not-declared";

/// That a record declares nothing that a count is compared with.
pub(super) fn not_declared() -> Note {
    note(NOT_DECLARED, both("recount.note.not-declared", &[]), true)
}

/// A plain text as an argument of a text in both languages.
pub(super) fn same(text: impl ToString) -> Bilingual {
    let text = text.to_string();
    Bilingual { zh: text.clone(), en: text }
}

/// The name of a side.
pub(super) fn side(colour: Colour) -> Bilingual {
    match colour {
        Colour::Black => both("recount.side.black", &[]),
        Colour::White => both("recount.side.white", &[]),
    }
}

/// The name of a rule set.
pub(super) fn rules(rules: &RuleSet) -> Bilingual {
    both(&format!("recount.rules.{}", rules.key), &[])
}

/// A point as people name it beside a board.
pub(super) fn point(at: Coord, size: Size) -> Bilingual {
    same(if size.has(at) { at.name(size) } else { String::from("?") })
}

/// Why a file has no game.
pub(super) fn refused(why: &Unreadable) -> Note {
    let what = both(&format!("recount.refusal.{}", why.reason.key()), &[]);
    let what = match why.reason {
        Refusal::TooLong => what,
        _ => both_of("recount.place.byte", &[("what", &what), ("n", &same(why.offset))]),
    };
    note(why.reason.key(), both_of("recount.note.unreadable", &[("why", &what)]), true)
}

/// Oddities of the record.
pub(super) fn oddities(record: &Record) -> Vec<Note> {
    let mut notes: Vec<Note> = record.findings.iter().map(oddity).collect();
    if record.findings_left_out > 0 {
        notes.push(note("more", both_of("recount.note.more", &[("n", &same(record.findings_left_out))]), false));
    }
    notes
}

fn oddity(finding: &Finding) -> Note {
    let code = finding.code.key();
    let what = both(&format!("recount.code.{code}"), &[]);
    let (n, found) = (same(finding.offset), same(quotable(&finding.found)));
    let words = match found.zh.is_empty() {
        true => both_of("recount.place.byte", &[("what", &what), ("n", &n)]),
        false => both_of("recount.place.quoted", &[("what", &what), ("n", &n), ("found", &found)]),
    };
    note(code, words, finding.code.level() == Level::Warning)
}

/// A piece of a file as it may stand on a terminal.
fn quotable(found: &str) -> String {
    found.trim().chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// A remark for the referee.
pub(super) fn remark(remark: &Remark, size: Size) -> Note {
    let code = remark.kind.key();
    let mut what = both(&format!("recount.remark.{code}"), &[]);
    if let Some(since) = remark.since {
        what = both_of("recount.place.since", &[("what", &what), ("n", &same(since))]);
    }
    let n = same(remark.number);
    let words = match (remark.colour, remark.at) {
        (Some(colour), Some(at)) => placed("recount.place.move", &n, colour, &point(at, size), &what),
        (Some(colour), None) => both_of("recount.place.moment", &[("n", &n), ("side", &side(colour)), ("what", &what)]),
        (None, _) => what,
    };
    note(code, words, remark.level == Level::Warning)
}

fn placed(key: &str, n: &Bilingual, colour: Colour, point: &Bilingual, what: &Bilingual) -> Bilingual {
    both_of(key, &[("n", n), ("side", &side(colour)), ("point", point), ("what", what), ("why", what)])
}

/// Why a game ends at a move against the rules.
pub(super) fn illegal(illegal: &IllegalMove, size: Size) -> Note {
    let why = both(&format!("recount.reason.{}", illegal.reason.key()), &[]);
    let at = point(illegal.at, size);
    let words = placed("recount.note.illegal", &same(illegal.number), illegal.colour, &at, &why);
    note("illegal", words, true)
}

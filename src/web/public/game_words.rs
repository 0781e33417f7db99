//! The words of a game's record: verdicts, where dead stones come from, rulings, what the players say.

use super::words;
use crate::service::view::game::{Counted, Ruled};
use crate::service::view::results::{BothSay, RecordMark};
use crate::web::parts::{Badge, Tone};
use crate::web::shell::Shell;

/// What a recount came to, as one of few kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// The board says what the results say.
    Confirmed,
    /// It says something else.
    Contradicted,
    /// A referee has ruled.
    Ruled,
    /// There is a record, and nothing certain to say of it.
    Open,
}

impl Mark {
    /// The kind of a game with a record.
    pub(super) fn of(record: &RecordMark) -> Self {
        match record.verdict.as_deref() {
            _ if record.ruled => Mark::Ruled,
            Some("confirmed") => Mark::Confirmed,
            Some("winner-differs" | "illegal") => Mark::Contradicted,
            _ => Mark::Open,
        }
    }

    /// Its sign in the narrow cell of a crosstable.
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Mark::Confirmed => "●",
            Mark::Contradicted => "✕",
            Mark::Ruled => "◆",
            Mark::Open => "○",
        }
    }

    /// Its style.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Mark::Confirmed => "mark mark-good",
            Mark::Contradicted => "mark mark-bad",
            Mark::Ruled => "mark mark-ruled",
            Mark::Open => "mark",
        }
    }
}

/// The verdict in a word; none: the record waits.
pub(super) fn verdict(verdict: Option<&str>) -> (Tone, &'static str) {
    match verdict {
        None => (Tone::Plain, "public.verdict.waiting"),
        Some("confirmed") => (Tone::Good, "public.verdict.confirmed"),
        Some("margin-differs") => (Tone::Waiting, "public.verdict.margin-differs"),
        Some("winner-differs") => (Tone::Bad, "public.verdict.winner-differs"),
        Some("not-played-out") => (Tone::Waiting, "public.verdict.not-played-out"),
        Some("no-count") => (Tone::Plain, "public.verdict.no-count"),
        Some("illegal") => (Tone::Bad, "public.verdict.illegal"),
        Some("undecided") => (Tone::Waiting, "public.verdict.undecided"),
        Some(_) => (Tone::Unknown, "public.verdict.unreadable"),
    }
}

/// What the verdict means.
pub(super) fn verdict_text(verdict: Option<&str>) -> &'static str {
    match verdict {
        None => "public.verdict-text.waiting",
        Some("confirmed") => "public.verdict-text.confirmed",
        Some("margin-differs") => "public.verdict-text.margin-differs",
        Some("winner-differs") => "public.verdict-text.winner-differs",
        Some("not-played-out") => "public.verdict-text.not-played-out",
        Some("no-count") => "public.verdict-text.no-count",
        Some("illegal") => "public.verdict-text.illegal",
        Some("undecided") => "public.verdict-text.undecided",
        Some(_) => "public.verdict-text.unreadable",
    }
}

/// What a mark means.
pub(super) fn meaning(record: &RecordMark) -> &'static str {
    match record.against {
        true => "public.verdict-text.against",
        false => verdict_text(record.verdict.as_deref()),
    }
}

/// The badge of a game with a record: a ruling before a verdict.
pub(super) fn badge(shell: &Shell, record: &RecordMark) -> Badge {
    let (tone, key) = match record.ruled {
        true => (Tone::Past, "public.verdict.ruled"),
        false => verdict(record.verdict.as_deref()),
    };
    Badge::new(tone, shell.t(key).to_owned())
}

/// The badge of a game without a record.
pub(super) fn no_badge(shell: &Shell) -> Badge {
    Badge::new(Tone::Unknown, shell.t("public.verdict.waiting").to_owned())
}

/// The same in words only.
pub(super) fn spoken<'a>(shell: &Shell, record: &RecordMark) -> &'a str {
    let key = if record.ruled { "public.verdict.ruled" } else { verdict(record.verdict.as_deref()).1 };
    shell.t(key)
}

/// Who says which stones are dead.
pub(super) fn dead_source(source: &str) -> &'static str {
    match source {
        "marks" => "public.record.dead-marks",
        "given" => "public.record.dead-given",
        "automatic" => "public.record.dead-automatic",
        _ => "public.record.dead-none",
    }
}

/// What a ruling is about.
pub(super) fn kind(kind: &str) -> &'static str {
    match kind {
        "stones" => "public.ruling.stones",
        "void-move" => "public.ruling.void-move",
        "two-warnings" => "public.ruling.two-warnings",
        "replay" => "public.ruling.replay",
        "draw" => "public.ruling.draw",
        _ => "public.ruling.stands",
    }
}

/// The result that a ruling gives.
pub(super) fn ruled(shell: &Shell, ruled: &Ruled) -> String {
    let Some(result) = ruled.result.as_deref() else { return shell.t("public.ruling.as-reported").to_owned() };
    let winner = words::winner(shell.lang, result);
    match ruled.margin {
        Some(_) => {
            let margin = words::margin(shell.lang, ruled.margin);
            shell.fill("public.record.won-by", &[("winner", winner), ("margin", &margin)])
        }
        None if matches!(result, "B" | "W") => shell.fill("public.record.won", &[("winner", winner)]),
        None => winner.to_owned(),
    }
}

/// A result of the tables in words: who has won by how much, or how.
pub(super) fn result(shell: &Shell, result: &str, won_by: &str, margin: Option<i64>) -> String {
    let winner = words::winner(shell.lang, result);
    match (result, margin) {
        ("B" | "W", Some(_)) => {
            let margin = words::margin(shell.lang, margin);
            shell.fill("public.record.won-by", &[("winner", winner), ("margin", &margin)])
        }
        ("B" | "W", None) => {
            let how = words::decided(shell.lang, result, won_by);
            shell.fill("public.record.declared", &[("winner", winner), ("how", how)])
        }
        _ => winner.to_owned(),
    }
}

/// What the board says: who wins by how much.
pub(super) fn computed(shell: &Shell, counted: &Counted) -> String {
    match counted.winner.as_deref() {
        None => words::NOTHING.to_owned(),
        Some("draw") => words::winner(shell.lang, "draw").to_owned(),
        Some(side) => {
            let margin = words::margin(shell.lang, counted.margin);
            shell.fill("public.record.won-by", &[("winner", words::winner(shell.lang, side)), ("margin", &margin)])
        }
    }
}

/// The result that the record declares.
pub(super) fn declared(shell: &Shell, counted: &Counted) -> String {
    let (winner, margin, by) = &counted.declared;
    let how = match by.as_str() {
        "count" => "public.game.count",
        "resignation" => "public.game.resignation",
        "time" => "public.game.time",
        "forfeit" => "public.game.forfeit",
        "illegal" => "public.record.by-illegal",
        _ => "public.game.unstated",
    };
    let Some(winner) = winner.as_deref() else { return shell.t("public.record.no-result").to_owned() };
    let side = words::winner(shell.lang, winner);
    match margin {
        Some(margin) if matches!(winner, "B" | "W") => {
            shell.fill("public.record.declared-margin", &[("winner", side), ("points", margin)])
        }
        _ if matches!(winner, "B" | "W") => {
            shell.fill("public.record.declared", &[("winner", side), ("how", shell.t(how))])
        }
        _ => side.to_owned(),
    }
}

/// What a side says of the record.
pub(super) fn word(said: Option<&str>) -> (Tone, &'static str) {
    match said {
        Some("confirmed") => (Tone::Good, "public.word.confirmed"),
        Some(_) => (Tone::Bad, "public.word.disputed"),
        None => (Tone::Unknown, "public.word.none"),
    }
}

/// What both players say of a game.
pub(super) const fn players(said: BothSay) -> (Tone, &'static str) {
    match said {
        BothSay::Confirmed => (Tone::Good, "public.word.both"),
        BothSay::Unconfirmed => (Tone::Unknown, "public.word.not-both"),
        BothSay::Disputed => (Tone::Bad, "public.word.disputed"),
    }
}

/// The same as a badge.
pub(super) fn players_badge(shell: &Shell, said: BothSay) -> Badge {
    let (tone, key) = players(said);
    Badge::new(tone, shell.t(key).to_owned())
}

/// The sign in the narrow cell of a crosstable that not both confirm a game.
pub(super) const fn players_sign(said: BothSay) -> &'static str {
    match said {
        BothSay::Confirmed => "",
        BothSay::Unconfirmed => "?",
        BothSay::Disputed => "!",
    }
}

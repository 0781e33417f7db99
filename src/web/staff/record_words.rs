//! The words of game records in the workplace: verdicts, results, games.

use super::event_words::event_path;
use crate::domain::recount::HalfPoints;
use crate::domain::results::{GameResult, Win, WonBy};
use crate::service::view::records::GameName;
use crate::web::parts::{Badge, Tone};
use crate::web::shell::Shell;

/// Who won by how much: 黑胜3.5目（1又3/4子）.
pub(super) fn won_by(shell: &Shell, winner: &str, margin: HalfPoints) -> String {
    let key = match winner {
        "B" => "recount.sum.black",
        "W" => "recount.sum.white",
        _ => "recount.sum.draw",
    };
    shell.fill(key, &[("points", &margin.to_string()), ("zi", &margin.in_zi())])
}

/// A verdict, with its word and its shape.
pub(super) fn verdict_badge(shell: &Shell, verdict: &str) -> Badge {
    let (tone, key) = match verdict {
        "confirmed" => (Tone::Good, "recount.verdict.confirmed"),
        // Whether that confirms anything depends on what the record says itself.
        "no-count" => (Tone::Plain, "public.verdict.no-count"),
        "margin-differs" => (Tone::Paused, "recount.verdict.margin-differs"),
        "winner-differs" => (Tone::Bad, "recount.verdict.winner-differs"),
        "not-played-out" => (Tone::Unknown, "recount.verdict.not-played-out"),
        "illegal" => (Tone::Bad, "recount.verdict.illegal"),
        "undecided" => (Tone::Paused, "recount.verdict.undecided"),
        _ => (Tone::Unknown, "recount.verdict.unreadable"),
    };
    Badge::new(tone, shell.t(key).to_owned())
}

/// A record that waits to be recounted.
pub(super) fn waiting_badge(shell: &Shell) -> Badge {
    Badge::new(Tone::Waiting, shell.t("staff_record.waiting").to_owned())
}

/// What stands for a game that has photos of its slip: a record too, or the photos alone. A photo confirms nothing.
pub(super) fn slip_badge(shell: &Shell, recorded: bool) -> Badge {
    match recorded {
        true => Badge::new(Tone::Plain, shell.t("staff_slip.recorded").to_owned()),
        false => Badge::new(Tone::Unknown, shell.t("staff_slip.alone").to_owned()),
    }
}

/// The result of a game in words.
pub(super) fn result_words(shell: &Shell, result: GameResult) -> String {
    let won = |side: &str, Win { by }: Win| match by {
        WonBy::Count(quarters) => won_by(shell, side, HalfPoints(quarters)),
        _ => {
            let winner = shell.t(if side == "B" { "staff_record.result.black" } else { "staff_record.result.white" });
            let how = match by {
                WonBy::Resignation => "public.game.resignation",
                WonBy::Time => "public.game.time",
                WonBy::Forfeit => "public.game.forfeit",
                _ => return winner.to_owned(),
            };
            shell.fill("staff_record.result.how", &[("winner", winner), ("how", shell.t(how))])
        }
    };
    let key = match result {
        GameResult::Black(win) => return won("B", win),
        GameResult::White(win) => return won("W", win),
        GameResult::Draw => "recount.sum.draw",
        GameResult::Bye => "public.game.bye",
        GameResult::BothLose => "public.game.both-lose",
        GameResult::BothWin => "public.game.both-win",
        GameResult::Void => "public.game.void",
        GameResult::NotReported => "staff_record.result.none",
    };
    shell.t(key).to_owned()
}

/// Where a game is: 第3轮 第2台.
pub(super) fn seat(shell: &Shell, game: &GameName) -> String {
    let round = game.round.to_string();
    match game.board {
        Some(board) => shell.fill("staff_record.seat", &[("round", &round), ("board", &board.to_string())]),
        None => shell.fill("staff_record.round", &[("round", &round)]),
    }
}

/// The address of a game's page.
pub(super) fn game_path(slug: &str, pairing: i64) -> String {
    event_path(slug, &format!("/games/{pairing}"))
}

/// The address of the records of a group.
pub(super) fn records_path(slug: &str, group: &str) -> String {
    event_path(slug, &format!("/groups/{group}/records"))
}

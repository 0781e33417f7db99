//! The words of results: colours, komi, margins, states; and names as links.

use crate::service::view::PublicName;
use crate::service::view::events::Status;
use crate::service::view::notices::{Fate, NoticeView};
use crate::text::{Bilingual, Lang, fill, text};
use crate::web::parts::{Badge, Tone};
use crate::web::shell::Shell;
use askama::Template;

/// A name: linked to the person's page where there is one, marked as Chinese on an English page.
#[derive(Template)]
#[template(path = "public/name.html")]
pub(super) struct Name {
    text: String,
    withheld: bool,
    masked_hint: Option<String>,
    href: Option<String>,
    zh: bool,
}

impl askama::filters::HtmlSafe for Name {}

impl Name {
    /// A name with the person's number, where it leads to a page.
    pub(super) fn new(shell: &Shell, name: &PublicName, register_no: Option<&str>) -> Self {
        Self {
            text: name.text().unwrap_or(shell.t("public.name.withheld")).to_owned(),
            withheld: *name == PublicName::Withheld,
            masked_hint: matches!(name, PublicName::Masked(_)).then(|| shell.t("public.name.masked").to_owned()),
            href: register_no.map(|number| shell.href(&format!("/people/{}", super::query::escape(number)))),
            zh: shell.zh(),
        }
    }
}

/// A text in the page's language.
pub(super) fn of<'a>(shell: &Shell, both: &'a Bilingual) -> &'a str {
    let wanted = both.get(shell.lang);
    if wanted.is_empty() { &both.zh } else { wanted }
}

/// Quarters as a whole number and a fraction: 15 is 3¾.
fn quarters(n: i64) -> String {
    let (whole, rest) = (n / 4, ["", "¼", "½", "¾"][(n.rem_euclid(4)) as usize]);
    if whole == 0 && !rest.is_empty() { rest.to_owned() } else { format!("{whole}{rest}") }
}

/// Half-points in points: 15 is 7.5.
pub(super) fn points(n: i64) -> String {
    if n % 2 == 0 { (n / 2).to_string() } else { format!("{}.5", n / 2) }
}

/// Komi: in stones in Chinese, in points in English. A quarter of a stone is half a point.
pub(super) fn komi(lang: Lang, half_points: Option<i64>) -> String {
    match half_points {
        None => text(lang, "public.game.unstated").to_owned(),
        Some(0) => text(lang, "public.game.no-komi").to_owned(),
        Some(n) => {
            let (stones, points) = (quarters(n), points(n));
            fill(lang, "public.game.komi-of", &[("zh_amount", &stones), ("en_amount", &points)])
        }
    }
}

/// Handicap stones.
pub(super) fn handicap(lang: Lang, stones: i64) -> String {
    match stones {
        0 => text(lang, "public.game.even").to_owned(),
        n => fill(lang, "public.game.handicap-of", &[("n", &n.to_string())]),
    }
}

/// What stands where there is nothing to say.
pub(super) const NOTHING: &str = "—";

/// Handicap and komi; a bye is no game and has neither.
pub(super) fn terms(lang: Lang, result: &str, stones: i64, half_points: Option<i64>) -> (String, String) {
    match result {
        "bye" => (NOTHING.to_owned(), NOTHING.to_owned()),
        _ => (handicap(lang, stones), komi(lang, half_points)),
    }
}

/// Who won.
pub(super) fn winner(lang: Lang, result: &str) -> &'static str {
    let key = match result {
        "B" => "public.game.black",
        "W" => "public.game.white",
        "draw" => "public.game.draw",
        "bye" => "public.game.bye",
        "both-lose" => "public.game.both-lose",
        "both-win" => "public.game.both-win",
        _ => "public.game.void",
    };
    text(lang, key)
}

/// By how much: in stones in Chinese, in points in English.
pub(super) fn margin(lang: Lang, margin_quarters: Option<i64>) -> String {
    match margin_quarters {
        None => NOTHING.to_owned(),
        Some(n) => {
            let (stones, points) = (quarters(n), points(n));
            fill(lang, "public.game.margin-of", &[("zh_amount", &stones), ("en_amount", &points)])
        }
    }
}

/// How it was decided.
pub(super) fn decided(lang: Lang, result: &str, won_by: &str) -> &'static str {
    let key = match (result, won_by) {
        ("B" | "W", "count") => "public.game.count",
        ("B" | "W", "resignation") => "public.game.resignation",
        ("B" | "W", "time") => "public.game.time",
        ("B" | "W", "forfeit") => "public.game.forfeit",
        ("B" | "W", _) => "public.game.unstated",
        ("bye", _) => "public.game.no-opponent",
        _ => return NOTHING,
    };
    text(lang, key)
}

/// How a game went for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Went {
    Won,
    Lost,
    Drawn,
    Bye,
    Void,
}

impl Went {
    /// For the player of Black or White.
    pub(super) fn of(result: &str, black: bool) -> Self {
        match (result, black) {
            ("B", true) | ("W", false) | ("both-win", _) => Went::Won,
            ("B", false) | ("W", true) | ("both-lose", _) => Went::Lost,
            ("draw", _) => Went::Drawn,
            ("bye", _) => Went::Bye,
            _ => Went::Void,
        }
    }

    /// In a word.
    pub(super) fn word(self, lang: Lang) -> &'static str {
        text(
            lang,
            match self {
                Went::Won => "public.went.won",
                Went::Lost => "public.went.lost",
                Went::Drawn => "public.went.drawn",
                Went::Bye => "public.went.bye",
                Went::Void => "public.went.void",
            },
        )
    }

    /// In the narrow cell of a crosstable.
    pub(super) fn sign(self, lang: Lang) -> &'static str {
        text(
            lang,
            match self {
                Went::Won => "public.went-short.won",
                Went::Lost => "public.went-short.lost",
                Went::Drawn => "public.went-short.drawn",
                Went::Bye => "public.went-short.bye",
                Went::Void => "public.went-short.void",
            },
        )
    }

    /// Its style.
    pub(super) fn class(self) -> &'static str {
        match self {
            Went::Won | Went::Bye => "won",
            Went::Lost => "lost",
            Went::Drawn | Went::Void => "",
        }
    }
}

/// The badge of an event's status.
pub(super) fn status(shell: &Shell, status: Status) -> Badge {
    let (tone, key) = match status {
        Status::Announced => (Tone::Plain, "public.status.announced"),
        Status::Received => (Tone::Waiting, "public.status.received"),
        Status::FindingsOpen => (Tone::Paused, "public.status.findings-open"),
        Status::OnNotice => (Tone::Waiting, "public.status.on-notice"),
        Status::Confirmed => (Tone::Good, "public.status.confirmed"),
        Status::Final => (Tone::Good, "public.status.final"),
    };
    Badge::new(tone, shell.t(key).to_owned())
}

/// The level of an event or an agency.
pub(super) fn level(shell: &Shell, level: &str) -> String {
    let key = match level {
        "county" => "schemes.level.county",
        "city" => "schemes.level.city",
        "province" => "schemes.level.province",
        "national" => "schemes.level.national",
        _ => "schemes.level.world",
    };
    shell.t(key).to_owned()
}

/// The state of an award, as the public is told.
pub(super) fn award_state(shell: &Shell, state: &str) -> Badge {
    let (tone, key) = match state {
        "proposed" => (Tone::Waiting, "public.award.proposed"),
        "confirmed" => (Tone::Waiting, "public.award.confirmed"),
        "on-notice" => (Tone::Waiting, "public.award.on-notice"),
        "held" => (Tone::Paused, "public.award.held"),
        "granted" => (Tone::Good, "public.award.granted"),
        "certified" => (Tone::Good, "public.award.certified"),
        "lapsed" => (Tone::Past, "public.award.lapsed"),
        "suspended" => (Tone::Paused, "public.award.suspended"),
        "revoked" => (Tone::Bad, "public.award.revoked"),
        _ => (Tone::Bad, "public.award.refused"),
    };
    Badge::new(tone, shell.t(key).to_owned())
}

/// How a notice ended and what became of that, with how many objections there were; nothing of one that has not ended.
pub(super) fn outcome(shell: &Shell, notice: &NoticeView) -> Option<String> {
    let counts = notice.objections;
    let ended = shell.t(match notice.fate {
        Fate::Running | Fate::Held => return None,
        Fate::Refused if counts.upheld > 0 => "public.outcome.upheld",
        Fate::Refused => "public.outcome.refused",
        Fate::Granted => "public.outcome.granted",
        Fate::Renewed => "public.outcome.renewed-later",
        Fate::Lapsed => "public.outcome.lapsed",
        Fate::Withdrawn => "public.outcome.withdrawn",
        Fate::Suspended => "public.outcome.suspended",
        Fate::Revoked => "public.outcome.revoked",
    });
    let number = |n: i64| n.to_string();
    let (all, upheld) = (number(counts.open + counts.upheld + counts.dismissed), number(counts.upheld));
    let dismissed = number(counts.dismissed);
    let said = match all.as_str() {
        "0" => shell.t("public.outcome.none").to_owned(),
        n => shell.fill("public.outcome.counts", &[("n", n), ("upheld", &upheld), ("dismissed", &dismissed)]),
    };
    Some(shell.fill("public.outcome.both", &[("ended", ended), ("objections", &said)]))
}

/// First and last day in words; one day stands alone.
pub(super) fn days(shell: &Shell, (first, last): (chrono::NaiveDate, chrono::NaiveDate)) -> String {
    shell.days(&first, &last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_and_points_are_exact() {
        assert_eq!([15, 1, 2, 4, 0, 370].map(quarters), ["3¾", "¼", "½", "1", "0", "92½"]);
        assert_eq!([15, 13, 1, 12].map(points), ["7.5", "6.5", "0.5", "6"]);
        assert_eq!(komi(Lang::Zh, Some(15)), "3¾子");
        assert_eq!(komi(Lang::En, Some(15)), "7.5 points");
        assert_eq!(margin(Lang::Zh, Some(1)), "¼子");
        assert_eq!(margin(Lang::En, Some(7)), "3.5 points");
        assert_eq!(terms(Lang::Zh, "B", 0, Some(15)), ("分先".to_owned(), "3¾子".to_owned()));
        assert_eq!(terms(Lang::Zh, "bye", 0, Some(15)), ("—".to_owned(), "—".to_owned()), "a bye is no game");
    }

    #[test]
    fn a_game_looks_different_from_each_side() {
        assert_eq!((Went::of("B", true), Went::of("B", false)), (Went::Won, Went::Lost));
        assert_eq!((Went::of("both-lose", true), Went::of("both-lose", false)), (Went::Lost, Went::Lost));
        assert_eq!((Went::of("bye", true), Went::of("void", false)), (Went::Bye, Went::Void));
    }
}

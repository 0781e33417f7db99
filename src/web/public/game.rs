//! `/events/{slug}/games/{game}`: the record of a game move by move, what the recount says and why, and the record itself
//! without anything that somebody wrote into it.

use super::game_words as said;
use super::query::{self, escape};
use super::words::{self, Name};
use crate::domain::game_record::clean::cleaned;
use crate::domain::game_record::walk::{Step, Walk, walk};
use crate::service::view::game::{self, Counted, GameShown};
use crate::service::view::results::Seat;
use crate::text::both;
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::parts::{Badge, Crumbs, Picture, Stone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;
use std::collections::BTreeSet;
use weiqi_rules::{Colour, Coord};

/// How long a picture may be kept.
const PICTURE: &str = "public, max-age=300";

#[derive(Template)]
#[template(path = "public/game.html")]
struct GamePage<'a> {
    shell: &'a Shell,
    shown: &'a GameShown,
    crumbs: Crumbs,
    title: String,
    badge: Badge,
    sides: [Side; 2],
    board: Option<Board>,
    dead: Vec<String>,
    rulings: Vec<RulingLine>,
    words: Vec<(&'static str, Badge, String)>,
    earlier: Vec<Earlier>,
    notes: Vec<String>,
    terms: (String, String),
    event_href: String,
    download: Option<String>,
}

/// A player with the captures so far.
struct Side {
    class: &'static str,
    colour: &'static str,
    name: Name,
    from: Option<Stone>,
    won: bool,
}

/// The board after a move, and where one can go from it.
struct Board {
    svg: Picture,
    spoken: String,
    at: String,
    captured: String,
    steps: [Go; 4],
    moves: Vec<MoveLink>,
    /// What the signs of the final position mean, and how many stones are dead.
    legend: Option<String>,
}

/// A way to another move; none where one is there.
struct Go {
    words: &'static str,
    sign: &'static str,
    key: &'static str,
    rel: &'static str,
    href: Option<String>,
}

struct MoveLink {
    number: usize,
    words: String,
    class: &'static str,
    href: String,
    here: bool,
}

struct RulingLine {
    kind: &'static str,
    result: String,
    article: String,
    when: String,
    in_force: bool,
}

/// What another version of the program said, and what is different now.
struct Earlier {
    version: String,
    when: String,
    verdict: Badge,
    result: String,
    changed: String,
}

async fn read(state: &web::Data<AppState>, path: (String, String)) -> Result<GameShown, AppError> {
    let (slug, game) = path;
    let game: i64 = game.parse().map_err(|_| AppError::not_found())?;
    super::read(state, move |register| game::of(register, &slug, game)).await
}

/// The move that an address asks for; the last one where it says none.
fn asked(request: &HttpRequest) -> Result<usize, AppError> {
    match query::filled(request.query_string(), "move") {
        None => Ok(usize::MAX),
        Some(text) => text.parse().map_err(|_| AppError::malformed(both("public.record.move-malformed", &[]))),
    }
}

fn walked(shown: &GameShown, at: usize) -> Option<Walk> {
    shown.record.as_ref().map(|record| walk(record, shown.rules(), at))
}

/// One game.
pub async fn show(
    request: HttpRequest,
    path: web::Path<(String, String)>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let at = asked(&request)?;
    let shown = read(&state, path.into_inner()).await?;
    let shell = Shell::of(&request);
    Ok(Page(page(&shell, &shown, at)).respond_to(&request))
}

/// The board alone, to be embedded.
pub async fn board(
    request: HttpRequest,
    path: web::Path<(String, String)>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let at = asked(&request)?;
    let shown = read(&state, path.into_inner()).await?;
    let walk = walked(&shown, at).ok_or_else(AppError::not_found)?;
    Ok(HttpResponse::Ok()
        .content_type("image/svg+xml")
        .insert_header((header::CACHE_CONTROL, PICTURE))
        .body(walk.svg(shown.dead())))
}

/// The record, cleaned.
pub async fn sgf(path: web::Path<(String, String)>, state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    let shown = read(&state, path.into_inner()).await?;
    let record = shown.record.as_ref().ok_or_else(AppError::not_found)?;
    let names = [0, 1].map(|side: usize| shown.players[side].name.text().unwrap_or_default());
    let id = shown.game.record.as_ref().map_or(0, |mark| mark.game);
    let name = format!("attachment; filename=\"{}.{}.{id}.sgf\"", shown.event.slug, shown.game.round);
    Ok(HttpResponse::Ok()
        .content_type("application/x-go-sgf; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, name))
        .body(cleaned(record, names)))
}

/// The address of a game.
pub(super) fn address(slug: &str, game: i64) -> String {
    format!("/events/{}/games/{game}", escape(slug))
}

/// Round and board in words.
pub(super) fn place(shell: &Shell, round: i64, board: Option<i64>) -> String {
    let round = round.to_string();
    match board {
        Some(board) => shell.fill("public.record.place", &[("round", &round), ("board", &board.to_string())]),
        None => shell.fill("public.event.round", &[("n", &round)]),
    }
}

fn page<'a>(shell: &'a Shell, shown: &'a GameShown, at: usize) -> GamePage<'a> {
    // proven: a page of a game is made of a game with a record.
    let mark = shown.game.record.as_ref();
    let own = address(&shown.event.slug, mark.map_or(0, |mark| mark.game));
    let group = &shown.event.groups[shown.group];
    let event_href = format!("/events/{}?group={}", escape(&shown.event.slug), escape(&group.key));
    let title = place(shell, shown.game.round, shown.game.board);
    let side = |at: usize| {
        let Seat { name, register_no, from, .. } = &shown.players[at];
        Side {
            class: ["side-b", "side-w"][at],
            colour: shell.t(["public.game.black", "public.game.white"][at]),
            name: Name::new(shell, name, register_no.as_deref()),
            from: from.map(|grade| Stone::new(shell.lang, grade)),
            won: shown.game.result == ["B", "W"][at],
        }
    };
    let rulings = shown.rulings.iter().map(|one| RulingLine {
        kind: shell.t(said::kind(&one.kind)),
        result: said::ruled(shell, one),
        article: one.article.clone(),
        when: shell.time(&one.at),
        in_force: one.in_force,
    });
    let each = |codes: &[&str]| -> Vec<String> {
        let of = |code: &str| {
            let notes = shown.recount.iter().flat_map(|one| &one.notes);
            let told = notes.filter(|(of, _)| of == code).map(|(_, both)| words::of(shell, both).to_owned());
            told.collect::<Vec<_>>()
        };
        codes.iter().flat_map(|code| of(code)).collect()
    };
    GamePage {
        crumbs: Crumbs::new(shell).step(shell, "/events", shell.t("public.events.title").to_owned()).step(
            shell,
            &event_href,
            shown.event.name.clone(),
        ),
        badge: mark.map_or_else(|| said::no_badge(shell), |mark| said::badge(shell, mark)).large(),
        sides: [side(0), side(1)],
        board: walked(shown, at).map(|walk| board_of(shell, shown, &own, &walk)),
        dead: match shown.by_ruling() {
            Some(dead) => groups(shell, shown, dead),
            None => each(&["dead-group", "doubtful-group"]),
        },
        notes: each(&[
            "illegal",
            "unplayed-moves",
            "as-it-stands",
            "handicap-compensation",
            "unusual-rules",
            "rules-assumed",
            "komi-assumed",
            "komi-given",
            "lists-differ",
            "not-declared",
        ]),
        rulings: rulings.collect(),
        words: spoken(shell, shown),
        earlier: earlier(shell, shown),
        terms: words::terms(shell.lang, &shown.game.result, shown.game.handicap, shown.game.komi_half),
        event_href: shell.href(&event_href),
        download: shown.record.as_ref().map(|_| shell.href(&format!("{own}/record.sgf"))),
        title,
        shown,
        shell,
    }
}

fn board_of(shell: &Shell, shown: &GameShown, own: &str, walk: &Walk) -> Board {
    let to = |n: usize| shell.href(&format!("{own}?move={n}#board"));
    let (at, last) = (walk.at, walk.moves);
    let go = |key: &'static str, words: &'static str, sign, rel, target: Option<usize>| Go {
        words: crate::text::text(shell.lang, words),
        href: target.map(to),
        sign,
        key,
        rel,
    };
    let [black, white] = walk.captured.map(|n| n.to_string());
    let (n, all) = (at.to_string(), last.to_string());
    let here = match &walk.last {
        None => shell.fill("public.record.at-start", &[("all", &all)]),
        Some(step) => {
            let played = move_words(shell, step);
            let colour = colour_words(shell, step.colour);
            let arguments = [("n", n.as_str()), ("all", &all), ("colour", colour), ("point", &played)];
            shell.fill("public.record.at", &arguments)
        }
    };
    let moves = walk.list.iter().map(|step| MoveLink {
        words: move_words(shell, step),
        class: if step.colour == Colour::Black { "b" } else { "w" },
        href: to(step.number),
        here: step.number == at,
        number: step.number,
    });
    let captured = shell.fill("public.record.captured", &[("black", &black), ("white", &white)]);
    Board {
        svg: Picture::unheard(&walk.svg(shown.dead())),
        spoken: shell.fill("public.record.picture", &[("at", &here), ("captured", &captured)]),
        at: here,
        captured,
        steps: [
            go("Home", "public.record.first", "|◀", "first", (at > 0).then_some(0)),
            go("ArrowLeft", "public.record.previous", "◀", "prev", at.checked_sub(1)),
            go("ArrowRight", "public.record.next", "▶", "next", (at < last).then_some(at + 1)),
            go("End", "public.record.last", "▶|", "last", (at < last).then_some(last)),
        ],
        moves: moves.collect(),
        legend: shown.dead().filter(|_| at == last).map(|dead| legend(shell, &walk.board, dead)),
    }
}

/// What the signs of a final position mean, and how many stones of each side are dead.
pub(super) fn legend(shell: &Shell, end: &weiqi_rules::Board, dead: &[Coord]) -> String {
    let stones: BTreeSet<Coord> = dead.iter().flat_map(|at| end.chain(*at)).collect();
    let of = |colour| stones.iter().filter(|at| end.at(**at) == Some(colour)).count().to_string();
    let (black, white) = (of(Colour::Black), of(Colour::White));
    match stones.is_empty() {
        true => shell.t("public.record.legend-none").to_owned(),
        false => shell.fill("public.record.legend", &[("black", &black), ("white", &white)]),
    }
}

/// Groups that a referee has called dead, each by its first stone.
fn groups(shell: &Shell, shown: &GameShown, dead: &[Coord]) -> Vec<String> {
    let Some(walk) = walked(shown, usize::MAX) else { return Vec::new() };
    let end = &walk.board;
    let each = dead.iter().filter_map(|at| {
        let side = colour_words(shell, end.at(*at)?);
        let (point, stones) = (at.name(end.size()), end.chain(*at).count().to_string());
        Some(shell.fill("public.record.dead-group", &[("side", side), ("point", &point), ("stones", &stones)]))
    });
    each.collect()
}

fn colour_words(shell: &Shell, colour: Colour) -> &'static str {
    let key = if colour == Colour::Black { "public.game.black" } else { "public.game.white" };
    crate::text::text(shell.lang, key)
}

fn move_words(shell: &Shell, step: &Step) -> String {
    step.point.clone().unwrap_or_else(|| shell.t("public.record.pass").to_owned())
}

/// What both players say of the record, where they were asked or have said something.
fn spoken(shell: &Shell, shown: &GameShown) -> Vec<(&'static str, Badge, String)> {
    let Some(mark) = &shown.game.record else { return Vec::new() };
    let sides = [(&mark.black, "public.game.black"), (&mark.white, "public.game.white")];
    if !shown.event.asks_players && sides.iter().all(|(word, _)| word.is_none()) {
        return Vec::new();
    }
    let each = sides.into_iter().zip(&shown.said_at).map(|((word, side), at)| {
        let (tone, key) = said::word(word.as_deref());
        let when = at.map(|at| shell.time(&at)).unwrap_or_default();
        (crate::text::text(shell.lang, side), Badge::new(tone, shell.t(key).to_owned()), when)
    });
    each.collect()
}

/// The recounts before this one, each with what the one after it changed.
fn earlier(shell: &Shell, shown: &GameShown) -> Vec<Earlier> {
    let newer = shown.recount.iter().chain(&shown.earlier);
    let each = shown.earlier.iter().zip(newer).map(|(old, new)| {
        let (tone, key) = said::verdict(Some(&old.verdict));
        Earlier {
            version: old.version.clone(),
            when: shell.time(&old.at),
            verdict: Badge::new(tone, shell.t(key).to_owned()),
            result: said::computed(shell, old),
            changed: changed(shell, old, new),
        }
    });
    each.collect()
}

/// What a later recount says differently.
fn changed(shell: &Shell, old: &Counted, new: &Counted) -> String {
    let mut parts = Vec::new();
    if old.verdict != new.verdict {
        let word = |one: &Counted| shell.t(said::verdict(Some(&one.verdict)).1).to_owned();
        parts.push(shell.fill("public.record.changed-verdict", &[("from", &word(old)), ("to", &word(new))]));
    }
    if (&old.winner, old.margin) != (&new.winner, new.margin) {
        let (from, to) = (said::computed(shell, old), said::computed(shell, new));
        parts.push(shell.fill("public.record.changed-result", &[("from", &from), ("to", &to)]));
    }
    if old.dead != new.dead {
        parts.push(shell.t("public.record.changed-dead").to_owned());
    }
    match parts.is_empty() {
        true => shell.t("public.record.unchanged").to_owned(),
        false => parts.join(shell.t("public.record.changed-join")),
    }
}

impl GamePage<'_> {
    /// What the verdict means, in a sentence.
    fn meaning(&self) -> &str {
        let mark = self.shown.game.record.as_ref();
        self.shell.t(mark.map_or_else(|| said::verdict_text(None), said::meaning))
    }

    /// The result as the results have it.
    fn result(&self) -> String {
        let game = &self.shown.game;
        said::result(self.shell, &game.result, &game.won_by, game.margin_quarters)
    }

    fn declared(&self) -> Option<String> {
        self.shown.recount.as_ref().map(|one| said::declared(self.shell, one))
    }

    /// The count, term by term.
    fn sum(&self) -> Option<&str> {
        self.shown.note("sum").map(|both| words::of(self.shell, both))
    }

    fn rules(&self) -> Option<String> {
        let key = self.shown.recount.as_ref()?.rules.as_deref()?;
        Some(self.shell.t(&format!("recount.rules.{key}")).to_owned())
    }

    /// Who says which stones are dead, and how sure that is.
    fn dead_source(&self) -> Option<String> {
        let counted = self.shown.recount.as_ref().filter(|one| one.winner.is_some())?;
        if self.shown.by_ruling().is_some() {
            return Some(self.shell.t("public.record.dead-ruled").to_owned());
        }
        let arguments = [("sure", counted.confidence.as_str())];
        Some(self.shell.fill(said::dead_source(&counted.dead_source), &arguments))
    }

    fn counted_by(&self) -> Option<String> {
        let counted = self.shown.recount.as_ref()?;
        let when = self.shell.time(&counted.at);
        Some(self.shell.fill("public.record.counted-by", &[("version", &counted.version), ("at", &when)]))
    }

    fn group(&self) -> &str {
        words::of(self.shell, &self.shown.event.groups[self.shown.group].name)
    }

    fn days(&self) -> String {
        words::days(self.shell, self.shown.event.days)
    }
}

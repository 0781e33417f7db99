//! The three tables of a group: standings with every value that decided them, the crosstable, all games.

use super::game;
use super::game_words::{self, Mark};
use super::words::{self, Name, Went};
use crate::domain::grade::Grade;
use crate::domain::scheme::TieBreak;
use crate::service::view::event::EventView;
use crate::service::view::results::{BothSay, GameView, GroupResults, Standing};
use crate::web::format;
use crate::web::parts::{Badge, Stone};
use crate::web::shell::Shell;
use askama::Template;

/// The standings of a part of a group.
#[derive(Template)]
#[template(path = "public/standings.html")]
pub(super) struct Standings<'a> {
    shell: &'a Shell,
    ties: Vec<String>,
    rows: Vec<Line<'a>>,
}

struct Line<'a> {
    row: &'a Standing,
    name: Name,
    from: Option<Stone>,
    /// Rounds without an opponent, in words.
    byes: Option<String>,
    award: Option<(Stone, Badge)>,
    reason: String,
    /// The won games with a record that an award rests on: the round, and the page of the game.
    rests_on: Vec<(String, String)>,
}

/// The crosstable of a part of a group.
#[derive(Template)]
#[template(path = "public/cross.html")]
pub(super) struct Cross<'a> {
    shell: &'a Shell,
    rounds: Vec<i64>,
    rows: Vec<(&'a Standing, Name, Vec<Vec<Cell>>)>,
    /// Whether a game has a record, and the signs are to be explained.
    records: bool,
    /// Whether the players were asked, and the signs of that are to be explained.
    players: bool,
}

/// A game in the crosstable.
struct Cell {
    opponent: String,
    colour: &'static str,
    sign: &'static str,
    class: &'static str,
    spoken: String,
    /// The page of its record: the address, the sign and its style.
    record: Option<(String, Mark)>,
    /// The sign that not both players confirm it.
    players: Option<&'static str>,
}

/// The games of a round, or all of them.
#[derive(Template)]
#[template(path = "public/games.html")]
pub(super) struct Games<'a> {
    shell: &'a Shell,
    rows: Vec<GameLine<'a>>,
    /// Whether a game of the group has a record.
    records: bool,
    /// Whether the players of a game of the group were asked.
    players: bool,
}

struct GameLine<'a> {
    game: &'a GameView,
    black: Name,
    white: Option<Name>,
    handicap: String,
    komi: String,
    winner: &'static str,
    margin: String,
    decided: &'static str,
    class: &'static str,
    record: Option<(String, Badge)>,
    players: Option<Badge>,
}

impl askama::filters::HtmlSafe for Standings<'_> {}
impl askama::filters::HtmlSafe for Cross<'_> {}
impl askama::filters::HtmlSafe for Games<'_> {}

/// A tie-break's name; an id that this program does not know stands for itself.
pub(super) fn tie_words(shell: &Shell, id: &str) -> String {
    TieBreak::from_id(id).map_or(id, |tie| shell.t(tie.key())).to_owned()
}

fn name(shell: &Shell, row: &Standing) -> Name {
    Name::new(shell, &row.name, row.register_no.as_deref())
}

/// Why somebody is promoted; why not, so that nobody takes it for the other. Nobody to whom the results give a grade is
/// said not to be promoted, also where there is no award yet.
fn reason(shell: &Shell, row: &Standing) -> String {
    let said = words::of(shell, &row.reason);
    let fill = |key: &str| shell.fill(key, &[("reason", said)]);
    match (row.gives, row.award, row.award_state.as_deref()) {
        _ if said.is_empty() => String::new(),
        (gives, Some(award), _) if gives != Some(award) => fill("public.standings.contradicted"),
        (None, ..) => fill("public.standings.not-promoted"),
        (Some(_), None, Some("refused")) => fill("public.standings.refused"),
        (Some(_), ..) => said.to_owned(),
    }
}

/// What is given, and what has become of it so far. While results are provisional, so is what they give: there is no
/// award yet of somebody who is still to be identified.
fn award(shell: &Shell, row: &Standing, provisional: bool) -> Option<(Stone, Badge)> {
    let proposed = row.gives.filter(|_| provisional && row.award_state.is_none());
    let grade = row.award.or(proposed)?;
    let state = match (row.award_state.as_deref(), row.certificate_state.as_deref()) {
        // What became of the certificate says more than that there is one.
        (Some("certified"), Some(paper @ ("revoked" | "suspended"))) => paper,
        (Some("certified"), _) => "certified",
        (Some(state), _) if !provisional => state,
        _ => "proposed",
    };
    Some((Stone::new(shell.lang, grade), words::award_state(shell, state)))
}

/// The pages of the won games of somebody whom the results give a grade.
fn rests_on(shell: &Shell, slug: &str, results: &GroupResults, row: &Standing) -> Vec<(String, String)> {
    if row.gives.is_none() && row.award.is_none() {
        return Vec::new();
    }
    let own = |at: usize| results.standings.get(at).is_some_and(|standing| std::ptr::eq(standing, row));
    let won = |game: &&GameView| match game.result.as_str() {
        "B" => own(game.black),
        "W" => game.white.is_some_and(own),
        _ => false,
    };
    let games = row.games.iter().filter_map(|game| results.games.get(*game)).filter(won);
    let page = |game: &GameView| {
        let href = shell.href(&game::address(slug, game.record.as_ref()?.game));
        Some((shell.fill("public.event.round", &[("n", &game.round.to_string())]), href))
    };
    games.filter_map(page).collect()
}

impl<'a> Standings<'a> {
    /// The rows of these places in the standings.
    pub(super) fn new(shell: &'a Shell, event: &EventView, results: &'a GroupResults, shown: &[usize]) -> Self {
        let provisional = event.status == crate::service::view::events::Status::Received;
        let stone = |grade: Grade| Stone::new(shell.lang, grade);
        let rows = shown.iter().filter_map(|at| results.standings.get(*at)).map(|row| Line {
            name: name(shell, row),
            from: row.from.map(stone),
            byes: format::byes(shell.lang, row.byes),
            award: award(shell, row, provisional),
            reason: reason(shell, row),
            rests_on: rests_on(shell, &event.slug, results, row),
            row,
        });
        Self { ties: results.tiebreaks.iter().map(|id| tie_words(shell, id)).collect(), rows: rows.collect(), shell }
    }
}

impl<'a> Cross<'a> {
    /// The rows of these places in the standings, with the games of every round.
    pub(super) fn new(shell: &'a Shell, slug: &str, results: &'a GroupResults, shown: &[usize]) -> Self {
        let rounds: Vec<i64> = (1..=results.rounds).collect();
        let rows = shown.iter().filter_map(|at| Some((*at, results.standings.get(*at)?))).map(|(at, row)| {
            let mut cells: Vec<Vec<Cell>> = rounds.iter().map(|_| Vec::new()).collect();
            for game in row.games.iter().filter_map(|game| results.games.get(*game)) {
                let column = usize::try_from(game.round - 1).ok().and_then(|column| cells.get_mut(column));
                if let Some(column) = column {
                    column.push(cell(shell, slug, results, at, game));
                }
            }
            (row, name(shell, row), cells)
        });
        let (records, players) = (results.has_records(), results.asks_players());
        Self { rows: rows.collect(), rounds, records, players, shell }
    }

    fn round(&self, n: &i64) -> String {
        self.shell.fill("public.event.round", &[("n", &n.to_string())])
    }
}

fn cell(shell: &Shell, slug: &str, results: &GroupResults, own: usize, game: &GameView) -> Cell {
    let black = game.black == own;
    let went = Went::of(&game.result, black);
    let other = if black { game.white } else { Some(game.black) };
    let opponent = other.and_then(|at| results.standings.get(at));
    let place = opponent.and_then(|o| o.place).map(|place| place.to_string()).unwrap_or_default();
    let against = opponent.and_then(|o| o.name.text()).unwrap_or("");
    let arguments = [
        ("name", against),
        ("colour", words::winner(shell.lang, if black { "B" } else { "W" })),
        ("went", went.word(shell.lang)),
    ];
    let spoken = match opponent {
        Some(_) => shell.fill("public.event.cell", &arguments),
        None => went.word(shell.lang).to_owned(),
    };
    let record = game.record.as_ref();
    let players = game.players.filter(|players| *players != BothSay::Confirmed);
    let spoken = match players {
        Some(players) => {
            let said = shell.t(game_words::players(players).1);
            shell.fill("public.event.cell-players", &[("cell", &spoken), ("players", said)])
        }
        None => spoken,
    };
    Cell {
        players: players.map(game_words::players_sign),
        sign: went.sign(shell.lang),
        class: went.class(),
        spoken: match record {
            Some(record) => {
                let verdict = game_words::spoken(shell, record);
                shell.fill("public.event.cell-record", &[("cell", &spoken), ("verdict", verdict)])
            }
            None => spoken,
        },
        record: record.map(|record| (shell.href(&game::address(slug, record.game)), Mark::of(record))),
        colour: if opponent.is_some() { crate::text::text(shell.lang, short(black)) } else { "" },
        opponent: place,
    }
}

const fn short(black: bool) -> &'static str {
    if black { "public.game.black-short" } else { "public.game.white-short" }
}

impl<'a> Games<'a> {
    /// The games at these places in the list.
    pub(super) fn new(shell: &'a Shell, slug: &str, results: &'a GroupResults, shown: &[usize]) -> Self {
        let player = |at: usize| results.standings.get(at);
        let rows = shown.iter().filter_map(|at| results.games.get(*at)).filter_map(|game| {
            let (handicap, komi) = words::terms(shell.lang, &game.result, game.handicap, game.komi_half);
            Some(GameLine {
                black: name(shell, player(game.black)?),
                white: game.white.and_then(player).map(|row| name(shell, row)),
                handicap,
                komi,
                winner: words::winner(shell.lang, &game.result),
                margin: words::margin(shell.lang, game.margin_quarters),
                decided: words::decided(shell.lang, &game.result, &game.won_by),
                class: match game.result.as_str() {
                    "B" => "black-won",
                    "W" => "white-won",
                    _ => "",
                },
                record: game
                    .record
                    .as_ref()
                    .map(|record| (shell.href(&game::address(slug, record.game)), game_words::badge(shell, record))),
                players: game.players.map(|players| game_words::players_badge(shell, players)),
                game,
            })
        });
        Self { rows: rows.collect(), records: results.has_records(), players: results.asks_players(), shell }
    }
}

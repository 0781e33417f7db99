//! `/events/{slug}/rounds`: pairings and results of a group that is run here, while it is played.

use super::game_words;
use super::query::{self, escape};
use super::words::{self, Name};
use crate::domain::results::GameResult;
use crate::service::results::{result_word, won_by};
use crate::service::view::PublicName;
use crate::service::view::event::{self, EventView};
use crate::service::view::running::TableRow;
use crate::service::view::running::public::{self, PublicRounds};
use crate::service::{Register, ServiceError, ServiceResult};
use crate::text::both;
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::parts::Crumbs;
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;

/// A way to another group or round.
struct Tab {
    words: String,
    href: String,
    here: bool,
}

struct Board {
    board: String,
    black: (u32, Name),
    white: Option<(u32, Name)>,
    result: String,
}

#[derive(Template)]
#[template(path = "public/rounds.html")]
struct RoundsPage<'a> {
    shell: &'a Shell,
    event: &'a EventView,
    crumbs: Crumbs,
    group: String,
    title: String,
    reopened: bool,
    groups: Vec<Tab>,
    rounds: Vec<Tab>,
    boards: Vec<Board>,
    table: Vec<(TableRow, Name)>,
    ties: Vec<String>,
}

type Read = (EventView, Vec<String>, String, PublicRounds);

fn read(register: &Register, slug: &str, group: Option<String>, round: Option<u16>) -> ServiceResult<Read> {
    let event = event::by_slug(register, slug)?;
    let groups = public::groups(register, slug)?;
    let group = group.or_else(|| groups.first().cloned()).ok_or(ServiceError::NotFound)?;
    let rounds = public::of_round(register, slug, &group, round)?;
    Ok((event, groups, group, rounds))
}

/// A round of a group.
pub async fn show(
    request: HttpRequest,
    path: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let query = request.query_string();
    let (slug, group) = (path.into_inner(), query::filled(query, "group"));
    let round: Option<u16> = match query::filled(query, "round") {
        None => None,
        Some(text) => Some(text.parse().map_err(|_| AppError::malformed(both("public.page-malformed", &[])))?),
    };
    let read = super::read(&state, move |register| read(register, &slug, group, round));
    let (event, groups, key, rounds) = read.await?;
    let shell = Shell::of(&request);
    let own = format!("/events/{}", escape(&event.slug));
    let to = |group: &str, below: &str| shell.href(&format!("{own}/rounds?group={}{below}", escape(group)));
    let name = |key: &str| {
        let group = event.groups.iter().find(|group| group.key == key);
        group.map_or_else(|| key.to_owned(), |group| words::of(&shell, &group.name).to_owned())
    };
    let round_words = |n: u16| shell.fill("running.round", &[("n", &n.to_string())]);
    let named = |(number, name): &(u32, PublicName)| (*number, Name::new(&shell, name, None));
    let board = |one: &public::PublicBoard| Board {
        board: if one.white.is_some() { one.board.to_string() } else { words::NOTHING.to_owned() },
        black: named(&one.black),
        white: one.white.as_ref().map(named),
        result: result_words(&shell, one.result),
    };
    let page = RoundsPage {
        crumbs: Crumbs::new(&shell).step(&shell, "/events", shell.t("public.events.title").to_owned()).step(
            &shell,
            &format!("{own}?group={}", escape(&key)),
            event.name.clone(),
        ),
        group: name(&key),
        title: round_words(rounds.shown.round),
        reopened: rounds.shown.reopened,
        groups: groups.iter().map(|one| Tab { words: name(one), href: to(one, ""), here: *one == key }).collect(),
        rounds: rounds
            .rounds
            .iter()
            .map(|line| Tab {
                words: round_words(line.round),
                href: to(&key, &format!("&round={}", line.round)),
                here: line.round == rounds.shown.round,
            })
            .collect(),
        boards: rounds.boards.iter().map(board).collect(),
        ties: rounds.ties.iter().map(|tie| shell.t(tie.key()).to_owned()).collect(),
        table: rounds.table.iter().map(|(row, name)| (row.clone(), Name::new(&shell, name, None))).collect(),
        event: &event,
        shell: &shell,
    };
    Ok(Page(page).respond_to(&request))
}

fn result_words(shell: &Shell, result: GameResult) -> String {
    match result {
        GameResult::NotReported => shell.t("running.no-result").to_owned(),
        GameResult::Bye => shell.t("running.bye").to_owned(),
        _ => game_words::result(shell, result_word(&result).unwrap_or_default(), won_by(&result).0, None),
    }
}

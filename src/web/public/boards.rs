//! `/events/{slug}/boards`: the final boards of a group's games, to be looked through and printed.

use super::event::find;
use super::query::{self, escape};
use super::words::{self, Name};
use super::{game, game_words};
use crate::service::view::event::EventView;
use crate::service::view::results::{GameView, GroupResults};
use crate::text::both;
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::parts::{Badge, Crumbs, Pager};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;

/// How many boards a page has: four sheets of six.
const PAGE: usize = 24;

#[derive(Template)]
#[template(path = "public/boards.html")]
struct BoardsPage<'a> {
    shell: &'a Shell,
    event: &'a EventView,
    crumbs: Crumbs,
    group: &'a str,
    boards: Vec<Board>,
    pager: Pager,
}

struct Board {
    href: String,
    picture: String,
    spoken: String,
    place: String,
    black: Name,
    white: Name,
    result: String,
    badge: Badge,
}

/// The boards of a group.
pub async fn show(
    request: HttpRequest,
    path: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let query = request.query_string();
    let (event, found) = find(&state, path.into_inner(), query::filled(query, "group")).await?;
    let (at, results) = found.ok_or_else(AppError::not_found)?;
    let from: usize = match query::filled(query, "from") {
        None => 0,
        Some(text) => text.parse().map_err(|_| AppError::malformed(both("public.page-malformed", &[])))?,
    };
    let shell = Shell::of(&request);
    let group = &event.groups[at];
    let own = format!("/events/{}", escape(&event.slug));
    let above = format!("{own}?group={}", escape(&group.key));
    let base = format!("{own}/boards?group={}", escape(&group.key));
    let all: Vec<&GameView> = results.games.iter().filter(|game| game.record.is_some()).collect();
    let shown = all.get(from.min(all.len())..).unwrap_or_default();
    let next = (shown.len() > PAGE).then(|| format!("{base}&from={}", from + PAGE));
    let page = BoardsPage {
        crumbs: Crumbs::new(&shell).step(&shell, "/events", shell.t("public.events.title").to_owned()).step(
            &shell,
            &above,
            event.name.clone(),
        ),
        group: words::of(&shell, &group.name),
        boards: shown.iter().take(PAGE).filter_map(|game| board(&shell, &event, &results, game)).collect(),
        pager: Pager::new(
            &shell,
            shell.t("public.event.games-sorted"),
            (from > 0).then_some(base.as_str()),
            next.as_deref(),
        ),
        event: &event,
        shell: &shell,
    };
    Ok(Page(page).respond_to(&request))
}

fn board(shell: &Shell, event: &EventView, results: &GroupResults, one: &GameView) -> Option<Board> {
    let mark = one.record.as_ref()?;
    let (black, white) = (results.standings.get(one.black)?, results.standings.get(one.white?)?);
    let own = game::address(&event.slug, mark.game);
    let place = game::place(shell, one.round, one.board);
    Some(Board {
        href: shell.href(&own),
        picture: format!("{own}/board.svg"),
        spoken: shell.fill("public.record.final-of", &[("place", &place)]),
        black: Name::new(shell, &black.name, black.register_no.as_deref()),
        white: Name::new(shell, &white.name, white.register_no.as_deref()),
        result: game_words::result(shell, &one.result, &one.won_by, one.margin_quarters),
        badge: game_words::badge(shell, mark),
        place,
    })
}

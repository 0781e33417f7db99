//! A record beside the games that it may stand for: somebody who sees both chooses one, or none.

use super::event_words::{allow, event_crumbs, event_path};
use super::record_words::{records_path, result_words, seat};
use super::{blocking, page, see_other};
use crate::domain::permission::Action;
use crate::service::Staff;
use crate::service::records::{self, Chosen};
use crate::service::view::records::{self as view, OfferView, PlaceView};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Crumbs, Picture, Problems};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

/// How many games are offered besides the likely ones before they are folded away.
const OPEN: usize = 12;

/// One game that may be meant.
struct Offer {
    value: String,
    black: String,
    white: String,
    /// Where the record gives the same names.
    same: (bool, bool),
    seat: String,
    result: String,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "staff/record_place.html")]
struct PlacePage {
    crumbs: Crumbs,
    problems: Problems,
    name: String,
    facts: Vec<(String, String)>,
    picture: Option<Picture>,
    likely: Vec<Offer>,
    others: Vec<Offer>,
    folded: bool,
    /// Whether it stands for no game so far.
    none: bool,
    action: String,
    back: String,
    shell: Shell,
}

fn offer(shell: &Shell, names: &(String, String), one: OfferView) -> Offer {
    let same = |a: &str, b: &str| !a.trim().is_empty() && a.trim() == b.trim();
    Offer {
        value: format!("{}:{}:{}", one.game.round, one.files.0.replace(':', "%3A"), one.files.1),
        same: (same(&one.game.black, &names.0), same(&one.game.white, &names.1)),
        seat: seat(shell, &one.game),
        result: one.game.result.map(|result| result_words(shell, result)).unwrap_or_default(),
        black: one.game.black,
        white: one.game.white,
        chosen: one.chosen,
    }
}

fn render(request: &HttpRequest, shell: Shell, read: PlaceView, problems: Problems) -> HttpResponse {
    let slug = read.event.slug.clone();
    let list = records_path(&slug, &read.record.group_key);
    let unsaid =
        |text: String| if text.trim().is_empty() { shell.t("staff_record.place.unsaid").to_owned() } else { text };
    let word = |key: &str| shell.t(key).to_owned();
    let facts = vec![
        (word("recount.side.black"), unsaid(read.names.0.clone())),
        (word("recount.side.white"), unsaid(read.names.1.clone())),
        (word("staff_record.place.round"), unsaid(read.round)),
        (word("staff_record.place.date"), unsaid(read.date)),
        (word("staff_record.place.moves"), read.moves.to_string()),
        (word("staff_record.declared"), unsaid(read.declared)),
    ];
    let (likely, others): (Vec<OfferView>, Vec<OfferView>) =
        read.offers.into_iter().partition(|one| one.likely || one.chosen);
    let names = read.names;
    let offers = |all: Vec<OfferView>| all.into_iter().map(|one| offer(&shell, &names, one)).collect::<Vec<_>>();
    let (likely, others) = (offers(likely), offers(others));
    let crumbs = event_crumbs(&shell, &read.event)
        .step(
            &shell,
            &event_path(&slug, &format!("/groups/{}", read.record.group_key)),
            read.group.get(shell.lang).to_owned(),
        )
        .step(&shell, &list, shell.t("staff_record.title").to_owned());
    let status = problems.status();
    let template = PlacePage {
        crumbs,
        problems,
        name: read.record.name.clone(),
        facts,
        picture: read.picture.map(|svg| Picture::named(&svg, shell.t("staff_record.board"))),
        folded: others.len() > OPEN && !likely.is_empty(),
        likely,
        others,
        none: read.record.pairing_id.is_none(),
        action: shell.href(&event_path(&slug, &format!("/records/{}/place", read.record.id))),
        back: shell.href(&list),
        shell,
    };
    page(request, status, template)
}

async fn read(state: &AppState, staff: &Staff, slug: &str, id: i64) -> Result<PlaceView, AppError> {
    let (register, staff, slug) = (state.register.clone(), staff.clone(), slug.to_owned());
    blocking(move || view::place_view(&register, &staff, &slug, id)).await
}

/// The page.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, i64)>,
) -> Result<HttpResponse, AppError> {
    let (slug, id) = path.into_inner();
    let read = read(&state, &user.staff, &slug, id).await?;
    Ok(render(&request, shell, read, Problems::none()))
}

/// The game that a form names; none where it says that there is none.
fn chosen(value: &str) -> Result<Option<Chosen>, AppError> {
    if value == "none" {
        return Ok(None);
    }
    let wrong = || AppError::bad_request("game");
    let mut parts = value.splitn(3, ':');
    let (round, black, white) = (parts.next(), parts.next(), parts.next());
    Ok(Some(Chosen {
        round: round.and_then(|round| round.parse().ok()).ok_or_else(wrong)?,
        black: black.ok_or_else(wrong)?.replace("%3A", ":"),
        white: white.ok_or_else(wrong)?.to_owned(),
    }))
}

/// Places the record.
pub async fn place(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, i64)>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let (slug, id) = path.into_inner();
    allow(&state, &user, &slug, Action::EditEvent).await?;
    let chosen = chosen(fields.get("game"))?;
    let (register, staff, named) = (state.register.clone(), user.staff.clone(), slug.clone());
    let done = web::block(move || records::place_by_hand(&register, &staff, &named, id, chosen.as_ref()));
    match done.await.map_err(AppError::internal)? {
        Ok(()) => {
            (state.wake)();
            let read = read(&state, &user.staff, &slug, id).await?;
            Ok(see_other(&shell, &format!("{}?done=placed", records_path(&slug, &read.record.group_key))))
        }
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let read = read(&state, &user.staff, &slug, id).await?;
            Ok(render(&request, shell, read, problems))
        }
    }
}

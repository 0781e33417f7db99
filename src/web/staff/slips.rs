//! The photos of signed result slips: added to a game from its page or from a list of games, looked at beside the board of
//! its record. They show names and signatures, so they are for the workplace only.

use super::event_words::{allow, event_crumbs, event_path};
use super::record_words::{
    game_path, records_path, result_words, seat, slip_badge, verdict_badge, waiting_badge, won_by,
};
use super::{blocking, page, see_other};
use crate::domain::permission::Action;
use crate::domain::results::GameResult;
use crate::service::records::{self, Chosen, Photo, SlipOf};
use crate::service::view::game_desk::{self, GameView, SlipView};
use crate::service::view::records::GameName;
use crate::service::view::slips::{self as view, GroupSlips};
use crate::service::{ServiceResult, Staff};
use crate::web::error::AppError;
use crate::web::form::Fields;
use crate::web::parts::{Badge, Choice, Crumbs, Field, Picture, Problems};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::upload::Upload;
use crate::web::user::User;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use askama::Template;

/// A photo in a list.
pub(super) struct SlipRow {
    /// `第2张`.
    pub(super) words: String,
    /// The page on which it stands beside the board.
    pub(super) href: String,
    pub(super) by: String,
    pub(super) at: String,
    /// Whether it is the one that the page shows.
    here: bool,
}

/// A game with photos.
struct GameRow {
    players: (String, String),
    href: String,
    seat: String,
    /// Whether a record stands for the game, or the photos alone.
    kind: Badge,
    photos: String,
    at: String,
}

#[derive(Template)]
#[template(path = "staff/slips.html")]
struct SlipsPage {
    crumbs: Crumbs,
    problems: Problems,
    event_name: String,
    group_name: String,
    /// Which game, and its photo; nothing where the results have no games.
    form: Option<[Field; 2]>,
    rows: Vec<GameRow>,
    here: String,
    shell: Shell,
}

#[derive(Template)]
#[template(path = "staff/slip.html")]
struct SlipPage {
    crumbs: Crumbs,
    title: String,
    black: String,
    white: String,
    seat: String,
    event_name: String,
    verdict: Badge,
    /// Label and value: the results, the record, the board.
    facts: Vec<(String, String)>,
    picture: Option<Picture>,
    sum: String,
    photo: String,
    alt: String,
    sent: String,
    others: Vec<SlipRow>,
    game: String,
    shell: Shell,
}

/// The photos of a game.
pub(super) fn slip_rows(
    shell: &Shell,
    slug: &str,
    pairing: i64,
    slips: &[SlipView],
    here: Option<i64>,
) -> Vec<SlipRow> {
    let row = |(at, one): (usize, &SlipView)| SlipRow {
        words: shell.fill("staff_slip.nth", &[("n", &(at + 1).to_string())]),
        href: shell.href(&format!("{}/slips/{}", game_path(slug, pairing), one.line.id)),
        by: one.by.clone(),
        at: shell.time(&one.line.uploaded_at),
        here: here == Some(one.line.id),
    };
    slips.iter().enumerate().map(row).collect()
}

/// The field for a photo: a phone opens its camera.
pub(super) fn photo_field(shell: &Shell, problems: &Problems) -> Field {
    Field::photo("photo", shell.t("staff_slip.photo").to_owned())
        .help(shell.t("staff_slip.photo-help").to_owned())
        .check(problems)
}

/// The photo that was sent; empty where none was.
fn sent_photo(upload: Upload) -> Photo {
    let file = upload.files.into_iter().find(|file| file.field == "photo");
    let (name, bytes) = file.map(|file| (file.name, file.bytes)).unwrap_or_default();
    Photo { name, bytes }
}

/// A game as one of many to choose from: 第2台 陈一鸣 – 林小满.
fn choice(shell: &Shell, (game, files): &(GameName, (String, String))) -> Choice {
    let value = format!("{}:{}:{}", game.round, files.0.replace(':', "%3A"), files.1);
    let players = format!("{} – {}", game.black, game.white);
    let words = match game.board {
        Some(board) => shell.fill("staff_slip.choice", &[("board", &board.to_string()), ("players", &players)]),
        None => players,
    };
    Choice::new(value, words).under(shell.fill("staff_record.round", &[("round", &game.round.to_string())]))
}

async fn read(state: &AppState, staff: &Staff, (slug, group): (&str, &str)) -> Result<GroupSlips, AppError> {
    let (register, staff) = (state.register.clone(), staff.clone());
    let (slug, group) = (slug.to_owned(), group.to_owned());
    blocking(move || view::of_group(&register, &staff, &slug, &group)).await
}

fn render(
    request: &HttpRequest,
    shell: Shell,
    (read, group): (GroupSlips, &str),
    typed: &Fields,
    problems: Problems,
) -> HttpResponse {
    let slug = read.event.slug.as_str();
    let crumbs = event_crumbs(&shell, &read.event)
        .step(&shell, &event_path(slug, &format!("/groups/{group}")), read.group.get(shell.lang).to_owned())
        .step(&shell, &records_path(slug, group), shell.t("staff_record.title").to_owned());
    let games: Vec<Choice> = read.games.iter().map(|game| choice(&shell, game)).collect();
    let form = (!games.is_empty()).then(|| {
        let none = Choice::new("", shell.t("staff_slip.choose").to_owned());
        let which = Field::select(
            "game",
            shell.t("staff_record.game").to_owned(),
            std::iter::once(none).chain(games).collect(),
        );
        [which.value(typed.get("game")).check(&problems), photo_field(&shell, &problems)]
    });
    let row = |(one, recorded): &(view::Photographed, bool)| GameRow {
        players: (one.game.black.clone(), one.game.white.clone()),
        href: shell.href(&format!("{}#slips", game_path(slug, one.pairing))),
        seat: seat(&shell, &one.game),
        kind: slip_badge(&shell, *recorded),
        photos: one.photos.to_string(),
        at: shell.time(&one.last),
    };
    let status = problems.status();
    let template = SlipsPage {
        crumbs,
        event_name: read.event.name.clone(),
        group_name: read.group.get(shell.lang).to_owned(),
        form,
        rows: read.photographed.iter().map(row).collect(),
        here: format!("{}/slips", event_path(slug, &format!("/groups/{group}"))),
        problems,
        shell,
    };
    page(request, status, template)
}

/// The page of a group's photos.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    let read = read(&state, &user.staff, (&slug, &group)).await?;
    Ok(render(&request, shell, (read, &group), &Fields::default(), Problems::none()))
}

/// The game that the form names, if it names one.
fn chosen(group: &str, value: &str) -> Option<SlipOf> {
    let mut parts = value.splitn(3, ':');
    let (round, black, white) = (parts.next()?.parse().ok()?, parts.next()?, parts.next()?);
    let game = Chosen { round, black: black.replace("%3A", ":"), white: white.to_owned() };
    Some(SlipOf::Game { group: group.to_owned(), game })
}

/// Keeps a photo on a thread that may block; answers the pairing.
async fn keep(
    state: &AppState,
    staff: &Staff,
    slug: &str,
    of: Option<SlipOf>,
    upload: Upload,
) -> Result<ServiceResult<i64>, AppError> {
    let photo = sent_photo(upload);
    let (register, staff, slug) = (state.register.clone(), staff.clone(), slug.to_owned());
    let kept = web::block(move || records::add_slip(&register, &staff, &slug, of.as_ref(), &photo));
    Ok(kept.await.map_err(AppError::internal)?.map(|(pairing, _)| pairing))
}

/// Adds a photo to the game that the form names.
pub async fn send(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    // Whoever may not send is refused before the photo is read.
    allow(&state, &user, &slug, Action::EditEvent).await?;
    let upload = Upload::from_request(&request, &mut payload.into_inner()).await?;
    let typed = upload.fields.clone();
    let of = chosen(&group, typed.get("game"));
    match keep(&state, &user.staff, &slug, of, upload).await? {
        Ok(pairing) => Ok(see_other(&shell, &format!("{}?done=slip#slips", game_path(&slug, pairing)))),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let read = read(&state, &user.staff, (&slug, &group)).await?;
            Ok(render(&request, shell, (read, &group), &typed, problems))
        }
    }
}

/// Adds a photo to the game of a page.
pub async fn add(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, i64)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let (slug, pairing) = path.into_inner();
    allow(&state, &user, &slug, Action::EditEvent).await?;
    let upload = Upload::from_request(&request, &mut payload.into_inner()).await?;
    match keep(&state, &user.staff, &slug, Some(SlipOf::Pairing(pairing)), upload).await? {
        Ok(pairing) => Ok(see_other(&shell, &format!("{}?done=slip#slips", game_path(&slug, pairing)))),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let read = super::game::read(&state, &user.staff, (&slug, pairing), &Fields::default()).await?;
            Ok(super::game::render(&request, shell, read, &Fields::default(), problems))
        }
    }
}

/// What the results, the record and the board say, beside the photo.
fn facts(shell: &Shell, view: &GameView) -> Vec<(String, String)> {
    let word = |key: &str| shell.t(key).to_owned();
    let said = |result: Option<GameResult>| match result {
        Some(result) => result_words(shell, result),
        None => word("staff_record.gone"),
    };
    let mut facts = vec![(word("staff_record.result-now"), said(view.game.result))];
    if view.game.result != view.reported {
        facts.push((word("staff_record.reported"), said(view.reported)));
    }
    if let Some(record) = &view.record {
        if !record.declared.is_empty() {
            facts.push((word("staff_record.declared"), record.declared.clone()));
        }
        if let Some(desk) = &record.desk {
            facts.push((word("staff_record.counted"), won_by(shell, desk.winner, desk.margin)));
        }
    }
    facts
}

/// A photo beside the board of the record.
pub async fn beside(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, i64, i64)>,
) -> Result<HttpResponse, AppError> {
    let (slug, pairing, slip) = path.into_inner();
    let (register, staff, of) = (state.register.clone(), user.staff.clone(), slug.clone());
    let view = blocking(move || game_desk::game(&register, &staff, &of, pairing, None)).await?;
    let Some(at) = view.slips.iter().position(|one| one.line.id == slip) else { return Err(AppError::not_found()) };
    let shown = &view.slips[at];
    let n = (at + 1).to_string();
    let players = format!("{} – {}", view.game.black, view.game.white);
    let here = game_path(&slug, pairing);
    let list = records_path(&slug, &view.pairing.group_key);
    let crumbs = event_crumbs(&shell, &view.event)
        .step(
            &shell,
            &event_path(&slug, &format!("/groups/{}", view.pairing.group_key)),
            view.group.get(shell.lang).to_owned(),
        )
        .step(&shell, &list, shell.t("staff_record.title").to_owned())
        .step(&shell, &here, players.clone());
    let recount = view.record.as_ref().and_then(|record| record.recount.as_ref());
    let verdict = match (&view.record, recount) {
        (_, Some(one)) => verdict_badge(&shell, &one.verdict),
        (Some(_), None) => waiting_badge(&shell),
        (None, None) => slip_badge(&shell, false),
    };
    let desk = view.record.as_ref().and_then(|record| record.desk.as_ref());
    let template = SlipPage {
        crumbs,
        title: shell.fill("staff_slip.title-nth", &[("n", &n)]),
        seat: seat(&shell, &view.game),
        event_name: view.event.name.clone(),
        verdict,
        facts: facts(&shell, &view),
        picture: desk.map(|desk| Picture::named(&desk.picture, shell.t("staff_record.board"))),
        sum: desk.map(|desk| desk.sum.get(shell.lang).to_owned()).unwrap_or_default(),
        photo: event_path(&slug, &format!("/slips/{slip}/photo")),
        alt: shell.fill("staff_slip.alt", &[("n", &n), ("players", &players)]),
        sent: shell.fill("staff_slip.sent", &[("name", &shown.by), ("at", &shell.time(&shown.line.uploaded_at))]),
        others: slip_rows(&shell, &slug, pairing, &view.slips, Some(slip)),
        game: shell.href(&format!("{here}#slips")),
        black: view.game.black.clone(),
        white: view.game.white.clone(),
        shell,
    };
    Ok(page(&request, actix_web::http::StatusCode::OK, template))
}

/// A photo itself, for those who may see the event. What it is was read from its first bytes when it was sent.
pub async fn photo(
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, i64)>,
) -> Result<HttpResponse, AppError> {
    let (slug, id) = path.into_inner();
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let (line, bytes) = blocking(move || records::slip(&register, &staff, &slug, id)).await?;
    let kind = match line.mime.as_str() {
        "image/jpeg" => "image/jpeg",
        "image/png" => "image/png",
        "image/webp" => "image/webp",
        _ => return Err(AppError::not_found()),
    };
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, kind))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::CONTENT_DISPOSITION, "inline"))
        .body(bytes))
}

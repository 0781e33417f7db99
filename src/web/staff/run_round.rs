//! A round in the referee's hand: a board is a card, a result is one tap. On paper: the sheet for the wall and the slips.

use super::event_words::allow;
use super::record_words::result_words;
use super::run::round_badge;
use super::run_words::{grade_words, member_words, presence_badge, round_words, run_crumbs, run_done, run_path};
use super::{blocking, page, see_other};
use crate::domain::name::pinyin_key;
use crate::domain::permission::Action;
use crate::domain::results::GameResult;
use crate::service::running::{self, RESULTS};
use crate::service::view::running::{self as view, BoardLine, MemberLine, RoundView};
use crate::service::{Register, ServiceResult, Staff};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Badge, Crumbs, Field, Problems};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

/// A seat of a board.
struct Seat {
    number: u32,
    name: String,
    grade: String,
    points: u32,
}

/// A board.
struct BoardCard {
    board: u16,
    black: Seat,
    white: Option<Seat>,
    result: Option<String>,
    again: bool,
    /// Where its result is sent.
    action: String,
    /// Why a result is corrected.
    reason: Field,
}

#[derive(Template)]
#[template(path = "staff/run_round.html")]
struct RoundPage {
    crumbs: Crumbs,
    done: Option<String>,
    problems: Problems,
    event_name: String,
    group_name: String,
    title: String,
    badge: Badge,
    said: String,
    boards: Vec<BoardCard>,
    away: Vec<(String, Badge)>,
    /// What can be tapped: what is sent, and its words.
    taps: Vec<(&'static str, String)>,
    tap: bool,
    /// Whether seats may be exchanged: whose, and why.
    seats: Option<[Field; 3]>,
    close: bool,
    reopen: Option<Field>,
    reopened: bool,
    here: String,
    shell: Shell,
}

/// The words of what can be tapped.
fn taps(shell: &Shell) -> Vec<(&'static str, String)> {
    let words = RESULTS.map(|result| match result {
        "B" => "running.tap.black",
        "W" => "running.tap.white",
        "draw" => "running.tap.draw",
        "both-lose" => "running.tap.both-lose",
        "B+F" => "running.tap.white-away",
        _ => "running.tap.black-away",
    });
    RESULTS.into_iter().zip(words).map(|(result, key)| (result, shell.t(key).to_owned())).collect()
}

fn seat(shell: &Shell, member: &MemberLine, points: u32) -> Seat {
    Seat { number: member.number, name: member.name.clone(), grade: grade_words(shell, member.grade), points }
}

fn card(shell: &Shell, here: &str, line: &BoardLine, problems: &Problems, wrong: Option<u16>) -> BoardCard {
    let reason = Field::text("reason", shell.t("running.correct.reason").to_owned());
    let reason = reason.id(format!("reason-{}", line.board)).max(500);
    BoardCard {
        board: line.board,
        black: seat(shell, &line.black, line.points.0),
        white: line.white.as_ref().map(|white| seat(shell, white, line.points.1)),
        result: (line.result != GameResult::NotReported).then(|| result_words(shell, line.result)),
        again: line.again,
        action: shell.href(&format!("{here}/boards/{}", line.board)),
        reason: if wrong == Some(line.board) { reason.check(problems) } else { reason },
    }
}

async fn read(state: &AppState, staff: &Staff, (slug, group): (&str, &str), round: u16) -> Result<RoundView, AppError> {
    let (register, staff) = (state.register.clone(), staff.clone());
    let (slug, group) = (slug.to_owned(), group.to_owned());
    blocking(move || view::of_round(&register, &staff, &slug, &group, round)).await
}

fn crumbs(shell: &Shell, read: &RoundView) -> Crumbs {
    run_crumbs(shell, &read.event, (&read.key, &read.name))
}

fn render(
    request: &HttpRequest,
    shell: Shell,
    read: &RoundView,
    (fields, wrong): (&Fields, Option<u16>),
    problems: Problems,
) -> HttpResponse {
    let word = |key: &str| shell.t(key).to_owned();
    let typed = |name: &str| fields.get(name).to_owned();
    let (done, boards) = ((read.line.boards - read.line.open).to_string(), read.line.boards.to_string());
    let seats = (read.may.edit && read.last && !read.line.closed).then(|| {
        let number = |name: &'static str, key: &str| Field::digits(name, word(key)).max(4).narrow();
        [
            number("one", "running.seats.one").value(typed("one")),
            number("other", "running.seats.other").value(typed("other")).help(word("running.seats.other-help")),
            Field::text("reason", word("running.reason")).id("reason-seats").max(500).check(&problems),
        ]
    });
    let reopen = (read.may.edit && read.line.closed)
        .then(|| Field::text("reason", word("running.reason")).id("reason-reopen").max(500).check(&problems));
    let here = run_path(&read.event.slug, &read.key, &format!("/rounds/{}", read.line.round));
    let template = RoundPage {
        crumbs: crumbs(&shell, read),
        done: run_done(&shell, request.query_string()),
        event_name: read.event.name.clone(),
        group_name: read.name.get(shell.lang).to_owned(),
        title: round_words(&shell, read.line.round),
        badge: round_badge(&shell, &read.line).large(),
        said: shell.fill("running.rounds.results", &[("done", &done), ("boards", &boards)]),
        boards: read.boards.iter().map(|line| card(&shell, &here, line, &problems, wrong)).collect(),
        away: read.away.iter().map(|(m, presence)| (member_words(m), presence_badge(&shell, *presence))).collect(),
        taps: taps(&shell),
        tap: read.may.result && !read.line.closed,
        seats,
        close: read.may.edit && !read.line.closed && read.line.open == 0,
        reopen,
        reopened: read.line.reopened,
        here,
        problems,
        shell,
    };
    let status = template.problems.status();
    page(request, status, template)
}

/// The round.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String, u16)>,
) -> Result<HttpResponse, AppError> {
    let (slug, group, round) = path.into_inner();
    let read = read(&state, &user.staff, (&slug, &group), round).await?;
    Ok(render(&request, shell, &read, (&Fields::default(), None), Problems::none()))
}

/// Does something to a round, then leads on.
async fn done<F>(
    (request, shell): (&HttpRequest, Shell),
    (state, user, action): (&AppState, &User, Action),
    (slug, group, round): (String, String, u16),
    (fields, to, wrong): (&Fields, &str, Option<u16>),
    work: F,
) -> Result<HttpResponse, AppError>
where
    F: FnOnce(&Register, &Staff, (&str, &str)) -> ServiceResult<()> + Send + 'static,
{
    allow(state, user, &slug, action).await?;
    let (register, staff, named, of) = (state.register.clone(), user.staff.clone(), slug.clone(), group.clone());
    match web::block(move || work(&register, &staff, (&named, &of))).await.map_err(AppError::internal)? {
        Ok(()) => Ok(see_other(&shell, &run_path(&slug, &group, to))),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let read = read(state, &user.staff, (&slug, &group), round).await?;
            Ok(render(request, shell, &read, (fields, wrong), problems))
        }
    }
}

/// Enters the result of a board.
pub async fn result(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String, u16, u16)>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let (slug, group, round, board) = path.into_inner();
    let (said, why) = (fields.get("result").to_owned(), fields.get("reason").to_owned());
    let work = move |register: &Register, staff: &Staff, of: (&str, &str)| {
        running::enter_result(register, staff, of, (round, board), &said, &why)
    };
    let to = format!("/rounds/{round}#b{board}");
    let who = (&**state, &user, Action::EnterResult);
    done((&request, shell), who, (slug, group, round), (&fields, &to, Some(board)), work).await
}

/// Settles the round.
pub async fn close(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String, u16)>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let path = path.into_inner();
    let round = path.2;
    let work = move |register: &Register, staff: &Staff, (slug, group): (&str, &str)| {
        running::close_round(register, staff, slug, group, round)
    };
    let who = (&**state, &user, Action::EditEvent);
    done((&request, shell), who, path, (&fields, "?done=closed", None), work).await
}

/// Opens a settled round again.
pub async fn reopen(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String, u16)>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let path = path.into_inner();
    let (round, why) = (path.2, fields.get("reason").to_owned());
    let work = move |register: &Register, staff: &Staff, of: (&str, &str)| {
        running::reopen_round(register, staff, of, round, &why)
    };
    let to = format!("/rounds/{round}?done=reopened");
    let who = (&**state, &user, Action::EditEvent);
    done((&request, shell), who, path, (&fields, &to, None), work).await
}

/// Exchanges two seats.
pub async fn seats(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String, u16)>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let path = path.into_inner();
    let number = |name: &str| fields.trimmed(name).parse::<u32>().ok();
    let (pair, why) = (number("one").zip(number("other")), fields.get("reason").to_owned());
    let work = move |register: &Register, staff: &Staff, of: (&str, &str)| {
        let pair = pair.ok_or_else(|| crate::service::ServiceError::refused("refusal.running_numbers"))?;
        running::exchange_seats(register, staff, of, pair, &why)
    };
    let to = format!("/rounds/{}?done=seats", path.2);
    let who = (&**state, &user, Action::EditEvent);
    done((&request, shell), who, path, (&fields, &to, None), work).await
}

/// A line of the sheet for who looks for a name.
struct NameRow {
    name: String,
    number: u32,
    board: String,
    side: String,
    class: &'static str,
    opponent: String,
}

#[derive(Template)]
#[template(path = "staff/run_sheet.html")]
struct SheetPage {
    crumbs: Crumbs,
    event_name: String,
    group_name: String,
    days: String,
    title: String,
    boards: Vec<BoardCard>,
    names: Vec<NameRow>,
    shell: Shell,
}

#[derive(Template)]
#[template(path = "staff/run_slips.html")]
struct SlipsPage {
    crumbs: Crumbs,
    event_name: String,
    group_name: String,
    days: String,
    title: String,
    boards: Vec<BoardCard>,
    taps: Vec<(&'static str, String)>,
    shell: Shell,
}

fn name_rows(shell: &Shell, read: &RoundView) -> Vec<NameRow> {
    let word = |key: &str| shell.t(key).to_owned();
    let mut rows: Vec<(String, NameRow)> = Vec::new();
    for line in &read.boards {
        let sides = [
            (Some(&line.black), line.white.as_ref(), "recount.side.black", "side-b"),
            (line.white.as_ref(), Some(&line.black), "recount.side.white", "side-w"),
        ];
        for (own, other, key, class) in sides {
            let Some(own) = own else { continue };
            let bye = line.white.is_none();
            rows.push((
                pinyin_key(&own.name).unwrap_or_else(|| own.name.to_lowercase()),
                NameRow {
                    name: own.name.clone(),
                    number: own.number,
                    board: if bye { String::new() } else { line.board.to_string() },
                    side: if bye { word("running.bye") } else { crate::text::text(shell.lang, key).to_owned() },
                    class: if bye { "" } else { class },
                    opponent: other.map(member_words).unwrap_or_default(),
                },
            ));
        }
    }
    rows.sort_by(|(a, one), (b, other)| (a, one.number).cmp(&(b, other.number)));
    rows.into_iter().map(|(_, row)| row).collect()
}

/// The pairings for the wall: by board, and by name.
pub async fn sheet(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String, u16)>,
) -> Result<HttpResponse, AppError> {
    let (slug, group, round) = path.into_inner();
    let read = read(&state, &user.staff, (&slug, &group), round).await?;
    let none = Problems::none();
    let template = SheetPage {
        crumbs: crumbs(&shell, &read),
        event_name: read.event.name.clone(),
        group_name: read.name.get(shell.lang).to_owned(),
        days: shell.days(&read.event.starts_on, &read.event.ends_on),
        title: round_words(&shell, round),
        boards: read.boards.iter().map(|line| card(&shell, "", line, &none, None)).collect(),
        names: name_rows(&shell, &read),
        shell,
    };
    Ok(page(&request, StatusCode::OK, template))
}

/// A slip for each board, to be signed.
pub async fn slips(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String, u16)>,
) -> Result<HttpResponse, AppError> {
    let (slug, group, round) = path.into_inner();
    let read = read(&state, &user.staff, (&slug, &group), round).await?;
    let none = Problems::none();
    let games = read.boards.iter().filter(|line| line.white.is_some());
    let template = SlipsPage {
        crumbs: crumbs(&shell, &read),
        event_name: read.event.name.clone(),
        group_name: read.name.get(shell.lang).to_owned(),
        days: shell.days(&read.event.starts_on, &read.event.ends_on),
        title: round_words(&shell, round),
        boards: games.map(|line| card(&shell, "", line, &none, None)).collect(),
        taps: taps(&shell).into_iter().take(4).collect(),
        shell,
    };
    Ok(page(&request, StatusCode::OK, template))
}

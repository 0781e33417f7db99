//! `/g`: the code on a result slip leads to its game. `/g/{code}`: the game, and what the side of the code says of it, once.
//!
//! The code is a secret of the paper, as that of a certificate is: an address that holds it is told to nobody, is not
//! indexed and is not logged. A code that was never made and one that leads nowhere any more answer alike.

use super::query::{self, escape};
use super::words::{self, Name};
use super::{game, game_words};
use crate::domain::check_code::CheckCode;
use crate::service::records::{self, CodeState, NOTE, PlayerSays, WordForm};
use crate::service::view::player_word::{self as view, CodeView};
use crate::service::{ServiceError, ServiceResult};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::page::{Page, PageWith};
use crate::web::parts::{Badge, Field, Picture, Problem, Problems, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;

#[derive(Template)]
#[template(path = "public/player_word_ask.html")]
struct AskPage<'a> {
    shell: &'a Shell,
    problems: Problems,
    field: Field,
}

/// A player with the colour.
struct Side {
    class: &'static str,
    colour: &'static str,
    name: Name,
    /// Whether the code is this one's.
    own: bool,
    won: bool,
}

#[derive(Template)]
#[template(path = "public/player_word.html")]
struct CodePage<'a> {
    shell: &'a Shell,
    view: &'a CodeView,
    title: String,
    sides: [Side; 2],
    result: String,
    board: Option<(Picture, String)>,
    /// What was said, with its time.
    said: Option<(Badge, String)>,
    /// Why nothing can be said now.
    closed: Option<&'static str>,
    problems: Problems,
    note: Field,
    note_open: bool,
    action: String,
    event_href: String,
    game_href: Option<String>,
}

fn ask_page<'a>(shell: &'a Shell, typed: &str, wrong: Option<String>) -> AskPage<'a> {
    let problem = |words| Problems::new(shell, vec![Problem { field: "code".to_owned(), words }]);
    let problems = wrong.map_or_else(Problems::none, problem);
    let field = Field::text("code", shell.t("public.slip.code").to_owned())
        .help(shell.t("public.slip.code-help").to_owned())
        .autocomplete("off")
        .max(40)
        .narrow()
        .value(typed)
        .check(&problems);
    AskPage { shell, problems, field }
}

/// The same whatever is wrong with a code that was read.
fn unknown(request: &HttpRequest, shell: &Shell) -> HttpResponse {
    let page = ask_page(shell, "", Some(shell.t("public.slip.unknown").to_owned()));
    PageWith(StatusCode::NOT_FOUND, page).respond_to(request)
}

fn to_the_game(shell: &Shell, code: &CheckCode) -> HttpResponse {
    let location = shell.href(&format!("/g/{code}"));
    HttpResponse::SeeOther().insert_header((header::LOCATION, location)).finish()
}

/// Asks for a code, and leads to its game.
pub async fn ask(request: HttpRequest) -> Result<HttpResponse, AppError> {
    let shell = Shell::of(&request);
    let Some(typed) = query::filled(request.query_string(), "code") else {
        return Ok(Page(ask_page(&shell, "", None)).respond_to(&request));
    };
    Ok(match CheckCode::read(&typed) {
        Ok(code) => to_the_game(&shell, &code),
        Err(error) => {
            let page = ask_page(&shell, &typed, Some(error.message().get(shell.lang).to_owned()));
            PageWith(StatusCode::UNPROCESSABLE_ENTITY, page).respond_to(&request)
        }
    })
}

async fn read(state: &web::Data<AppState>, code: CheckCode) -> Result<Option<CodeView>, AppError> {
    super::read(state, move |register| match view::by_code(register, &code) {
        Ok(view) => Ok(Some(view)),
        Err(ServiceError::NotFound) => Ok(None),
        Err(error) => Err(error),
    })
    .await
}

/// The game of a code.
pub async fn show(
    request: HttpRequest,
    path: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let shell = Shell::of(&request);
    let Ok(code) = CheckCode::read(&path) else { return Ok(unknown(&request, &shell)) };
    Ok(match read(&state, code).await? {
        Some(view) => Page(page(&shell, &view, &code, Problems::none(), "")).respond_to(&request),
        None => unknown(&request, &shell),
    })
}

/// Takes the word of the code's side.
pub async fn say(
    request: HttpRequest,
    path: web::Path<String>,
    state: web::Data<AppState>,
    sent: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let shell = Shell::of(&request);
    let Ok(code) = CheckCode::read(&path) else { return Ok(unknown(&request, &shell)) };
    let says = PlayerSays::from_key(sent.0.get("says")).ok_or_else(|| AppError::bad_request("says"))?;
    let note = match says {
        PlayerSays::Disputed => sent.0.get("note").to_owned(),
        PlayerSays::Confirmed => String::new(),
    };
    let form = WordForm { says, result: sent.0.get("result").to_owned(), note: note.clone() };
    let register = state.register.clone();
    let done: ServiceResult<()> =
        web::block(move || records::say(&register, &code, &form)).await.map_err(AppError::internal)?;
    let problems = match done {
        Ok(()) => return Ok(to_the_game(&shell, &code)),
        Err(ServiceError::NotFound) => return Ok(unknown(&request, &shell)),
        Err(error) => Problems::of_error(&shell, error)?,
    };
    let status = problems.status();
    Ok(match read(&state, code).await? {
        Some(view) => PageWith(status, page(&shell, &view, &code, problems, &note)).respond_to(&request),
        None => unknown(&request, &shell),
    })
}

/// Why nothing can be said with a code now; what was said needs no reason.
const fn closed(state: CodeState) -> Option<&'static str> {
    match state {
        CodeState::Open | CodeState::Used => None,
        CodeState::NoResult => Some("refusal.word_no_result"),
        CodeState::Ended => Some("refusal.word_ended"),
        CodeState::Gone => Some("refusal.word_gone"),
        CodeState::Over => Some("refusal.word_over"),
    }
}

fn page<'a>(shell: &'a Shell, view: &'a CodeView, code: &CheckCode, problems: Problems, typed: &str) -> CodePage<'a> {
    let result = view.result.as_ref();
    let side = |at: usize| {
        let key = ["B", "W"][at];
        Side {
            class: ["side-b", "side-w"][at],
            colour: crate::text::text(shell.lang, ["public.game.black", "public.game.white"][at]),
            name: Name::new(shell, &view.players[at], None),
            own: view.side == key,
            won: result.is_some_and(|result| result.result == key),
        }
    };
    let title = game::place(shell, view.round, view.board);
    let said = view.said.map(|(says, at)| {
        let (tone, key) = match says {
            PlayerSays::Confirmed => (Tone::Good, "public.slip.confirmed"),
            PlayerSays::Disputed => (Tone::Bad, "public.slip.disputed"),
        };
        (Badge::new(tone, shell.t(key).to_owned()).large(), shell.time(&at))
    });
    let note = Field::area("note", shell.t("public.slip.note").to_owned(), 4)
        .help(shell.t("public.slip.note-help").to_owned())
        .max(u16::try_from(NOTE).unwrap_or(u16::MAX))
        .value(typed)
        .check(&problems);
    CodePage {
        sides: [side(0), side(1)],
        result: match result {
            Some(result) => game_words::result(shell, result.result, result.won_by, result.margin),
            None => shell.t("public.slip.no-result").to_owned(),
        },
        board: view.picture.clone().map(|svg| {
            let spoken = shell.fill("public.record.final-of", &[("place", &title)]);
            (Picture::new(svg), spoken)
        }),
        said,
        closed: closed(view.state).map(|key| crate::text::text(shell.lang, key)),
        note_open: !typed.is_empty() || !problems.is_empty(),
        problems,
        note,
        action: shell.href(&format!("/g/{code}")),
        event_href: shell.href(&format!("/events/{}", escape(&view.event.slug))),
        game_href: view.page.map(|page| shell.href(&game::address(&view.event.slug, page))),
        title,
        view,
        shell,
    }
}

impl CodePage<'_> {
    fn group(&self) -> &str {
        words::of(self.shell, &self.view.group)
    }

    fn days(&self) -> String {
        let (first, last) = &self.view.event.days;
        self.shell.days(first, last)
    }

    /// Whether the code waits for its word.
    fn open(&self) -> bool {
        self.view.state == CodeState::Open
    }
}

//! Both players' word in the workplace: how each game of a round stands, making the codes, making one anew, and the slips
//! to be printed.

use super::event_words::{allow, event_crumbs, event_path};
use super::record_words::{game_path, records_path, result_words, seat};
use super::{blocking, page, see_other};
use crate::domain::permission::Action;
use crate::print::qr_svg;
use crate::service::records::{self, PlayerSays, SIDES};
use crate::service::view::codes::{self as view, GroupSlips, SideState, Slip, Spoken};
use crate::service::{ServiceResult, Staff};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Badge, Crumbs, Picture, Problems, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

/// What the address asks for.
#[derive(serde::Deserialize)]
pub struct Asked {
    round: Option<u16>,
    from: Option<usize>,
}

/// What a side says, in words.
struct SideCell {
    /// `B` or `W`.
    side: &'static str,
    label: &'static str,
    badge: Badge,
    when: String,
    note: Option<String>,
    /// What it said before.
    earlier: Vec<String>,
    /// Whether a new code can be made, and whether that lets a word end.
    renew: Option<bool>,
}

struct Row {
    players: (String, String),
    href: Option<String>,
    seat: String,
    result: String,
    pairing: i64,
    sides: [SideCell; 2],
}

/// A round to be looked at.
struct Tab {
    href: String,
    words: String,
    here: bool,
}

#[derive(Template)]
#[template(path = "staff/codes.html")]
struct SlipsPage {
    crumbs: Crumbs,
    done: Option<String>,
    problems: Problems,
    event_name: String,
    group_name: String,
    asks: bool,
    figures: Vec<(String, i64)>,
    tabs: Vec<Tab>,
    round: u16,
    rows: Vec<Row>,
    /// The buttons that make codes: of the round where it lacks some, of the group.
    make: Option<(Option<String>, String)>,
    /// The slips of the round, where it has codes.
    print: Option<String>,
    here: String,
    shell: Shell,
}

/// One side of a slip.
struct PrintedSide {
    colour: &'static str,
    class: &'static str,
    name: String,
    /// The code as text and as a picture.
    code: Option<(String, Picture)>,
}

struct PrintedSlip {
    seat: String,
    result: Option<String>,
    sides: [PrintedSide; 2],
}

#[derive(Template)]
#[template(path = "staff/codes_print.html")]
struct PrintPage {
    crumbs: Crumbs,
    event_name: String,
    group_name: String,
    days: String,
    slips: Vec<PrintedSlip>,
    address: String,
    next: Option<String>,
    shell: Shell,
}

/// The address of the slips of a group.
pub(super) fn codes_path(slug: &str, group: &str) -> String {
    event_path(slug, &format!("/groups/{group}/codes"))
}

/// What somebody says, as a badge.
pub(super) fn said_badge(shell: &Shell, said: Option<&Spoken>) -> Badge {
    let (tone, key) = match said.map(|said| said.says) {
        Some(PlayerSays::Confirmed) => (Tone::Good, "public.word.confirmed"),
        Some(PlayerSays::Disputed) => (Tone::Bad, "public.word.disputed"),
        None => (Tone::Unknown, "public.word.none"),
    };
    Badge::new(tone, shell.t(key).to_owned())
}

/// What was said with a code that has ended.
pub(super) fn earlier_words(shell: &Shell, spoken: &Spoken) -> String {
    let key = match spoken.says {
        PlayerSays::Confirmed => "staff_record.slip.earlier-confirmed",
        PlayerSays::Disputed => "staff_record.slip.earlier-disputed",
    };
    let said = shell.fill(key, &[("at", &shell.time(&spoken.at))]);
    match &spoken.note {
        Some(note) => shell.fill("staff_record.slip.with-note", &[("said", &said), ("note", note)]),
        None => said,
    }
}

fn cell(shell: &Shell, at: usize, state: &SideState, may: bool) -> SideCell {
    let label = ["recount.side.black", "recount.side.white"][at];
    let disputed = state.said.as_ref().is_some_and(|said| said.says == PlayerSays::Disputed);
    SideCell {
        side: SIDES[at],
        label: crate::text::text(shell.lang, label),
        badge: match state.coded {
            true => said_badge(shell, state.said.as_ref()),
            false => Badge::new(Tone::Plain, shell.t("staff_record.slip.no-code").to_owned()),
        },
        when: state.said.as_ref().map(|said| shell.time(&said.at)).unwrap_or_default(),
        note: state.said.as_ref().and_then(|said| said.note.clone()),
        earlier: state.earlier.iter().map(|spoken| earlier_words(shell, spoken)).collect(),
        renew: (may && state.coded && !disputed).then_some(state.said.is_some()),
    }
}

fn done(shell: &Shell, query: &str) -> Option<String> {
    let of = |name: &str| query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name);
    match of("done")?.1 {
        "made" => {
            let n: u32 = of("n")?.1.parse().ok()?;
            Some(shell.fill("staff_record.slip.made", &[("n", &n.to_string())]))
        }
        "renewed" => Some(shell.t("staff_record.slip.renewed").to_owned()),
        _ => None,
    }
}

fn render(request: &HttpRequest, shell: Shell, (read, group): (GroupSlips, &str), problems: Problems) -> HttpResponse {
    let slug = read.event.slug.as_str();
    let here = codes_path(slug, group);
    let may = read.asks && read.open && read.may_make;
    let word = |key: &str| shell.t(key).to_owned();
    let round_words = |round: u16| shell.fill("staff_record.round", &[("round", &round.to_string())]);
    let coded = read.lines.iter().any(|line| line.sides.iter().any(|side| side.coded && side.said.is_none()));
    let lacking = read.lines.iter().any(|line| line.sides.iter().any(|side| !side.coded));
    let rows = read.lines.iter().map(|line| Row {
        players: (line.game.black.clone(), line.game.white.clone()),
        href: line.pairing.map(|pairing| shell.href(&game_path(slug, pairing))),
        seat: seat(&shell, &line.game),
        result: line.game.result.map(|result| result_words(&shell, result)).unwrap_or_default(),
        pairing: line.pairing.unwrap_or_default(),
        sides: [0, 1].map(|at: usize| cell(&shell, at, &line.sides[at], may)),
    });
    let template = SlipsPage {
        crumbs: event_crumbs(&shell, &read.event)
            .step(&shell, &event_path(slug, &format!("/groups/{group}")), read.group.get(shell.lang).to_owned())
            .step(&shell, &records_path(slug, group), word("staff_record.title")),
        done: done(&shell, request.query_string()),
        event_name: read.event.name.clone(),
        group_name: read.group.get(shell.lang).to_owned(),
        asks: read.asks,
        figures: vec![
            (word("staff_record.slip.both"), read.tally.both),
            (word("staff_record.slip.one"), read.tally.one),
            (word("staff_record.slip.nobody"), read.tally.none),
            (word("staff_record.slip.disputed"), read.tally.disputed),
        ],
        tabs: read
            .rounds
            .iter()
            .map(|round| Tab {
                href: shell.href(&format!("{here}?round={round}")),
                words: round_words(*round),
                here: *round == read.round,
            })
            .collect(),
        make: (may && !read.lines.is_empty() && (lacking || read.rounds.len() > 1)).then(|| {
            let round = read.round.to_string();
            let of_round = || shell.fill("staff_record.slip.make-round", &[("round", &round)]);
            (lacking.then(of_round), word("staff_record.slip.make-all"))
        }),
        print: (read.may_make && coded).then(|| shell.href(&format!("{here}/print?round={}", read.round))),
        rows: rows.collect(),
        round: read.round,
        here,
        problems,
        shell,
    };
    let status = template.problems.status();
    page(request, status, template)
}

async fn read(
    state: &AppState,
    staff: &Staff,
    (slug, group): (&str, &str),
    round: Option<u16>,
) -> Result<GroupSlips, AppError> {
    let (register, staff) = (state.register.clone(), staff.clone());
    let (slug, group) = (slug.to_owned(), group.to_owned());
    blocking(move || view::of_group(&register, &staff, &slug, &group, round)).await
}

/// The page.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    let read = read(&state, &user.staff, (&slug, &group), asked.round).await?;
    Ok(render(&request, shell, (read, &group), Problems::none()))
}

/// Leads on where a use case did its work; shows the page with what it says against it otherwise.
async fn answer(
    (request, shell): (&HttpRequest, Shell),
    (state, user): (&AppState, &User),
    (slug, group): (&str, &str),
    round: Option<u16>,
    done: ServiceResult<String>,
) -> Result<HttpResponse, AppError> {
    match done {
        Ok(query) => {
            let round = round.map(|round| format!("&round={round}")).unwrap_or_default();
            Ok(see_other(&shell, &format!("{}?{query}{round}", codes_path(slug, group))))
        }
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let read = read(state, &user.staff, (slug, group), round).await?;
            Ok(render(request, shell, (read, group), problems))
        }
    }
}

/// Makes the codes of a round, or of the whole group.
pub async fn make(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    allow(&state, &user, &slug, Action::EditEvent).await?;
    let shown: Option<u16> = fields.trimmed("round").parse().ok();
    let round = match fields.trimmed("which") {
        "all" => None,
        _ => Some(shown.ok_or_else(|| AppError::bad_request("round"))?),
    };
    let (register, staff, named, of) = (state.register.clone(), user.staff.clone(), slug.clone(), group.clone());
    let made = web::block(move || records::make_codes(&register, &staff, &named, &of, round));
    let done = made.await.map_err(AppError::internal)?.map(|n| format!("done=made&n={n}"));
    answer((&request, shell), (&state, &user), (&slug, &group), shown, done).await
}

/// Makes a new code for one side of a game.
pub async fn renew(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    allow(&state, &user, &slug, Action::EditEvent).await?;
    let pairing: i64 = fields.trimmed("pairing").parse().map_err(|_| AppError::bad_request("pairing"))?;
    let side = SIDES.into_iter().find(|side| *side == fields.trimmed("side"));
    let side = side.ok_or_else(|| AppError::bad_request("side"))?;
    let (register, staff, named) = (state.register.clone(), user.staff.clone(), slug.clone());
    let renewed = web::block(move || records::renew_code(&register, &staff, &named, pairing, side));
    let done = renewed.await.map_err(AppError::internal)?.map(|()| "done=renewed".to_owned());
    answer((&request, shell), (&state, &user), (&slug, &group), fields.trimmed("round").parse().ok(), done).await
}

fn printed(shell: &Shell, address: &str, slip: &Slip) -> PrintedSlip {
    let side = |at: usize, name: &str| PrintedSide {
        colour: crate::text::text(shell.lang, ["recount.side.black", "recount.side.white"][at]),
        class: ["side-b", "side-w"][at],
        name: name.to_owned(),
        code: slip.codes[at].as_ref().and_then(|code| {
            let picture = qr_svg(&format!("{address}/g/{code}"))?;
            Some((code.grouped(), Picture::new(picture)))
        }),
    };
    PrintedSlip {
        seat: seat(shell, &slip.game),
        result: slip.reported().map(|result| result_words(shell, result)),
        sides: [side(0, &slip.game.black), side(1, &slip.game.white)],
    }
}

/// The slips of a round, to be printed and cut.
pub async fn print(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    let (round, from) = (asked.round, asked.from.unwrap_or_default());
    let (register, staff, named, of) = (state.register.clone(), user.staff.clone(), slug.clone(), group.clone());
    let read = blocking(move || view::of_round(&register, &staff, (&named, &of), round, from)).await?;
    let here = codes_path(&slug, &group);
    let address = state.register.policy.address.clone();
    let template = PrintPage {
        crumbs: event_crumbs(&shell, &read.event).step(
            &shell,
            &format!("{here}?round={}", read.round),
            shell.t("staff_record.slip.title").to_owned(),
        ),
        event_name: read.event.name.clone(),
        group_name: read.group.get(shell.lang).to_owned(),
        days: shell.days(&read.event.starts_on, &read.event.ends_on),
        slips: read.slips.iter().map(|slip| printed(&shell, &address, slip)).collect(),
        next: read.next.map(|from| shell.href(&format!("{here}/print?round={}&from={from}", read.round))),
        address: format!("{address}/g"),
        shell,
    };
    Ok(page(&request, actix_web::http::StatusCode::OK, template))
}

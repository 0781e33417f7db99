//! A group that is run here: how far it is, what comes next, the table so far.

use super::event_words::{allow, event_path};
use super::run_words::{group_crumbs, round_words, run_done, run_path, tie_words};
use super::{blocking, page, see_other};
use crate::domain::permission::Action;
use crate::domain::running::{Presence, Protect, RunSettings};
use crate::domain::swiss::Within;
use crate::service::running::{self, Settled};
use crate::service::view::running::{self as view, GroupRun, RoundLine, RunView, TableRow};
use crate::service::{Register, ServiceResult, Staff};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Badge, Choice, Crumbs, Field, Problems, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

/// A round of the list.
struct RoundRow {
    words: String,
    href: String,
    badge: Badge,
    reopened: bool,
    results: String,
    print: String,
    slips: String,
}

/// What can be done next.
enum Next {
    /// Enter players first.
    Enter,
    /// Pair this round.
    Pair { words: String, players: String },
    /// Go on with the round that is open.
    Play { words: String, href: String },
    /// Hand over.
    HandOver,
    /// Everything is handed over.
    Handed,
}

/// The parts of a page of a group that is run here.
struct Running {
    next: Next,
    members: String,
    rounds: Vec<RoundRow>,
    table: Vec<TableRow>,
    ties: Vec<String>,
    handed: Option<String>,
    /// Whether something was played that can be handed over before the last round.
    early: bool,
    again: Field,
    undo: Option<Field>,
    rules: Vec<String>,
}

#[derive(Template)]
#[template(path = "staff/run.html")]
struct RunPage {
    crumbs: Crumbs,
    done: Option<String>,
    problems: Problems,
    event_name: String,
    group_name: String,
    may: view::May,
    settings: Vec<Field>,
    running: Option<Running>,
    here: String,
    group_page: String,
    shell: Shell,
}

impl RunPage {
    fn pairs(&self) -> bool {
        self.may.edit && self.running.as_ref().is_some_and(|running| matches!(running.next, Next::Pair { .. }))
    }
}

/// The fields that settle how a group is run; what cannot change any more is left out.
fn settings_fields(shell: &Shell, read: &GroupRun, typed: &Fields, problems: &Problems) -> Vec<Field> {
    let word = |key: &str| shell.t(key).to_owned();
    let now = read
        .run
        .as_ref()
        .map(|run| run.settings.clone())
        .unwrap_or_else(|| RunSettings { rounds: read.fixed_rounds.unwrap_or_default(), ..RunSettings::default() });
    let sent = typed.has("within");
    let value = |name: &str, stands: String| if sent { typed.get(name).to_owned() } else { stands };
    let mut fields = Vec::new();
    if read.fixed_rounds.is_none() {
        let stands = if now.rounds > 0 { now.rounds.to_string() } else { String::new() };
        let field = Field::digits("rounds", word("running.settings.rounds")).max(2).narrow();
        fields.push(field.value(value("rounds", stands)).check(problems));
    }
    let within = Within::ALL.map(|one| {
        let key = match one {
            Within::Halves => "running.within.halves",
            Within::Ends => "running.within.ends",
            Within::Neighbours => "running.within.neighbours",
        };
        Choice::new(one.id(), word(key))
    });
    let protect = Protect::ALL.map(|one| {
        let key = match one {
            Protect::Nobody => "running.protect.nobody",
            Protect::Club => "running.protect.club",
            Protect::Agency => "running.protect.agency",
        };
        Choice::new(one.id(), word(key))
    });
    let rounds = if now.protect_rounds > 0 { now.protect_rounds } else { 2 };
    fields.push(
        Field::select("within", word("running.settings.within"), within.to_vec())
            .value(value("within", now.within.clone()))
            .help(word("running.settings.within-help"))
            .check(problems),
    );
    fields.push(
        Field::select("protect", word("running.settings.protect"), protect.to_vec())
            .value(value("protect", now.protect.id().to_owned()))
            .help(word("running.settings.protect-help"))
            .check(problems),
    );
    fields.push(
        Field::digits("protect_rounds", word("running.settings.protect-rounds"))
            .max(2)
            .narrow()
            .optional(shell)
            .value(value("protect_rounds", rounds.to_string()))
            .check(problems),
    );
    let ticked = |name: &str, stands: bool| if sent { typed.has(name) } else { stands };
    if !read.run.as_ref().is_some_and(|run| run.numbered) {
        let by_lot = ticked("numbers_by_lot", now.numbers_by_lot);
        let field = Field::tick("numbers_by_lot", word("running.settings.by-lot"), by_lot);
        fields.push(field.optional(shell).help(word("running.settings.by-lot-help")));
    }
    let public = Field::tick("public", word("running.settings.public"), ticked("public", now.public));
    fields.push(public.optional(shell).help(word("running.settings.public-help")));
    fields
}

fn settled(fields: &Fields) -> Settled {
    Settled {
        rounds: fields.trimmed("rounds").to_owned(),
        within: fields.trimmed("within").to_owned(),
        protect: fields.trimmed("protect").to_owned(),
        protect_rounds: fields.trimmed("protect_rounds").to_owned(),
        numbers_by_lot: fields.has("numbers_by_lot"),
        public: fields.has("public"),
    }
}

/// The badge of a round.
pub(super) fn round_badge(shell: &Shell, round: &RoundLine) -> Badge {
    let (tone, key) = match (round.closed, round.open) {
        (true, _) => (Tone::Good, "running.round-state.closed"),
        (false, 0) => (Tone::Waiting, "running.round-state.complete"),
        (false, _) => (Tone::Waiting, "running.round-state.open"),
    };
    Badge::new(tone, shell.t(key).to_owned())
}

fn round_row(shell: &Shell, slug: &str, group: &str, round: &RoundLine) -> RoundRow {
    let to = |below: &str| shell.href(&run_path(slug, group, &format!("/rounds/{}{below}", round.round)));
    let (done, boards) = ((round.boards - round.open).to_string(), round.boards.to_string());
    RoundRow {
        words: round_words(shell, round.round),
        href: to(""),
        badge: round_badge(shell, round),
        reopened: round.reopened,
        results: shell.fill("running.rounds.results", &[("done", &done), ("boards", &boards)]),
        print: to("/sheet"),
        slips: to("/slips"),
    }
}

fn next(shell: &Shell, slug: &str, group: &str, run: &RunView) -> Next {
    if let Some(open) = run.rounds.iter().find(|round| !round.closed) {
        let left = open.open.to_string();
        let key = if open.open > 0 { "running.next.play" } else { "running.next.close" };
        return Next::Play {
            words: shell.fill(key, &[("round", &open.round.to_string()), ("left", &left)]),
            href: shell.href(&run_path(slug, group, &format!("/rounds/{}", open.round))),
        };
    }
    let players = run.members.iter().filter(|(_, presence)| *presence == Presence::Plays).count();
    if run.rounds.is_empty() && players < 2 {
        return Next::Enter;
    }
    // Where the scheme has stopped everybody, nobody is left to pair.
    if run.pairs_next() && players >= 2 {
        let (round, players) = (run.next.to_string(), players.to_string());
        let words = shell.fill("running.next.pair", &[("round", &round)]);
        return Next::Pair { words, players: shell.fill("running.next.players", &[("players", &players)]) };
    }
    match run.handed {
        Some((_, true)) => Next::Handed,
        _ => Next::HandOver,
    }
}

/// How rounds are paired, as it is settled, in sentences.
fn rules(shell: &Shell, settings: &RunSettings) -> Vec<String> {
    let within = match settings.within() {
        Within::Halves => "running.within.halves",
        Within::Ends => "running.within.ends",
        Within::Neighbours => "running.within.neighbours",
    };
    let mut lines = vec![
        shell.fill("running.rule.rounds", &[("rounds", &settings.rounds.to_string())]),
        shell.fill("running.rule.within", &[("within", shell.t(within))]),
    ];
    let protected = match settings.protect {
        Protect::Nobody => None,
        Protect::Club => Some("running.rule.club"),
        Protect::Agency => Some("running.rule.agency"),
    };
    if let Some(key) = protected {
        lines.push(shell.fill(key, &[("rounds", &settings.protect_rounds.to_string())]));
    }
    let public = if settings.public { "running.rule.public" } else { "running.rule.not-public" };
    lines.push(shell.t(public).to_owned());
    lines
}

fn running_part(shell: &Shell, slug: &str, group: &str, run: &RunView, typed: &Fields, problems: &Problems) -> Running {
    let reason = |name: &'static str, key: &str| {
        let field = Field::text("reason", shell.t(key).to_owned()).id(name).max(500);
        field.value(typed.get("reason"))
    };
    let undo = run.last().filter(|last| !last.closed && !last.reopened && last.untouched);
    Running {
        next: next(shell, slug, group, run),
        members: shell.fill("running.entries.count", &[("players", &run.members.len().to_string())]),
        rounds: run.rounds.iter().map(|round| round_row(shell, slug, group, round)).collect(),
        table: if run.rounds.is_empty() { Vec::new() } else { run.table.clone() },
        ties: run.ties.iter().map(|tie| tie_words(shell, *tie)).collect(),
        handed: run.handed.map(|(version, same)| {
            let key = if same { "running.handed.same" } else { "running.handed.older" };
            shell.fill(key, &[("version", &version.to_string())])
        }),
        early: run.pairs_next() && !run.rounds.is_empty(),
        again: reason("reason-again", "running.pair.again-reason").check(problems),
        undo: undo.map(|_| reason("reason-undo", "running.reason").check(problems)),
        rules: rules(shell, &run.settings),
    }
}

async fn read(state: &AppState, staff: &Staff, (slug, group): (&str, &str)) -> Result<GroupRun, AppError> {
    let (register, staff) = (state.register.clone(), staff.clone());
    let (slug, group) = (slug.to_owned(), group.to_owned());
    blocking(move || view::of_group(&register, &staff, &slug, &group)).await
}

fn render(request: &HttpRequest, shell: Shell, read: &GroupRun, typed: &Fields, problems: Problems) -> HttpResponse {
    let slug = read.event.slug.as_str();
    let template = RunPage {
        crumbs: group_crumbs(&shell, &read.event, (&read.key, &read.name)),
        done: run_done(&shell, request.query_string()),
        event_name: read.event.name.clone(),
        group_name: read.name.get(shell.lang).to_owned(),
        may: read.may,
        settings: settings_fields(&shell, read, typed, &problems),
        running: read.run.as_ref().map(|run| running_part(&shell, slug, &read.key, run, typed, &problems)),
        here: run_path(slug, &read.key, ""),
        group_page: shell.href(&event_path(slug, &format!("/groups/{}", read.key))),
        problems,
        shell,
    };
    let status = template.problems.status();
    page(request, status, template)
}

/// The page.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    let read = read(&state, &user.staff, (&slug, &group)).await?;
    Ok(render(&request, shell, &read, &Fields::default(), Problems::none()))
}

/// Does something to a run on a thread that may block, then leads on; shows the page with what speaks against it otherwise.
async fn done<F>(
    (request, shell): (&HttpRequest, Shell),
    (state, user): (&AppState, &User),
    (slug, group): (String, String),
    fields: &Fields,
    work: F,
) -> Result<HttpResponse, AppError>
where
    F: FnOnce(&Register, &Staff, &str, &str) -> ServiceResult<String> + Send + 'static,
{
    allow(state, user, &slug, Action::EditEvent).await?;
    let (register, staff, named, of) = (state.register.clone(), user.staff.clone(), slug.clone(), group.clone());
    match web::block(move || work(&register, &staff, &named, &of)).await.map_err(AppError::internal)? {
        Ok(to) => Ok(see_other(&shell, &event_path(&slug, &format!("/groups/{group}{to}")))),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let read = read(state, &user.staff, (&slug, &group)).await?;
            Ok(render(request, shell, &read, fields, problems))
        }
    }
}

/// Begins, or settles anew where it has begun.
pub async fn settle(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let (settled, again) = (settled(&fields), fields.has("again"));
    let work = move |register: &Register, staff: &Staff, slug: &str, group: &str| match again {
        true => running::settle(register, staff, slug, group, &settled).map(|()| "/run?done=settled".to_owned()),
        false => running::begin(register, staff, slug, group, &settled).map(|()| "/run/entries?done=begun".to_owned()),
    };
    done((&request, shell), (&state, &user), path.into_inner(), &fields, work).await
}

/// Pairs the next round.
pub async fn pair(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let again = fields.has("again").then(|| fields.get("reason").to_owned());
    let work = move |register: &Register, staff: &Staff, slug: &str, group: &str| {
        let round = running::pair_round(register, staff, slug, group, again.as_deref())?;
        Ok(format!("/run/rounds/{round}?done=paired"))
    };
    done((&request, shell), (&state, &user), path.into_inner(), &fields, work).await
}

/// Takes the last pairing back.
pub async fn undo(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let why = fields.get("reason").to_owned();
    let work = move |register: &Register, staff: &Staff, slug: &str, group: &str| {
        running::undo_round(register, staff, slug, group, &why)?;
        Ok("/run?done=undone".to_owned())
    };
    done((&request, shell), (&state, &user), path.into_inner(), &fields, work).await
}

/// Hands the group over, and leads to its findings.
pub async fn hand_over(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let work = move |register: &Register, staff: &Staff, slug: &str, group: &str| {
        running::hand_over(register, staff, slug, group)?;
        Ok("?done=uploaded".to_owned())
    };
    done((&request, shell), (&state, &user), path.into_inner(), &fields, work).await
}

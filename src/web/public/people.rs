//! `/people`: a person by name, region and year of birth. `/people/{register_no}`: the grades of one, and how each
//! was obtained.

use super::certificate_json::state_key;
use super::home::{Floor, LONGEST_NAME, name_of};
use super::paper::tone;
use super::query::{self, escape};
use super::words::{self, Name, Went};
use crate::domain::area_code::areas;
use crate::domain::register_number::RegisterNumber;
use crate::service::view::certificate::State;
use crate::service::view::people::{self, PersonLine};
use crate::service::view::person::{self, GradeStep, Led, OwnGame, PersonView};
use crate::text::both;
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::format;
use crate::web::page::{Page, PageWith};
use crate::web::parts::{Badge, Choice, Crumbs, Field, Number, Pager, Problem, Problems, Stone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;
use chrono::{Datelike, NaiveDate};

/// The earliest year of birth that is asked for.
const FIRST_YEAR: i32 = 1900;

#[derive(Template)]
#[template(path = "public/people.html")]
struct AskPage<'a> {
    shell: &'a Shell,
    problems: Problems,
    fields: [Field; 3],
    found: Option<Found>,
}

/// The namesakes of a look-up.
struct Found {
    rows: Vec<Row>,
    more: bool,
}

struct Row {
    name: Name,
    number: String,
    grade: Option<Stone>,
    certificate: Option<Badge>,
    region: String,
}

#[derive(Template)]
#[template(path = "public/person.html")]
struct PersonPage<'a> {
    shell: &'a Shell,
    crumbs: Crumbs,
    view: &'a PersonView,
    name: Name,
    stone: Option<Stone>,
    steps: Vec<Step<'a>>,
    /// Rounds without an opponent, in words.
    byes: Option<String>,
    games: Vec<GameLine<'a>>,
    pager: Pager,
}

/// A step of the history.
struct Step<'a> {
    step: &'a GradeStep,
    from: Option<Stone>,
    grade: Stone,
    award: Badge,
    certificate: Option<(Number, Badge, NaiveDate)>,
    event_href: Option<String>,
    agency: &'a str,
    reason: &'a str,
}

/// A game of the list.
struct GameLine<'a> {
    /// The page of its record.
    record_href: Option<String>,
    game: &'a OwnGame,
    event_href: String,
    opponent: Option<Name>,
    colour: &'static str,
    went: &'static str,
    class: &'static str,
    handicap: String,
    komi: String,
    margin: String,
    decided: &'static str,
}

fn page<'a>(shell: &'a Shell, problems: Problems, typed: &Fields, found: Option<Found>) -> AskPage<'a> {
    let word = |key: &str| shell.t(key).to_owned();
    let empty = Choice::new("", word("public.people.region-choose"));
    let each = areas()
        .iter()
        .map(|area| Choice::new(area.code.to_string(), format!("{} {}", area.code, words::of(shell, &area.name))));
    let choices = std::iter::once(empty).chain(each).collect();
    let fields = [
        Field::text("name", word("public.people.name"))
            .autocomplete("off")
            .max(60)
            .value(typed.get("name"))
            .check(&problems),
        Field::select("region", word("public.people.region"), choices).value(typed.get("region")).check(&problems),
        Field::digits("year", word("public.people.year"))
            .help(word("public.people.year-help"))
            .autocomplete("off")
            .max(4)
            .value(typed.get("year"))
            .check(&problems),
    ];
    AskPage { shell, problems, fields, found }
}

/// The form.
pub async fn ask(request: HttpRequest) -> HttpResponse {
    let shell = Shell::of(&request);
    Page(page(&shell, Problems::none(), &Fields::default(), None)).respond_to(&request)
}

/// Takes the form.
pub async fn find(
    request: HttpRequest,
    state: web::Data<AppState>,
    form: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let floor = Floor::begin();
    let shell = Shell::of(&request);
    let typed = form.0;
    let mut wrong = Vec::new();
    let name = name_of(&shell, typed.get("name")).unwrap_or_else(|problem| {
        wrong.push(problem);
        String::new()
    });
    let region = typed.trimmed("region").to_owned();
    if !region_is_known(&region) {
        wrong.push(Problem { field: "region".to_owned(), words: shell.t("public.people.region-missing").to_owned() });
    }
    let today = state.register.today();
    let year = year_of(typed.trimmed("year")).filter(|year| year_is_possible(*year, today));
    if year.is_none() {
        wrong.push(Problem { field: "year".to_owned(), words: shell.t("public.people.year-wrong").to_owned() });
    }
    let (Some(year), true) = (year, wrong.is_empty()) else {
        let problems = Problems::new(&shell, wrong);
        let page = page(&shell, problems, &typed, None);
        return Ok(PageWith(StatusCode::UNPROCESSABLE_ENTITY, page).respond_to(&request));
    };
    let found = super::read(&state, move |register| people::find(register, &name, &region, year, None)).await;
    floor.reach().await;
    let (lines, more) = found?;
    let rows = lines.iter().map(|line| row(&shell, line)).collect();
    Ok(Page(page(&shell, Problems::none(), &typed, Some(Found { rows, more }))).respond_to(&request))
}

/// A name as a program sends it, if it can be one.
pub(super) fn facts(name: &str) -> Result<String, AppError> {
    let name = name.trim();
    match name.chars().count() {
        0 => Err(AppError::malformed(both("name.error.empty", &[]))),
        n if n > LONGEST_NAME => Err(AppError::malformed(both("public.lookup.name-long", &[]))),
        _ => Ok(name.to_owned()),
    }
}

/// Whether a region is one of ours.
pub(super) fn region_is_known(region: &str) -> bool {
    areas().iter().any(|area| area.code.to_string() == region)
}

/// Whether somebody can have been born in a year.
pub(super) fn year_is_possible(year: i32, today: NaiveDate) -> bool {
    (FIRST_YEAR..=today.year()).contains(&year)
}

/// A year as typed, full-width digits included.
fn year_of(typed: &str) -> Option<i32> {
    let digits: String = crate::domain::typed::narrow(typed).trim_end_matches('年').to_owned();
    (digits.len() == 4).then(|| digits.parse().ok()).flatten()
}

fn row(shell: &Shell, line: &PersonLine) -> Row {
    Row {
        name: Name::new(shell, &line.name, Some(&line.register_no)),
        number: line.register_no.clone(),
        grade: line.grade.map(|grade| Stone::new(shell.lang, grade)),
        certificate: line.certificate.map(|state| state_badge(shell, state)),
        region: words::of(shell, &line.region).to_owned(),
    }
}

fn state_badge(shell: &Shell, state: State) -> Badge {
    Badge::new(tone(state), shell.t(state_key(state)).to_owned())
}

/// A place in the list of games, as it stands in an address.
pub(super) fn read_place(text: &str) -> Option<(NaiveDate, i64)> {
    let (day, id) = text.split_once('.')?;
    Some((day.parse().ok()?, id.parse().ok()?))
}

/// One person.
pub async fn show(
    request: HttpRequest,
    path: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let number = match path.parse::<RegisterNumber>() {
        Ok(number) => number.to_string(),
        Err(error) => return Err(AppError::malformed(error.message())),
    };
    let before = match query::filled(request.query_string(), "before") {
        Some(text) => Some(read_place(&text).ok_or_else(|| AppError::malformed(both("public.page-malformed", &[])))?),
        None => None,
    };
    let led = super::read(&state, move |register| person::by_register_no(register, &number, before)).await?;
    let shell = Shell::of(&request);
    let view = match led {
        Led::Here(view) => view,
        Led::Elsewhere(kept) => return Err(AppError::moved(shell.href(&format!("/people/{}", escape(&kept))))),
    };
    let own = format!("/people/{}", escape(&view.register_no));
    let next = view.next.map(|(day, id)| format!("{own}?before={day}.{id}#games"));
    let page = PersonPage {
        crumbs: Crumbs::new(&shell).step(&shell, "/people", shell.t("public.people.title").to_owned()),
        name: Name::new(&shell, &view.name, None),
        stone: view.grade.map(|grade| Stone::new(shell.lang, grade).large()),
        steps: view.steps.iter().map(|one| step(&shell, one)).collect(),
        byes: format::byes(shell.lang, view.byes_total),
        games: view.games.iter().map(|game| line(&shell, game)).collect(),
        pager: Pager::new(&shell, shell.t("public.person.sorted"), before.map(|_| own.as_str()), next.as_deref()),
        view: &view,
        shell: &shell,
    };
    Ok(Page(page).respond_to(&request))
}

fn step<'a>(shell: &Shell, step: &'a GradeStep) -> Step<'a> {
    Step {
        from: step.from.map(|grade| Stone::new(shell.lang, grade)),
        grade: Stone::new(shell.lang, step.grade),
        award: words::award_state(shell, &step.state),
        certificate: step
            .certificate
            .as_ref()
            .map(|(number, state, _, issued)| (Number::new(number.clone()), state_badge(shell, *state), *issued)),
        event_href: step.event.as_ref().map(|(event, _)| shell.href(&format!("/events/{}", escape(&event.slug)))),
        agency: words::of(shell, &step.agency.name),
        reason: words::of(shell, &step.reason),
        step,
    }
}

fn line<'a>(shell: &Shell, game: &'a OwnGame) -> GameLine<'a> {
    let went = Went::of(&game.result, game.black);
    let side = if game.black { "B" } else { "W" };
    let (handicap, komi) = words::terms(shell.lang, &game.result, game.handicap, game.komi_half);
    GameLine {
        record_href: game.page.map(|id| shell.href(&super::game::address(&game.event.slug, id))),
        event_href: shell.href(&format!("/events/{}", escape(&game.event.slug))),
        opponent: game.opponent.as_ref().map(|(name, number)| Name::new(shell, name, number.as_deref())),
        // Without an opponent there was no board: neither colour nor handicap nor komi.
        colour: if went == Went::Bye { words::NOTHING } else { words::winner(shell.lang, side) },
        went: went.word(shell.lang),
        class: went.class(),
        handicap,
        komi,
        margin: words::margin(shell.lang, game.margin_quarters),
        decided: words::decided(shell.lang, &game.result, &game.won_by),
        game,
    }
}

impl PersonPage<'_> {
    fn region(&self) -> &str {
        words::of(self.shell, &self.view.region)
    }
}

impl Step<'_> {
    /// Whether a certificate is still to come: an award that waits for its notice, or a granted dan grade. Not every
    /// kyu grade has one.
    fn awaited(&self) -> bool {
        match self.step.state.as_str() {
            "on-notice" | "held" => true,
            "granted" => self.step.grade.is_dan(),
            _ => false,
        }
    }

    fn basis(&self, shell: &Shell) -> String {
        let key = match self.step.basis.as_str() {
            "appraisal" => "public.chain.appraisal",
            "contest" => "public.chain.contest",
            _ => "public.chain.other",
        };
        shell.t(key).to_owned()
    }
}

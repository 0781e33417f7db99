//! Filing an event: first the scheme, then what the scheme asks to be settled.

use super::event_records;
use super::event_words::{LEVELS, allow, event_path, level_words};
use super::{blocking, page, see_other};
use crate::domain::permission::Action;
use crate::domain::scheme::{self, Scheme, TieBreak};
use crate::service::ServiceError;
use crate::service::event::{self, EventForm};
use crate::service::view::staff_event::{self, EventView};
use crate::text::{Lang, text};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Choice, Crumbs, Field, Problems};
use crate::web::public::schemes::validity;
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the address asks for.
#[derive(serde::Deserialize)]
pub struct Asked {
    scheme: Option<String>,
}

#[derive(Template)]
#[template(path = "staff/event_scheme.html")]
struct SchemePage {
    crumbs: Crumbs,
    schemes: Vec<SchemeCard>,
    shell: Shell,
}

/// A group to tick.
struct GroupBox {
    id: String,
    name: String,
    ticked: bool,
}

#[derive(Template)]
#[template(path = "staff/event_form.html")]
struct FormPage {
    crumbs: Crumbs,
    problems: Problems,
    title: String,
    scheme_name: String,
    scheme: String,
    fields: Vec<Field>,
    groups: Vec<GroupBox>,
    groups_error: Option<String>,
    parameters: Vec<Field>,
    records: Vec<Field>,
    key: String,
    revision: i64,
    action: String,
    back: String,
    shell: Shell,
}

/// A scheme to choose, with what tells it from others.
struct SchemeCard {
    name: String,
    source: String,
    validity: String,
    groups: Vec<scheme::GroupWords>,
    choose: String,
    page: String,
}

/// The schemes by id, each in its newest version.
fn schemes(shell: &Shell) -> Vec<SchemeCard> {
    let mut newest: BTreeMap<&str, &Arc<Scheme>> = BTreeMap::new();
    for scheme in scheme::all() {
        newest.insert(&scheme.id, scheme);
    }
    let card = |(id, scheme): (&str, &Arc<Scheme>)| SchemeCard {
        name: scheme.name.get(shell.lang).to_owned(),
        source: match scheme.source.year {
            Some(year) => {
                let arguments = [("title", scheme.source.title.get(shell.lang)), ("year", &*year.to_string())];
                shell.fill("staff.scheme.source", &arguments)
            }
            None => scheme.source.title.get(shell.lang).to_owned(),
        },
        validity: validity(shell, scheme),
        groups: scheme.groups.iter().map(|group| scheme.group_words(group, shell.lang)).collect(),
        choose: shell.href(&format!("/staff/events/new?scheme={id}")),
        page: shell.href(&format!("/schemes/{id}")),
    };
    newest.into_iter().map(card).collect()
}

/// What a parameter's field is called.
fn parameter_field(id: &str) -> String {
    format!("parameter-{id}")
}

/// The parameter whose value is a list of tie-breaks.
const ORDER: &str = "order";

/// The ids of tie-breaks that are written by their names, in either language; what is none stays, to be refused with
/// its own words.
fn tie_breaks(typed: &str) -> String {
    let id = |word: &str| {
        let named = |tie: &TieBreak| [Lang::Zh, Lang::En].iter().any(|lang| text(*lang, tie.key()) == word);
        TieBreak::ALL.into_iter().find(named).map_or_else(|| word.to_owned(), |tie| tie.id().to_owned())
    };
    let words = typed.split([',', '，', '、', '→']).map(str::trim).filter(|word| !word.is_empty());
    words.map(id).collect::<Vec<_>>().join(",")
}

fn read_form(typed: &Fields) -> EventForm {
    let parameters = typed.0.iter().filter_map(|(name, value)| {
        let id = name.strip_prefix("parameter-")?;
        let value = if id == ORDER { tie_breaks(value) } else { value.trim().to_owned() };
        (!value.is_empty()).then(|| (id.to_owned(), value))
    });
    EventForm {
        name: typed.trimmed("name").to_owned(),
        place: typed.trimmed("place").to_owned(),
        level: typed.get("level").to_owned(),
        scheme: typed.get("scheme").to_owned(),
        starts_on: typed.trimmed("starts_on").parse().ok(),
        ends_on: typed.trimmed("ends_on").parse().ok(),
        groups: typed.all("groups").map(str::to_owned).collect(),
        parameters: parameters.collect(),
        records: event_records::read(typed),
        key: typed.get("key").to_owned(),
    }
}

/// The fields of an event as they would have been typed.
fn typed_of(view: &EventView) -> Fields {
    let event = &view.event;
    let mut fields = vec![
        ("name".to_owned(), event.name.clone()),
        ("place".to_owned(), event.place.clone()),
        ("level".to_owned(), event.level.clone()),
        ("scheme".to_owned(), event.scheme_id.clone()),
        ("starts_on".to_owned(), event.starts_on.to_string()),
        ("ends_on".to_owned(), event.ends_on.to_string()),
        ("revision".to_owned(), event.revision.to_string()),
    ];
    fields.extend(view.settings.groups.iter().map(|group| ("groups".to_owned(), group.clone())));
    fields.extend(event_records::typed(&view.settings.records));
    fields.extend(view.settings.parameters.iter().map(|(id, value)| (parameter_field(id), value.clone())));
    Fields(fields)
}

/// The form; `slug` is that of the draft that is changed.
fn form(shell: Shell, scheme: &Scheme, slug: Option<&str>, typed: &Fields, problems: Problems) -> FormPage {
    let label = |key: &str| shell.t(key).to_owned();
    let levels = LEVELS.into_iter().map(|level| Choice::new(level, level_words(&shell, level).to_owned()));
    let fields = vec![
        Field::text("name", label("staff.field.name")).max(60).value(typed.trimmed("name")).check(&problems),
        Field::text("place", label("staff.field.place")).max(60).value(typed.trimmed("place")).check(&problems),
        Field::select("level", label("staff.field.level"), levels.collect())
            .help(label("staff.form.level-help"))
            .value(typed.get("level"))
            .check(&problems),
        Field::date("starts_on", label("staff.field.first-day")).value(typed.trimmed("starts_on")).check(&problems),
        Field::date("ends_on", label("staff.field.last-day")).value(typed.trimmed("ends_on")).check(&problems),
    ];
    let any = typed.has("groups");
    let groups = scheme.groups.iter().map(|group| GroupBox {
        ticked: any && typed.all("groups").any(|id| id == group.id),
        name: group.name.get(shell.lang).to_owned(),
        id: group.id.clone(),
    });
    let groups = groups.collect();
    let words = scheme.words(shell.lang).parameters;
    let wrong = problems.of("parameters").map(str::to_owned);
    let parameters = scheme.parameters.iter().enumerate().map(|(index, parameter)| {
        let name = parameter_field(&parameter.id);
        let typed = typed.trimmed(&name).to_owned();
        let value = if typed.is_empty() { parameter.default.clone() } else { typed };
        let value = if parameter.id == ORDER { parameter.said(&value, shell.lang) } else { value };
        let help = words.iter().find(|w| w.id == parameter.id).map(|w| match parameter.choices.is_empty() {
            true => shell.fill("staff.form.parameter", &[("why", &w.why), ("value", &w.value)]),
            // What there is to choose from is seen in the list.
            false => {
                let default = parameter.said(&parameter.default, shell.lang);
                shell.fill("staff.form.parameter-choice", &[("why", &w.why), ("default", &default)])
            }
        });
        let title = parameter.name.get(shell.lang).to_owned();
        let field = match parameter.choices.is_empty() {
            true if parameter.id == ORDER => Field::text(name, title),
            true => Field::text(name, title).narrow(),
            false => Field::select(
                name,
                title,
                parameter.choices.iter().map(|one| Choice::new(one.clone(), parameter.said(one, shell.lang))).collect(),
            ),
        };
        let field = field.help(help.unwrap_or_default()).value(value);
        // The message concerns all of them; it leads to the first.
        if index == 0 && wrong.is_some() { field.id("parameters") } else { field }
    });
    let parameters = parameters.collect();
    let new = slug.is_none();
    let key = if typed.has("key") { typed.get("key").to_owned() } else { shell.once() };
    let path = slug.map_or_else(|| "/staff/events/new".to_owned(), |slug| event_path(slug, "/edit"));
    let back = slug.map_or_else(|| "/staff/events".to_owned(), |slug| event_path(slug, ""));
    FormPage {
        crumbs: Crumbs::new(&shell).step(&shell, "/staff/events", shell.t("staff.nav").to_owned()),
        title: shell.t(if new { "staff.form.new" } else { "staff.form.edit" }).to_owned(),
        scheme_name: scheme.name.get(shell.lang).to_owned(),
        scheme: scheme.id.clone(),
        fields,
        groups,
        groups_error: problems.of("groups").map(str::to_owned),
        parameters,
        records: event_records::fields(&shell, typed, &problems),
        key,
        revision: typed.get("revision").parse().unwrap_or(0),
        action: shell.href(&path),
        back: shell.href(&back),
        problems,
        shell,
    }
}

/// The page of a new event.
pub async fn new(request: HttpRequest, shell: Shell, asked: web::Query<Asked>) -> Result<HttpResponse, AppError> {
    let chosen = asked.scheme.as_deref().and_then(|id| scheme::builtin(id, None));
    let Some(scheme) = chosen else {
        let crumbs = Crumbs::new(&shell).step(&shell, "/staff/events", shell.t("staff.nav").to_owned());
        let schemes = schemes(&shell);
        return Ok(page(&request, StatusCode::OK, SchemePage { crumbs, schemes, shell }));
    };
    let typed = Fields(scheme.groups.iter().map(|group| ("groups".to_owned(), group.id.clone())).collect());
    Ok(page(&request, StatusCode::OK, form(shell, &scheme, None, &typed, Problems::none())))
}

/// The form again with what is wrong.
fn again(
    request: &HttpRequest,
    shell: Shell,
    slug: Option<&str>,
    typed: &Fields,
    error: ServiceError,
) -> Result<HttpResponse, AppError> {
    let day = typed.trimmed("ends_on").parse().ok();
    let id = typed.get("scheme");
    let found = scheme::builtin(id, day).or_else(|| scheme::builtin(id, None));
    let Some(scheme) = found else { return Err(error.into()) };
    let problems = Problems::of_error(&shell, error)?;
    let status = problems.status();
    Ok(page(request, status, form(shell, &scheme, slug, typed, problems)))
}

/// Makes the draft.
pub async fn create(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let (register, staff, sent) = (state.register.clone(), user.staff.clone(), read_form(&fields));
    let made = web::block(move || event::create(&register, &staff, &sent)).await.map_err(AppError::internal)?;
    match made {
        Ok(event) => Ok(see_other(&shell, &event_path(&event.slug, "?done=created"))),
        Err(error) => again(&request, shell, None, &fields, error),
    }
}

/// The page of a draft that is changed.
pub async fn edit(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    allow(&state, &user, &slug, Action::EditEvent).await?;
    let (register, staff, named) = (state.register.clone(), user.staff.clone(), slug.clone());
    let view = blocking(move || staff_event::event(&register, &staff, &named)).await?;
    if !view.may.edit {
        return Ok(see_other(&shell, &event_path(&slug, "")));
    }
    let typed = typed_of(&view);
    Ok(page(&request, StatusCode::OK, form(shell, &view.scheme, Some(&slug), &typed, Problems::none())))
}

/// Changes a draft.
pub async fn change(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    slug: web::Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let slug = slug.into_inner();
    allow(&state, &user, &slug, Action::EditEvent).await?;
    let revision: i64 = fields.get("revision").parse().map_err(|_| AppError::bad_request("revision"))?;
    let (register, staff, named, sent) = (state.register.clone(), user.staff.clone(), slug.clone(), read_form(&fields));
    let changed = web::block(move || event::update(&register, &staff, &named, revision, &sent));
    match changed.await.map_err(AppError::internal)? {
        Ok(_) => Ok(see_other(&shell, &event_path(&slug, "?done=changed"))),
        Err(error) => again(&request, shell, Some(&slug), &fields, error),
    }
}

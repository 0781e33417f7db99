//! The entry list of a group that is run here: entering by form and from a players file, corrections, who is there.

use super::event_words::allow;
use super::run_words::{grade_words, presence_badge, run_crumbs, run_done, run_path};
use super::{blocking, page, see_other};
use crate::domain::permission::Action;
use crate::domain::running::Presence;
use crate::service::running::{self, EntryForm, FIELDS, Stay};
use crate::service::view::running::{self as view, GroupRun, MemberLine};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Badge, Choice, Crumbs, Field, Problems};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::upload::Upload;
use crate::web::user::User;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use askama::Template;

/// Somebody in the list.
struct Row {
    number: u32,
    name: String,
    grade: String,
    club: String,
    joined: Option<String>,
    badge: Badge,
    href: String,
}

#[derive(Template)]
#[template(path = "staff/run_entries.html")]
struct EntriesPage {
    crumbs: Crumbs,
    done: Option<String>,
    problems: Problems,
    event_name: String,
    group_name: String,
    edit: bool,
    numbered: bool,
    rows: Vec<Row>,
    late: Option<String>,
    fields: Vec<Field>,
    more: Vec<Field>,
    file: Field,
    here: String,
    shell: Shell,
}

#[derive(Template)]
#[template(path = "staff/run_entry.html")]
struct EntryPage {
    crumbs: Crumbs,
    problems: Problems,
    event_name: String,
    group_name: String,
    name: String,
    number: u32,
    badge: Badge,
    fields: Vec<Field>,
    stay: Field,
    reason: Field,
    here: String,
    shell: Shell,
}

/// The fields of an entry: those that most entries have, and the others.
fn fields(shell: &Shell, typed: &EntryForm, problems: &Problems) -> (Vec<Field>, Vec<Field>) {
    let word = |key: &str| shell.t(key).to_owned();
    let field = |name: &'static str, key: &str, most: u16| {
        Field::text(name, word(key)).max(most).autocomplete("off").value(typed.get(name)).check(problems)
    };
    let sexes = ["", "男", "女"].map(|sex| match sex {
        "" => Choice::new("", word("running.entry.sex-none")),
        "男" => Choice::new("男", word("finding.sex.male")),
        _ => Choice::new("女", word("finding.sex.female")),
    });
    let first = vec![
        field("name", "running.entry.name", 50),
        Field::select("sex", word("running.entry.sex"), sexes.to_vec()).optional(shell).value(typed.get("sex")),
        field("birth", "running.entry.birth", 20).optional(shell).help(word("running.entry.birth-help")),
        field("grade", "running.entry.grade", 10).optional(shell).help(word("running.entry.grade-help")),
        field("club", "running.entry.club", 60).optional(shell),
        field("agency", "running.entry.agency", 60).optional(shell),
    ];
    let more = vec![
        field("register", "running.entry.register", 20).optional(shell),
        field("certificate", "running.entry.certificate", 20).optional(shell),
        field("document", "running.entry.document", 30).optional(shell),
        field("household", "running.entry.household", 60).optional(shell),
        field("tests", "running.entry.tests", 60).optional(shell),
    ];
    (first, more)
}

fn form_of(fields: &Fields) -> EntryForm {
    EntryForm(FIELDS.iter().map(|name| ((*name).to_owned(), fields.get(name).to_owned())).collect())
}

fn row(shell: &Shell, slug: &str, group: &str, (member, presence): &(MemberLine, Presence)) -> Row {
    Row {
        number: member.number,
        name: member.name.clone(),
        grade: grade_words(shell, member.grade),
        club: member.club.clone().unwrap_or_default(),
        joined: (member.joined > 1)
            .then(|| shell.fill("running.entry.joined", &[("round", &member.joined.to_string())])),
        badge: presence_badge(shell, *presence),
        href: shell.href(&run_path(slug, group, &format!("/entries/{}", member.number))),
    }
}

async fn read(state: &AppState, staff: &Staff, (slug, group): (&str, &str)) -> Result<GroupRun, AppError> {
    let (register, staff) = (state.register.clone(), staff.clone());
    let (slug, group) = (slug.to_owned(), group.to_owned());
    blocking(move || view::of_group(&register, &staff, &slug, &group)).await
}

fn render(
    request: &HttpRequest,
    shell: Shell,
    read: &GroupRun,
    typed: &EntryForm,
    problems: Problems,
) -> Result<HttpResponse, AppError> {
    let run = read.run.as_ref().ok_or_else(AppError::not_found)?;
    let slug = read.event.slug.as_str();
    let (first, more) = fields(&shell, typed, &problems);
    let template = EntriesPage {
        crumbs: run_crumbs(&shell, &read.event, (&read.key, &read.name)),
        done: run_done(&shell, request.query_string()),
        event_name: read.event.name.clone(),
        group_name: read.name.get(shell.lang).to_owned(),
        edit: read.may.edit && run.next <= run.settings.rounds,
        numbered: run.numbered,
        rows: run.members.iter().map(|member| row(&shell, slug, &read.key, member)).collect(),
        late: (run.next > 1).then(|| shell.fill("running.entries.late", &[("round", &run.next.to_string())])),
        fields: first,
        more,
        file: Field::file("players", shell.t("running.entries.file").to_owned(), ".csv,.txt")
            .help(shell.t("running.entries.file-help").to_owned())
            .check(&problems),
        here: run_path(slug, &read.key, "/entries"),
        problems,
        shell,
    };
    let status = template.problems.status();
    Ok(page(request, status, template))
}

/// The list.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    let read = read(&state, &user.staff, (&slug, &group)).await?;
    render(&request, shell, &read, &EntryForm::default(), Problems::none())
}

/// Leads back to the list, or shows it with what speaks against what was sent.
async fn entered(
    (request, shell): (&HttpRequest, Shell),
    (state, user): (&AppState, &User),
    (slug, group): (&str, &str),
    typed: &EntryForm,
    kept: ServiceResult<u32>,
) -> Result<HttpResponse, AppError> {
    match kept {
        Ok(number) => Ok(see_other(&shell, &run_path(slug, group, &format!("/entries?done=entered#n{number}")))),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let read = read(state, &user.staff, (slug, group)).await?;
            render(request, shell, &read, typed, problems)
        }
    }
}

/// Enters somebody by form.
pub async fn enter(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    allow(&state, &user, &slug, Action::EditEvent).await?;
    let (typed, register, staff) = (form_of(&fields), state.register.clone(), user.staff.clone());
    let (named, of, form) = (slug.clone(), group.clone(), typed.clone());
    let kept = web::block(move || running::enter(&register, &staff, &named, &of, &form));
    let kept = kept.await.map_err(AppError::internal)?;
    entered((&request, shell), (&state, &user), (&slug, &group), &typed, kept).await
}

/// Enters everybody of a players file.
pub async fn enter_file(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    allow(&state, &user, &slug, Action::EditEvent).await?;
    let sent = Upload::from_request(&request, &mut payload.into_inner()).await?;
    let file = sent.files.into_iter().find(|file| file.field == "players");
    let (name, bytes) = file.map(|file| (file.name, file.bytes)).unwrap_or_default();
    let (register, staff, named, of) = (state.register.clone(), user.staff.clone(), slug.clone(), group.clone());
    let kept = web::block(move || running::enter_file(&register, &staff, &named, &of, (&name, &bytes)));
    let kept = kept.await.map_err(AppError::internal)?;
    entered((&request, shell), (&state, &user), (&slug, &group), &EntryForm::default(), kept).await
}

/// What the page of one entry needs.
async fn read_one(
    state: &AppState,
    staff: &Staff,
    (slug, group): (&str, &str),
    number: u32,
) -> Result<(GroupRun, EntryForm), AppError> {
    let (register, staff) = (state.register.clone(), staff.clone());
    let (slug, group) = (slug.to_owned(), group.to_owned());
    blocking(move || {
        let form = view::entry(&register, &staff, &slug, &group, number)?;
        Ok((view::of_group(&register, &staff, &slug, &group)?, form))
    })
    .await
}

fn render_one(
    request: &HttpRequest,
    shell: Shell,
    (read, number): (&GroupRun, u32),
    typed: (&EntryForm, &Fields),
    problems: Problems,
) -> Result<HttpResponse, AppError> {
    let run = read.run.as_ref().ok_or_else(AppError::not_found)?;
    let member = run.members.iter().find(|(member, _)| member.number == number).ok_or_else(AppError::not_found)?;
    let (mut first, more) = fields(&shell, typed.0, &problems);
    first.extend(more);
    let stays =
        [("present", "running.stay.present"), ("excused", "running.stay.excused"), ("left", "running.stay.left")];
    let next = run.next.to_string();
    let stays = stays.map(|(value, key)| Choice::new(value, shell.fill(key, &[("round", &next)])));
    let now = match member.1 {
        Presence::Excused => "excused",
        Presence::Gone => "left",
        _ => "present",
    };
    let stands = if typed.1.has("stay") { typed.1.get("stay") } else { now };
    let template = EntryPage {
        crumbs: run_crumbs(&shell, &read.event, (&read.key, &read.name)).step(
            &shell,
            &run_path(&read.event.slug, &read.key, "/entries"),
            shell.t("running.entries.title").to_owned(),
        ),
        event_name: read.event.name.clone(),
        group_name: read.name.get(shell.lang).to_owned(),
        name: member.0.name.clone(),
        badge: presence_badge(&shell, member.1),
        fields: first,
        stay: Field::radio("stay", shell.t("running.stay.title").to_owned(), stays.to_vec()).value(stands),
        reason: Field::text("reason", shell.t("running.reason").to_owned())
            .max(500)
            .optional(&shell)
            .help(shell.t("running.stay.reason-help").to_owned())
            .value(typed.1.get("reason"))
            .check(&problems),
        here: run_path(&read.event.slug, &read.key, &format!("/entries/{number}")),
        number,
        problems,
        shell,
    };
    let status = template.problems.status();
    Ok(page(request, status, template))
}

/// One entry, to be corrected.
pub async fn one(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String, u32)>,
) -> Result<HttpResponse, AppError> {
    let (slug, group, number) = path.into_inner();
    let (read, form) = read_one(&state, &user.staff, (&slug, &group), number).await?;
    render_one(&request, shell, (&read, number), (&form, &Fields::default()), Problems::none())
}

/// Does something to an entry, then leads back to the list.
async fn done<F>(
    (request, shell): (&HttpRequest, Shell),
    (state, user): (&AppState, &User),
    (slug, group, number): (String, String, u32),
    (fields, word): (&Fields, &str),
    work: F,
) -> Result<HttpResponse, AppError>
where
    F: FnOnce(&Register, &Staff, (&str, &str)) -> ServiceResult<()> + Send + 'static,
{
    allow(state, user, &slug, Action::EditEvent).await?;
    let (register, staff, named, of) = (state.register.clone(), user.staff.clone(), slug.clone(), group.clone());
    match web::block(move || work(&register, &staff, (&named, &of))).await.map_err(AppError::internal)? {
        Ok(()) => Ok(see_other(&shell, &run_path(&slug, &group, &format!("/entries?done={word}#n{number}")))),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let (read, form) = read_one(state, &user.staff, (&slug, &group), number).await?;
            let form = if fields.has("name") { form_of(fields) } else { form };
            render_one(request, shell, (&read, number), (&form, fields), problems)
        }
    }
}

/// Corrects an entry.
pub async fn change(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String, u32)>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let path = path.into_inner();
    let (form, number) = (form_of(&fields), path.2);
    let work = move |register: &Register, staff: &Staff, (slug, group): (&str, &str)| {
        running::change_entry(register, staff, slug, group, number, &form)
    };
    done((&request, shell), (&state, &user), path, (&fields, "changed"), work).await
}

/// Notes whether somebody is there.
pub async fn stay(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String, u32)>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let path = path.into_inner();
    let (stay, why, number) = (Stay::from_id(fields.trimmed("stay")), fields.get("reason").to_owned(), path.2);
    let work = move |register: &Register, staff: &Staff, of: (&str, &str)| {
        let stay = stay.ok_or_else(|| ServiceError::field("stay", "refusal.running_choice"))?;
        running::be_present(register, staff, of, number, stay, &why)
    };
    done((&request, shell), (&state, &user), path, (&fields, "stay"), work).await
}

/// Takes an entry back.
pub async fn take_back(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String, u32)>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let path = path.into_inner();
    let number = path.2;
    let work = move |register: &Register, staff: &Staff, (slug, group): (&str, &str)| {
        running::take_back(register, staff, slug, group, number)
    };
    done((&request, shell), (&state, &user), path, (&fields, "back"), work).await
}

//! A person's file: who it is, what was changed, where the person played, what was awarded.

use super::certificate::paper_path;
use super::event_words::{award_badge, certificate_badge, event_path};
use super::person_words::{field_words, kind_words, person_path, record_badge, region_name, sex_name, value_words};
use super::sent::Sent;
use super::{blocking, page, see_other, unprintable};
use crate::domain::permission::Action;
use crate::service::certificate::grade_of;
use crate::service::person::{self, BarForm, ChangeForm, ChangeKind, Consent};
use crate::service::view::staff_person::{self, May, PersonFile, Said};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::person::{Person, PersonChange};
use crate::web::error::AppError;
use crate::web::form::Fields;
use crate::web::parts::{Badge, Choice, Crumbs, Field, Number, Problems, Stone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use chrono::Datelike;

/// A change of the data.
struct ChangeRow {
    what: String,
    kind: String,
    from: String,
    to: String,
    since: String,
    by: String,
    reason: String,
    undone: bool,
    /// Where it is undone, by whoever may.
    undo: Option<String>,
}

/// An event.
struct EventRow {
    href: String,
    name: String,
    day: String,
    group: String,
    written: String,
    then: String,
}

/// An award.
pub(super) struct AwardRow {
    grade: Stone,
    words: String,
    state: Badge,
    agency: String,
    event: Option<(String, String)>,
    reason: String,
    paper: Option<(String, Number, Badge)>,
}

impl AwardRow {
    /// The grade and why, for a comparison.
    pub(super) fn said(self) -> (String, String) {
        (self.words, self.reason)
    }
}

/// A bar.
struct BarRow {
    days: String,
    reason: String,
    by: String,
    lifted: Option<String>,
    lift: Option<String>,
}

/// A decision about the name, or an agreement.
struct SaidRow {
    what: String,
    day: String,
    who: String,
    reason: String,
    by: String,
    at: String,
}

/// Another record.
struct Other {
    name: String,
    number: String,
    about: String,
    href: String,
}

#[derive(Template)]
#[template(path = "staff/person.html")]
struct PersonPage {
    crumbs: Crumbs,
    done: Option<String>,
    problems: Problems,
    name: String,
    number: String,
    stone: Option<Stone>,
    badge: Badge,
    facts: Vec<(String, String)>,
    merged: bool,
    kept: Option<Other>,
    absorbed: Vec<Other>,
    namesakes: Vec<Other>,
    awards: Vec<AwardRow>,
    events: Vec<EventRow>,
    changes: Vec<ChangeRow>,
    bars: Vec<BarRow>,
    consents: Vec<SaidRow>,
    withholdings: Vec<SaidRow>,
    withheld: bool,
    /// Entered by a submission that is not confirmed: the public has no page of it yet.
    unconfirmed: bool,
    /// Whether something may have to be agreed to: not once the person is of age.
    young: bool,
    may: May,
    /// The form that was sent and has problems: `change`, `consent`, `withhold`, `bar`, `lift`, `unmerge`.
    sent: String,
    change: Vec<Field>,
    consent: Vec<Field>,
    withhold_reason: Field,
    bar: Vec<Field>,
    lift_reason: Field,
    unmerge_reason: Field,
    with: Field,
    here: String,
    public: String,
    shell: Shell,
}

impl PersonPage {
    fn to(&self, below: &str) -> String {
        self.shell.href(&format!("{}{below}", self.here))
    }
}

/// What has just been done, said at the top of the page that follows.
fn done(shell: &Shell, query: &str) -> Option<String> {
    let key = match query.split('&').find_map(|pair| pair.strip_prefix("done="))? {
        "changed" => "roster.done.changed",
        "undone" => "roster.done.undone",
        "merged" => "roster.done.merged",
        "unmerged" => "roster.done.unmerged",
        "barred" => "roster.done.barred",
        "lifted" => "roster.done.lifted",
        "consent" => "roster.done.consent",
        "withheld" => "roster.done.withheld",
        "shown" => "roster.done.shown",
        _ => return None,
    };
    Some(shell.t(key).to_owned())
}

/// The facts of a record, as its page and a comparison show them. A birth date is shown whole only to whoever may
/// correct it.
pub(super) fn facts(shell: &Shell, file: &PersonFile) -> Vec<(String, String)> {
    let word = |key: &str| shell.t(key).to_owned();
    let person = &file.person;
    let birth = match (person.birth, file.may.change || file.may.merge) {
        (None, _) => word("staff.match.unknown"),
        (Some(day), true) => shell.date(&day),
        (Some(day), false) => format!("{}-**-**", day.year()),
    };
    let mut facts = vec![
        (word("staff.match.birth"), birth),
        (word("staff.match.sex"), sex_name(shell, person.sex.as_deref())),
        (word("roster.region"), region_name(shell, &person.region)),
        (word("roster.entered-by"), super::event_words::agency_name(shell, &file.entered_by)),
        (word("roster.since"), shell.time(&person.created_at)),
    ];
    for (kind, last4) in &file.documents {
        facts.push((word("roster.document"), format!("{kind} ···{last4}")));
    }
    if !file.of_age {
        let key = match (person.guardian_consent, person.publication_consent) {
            (_, true) => "roster.consent.published",
            (true, false) => "roster.consent.guardian",
            (false, false) => "roster.consent.none",
        };
        facts.push((word("roster.consent.label"), word(key)));
    }
    facts
}

fn other(shell: &Shell, person: &Person) -> Other {
    let year = person.birth.map(|b| b.year().to_string()).unwrap_or_else(|| shell.t("staff.match.unknown").to_owned());
    Other {
        about: format!("{year} · {}", region_name(shell, &person.region)),
        href: shell.href(&person_path(person.id, "")),
        name: person.name.clone(),
        number: person.register_no.clone(),
    }
}

fn change_row(shell: &Shell, may: bool, change: PersonChange, by: String) -> ChangeRow {
    let merge = change.field == "merge";
    let undo = may && change.undone_at.is_none() && !merge;
    ChangeRow {
        what: if merge { String::new() } else { field_words(shell, &change.field).to_owned() },
        kind: kind_words(shell, &change.kind).to_owned(),
        from: if merge { String::new() } else { value_words(shell, &change.field, &change.old_value) },
        to: if merge { String::new() } else { value_words(shell, &change.field, &change.new_value) },
        since: shell.date(&change.effective_on),
        by,
        reason: change.reason,
        undone: change.undone_at.is_some(),
        undo: undo.then(|| shell.href(&person_path(change.person_id, &format!("/changes/{}/undo", change.id)))),
    }
}

pub(super) fn awards(shell: &Shell, file: &PersonFile) -> Vec<AwardRow> {
    let row = |(award, agency, event, paper): &crate::store::public::people::HistoryRow| AwardRow {
        grade: Stone::new(shell.lang, grade_of(award.grade)),
        words: shell.grade(&grade_of(award.grade)),
        state: award_badge(shell, &award.state),
        agency: if shell.zh() { agency.name_zh.clone() } else { agency.name_en.clone() },
        event: event.as_ref().map(|e| (shell.href(&event_path(&e.slug, "")), e.name.clone())),
        reason: if shell.zh() { award.reason_zh.clone() } else { award.reason_en.clone() },
        paper: paper.as_ref().map(|p| {
            let path = paper_path(grade_of(award.grade), &p.number, "");
            (shell.href(&path), Number::new(p.number.clone()), certificate_badge(shell, &p.state))
        }),
    };
    file.awards.iter().map(row).collect()
}

/// A field of one of the page's forms: what was typed and what is wrong belong to the form that was sent, and its
/// field keeps its plain id, so that the summary of problems leads to it.
pub(super) fn of_form(form: &str, sent: &str, field: Field, name: &str, typed: &Fields, problems: &Problems) -> Field {
    match form == sent {
        true => field.value(typed.get(name)).check(problems),
        false => field.id(format!("{form}-{name}")),
    }
}

fn change_fields(shell: &Shell, file: &PersonFile, sent: &str, typed: &Fields, problems: &Problems) -> Vec<Field> {
    let word = |key: &str| shell.t(key).to_owned();
    let which = ["name", "birth", "sex", "region"];
    let which = which.into_iter().map(|f| {
        let person = &file.person;
        let now = match f {
            "name" => person.name.clone(),
            "birth" => person.birth.map(|b| b.to_string()).unwrap_or_default(),
            "sex" => person.sex.clone().unwrap_or_default(),
            _ => person.region.clone(),
        };
        Choice::new(f, format!("{}（{}）", field_words(shell, f), value_words(shell, f, &now)))
    });
    let kinds = vec![
        Choice::new("typo", word("roster.change.typo-long")),
        Choice::new("change", word("roster.change.real-long")),
    ];
    let form = |field: Field, name: &str| of_form("change", sent, field, name, typed, problems);
    let mut fields = vec![
        form(Field::select("field", word("roster.change.field"), which.collect()), "field"),
        form(
            Field::text("value", word("roster.change.value"))
                .help(word("roster.change.value-help"))
                .max(60)
                .optional(shell),
            "value",
        ),
        form(Field::radio("kind", word("roster.change.kind"), kinds), "kind"),
        form(
            Field::date("effective_on", word("roster.change.since"))
                .help(word("roster.change.since-help"))
                .optional(shell),
            "effective_on",
        ),
        form(Field::text("reason", word("staff.field.reason")).max(500), "reason"),
    ];
    if sent == "change" {
        fields.extend(unprintable::tick(shell, typed, problems));
    }
    fields
}

fn consent_fields(shell: &Shell, sent: &str, typed: &Fields, problems: &Problems) -> Vec<Field> {
    let word = |key: &str| shell.t(key).to_owned();
    let form = |field: Field, name: &str| of_form("consent", sent, field, name, typed, problems);
    let what = [Consent::Publication, Consent::Record].map(|one| Choice::new(one.key(), word(consent_key(one))));
    let given = vec![
        Choice::new("given", word("roster.consent.given")),
        Choice::new("withdrawn", word("roster.consent.withdrawn")),
    ];
    vec![
        form(Field::radio("what", word("roster.consent.what"), what.to_vec()), "what"),
        form(Field::radio("given", word("roster.consent.act"), given), "given"),
        form(Field::text("who", word("roster.consent.who")).help(word("roster.consent.who-help")).max(60), "who"),
        form(Field::date("on_day", word("roster.consent.day")), "on_day"),
    ]
}

/// What is agreed to, in words.
fn consent_key(what: Consent) -> &'static str {
    match what {
        Consent::Record => "roster.consent.to-record",
        Consent::Publication => "roster.consent.to-publication",
    }
}

fn said_row(shell: &Shell, said: &Said) -> SaidRow {
    let key = match said.step.step.as_str() {
        "withheld" => "roster.withhold.withheld",
        "shown" => "roster.withhold.shown",
        "record-agreed" => "roster.consent.record-agreed",
        "record-withdrawn" => "roster.consent.record-withdrawn",
        "publication-agreed" => "roster.consent.publication-agreed",
        _ => "roster.consent.publication-withdrawn",
    };
    SaidRow {
        what: shell.t(key).to_owned(),
        day: shell.date(&said.step.on_day),
        who: said.who.clone().unwrap_or_default(),
        reason: said.step.note.clone(),
        by: said.by.clone(),
        at: shell.time(&said.step.recorded_at),
    }
}

fn render(
    request: &HttpRequest,
    shell: Shell,
    file: PersonFile,
    sent: &str,
    typed: &Fields,
    problems: Problems,
) -> HttpResponse {
    let word = |key: &str| shell.t(key).to_owned();
    let may = file.may;
    let bar = vec![
        of_form("bar", sent, Field::date("from_on", word("roster.bar.from")), "from_on", typed, &problems),
        of_form(
            "bar",
            sent,
            Field::date("until_on", word("roster.bar.until")).optional(&shell),
            "until_on",
            typed,
            &problems,
        ),
        of_form("bar", sent, Field::text("reason", word("staff.field.reason")).max(500), "reason", typed, &problems),
    ];
    let reason = |form: &str| {
        of_form(form, sent, Field::text("reason", word("staff.field.reason")).max(500), "reason", typed, &problems)
    };
    let bars = file.bars.iter().map(|(bar, by)| {
        let open = word("roster.bar.open");
        let until = bar.until_on.map_or(open, |day| shell.date(&day));
        BarRow {
            days: format!("{} – {until}", shell.date(&bar.from_on)),
            reason: bar.reason.clone(),
            by: by.clone(),
            lifted: bar.lifted_on.map(|day| {
                let why = bar.lifted_reason.clone().unwrap_or_default();
                shell.fill("roster.bar.lifted", &[("day", &shell.date(&day)), ("why", &why)])
            }),
            lift: (may.bar && bar.lifted_on.is_none())
                .then(|| shell.href(&person_path(file.person.id, &format!("/bars/{}/lift", bar.id)))),
        }
    });
    let events = file.events.iter().map(|e| EventRow {
        href: shell.href(&event_path(&e.slug, "")),
        name: e.event.clone(),
        day: shell.date(&e.day),
        group: e.group.get(shell.lang).to_owned(),
        written: e.written.clone(),
        then: format!("{} · {}", e.name, region_name(&shell, &e.region)),
    });
    let status = problems.status();
    let template = PersonPage {
        crumbs: Crumbs::new(&shell).step(&shell, "/staff/people", word("roster.nav")),
        done: done(&shell, request.query_string()),
        badge: record_badge(&shell, &file.person, file.barred),
        stone: file.person.grade.map(|rank| Stone::new(shell.lang, grade_of(rank)).medium()),
        facts: facts(&shell, &file),
        merged: file.person.state == "merged",
        kept: file.kept.as_ref().map(|p| other(&shell, p)),
        absorbed: file.absorbed.iter().map(|p| other(&shell, p)).collect(),
        namesakes: file
            .namesakes
            .iter()
            .map(|p| Other {
                href: shell.href(&person_path(file.person.id, &format!("/merge?with={}", p.register_no))),
                ..other(&shell, p)
            })
            .collect(),
        awards: awards(&shell, &file),
        events: events.collect(),
        bars: bars.collect(),
        change: change_fields(&shell, &file, sent, typed, &problems),
        changes: file
            .changes
            .iter()
            .map(|(change, by)| change_row(&shell, may.change, change.clone(), by.clone()))
            .collect(),
        consents: file.consents.iter().map(|said| said_row(&shell, said)).collect(),
        withholdings: file.withholdings.iter().map(|said| said_row(&shell, said)).collect(),
        withheld: file.person.state == "withheld" || file.person.hidden,
        unconfirmed: file.person.state == "provisional",
        young: !file.of_age,
        consent: consent_fields(&shell, sent, typed, &problems),
        withhold_reason: reason("withhold"),
        bar,
        lift_reason: reason("lift"),
        unmerge_reason: reason("unmerge"),
        with: Field::text("with", word("roster.merge.with")).help(word("roster.merge.with-help")).max(20),
        sent: sent.to_owned(),
        here: person_path(file.person.id, ""),
        public: shell.href(&format!("/people/{}", file.person.register_no)),
        may,
        problems,
        name: file.person.name,
        number: file.person.register_no,
        shell,
    };
    page(request, status, template)
}

async fn read(state: &AppState, staff: &Staff, id: i64) -> Result<PersonFile, AppError> {
    let (register, staff) = (state.register.clone(), staff.clone());
    blocking(move || staff_person::file(&register, &staff, id)).await
}

/// The page.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    id: web::Path<i64>,
) -> Result<HttpResponse, AppError> {
    let file = read(&state, &user.staff, id.into_inner()).await?;
    Ok(render(&request, shell, file, "", &Fields::default(), Problems::none()))
}

/// Does something to a person; what was typed wrongly is shown again on the person's page.
pub(super) async fn act<F>(
    sent: Sent,
    id: i64,
    form: &str,
    done: &str,
    action: Action,
    work: F,
) -> Result<HttpResponse, AppError>
where
    F: FnOnce(&Register, &Staff, i64, &Fields) -> ServiceResult<()> + Send + 'static,
{
    let (register, staff) = (sent.state.register.clone(), sent.user.staff.clone());
    blocking(move || staff_person::allow(&register, &staff, id, action)).await?;
    let done_it = sent.attempt(move |register, staff, typed| work(register, staff, id, typed)).await?;
    let Sent { request, shell, state, user, fields } = sent;
    match done_it {
        Ok(()) => Ok(see_other(&shell, &person_path(id, &format!("?done={done}")))),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let file = read(&state, &user.staff, id).await?;
            Ok(render(&request, shell, file, form, &fields, problems))
        }
    }
}

/// Corrects a slip of the pen, or records a real change.
pub async fn change(id: web::Path<i64>, sent: Sent) -> Result<HttpResponse, AppError> {
    let fonts = sent.state.fonts.clone();
    act(sent, id.into_inner(), "change", "changed", Action::ChangePerson, move |register, staff, id, typed| {
        let kind = match typed.get("kind") {
            "typo" => ChangeKind::Typo,
            "change" => ChangeKind::Change,
            _ => return Err(ServiceError::field("kind", "refusal.change_kind")),
        };
        let form = ChangeForm {
            field: typed.get("field").to_owned(),
            value: typed.trimmed("value").to_owned(),
            kind,
            effective_on: typed.trimmed("effective_on").parse().ok(),
            reason: typed.get("reason").to_owned(),
        };
        if form.field == "name" {
            unprintable::warn(fonts.as_deref(), &form.value, typed)?;
        }
        person::change(register, staff, id, &form)
    })
    .await
}

/// Undoes a change.
pub async fn undo(path: web::Path<(i64, i64)>, sent: Sent) -> Result<HttpResponse, AppError> {
    let (id, change) = path.into_inner();
    act(sent, id, "undo", "undone", Action::ChangePerson, move |register, staff, id, _| {
        person::undo_change(register, staff, id, change)
    })
    .await
}

/// Bars the person from events.
pub async fn bar(id: web::Path<i64>, sent: Sent) -> Result<HttpResponse, AppError> {
    act(sent, id.into_inner(), "bar", "barred", Action::BarPerson, |register, staff, id, typed| {
        let form = BarForm {
            from_on: typed.trimmed("from_on").parse().ok(),
            until_on: typed.trimmed("until_on").parse().ok(),
            reason: typed.get("reason").to_owned(),
        };
        person::bar(register, staff, id, &form).map(|_| ())
    })
    .await
}

/// Lifts a bar.
pub async fn lift(path: web::Path<(i64, i64)>, sent: Sent) -> Result<HttpResponse, AppError> {
    let (id, bar) = path.into_inner();
    act(sent, id, "lift", "lifted", Action::BarPerson, move |register, staff, id, typed| {
        person::lift(register, staff, id, bar, typed.get("reason"))
    })
    .await
}

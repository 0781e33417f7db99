//! Finding a person.

use super::blocking;
use super::person_words::{person_path, region_choices, region_name};
use crate::domain::permission::Action;
use crate::service::certificate::grade_of;
use crate::service::view::staff_person::{self, Search};
use crate::store::person::Person;
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::parts::{Field, Pager, Stone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::web;
use askama::Template;
use chrono::Datelike;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// What the address asks for.
#[derive(serde::Deserialize)]
pub struct Asked {
    q: Option<String>,
    region: Option<String>,
    after: Option<String>,
    unconfirmed: Option<String>,
}

/// One person.
struct Row {
    name: String,
    href: String,
    number: String,
    year: String,
    grade: Option<Stone>,
    region: String,
    mark: Option<&'static str>,
}

#[derive(Template)]
#[template(path = "staff/people.html")]
struct PeoplePage {
    fields: [Field; 2],
    also: Option<Field>,
    asked: bool,
    may_merge: bool,
    rows: Vec<Row>,
    pager: Pager,
    shell: Shell,
}

fn row(shell: &Shell, person: Person) -> Row {
    Row {
        href: shell.href(&person_path(person.id, "")),
        year: person.birth.map(|b| b.year().to_string()).unwrap_or_default(),
        grade: person.grade.map(|rank| Stone::new(shell.lang, grade_of(rank))),
        region: region_name(shell, &person.region),
        mark: match person.state.as_str() {
            "merged" => Some("roster.state.merged"),
            "provisional" => Some("roster.state.unconfirmed"),
            _ => None,
        },
        number: person.register_no,
        name: person.name,
    }
}

/// The page.
pub async fn show(
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    asked: web::Query<Asked>,
) -> Result<Page<impl Template>, AppError> {
    let text = |value: &Option<String>| value.as_deref().unwrap_or("").trim().to_owned();
    let may_withhold = user.staff.may_somewhere(Action::WithholdName);
    let unconfirmed = may_withhold && asked.unconfirmed.is_some();
    let (wanted, region) = (text(&asked.q), text(&asked.region));
    let search = Search { text: wanted, region, after: text(&asked.after), unconfirmed };
    let (register, staff, wanted) = (state.register.clone(), user.staff.clone(), search.clone());
    let found = blocking(move || staff_person::search(&register, &staff, &wanted)).await?;
    let escaped = utf8_percent_encode(&search.text, NON_ALPHANUMERIC).to_string();
    let also = if unconfirmed { "&unconfirmed=1" } else { "" };
    let here = format!("/staff/people?q={escaped}&region={}{also}", search.region);
    let first = (!search.after.is_empty()).then_some(here.as_str());
    let next = found.next.map(|after| format!("{here}&after={after}"));
    let fields = [
        Field::text("q", shell.t("roster.search.text").to_owned())
            .help(shell.t("roster.search.help").to_owned())
            .max(60)
            .autocomplete("off")
            .value(&search.text)
            .optional(&shell),
        Field::select("region", shell.t("roster.region").to_owned(), region_choices(&shell, true))
            .value(&search.region)
            .optional(&shell),
    ];
    let also =
        may_withhold.then(|| Field::tick("unconfirmed", shell.t("roster.search.unconfirmed").to_owned(), unconfirmed));
    let rows = found.persons.into_iter().map(|person| row(&shell, person)).collect();
    Ok(Page(PeoplePage {
        fields,
        also,
        asked: !search.text.is_empty() || !search.region.is_empty(),
        may_merge: user.staff.may_somewhere(Action::MergePerson),
        rows,
        pager: Pager::new(&shell, shell.t("roster.search.by-number"), first, next.as_deref()),
        shell,
    }))
}

//! Records that may be one person's: a report beside the merging, which merges nothing.

use super::blocking;
use super::person_words::{person_path, region_name};
use crate::service::view::doubles::{self, Double, Shared};
use crate::store::person::Person;
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::parts::{Crumbs, Pager};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::web;
use askama::Template;
use chrono::Datelike;

/// The address of the report.
const HERE: &str = "/staff/people/doubles";

/// What the address asks for: the pair after which the page begins.
#[derive(serde::Deserialize)]
pub struct Asked {
    first: Option<i64>,
    second: Option<i64>,
}

/// One record of a pair.
struct Record {
    name: String,
    number: String,
    about: String,
    href: String,
}

struct Row {
    first: Record,
    second: Record,
    shared: Vec<String>,
    compare: String,
}

#[derive(Template)]
#[template(path = "staff/doubles.html")]
struct DoublesPage {
    crumbs: Crumbs,
    rows: Vec<Row>,
    pager: Pager,
    shell: Shell,
}

fn record(shell: &Shell, person: Person) -> Record {
    let year = person.birth.map(|b| b.year().to_string()).unwrap_or_else(|| shell.t("staff.match.unknown").to_owned());
    Record {
        about: format!("{year} · {}", region_name(shell, &person.region)),
        href: shell.href(&person_path(person.id, "")),
        name: person.name,
        number: person.register_no,
    }
}

fn row(shell: &Shell, double: Double) -> Row {
    let word = |shared: &Shared| match shared {
        Shared::Document => shell.t("roster.doubles.document").to_owned(),
        Shared::NameAndBirth => shell.t("roster.doubles.name-and-birth").to_owned(),
    };
    let compare = person_path(double.first.id, &format!("/merge?with={}", double.second.register_no));
    Row {
        compare: shell.href(&compare),
        shared: double.shared.iter().map(word).collect(),
        first: record(shell, double.first),
        second: record(shell, double.second),
    }
}

/// The page.
pub async fn show(
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    asked: web::Query<Asked>,
) -> Result<Page<impl Template>, AppError> {
    let after = asked.first.zip(asked.second);
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let found = blocking(move || doubles::list(&register, &staff, after)).await?;
    let next = found.next.map(|(first, second)| format!("{HERE}?first={first}&second={second}"));
    let pager = Pager::new(&shell, shell.t("roster.doubles.sorted"), after.map(|_| HERE), next.as_deref());
    let rows = found.pairs.into_iter().map(|double| row(&shell, double)).collect();
    Ok(Page(DoublesPage {
        crumbs: Crumbs::new(&shell).step(&shell, "/staff/people", shell.t("roster.nav").to_owned()),
        rows,
        pager,
        shell,
    }))
}

//! The words of persons in the workplace.

use crate::domain::area_code::{AreaCode, areas};
use crate::store::person::Person;
use crate::web::parts::{Badge, Choice, Tone};
use crate::web::shell::Shell;

/// The address of a person's page, or of one below it.
pub(super) fn person_path(id: i64, below: &str) -> String {
    format!("/staff/people/{id}{below}")
}

/// The name of a region.
pub(super) fn region_name(shell: &Shell, code: &str) -> String {
    code.parse::<AreaCode>().map(|area| area.name().get(shell.lang).to_owned()).unwrap_or_else(|_| code.to_owned())
}

/// The regions to choose from; with `any`, none of them as well.
pub(super) fn region_choices(shell: &Shell, any: bool) -> Vec<Choice> {
    let each = areas()
        .iter()
        .map(|area| Choice::new(area.code.to_string(), format!("{} {}", area.code, area.name.get(shell.lang))));
    any.then(|| Choice::new("", shell.t("roster.search.any-region").to_owned())).into_iter().chain(each).collect()
}

/// The sex, in words.
pub(super) fn sex_name(shell: &Shell, sex: Option<&str>) -> String {
    let key = match sex {
        Some("female") => "staff.match.female",
        Some("male") => "staff.match.male",
        _ => "staff.match.unknown",
    };
    shell.t(key).to_owned()
}

/// How a record stands.
pub(super) fn record_badge(shell: &Shell, person: &Person, barred: bool) -> Badge {
    let (tone, key) = match person.state.as_str() {
        "merged" => (Tone::Past, "roster.state.merged"),
        _ if barred => (Tone::Bad, "roster.state.barred"),
        "withheld" => (Tone::Paused, "roster.state.withheld"),
        "provisional" => (Tone::Waiting, "roster.state.unconfirmed"),
        _ => (Tone::Good, "roster.state.active"),
    };
    Badge::new(tone, shell.t(key).to_owned())
}

/// A stored value of a field, in words.
pub(super) fn value_words(shell: &Shell, field: &str, value: &str) -> String {
    match field {
        "region" => region_name(shell, value),
        "sex" => sex_name(shell, Some(value)),
        _ if value.is_empty() => shell.t("staff.match.unknown").to_owned(),
        "birth" => value.parse().map(|day| shell.date(&day)).unwrap_or_else(|_| value.to_owned()),
        _ => value.to_owned(),
    }
}

/// What a field is called.
pub(super) fn field_words<'a>(shell: &Shell, field: &'a str) -> &'a str {
    shell.t(match field {
        "name" => "staff.match.name",
        "birth" => "staff.match.birth",
        "sex" => "staff.match.sex",
        "region" => "roster.region",
        other => return other,
    })
}

/// What kind of change it was.
pub(super) fn kind_words<'a>(shell: &Shell, kind: &'a str) -> &'a str {
    shell.t(match kind {
        "typo" => "roster.change.typo",
        "change" => "roster.change.real",
        "merge" => "roster.merge.title",
        other => return other,
    })
}

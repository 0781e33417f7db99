//! A name that the faces cannot print: said before it is saved, and saved only by whoever knows.

use crate::domain::name::PersonName;
use crate::print::{Fonts, describe};
use crate::service::error::FieldError;
use crate::service::{ServiceError, ServiceResult};
use crate::web::form::Fields;
use crate::web::parts::{Field, Problems};
use crate::web::shell::Shell;

/// The box that says so, in the form.
const ANYWAY: &str = "anyway";

/// Refuses a name with a character that no face has, until the box is ticked. What is no name is refused elsewhere.
pub(super) fn warn(fonts: Option<&Fonts>, name: &str, typed: &Fields) -> ServiceResult<()> {
    let (Some(fonts), Ok(name), false) = (fonts, PersonName::read(name), typed.has(ANYWAY)) else { return Ok(()) };
    let missing: Vec<String> = fonts.missing(name.as_str()).into_iter().map(describe).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let arguments = vec![("missing", missing.join("  "))];
    Err(ServiceError::Invalid(vec![FieldError { field: ANYWAY, key: "refusal.name_glyphs", arguments }]))
}

/// The box, once it was asked for.
pub(super) fn tick(shell: &Shell, typed: &Fields, problems: &Problems) -> Option<Field> {
    (problems.of(ANYWAY).is_some() || typed.has(ANYWAY))
        .then(|| Field::tick(ANYWAY, shell.t("roster.change.anyway").to_owned(), typed.has(ANYWAY)).check(problems))
}

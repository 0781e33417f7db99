//! Fields of a form: label above, help below, error beside, what was typed kept.

use super::Words;
use crate::service::ServiceError;
use crate::web::error::AppError;
use crate::web::shell::Shell;
use actix_web::http::StatusCode;
use askama::Template;

/// One choice of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What is sent.
    pub value: String,
    /// What is read.
    pub words: Words,
    /// The heading under which it stands in an unfolding list, with the others of that heading that follow.
    pub under: Option<String>,
}

impl Choice {
    /// A choice.
    pub fn new(value: impl Into<String>, words: impl Into<Words>) -> Self {
        Self { value: value.into(), words: words.into(), under: None }
    }

    /// Under a heading.
    pub fn under(self, heading: impl Into<String>) -> Self {
        Self { under: Some(heading.into()), ..self }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Input(&'static str),
    Area(u8),
    Select(Vec<Choice>),
    Radio(Vec<Choice>),
    Tick,
    File(&'static str),
}

/// One field. Its id is its name, so that the summary of problems can point at it, unless two forms of a page
/// use the same name.
#[derive(Template)]
#[template(path = "parts/field.html")]
pub struct Field {
    id: Words,
    name: Words,
    label: Words,
    kind: Kind,
    value: String,
    help: Option<Words>,
    error: Option<Words>,
    required: bool,
    optional_word: Option<Words>,
    autocomplete: Option<&'static str>,
    input_mode: Option<&'static str>,
    max_length: Option<u16>,
    narrow: bool,
    several: bool,
    /// Whether a phone opens its camera.
    camera: bool,
}

impl Field {
    fn new(kind: Kind, name: impl Into<Words>, label: impl Into<Words>) -> Self {
        let name = name.into();
        Self {
            id: name.clone(),
            name,
            label: label.into(),
            kind,
            value: String::new(),
            help: None,
            error: None,
            required: true,
            optional_word: None,
            autocomplete: None,
            input_mode: None,
            max_length: None,
            narrow: false,
            several: false,
            camera: false,
        }
    }

    /// Choices with the heading under which they stand.
    fn headed<'a>(&self, choices: &'a [Choice]) -> Vec<(Option<&'a str>, &'a [Choice])> {
        choices.chunk_by(|a, b| a.under == b.under).map(|part| (part[0].under.as_deref(), part)).collect()
    }

    /// A line of text.
    pub fn text(name: impl Into<Words>, label: impl Into<Words>) -> Self {
        Self::new(Kind::Input("text"), name, label)
    }

    /// A secret.
    pub fn password(name: impl Into<Words>, label: impl Into<Words>) -> Self {
        Self::new(Kind::Input("password"), name, label)
    }

    /// A mail address.
    pub fn email(name: impl Into<Words>, label: impl Into<Words>) -> Self {
        Self { autocomplete: Some("email"), ..Self::new(Kind::Input("email"), name, label) }
    }

    /// A civil date.
    pub fn date(name: impl Into<Words>, label: impl Into<Words>) -> Self {
        Self { narrow: true, ..Self::new(Kind::Input("date"), name, label) }
    }

    /// Digits: a number pad on phones, but never the arrows and rounding of a number field.
    pub fn digits(name: impl Into<Words>, label: impl Into<Words>) -> Self {
        Self { input_mode: Some("numeric"), narrow: true, ..Self::new(Kind::Input("text"), name, label) }
    }

    /// Several lines of text.
    pub fn area(name: impl Into<Words>, label: impl Into<Words>, rows: u8) -> Self {
        Self::new(Kind::Area(rows), name, label)
    }

    /// One of many, unfolding.
    pub fn select(name: impl Into<Words>, label: impl Into<Words>, choices: Vec<Choice>) -> Self {
        Self::new(Kind::Select(choices), name, label)
    }

    /// One of few, all seen.
    pub fn radio(name: impl Into<Words>, label: impl Into<Words>, choices: Vec<Choice>) -> Self {
        Self::new(Kind::Radio(choices), name, label)
    }

    /// A box to tick; it sends `1`.
    pub fn tick(name: impl Into<Words>, label: impl Into<Words>, ticked: bool) -> Self {
        let value = if ticked { "1".to_owned() } else { String::new() };
        Self { required: false, value, ..Self::new(Kind::Tick, name, label) }
    }

    /// A file; `accept` lists endings such as `.csv,.xlsx`.
    pub fn file(name: impl Into<Words>, label: impl Into<Words>, accept: &'static str) -> Self {
        Self::new(Kind::File(accept), name, label)
    }

    /// A photo: a phone opens its camera.
    pub fn photo(name: impl Into<Words>, label: impl Into<Words>) -> Self {
        Self { camera: true, ..Self::new(Kind::File("image/*"), name, label) }
    }

    /// Several files may be chosen.
    pub fn several(self) -> Self {
        Self { several: true, ..self }
    }

    /// What was typed or is so far. Secrets and files are not kept.
    pub fn value(self, value: impl Into<String>) -> Self {
        match self.kind {
            Kind::Input("password") | Kind::File(_) | Kind::Tick => self,
            _ => Self { value: value.into(), ..self },
        }
    }

    /// Another id than the name.
    pub fn id(self, id: impl Into<Words>) -> Self {
        Self { id: id.into(), ..self }
    }

    /// Words below the field.
    pub fn help(self, help: impl Into<Words>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// What is wrong with it, taken from the problems of its form.
    pub fn check(self, problems: &Problems) -> Self {
        let error = problems.of(&self.name).map(|words| Words::Owned(words.to_owned()));
        Self { error, ..self }
    }

    /// It may stay empty, and says so.
    pub fn optional(self, shell: &Shell) -> Self {
        let word = Words::Owned(shell.t("layout.form.optional").to_owned());
        Self { required: false, optional_word: Some(word), ..self }
    }

    /// What browsers may fill in: `name`, `username`, `current-password`, `off` …
    pub fn autocomplete(self, what: &'static str) -> Self {
        Self { autocomplete: Some(what), ..self }
    }

    /// The most characters it takes.
    pub fn max(self, characters: u16) -> Self {
        Self { max_length: Some(characters), ..self }
    }

    /// Set narrow, for short values.
    pub fn narrow(self) -> Self {
        Self { narrow: true, ..self }
    }

    /// The ids of the words that belong to the field.
    fn described(&self) -> String {
        let help = self.help.as_ref().map(|_| format!("{}-help", self.id));
        let error = self.error.as_ref().map(|_| format!("{}-error", self.id));
        error.into_iter().chain(help).collect::<Vec<_>>().join(" ")
    }
}

/// One thing wrong with what was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The field.
    pub field: String,
    /// What is wrong.
    pub words: String,
}

/// Everything wrong with a form, shown on top with a link to each field; shows nothing when all is well.
#[derive(Template, Default)]
#[template(path = "parts/problems.html")]
pub struct Problems {
    title: String,
    kept: String,
    list: Vec<Problem>,
    /// What a rule says against all of it, where it does.
    refused: Option<String>,
}

impl Problems {
    /// No problem.
    pub fn none() -> Self {
        Self::default()
    }

    /// What a use case says against a form: wrong fields, or a rule. Both are said on the page that the form came from;
    /// any other error is no matter of the form.
    pub fn of_error(shell: &Shell, error: ServiceError) -> Result<Self, AppError> {
        match error {
            ServiceError::Invalid(fields) => Ok(Self::of_service(shell, &fields)),
            ServiceError::Refused { key: "refusal.busy", .. } => Err(error.into()),
            ServiceError::Refused { .. } => Ok(Self {
                title: shell.t("layout.form.refused").to_owned(),
                kept: shell.t("layout.form.unchanged").to_owned(),
                list: Vec::new(),
                refused: Some(error.message().get(shell.lang).to_owned()),
            }),
            other => Err(other.into()),
        }
    }

    /// The status of the page that shows them.
    pub fn status(&self) -> StatusCode {
        match self.refused {
            Some(_) => StatusCode::CONFLICT,
            None if self.list.is_empty() => StatusCode::OK,
            None => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }

    /// The problems that a service has found.
    pub fn of_service(shell: &Shell, fields: &[crate::service::error::FieldError]) -> Self {
        let list = fields
            .iter()
            .map(|field| Problem { field: field.field.to_owned(), words: field.message().get(shell.lang).to_owned() });
        Self::new(shell, list.collect())
    }

    /// These problems.
    pub fn new(shell: &Shell, list: Vec<Problem>) -> Self {
        Self {
            title: shell.fill("layout.form.errors", &[("n", &list.len().to_string())]),
            kept: shell.t("layout.form.kept").to_owned(),
            list,
            refused: None,
        }
    }

    /// Whether all is well.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.refused.is_none()
    }

    /// What is wrong with a field.
    pub fn of(&self, field: &str) -> Option<&str> {
        self.list.iter().find(|problem| problem.field == field).map(|problem| problem.words.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_kept_escaped_and_the_error_belongs_to_the_field() {
        let problems = Problems {
            list: vec![Problem { field: "name".into(), words: "名字<过长".into() }],
            ..Problems::default()
        };
        let html = Field::text("name", "姓名").value("\"><b>").help("帮助").check(&problems).to_string();
        assert!(html.contains("value=\"&#34;&#62;&#60;b&#62;\""), "{html}");
        assert!(html.contains("aria-describedby=\"name-error name-help\"") && html.contains("aria-invalid"), "{html}");
        assert!(html.contains("id=\"name-error\"") && html.contains("名字&#60;过长"), "{html}");
    }

    #[test]
    fn secrets_are_not_kept() {
        assert!(!Field::password("p", "口令").value("secret").to_string().contains("secret"));
    }

    #[test]
    fn the_chosen_one_stays_chosen() {
        let choices = || vec![Choice::new("a", "甲"), Choice::new("b", "乙")];
        let html = Field::select("s", "选", choices()).value("b").to_string();
        assert!(html.contains("<option value=\"b\" selected>"), "{html}");
        let html = Field::radio("s", "选", choices()).value("b").to_string();
        assert!(html.matches("checked").count() == 1 && html.contains("<fieldset"), "{html}");
    }
}

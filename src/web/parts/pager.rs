//! Moving through a list, and knowing where one is.

use super::Words;
use crate::web::shell::Shell;
use askama::Template;

/// Pages of a list by key: back to the first, on to the next. The order of the list is said in words.
#[derive(Template)]
#[template(path = "parts/pager.html")]
pub struct Pager {
    label: String,
    sorted: String,
    first: Option<(String, String)>,
    next: Option<(String, String)>,
}

impl Pager {
    /// A pager for a list in the order that `sorted_by` names. `first` is set where the reader is not on the
    /// first page, `next` where there is more; both are addresses of ours.
    pub fn new(shell: &Shell, sorted_by: &str, first: Option<&str>, next: Option<&str>) -> Self {
        Self {
            label: shell.t("layout.pages.label").to_owned(),
            sorted: shell.fill("layout.pages.sorted", &[("by", sorted_by)]),
            first: first.map(|path| (shell.href(path), shell.t("layout.pages.first").to_owned())),
            next: next.map(|path| (shell.href(path), shell.t("layout.pages.next").to_owned())),
        }
    }

    /// The same under a name of its own, for the second list of a page.
    pub fn named(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }
}

/// One step of the way to a page.
pub struct Crumb {
    href: String,
    words: Words,
}

/// The way to a page, from the section down to the page above.
#[derive(Template)]
#[template(path = "parts/crumbs.html")]
pub struct Crumbs {
    label: String,
    steps: Vec<Crumb>,
}

impl Crumbs {
    /// An empty way.
    pub fn new(shell: &Shell) -> Self {
        Self { label: shell.t("layout.breadcrumb").to_owned(), steps: Vec::new() }
    }

    /// One step further down.
    pub fn step(mut self, shell: &Shell, path: &str, words: impl Into<Words>) -> Self {
        self.steps.push(Crumb { href: shell.href(path), words: words.into() });
        self
    }
}

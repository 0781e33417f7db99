//! The table of all routes: the only place where an address meets a handler.
//!
//! Each entry says who may ask, how much may be sent and how it is paced; registering an entry wraps its
//! handler in a [`Gate`] that enforces this before the handler runs. The permission test walks the same table
//! for every role, so a page cannot exist outside it.

mod infra;
#[cfg(test)]
pub(crate) mod probe;
mod public;
mod staff;

use super::error::AppError;
use super::gate::Gate;
use super::throttle::Pace;
use crate::domain::permission::Action;
use actix_web::{Route, guard, http::Method, web};
use std::collections::BTreeMap;

/// The methods we answer. `GET` also answers `HEAD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Reads.
    Get,
    /// Changes something.
    Post,
}

impl Verb {
    /// The method's name.
    pub fn text(self) -> &'static str {
        match self {
            Verb::Get => "GET",
            Verb::Post => "POST",
        }
    }

    fn matches(self, method: &Method) -> bool {
        match self {
            Verb::Get => method == Method::GET || method == Method::HEAD,
            Verb::Post => method == Method::POST,
        }
    }
}

/// Whom a route is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Anybody, on pages.
    Public,
    /// Signed-in accounts.
    Staff,
    /// Programs: JSON, no cookies.
    Api,
}

/// What a route asks of who comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// An account, whatever its role: its own things.
    Account,
    /// An account whose role may do this. Whether it may do it to *this* agency's thing is asked by the
    /// service, with the thing at hand.
    May(Action),
}

/// How much a request may send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyLimit(pub usize);

/// What forms and JSON bodies may have at most.
pub const FORM: BodyLimit = BodyLimit(64 << 10);

/// One route.
pub struct Entry {
    /// The method.
    pub verb: Verb,
    /// The address, with `{name}` for its variable parts.
    pub path: &'static str,
    /// Whom it is for.
    pub audience: Audience,
    /// What it asks of them.
    pub needs: Needs,
    /// What it takes at most.
    pub body: BodyLimit,
    /// How it is paced.
    pub pace: Pace,
    /// The handler behind the gate.
    handler: fn() -> Route,
}

impl Entry {
    const fn new(verb: Verb, path: &'static str, audience: Audience, needs: Needs, handler: fn() -> Route) -> Self {
        let body = match verb {
            Verb::Get => BodyLimit(0),
            Verb::Post => FORM,
        };
        Self { verb, path, audience, needs, body, pace: Pace::General, handler }
    }

    /// A page for anybody.
    pub const fn page(path: &'static str, handler: fn() -> Route) -> Self {
        Self::new(Verb::Get, path, Audience::Public, Needs::Nothing, handler)
    }

    /// A form that anybody may send.
    pub const fn open_form(path: &'static str, handler: fn() -> Route) -> Self {
        Self::new(Verb::Post, path, Audience::Public, Needs::Nothing, handler)
    }

    /// JSON for anybody.
    pub const fn api(path: &'static str, handler: fn() -> Route) -> Self {
        Self::new(Verb::Get, path, Audience::Api, Needs::Nothing, handler)
    }

    /// JSON for anybody, who sends something for it.
    pub const fn api_post(path: &'static str, handler: fn() -> Route) -> Self {
        Self::new(Verb::Post, path, Audience::Api, Needs::Nothing, handler)
    }

    /// A page of the workplace.
    pub const fn staff(path: &'static str, needs: Needs, handler: fn() -> Route) -> Self {
        Self::new(Verb::Get, path, Audience::Staff, needs, handler)
    }

    /// A change made from the workplace.
    pub const fn staff_form(path: &'static str, needs: Needs, handler: fn() -> Route) -> Self {
        Self::new(Verb::Post, path, Audience::Staff, needs, handler)
    }

    /// The same entry taking bodies of up to this many bytes.
    pub const fn up_to(self, bytes: usize) -> Self {
        Self { body: BodyLimit(bytes), ..self }
    }

    /// The same entry with another pace.
    pub const fn paced(self, pace: Pace) -> Self {
        Self { pace, ..self }
    }

    /// The address with its variable parts filled in order; a part without a value becomes `1`.
    pub fn example(&self, values: &[&str]) -> String {
        let mut values = values.iter();
        let segments = self.path.split('/').map(|segment| match segment.starts_with('{') {
            true => values.next().copied().unwrap_or("1"),
            false => segment,
        });
        segments.collect::<Vec<_>>().join("/")
    }
}

const TABLES: &[&[Entry]] = &[
    public::ROUTES,
    staff::ROUTES,
    infra::ROUTES,
    #[cfg(test)]
    probe::ROUTES,
];

/// Every route, in the order of its number.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    TABLES.iter().flat_map(|table| table.iter())
}

/// How many routes there are.
pub fn count() -> usize {
    TABLES.iter().map(|table| table.len()).sum()
}

/// The route with a number.
pub fn entry(index: usize) -> Option<&'static Entry> {
    let mut left = index;
    for table in TABLES {
        match table.get(left) {
            Some(entry) => return Some(entry),
            None => left -= table.len(),
        }
    }
    None
}

/// The page of a path, or the nearest one above it that can be opened.
pub fn page_above(path: &str) -> &str {
    let mut rest = path;
    while !rest.is_empty() && !all().any(|entry| entry.verb == Verb::Get && is_at(entry.path, rest)) {
        rest = rest.rsplit_once('/').map_or("", |(above, _)| above);
    }
    if rest.is_empty() { "/" } else { rest }
}

/// Whether a path is an address of a route.
fn is_at(pattern: &str, path: &str) -> bool {
    let (mut parts, mut segments) = (pattern.split('/'), path.split('/'));
    loop {
        match (parts.next(), segments.next()) {
            (None, None) => return true,
            (Some(part), Some(segment)) if part.starts_with('{') || part == segment => {}
            _ => return false,
        }
    }
}

/// Literal parts come before variable ones, so that `/events/new` is not read as an event's id.
fn order(path: &str) -> Vec<bool> {
    path.split('/').skip(1).map(|segment| segment.starts_with('{')).collect()
}

fn first_segment(path: &str) -> &str {
    path.split('/').nth(1).unwrap_or("")
}

/// The routes of a scope by order and address: the numbers of their entries.
type Scope = BTreeMap<(Vec<bool>, &'static str), Vec<usize>>;

/// Registers every route, those with the same first segment under one scope.
pub fn register(config: &mut web::ServiceConfig) {
    let mut scopes: BTreeMap<&str, Scope> = BTreeMap::new();
    for (index, entry) in all().enumerate() {
        let scope = scopes.entry(first_segment(entry.path)).or_default();
        scope.entry((order(entry.path), entry.path)).or_default().push(index);
    }
    for (first, paths) in scopes {
        if first.is_empty() || first.starts_with('{') {
            for ((_, path), entries) in paths {
                config.service(resource(path, &entries));
            }
            continue;
        }
        let prefix = format!("/{first}");
        let mut scope = web::scope(&prefix);
        for ((_, path), entries) in paths {
            scope = scope.service(resource(&path[prefix.len()..], &entries));
        }
        config.service(scope);
    }
}

/// The methods that some entries take, as the header `Allow` names them.
fn methods(entries: &[usize]) -> String {
    let takes = |verb: Verb| entries.iter().filter_map(|index| entry(*index)).any(|entry| entry.verb == verb);
    let named = [(Verb::Get, "GET, HEAD"), (Verb::Post, "POST")];
    let taken: Vec<&str> = named.into_iter().filter(|(verb, _)| takes(*verb)).map(|(_, name)| name).collect();
    taken.join(", ")
}

fn resource(path: &str, entries: &[usize]) -> actix_web::Resource {
    let mut resource = web::resource(path);
    for index in entries {
        // proven: the numbers come from enumerating the same table.
        let Some(entry) = entry(*index) else { continue };
        let verb = entry.verb;
        let route = (entry.handler)().guard(guard::fn_guard(move |context| verb.matches(&context.head().method)));
        resource = resource.route(route.wrap(Gate::new(*index, entry)));
    }
    let allowed = methods(entries);
    resource.default_service(web::to(move || {
        let error = AppError::method(allowed.clone());
        async move { Err::<actix_web::HttpResponse, _>(error) }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_route_is_declared_twice() {
        let mut seen = HashSet::new();
        for entry in all() {
            assert!(entry.path.starts_with('/'), "{}", entry.path);
            assert!(entry.path == "/" || !entry.path.ends_with('/'), "{}", entry.path);
            assert!(seen.insert((entry.verb.text(), entry.path)), "{} {}", entry.verb.text(), entry.path);
        }
        assert_eq!(seen.len(), count());
        assert!(all().enumerate().all(|(index, e)| std::ptr::eq(e, entry(index).unwrap())));
        assert!(entry(count()).is_none());
    }

    #[test]
    fn the_workplace_asks_for_an_account_everywhere_but_at_its_door() {
        for entry in all() {
            match entry.audience {
                Audience::Staff => assert_ne!(entry.needs, Needs::Nothing, "{}", entry.path),
                Audience::Public | Audience::Api => assert_eq!(entry.needs, Needs::Nothing, "{}", entry.path),
            }
            assert_eq!(entry.verb == Verb::Get, entry.body == BodyLimit(0), "{}", entry.path);
        }
    }

    #[test]
    fn above_every_form_there_is_a_page() {
        assert_eq!(page_above("/staff/people/5/bars/3/lift"), "/staff/people/5");
        assert_eq!(page_above("/staff/events/x/groups/all"), "/staff/events/x/groups/all");
        assert_eq!(page_above("/nowhere/at/all"), "/");
        for entry in all().filter(|entry| entry.verb == Verb::Post && entry.audience == Audience::Staff) {
            let path = entry.example(&[]);
            assert!(page_above(&path).starts_with("/staff"), "{path}: {}", page_above(&path));
        }
    }

    #[test]
    fn literal_parts_are_tried_first() {
        assert!(order("/events/new") < order("/events/{id}"));
        assert!(order("/events/{id}/rounds") < order("/events/{id}/{round}"));
        assert_eq!(first_segment("/c/{grade}/{number}"), "c");
        let entry = Entry::page("/c/{grade}/{number}", || web::to(|| async { "" }));
        assert_eq!(entry.example(&["5d", "310260001"]), "/c/5d/310260001");
    }
}

//! What every statement of the store keeps to: lists have an order, and nothing that somebody may ask for later is
//! deleted.

use super::source::bare;
use super::{assert_none, files_of, read};

/// The functions of a source text without its tests: name and body.
fn functions(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("fn ") {
        rest = &rest[at + 3..];
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let Some(start) = rest.find('{') else { break };
        let mut depth = 0;
        let end = rest[start..].char_indices().find_map(|(at, c)| {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            (depth == 0).then_some(start + at + 1)
        });
        let end = end.unwrap_or(rest.len());
        found.push((name, rest[..end].to_owned()));
        rest = &rest[end..];
    }
    found
}

/// Whether a function reads a list whose order it does not say.
fn unordered(function: &str) -> bool {
    // A counter is loaded in the order of memory.
    let function = function.replace(".load(Ordering::", "");
    let lists = [".load(", ".load::<", ".get_results(", ".get_results::<"];
    let said = [".order(", ".order_by(", ".sort_", "HashMap<", "BTreeMap<"];
    lists.iter().any(|list| function.contains(list)) && !said.iter().any(|way| function.contains(way))
}

#[test]
fn every_list_is_read_in_an_order_that_is_said() {
    let mut complaints = Vec::new();
    let mut lists = 0;
    for path in files_of("src/store", "rs") {
        for (name, body) in functions(&bare(&read(&path))) {
            lists += usize::from(body.contains(".load"));
            if unordered(&body) {
                complaints.push(format!("{}: {name} has no order", path.display()));
            }
        }
    }
    assert!(lists > 60, "the search is broken: {lists}");
    assert_none(complaints);
}

#[test]
fn a_list_without_an_order_is_found() {
    assert!(unordered("fn a() { table.filter(x).load(conn) }"));
    assert!(!unordered("fn a() { table.order(id.asc()).load(conn) }"));
    assert!(!unordered("fn a() { table.find(1).get_result(conn) }"));
    assert!(!unordered("fn a() { self.count.load(Ordering::SeqCst) }"));
    let two = functions("fn a() { if x { y } } fn b() { z }");
    assert_eq!(two.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
}

/// What may go: what ended, what was sent, and what is computed again from what stays.
const MAY_GO: [&str; 5] = ["session", "mail_outbox", "outcome", "person_sound", "asked_birth"];

#[test]
fn nothing_is_deleted_but_what_has_ended_or_is_computed_again() {
    let mut complaints = Vec::new();
    for path in files_of("src/store", "rs") {
        let text = read(&path);
        for part in bare(&text).split("diesel::delete(").skip(1) {
            let table: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !MAY_GO.contains(&table.as_str()) {
                complaints.push(format!("{}: deletes from {table}", path.display()));
            }
        }
        let upper = text.to_uppercase();
        if upper.contains("DELETE FROM") || upper.contains("TRUNCATE") {
            complaints.push(format!("{}: deletes by hand", path.display()));
        }
    }
    assert_none(complaints);
}

//! What every text of the repository keeps to: its length, no path of somebody's machine, links that lead somewhere.

use super::{assert_none, files, files_of, read, root};
use std::path::{Path, PathBuf};

/// A file longer than this holds more than one idea.
const MOST_LINES: usize = 600;

fn texts() -> Vec<(PathBuf, String)> {
    files()
        .into_iter()
        .filter_map(|path| std::fs::read_to_string(root().join(&path)).ok().map(|text| (path, text)))
        .filter(|(path, _)| !path.ends_with("Cargo.lock"))
        .collect()
}

#[test]
fn no_file_is_too_long_to_hold_one_idea() {
    let code = |path: &Path| {
        path.extension().is_some_and(|e| ["rs", "css", "html", "js", "mjs", "sh", "py"].iter().any(|c| e == *c))
    };
    let long =
        texts().into_iter().filter(|(path, _)| code(path) || path.starts_with(".ci") || path.starts_with("scripts"));
    assert_none(
        long.filter(|(_, text)| text.lines().count() > MOST_LINES)
            .map(|(path, text)| format!("{}: {} lines, at most {MOST_LINES}", path.display(), text.lines().count()))
            .collect(),
    );
}

#[test]
fn no_text_names_a_place_on_somebodys_machine() {
    // Put together here, so that this file does not find itself.
    let places = ["work", "farm", "root", "Users", "tmp/wt", "tmp/tgt", "tmp/plan"].map(|place| format!("/{place}/"));
    let mut complaints = Vec::new();
    for (path, text) in texts() {
        for (number, line) in text.lines().enumerate() {
            if let Some(place) = places.iter().find(|place| line.contains(place.as_str())) {
                complaints.push(format!("{}:{}: {place}", path.display(), number + 1));
            }
        }
    }
    assert_none(complaints);
}

/// Addresses of a template that go on after what the code has put together.
fn continued(template: &str) -> Vec<&str> {
    let opened = ["href=\"{{", "action=\"{{"].into_iter().flat_map(|mark| template.split(mark).skip(1));
    // A feed's own address has no query.
    let plain = |rest: &&str| !rest.trim_start().starts_with("address ");
    opened
        .filter(plain)
        .filter_map(|rest| rest.split_once("}}"))
        .map(|(_, after)| after)
        .filter(|a| !a.starts_with('"'))
        .collect()
}

#[test]
fn nothing_is_written_behind_an_address_that_may_end_with_a_language() {
    assert_eq!(continued(r#"<a href="{{ x }}"><form action="{{ shell.href(here) }}/print">"#), ["/print\">"]);
    let mut complaints = Vec::new();
    for path in files_of("templates", "html").into_iter().chain(files_of("templates", "xml")) {
        let text = read(&path);
        for after in continued(&text) {
            let after: String = after.chars().take(30).collect();
            complaints.push(format!("{}: an address goes on with {after}; use shell.below", path.display()));
        }
    }
    assert_none(complaints);
}

#[test]
fn no_lock_file_says_where_a_package_was_downloaded() {
    for lock in files().into_iter().filter(|path| path.ends_with("package-lock.json")) {
        assert!(!read(&lock).contains("\"resolved\""), "{} names download addresses", lock.display());
    }
}

#[test]
fn every_text_ends_its_lines_plainly() {
    let mut complaints = Vec::new();
    for (path, text) in
        texts().into_iter().filter(|(path, _)| path.extension().is_some_and(|e| e == "rs" || e == "md" || e == "toml"))
    {
        if text.contains('\r') {
            complaints.push(format!("{}: carriage returns", path.display()));
        }
        if !text.is_empty() && !text.ends_with('\n') {
            complaints.push(format!("{}: no line end at the end", path.display()));
        }
    }
    assert_none(complaints);
}

/// The targets of `[text](target)` in a Markdown text, outside code.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            code = !code;
        }
        if code {
            continue;
        }
        for part in line.split("](").skip(1) {
            if let Some((target, _)) = part.split_once(')') {
                found.push(target.to_owned());
            }
        }
    }
    found
}

#[test]
fn every_link_between_documents_leads_somewhere() {
    let mut complaints = Vec::new();
    for path in files_of("", "md") {
        for target in links(&read(&path)) {
            let file = target.split('#').next().unwrap();
            if file.is_empty() || file.contains("://") || file.starts_with("mailto:") {
                continue;
            }
            let there = root().join(&path).parent().unwrap().join(file);
            if !there.exists() {
                complaints.push(format!("{}: {target} is not there", path.display()));
            }
        }
    }
    assert_none(complaints);
}

#[test]
fn the_readme_gives_the_two_commands() {
    let readme = read("README.md");
    for command in ["\ncargo run --release -- demo\n", "\ncargo test --workspace\n"] {
        assert!(readme.contains(command), "README.md has lost {command:?}");
    }
    assert!(readme.lines().count() < 120, "a README is read in a minute");
}

#[test]
fn the_readme_leads_to_every_document() {
    let readme = read("README.md");
    for path in files_of("docs", "md") {
        let name = path.display().to_string();
        assert!(readme.contains(&format!("({name})")), "README.md has no link to {name}");
    }
}

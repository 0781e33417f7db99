//! Which folder of `src` may use which, and what a folder may not name, by the tables of `docs/ARCHITECTURE.md`.

use super::{assert_none, files_of, quoted, read, source, table};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A file of `src`: the folder (or file) at the top that it belongs to, its depth below the crate's root, its code.
struct File {
    path: PathBuf,
    top: String,
    depth: usize,
    bare: String,
    /// Compiled for tests only.
    test: bool,
}

fn sources() -> Vec<File> {
    let mut all: Vec<File> = files_of("src", "rs")
        .into_iter()
        .map(|path| {
            let inner = path.strip_prefix("src").unwrap().with_extension("");
            let mut modules: Vec<String> = inner.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if modules.last().is_some_and(|last| last == "mod") {
                modules.pop();
            }
            let bare = source::bare(&read(&path));
            File { top: modules[0].clone(), depth: modules.len(), path, bare, test: false }
        })
        .collect();
    let tests = test_modules(all.iter().map(|file| (file.path.as_path(), file.bare.as_str())));
    for file in &mut all {
        file.test = is_of(&tests, &file.path);
    }
    all
}

/// The modules of these files that are compiled for tests only, without their endings.
fn test_modules<'a>(files: impl Iterator<Item = (&'a Path, &'a str)>) -> BTreeSet<PathBuf> {
    let mut tests: BTreeSet<PathBuf> = BTreeSet::new();
    for (path, bare) in files {
        let folder = if path.file_name().is_some_and(|name| name == "mod.rs") {
            path.parent().unwrap().to_owned()
        } else {
            path.with_extension("")
        };
        tests.extend(source::test_module_files(bare).into_iter().map(|name| folder.join(name)));
    }
    tests
}

fn is_of(tests: &BTreeSet<PathBuf>, path: &Path) -> bool {
    tests.iter().any(|module| path.with_extension("") == *module || path.starts_with(module))
}

fn allowed() -> BTreeMap<String, BTreeSet<String>> {
    table(&read("docs/ARCHITECTURE.md"), "Who may use whom")
        .into_iter()
        .map(|row| {
            let folder = quoted(&row[0]);
            assert_eq!(folder.len(), 1, "one folder a row: {row:?}");
            (folder[0].clone(), quoted(&row[1]).into_iter().collect())
        })
        .collect()
}

/// The uses that the table does not allow, as sentences.
fn broken(allowed: &BTreeMap<String, BTreeSet<String>>, file: &File) -> Vec<String> {
    let Some(may) = allowed.get(&file.top).filter(|_| !file.test) else { return Vec::new() };
    source::roots_used(&source::without_tests(&file.bare), file.depth)
        .into_iter()
        .filter(|(_, used)| *used != file.top && allowed.contains_key(used) && !may.contains(used))
        .map(|(line, used)| format!("{}:{line}: `{}` may not use `{used}`", file.path.display(), file.top))
        .collect()
}

#[test]
fn no_arrow_points_back() {
    let allowed = allowed();
    assert_none(sources().iter().flat_map(|file| broken(&allowed, file)).collect());
}

#[test]
fn an_arrow_that_points_back_is_found() {
    let allowed = allowed();
    let file = |top: &str, code: &str| File {
        path: Path::new("src").join(top).join("made_up.rs"),
        top: top.to_owned(),
        depth: 2,
        bare: source::bare(code),
        test: false,
    };
    assert_eq!(broken(&allowed, &file("domain", "use crate::store::Pool;")).len(), 1);
    assert_eq!(broken(&allowed, &file("text", "fn a() { super::super::domain::b() }")).len(), 1);
    assert_eq!(broken(&allowed, &file("store", "use crate::{service::Award, text::Lang};")).len(), 1);
    assert_eq!(broken(&allowed, &file("web", "use crate::{service::Award, text::Lang};")).len(), 0);
}

#[test]
fn the_map_names_every_folder_and_no_other() {
    let there: BTreeSet<String> =
        sources().into_iter().map(|file| file.top).filter(|top| top != "lib" && top != "main").collect();
    let allowed = allowed();
    assert_eq!(allowed.keys().cloned().collect::<BTreeSet<_>>(), there);
    for (folder, may) in &allowed {
        assert!(may.is_subset(&there), "the row of `{folder}` names a folder that is not there");
    }
}

#[test]
fn the_map_has_no_circle() {
    let allowed = allowed();
    let mut done: BTreeSet<&str> = BTreeSet::new();
    while done.len() < allowed.len() {
        let free: Vec<&str> = allowed
            .iter()
            .filter(|(folder, may)| {
                !done.contains(folder.as_str()) && may.iter().all(|used| done.contains(used.as_str()))
            })
            .map(|(folder, _)| folder.as_str())
            .collect();
        let left: Vec<_> = allowed.keys().filter(|folder| !done.contains(folder.as_str())).collect();
        assert!(!free.is_empty(), "these use each other in a circle: {left:?}");
        done.extend(free);
    }
}

#[test]
fn no_layer_names_what_it_may_not() {
    let sources = sources();
    let rules = table(&read("docs/ARCHITECTURE.md"), "What a layer may not name");
    let mut complaints = Vec::new();
    for rule in &rules {
        let folders = quoted(&rule[0]);
        let all_but = rule[0].starts_with("all but");
        for file in sources.iter().filter(|file| !file.test && (folders.contains(&file.top) != all_but)) {
            let code = source::without_tests(&file.bare);
            for word in quoted(&rule[1]) {
                complaints.extend(lines_naming(&code, &word).into_iter().map(|line| {
                    format!("{}:{line}: `{}` may not name `{word}`: {}", file.path.display(), file.top, rule[2])
                }));
            }
        }
    }
    assert_none(complaints);
}

/// The lines that have this path or word, not as a part of a longer word.
fn lines_naming(code: &str, word: &str) -> Vec<usize> {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    code.match_indices(word)
        .filter(|(at, _)| !part(code[..*at].chars().next_back()) && !part(code[at + word.len()..].chars().next()))
        .map(|(at, _)| code[..at].matches('\n').count() + 1)
        .collect()
}

#[test]
fn a_word_is_found_whole_only() {
    assert_eq!(lines_naming("a\nuse diesel::x; diesel_migrations", "diesel"), [2]);
    assert_eq!(lines_naming("Utc::now(), MyUtc::now()", "Utc::now"), [1]);
}

#[test]
fn nothing_panics_on_purpose_outside_tests() {
    let mut complaints = Vec::new();
    let rules: Vec<(String, PathBuf)> =
        files_of("rules/src", "rs").into_iter().map(|path| (source::bare(&read(&path)), path)).collect();
    let tests = test_modules(rules.iter().map(|(bare, path)| (path.as_path(), bare.as_str())));
    let rules = rules.into_iter().map(|(bare, path)| {
        let test = is_of(&tests, &path);
        (bare, path, test)
    });
    for (bare, path, test) in sources().into_iter().map(|file| (file.bare, file.path, file.test)).chain(rules) {
        if test {
            continue;
        }
        let original = read(&path);
        let lines: Vec<&str> = original.lines().collect();
        for (number, line) in source::without_tests(&bare).lines().enumerate() {
            let proven = |n: usize| lines.get(n).is_some_and(|line| line.contains("// proven:"));
            // On the line, or on one of the three above it: where the statement or the item begins.
            let said = (number.saturating_sub(3)..=number).any(proven);
            if [".unwrap()", ".expect(", "panic!(", "unreachable!("].iter().any(|call| line.contains(call)) && !said {
                complaints.push(format!(
                    "{}:{}: can panic and no `// proven:` says why it does not",
                    path.display(),
                    number + 1
                ));
            }
            for unfinished in ["todo!(", "unimplemented!(", "dbg!(", "allow(dead_code)", "allow(unused"] {
                if line.contains(unfinished) {
                    complaints.push(format!("{}:{}: {unfinished} is unfinished work", path.display(), number + 1));
                }
            }
        }
    }
    assert_none(complaints);
}

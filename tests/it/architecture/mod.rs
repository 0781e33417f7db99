//! What holds the code together and no compiler checks: which folder may call which, what a layer may not touch,
//! the size of files, what the documents promise.
//!
//! The rules are the tables of `docs/ARCHITECTURE.md`; this test reads them there, so that the map cannot lie.

mod complaints;
mod layers;
mod manifest;
mod source;
mod store;
mod texts;

use std::path::{Path, PathBuf};

/// The folder of the package.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A text of the package, by its path from the root.
fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every file that belongs to the package, as paths from the root: what git tracks, else what lies there.
fn files() -> Vec<PathBuf> {
    let tracked = std::process::Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .ok()
        .filter(|out| out.status.success() && !out.stdout.is_empty())
        .map(|out| String::from_utf8(out.stdout).unwrap());
    let mut found: Vec<PathBuf> = match tracked {
        Some(list) => {
            list.split_terminator('\0').map(PathBuf::from).filter(|path| root().join(path).is_file()).collect()
        }
        None => walk(root()).into_iter().map(|path| path.strip_prefix(root()).unwrap().to_owned()).collect(),
    };
    found.sort();
    found.dedup();
    assert!(found.contains(&PathBuf::from("Cargo.toml")), "the list of files is broken");
    found
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name();
        if entry.file_type().unwrap().is_dir() {
            if !["target", "node_modules", ".git"].iter().any(|skip| name == *skip) {
                found.extend(walk(&entry.path()));
            }
        } else if !name.to_string_lossy().contains(".db") {
            found.push(entry.path());
        }
    }
    found
}

/// The files whose name has this ending, below this folder (`""` for all).
fn files_of(folder: &str, ending: &str) -> Vec<PathBuf> {
    files()
        .into_iter()
        .filter(|path| path.starts_with(folder) && path.extension().is_some_and(|found| found == ending))
        .collect()
}

/// The rows of the table under a heading of `docs/ARCHITECTURE.md`, without the table's own head.
fn table(document: &str, heading: &str) -> Vec<Vec<String>> {
    let section = document
        .split_once(&format!("\n## {heading}\n"))
        .unwrap_or_else(|| panic!("docs/ARCHITECTURE.md has no section {heading:?}"))
        .1;
    let section = section.split("\n## ").next().unwrap();
    let rows: Vec<Vec<String>> = section
        .lines()
        .filter(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect())
        .collect();
    assert!(!rows.is_empty(), "the table of {heading:?} is empty");
    rows
}

/// The words between back-quotes in a cell.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Fails with all complaints at once, so that one run shows everything there is to mend.
fn assert_none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

/// A rule that refuses a form of the workplace is told on the page of the form, as wrong fields are: whoever answers the
/// one answers the other (`Problems::of_error`).
#[test]
fn no_handler_of_the_workplace_answers_wrong_fields_and_leaves_refusals_to_an_error_page() {
    let complaints = files_of("src/web/staff", "rs").into_iter().filter_map(|path| {
        let code = source::without_tests(&source::bare(&read(&path)));
        // Making one is another thing.
        let told = code.split("ServiceError::Invalid(").skip(1).any(|rest| !rest.starts_with("vec!"));
        told.then(|| format!("{}: wrong fields are answered apart", path.display()))
    });
    assert_none(complaints.collect());
}

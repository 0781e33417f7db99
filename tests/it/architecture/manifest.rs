//! What the manifests promise: the licence, the lints of the workspace, slim dependencies, features that are explained.

use super::{assert_none, files, files_of, read, root};
use std::collections::BTreeSet;
use std::path::Path;
use toml::Table;

fn manifest(path: impl AsRef<Path>) -> Table {
    read(path).parse().unwrap()
}

fn members() -> Vec<Table> {
    let manifests: Vec<_> =
        files().into_iter().filter(|path| path.file_name().is_some_and(|name| name == "Cargo.toml")).collect();
    assert!(manifests.len() >= 2, "the package and the rules beside it");
    manifests.into_iter().map(manifest).collect()
}

#[test]
fn every_package_has_our_licence_and_our_lints() {
    let workspace = manifest("Cargo.toml")["workspace"].as_table().unwrap().clone();
    assert_eq!(workspace["package"]["license"].as_str(), Some("MIT OR Apache-2.0"));
    assert_eq!(workspace["package"]["publish"].as_bool(), Some(false));
    assert_eq!(workspace["lints"]["rust"]["unsafe_code"].as_str(), Some("forbid"));
    for member in members() {
        let package = &member["package"];
        let name = package["name"].as_str().unwrap();
        for inherited in ["license", "publish", "edition", "rust-version"] {
            assert_eq!(package[inherited]["workspace"].as_bool(), Some(true), "{name} has its own {inherited}");
        }
        assert_eq!(member["lints"]["workspace"].as_bool(), Some(true), "{name} has its own lints");
    }
    for text in ["LICENSE-MIT", "LICENSE-APACHE"] {
        assert!(root().join(text).is_file(), "{text} is missing");
    }
}

#[test]
fn heavy_dependencies_come_without_their_default_features() {
    let package = manifest("Cargo.toml");
    let mut complaints = Vec::new();
    for name in ["actix-web", "actix-multipart", "diesel", "diesel_migrations", "krilla", "lettre"] {
        if package["dependencies"][name].get("default-features").and_then(toml::Value::as_bool) != Some(false) {
            complaints.push(format!("{name} with its default features doubles the time of a first build"));
        }
    }
    assert_none(complaints);
}

#[test]
fn every_feature_is_explained_to_operators() {
    let operations = read("docs/operations.md");
    for member in members() {
        for feature in member.get("features").and_then(toml::Value::as_table).into_iter().flat_map(Table::keys) {
            assert!(
                feature == "default" || operations.contains(&format!("`{feature}`")),
                "docs/operations.md: feature {feature}"
            );
        }
    }
}

/// The names of settings in the environment that a text has, such as `QIPIN_BIND`.
fn settings_in(text: &str) -> BTreeSet<String> {
    text.match_indices("QIPIN_")
        .map(|(at, _)| text[at..].chars().take_while(|c| c.is_ascii_uppercase() || *c == '_').collect())
        .collect()
}

#[test]
fn every_setting_is_explained_to_operators_and_no_other() {
    let operations = read("docs/operations.md");
    let program: BTreeSet<String> =
        files_of("src/cli", "rs").iter().flat_map(|path| settings_in(&read(path))).collect();
    assert!(program.contains("QIPIN_DATABASE_URL"), "the search for settings is broken");
    let explained = settings_in(&operations);
    assert_eq!(program.difference(&explained).collect::<Vec<_>>(), Vec::<&String>::new(), "not in docs/operations.md");
    // Those of the tests are explained there too.
    let other = |name: &&String| !program.contains(*name) && !name.starts_with("QIPIN_TEST_");
    assert_eq!(explained.iter().filter(other).collect::<Vec<_>>(), Vec::<&String>::new(), "nothing reads these");
    // The file's keys: the fields of the struct that reads it.
    let file = read("src/cli/settings.rs");
    let fields = file.split_once("pub struct FileSettings {").unwrap().1.split_once("\n}").unwrap().0;
    for field in fields.lines().filter_map(|line| line.trim().strip_prefix("pub ")?.split(':').next()) {
        let key = field.replace('_', "-");
        assert!(operations.contains(&format!("| `{key}` |")) || operations.contains(&format!("[{key}]")), "key {key}");
    }
}

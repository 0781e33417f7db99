//! `docs/schemes.md`: every example in it is a scheme that the reader accepts, and its table is made from the data.

use qipin::domain::scheme::{Scheme, all, load};
use qipin::text::Lang;
use std::fmt::Write;
use std::path::PathBuf;

const BEGIN: &str = "<!-- schemes:begin -->\n";
const END: &str = "<!-- schemes:end -->";

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/schemes.md")
}

fn document() -> String {
    std::fs::read_to_string(path()).unwrap()
}

/// The examples: kind (`scheme` or `group`) and text.
fn examples(document: &str) -> Vec<(&str, &str)> {
    document
        .split("```toml ")
        .skip(1)
        .map(|rest| {
            let (kind, rest) = rest.split_once('\n').unwrap();
            (kind, rest.split("```").next().unwrap())
        })
        .collect()
}

fn table() -> String {
    let mut out = String::from("| scheme | group | who, how long | clauses |\n|---|---|---|---|\n");
    for scheme in all() {
        for group in &scheme.groups {
            let words = scheme.group_words(group, Lang::En);
            let clauses: Vec<_> = words.clauses.iter().map(|c| format!("`{}` {}", c.id, c.text)).collect();
            writeln!(
                out,
                "| {} v{} | {} | {} | {} |",
                scheme.id,
                scheme.version,
                group.id,
                words.conditions.join("; "),
                clauses.join("<br>")
            )
            .unwrap();
        }
    }
    out
}

#[test]
fn every_example_is_accepted_and_between_them_they_show_all_twelve_shapes() {
    let document = document();
    let mut shown: Vec<Scheme> = Vec::new();
    for (kind, text) in examples(&document) {
        let whole = match kind {
            "scheme" => text.to_owned(),
            "group" => format!(
                "id = \"example\"\nversion = 1\nname = {{ zh = \"例\", en = \"Example\" }}\nladder = \"national\"\n\
                 source.title = {{ zh = \"例\", en = \"Example\" }}\n[[group]]\n{text}"
            ),
            other => panic!("an example of kind {other}"),
        };
        shown.push(load(&whole).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}")));
    }
    for shape in 1..=12 {
        assert!(document.contains(&format!("\n## {shape}. ")), "shape {shape} has no section");
    }
    let clauses = || shown.iter().flat_map(|s| &s.groups).flat_map(|g| &g.clauses);
    assert!(clauses().any(|c| c.filled_from.is_some()), "filling");
    assert!(clauses().any(|c| !c.tests.is_empty()), "tests");
    assert!(clauses().any(|c| c.rate.is_some() && c.from.is_some()), "old grade and score rate");
    assert!(shown.iter().flat_map(|s| &s.groups).any(|g| g.stop.is_some()), "early stop");
}

#[test]
fn the_table_of_schemes_is_that_of_the_data() {
    let document = document();
    let (before, rest) = document.split_once(BEGIN).unwrap();
    let (old, after) = rest.split_once(END).unwrap();
    let new = table();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path(), format!("{before}{BEGIN}{new}{END}{after}")).unwrap();
        return;
    }
    assert!(old == new, "docs/schemes.md is stale: UPDATE_DOCS=1 cargo test --test it schemes");
}

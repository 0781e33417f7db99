//! `docs/schemes.md`: every example in it is a scheme that the reader accepts, and its table is made from the data.

use qipin::domain::scheme::{Level, Scheme, all, ceiling_tables, load};
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

/// The tables of ceilings, and what each asks of an event besides.
fn ceilings() -> String {
    let mut out =
        String::from("| table | for | county | city | province | national | world |\n|---|---|---|---|---|---|---|\n");
    let cell = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
    for table in ceiling_tables() {
        let mut row = |what: &str, value: &dyn Fn(Level) -> Option<String>| {
            let cells: Vec<_> = Level::ALL.into_iter().map(|level| cell(value(level))).collect();
            if cells.iter().any(|cell| cell != "–") {
                writeln!(out, "| `{}` {} | {what} | {} |", table.id, table.name.en, cells.join(" | ")).unwrap();
            }
        };
        let up_to = |grade: Option<qipin::domain::grade::Grade>| grade.map(|grade| format!("≤{grade}"));
        row("event", &|level| up_to(table.ceilings.of_event(level)));
        row("agency", &|level| up_to(table.ceilings.of_agency(level)));
        let least = table.least;
        row("least rounds", &|level| least.rounds[level as usize].map(|rounds| rounds.to_string()));
        row("least minutes a game", &|level| least.minutes[level as usize].map(|minutes| minutes.to_string()));
        row("most games a day", &|_| least.games_a_day.map(|games| games.to_string()));
        row("least score rate", &|_| least.rate.map(|rate| rate.to_string()));
    }
    out
}

/// The document with a part between two marks made anew, and the part as it was.
fn renewed(document: &str, [begin, end]: [&str; 2], new: &str) -> (String, String) {
    let (before, rest) = document.split_once(begin).unwrap();
    let (old, after) = rest.split_once(end).unwrap();
    (format!("{before}{begin}{new}{end}{after}"), old.to_owned())
}

#[test]
fn the_tables_are_those_of_the_data() {
    let document = document();
    let (fresh, schemes) = renewed(&document, [BEGIN, END], &table());
    let (fresh, levels) = renewed(&fresh, ["<!-- ceilings:begin -->\n", "<!-- ceilings:end -->"], &ceilings());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path(), fresh).unwrap();
        return;
    }
    let stale = schemes != table() || levels != ceilings();
    assert!(!stale, "docs/schemes.md is stale: UPDATE_DOCS=1 cargo test --test it schemes");
}

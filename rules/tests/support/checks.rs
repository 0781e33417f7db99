//! What must hold of every record that is read, whatever the bytes.

use weiqi_rules::Colour;
use weiqi_rules::record::{Margin, Record};

/// What must not change between a record and what was written of it.
fn essence(record: &Record) -> String {
    let moves: Vec<_> = record.moves.iter().map(|played| (played.colour, played.play)).collect();
    let setups: Vec<_> =
        record.setups.iter().map(|it| (it.after, &it.black, &it.white, &it.empty, it.to_move)).collect();
    let clocks: Vec<_> = record.clocks.iter().map(|it| (it.after, it.colour, it.left, it.overtime)).collect();
    let outcome = &record.outcome;
    let marks = ["TB", "TW", "MA", "CR", "TR", "SQ", "SL"];
    let mut texts: Vec<_> = record
        .properties()
        .filter(|it| it.after as usize != record.moves.len() || !marks.contains(&it.name))
        .filter(|it| {
            !(it.after == 0 && matches!(it.name, "FF" | "GM" | "CA" | "SZ" | "KM" | "RE" | "HA" | "KO" | "AP"))
        })
        .flat_map(|it| {
            it.values.iter().map(move |value| (it.after, it.name.to_owned(), value.to_string())).collect::<Vec<_>>()
        })
        .collect();
    // Properties of one name are joined where the first of them stands.
    texts.sort_by(|one, two| (one.0, &one.1).cmp(&(two.0, &two.1)));
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {moves:?} {setups:?} {clocks:?} {:?} {texts:?}",
        record.size,
        record.komi.half_points,
        record.handicap,
        outcome.winner,
        outcome.by,
        outcome.margin.and_then(Margin::half_points),
        record.marks,
    )
}

/// Writes and reads a record, twice.
fn check_round_trip(record: &Record, whence: &str) {
    let written = record.to_sgf();
    let again = Record::read_all(written.as_bytes());
    assert_eq!(again.len(), 1, "{whence}\n{written}");
    let again = again[0].as_ref().unwrap_or_else(|error| panic!("{whence}: {error}\n{written}"));
    let (one, two) = (essence(record), essence(again));
    if one != two {
        let differ = one.bytes().zip(two.bytes()).position(|(one, two)| one != two).unwrap_or(one.len().min(two.len()));
        let near =
            |text: &str| text.get(differ.saturating_sub(40)..).unwrap_or(text).chars().take(160).collect::<String>();
        panic!("{whence}\n{written}\n{}\n{}", near(&one), near(&two));
    }
    assert_eq!(again.to_sgf(), written, "{whence}");
}

/// Reads a file and checks what must hold of any: places within it, and reading what was written of it again.
pub fn read_and_check(bytes: &[u8], whence: &str) {
    let games = Record::read_all(bytes);
    assert!(!games.is_empty());
    for game in games.iter().flatten() {
        assert!(game.findings.iter().all(|finding| finding.offset <= bytes.len()), "{whence}");
        assert!(game.moves.iter().all(|played| (played.offset as usize) < bytes.len()), "{whence}");
        check_round_trip(game, whence);
        // What is read on demand must not panic either.
        let _ = (game.dates(), game.time(), game.player(Colour::Black), game.event());
    }
}

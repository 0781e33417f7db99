//! Game records for small events: finished games of our own, signed with the names of their players.

/// Finished games on 9 lines, each by area.
const GAMES: [&str; 6] = [
    include_str!("../../../rules/tests/games/chinese-9-021.sgf"),
    include_str!("../../../rules/tests/games/chinese-9-022.sgf"),
    include_str!("../../../rules/tests/games/chinese-9-023.sgf"),
    include_str!("../../../rules/tests/games/chinese-9-024.sgf"),
    include_str!("../../../rules/tests/games/chinese-9-025.sgf"),
    include_str!("../../../rules/tests/games/chinese-9-026.sgf"),
];

/// One of those games with other names.
pub fn game(number: usize, black: &str, white: &str) -> Vec<u8> {
    put(&put(GAMES[number], "PB", black), "PW", white).into_bytes()
}

/// The same with another declared result.
pub fn lying(number: usize, black: &str, white: &str, result: &str) -> Vec<u8> {
    let text = String::from_utf8(game(number, black, white)).unwrap();
    put(&text, "RE", result).into_bytes()
}

/// A record with another value of a property.
pub fn put(text: &str, name: &str, value: &str) -> String {
    let from = text.find(&format!("{name}[")).unwrap() + name.len() + 1;
    let to = from + text[from..].find(']').unwrap();
    format!("{}{value}{}", &text[..from], &text[to..])
}

/// A zip of files.
pub fn zipped(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    use std::io::Write;
    let mut out = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        out.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        out.write_all(bytes).unwrap();
    }
    out.finish().unwrap().into_inner()
}

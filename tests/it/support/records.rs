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

/// The same game on a board that was turned and mirrored, with the colours exchanged or not.
pub fn turned(bytes: &[u8], exchange: bool) -> Vec<u8> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let size: u8 = text.split("SZ[").nth(1).unwrap().split(']').next().unwrap().parse().unwrap();
    let (head, moves) = text.split_at(text.find(";B[").or(text.find(";W[")).unwrap());
    let mut out = head.to_owned();
    for node in moves.split(';').skip(1) {
        let (colour, rest) = node.split_at(1);
        let point = rest.strip_prefix('[').and_then(|rest| rest.split(']').next()).unwrap_or_default().as_bytes();
        let colour = match (colour, exchange) {
            ("B", true) => "W",
            ("W", true) => "B",
            (same, _) => same,
        };
        let played = match point {
            [x, y] if (*x - b'a') < size => format!("{}{}", char::from(*y), char::from(b'a' + size - 1 - (*x - b'a'))),
            other => String::from_utf8(other.to_vec()).unwrap(),
        };
        out.push_str(&format!(";{colour}[{played}]"));
    }
    out.push(')');
    out.into_bytes()
}

/// The same game without its last moves.
pub fn cut(bytes: &[u8], left_out: usize) -> Vec<u8> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let ends: Vec<usize> = text.match_indices(';').map(|(at, _)| at).collect();
    format!("{})", &text[..ends[ends.len() - left_out]]).into_bytes()
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

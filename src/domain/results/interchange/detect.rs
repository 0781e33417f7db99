//! Which format a text is of, by what only that format has.

use super::super::csv_text;
use super::{Format, crosstable, h9, platform, rank, tou};

/// How much of a file is looked at.
const BEGINNING: usize = 4096;

/// Whether bytes are the XML of an event that is read. Any encoding that XML comes in here keeps ASCII as it is.
pub(in crate::domain::results) fn is_event_xml(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    if text.first() != Some(&b'<') {
        return false;
    }
    let head = &text[..text.len().min(BEGINNING)];
    let at = |word: &[u8]| head.windows(word.len()).position(|window| window == word);
    // `TournamentData` is the root of another program.
    at(b"<Tournament").is_some_and(|at| head.get(at + 11).is_some_and(|b| b.is_ascii_whitespace() || *b == b'>'))
        && (at(b"dataVersion").is_some() || at(b"<Players").is_some())
}

/// The encoding that an XML declaration names.
pub(in crate::domain::results) fn xml_encoding(bytes: &[u8]) -> Option<String> {
    let head = &bytes[..bytes.len().min(200)];
    let end = head.windows(2).position(|pair| pair == b"?>")?;
    let declaration = String::from_utf8_lossy(&head[..end]).into_owned();
    let (_, rest) = declaration.split_once("encoding")?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    rest[1..].split_once(quote).map(|(label, _)| label.to_owned())
}

/// The format of a text that is no XML; none for our own tables and for everything unknown.
pub(in crate::domain::results) fn detect(text: &str) -> Option<Format> {
    let lines = || text.split(['\n', '\r']).filter(|line| !line.trim().is_empty());
    if let Some(format) = of_table(text) {
        return format;
    }
    if lines().any(|line| line.starts_with("001 ") && line.chars().nth(80).is_some())
        || lines().next().is_some_and(|line| line.starts_with("012 "))
    {
        return Some(Format::Trf);
    }
    let word = |line: &str, word: &str| {
        line.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
            && line[word.len()..].chars().next().is_none_or(char::is_whitespace)
    };
    let first_words = |name: &str| lines().any(|line| word(line.trim_start(), name));
    if (first_words("TOURNEY") || first_words("PLAYERS")) && first_words("GAMES") {
        return Some(Format::Aga);
    }
    crosstable_of(text)
}

/// A table with headers: ours (no other format, the outer value), or one of an event platform.
fn of_table(text: &str) -> Option<Option<Format>> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    let delimiter = csv_text::delimiter(first);
    let head: Vec<String> =
        first.trim_start_matches('\u{FEFF}').split(delimiter).map(|cell| cell.trim_matches('"').to_owned()).collect();
    let platform = platform::recognise(&head);
    if super::tables::is_ours(&head, platform == Some(Format::Finals)) {
        return Some(None);
    }
    platform.map(Some)
}

/// Lines of players with the results of each behind them.
fn crosstable_of(text: &str) -> Option<Format> {
    let (mut rows, mut others, mut french, mut slashed) = (0_usize, 0_usize, text.starts_with(";name="), 0_usize);
    for line in text.lines() {
        if [";name=", ";vill=", ";prog="].iter().any(|begin| line.trim_start().starts_with(begin)) {
            french = true;
        }
        let body = line.split(';').next().unwrap_or_default();
        let body = body.split('|').next().unwrap_or_default();
        let tokens: Vec<&str> = body.split_whitespace().collect();
        if tokens.is_empty() {
            continue;
        }
        let last = tokens[tokens.len() - 1];
        let ranked = tokens.iter().skip(1).any(|token| rank::is_rank(token));
        if ranked && (h9::MANNER.is_result(last) || tou::MANNER.is_result(last)) {
            rows += 1;
            slashed += usize::from(crosstable::has_mark(last));
        } else {
            others += 1;
        }
    }
    if rows == 0 || others > rows {
        return None;
    }
    let bare = slashed == 0 && text.lines().any(|line| line.split_whitespace().next_back().is_some_and(tou::only));
    Some(if french || bare { Format::Tou } else { Format::H9 })
}

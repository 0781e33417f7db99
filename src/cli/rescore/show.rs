//! The answers for people: a table of eighty columns, what stands against each game, and the sum of the verdicts.

use super::super::output::say;
use super::super::table::width;
use crate::domain::recount::{Game, Verdict};
use crate::text::{Bilingual, both};
use std::fmt::Write;

/// The widths of the columns but for the last; two spaces stand between them.
const COLUMNS: [usize; 3] = [27, 13, 10];

/// The columns of a terminal.
const LINE: usize = 80;

/// How the rows are written.
pub(super) struct Table {
    /// Whether there is one file only, of which everything is told.
    pub(super) alone: bool,
}

impl Table {
    /// The names of the columns.
    pub(super) fn head(&self) -> String {
        let name = |words: Bilingual| format!("{} {}", words.zh, words.en);
        cells(
            [
                &name(both("recount.column.file", &[])),
                &name(both("recount.column.declared", &[])),
                &name(both("recount.column.board", &[])),
            ],
            &name(both("recount.column.verdict", &[])),
        )
    }

    /// The rows of a game; `numbered` where its file has others.
    pub(super) fn row(&self, game: &Game, numbered: bool) -> String {
        let number = if numbered { format!("#{}", game.index) } else { String::new() };
        let file = tail(&game.file, COLUMNS[0] - width(&number)) + &number;
        let mut out = cells([&file, &head(&game.declared.raw, COLUMNS[1]), &board(game)], &verdict(game));
        for note in game.findings.iter().filter(|note| note.matters && (self.alone || !game.is_sound())) {
            for words in [&note.words.zh, &note.words.en] {
                out.push_str(&wrapped(words, LINE));
            }
        }
        out
    }
}

fn cells(padded: [&str; 3], last: &str) -> String {
    let mut line = String::new();
    for (cell, columns) in padded.into_iter().zip(COLUMNS) {
        line.push_str(cell);
        line.push_str(&" ".repeat((columns + 2).saturating_sub(width(cell))));
    }
    line.push_str(last);
    line.push('\n');
    line
}

/// What the board says, as results are written.
fn board(game: &Game) -> String {
    Some(game.computed.written()).filter(|written| !written.is_empty()).unwrap_or_else(|| "–".to_owned())
}

/// The verdict in both languages; moves that the record leaves out are counted in it.
fn verdict(game: &Game) -> String {
    let words = match game.unplayed.len() {
        0 => words_of(game.kind()),
        moves => both("recount.verdict.moves-added", &[("n", &moves.to_string())]),
    };
    format!("{} {}", words.zh, words.en)
}

fn words_of(verdict: Verdict) -> Bilingual {
    both(&format!("recount.verdict.{}", verdict.key()), &[])
}

/// The beginning of a text, in so many columns.
fn head(text: &str, columns: usize) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if width(&text) <= columns {
        return text;
    }
    let mut cut = String::new();
    for letter in text.chars() {
        if width(&cut) + width(letter.encode_utf8(&mut [0; 4])) >= columns {
            break;
        }
        cut.push(letter);
    }
    cut + "…"
}

/// The end of a text, in so many columns: the names of files differ there.
fn tail(text: &str, columns: usize) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if width(&text) <= columns {
        return text;
    }
    let (mut kept, mut from) = (0, text.len());
    for (at, letter) in text.char_indices().rev() {
        let more = width(letter.encode_utf8(&mut [0; 4]));
        if kept + more >= columns {
            break;
        }
        (kept, from) = (kept + more, at);
    }
    format!("…{}", &text[from..])
}

/// A text in lines of some columns, each with four spaces before it. Lines break at spaces and beside Chinese letters.
fn wrapped(text: &str, columns: usize) -> String {
    const BEFORE: &str = "    ";
    // Marks that do not begin a line.
    let stays = |letter: char| "，。；：、）！？”+＋＝－".contains(letter);
    let (mut out, mut line, mut word) = (String::new(), String::from(BEFORE), String::new());
    let mut put = |line: &mut String, word: &mut String| {
        if width(line) + width(word.trim_end()) > columns && line != BEFORE {
            out.push_str(line.trim_end());
            out.push('\n');
            *line = String::from(BEFORE);
        }
        line.push_str(word);
        word.clear();
    };
    for letter in text.chars() {
        let wide = width(letter.encode_utf8(&mut [0; 4])) == 2;
        // Several marks in a row stay together with what they follow.
        let after = word.chars().next_back().is_some_and(|last| last == ' ' || stays(last));
        if (wide || after) && !stays(letter) && !word.is_empty() {
            put(&mut line, &mut word);
        }
        word.push(letter);
    }
    put(&mut line, &mut word);
    out.push_str(line.trim_end());
    out.push('\n');
    out
}

/// How many games there are of each verdict.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    /// Files that were read or not.
    pub(super) files: usize,
    of: [usize; Verdict::ALL.len()],
    unsound: usize,
}

impl Summary {
    /// Counts a game.
    pub(super) fn add(&mut self, game: &Game) {
        let kind = game.kind();
        for (verdict, count) in Verdict::ALL.iter().zip(&mut self.of) {
            *count += usize::from(*verdict == kind);
        }
        self.unsound += usize::from(!game.is_sound());
    }

    /// Adds what others have counted.
    pub(super) fn add_all(&mut self, other: &Summary) {
        self.files += other.files;
        self.unsound += other.unsound;
        for (count, more) in self.of.iter_mut().zip(other.of) {
            *count += more;
        }
    }

    /// Whether nothing stands against any game.
    pub(super) fn is_sound(&self) -> bool {
        self.unsound == 0
    }

    /// Whether no game could be read.
    pub(super) fn nothing_read(&self) -> bool {
        Verdict::ALL.iter().zip(self.of).all(|(verdict, count)| *verdict == Verdict::Unreadable || count == 0)
    }

    /// The summary, a line for each verdict that occurs.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        for (verdict, count) in Verdict::ALL.iter().zip(self.of).filter(|(_, count)| *count > 0) {
            let words = words_of(*verdict);
            // Writing to a String does not fail.
            let _ = writeln!(out, "{count:>8}  {} {}", words.zh, words.en);
        }
        let (games, files) = (self.of.iter().sum::<usize>().to_string(), self.files.to_string());
        out + &say("recount.cli.total", &[("games", &games), ("files", &files)]) + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_where_they_say_least() {
        assert_eq!(tail("short.sgf", 12), "short.sgf");
        assert_eq!(tail("a/very/long/name.sgf", 12), "…ng/name.sgf");
        assert_eq!(tail("棋谱/第一轮/一号台.sgf", 12), "…/一号台.sgf");
        assert_eq!(head("黑中盘胜，白方认输", 11), "黑中盘胜，…");
        assert_eq!(head("B+\n3.5", 11), "B+ 3.5");
    }

    #[test]
    fn long_sentences_are_broken_between_words() {
        let text = "第3手黑方Q16违例：该点已有棋子；以下不数 move 3, Black Q16, is illegal: a stone stands there";
        let lines = wrapped(text, 40);
        assert!(lines.lines().all(|line| width(line) <= 40 && line.starts_with("    ")), "{lines}");
        assert_eq!(lines.lines().map(str::trim).collect::<String>().replace(' ', ""), text.replace(' ', ""));
        for columns in 20..80 {
            let lines = wrapped("白方空10＝10；贴9.5目（4又3/4子）；黑胜0.5目（1/4子）！", columns);
            assert!(lines.lines().all(|line| !line.trim().starts_with(['；', '）', '！', '＝'])), "{lines}");
        }
    }
}

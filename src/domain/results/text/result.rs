//! The dialects of a game's result.

use super::fold;
use super::komi::quarters;
use crate::domain::results::{GameResult, Win, WonBy};

/// What a result cell says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::domain::results) enum ReadResult {
    /// A published form.
    Exact(GameResult),
    /// Another form of the same.
    Other(GameResult),
    /// 弃权: somebody forfeited, the cell does not say who.
    SomebodyForfeited,
    /// A margin without a winner, or a winner by nothing.
    Margin,
    /// Nothing that is known.
    Unreadable,
}

const PLAIN: &[(&str, GameResult)] = &[
    ("", GameResult::NotReported),
    ("B", won(true, WonBy::Unstated)),
    ("W", won(false, WonBy::Unstated)),
    ("B+R", won(true, WonBy::Resignation)),
    ("W+R", won(false, WonBy::Resignation)),
    ("B+T", won(true, WonBy::Time)),
    ("W+T", won(false, WonBy::Time)),
    ("B+F", won(true, WonBy::Forfeit)),
    ("W+F", won(false, WonBy::Forfeit)),
    ("draw", GameResult::Draw),
    ("bye", GameResult::Bye),
    ("both-lose", GameResult::BothLose),
    ("both-win", GameResult::BothWin),
    ("void", GameResult::Void),
    ("黑胜", won(true, WonBy::Unstated)),
    ("白胜", won(false, WonBy::Unstated)),
    ("和", GameResult::Draw),
    ("轮空", GameResult::Bye),
    ("双负", GameResult::BothLose),
    ("双胜", GameResult::BothWin),
];

/// Further forms, matched after folding (lower case, narrow, without spaces).
const FOLDED: &[(&str, GameResult)] = &[
    ("黑", won(true, WonBy::Unstated)),
    ("白", won(false, WonBy::Unstated)),
    ("b+", won(true, WonBy::Unstated)),
    ("w+", won(false, WonBy::Unstated)),
    ("b+resign", won(true, WonBy::Resignation)),
    ("w+resign", won(false, WonBy::Resignation)),
    ("黑中盘胜", won(true, WonBy::Resignation)),
    ("白中盘胜", won(false, WonBy::Resignation)),
    ("b+time", won(true, WonBy::Time)),
    ("w+time", won(false, WonBy::Time)),
    ("白超时负", won(true, WonBy::Time)),
    ("黑超时负", won(false, WonBy::Time)),
    ("b+forfeit", won(true, WonBy::Forfeit)),
    ("w+forfeit", won(false, WonBy::Forfeit)),
    ("白弃权", won(true, WonBy::Forfeit)),
    ("黑弃权", won(false, WonBy::Forfeit)),
    ("和棋", GameResult::Draw),
    ("平局", GameResult::Draw),
    ("jigo", GameResult::Draw),
    ("双方弃权", GameResult::BothLose),
    ("bothlose", GameResult::BothLose),
    ("bothwin", GameResult::BothWin),
    ("无效", GameResult::Void),
];

const fn won(black: bool, by: WonBy) -> GameResult {
    if black { GameResult::Black(Win { by }) } else { GameResult::White(Win { by }) }
}

/// Reads a result.
pub(in crate::domain::results) fn read(text: &str) -> ReadResult {
    if let Some((_, result)) = PLAIN.iter().find(|(form, _)| *form == text) {
        return ReadResult::Exact(*result);
    }
    let folded = fold(text);
    if folded == "弃权" {
        return ReadResult::SomebodyForfeited;
    }
    if let Some(result) = find_folded(&folded) {
        return ReadResult::Other(result);
    }
    let (black, margin, exact) = match folded.chars().next() {
        Some('b') => (true, folded.strip_prefix("b+"), text.starts_with("B+")),
        Some('w') => (false, folded.strip_prefix("w+"), text.starts_with("W+")),
        Some('黑') => (true, folded.strip_prefix("黑胜"), false),
        Some('白') => (false, folded.strip_prefix("白胜"), false),
        Some('+' | '0'..='9') => {
            let number = folded.trim_start_matches('+').trim_end_matches(['目', '子']);
            let only_margin = quarters(number).is_some();
            return if only_margin { ReadResult::Margin } else { ReadResult::Unreadable };
        }
        _ => return ReadResult::Unreadable,
    };
    let Some(margin) = margin else { return ReadResult::Unreadable };
    match read_margin(margin) {
        Some((n, _)) if n <= 0 => ReadResult::Margin,
        Some((n, plain)) => {
            let result = won(black, WonBy::Count(n));
            // What folding changed beyond the case of the first letter is another form.
            let same = exact && plain && text.chars().skip(2).eq(folded.chars().skip(2));
            if same { ReadResult::Exact(result) } else { ReadResult::Other(result) }
        }
        None => ReadResult::Unreadable,
    }
}

fn find_folded(folded: &str) -> Option<GameResult> {
    let dashed = folded.replace('_', "-");
    let plain = PLAIN.iter().find(|(form, _)| !form.is_empty() && form.to_lowercase() == dashed);
    plain.or_else(|| FOLDED.iter().find(|(form, _)| *form == dashed)).map(|(_, result)| *result)
}

/// A margin in quarters of a stone (a quarter of a stone is half a point), and whether it is in a published form.
fn read_margin(text: &str) -> Option<(i32, bool)> {
    if let Some(stones) = text.strip_suffix('子') {
        return quarters(stones).map(|q| (q, true));
    }
    let number = text.strip_suffix('目').unwrap_or(text);
    let q = quarters(number).filter(|_| !number.contains('/') && !number.contains('⁄'))?;
    (q % 2 == 0).then_some((q / 2, number == text))
}

/// The published form of a result.
pub(in crate::domain::results) fn write(result: GameResult) -> String {
    let by = |letter: char, win: Win| match win.by {
        WonBy::Unstated => letter.to_string(),
        WonBy::Resignation => format!("{letter}+R"),
        WonBy::Time => format!("{letter}+T"),
        WonBy::Forfeit => format!("{letter}+F"),
        WonBy::Count(quarters) => format!("{letter}+{}", super::komi::points(quarters)),
    };
    match result {
        GameResult::Black(win) => by('B', win),
        GameResult::White(win) => by('W', win),
        GameResult::Draw => "draw".to_owned(),
        GameResult::Bye => "bye".to_owned(),
        GameResult::BothLose => "both-lose".to_owned(),
        GameResult::BothWin => "both-win".to_owned(),
        GameResult::Void => "void".to_owned(),
        GameResult::NotReported => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn black(n: i32) -> GameResult {
        won(true, WonBy::Count(n))
    }

    #[test]
    fn every_published_form_is_read_without_a_note() {
        for (form, result) in PLAIN {
            assert_eq!(read(form), ReadResult::Exact(*result), "{form}");
        }
        for (form, n) in
            [("B+3.5", 7), ("B+0.5", 1), ("B+12", 24), ("B+1/4子", 1), ("B+2子", 8), ("B+1又3/4子", 7), ("B+1.75子", 7)]
        {
            assert_eq!(read(form), ReadResult::Exact(black(n)), "{form}");
        }
    }

    #[test]
    fn near_forms_are_read_with_a_note() {
        for (form, result) in [
            ("b", won(true, WonBy::Unstated)),
            ("Ｗ＋Ｒ", won(false, WonBy::Resignation)),
            ("B+Resign", won(true, WonBy::Resignation)),
            ("黑中盘胜", won(true, WonBy::Resignation)),
            ("黑弃权", won(false, WonBy::Forfeit)),
            ("黑胜3.5目", black(7)),
            ("黑胜1又1/4子", black(5)),
            ("B+3.5目", black(7)),
            ("B+1¼子", black(5)),
            ("和棋", GameResult::Draw),
            ("Both_Lose", GameResult::BothLose),
            ("b+3.5", black(7)),
        ] {
            assert_eq!(read(form), ReadResult::Other(result), "{form}");
        }
    }

    #[test]
    fn what_does_not_say_one_thing_is_not_read() {
        assert_eq!(read("弃权"), ReadResult::SomebodyForfeited);
        for form in ["+3.5", "3.5", "B+0", "W+0.0", "B+-3", "12目"] {
            assert_eq!(read(form), ReadResult::Margin, "{form}");
        }
        for form in ["?", "1-0", "0:2", "B+?", "B+3.3", "B+1/3子", "B+1/4", "胜", "BW", "黑负", "unknown", "B+99999"]
        {
            assert_eq!(read(form), ReadResult::Unreadable, "{form}");
        }
    }

    #[test]
    fn a_result_is_written_as_it_would_be_read() {
        for (_, result) in PLAIN {
            assert_eq!(read(&write(*result)), ReadResult::Exact(*result));
        }
        assert_eq!(read(&write(black(5))), ReadResult::Exact(black(5)));
    }
}

//! Files with a line for each player and the results behind it: every game is told twice, and both must say the same.

use super::super::reading::Notes;
use super::foreign::{Fault, Foreign, Pairing, Side};
use crate::domain::finding::{Part, Place, codes};

/// How a player did, as the own line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Won,
    Lost,
    Drawn,
    Unknown,
}

impl Outcome {
    pub(super) fn of(symbol: char) -> Option<Self> {
        Some(match symbol {
            '+' => Outcome::Won,
            '-' => Outcome::Lost,
            '=' => Outcome::Drawn,
            '?' => Outcome::Unknown,
            _ => return None,
        })
    }

    fn mirrored(self) -> Self {
        match self {
            Outcome::Won => Outcome::Lost,
            Outcome::Lost => Outcome::Won,
            same => same,
        }
    }
}

/// What a line says of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// No game.
    Absent,
    /// No game, and half a point for it.
    Half,
    /// No opponent, and the point for it.
    Bye,
    /// A game with the player of another line.
    Game(Token),
}

/// A game as one of its players' lines tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// The line of the opponent among the players, from 0; none where there is no such line.
    pub(super) opponent: Option<usize>,
    pub(super) outcome: Outcome,
    /// Not played.
    pub(super) by_default: bool,
    /// Whether this player had Black, where it is said.
    pub(super) black: Option<bool>,
    pub(super) handicap: Option<u8>,
}

/// A player's line.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) line: u32,
    /// Each round as it is written and as it is understood.
    pub(super) cells: Vec<(String, Option<Cell>)>,
}

/// What a format leaves to be derived.
pub(super) trait Rules {
    /// The handicap of a game where none is written, from the lines of White and Black; none where nothing says how.
    fn handicap(&self, white: usize, black: usize) -> Option<u8>;
    /// The komi of a game, in points.
    fn komi(&self, handicap: u8) -> String;
}

/// Splits a result: `12+/w0` (with a mark) or `12+w0` (without). The opponent's number, from 0 for nobody.
pub(super) fn token(text: &str, marked: bool) -> Option<(usize, Token)> {
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    if digits == 0 || digits > 5 {
        return None;
    }
    let number: usize = text[..digits].parse().ok()?;
    let mut rest = text[digits..].chars();
    let outcome = Outcome::of(rest.next()?)?;
    let mut token = Token { opponent: number.checked_sub(1), outcome, by_default: false, black: None, handicap: None };
    let mut rest = rest.as_str();
    if rest.is_empty() {
        return Some((number, token));
    }
    if marked {
        token.by_default = rest.starts_with('!');
        rest = rest.strip_prefix(['/', '!'])?;
    }
    let colour = rest.chars().next()?;
    token.black = match colour {
        'b' | 'B' => Some(true),
        'w' | 'W' => Some(false),
        '?' => None,
        _ => return None,
    };
    rest = &rest[1..];
    if !rest.is_empty() {
        let sound = rest.len() <= 2 && rest.bytes().all(|b| b.is_ascii_digit());
        token.handicap = Some(sound.then(|| rest.parse().ok()).flatten()?);
    }
    Some((number, token))
}

/// Whether a result has the mark between symbol and colour.
pub(super) fn has_mark(text: &str) -> bool {
    text.contains(['/', '!'])
}

/// The meaning of a token for one with or without an opponent.
pub(super) fn cell((number, token): (usize, Token)) -> Cell {
    match (number, token.outcome) {
        (0, Outcome::Won) => Cell::Bye,
        (0, Outcome::Drawn) => Cell::Half,
        (0, _) => Cell::Absent,
        _ => Cell::Game(token),
    }
}

/// Makes games of the lines of all players; whatever the two lines of a game do not agree on is a finding.
pub(super) fn games(rows: &[Row], rules: &dyn Rules, foreign: &mut Foreign, notes: &mut Notes) {
    let rounds = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    for round in 0..rounds {
        for (index, row) in rows.iter().enumerate() {
            let Some((written, Some(cell))) = row.cells.get(round) else { continue };
            match cell {
                Cell::Absent => {}
                Cell::Half => notes.adjust_at(super::super::reading::Adjustment {
                    part: Part::Results,
                    line: row.line,
                    column: (round + 1).to_string(),
                    field: "result",
                    from: written.clone(),
                    to: String::new(),
                    rule: "half-point",
                }),
                Cell::Bye => foreign.pairing(pairing(row, round, Side::Player(index), Side::Nobody, "bye"), notes),
                Cell::Game(token) => game(rows, (index, round), token, rules, foreign, notes),
            }
        }
    }
}

fn pairing(row: &Row, round: usize, black: Side, white: Side, result: &str) -> Pairing {
    Pairing {
        line: row.line,
        round: (round + 1).to_string(),
        board: String::new(),
        black,
        white,
        result: result.to_owned(),
        handicap: String::new(),
        komi: String::new(),
    }
}

fn game(
    rows: &[Row],
    (index, round): (usize, usize),
    token: &Token,
    rules: &dyn Rules,
    foreign: &mut Foreign,
    notes: &mut Notes,
) {
    let row = &rows[index];
    let written = row.cells[round].0.as_str();
    let Some((opponent, other)) = token.opponent.and_then(|at| rows.get(at).map(|row| (at, row))) else {
        let unknown = pairing(row, round, Side::Player(index), Side::Unknown(written.to_owned()), "");
        return foreign.pairing(unknown, notes);
    };
    if opponent == index {
        return foreign.pairing(pairing(row, round, Side::Player(index), Side::Player(index), ""), notes);
    }
    let mirror = other.cells.get(round);
    let same = match mirror {
        Some((_, Some(Cell::Game(theirs)))) if theirs.opponent == Some(index) => {
            // A game told twice is looked at once, unless the lines disagree about who met.
            if index > opponent {
                return;
            }
            mirrors(token, theirs)
        }
        // What could not be read has been said.
        Some((_, None)) => return,
        _ => false,
    };
    if !same {
        let theirs = mirror.map_or("", |(written, _)| written.as_str());
        let mut place = Place { part: Part::Results, line: Some(row.line), ..Place::default() };
        place.round = u16::try_from(round + 1).ok();
        let found = format!("{written} / {theirs}");
        notes.raise(codes::E132.at(place).found(found).expected("12+/w0 / 7-/b0").with("other", other.line));
        return;
    }
    let black_is_first = token.black.unwrap_or(true);
    let (black, white) = if black_is_first { (index, opponent) } else { (opponent, index) };
    let won = if black_is_first { token.outcome } else { token.outcome.mirrored() };
    let result = match (won, token.by_default) {
        _ if is_double(token, mirror) => "both-lose",
        (Outcome::Won, false) => "B",
        (Outcome::Won, true) => "B+F",
        (Outcome::Lost, false) => "W",
        (Outcome::Lost, true) => "W+F",
        (Outcome::Drawn, _) => "draw",
        (Outcome::Unknown, _) => "",
    };
    let derived = token.handicap.or_else(|| rules.handicap(white, black));
    if let (None, Some(stones @ 1..)) = (token.handicap, derived) {
        notes.adjust_at(super::super::reading::Adjustment {
            part: Part::Results,
            line: row.line,
            column: (round + 1).to_string(),
            field: "handicap",
            from: written.to_owned(),
            to: stones.to_string(),
            rule: "handicap-derived",
        });
    }
    foreign.colourless += usize::from(token.black.is_none());
    foreign.handicapless += usize::from(derived.is_none());
    let handicap = derived.unwrap_or(0);
    let mut row = pairing(row, round, Side::Player(black), Side::Player(white), result);
    row.komi = rules.komi(handicap);
    row.handicap = if handicap > 0 { handicap.to_string() } else { String::new() };
    foreign.pairing(row, notes);
}

/// Both lost a game that was not played: neither came.
fn is_double(token: &Token, mirror: Option<&(String, Option<Cell>)>) -> bool {
    matches!(mirror, Some((_, Some(Cell::Game(theirs)))) if theirs.outcome == token.outcome && token.outcome == Outcome::Lost)
}

fn mirrors(one: &Token, other: &Token) -> bool {
    let outcome = one.outcome.mirrored() == other.outcome
        || (one.by_default && one.outcome == Outcome::Lost && other.outcome == Outcome::Lost);
    let colour = match (one.black, other.black) {
        (Some(one), Some(other)) => one != other,
        (None, None) => true,
        _ => false,
    };
    outcome && colour && one.by_default == other.by_default && one.handicap == other.handicap
}

/// Every line has a result for each round.
pub(super) fn even_rows(rows: &[Row], notes: &mut Notes) {
    let Some(most) = rows.iter().map(|row| row.cells.len()).max() else { return };
    for row in rows.iter().filter(|row| row.cells.len() < most) {
        let (found, expected) = (row.cells.len().to_string(), most.to_string());
        let why = "interchange.fault.rounds";
        Fault { part: Part::Results, line: row.line, column: "", found: &found, expected: &expected, why }.raise(notes);
    }
}

/// The line of text without what follows a semicolon, and what follows it.
pub(super) fn comment(line: &str) -> (&str, Option<&str>) {
    match line.split_once(';') {
        Some((body, comment)) => (body, Some(comment)),
        None => (line, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_an_opponent_a_symbol_a_colour_and_stones() {
        let (number, read) = token("12+/w3", true).unwrap();
        assert_eq!((number, read.outcome, read.black, read.handicap), (12, Outcome::Won, Some(false), Some(3)));
        assert!(token("4-!b", true).unwrap().1.by_default);
        assert_eq!(token("7=", true).unwrap().1.black, None);
        assert_eq!(token("7?/?0", true).unwrap().1.outcome, Outcome::Unknown);
        assert_eq!(token("3-b1", false).unwrap().1.handicap, Some(1));
        for wrong in ["+", "12", "12+w", "12*/w", "12+/x", "12+/w333", "123456+", "-1+", "12+/w０", "12+é"] {
            assert_eq!(token(wrong, true), None, "{wrong}");
        }
        assert_eq!(cell(token("0+", true).unwrap()), Cell::Bye);
        assert_eq!(cell(token("0=", true).unwrap()), Cell::Half);
        assert_eq!(cell(token("0-", true).unwrap()), Cell::Absent);
    }
}

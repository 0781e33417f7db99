//! The game records of the demo: finished games that the program has played against itself, signed with the names of the
//! demo's players; some of them say what is not so.

use super::field::FieldFiles;
use anyhow::Context;

/// How a record stands to the game of the results that it is sent for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twist {
    /// The results and the record say what the board says.
    True,
    /// The board has another winner than the results and the record, and the winner of the results has won so many games
    /// of the event: where a promotion asks for just as many, it rests on this one.
    Lying(usize),
    /// Its last moves are missing, so many of them.
    Cut(usize),
    /// It was played elsewhere, on a board that lay otherwise, by others.
    Turned,
}

/// A record that is wanted, with how it stands to its game.
pub type Wanted = (&'static str, Twist);

/// What confirms the results of an event.
pub const CONFIRMING: &[Wanted] = &[
    (include_str!("../../rules/tests/games/chinese-19-037.sgf"), Twist::True),
    (include_str!("../../rules/tests/games/chinese-13-034.sgf"), Twist::True),
    (include_str!("../../rules/tests/games/chinese-13-033.sgf"), Twist::True),
    (AGAIN, Twist::True),
    (include_str!("../../rules/tests/games/chinese-9-022.sgf"), Twist::True),
    (include_str!("../../rules/tests/games/chinese-9-023.sgf"), Twist::True),
    (include_str!("../../rules/tests/games/chinese-9-024.sgf"), Twist::True),
    (include_str!("../../rules/tests/games/chinese-9-026.sgf"), Twist::True),
];

/// What a referee finds: the first is contradicted, the second was ruled on, the third is not played out, the fourth is the
/// game of somebody else.
pub const DOUBTFUL: &[Wanted] = &[
    (include_str!("../../rules/tests/games/chinese-19-038.sgf"), Twist::Lying(5)),
    (include_str!("../../rules/tests/games/chinese-13-035.sgf"), Twist::Lying(3)),
    (include_str!("../../rules/tests/games/chinese-9-028.sgf"), Twist::Cut(24)),
    (AGAIN, Twist::Turned),
    (include_str!("../../rules/tests/games/chinese-9-025.sgf"), Twist::True),
    (include_str!("../../rules/tests/games/chinese-9-027.sgf"), Twist::True),
];

/// A game that is sent for two events.
const AGAIN: &str = include_str!("../../rules/tests/games/chinese-9-021.sgf");

/// A file to be sent.
pub type File = (String, Vec<u8>);

/// Chooses a game of the results for each of the records and names it there; answers the files. What is not wanted of the
/// results stays as it was played.
pub fn recorded(files: &mut FieldFiles, wanted: &[Wanted]) -> anyhow::Result<Vec<File>> {
    let names: Vec<String> =
        files.players.lines().skip(1).filter_map(|line| line.split(',').nth(1).map(str::to_owned)).collect();
    let mut rows: Vec<Vec<String>> =
        files.results.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    let mut wins = vec![0; names.len() + 1];
    for winner in rows.iter().filter_map(|row| winner(row)) {
        wins[winner] += 1;
    }
    let mut sent = Vec::new();
    for (sgf, twist) in wanted {
        let fits = |row: &&mut Vec<String>| {
            let Some(winner) = winner(row).filter(|_| row[7].is_empty()) else { return false };
            match twist {
                Twist::Lying(n) => is_blacks(&row[4]) != is_blacks(result(sgf)) && wins[winner] == *n,
                _ => is_blacks(&row[4]) == is_blacks(result(sgf)),
            }
        };
        let row =
            rows.iter_mut().find(fits).with_context(|| format!("the demo has no game for a record: {twist:?}"))?;
        if let Twist::Lying(_) = twist {
            row[4] = format!("{}+4.5", if is_blacks(&row[4]) { 'B' } else { 'W' });
        } else {
            row[4] = result(sgf).to_owned();
        }
        row[7] = format!("{}-{}.sgf", row[0], row[1]);
        let name = |at: usize| row[at].parse::<usize>().ok().and_then(|id| names.get(id.checked_sub(1)?));
        let signed = [("PB", name(2)), ("PW", name(3))];
        let mut text = put(sgf, "RE", &row[4]);
        for (property, name) in signed {
            text = put(&text, property, name.map_or("", String::as_str));
        }
        let text = match twist {
            Twist::Cut(moves) => cut(&text, *moves),
            Twist::Turned => turned(&text),
            _ => text,
        };
        sent.push((row[7].clone(), text.into_bytes()));
    }
    let lines: Vec<String> = rows.iter().map(|row| row.join(",")).collect();
    files.results = format!("{}\n", lines.join("\n"));
    Ok(sent)
}

/// Who has won the game of a row, by the number in the players file; none for the head and for a bye.
fn winner(row: &[String]) -> Option<usize> {
    let [black, white] = [2, 3].map(|at| row.get(at).and_then(|id| id.parse().ok()));
    let (black, white): (usize, usize) = black.zip(white)?;
    Some(if is_blacks(row.get(4)?) { black } else { white })
}

/// Whether a result is Black's.
fn is_blacks(result: &str) -> bool {
    result.starts_with(['B', '黑'])
}

/// The result that a record declares.
fn result(sgf: &str) -> &str {
    sgf.split_once("RE[").and_then(|(_, rest)| rest.split(']').next()).unwrap_or_default()
}

/// A record with another value of a property.
fn put(sgf: &str, property: &str, value: &str) -> String {
    let begins = format!("{property}[");
    let Some((before, rest)) = sgf.split_once(&begins) else { return sgf.to_owned() };
    let after = rest.split_once(']').map_or("", |(_, after)| after);
    format!("{before}{begins}{value}]{after}")
}

/// A record without its last moves.
fn cut(sgf: &str, moves: usize) -> String {
    let ends: Vec<usize> = sgf.match_indices(';').map(|(at, _)| at).collect();
    let end = ends.len().checked_sub(moves).and_then(|at| ends.get(at)).copied().unwrap_or(sgf.len());
    format!("{})\n", sgf.get(..end).unwrap_or(sgf).trim_end())
}

/// The same game on a board that was turned by a quarter, with what is marked at its end.
fn turned(sgf: &str) -> String {
    let size: u8 = sgf.split_once("SZ[").and_then(|(_, rest)| rest.split(']').next()?.parse().ok()).unwrap_or(19);
    // The head has no points.
    let (head, moves) = sgf.split_at(sgf.find(";B[").unwrap_or(sgf.len()));
    let mut pieces = moves.split('[');
    let mut out = format!("{head}{}", pieces.next().unwrap_or_default());
    for piece in pieces {
        out.push('[');
        match piece.as_bytes() {
            [x @ b'a'..=b's', y @ b'a'..=b's', b']', ..] => {
                out.push(char::from(*y));
                out.push(char::from((b'a' + size - 1).saturating_sub(x - b'a')));
                out.push_str(piece.get(2..).unwrap_or_default());
            }
            _ => out.push_str(piece),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::recount::{self, Asked};

    fn verdict(sgf: &[u8]) -> &'static str {
        recount::game("a.sgf", 0, &recount::read(sgf).remove(0), &Asked::default()).verdict
    }

    fn field() -> FieldFiles {
        let players = "id,name,sex,birth,grade,certificate,agency,club\n1,甲,男,,,,,\n2,乙,男,,,,,\n".to_owned();
        let results = "round,board,black,white,result,handicap,komi,game\n\
                       1,1,1,2,B+R,,7.5,\n2,1,2,1,W+T,,7.5,\n3,1,1,2,W+R,,7.5,\n4,,1,,bye,,,\n";
        FieldFiles { players, results: results.to_owned() }
    }

    #[test]
    fn a_record_takes_a_game_of_its_winner_and_the_results_take_its_margin_and_its_name() {
        let mut files = field();
        let sent = recorded(&mut files, &[(AGAIN, Twist::True)]).unwrap();
        assert!(files.results.contains("1,1,1,2,黑胜1又3/4子,,7.5,1-1.sgf\n"), "{}", files.results);
        assert!(files.results.contains("4,,1,,bye,,,\n"), "the rest stays: {}", files.results);
        assert_eq!(sent[0].0, "1-1.sgf");
        assert!(String::from_utf8(sent[0].1.clone()).unwrap().contains("PB[甲]PW[乙]"));
        assert_eq!(verdict(&sent[0].1), "confirmed");
    }

    #[test]
    fn each_twist_is_found_by_the_recount_and_a_turned_game_is_the_same() {
        let mut files = field();
        let lie = recorded(&mut files, &[(AGAIN, Twist::Lying(1))]).unwrap();
        assert!(files.results.contains("3,1,1,2,W+4.5,,7.5,3-1.sgf"), "{}", files.results);
        assert_eq!(verdict(&lie[0].1), "winner-differs");
        let cut = recorded(&mut field(), &[DOUBTFUL[2]]).unwrap();
        assert!(["not-played-out", "undecided"].contains(&verdict(&cut[0].1)), "{}", verdict(&cut[0].1));
        let turned = recorded(&mut field(), &[(AGAIN, Twist::Turned)]).unwrap();
        assert_eq!(verdict(&turned[0].1), "confirmed");
        let print =
            |sgf: &[u8]| weiqi_rules::fingerprint::Fingerprint::of(recount::read(sgf)[0].as_ref().unwrap()).whole;
        assert_eq!(print(&turned[0].1), print(AGAIN.as_bytes()));
        assert_ne!(turned[0].1, recorded(&mut field(), &[(AGAIN, Twist::True)]).unwrap()[0].1);
    }
}

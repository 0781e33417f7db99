use super::*;
use weiqi_rules::rules;

fn read(text: &str) -> Record {
    Record::read_all(text.as_bytes()).remove(0).unwrap()
}

fn won(black: bool, by: WonBy) -> GameResult {
    let win = Win { by };
    if black { GameResult::Black(win) } else { GameResult::White(win) }
}

fn said() -> Said<'static> {
    let day = |day: &str| day.parse().unwrap();
    Said {
        rules: Some(&rules::CHINESE),
        komi: Some(HalfPoints(15)),
        handicap: 0,
        size: Some(Size::NINETEEN),
        days: Some((day("2026-11-28"), day("2026-11-29"))),
        black: Player { name: "张伟", grade: Grade::dan(3) },
        white: Player { name: "李娜", grade: None },
        result: won(true, WonBy::Count(1)),
    }
}

/// What differs, with what is found and expected in English.
fn of(text: &str, said: &Said<'_>) -> Vec<(What, String, String)> {
    let all = differences(&read(text), said);
    all.into_iter().map(|difference| (difference.what, difference.found.en, difference.expected.en)).collect()
}

fn kinds(text: &str, said: &Said<'_>) -> Vec<What> {
    differences(&read(text), said).into_iter().map(|difference| difference.what).collect()
}

const ALIKE: &str = "(;SZ[19]RU[Chinese]KM[3.75]DT[2026-11-29]PB[張偉]BR[3d]PW[李娜]RE[黑胜1/4子];B[pd];W[dd])";

#[test]
fn a_record_that_says_the_same_differs_in_nothing() {
    assert_eq!(of(ALIKE, &said()), []);
    assert_eq!(of("(;SZ[19];B[pd])", &said()), [], "what is not said differs from nothing");
    assert_eq!(of("(;SZ[19]PB[Zhang Wei 3d]PW[Na Li (Beijing)]RE[B+0.5];B[pd])", &said()), []);
    assert_eq!(of("(;SZ[19]RE[B+];B[pd])", &said()), []);
    assert_eq!(of("(;SZ[19]KM[]RE[?]DT[2026-11];B[pd])", &said()), []);
}

#[test]
fn each_thing_differs_alone() {
    for (from, to, what, found, expected) in [
        ("KM[3.75]", "KM[6.5]", What::Komi, "6.5", "7.5"),
        ("RU[Chinese]", "RU[Japanese]", What::Rules, "Japanese", "Chinese"),
        ("DT[2026-11-29]", "DT[2019-05-04]", What::Date, "2019-05-04", "28–29 Nov 2026"),
        ("PB[張偉]", "PB[王芳]", What::Players, "Black 王芳, White 李娜", "Black 张伟, White 李娜"),
        ("BR[3d]", "BR[5d]", What::BlackRank, "5d", "3 dan"),
        ("RE[黑胜1/4子]", "RE[白胜1/4子]", What::Winner, "白胜1/4子", "B+0.5"),
        ("RE[黑胜1/4子]", "RE[B+2.5]", What::Margin, "B+2.5", "B+0.5"),
        ("RE[黑胜1/4子]", "RE[B+R]", What::Margin, "B+R", "B+0.5"),
        ("RE[黑胜1/4子]", "RE[0]", What::Winner, "0", "B+0.5"),
    ] {
        let text = ALIKE.replace(from, to);
        let [(kind, seen, wanted)] = &of(&text, &said())[..] else { panic!("{to}: {:?}", of(&text, &said())) };
        assert_eq!(*kind, what, "{to}");
        assert!(seen.contains(found) && wanted.contains(expected), "{to}: {seen} | {wanted}");
    }
    assert_eq!(kinds(&ALIKE.replace("SZ[19]", "SZ[13]"), &said())[0], What::Size);
    assert_eq!(kinds(&ALIKE.replace("SZ[19]", "SZ[19]HA[2]AB[pd][dp]"), &said()), [What::Handicap]);
    let handicap = Said { handicap: 2, ..said() };
    assert_eq!(kinds(ALIKE, &handicap), [What::Handicap]);
    assert_eq!(kinds(ALIKE, &Said { handicap: 1, ..said() }), [], "one stone is none");
    // No komi in a handicap game, whatever the event gives in even ones.
    let two = ALIKE.replace("SZ[19]", "SZ[19]HA[2]AB[pd][dp]");
    for (komi, kinds_of) in [("0", vec![]), ("0.5", vec![]), ("5.5", vec![What::Komi])] {
        assert_eq!(kinds(&two.replace("KM[3.75]", &format!("KM[{komi}]")), &handicap), kinds_of, "{komi}");
    }
    // A rank of somebody without a grade, and one that says no grade.
    assert_eq!(kinds(&ALIKE.replace("PW[李娜]", "PW[李娜]WR[1k]"), &said()), [What::WhiteRank]);
    assert_eq!(kinds(&ALIKE.replace("PW[李娜]", "PW[李娜]WR[30k]"), &said()), []);
    for rank in ["5d?", "1200*", "Honinbo"] {
        assert_eq!(kinds(&ALIKE.replace("BR[3d]", &format!("BR[{rank}]")), &said()), [], "{rank}");
    }
    assert_eq!(kinds(&ALIKE.replace("BR[3d]", "BR[3p]"), &said()), [What::BlackRank]);
}

#[test]
fn with_the_colours_the_other_way_round_persons_are_compared() {
    let text = "(;SZ[19]PB[李娜]PW[张伟]WR[3段]RE[W+0.5];B[pd])";
    assert_eq!(kinds(text, &said()), [What::Colours], "张伟 has won both ways");
    let other = text.replace("W+0.5", "B+0.5");
    assert_eq!(kinds(&other, &said()), [What::Colours, What::Winner]);
    assert_eq!(kinds(&text.replace("3段", "2段"), &said()), [What::Colours, What::BlackRank]);
    // One of the two alone is no exchange.
    assert_eq!(kinds("(;SZ[19]PB[李娜]PW[王芳];B[pd])", &said()), [What::Players]);
}

#[test]
fn what_a_referee_has_decided_is_not_the_records_to_contradict() {
    for result in [GameResult::BothLose, GameResult::BothWin, GameResult::Void, GameResult::NotReported] {
        assert_eq!(kinds(ALIKE, &Said { result, ..said() }), [], "{result:?}");
    }
    let forfeit = Said { result: won(true, WonBy::Forfeit), ..said() };
    assert_eq!(kinds(&ALIKE.replace("黑胜1/4子", "B+F"), &forfeit), []);
    assert_eq!(kinds(&ALIKE.replace("黑胜1/4子", "W+R"), &forfeit), [What::Winner]);
}

#[test]
fn margins_without_a_unit_are_read_both_ways() {
    let by = |quarters| Said { result: won(true, WonBy::Count(quarters)), ..said() };
    // 2.5 points are five quarters of a stone, 2½ 子 are ten.
    assert_eq!(kinds(&ALIKE.replace("黑胜1/4子", "B+2.5"), &by(5)), []);
    assert_eq!(kinds(&ALIKE.replace("黑胜1/4子", "B+2.5"), &by(10)), []);
    assert_eq!(kinds(&ALIKE.replace("黑胜1/4子", "B+2.5"), &by(7)), [What::Margin]);
}

#[test]
fn a_record_without_a_result_is_given_that_of_the_results() {
    for (result, winner, margin) in [
        (won(true, WonBy::Count(1)), Winner::Side(Colour::Black), Some(HalfPoints(1))),
        (won(false, WonBy::Count(7)), Winner::Side(Colour::White), Some(HalfPoints(7))),
        (won(false, WonBy::Resignation), Winner::Side(Colour::White), None),
        (won(false, WonBy::Unstated), Winner::Side(Colour::White), None),
        (GameResult::Draw, Winner::Draw, None),
        (GameResult::Void, Winner::Void, None),
    ] {
        let mut record = read("(;SZ[19];B[pd])");
        assert!(declare(&mut record, result), "{result:?}");
        assert_eq!(record.outcome.winner, winner);
        let readings: Vec<HalfPoints> =
            record.outcome.margin.iter().flat_map(|margin| margin.readings()).map(|(_, margin)| margin).collect();
        assert_eq!(readings.first().copied(), margin, "{result:?}");
        assert!(kinds(&record.to_sgf(), &Said { result, ..said() }).is_empty());
    }
    let mut record = read("(;SZ[19];B[pd])");
    assert!(!declare(&mut record, GameResult::BothLose) && !declare(&mut record, GameResult::NotReported));
    let mut record = read(ALIKE);
    assert!(!declare(&mut record, won(false, WonBy::Resignation)));
    assert_eq!(record.outcome.winner, Winner::Side(Colour::Black));
}

#[test]
fn only_what_a_record_says_itself_decides_a_game_without_a_count() {
    for (written, expected) in [
        ("B+R", true),
        ("W+T", true),
        ("白弃权负", true),
        ("B+3.5", false),
        ("B+", false),
        ("0", false),
        ("Void", false),
        ("", false),
    ] {
        assert_eq!(decided(&read(&format!("(;SZ[19]RE[{written}];B[pd])"))), expected, "{written}");
    }
}

#[test]
fn a_handicap_game_has_no_komi_unless_it_says_so() {
    let game = |handicap, komi| crate::domain::results::Game {
        line: 2,
        round: 1,
        board: None,
        black: 0,
        white: Some(1),
        result: GameResult::Draw,
        handicap,
        komi,
        record: None,
        black_warnings: 0,
        white_warnings: 0,
    };
    let komi = |handicap, komi| game(handicap, komi).stated_komi();
    assert_eq!((komi(0, None), komi(1, None), komi(4, None)), (None, Some(0), Some(0)));
    assert_eq!((komi(0, Some(13)), komi(2, Some(1))), (Some(13), Some(1)));
}

use super::*;
use crate::domain::finding::Finding;
use crate::domain::grade::Grade;
use crate::domain::results::model::Win;

fn won(black: bool, by: WonBy) -> GameResult {
    let win = Win { by };
    if black { GameResult::Black(win) } else { GameResult::White(win) }
}

fn record(verdict: Verdict, winner: char, margin: i32) -> RecordFacts {
    RecordFacts {
        file: "a.sgf".to_owned(),
        part: 0,
        parts: 1,
        verdict,
        computed: Counted { winner: Some(winner).filter(|winner| *winner != '?'), margin },
        illegal: None,
        unreadable: String::new(),
        decided: false,
        differences: Vec::new(),
        same: Vec::new(),
    }
}

fn game(result: GameResult, record: Option<RecordFacts>) -> GameFacts {
    GameFacts {
        line: 2,
        round: 1,
        board: Some(3),
        result,
        record,
        required: None,
        confirm: false,
        rests: None,
        black: Word::Silent,
        white: Word::Silent,
        ruling: None,
    }
}

fn all(game: &GameFacts) -> Vec<Finding> {
    let mut log = Log::new();
    raise(game, &mut log);
    log.into_findings()
}

fn ids(game: &GameFacts) -> Vec<&'static str> {
    all(game).iter().map(|finding| finding.code).collect()
}

fn differs(what: What) -> Difference {
    let text = Bilingual { zh: "x".to_owned(), en: "x".to_owned() };
    Difference { what, found: text.clone(), expected: text }
}

#[test]
fn a_count_is_compared_with_the_results_and_not_with_what_the_record_declares() {
    use Verdict::{Confirmed, MarginDiffers, WinnerDiffers};
    let count = WonBy::Count(1);
    for (result, verdict, winner, margin, code) in [
        (won(true, count), Confirmed, 'B', 1, None),
        (won(true, WonBy::Unstated), Confirmed, 'B', 1, None),
        (won(true, count), WinnerDiffers, 'W', 3, Some("E811")),
        // The record declares another winner, and the board agrees with the record.
        (won(true, count), Confirmed, 'W', 1, Some("E811")),
        // The record declares another winner, and the board agrees with the results.
        (won(true, count), WinnerDiffers, 'B', 1, None),
        (won(true, count), MarginDiffers, 'B', 5, Some("W813")),
        (won(true, count), Confirmed, 'B', 5, Some("W813")),
        (won(true, WonBy::Unstated), MarginDiffers, 'B', 5, Some("W813")),
        (GameResult::Draw, Confirmed, '0', 0, None),
        (GameResult::Draw, WinnerDiffers, 'B', 1, Some("E811")),
        (won(false, count), WinnerDiffers, '0', 0, Some("E811")),
        // Never contradicted by a count.
        (won(false, WonBy::Resignation), Confirmed, 'B', 1, None),
        (won(false, WonBy::Resignation), WinnerDiffers, 'B', 1, Some("E811")),
        (won(false, WonBy::Time), WinnerDiffers, 'B', 1, None),
        (won(false, WonBy::Forfeit), MarginDiffers, 'B', 1, None),
        (GameResult::BothLose, Confirmed, 'B', 1, None),
        (GameResult::Void, Confirmed, 'B', 1, None),
    ] {
        let found = ids(&game(result, Some(record(verdict, winner, margin))));
        assert_eq!(found, code.into_iter().collect::<Vec<_>>(), "{result:?} {verdict:?} {winner}+{margin}");
    }
}

#[test]
fn with_the_colours_the_other_way_round_the_count_is_turned() {
    let mut turned = record(Verdict::Confirmed, 'W', 1);
    turned.differences.push(differs(What::Colours));
    assert_eq!(ids(&game(won(true, WonBy::Count(1)), Some(turned.clone()))), ["W822"]);
    let found = all(&game(won(false, WonBy::Count(1)), Some(turned)));
    assert_eq!((found[0].code, found[0].found.as_str(), found[0].expected.as_str()), ("E811", "W+0.5", "B+0.5"));
}

#[test]
fn each_verdict_and_difference_has_its_code() {
    let result = won(true, WonBy::Count(1));
    for (verdict, code) in [
        (Verdict::Illegal, vec!["E812"]),
        (Verdict::NotPlayedOut, vec!["W814"]),
        (Verdict::Undecided, vec!["W815"]),
        (Verdict::Unreadable, vec!["W816"]),
        (Verdict::NoCount, vec![]),
    ] {
        assert_eq!(ids(&game(result, Some(record(verdict, '?', 0)))), code, "{verdict:?}");
    }
    for (what, code) in [
        (What::Komi, "W817"),
        (What::Handicap, "W818"),
        (What::Rules, "W819"),
        (What::Date, "W820"),
        (What::Size, "W821"),
        (What::Players, "W822"),
        (What::Colours, "W822"),
        (What::Winner, "E823"),
        (What::Margin, "W824"),
        (What::BlackRank, "I832"),
        (What::WhiteRank, "I832"),
    ] {
        let mut record = record(Verdict::NoCount, '?', 0);
        record.differences.push(differs(what));
        assert_eq!(ids(&game(result, Some(record))), [code], "{what:?}");
    }
}

#[test]
fn what_players_say_counts_where_the_event_asks_them() {
    let facts = |black, white, confirm| {
        let record = record(Verdict::NoCount, '?', 0);
        GameFacts { black, white, confirm, ..game(won(true, WonBy::Resignation), Some(record)) }
    };
    use Word::{Confirmed, Disputed, Silent};
    assert_eq!(ids(&facts(Silent, Silent, false)), [""; 0]);
    assert_eq!(ids(&facts(Confirmed, Confirmed, true)), [""; 0]);
    assert_eq!(ids(&facts(Disputed, Silent, false)), ["W830"], "a dispute is heard whether asked for or not");
    assert_eq!(ids(&facts(Disputed, Silent, true)), ["W830", "W831"]);
    let found = all(&facts(Confirmed, Silent, true));
    assert_eq!((found[0].code, found[0].found.as_str(), found[0].seen.en.as_str()), ("W831", "白方", "White"));
}

#[test]
fn a_record_that_is_asked_for_is_missed() {
    let mut facts = game(won(true, WonBy::Unstated), None);
    assert_eq!(ids(&facts), [""; 0]);
    facts.required = Grade::dan(4).map(Required::Grade);
    let found = all(&facts);
    assert_eq!(found[0].code, "W828");
    assert!(found[0].zh.contains("4段") && found[0].en.contains("4 dan"), "{} {}", found[0].zh, found[0].en);
    facts.required = Some(Required::Sample(10));
    assert!(all(&facts)[0].en.contains("10 %"));
    facts.record = Some(record(Verdict::NoCount, '?', 0));
    assert_eq!(ids(&facts), [""; 0]);
}

#[test]
fn a_signed_ruling_settles_what_was_found_and_says_so() {
    let mut bad = record(Verdict::WinnerDiffers, 'W', 9);
    bad.differences = vec![differs(What::Komi), differs(What::WhiteRank), differs(What::Winner)];
    bad.same.push(Matched {
        kind: Match::Reused,
        other: Bilingual { zh: "别处".to_owned(), en: "elsewhere".to_owned() },
        stones: 200,
    });
    let mut facts = game(won(true, WonBy::Count(1)), Some(bad));
    assert_eq!(ids(&facts), ["E811", "E823", "E825", "W817", "I832"]);
    let words = Bilingual { zh: "维持：B+0.5".to_owned(), en: "stands: B+0.5".to_owned() };
    facts.ruling = Some(RulingFact { words, article: "围棋竞赛规则 2002 第12条".to_owned(), seconded: false });
    let found = all(&facts);
    assert_eq!(found.iter().map(|finding| finding.code).collect::<Vec<_>>(), ["I832", "I833"]);
    assert!(found[1].en.contains("E811 W817 E823 E825") && found[1].en.contains("stands: B+0.5"), "{}", found[1].en);
    assert!(found[1].zh.contains("第12条"), "{}", found[1].zh);
    facts.record = None;
    let found = all(&facts);
    assert_eq!(found[0].code, "I833");
    assert!(
        found[0].en.starts_with("results, line 2") || found[0].en.contains("decides this game."),
        "{}",
        found[0].en
    );
}

#[test]
fn the_ground_of_a_referee_is_one_of_the_findings_the_gravest_and_none_once_it_is_ruled_on() {
    let result = won(true, WonBy::Count(1));
    let mut bad = record(Verdict::WinnerDiffers, 'W', 9);
    bad.differences = vec![differs(What::Komi), differs(What::Winner)];
    let facts = game(result, Some(bad));
    assert_eq!(ground(&facts), Some("E811"));
    let ruling = Some(RulingFact { words: Bilingual::default(), article: String::new(), seconded: false });
    assert_eq!(ground(&GameFacts { ruling, ..facts }), None);
    let mut resigned = record(Verdict::NoCount, '?', 0);
    resigned.differences.push(differs(What::Winner));
    assert_eq!(ground(&game(won(true, WonBy::Resignation), Some(resigned))), Some("E823"));
    for (verdict, code) in [
        (Verdict::Illegal, Some("E812")),
        (Verdict::Undecided, Some("W815")),
        (Verdict::Unreadable, Some("W816")),
        // What the clerk may give a reason for.
        (Verdict::NotPlayedOut, None),
        (Verdict::MarginDiffers, None),
        (Verdict::NoCount, None),
    ] {
        assert_eq!(ground(&game(result, Some(record(verdict, 'B', 9)))), code, "{verdict:?}");
    }
    assert_eq!(ground(&game(result, None)), None);
}

#[test]
fn the_winner_is_told_as_another_where_record_and_results_differ_whatever_the_verdict() {
    for (verdict, ground, expected) in [
        // The board agrees with the record, and neither with the results.
        ("confirmed", Some("E811"), "winner-differs"),
        ("no-count", Some("E823"), "winner-differs"),
        ("undecided", Some("E823"), "winner-differs"),
        ("winner-differs", Some("E811"), "winner-differs"),
        ("illegal", Some("E812"), "illegal"),
        ("undecided", Some("W815"), "undecided"),
        ("unreadable", Some("W816"), "unreadable"),
        ("confirmed", None, "confirmed"),
        ("no-count", None, "no-count"),
    ] {
        assert_eq!(told(verdict, ground), expected, "{verdict} {ground:?}");
    }
}

#[test]
fn facts_are_read_as_they_were_kept() {
    let mut kept = record(Verdict::Illegal, 'W', 3);
    kept.illegal = Some(Illegal { number: 12, point: "pd".to_owned(), reason: "ko".to_owned() });
    kept.differences.push(differs(What::BlackRank));
    let facts = GameFacts { required: Grade::dan(5).map(Required::Grade), ..game(won(false, WonBy::Time), Some(kept)) };
    let text = serde_json::to_string(&facts).unwrap();
    assert!(text.contains("\"verdict\":\"illegal\"") && text.contains("black-rank"), "{text}");
    assert_eq!(serde_json::from_str::<GameFacts>(&text).unwrap(), facts);
    assert!(serde_json::from_str::<GameFacts>(&text.replace("\"illegal\"", "\"legal\"")).is_err());
    let found = all(&facts);
    assert!(found[0].en.contains("move 12 at pd"), "{}", found[0].en);
}

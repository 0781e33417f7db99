//! The referee's desk lists what the findings say that only a referee can settle, each game with its ground.

use crate::support::event::{self as play, Crew};
use crate::support::queries;
use crate::support::records::{game, lying};
use crate::support::register::{TestRegister, with_register};
use qipin::service::records::{self, RulingForm, RulingKind};
use qipin::service::results;
use qipin::service::view::game_desk::{self as desk, Why};
use qipin::store::event::Event;
use qipin::store::pairing;
use std::collections::BTreeMap;

const PLAYERS: [&str; 4] = ["陈一鸣", "林小满", "周子墨", "吴浩然"];

/// The games: round, board, Black, White.
const GAMES: [(u16, u16, usize, usize); 6] =
    [(1, 1, 1, 4), (1, 2, 2, 3), (2, 1, 1, 2), (2, 2, 3, 4), (3, 1, 1, 3), (3, 2, 2, 4)];

/// What the gravest of the findings is that only a referee can settle.
const GRAVEST: [&str; 5] = ["E812", "E811", "E823", "W815", "W816"];

fn results_of(said: [(&str, &str); 6]) -> results::Files {
    let mut players = String::from("id,name,sex,birth,grade,certificate,register,document\n");
    for (id, name) in (1..).zip(PLAYERS) {
        players.push_str(&format!("{id},{name},男,1990-01-01,5级,,,\n"));
    }
    let mut results = String::from("round,board,black,white,result,handicap,komi,game\n");
    for (number, ((round, board, black, white), (result, komi))) in GAMES.iter().zip(said).enumerate() {
        results.push_str(&format!("{round},{board},{black},{white},{result},,{komi},{number}.sgf\n"));
    }
    results::Files {
        results: ("a.results.csv".to_owned(), results.into_bytes()),
        players: Some(("a.players.csv".to_owned(), players.into_bytes())),
    }
}

fn names(number: usize) -> (&'static str, &'static str) {
    let (_, _, black, white) = GAMES[number];
    (PLAYERS[black - 1], PLAYERS[white - 1])
}

/// Two walls with an open column between them, which the record leaves to nobody.
fn open(number: usize) -> Vec<u8> {
    let (black, white) = names(number);
    format!(
        "(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[0.5]RU[Chinese]PB[{black}]PW[{white}]RE[W+2.5];B[ba];W[da];B[bb];W[db];B[bc];W[dc];\
         B[bd];W[dd];B[be];W[de];B[ca];W[cb];B[cc])"
    )
    .into_bytes()
}

/// Plays an event with records as they are said and sends each file on its own, so that the order is known.
fn played(test: &TestRegister, crew: &Crew, sheet: &results::Files, sent: &[(usize, Vec<u8>)]) -> Event {
    let made = play::approved(test, crew);
    results::upload(&test.register, &crew.clerk, &made.slug, "all", sheet).unwrap();
    for (number, bytes) in sent {
        let file = (format!("{number}.sgf"), bytes.clone());
        records::send(&test.register, &crew.clerk, &made.slug, "all", &[file]).unwrap();
    }
    while records::recount_due(&test.register, 0).unwrap().last > 0 {}
    made
}

/// An event with a record for each ground, and one without any.
fn each_ground(test: &TestRegister, crew: &Crew) -> (Event, results::Files) {
    let sheet = results_of([
        ("B+3.5", "7.5"),
        ("W+R", "7.5"),
        ("B+2.5", "7.5"),
        ("B+21.5", "7.5"),
        ("W+2.5", "0.5"),
        ("B+9.5", "7.5"),
    ]);
    let (black, white) = names(3);
    let text = String::from_utf8(game(3, black, white)).unwrap();
    let first = text.find(";B[").unwrap();
    let illegal = text.replacen(&text[first + 6..first + 12], &format!(";W[{}]", &text[first + 3..first + 5]), 1);
    let sent = [
        // A stone on a stone.
        (3, illegal.into_bytes()),
        // The colours the other way round: what the record gives to its Black is White's in the results.
        (0, game(0, names(0).1, names(0).0)),
        // It agrees with itself, and not with the results.
        (2, game(2, names(2).0, names(2).1)),
        (4, open(4)),
        (1, lying(1, names(1).0, names(1).1, "B+R")),
        (5, "no game at all".as_bytes().to_vec()),
    ];
    (played(test, crew, &sheet, &sent), sheet)
}

/// The games on the desk with their grounds, in its order.
fn listed(test: &TestRegister, crew: &Crew) -> Vec<((i64, u16), String)> {
    let queue = desk::queue(&test.register, &crew.manager, None).unwrap();
    let line = |line: desk::DeskLine| match line.why {
        Why::Found(code) => ((line.game.round, line.game.board.unwrap_or_default()), code),
        other => panic!("{other:?}"),
    };
    queue.lines.into_iter().map(line).collect()
}

/// The same as the findings have it.
fn found(test: &TestRegister, crew: &Crew, made: &Event, sheet: &results::Files) -> BTreeMap<(i64, u16), String> {
    let report = results::dry_run(&test.register, &crew.clerk, &made.slug, "all", sheet).unwrap();
    let mut grounds: BTreeMap<(i64, u16), String> = BTreeMap::new();
    for code in GRAVEST {
        for one in report.findings.iter().filter(|one| one.code == code) {
            let place = (i64::from(one.round.unwrap()), one.board.unwrap());
            grounds.entry(place).or_insert_with(|| code.to_owned());
        }
    }
    grounds
}

#[test]
fn the_desk_lists_what_the_findings_leave_to_a_referee_the_first_sent_first_and_nothing_that_is_ruled_on() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let (made, sheet) = each_ground(test, &crew);
        let on_desk = listed(test, &crew);
        let codes: Vec<&str> = on_desk.iter().map(|(_, code)| code.as_str()).collect();
        assert_eq!(codes, ["E812", "E811", "E811", "W815", "E823", "W816"]);
        assert_eq!(on_desk.iter().cloned().collect::<BTreeMap<_, _>>(), found(test, &crew, &made, &sheet));
        let count = qipin::service::view::queue::queue(&test.register, &crew.manager).unwrap();
        assert!(count.iter().any(|item| item.count == 6), "{count:?}");

        // What is ruled on leaves the desk; what was not is as it was.
        let pairing = |number: usize| {
            let (_, _, black, white) = GAMES[number];
            let all = test.register.read(|conn| Ok(pairing::of_group(conn, made.id, "all")?)).unwrap();
            let is_it = |one: &&pairing::Pairing| {
                (one.black_file.clone(), one.white_file.clone()) == (black.to_string(), white.to_string())
            };
            all.iter().find(is_it).unwrap().id
        };
        let form = RulingForm {
            pairing: pairing(2),
            record: None,
            kind: RulingKind::Stands,
            result: None,
            margin_quarters: None,
            dead: Vec::new(),
            article: "第十二条".to_owned(),
            note: "记谱有误，维持".to_owned(),
        };
        let (_, in_force) = records::rule(&test.register, &crew.manager, &made.slug, &form).unwrap();
        assert!(in_force);
        let after = listed(test, &crew);
        assert_eq!(after.len(), 5);
        assert_eq!(after.iter().cloned().collect::<BTreeMap<_, _>>(), found(test, &crew, &made, &sheet));
    });
}

#[test]
fn players_who_are_named_otherwise_in_a_later_version_of_the_results_bring_their_game_to_the_desk_or_off_it() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let said = [
            ("B+3.5", "7.5"),
            ("B+33.5", "7.5"),
            ("W+2.5", "7.5"),
            ("B+21.5", "7.5"),
            ("B+39.5", "7.5"),
            ("B+9.5", "7.5"),
        ];
        // With the names the other way round in the results the record's winner is the other player.
        let mut turned = results_of(said);
        let swap = |text: &[u8]| {
            let text = String::from_utf8(text.to_vec()).unwrap();
            text.replace(PLAYERS[0], "甲").replace(PLAYERS[3], PLAYERS[0]).replace('甲', PLAYERS[3]).into_bytes()
        };
        let players = turned.players.as_mut().unwrap();
        players.1 = swap(&players.1);
        let made = played(test, &crew, &turned, &[(0, game(0, names(0).0, names(0).1))]);
        assert_eq!(listed(test, &crew), [((1, 1), "E811".to_owned())]);
        play::upload(test, &crew, &made, &results_of(said));
        while records::recount_due(&test.register, 0).unwrap().last > 0 {}
        assert_eq!(listed(test, &crew), []);
    });
}

#[test]
fn the_desk_asks_the_database_as_often_for_many_events_as_for_one() {
    queries::alone("game_desk::the_desk_asks_the_database_as_often_for_many_events_as_for_one", || {
        let test = TestRegister::on_sqlite();
        let crew = play::crew(&test, "310");
        let sheet = results_of([("W+3.5", "7.5"); 6]);
        let contradicted = || played(&test, &crew, &sheet, &[(0, game(0, names(0).0, names(0).1))]);
        contradicted();
        let ask = || queries::count(|| desk::queue(&test.register, &crew.manager, None).unwrap().lines.len());
        let (one, lines) = ask();
        assert_eq!(lines, 1);
        (0..7).for_each(|_| drop(contradicted()));
        let (many, lines) = ask();
        assert_eq!(lines, 8);
        assert_eq!(many, one);
    });
}

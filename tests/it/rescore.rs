//! `qipin rescore`: verdicts, the form of the answers, the order of the files, and that nothing stops it. The games are
//! small and made for these tests.

use serde_json::Value;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Two walls on five lines: Black has 15, White 10.
const WALLS: &str = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de]";
/// Two walls with an open column between them: 10 each, and five points that nobody has.
const APART: &str = ";B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be];W[de]";
/// Both sides have done.
const PASSES: &str = ";B[];W[]";

/// A record on five lines with 2¾ 子 of komi.
fn record(result: &str, moves: &str) -> String {
    format!("(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[2.75]RU[中国规则]RE[{result}]{moves})\n")
}

struct Folder(TempDir);

impl Folder {
    fn of(files: &[(&str, &str)]) -> Self {
        let folder = Folder(tempfile::tempdir().unwrap());
        files.iter().for_each(|(name, body)| folder.put(name, body.as_bytes()));
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn put(&self, name: &str, body: &[u8]) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, body).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qipin"));
        command.arg("rescore").args(arguments).current_dir(self.path());
        command
    }

    fn ask(&self, arguments: &[&str]) -> Answer {
        Answer(self.command(arguments).output().unwrap())
    }

    fn json(&self, arguments: &[&str]) -> (Vec<Value>, i32) {
        let answer = self.ask(&[arguments, &["--format", "json"]].concat());
        (answer.lines(), answer.code())
    }

    /// The only game of a run, and how it ended.
    fn game(&self, arguments: &[&str]) -> (Value, i32) {
        let (mut games, code) = self.json(arguments);
        assert_eq!(games.len(), 1, "{games:?}");
        (games.remove(0), code)
    }
}

struct Answer(Output);

impl Answer {
    fn code(&self) -> i32 {
        self.0.status.code().unwrap()
    }

    fn out(&self) -> &str {
        std::str::from_utf8(&self.0.stdout).unwrap()
    }

    fn err(&self) -> &str {
        std::str::from_utf8(&self.0.stderr).unwrap()
    }

    fn lines(&self) -> Vec<Value> {
        self.out().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn has(game: &Value, code: &str) -> bool {
    game["findings"].as_array().unwrap().iter().any(|finding| finding["code"] == code)
}

/// A file for each verdict, by its name.
fn each_verdict() -> Folder {
    let right = format!("{WALLS}{PASSES}");
    Folder::of(&[
        ("confirmed.sgf", &record("白胜1/4子", &right)),
        ("margin-differs.sgf", &record("白胜2又1/4子", &right)),
        ("winner-differs.sgf", &record("黑胜1/4子", &right)),
        ("not-played-out.sgf", &record("黑胜1/4子", ";B[ca];W[cb]")),
        ("no-count.sgf", &record("黑中盘胜", WALLS)),
        ("illegal.sgf", &record("白胜1/4子", ";B[ca];W[ca]")),
        ("unreadable.sgf", "a letter, not a game"),
        (
            "undecided.sgf",
            &record("W+2.5", &format!("{APART};B[ca];W[cb];B[cc]"))
                .replace("KM[2.75]RU[中国规则]", "KM[0.5]RU[Chinese]"),
        ),
    ])
}

#[test]
fn every_verdict_is_reached_and_has_its_exit_code() {
    let folder = each_verdict();
    let (games, code) = folder.json(&["."]);
    assert_eq!((games.len(), code), (8, 1));
    for game in &games {
        assert_eq!(game["file"], format!("./{}.sgf", game["verdict"].as_str().unwrap()));
    }
    for (name, code) in [
        ("confirmed", 0),
        ("no-count", 0),
        ("margin-differs", 1),
        ("winner-differs", 1),
        ("not-played-out", 1),
        ("undecided", 1),
        ("illegal", 1),
        ("unreadable", 2),
    ] {
        let (game, ended) = folder.game(&[&format!("{name}.sgf")]);
        assert_eq!((game["verdict"].as_str(), ended), (Some(name), code));
    }
    assert_eq!(folder.ask(&["confirmed.sgf", "unreadable.sgf"]).code(), 1);
    assert_eq!(folder.ask(&["nowhere.sgf"]).code(), 2);
}

#[test]
fn the_json_has_exactly_the_fields_of_its_contract() {
    let folder = each_verdict();
    let line = folder.ask(&["winner-differs.sgf", "--format", "json"]).out().to_owned();
    let (fields, findings) = line.trim_end().split_once(",\"findings\":").unwrap();
    let sure = serde_json::from_str::<Value>(&line).unwrap()["confidence"].clone();
    assert!((0.0..=1.0).contains(&sure.as_f64().unwrap()), "{sure}");
    let fields = fields.replace(&format!("\"confidence\":{sure}"), "\"confidence\":SURE");
    insta::assert_snapshot!(fields.replace(",\"", ",\n\""), @r#"
    {"file":"winner-differs.sgf",
    "index":0,
    "size":5,
    "moves":12,
    "rules":"chinese",
    "komi":5.5,
    "handicap":0,
    "declared":{"raw":"黑胜1/4子",
    "winner":"B",
    "margin":0.5,
    "by":"count"},
    "illegal":null,
    "dead":[],
    "dead_source":"automatic",
    "confidence":SURE,
    "black":15,
    "white":10,
    "computed":{"winner":"W",
    "margin":0.5},
    "match":null,
    "unplayed":[],
    "readings":[{"komi":5.5,
    "unit":"zi",
    "margin":0.5,
    "matches":false}],
    "verdict":"winner-differs"
    "#);
    let sum = "黑方活子5＋围空10＝15；白方活子5＋围空5＝10；贴5.5目（2又3/4子）；白胜0.5目（1/4子） / Black: stones 5 + \
               territory 10 = 15; White: stones 5 + territory 5 = 10; komi 5.5; White wins by 0.5";
    assert!(findings.contains(&format!("{{\"code\":\"sum\",\"message\":\"{sum}\"}}")), "{findings}");

    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let all = keys(&serde_json::from_str(&line).unwrap());
    for name in ["illegal", "unreadable", "no-count", "confirmed"] {
        let (game, _) = folder.game(&[&format!("{name}.sgf")]);
        assert_eq!(keys(&game), all, "{name}");
        assert_eq!(
            (keys(&game["declared"]).len(), keys(&game["computed"])),
            (4, vec!["margin".into(), "winner".into()])
        );
        assert_eq!(game["computed"]["winner"].is_null(), game["black"].is_null(), "{name}");
        for finding in game["findings"].as_array().unwrap() {
            assert!(finding["message"].as_str().unwrap().contains(" / "), "both languages: {finding}");
            assert_eq!(keys(finding), ["code", "message"]);
        }
    }
    let illegal = folder.game(&["illegal.sgf"]).0;
    assert_eq!(illegal["illegal"], serde_json::json!({"move": 2, "reason": "occupied", "point": "ca"}));
    assert_eq!(folder.game(&["unreadable.sgf"]).0["size"], Value::Null);
}

#[test]
fn what_a_record_leaves_out_is_told_apart_from_what_the_board_says() {
    let folder =
        Folder::of(&[("a.sgf", &record("B+0.5", APART).replace("KM[2.75]RU[中国规则]", "KM[0.5]RU[Chinese]"))]);
    let (game, code) = folder.game(&["a.sgf"]);
    assert_eq!(
        (game["verdict"].as_str(), game["match"].as_str(), code),
        (Some("confirmed"), Some("unplayed-moves"), 0)
    );
    let mut points: Vec<_> = game["unplayed"].as_array().unwrap().iter().map(|point| point.as_str().unwrap()).collect();
    points.sort_unstable();
    assert_eq!(points, ["ca", "cb", "cc", "cd", "ce"]);
    assert!(has(&game, "unplayed-moves"));
    assert!(folder.ask(&["a.sgf"]).out().contains("补5着相符 confirmed+5"));
}

#[test]
fn as_many_threads_as_there_are_give_the_same_bytes() {
    let folder = each_verdict();
    for copy in 0..40 {
        folder
            .put(&format!("many/{copy:02}.sgf"), record(&format!("B+{copy}"), &format!("{APART}{PASSES}")).as_bytes());
    }
    let collection: String = (0..30).map(|n| record(&format!("W+{n}"), WALLS)).collect();
    folder.put("collection.sgf", collection.as_bytes());
    for form in ["json", "table"] {
        let with = |jobs| folder.ask(&[".", "--format", form, "--jobs", jobs]);
        let (one, four) = (with("1"), with("4"));
        assert!(one.0.stdout == four.0.stdout && one.code() == four.code(), "{form}");
        assert!(one.out().lines().count() >= 78, "{form}: {}", one.out().lines().count());
    }
    // One file is shared among the threads.
    let with = |jobs| folder.ask(&["collection.sgf", "--format", "json", "--jobs", jobs]).0.stdout;
    assert_eq!(with("1"), with("4"));
    let indices: Vec<_> =
        folder.json(&["collection.sgf"]).0.iter().map(|game| game["index"].as_u64().unwrap()).collect();
    assert_eq!(indices, (0..30).collect::<Vec<_>>());
    assert_eq!(folder.ask(&[".", "--jobs", "0"]).code(), 2);
}

#[test]
fn a_bad_file_in_the_middle_stops_nothing() {
    let folder = each_verdict();
    folder.put("bad/b.sgf", b"\xff\xfe\x00(;;;;[[[");
    folder.put("bad/c.sgf", b"");
    let (games, code) = folder.json(&["confirmed.sgf", "bad/b.sgf", "nowhere/x.sgf", "bad/c.sgf", "no-count.sgf"]);
    let verdicts: Vec<_> = games.iter().map(|game| game["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["confirmed", "unreadable", "unreadable", "unreadable", "no-count"]);
    assert!(has(&games[2], "cannot-read") && has(&games[3], "no-game"));
    assert_eq!(code, 1);
}

#[test]
fn folders_are_walked_in_the_order_of_their_names() {
    let game = record("黑中盘胜", WALLS);
    let folder = Folder::of(&[
        ("b/2.sgf", &game),
        ("b/1.SGF", &game),
        ("b/notes.txt", "no record"),
        ("b/record", &game),
        ("b/z/9.sgf", &game),
        ("a.sgf", &game),
        ("c.sgf", &game),
        ("轮/一.sgf", &game),
    ]);
    let names = |arguments: &[&str]| -> Vec<String> {
        folder.json(arguments).0.iter().map(|game| game["file"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(
        names(&["."]),
        ["./a.sgf", "./b/1.SGF", "./b/2.sgf", "./b/record", "./b/z/9.sgf", "./c.sgf", "./轮/一.sgf"]
    );
    assert_eq!(names(&["c.sgf", "b", "a.sgf"]), ["c.sgf", "b/1.SGF", "b/2.sgf", "b/record", "b/z/9.sgf", "a.sgf"]);
    #[cfg(unix)]
    {
        let link = |to: &str, from: &str| std::os::unix::fs::symlink(to, folder.path().join(from)).unwrap();
        link("../..", "b/z/up");
        link("nowhere", "b/z/gone.sgf");
        assert_eq!(
            names(&["b"]),
            ["b/1.SGF", "b/2.sgf", "b/record", "b/z/9.sgf", "b/z/up/a.sgf", "b/z/up/c.sgf", "b/z/up/轮/一.sgf"]
        );
    }
}

#[test]
fn a_folder_without_records_is_nothing_to_read() {
    let folder = Folder::of(&[("notes/readme.md", "(no game)")]);
    let answer = folder.ask(&["."]);
    assert_eq!((answer.code(), answer.out()), (2, ""));
    assert!(answer.err().contains("没有找到棋谱") && answer.err().contains("no game records"));
    assert_eq!(folder.ask(&[]).code(), 2);
}

#[test]
fn dead_stones_are_given_as_points_or_in_a_file() {
    // White's two stones in Black's corner are dead.
    let moves = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[aa];B[];W[ee]";
    let body = record("白胜1/4子", &format!("{moves}{PASSES}"));
    let folder = Folder::of(&[("x/a.sgf", &body), ("x/b.sgf", &body), ("dead", "a.sgf\taa\n")]);
    let dead = |arguments: &[&str], nth: usize| -> (String, String) {
        let games = folder.json(&[&["x"], arguments].concat()).0;
        (games[nth]["dead"].to_string(), games[nth]["dead_source"].as_str().unwrap().to_owned())
    };
    let given = |points: &str| (points.to_owned(), "given".to_owned());
    assert_eq!(dead(&["--dead", "aa"], 0), given("[\"aa\"]"));
    assert_eq!(dead(&["--dead", "A5"], 1), given("[\"aa\"]"));
    assert_eq!(dead(&["--dead", "da, a5"], 1), given("[\"aa\",\"da\",\"db\",\"dc\",\"dd\",\"de\",\"ee\"]"));
    assert_eq!(dead(&["--dead", ""], 0), given("[]"));
    // A name that is no point is that of a file; what it does not list is judged as usual.
    assert_eq!(dead(&["--dead", "dead"], 0), given("[\"aa\"]"));
    assert_eq!(dead(&["--dead", "dead"], 1).1, "automatic");
    folder.put("list.tsv", "# the referee's\nx/b.sgf\t0\t\na.sgf\tA5\r\n".as_bytes());
    assert_eq!(dead(&["--dead", "list.tsv"], 0), given("[\"aa\"]"));
    assert_eq!(dead(&["--dead", "list.tsv"], 1), given("[]"));
    // What the command has printed is such a list.
    let printed = folder.ask(&["x", "--format", "json", "--dead", "aa"]);
    folder.put("printed.json", &printed.0.stdout);
    assert_eq!(dead(&["--dead", "printed.json"], 1), given("[\"aa\"]"));

    let (game, code) = folder.game(&["x/a.sgf", "--dead", "aa,bb"]);
    assert!(has(&game, "no-stone") && has(&game, "as-it-stands"), "both counts are told: {game}");
    assert_eq!((game["black"].as_i64(), game["white"].as_i64(), code), (Some(15), Some(10), 0));
    let alive = folder.game(&["x/a.sgf", "--no-dead"]).0;
    assert_eq!((alive["dead_source"].as_str(), alive["black"].as_i64()), (Some("none"), Some(5)));

    for wrong in [&["--dead", "nowhere.tsv"][..], &["--dead", "x/a.sgf"], &["--dead", "aa", "--no-dead"]] {
        let answer = folder.ask(&[&["x"], wrong].concat());
        assert_eq!((answer.code(), answer.out()), (2, ""), "{wrong:?}");
    }
    // A line that speaks of no game is told, also one that counts the games from 1.
    folder.put("lost.tsv", b"c.sgf\taa\na.sgf\t0\taa\na.sgf\t1\taa\n");
    let told = folder.ask(&["x", "--dead", "lost.tsv"]);
    let told = told.err();
    assert!(told.contains("第1行：没有用上") && told.contains("“c.sgf”") && told.contains("第3行：没有用上"), "{told}");
    assert!(!told.contains("第2行"), "{told}");
}

#[test]
fn marks_are_believed_unless_they_are_to_be_left_aside() {
    let marks = ";TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee]";
    let folder = Folder::of(&[("a.sgf", &record("白胜1/4子", &format!("{WALLS}{PASSES}{marks}")))]);
    assert_eq!(folder.game(&["a.sgf"]).0["dead_source"], "marks");
    assert_eq!(folder.game(&["a.sgf", "--no-marks"]).0["dead_source"], "automatic");
    let (differs, _) = folder.game(&["a.sgf", "--dead", "ca"]);
    assert!(has(&differs, "lists-differ"));
}

#[test]
fn a_move_against_the_rules_ends_the_record_or_counts_as_a_pass() {
    let folder = Folder::of(&[("a.sgf", &record("白胜1/4子", &format!("{WALLS};B[ca]{PASSES}")))]);
    let (stopped, _) = folder.game(&["a.sgf"]);
    assert_eq!((stopped["verdict"].as_str(), stopped["black"].is_null()), (Some("illegal"), true));
    assert!(has(&stopped, "illegal") && !has(&stopped, "void-move"));
    assert_eq!(folder.game(&["a.sgf", "--on-void", "stop"]).0, stopped);
    let (passed, code) = folder.game(&["a.sgf", "--on-void", "pass"]);
    assert_eq!((passed["verdict"].as_str(), passed["illegal"]["move"].as_u64()), (Some("confirmed"), Some(11)));
    assert!(has(&passed, "void-move"));
    assert_eq!(code, 1, "the referee has to know of it");
}

#[test]
fn rules_and_komi_of_the_arguments_come_before_those_of_the_record() {
    let folder = each_verdict();
    let (game, code) = folder.game(&["winner-differs.sgf", "--komi", "4.5"]);
    assert_eq!((game["verdict"].as_str(), game["komi"].to_string(), code), (Some("confirmed"), "4.5".into(), 0));
    assert!(has(&game, "komi-given"));
    assert_eq!(folder.game(&["confirmed.sgf", "--komi", "-2"]).0["komi"].to_string(), "-2");
    let button = folder.game(&["confirmed.sgf", "--rules", "button"]).0;
    assert_eq!(button["rules"], "button");
    assert!(has(&button, "unusual-rules"));
    for wrong in [&["--rules", "chess"][..], &["--komi", "3.75"], &["--budget", "0"], &["--on-void", "ask"]] {
        assert_eq!(folder.ask(&[&["."], wrong].concat()).code(), 2, "{wrong:?}");
    }
}

#[test]
fn a_budget_is_work_and_not_time() {
    let folder = each_verdict();
    let ask = |budget| folder.ask(&[".", "--format", "json", "--budget", budget]).0.stdout;
    assert_eq!(ask("4"), folder.ask(&[".", "--format", "json"]).0.stdout, "4 milliseconds are the usual 80 games");
    assert_eq!(ask("40"), ask("40"));
    assert_ne!(ask("40"), ask("4"));
}

#[test]
fn a_reader_who_goes_away_ends_the_run() {
    let folder = each_verdict();
    let collection: String = (0..300).map(|n| record(&format!("W+{n}"), ";B[ca];W[cb]")).collect();
    folder.put("large.sgf", collection.as_bytes());
    for copy in 0..10 {
        folder.put(&format!("more/{copy}.sgf"), collection.as_bytes());
    }
    let mut child =
        folder.command(&[".", "--format", "json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 64];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    let ended = child.wait().unwrap();
    assert_eq!(ended.code(), Some(1), "{said}");
    assert!(!said.contains("panicked") && !said.contains("Broken pipe"), "{said}");
}

#[test]
fn the_table_fits_eighty_columns_and_stands_straight() {
    let folder = each_verdict();
    let long = "第十二届少年升段赛第三轮第一台对局记录.sgf";
    folder.put(&format!("江苏/{long}"), record("白胜二又四分之一子，黑方认可", &format!("{WALLS}{PASSES}")).as_bytes());
    let answer = folder.ask(&["."]);
    let width = qipin::cli::table::width;
    for line in answer.out().lines() {
        assert!(width(line) <= 80, "{}: {line}", width(line));
    }
    let verdicts = ["相符 confirmed", "差数不符", "胜方不符", "未下完", "不须数子", "着法违例", "读不出", "定不了"];
    let rows: Vec<_> = answer.out().lines().filter(|line| line.starts_with("./") || line.starts_with('…')).collect();
    assert_eq!(rows.len(), 9);
    for row in &rows {
        let at = verdicts.iter().find_map(|verdict| row.find(verdict)).unwrap_or_else(|| panic!("{row}"));
        assert_eq!(width(&row[..at]), 56, "{row}");
    }
    assert!(answer.out().ends_with("9局，9个文件 / games 9, files 9\n"), "{}", answer.out());
    assert_eq!(answer.err(), "", "no bar where there is no terminal");
}

#[test]
fn a_run_for_programs_sums_up_beside_its_answer() {
    let answer = each_verdict().ask(&[".", "--format", "json"]);
    assert_eq!(answer.out().lines().count(), 8);
    assert!(answer.err().contains("1  胜方不符 winner-differs") && answer.err().contains("games 8, files 8"));
}

/// A record as it was sent in, and what is said of it.
fn of_record(body: &str) -> Value {
    Folder::of(&[("a.sgf", body)]).game(&["a.sgf"]).0
}

#[test]
fn komi_and_result_in_chinese_words_are_understood_and_an_empty_komi_is_told() {
    let game =
        of_record(&format!("(;GM[1]SZ[5]RU[中国规则]KM[]EV[少年赛 分先:黑贴7目半]RE[白胜2.5目]{WALLS}{PASSES})"));
    assert_eq!((game["verdict"].as_str(), game["komi"].to_string()), (Some("confirmed"), "7.5".into()), "{game}");
    assert!(has(&game, "komi-empty") && has(&game, "komi-from-text"), "{game}");
}

#[test]
fn the_order_of_properties_does_not_matter() {
    let first = of_record(&format!("(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[B+4.5]C[说明]{WALLS}{PASSES})"));
    let last = of_record(&format!("(;C[说明]RE[B+4.5]RU[Chinese]KM[0.5]SZ[5]GM[1]{WALLS}{PASSES})"));
    assert_eq!((first["verdict"].as_str(), &first), (Some("confirmed"), &last));
}

#[test]
fn a_draw_at_half_a_point_of_komi_is_right_where_the_rules_have_a_button() {
    let with = |rules: &str| of_record(&format!("(;GM[1]SZ[5]KM[5.5]RU[{rules}]RE[0]{WALLS}{PASSES})"));
    let button = with("Button");
    assert_eq!((button["verdict"].as_str(), button["rules"].as_str()), (Some("confirmed"), Some("button")));
    assert!(has(&button, "unusual-rules"));
    assert_eq!(button["computed"], serde_json::json!({"winner": "draw", "margin": 0}));
    assert_ne!(with("Chinese")["verdict"], "confirmed");
}

#[test]
fn grades_in_a_record_change_nothing() {
    let with = |grades: &str| of_record(&format!("(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[B+4.5]{grades}{WALLS}{PASSES})"));
    assert_eq!(with("BR[9段]WR[25级]"), with(""));
}

#[test]
fn a_record_of_an_editor_with_setup_and_variations_is_valid() {
    let game = of_record(
        "(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]RE[B+4.5]AB[ca][cb]AW[da][db]PL[B]\
         ;B[cc];W[dc](;B[cd];W[dd];B[ce];W[de];B[];W[])(;B[aa]))",
    );
    assert_eq!((game["verdict"].as_str(), game["moves"].as_u64()), (Some("confirmed"), Some(8)), "{game}");
    assert!(has(&game, "variations-left-out"));
}

#[test]
fn every_word_of_the_rules_crate_has_its_text_and_no_other() {
    use weiqi_rules::judge::Kind;
    use weiqi_rules::record::Code;
    let keys = |start: &str| -> Vec<String> {
        qipin::text::keys().into_iter().filter_map(|key| key.strip_prefix(start)).map(str::to_owned).collect()
    };
    let sorted = |mut words: Vec<String>| {
        words.sort();
        words
    };
    assert_eq!(keys("recount.code."), sorted(Code::ALL.iter().map(|code| code.key().to_owned()).collect()));
    assert_eq!(keys("recount.remark."), sorted(Kind::ALL.iter().map(|kind| kind.1.to_owned()).collect()));
    assert_eq!(
        keys("recount.rules."),
        sorted(weiqi_rules::RuleSet::ALL.iter().map(|rules| rules.key.to_owned()).collect())
    );
    let verdicts = weiqi_rules::judge::Verdict::ALL.iter().map(|verdict| verdict.key().to_owned());
    assert_eq!(keys("recount.verdict."), sorted(verdicts.chain(["moves-added".to_owned()]).collect()));
}

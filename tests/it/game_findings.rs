//! The findings of games with their records, from the record itself to the report: it is placed on a game of the results,
//! recounted, compared with what the event says, and what is known beside it is added.

use qipin::domain::finding::Log;
use qipin::domain::game_record::{
    Difference, GameFacts, Placing, Player, RecordFacts, Said, Unplaced, Wanted, differences, place, raise,
    raise_unplaced,
};
use qipin::domain::recount::{self, Asked, HalfPoints, Record, RuleSet};
use qipin::domain::results::model::Game;
use qipin::domain::results::{CheckContext, NamedBytes, Report, ResultsInput, Sheet, read, report};
use serde_json::{Value, json};
use std::path::Path;
use weiqi_rules::Size;

/// The report of a fixture that has a game; none where it has none.
pub(crate) fn report_of(folder: &Path, kind: &str) -> Option<Report> {
    let setting = std::fs::read_to_string(folder.join(format!("{kind}.game.json"))).ok()?;
    let setting: Value = serde_json::from_str(&setting).unwrap();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/games");
    let [results, players] = ["results.csv", "players.csv"].map(|name| std::fs::read(games.join(name)).unwrap());
    let input = ResultsInput {
        results: NamedBytes { name: "results.csv", bytes: &results },
        players: Some(NamedBytes { name: "players.csv", bytes: &players }),
    };
    let reading = read(&input);
    let mut log = Log::new();
    let sheet = reading.sheet.as_ref().unwrap();
    match std::fs::read(folder.join(format!("{kind}.game.sgf"))) {
        Ok(bytes) => of_record(sheet, &setting, &bytes, &mut log),
        Err(_) => {
            let line = setting["line"].as_u64().unwrap();
            let game = sheet.games.iter().find(|game| u64::from(game.line) == line).unwrap();
            raise(&facts(game, &setting, None), &mut log);
        }
    }
    Some(report("results.csv", reading, &CheckContext::default(), Some(&log)))
}

fn of_record(sheet: &Sheet, setting: &Value, bytes: &[u8], log: &mut Log) {
    let file = setting["file"].as_str().unwrap_or("game.sgf");
    let event = &setting["event"];
    let mut read = recount::read(bytes).remove(0);
    // Of a file that cannot be read only the column tells the game.
    let empty = Record::new(Size::NINETEEN);
    let wanted = Wanted { file, part: 0, parts: 1, record: read.as_ref().unwrap_or(&empty) };
    let days =
        (event["days"][0].as_str().unwrap().parse().unwrap(), event["days"][1].as_str().unwrap().parse().unwrap());
    let Placing::Certain { game, .. } = place(sheet, Some(days), &[wanted]).remove(0) else {
        raise_unplaced(&Unplaced { file: file.to_owned(), part: 0, parts: 1 }, log);
        return;
    };
    let game = &sheet.games[game];
    let player = |entry: usize| Player { name: &sheet.entries[entry].name, grade: sheet.entries[entry].grade };
    let rules = RuleSet::named(event["rules"].as_str().unwrap()).unwrap();
    let komi = HalfPoints(i32::try_from(event["komi"].as_i64().unwrap()).unwrap());
    let said = Said {
        rules: Some(rules),
        komi: Some(komi),
        handicap: game.handicap,
        size: Size::square(u8::try_from(event["size"].as_u64().unwrap()).unwrap()),
        days: Some(days),
        black: player(game.black),
        white: player(game.white.unwrap()),
        result: game.result,
    };
    let differences: Vec<Difference> = read.as_ref().map(|record| differences(record, &said)).unwrap_or_default();
    if let Ok(record) = &mut read {
        qipin::domain::game_record::declare(record, game.result);
    }
    let mut asked = Asked::default();
    (asked.options.rules, asked.options.komi) = (Some(rules), Some(komi));
    let recounted = recount::game(file, 0, &read, &asked);
    let record = RecordFacts::of(file, 1, &recounted, differences);
    raise(&facts(game, setting, Some(record)), log);
}

/// The facts of a game with what the fixture says of it beside the record.
fn facts(game: &Game, setting: &Value, record: Option<RecordFacts>) -> GameFacts {
    let mut value = json!({
        "line": game.line,
        "round": game.round,
        "board": game.board,
        "result": game.result,
        "record": record,
    });
    for name in ["required", "confirm", "rests", "black", "white", "ruling"] {
        if let Some(said) = setting.get(name) {
            value[name] = said.clone();
        }
    }
    if let Some(same) = setting.get("same") {
        value["record"]["same"] = same.clone();
    }
    serde_json::from_value(value).unwrap()
}

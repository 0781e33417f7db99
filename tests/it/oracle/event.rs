//! A random event: a scheme and a group, players who mostly belong there, rounds that mostly go well.

use super::pairing::{Policy, pair};
use super::random::Random;
use super::scheme;
use chrono::{Days, Months, NaiveDate};
use qipin::domain::grade::Grade;
use qipin::domain::results::Sex;
use qipin::domain::scheme::{Group, Level, Scheme, TieBreak, all, load, standing};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

#[derive(Debug, Default)]
struct Player {
    id: String,
    name: String,
    sex: &'static str,
    birth: Option<NaiveDate>,
    grade: Option<Grade>,
    certificate: String,
    group: String,
    tests: String,
    /// The round from which this player stays away.
    leaves: usize,
}

#[derive(Clone, Debug)]
struct Row {
    round: usize,
    black: String,
    white: String,
    result: String,
    warnings: [usize; 2],
}

/// An event with what is asked about it.
#[derive(Debug)]
pub(super) struct Event {
    pub(super) scheme: String,
    pub(super) group: String,
    pub(super) date: Option<String>,
    pub(super) level: Option<String>,
    pub(super) agency: Option<String>,
    pub(super) lot_seed: u64,
    pub(super) parameters: BTreeMap<String, String>,
    /// The text of a scheme that is neither built in nor a file of this folder.
    pub(super) text: Option<String>,
    built_in: bool,
    chinese: bool,
    players: Vec<Player>,
    rows: Vec<Row>,
}

/// Schemes beside the built-in ones, for what none of those has.
const OWN: [&str; 3] = ["weighed", "reserved", "stopping"];

fn own_file(id: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/oracle/schemes/{id}.toml"))
}

impl Event {
    pub(super) fn random(random: &mut Random) -> Self {
        let made = if random.once_in(3) { scheme::random(random) } else { None };
        let text = made.as_ref().map(|scheme| scheme.source_text().to_owned());
        let built_in = made.is_none() && !random.once_in(4);
        let scheme = if let Some(made) = made {
            made
        } else if built_in {
            (**random.pick(all())).clone()
        } else {
            let id = *random.pick(&OWN);
            load(&std::fs::read_to_string(own_file(id)).unwrap()).unwrap_or_else(|problems| panic!("{problems:#?}"))
        };
        let (scheme, parameters) = with_parameters(scheme, random);
        let group = random.pick(&scheme.groups).clone();
        let date = (!random.once_in(8)).then(|| date(&scheme, random));
        let players = players(&scheme, &group, date, random);
        let mut event = Self {
            scheme: scheme.id.clone(),
            group: group.id.clone(),
            date: date.map(|date| date.to_string()),
            level: (!random.once_in(3)).then(|| random.pick(&Level::ALL).id().to_owned()),
            agency: (!random.once_in(3)).then(|| {
                (*random.pick(&["000", "310", "320", "350", "320-320200", "350-350300", "320-320282"])).to_owned()
            }),
            lot_seed: random.next(),
            parameters,
            text,
            built_in,
            chinese: random.once_in(4),
            players,
            rows: Vec::new(),
        };
        event.play(&scheme, &group, random);
        if random.once_in(25) {
            event.spoil(random);
        }
        random.shuffle(&mut event.rows);
        event
    }

    /// The file of a scheme that is not built in.
    pub(super) fn scheme_file(&self) -> Option<PathBuf> {
        (!self.built_in && self.text.is_none()).then(|| own_file(&self.scheme))
    }

    pub(super) fn asked(&self) -> Value {
        json!({
            "scheme": self.scheme, "group": self.group, "date": self.date, "level": self.level, "agency": self.agency,
            "lot_seed": self.lot_seed, "set": self.parameters,
        })
    }

    /// Plays the rounds. Whoever has reached the group's early stop is mostly not paired any more.
    fn play(&mut self, scheme: &Scheme, group: &Group, random: &mut Random) {
        let rounds = match group.rounds.map(usize::from) {
            _ if group.is_by_tests_alone() && !random.once_in(4) => 0,
            Some(rounds) if random.once_in(6) => random.between(rounds.saturating_sub(2).max(1), rounds + 1),
            Some(rounds) => rounds,
            None => random.between(2, 9),
        };
        let policy = *random.pick(&Policy::ALL);
        let (lively, warned, apart) = (random.once_in(2), random.once_in(2), !random.once_in(4));
        let count = self.players.len();
        let (mut points, mut losses) = (vec![0; count], vec![0; count]);
        let mut met = Vec::new();
        for round in 1..=rounds {
            let stopped = |player: usize, random: &mut Random| {
                group.stop.filter(|stop| round > usize::from(stop.from_round)).is_some_and(|stop| {
                    let enough = |of: &[usize], least: Option<u16>, worth: usize| {
                        least.is_some_and(|least| of[player] >= usize::from(least) * worth)
                    };
                    let out =
                        enough(&points, stop.wins, usize::from(scheme.points.win)) || enough(&losses, stop.losses, 1);
                    out && !random.once_in(8)
                })
            };
            let mut here = Vec::new();
            for player in 0..count {
                if self.players[player].leaves > round && !random.once_in(30) && !stopped(player, random) {
                    here.push(player);
                }
            }
            // Several groups in one file play on their own, or all together.
            let mut pools: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
            for player in here {
                pools.entry(if apart { &self.players[player].group } else { "" }).or_default().push(player);
            }
            let mut rows = Vec::new();
            for pool in pools.values() {
                for (one, other) in pair(policy, round, pool, &points, &met, random) {
                    let Some(other) = other else {
                        if !random.once_in(6) {
                            rows.push((one, None, "bye"));
                        }
                        continue;
                    };
                    let (black, white) = if random.once_in(2) { (one, other) } else { (other, one) };
                    met.push((black.min(white), black.max(white)));
                    rows.push((black, Some(white), result(lively, random)));
                }
            }
            for (black, white, result) in rows {
                let kind = result.split('+').next().unwrap_or_default();
                let (first, second) = match kind {
                    "B" | "bye" => (2, 0),
                    "W" => (0, 2),
                    "draw" => (1, 1),
                    "both-win" => (2, 2),
                    _ => (0, 0),
                };
                points[black] += first;
                losses[black] += usize::from(matches!(kind, "W" | "both-lose"));
                if let Some(white) = white {
                    points[white] += second;
                    losses[white] += usize::from(matches!(kind, "B" | "both-lose"));
                }
                let mut warning = || if warned && random.once_in(8) { random.between(1, 3) } else { 0 };
                let warnings = [warning(), if white.is_some() { warning() } else { 0 }];
                let id = |player: usize| self.players[player].id.clone();
                let (black, white) = (id(black), white.map_or_else(String::new, id));
                self.rows.push(Row { round, black, white, result: result.to_owned(), warnings });
            }
        }
        // A round that the file has lost.
        if rounds > 2 && random.once_in(25) {
            let lost = random.between(1, rounds - 1);
            self.rows.retain(|row| row.round != lost);
        }
    }

    /// Plants what no file may say; such a file is refused.
    fn spoil(&mut self, random: &mut Random) {
        if self.rows.is_empty() {
            return;
        }
        let at = random.below(self.rows.len());
        let mut row = self.rows[at].clone();
        match random.below(5) {
            0 => self.rows[at].black = "999".to_owned(),
            1 => self.rows[at].white = row.black,
            2 => self.rows[at].result = if row.white.is_empty() { "B" } else { "bye" }.to_owned(),
            3 => self.rows.push(row),
            _ => {
                let other = random.pick(&self.players).id.clone();
                if other == row.black || other == row.white {
                    row.result = "W".to_owned();
                } else {
                    row.white = other;
                    row.result = "draw".to_owned();
                }
                self.rows.push(row);
            }
        }
    }

    pub(super) fn players_csv(&self) -> String {
        let mut text = match self.chinese {
            true => "编号,姓名,性别,出生日期,级段,证书号,组别,测试\n".to_owned(),
            false => "id,name,sex,birth,grade,certificate,group,tests\n".to_owned(),
        };
        for p in &self.players {
            let birth = p.birth.map(|day| day.to_string()).unwrap_or_default();
            let grade = p.grade.map_or_else(|| "无级".to_owned(), |grade| grade.to_string());
            let (id, name, sex, certificate) = (&p.id, &p.name, p.sex, &p.certificate);
            writeln!(text, "{id},{name},{sex},{birth},{grade},{certificate},{},{}", p.group, p.tests).unwrap();
        }
        text
    }

    pub(super) fn results_csv(&self) -> String {
        let mut text = match self.chinese {
            true => "轮次,黑方,白方,结果,黑方警告,白方警告\n".to_owned(),
            false => "round,black,white,result,black_warnings,white_warnings\n".to_owned(),
        };
        for row in &self.rows {
            let number = |n: usize| if n == 0 { String::new() } else { n.to_string() };
            let [black, white] = row.warnings.map(number);
            writeln!(text, "{},{},{},{},{black},{white}", row.round, row.black, row.white, row.result).unwrap();
        }
        text
    }
}

/// A result; in lively events everything that can happen does.
fn result(lively: bool, random: &mut Random) -> &'static str {
    if lively {
        match random.below(24) {
            0 => return "B+F",
            1 => return "W+F",
            2 => return "both-lose",
            3 => return "both-win",
            4 => return "void",
            5 => return "",
            6 | 7 => return "draw",
            _ => {}
        }
    }
    ["B", "W", "B+R", "W+R", "B+T", "W+3.5", "B", "W"][random.below(8)]
}

/// The values that the event sets: mostly few, now and then many.
fn with_parameters(scheme: Scheme, random: &mut Random) -> (Scheme, BTreeMap<String, String>) {
    let mut values = BTreeMap::new();
    let rare = random.between(1, 5);
    for parameter in &scheme.parameters {
        if !random.once_in(rare) {
            continue;
        }
        let bound = |text: &Option<String>, otherwise: usize| {
            text.as_deref().and_then(|t| t.trim_end_matches('%').parse().ok()).unwrap_or(otherwise)
        };
        let value = if parameter.id == "order" {
            let mut order: Vec<&str> = TieBreak::ALL.iter().filter(|c| **c != TieBreak::Lot).map(|c| c.id()).collect();
            random.shuffle(&mut order);
            order.truncate(random.between(1, 7));
            order.join(", ")
        } else if !parameter.choices.is_empty() {
            random.pick(&parameter.choices).clone()
        } else {
            let number = random.between(bound(&parameter.min, 1), bound(&parameter.max, 60));
            let percent = if parameter.default.ends_with('%') { "%" } else { "" };
            format!("{number}{percent}")
        };
        values.insert(parameter.id.clone(), value);
    }
    match scheme.with_parameters(&values) {
        Ok(set) => (set, values),
        // What does not go together (finishers as a base with an early stop) is refused as a whole.
        Err(_) => (scheme, BTreeMap::new()),
    }
}

fn date(scheme: &Scheme, random: &mut Random) -> NaiveDate {
    let first = scheme.valid_from.unwrap_or_else(|| "2010-01-01".parse().unwrap());
    let date = first + Days::new(u64::try_from(random.below(900)).unwrap());
    scheme.valid_until.map_or(date, |last| date.min(last))
}

fn players(scheme: &Scheme, group: &Group, date: Option<NaiveDate>, random: &mut Random) -> Vec<Player> {
    let count = match group.min_size {
        Some(least) if random.once_in(2) => usize::try_from(least).unwrap() - 3 + random.below(12),
        _ if random.once_in(12) => random.between(30, 60),
        _ => random.between(2, 18),
    };
    let others: Vec<&Group> = scheme.groups.iter().filter(|other| other.id != group.id).collect();
    let several = !others.is_empty() && random.once_in(6);
    let rounds = group.rounds.map_or(9, usize::from);
    let letters = random.once_in(3);
    let mut players: Vec<Player> = (1..=count)
        .map(|n| {
            let own = !several || !random.once_in(3);
            let home = if own { group } else { *random.pick(&others) };
            let named = several || random.once_in(6);
            Player {
                id: if letters { format!("p{n}") } else { n.to_string() },
                name: name(n),
                sex: sex(home, random),
                birth: birth(home, date, random),
                grade: grade(home, random),
                certificate: certificate(n, random),
                group: match (named, random.below(8)) {
                    (false, _) | (true, 0) => String::new(),
                    (true, 1) => format!("{}组", home.id),
                    _ => home.id.clone(),
                },
                tests: tests(scheme, random),
                leaves: if random.once_in(10) { random.between(1, rounds) } else { usize::MAX },
            }
        })
        .collect();
    random.shuffle(&mut players);
    players
}

fn name(n: usize) -> String {
    const SURNAMES: [char; 16] =
        ['张', '李', '王', '赵', '陈', '林', '黄', '周', '吴', '徐', '孙', '马', '朱', '胡', '郭', '何'];
    const GIVEN: [&str; 8] = ["子轩", "思涵", "小明", "雨桐", "浩然", "佳怡", "文博", "晓东"];
    format!("{}{}", SURNAMES[n % 16], GIVEN[n / 16 % 8])
}

/// Mostly a grade of the group, now and then one below or above.
fn grade(group: &Group, random: &mut Random) -> Option<Grade> {
    let (low, high) = (usize::from(standing(group.entry.grades.low)), usize::from(standing(group.entry.grades.high)));
    let (low, high) = if random.once_in(5) { (low.saturating_sub(3), (high + 3).min(33)) } else { (low, high) };
    Grade::from_rank(u8::try_from(random.between(low, high)).unwrap())
}

fn sex(group: &Group, random: &mut Random) -> &'static str {
    match group.entry.sex.filter(|_| !random.once_in(10)) {
        Some(Sex::Female) => "女",
        Some(Sex::Male) => "男",
        None if random.once_in(8) => "",
        None if random.once_in(2) => "男",
        None => "女",
    }
}

/// Births around the ages that a group asks for, to the day.
fn birth(group: &Group, date: Option<NaiveDate>, random: &mut Random) -> Option<NaiveDate> {
    if random.once_in(8) {
        return None;
    }
    let day = date.unwrap_or_else(|| "2020-02-29".parse().unwrap());
    let ranges = [group.entry.age, group.entry.lower_age];
    let asked: Vec<u16> = ranges.into_iter().flatten().flat_map(|r| [r.from, r.to]).flatten().collect();
    let years = match asked.as_slice() {
        [] => random.between(6, 60),
        ages => usize::from(*random.pick(ages)) + random.below(3),
    };
    let birthday = day - Months::new(u32::try_from(12 * years).unwrap());
    Some(match random.below(6) {
        0 => birthday,
        1 => birthday + Days::new(1),
        2 => birthday - Days::new(1),
        3 => NaiveDate::from_ymd_opt(2004, 2, 29).unwrap(),
        _ => birthday + Days::new(u64::try_from(random.below(700)).unwrap()) - Days::new(350),
    })
}

fn certificate(n: usize, random: &mut Random) -> String {
    match random.below(12) {
        0..=2 => String::new(),
        3 => "旧证".to_owned(),
        _ => format!("{}10{n:04}", random.pick(&["310", "320", "321", "340", "350"])),
    }
}

fn tests(scheme: &Scheme, random: &mut Random) -> String {
    let mut cells = Vec::new();
    for test in &scheme.tests {
        if random.once_in(8) {
            continue;
        }
        let most = test.max.map_or(20, |max| usize::try_from(max).unwrap());
        let score = if random.once_in(3) { random.between(0, most) } else { most - random.below(most.div_ceil(3)) };
        cells.push(format!("{}={score}", test.id));
    }
    cells.join(";")
}

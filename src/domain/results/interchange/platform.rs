//! The tables that event platforms in China export: a row for each board, with both names and what each scored, and a
//! final table with places and points. Headers differ from platform to platform; what each may be called is listed here.

use super::super::csv_text::RawRow;
use super::super::field::Field;
use super::super::reading::Notes;
use super::super::text::{fold, is_space};
use super::Format;
use super::foreign::{Foreign, Pairing, Player, Side};
use super::names::Name;
use crate::domain::finding::Part;
use std::collections::HashMap;

/// A column of a platform's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Round,
    Board,
    First,
    Second,
    FirstScore,
    SecondScore,
    /// The score of one side, whichever the column stands by.
    Score,
    Both,
    Place,
    Number,
    Name,
    Grade,
    Club,
    Group,
    Sex,
    Birth,
    Points,
    TieBreak,
    Award,
}

/// What headers are called, folded; the first that fits counts.
const BOARDS: &[(Column, &[&str])] = &[
    (Column::Round, &["轮次", "轮", "轮数", "回合", "第几轮", "round"]),
    (Column::Board, &["台号", "台次", "台", "桌号", "桌次", "桌", "board", "table"]),
    (Column::First, &["黑方", "黑方姓名", "黑方棋手", "黑棋", "黑", "先手", "先手方", "先手姓名", "执黑"]),
    (Column::Second, &["白方", "白方姓名", "白方棋手", "白棋", "白", "后手", "后手方", "后手姓名", "执白"]),
    (
        Column::First,
        &["棋手", "棋手1", "棋手a", "棋手甲", "甲方", "选手", "选手1", "选手a", "姓名", "姓名1", "player1"],
    ),
    (Column::Second, &["对手", "对手姓名", "棋手2", "棋手b", "棋手乙", "乙方", "选手2", "选手b", "姓名2", "player2"]),
    (
        Column::FirstScore,
        &["黑方得分", "黑得分", "黑方分", "黑分", "先手得分", "得分1", "甲方得分", "棋手1得分", "score1"],
    ),
    (
        Column::SecondScore,
        &["白方得分", "白得分", "白方分", "白分", "后手得分", "得分2", "乙方得分", "对手得分", "棋手2得分", "score2"],
    ),
    (Column::Score, &["得分", "本轮得分", "局分", "score"]),
    (Column::Both, &["比分", "结果", "成绩", "胜负", "result"]),
];

const FINALS: &[(Column, &[&str])] = &[
    (Column::Place, &["名次", "排名", "最终名次", "rank", "place"]),
    (Column::Number, &["编号", "序号", "参赛号", "参赛编号", "选手编号", "号码", "no", "no."]),
    (Column::Name, &["姓名", "棋手", "选手", "棋手姓名", "选手姓名", "name", "player"]),
    (Column::Grade, &["级段", "段位", "级位", "段级位", "棋力", "等级", "grade"]),
    (Column::Club, &["俱乐部", "单位", "单位名称", "代表队", "队名", "参赛单位", "club", "team"]),
    (Column::Group, &["组别", "group"]),
    (Column::Sex, &["性别", "sex"]),
    (Column::Birth, &["出生日期", "birth"]),
    (Column::Award, &["授予", "授予级段", "授予段位", "授予级位", "升段", "升级", "晋升", "award"]),
    (Column::Points, &["积分", "总分", "总积分", "得分", "points"]),
    (
        Column::TieBreak,
        &["对手分", "对手积分", "对手分和", "小分", "累进分", "累积分", "累进积分", "sos", "cumulative"],
    ),
];

/// The columns of a header by what the platforms call them.
fn columns(head: &[String], names: &[(Column, &[&str])]) -> Vec<(Column, usize)> {
    let mut found: Vec<(Column, usize)> = Vec::new();
    for (at, header) in head.iter().enumerate() {
        let folded = fold(header.trim_matches(is_space));
        let Some((column, _)) = names.iter().find(|(_, words)| words.contains(&folded.as_str())) else { continue };
        // A second column of names is the opponent, a second one of scores the opponent's.
        let column = match column {
            Column::First if has(&found, Column::First) => Column::Second,
            Column::Score if has(&found, Column::FirstScore) => Column::SecondScore,
            Column::Score => Column::FirstScore,
            other => *other,
        };
        if !has(&found, column) || column == Column::TieBreak {
            found.push((column, at));
        }
    }
    found
}

fn has(found: &[(Column, usize)], column: Column) -> bool {
    found.iter().any(|(c, _)| *c == column)
}

/// The format of a table by its headers.
pub(super) fn recognise(head: &[String]) -> Option<Format> {
    let boards = columns(head, BOARDS);
    let scored = has(&boards, Column::Both) || (has(&boards, Column::FirstScore) && has(&boards, Column::SecondScore));
    if has(&boards, Column::Round) && has(&boards, Column::First) && has(&boards, Column::Second) && scored {
        return Some(Format::Boards);
    }
    let finals = columns(head, FINALS);
    let ranked = has(&finals, Column::Place) || has(&finals, Column::TieBreak);
    (has(&finals, Column::Name) && has(&finals, Column::Points) && ranked).then_some(Format::Finals)
}

/// A platform's table in a workbook.
type Found<'a> = (Format, &'a [RawRow]);

/// The tables of a workbook's sheets: the one of boards, and the final one where there is one.
#[allow(clippy::type_complexity, reason = "two tables, each of which may be missing")]
pub(in crate::domain::results) fn of_sheets(
    sheets: &[Vec<RawRow>],
    part: Part,
) -> Option<(Option<Found<'_>>, Option<&[RawRow]>)> {
    let of = |format| {
        let fits = |rows: &&Vec<RawRow>| rows.first().is_some_and(|head| recognise(&head.cells) == Some(format));
        sheets.iter().find(fits).map(|rows| (format, rows.as_slice()))
    };
    let boards = if part == Part::Players { None } else { of(Format::Boards) };
    let finals = of(Format::Finals).map(|(_, rows)| rows);
    (boards.is_some() || finals.is_some()).then_some((boards, finals))
}

/// Reads the rows of a table.
pub(in crate::domain::results) fn read_rows(format: Format, part: Part, rows: &[RawRow], notes: &mut Notes) -> Foreign {
    let mut foreign = Foreign::new(format, part);
    let Some((head, rows)) = rows.split_first() else { return foreign };
    match format {
        Format::Finals => finals(head, rows, &mut foreign, notes),
        _ => boards(head, rows, &mut foreign, notes),
    }
    foreign
}

struct Cells<'a> {
    columns: &'a [(Column, usize)],
    row: &'a RawRow,
}

impl<'a> Cells<'a> {
    fn get(&self, column: Column) -> &'a str {
        let at = self.columns.iter().find(|(c, _)| *c == column).map(|(_, at)| *at);
        at.and_then(|at| self.row.cells.get(at)).map_or("", |cell| cell.trim_matches(is_space))
    }
}

fn name_columns(head: &RawRow, columns: &[(Column, usize)], fields: &[(Field, Column)], foreign: &mut Foreign) {
    for (field, column) in fields {
        if let Some((_, at)) = columns.iter().find(|(c, _)| c == column) {
            foreign.headers.push((*field, head.cells.get(*at).cloned().unwrap_or_default()));
        }
    }
}

fn boards(head: &RawRow, rows: &[RawRow], foreign: &mut Foreign, notes: &mut Notes) {
    let columns = columns(&head.cells, BOARDS);
    let both = has(&columns, Column::Both);
    let result = if both { Column::Both } else { Column::FirstScore };
    let fields = [
        (Field::Round, Column::Round),
        (Field::Board, Column::Board),
        (Field::Black, Column::First),
        (Field::White, Column::Second),
        (Field::Name, Column::First),
        (Field::Result, result),
    ];
    name_columns(head, &columns, &fields, foreign);
    foreign.graded = false;
    let first = foreign.header(Field::Black).to_owned();
    let coloured = first.contains(['黑', '先']);
    let mut known: HashMap<&str, usize> = HashMap::new();
    for row in rows {
        let cells = Cells { columns: &columns, row };
        let mut side = |column: Column| {
            let key = cells.get(column);
            if is_nobody(key) {
                return Side::Nobody;
            }
            let next = foreign.players.len();
            let index = *known.entry(key).or_insert(next);
            if index == next {
                foreign.player(Player { line: row.line, name: Name::whole(key), ..Player::default() }, notes);
            }
            Side::Player(index)
        };
        let (black, white) = (side(Column::First), side(Column::Second));
        let scores = match both {
            true => of_both(cells.get(Column::Both)),
            false => (cells.get(Column::FirstScore).to_owned(), cells.get(Column::SecondScore).to_owned()),
        };
        let alone = black == Side::Nobody || white == Side::Nobody;
        let result = score(&scores, alone);
        foreign.colourless += usize::from(!coloured && !alone);
        let pairing = Pairing {
            line: row.line,
            round: number_of(cells.get(Column::Round)).to_owned(),
            board: number_of(cells.get(Column::Board)).to_owned(),
            black,
            white,
            result,
            handicap: String::new(),
            komi: String::new(),
        };
        foreign.pairing(pairing, notes);
    }
}

/// Whether a cell says that there is no player.
fn is_nobody(cell: &str) -> bool {
    cell.is_empty() || matches!(fold(cell).as_str(), "轮空" | "bye" | "无" | "-" | "--")
}

/// The number in `第3轮`, `3台`.
fn number_of(cell: &str) -> &str {
    cell.trim_start_matches('第').trim_end_matches(['轮', '台', '桌', '号'])
}

/// `2:0` as two scores.
fn of_both(cell: &str) -> (String, String) {
    match cell.split_once([':', '：', '-', '比']) {
        Some((first, second)) => (first.trim().to_owned(), second.trim().to_owned()),
        None => (cell.to_owned(), "·".to_owned()),
    }
}

/// The result of two scores in our notation; what is none is left as it is written, for the reader to say so.
fn score((first, second): &(String, String), alone: bool) -> String {
    let value = |text: &str| {
        let folded = fold(text);
        match folded.strip_suffix(".0").unwrap_or(&folded) {
            "2" | "胜" => '2',
            "1" | "和" => '1',
            "0" | "负" => '0',
            "" => ' ',
            "弃权" | "弃" | "缺席" | "未到" => 'f',
            _ => '?',
        }
    };
    // A single word in place of two scores: 黑胜, 和, …
    if second == "·" {
        return first.clone();
    }
    let result = match (value(first), value(second), alone) {
        ('2', ' ' | '0' | 'f', true) | (' ' | '0' | 'f', '2', true) => "bye",
        ('f', _, true) | (_, 'f', true) => "弃权",
        ('2', '0', _) => "B",
        ('0', '2', _) => "W",
        ('2', 'f', _) => "B+F",
        ('f', '2', _) => "W+F",
        ('1', '1', _) => "draw",
        ('0' | 'f', '0' | 'f', _) => "both-lose",
        ('2', '2', _) => "both-win",
        (' ', ' ', _) => "",
        _ => return format!("{first}:{second}"),
    };
    result.to_owned()
}

fn finals(head: &RawRow, rows: &[RawRow], foreign: &mut Foreign, notes: &mut Notes) {
    let columns = columns(&head.cells, FINALS);
    let fields = [
        (Field::Id, Column::Number),
        (Field::Name, Column::Name),
        (Field::Grade, Column::Grade),
        (Field::Club, Column::Club),
        (Field::Group, Column::Group),
        (Field::Sex, Column::Sex),
        (Field::Birth, Column::Birth),
        (Field::Place, Column::Place),
        (Field::Award, Column::Award),
    ];
    name_columns(head, &columns, &fields, foreign);
    if let Some((_, at)) = columns.iter().find(|(c, _)| *c == Column::Points) {
        foreign.headers.push((Field::Result, head.cells.get(*at).cloned().unwrap_or_default()));
    }
    foreign.graded = has(&columns, Column::Grade);
    for row in rows {
        let cells = Cells { columns: &columns, row };
        let name = cells.get(Column::Name);
        let player = Player {
            line: row.line,
            number: cells.get(Column::Number).to_owned(),
            name: Name::whole(name),
            sex: match fold(cells.get(Column::Sex)).as_str() {
                "男" | "m" | "male" => "男",
                "女" | "f" | "female" => "女",
                _ => "",
            },
            birth: cells.get(Column::Birth).to_owned(),
            grade: cells.get(Column::Grade).to_owned(),
            club: cells.get(Column::Club).to_owned(),
            group: cells.get(Column::Group).to_owned(),
            place: cells.get(Column::Place).to_owned(),
            award: cells.get(Column::Award).to_owned(),
            points: Some(cells.get(Column::Points).to_owned()).filter(|points| !points.is_empty()),
        };
        foreign.player(player, notes);
    }
}

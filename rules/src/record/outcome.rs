//! The declared result: who won, how, by how much.

use super::finding::{Code, Findings};
use super::number::{Quantity, Unit, first_quantity, front, quantity};
use crate::{Colour, HalfPoints};

/// Who won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Winner {
    /// One side.
    Side(Colour),
    /// Nobody: 和棋, jigo.
    Draw,
    /// The game does not count: 无胜负.
    Void,
    /// The record does not say.
    #[default]
    Unknown,
}

/// How it was decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum By {
    /// By counting.
    Count,
    /// By resignation: 中盘.
    Resignation,
    /// By time.
    Time,
    /// By absence, withdrawal or a referee's decision: 弃权, 判负.
    Forfeit,
    /// By an illegal move: 反则.
    Illegal,
    /// The record does not say.
    #[default]
    Unknown,
}

/// A margin as the record has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Margin {
    /// In quarters of the unit: 3¾ 子 are 15, 6.5 points are 26.
    pub quarters: u32,
    /// The unit; none where the record does not say and both are possible.
    pub unit: Option<Unit>,
}

impl Margin {
    /// In half points, if the unit is this one; none where that is no whole number of them.
    pub fn half_points_in(self, unit: Unit) -> Option<HalfPoints> {
        let quarters = i32::try_from(self.quarters).ok()?;
        match unit {
            Unit::Zi => Some(HalfPoints(quarters)),
            Unit::Points if quarters % 2 == 0 => Some(HalfPoints(quarters / 2)),
            Unit::Points => None,
        }
    }

    /// In half points, with points where no unit is said.
    pub fn half_points(self) -> Option<HalfPoints> {
        self.half_points_in(self.unit.unwrap_or(Unit::Points))
    }

    /// Every reading: the unit and the half points, the likelier first.
    pub fn readings(self) -> impl Iterator<Item = (Unit, HalfPoints)> {
        [Unit::Points, Unit::Zi]
            .into_iter()
            .filter(move |unit| self.unit.is_none_or(|said| said == *unit))
            .filter_map(move |unit| Some((unit, self.half_points_in(unit)?)))
    }
}

/// The result of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Who won.
    pub winner: Winner,
    /// How.
    pub by: By,
    /// By how much; none where it was not counted or is not said.
    pub margin: Option<Margin>,
    /// What stands after the result.
    pub remark: String,
}

/// Reads the value of `RE`.
pub(super) fn read(raw: &str, offset: usize, findings: &mut Findings) -> Outcome {
    let wide = narrow(front(raw.trim()));
    let text = wide.trim();
    if text.is_empty() {
        findings.add(Code::ResultMissing, offset, raw);
        return Outcome::default();
    }
    let mut notes = Vec::new();
    let outcome = standard(text, &mut notes).or_else(|| words(text, &mut notes));
    let Some(outcome) = outcome else {
        if text != "?" {
            findings.add(Code::ResultUnclear, offset, raw);
        }
        return Outcome::default();
    };
    if !outcome.remark.is_empty() {
        notes.push(Code::ResultRemark);
    }
    for code in notes {
        findings.add_once(code, offset, raw);
    }
    outcome
}

/// Wide signs and digits as narrow ones.
fn narrow(text: &str) -> String {
    let narrow = |letter: char| match letter {
        '！'..='～' => char::from_u32(u32::from(letter) - 0xFEE0).unwrap_or(letter),
        '\u{3000}' => ' ',
        other => other,
    };
    text.chars().map(narrow).collect()
}

/// Results as the format has them: `B+3.5`, `W+R`, `0`, `Void`, and the same with remarks.
fn standard(text: &str, notes: &mut Vec<Code>) -> Option<Outcome> {
    let lower = text.to_ascii_lowercase();
    let ended = |winner| Outcome { winner, by: By::Unknown, margin: None, remark: String::new() };
    match lower.trim_end_matches('.') {
        "0" | "draw" | "jigo" | "tie" => return Some(Outcome { by: By::Count, ..ended(Winner::Draw) }),
        "void" => return Some(ended(Winner::Void)),
        _ => {}
    }
    let mut letters = lower.char_indices();
    let colour = match letters.next() {
        Some((_, 'b' | '黑' | '黒')) => Colour::Black,
        Some((_, 'w' | '白')) => Colour::White,
        _ => return None,
    };
    // `Black+3.5` is `B+3.5`.
    let rest = letters.as_str();
    let word = ["lack", "hite"].iter().find(|word| rest.starts_with(**word)).map_or(0, |word| word.len());
    let mut letters = lower.char_indices().skip(1 + word);
    let (plus, _) = letters.find(|(_, letter)| !letter.is_whitespace()).filter(|(_, letter)| *letter == '+')?;
    if !lower.starts_with(['b', 'w']) || word > 0 {
        notes.push(Code::ResultForm);
    }
    let rest = text[plus + 1..].trim_start();
    let outcome = ended(Winner::Side(colour));
    if let Some(found) = quantity(rest).filter(|found| found.hundredths >= 0) {
        let remark = tidy(&rest[found.end..]);
        if !found.plain {
            notes.push(Code::ResultForm);
        }
        let margin = margin(found, notes);
        return Some(Outcome { by: By::Count, margin, remark, ..outcome });
    }
    let end = rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(rest.len());
    let word = rest[..end].to_ascii_lowercase();
    let by = match word.as_str() {
        "r" | "res" | "resign" | "resigned" | "resigns" | "resignation" => By::Resignation,
        "t" | "time" | "timeout" => By::Time,
        "f" | "forfeit" | "forf" | "default" => By::Forfeit,
        "i" | "illegal" | "repetition" | "superko" => By::Illegal,
        "j" | "jigo" | "draw" => {
            notes.push(Code::ResultForm);
            return Some(Outcome { winner: Winner::Draw, by: By::Count, remark: tidy(&rest[end..]), ..outcome });
        }
        "" if !rest.is_empty() => match reason(rest) {
            By::Unknown => return Some(Outcome { remark: tidy(rest), ..outcome }),
            by => {
                notes.push(Code::ResultForm);
                return Some(Outcome { by, ..outcome });
            }
        },
        "" => By::Unknown,
        _ => return Some(Outcome { by: reason(rest), remark: tidy(rest), ..outcome }),
    };
    let over = if by == By::Time { rest[end..].trim_start().strip_prefix("Over") } else { None };
    Some(Outcome { by, remark: tidy(over.unwrap_or(&rest[end..])), ..outcome })
}

/// The margin of a number: quarters can only be 子; a number that lost its last digit is put right.
fn margin(found: Quantity, notes: &mut Vec<Code>) -> Option<Margin> {
    let mut hundredths = found.hundredths;
    if found.unit != Some(Unit::Points) && matches!(hundredths % 100, 20 | 70) {
        notes.push(Code::ResultCut);
        hundredths += 5;
    }
    if !found.exact || hundredths % 25 != 0 {
        notes.push(Code::ResultUnclear);
        return None;
    }
    let quarters = u32::try_from(hundredths / 25).ok()?;
    let unit = if quarters % 2 == 1 { Some(Unit::Zi) } else { found.unit };
    if quarters % 2 == 1 && found.unit == Some(Unit::Points) {
        notes.push(Code::ResultUnclear);
        return None;
    }
    Some(Margin { quarters, unit })
}

fn tidy(remark: &str) -> String {
    remark.trim_matches(|letter: char| letter.is_whitespace() || matches!(letter, '.' | ',' | '!' | ';')).to_owned()
}

/// Whether a text has one of the words.
fn has(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

const DRAWN: &[&str] = &["和棋", "和局", "平局", "平棋", "持碁", "持棋", "ジゴ", "무승부", "draw", "jigo", "双方和"];
const VOIDED: &[&str] =
    &["无胜负", "無勝負", "无效", "無効", "無效", "重赛", "重賽", "加赛", "무효", "no result", "void"];
const RESIGNED: &[&str] = &["中盘", "中盤", "中押", "不計", "不计", "불계", "投了", "投子", "认输", "認輸", "resign"];
const TIMED: &[&str] = &["超时", "超時", "时间", "時間", "逾时", "逾時", "시간", "time"];
const FORFEITED: &[&str] =
    &["弃权", "棄權", "棄権", "不战", "不戰", "不戦", "缺席", "기권", "判", "forfeit", "default"];
const BROKEN: &[&str] = &["反则", "反則", "违规", "違規", "犯规", "犯規", "违例", "반칙", "illegal", "repetition"];
const WON: &[&str] = &["胜", "勝", "赢", "贏", "승", "win", "won", "かち"];
const LOST: &[&str] =
    &["负", "負", "败", "敗", "输", "輸", "패", "投了", "投子", "resigns", "resigned", "loses", "lost", "forfeits"];

/// How it was decided, by its words.
fn reason(text: &str) -> By {
    let lower = text.to_lowercase();
    match () {
        () if has(&lower, BROKEN) => By::Illegal,
        () if has(&lower, TIMED) => By::Time,
        () if has(&lower, FORFEITED) => By::Forfeit,
        () if has(&lower, RESIGNED) => By::Resignation,
        () => By::Unknown,
    }
}

/// Results in words: `黑胜1又1/4子`, `白超时胜`, `흑 불계승`, `White wins by resignation`, `黑方认输`.
fn words(text: &str, notes: &mut Vec<Code>) -> Option<Outcome> {
    let lower = text.to_lowercase();
    let ended = |winner, by| Outcome { winner, by, margin: None, remark: String::new() };
    if has(&lower, VOIDED) {
        notes.push(Code::ResultForm);
        return Some(ended(Winner::Void, By::Unknown));
    }
    if has(&lower, DRAWN) {
        notes.push(Code::ResultForm);
        return Some(ended(Winner::Draw, By::Count));
    }
    let place = |words: &[&str]| words.iter().filter_map(|word| lower.find(word)).min();
    let (won, lost) = (place(WON), place(LOST));
    let by = reason(&lower);
    let found = if by == By::Unknown { counted(&lower) } else { None };
    let winner = match (won, lost) {
        (Some(won), Some(lost)) if lost < won => named_side(&lower, lost)?.other(),
        (Some(won), _) => named_side(&lower, won)?,
        (None, Some(lost)) => named_side(&lower, lost)?.other(),
        (None, None) if found.is_some() || by != By::Unknown => named_side(&lower, 0)?,
        (None, None) => return None,
    };
    notes.push(Code::ResultForm);
    let outcome = ended(Winner::Side(winner), by);
    Some(match found {
        Some(found) if found.hundredths >= 0 => Outcome { by: By::Count, margin: margin(found, notes), ..outcome },
        _ => outcome,
    })
}

/// The number that is the margin: not komi, not a number of moves; one with a unit before one without.
fn counted(text: &str) -> Option<Quantity> {
    let (mut at, mut likely) = (0, None);
    while let Some((before, found)) = first_quantity(&text[at..]) {
        let after = text[at + found.end..].trim_start();
        let komi = ["贴", "貼", "komi", "コミ", "덤"].iter().any(|word| before.trim_end().ends_with(word));
        let moves = ["手", "着", "move"].iter().any(|word| after.starts_with(word));
        if !komi && !moves {
            if found.unit.is_some() {
                return Some(found);
            }
            likely = likely.or(Some(found));
        }
        at += found.end.max(1);
    }
    likely
}

/// The side that is named last before a place, else the one that is named first.
fn named_side(lower: &str, before: usize) -> Option<Colour> {
    const BLACK: [&str; 4] = ["黑", "黒", "흑", "black"];
    const WHITE: [&str; 3] = ["白", "백", "white"];
    let last = |words: &[&str]| words.iter().filter_map(|word| lower[..before].rfind(word)).max();
    let first = |words: &[&str]| words.iter().filter_map(|word| lower.find(word)).min();
    match (last(&BLACK), last(&WHITE)) {
        (None, None) => {}
        (black, white) if white > black => return Some(Colour::White),
        _ => return Some(Colour::Black),
    }
    match (first(&BLACK), first(&WHITE)) {
        (Some(black), Some(white)) if white < black => Some(Colour::White),
        (Some(_), _) => Some(Colour::Black),
        (None, Some(_)) => Some(Colour::White),
        (None, None) => {
            let mut letters = lower.chars();
            let colour = match letters.next() {
                Some('b') => Colour::Black,
                Some('w') => Colour::White,
                _ => return None,
            };
            letters.next().is_some_and(|next| !next.is_alphabetic()).then_some(colour)
        }
    }
}

#[cfg(test)]
#[path = "outcome_tests.rs"]
mod tests;

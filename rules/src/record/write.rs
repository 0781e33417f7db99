//! SGF FF\[4\] in UTF-8.

use super::outcome::{By, Winner};
use super::texts::{Property, keys};
use super::{Clock, Record, Setup, Sign};
use crate::{Colour, Coord, HalfPoints, Play};

/// The game as SGF.
pub(super) fn sgf(record: &Record) -> String {
    let mut out = String::with_capacity(256 + record.moves.len() * 8);
    out.push_str("(;FF[4]GM[1]CA[UTF-8]SZ[");
    out.push_str(&record.size.to_string());
    out.push(']');
    let mut writer =
        Writer { record, out, setups: record.setups.iter().peekable(), next_text: 0, order: order(record) };
    writer.heading();
    writer.after(0, true);
    for (index, played) in record.moves.iter().enumerate() {
        writer.out.push_str(if index % 10 == 0 { "\n;" } else { ";" });
        writer.out.push(played.colour.letter());
        writer.out.push('[');
        writer.play(played.play);
        writer.out.push(']');
        writer.after(index + 1, false);
    }
    writer.out.push_str(")\n");
    writer.out
}

/// Properties in the order of the moves, those of one move as they stand in the record.
fn order(record: &Record) -> Vec<&Property> {
    let mut order: Vec<&Property> =
        record.texts.properties.iter().filter(|property| !is_own(record, property)).collect();
    order.sort_by_key(|property| property.after);
    order
}

/// Whether the writer has its own words for a property.
fn is_own(record: &Record, property: &Property) -> bool {
    let known = matches!(property.name.letters(), b"FF" | b"GM" | b"CA" | b"SZ");
    let stated = match property.name.letters() {
        b"KM" => record.komi.half_points.is_some(),
        b"RE" => result(record).is_some(),
        b"HA" => record.handicap.declared.is_some(),
        _ => false,
    };
    let marked = property.after as usize == record.moves.len()
        && matches!(property.name.key(), keys::TB | keys::TW | keys::MA | keys::CR | keys::TR | keys::SQ | keys::SL);
    property.after == 0 && (known || stated) || marked
}

/// The result as the format has it; none where it is not certain.
fn result(record: &Record) -> Option<String> {
    let outcome = &record.outcome;
    let side = match outcome.winner {
        Winner::Side(side) => side.letter(),
        Winner::Draw => return Some("0".to_owned()),
        Winner::Void => return Some("Void".to_owned()),
        Winner::Unknown => return None,
    };
    let how = match (outcome.by, outcome.margin) {
        (By::Count, Some(margin)) => margin.half_points()?.to_string(),
        (By::Count, None) => return None,
        (By::Resignation, _) => "R".to_owned(),
        (By::Time, _) => "T".to_owned(),
        (By::Forfeit, _) => "F".to_owned(),
        // The format has no word for it; its readers know this one.
        (By::Illegal, _) => "Illegal".to_owned(),
        (By::Unknown, _) => String::new(),
    };
    Some(format!("{side}+{how}"))
}

struct Writer<'r> {
    record: &'r Record,
    out: String,
    setups: std::iter::Peekable<std::slice::Iter<'r, Setup>>,
    next_text: usize,
    order: Vec<&'r Property>,
}

impl Writer<'_> {
    /// Komi, handicap and result.
    fn heading(&mut self) {
        if let Some(komi) = self.record.komi.half_points {
            // A large whole number would read as hundredths.
            let whole = komi.0 % 2 == 0 && komi.abs() >= HalfPoints::points(50);
            self.property("KM", &format!("{komi}{}", if whole { ".0" } else { "" }));
        }
        if let Some(stones) = self.record.handicap.declared {
            self.property("HA", &stones.to_string());
        }
        if let Some(result) = result(self.record) {
            self.property("RE", &result);
        }
    }

    /// What stands with a move, or before the first: texts, clocks, and stones set up in nodes of their own.
    fn after(&mut self, moves: usize, root: bool) {
        if root && let Some(setup) = self.setups.next_if(|setup| setup.after == 0) {
            self.setup(setup);
        }
        self.clocks(moves);
        self.texts(moves);
        if moves == self.record.moves.len() {
            self.marks();
        }
        while let Some(setup) = self.setups.next_if(|setup| setup.after as usize <= moves) {
            self.out.push_str("\n;");
            self.setup(setup);
        }
    }

    fn play(&mut self, play: Play) {
        match play {
            Play::Pass => {}
            Play::At(at) if at.x < 52 && at.y < 52 => self.point(at),
            // No point: a sign that no reader takes for one.
            Play::At(_) => self.out.push('?'),
        }
    }

    fn point(&mut self, at: Coord) {
        self.out.extend(at.letters());
    }

    fn setup(&mut self, setup: &Setup) {
        for (name, points) in [("AB", &setup.black), ("AW", &setup.white), ("AE", &setup.empty)] {
            self.points(name, points.iter());
        }
        if let Some(colour) = setup.to_move {
            self.property("PL", &colour.letter().to_string());
        }
    }

    /// The marks after the last move.
    fn marks(&mut self) {
        let marks = &self.record.marks;
        self.points("TB", marks.black.iter());
        self.points("TW", marks.white.iter());
        for sign in [Sign::Cross, Sign::Circle, Sign::Triangle, Sign::Square, Sign::Selected] {
            let points = marks.signs.iter().filter(|(found, _)| *found == sign).map(|(_, at)| at);
            self.points(sign.name(), points);
        }
    }

    fn points<'a>(&mut self, name: &str, points: impl Iterator<Item = &'a Coord>) {
        for (number, at) in points.enumerate() {
            if number == 0 {
                self.out.push_str(name);
            }
            self.out.push('[');
            self.point(*at);
            self.out.push(']');
        }
    }

    fn clocks(&mut self, moves: usize) {
        let record = self.record;
        let start = record.clocks.partition_point(|clock| (clock.after as usize) < moves);
        let here = &record.clocks[start..];
        for (nth, clock) in here.iter().take_while(|clock| clock.after as usize == moves).enumerate() {
            // A reader puts a time to the last reading of the side that has none: then the periods go first.
            let before = here[nth.saturating_sub(2)..nth].iter().rev().find(|other| other.colour == clock.colour);
            self.clock(clock, before.is_some_and(|other| other.left.is_none()));
        }
    }

    fn clock(&mut self, clock: &Clock, periods_first: bool) {
        let (time, periods) = if clock.colour == Colour::Black { ("BL", "OB") } else { ("WL", "OW") };
        let left = clock.left.map(|left| {
            let sign = if left < 0 { "-" } else { "" };
            let (seconds, rest) = (left.unsigned_abs() / 1000, left.unsigned_abs() % 1000);
            (time, if rest == 0 { format!("{sign}{seconds}") } else { format!("{sign}{seconds}.{rest:03}") })
        });
        let overtime = clock.overtime.map(|overtime| (periods, overtime.to_string()));
        let order = if periods_first { [overtime, left] } else { [left, overtime] };
        for (name, text) in order.into_iter().flatten() {
            self.property(name, &text);
        }
    }

    /// The texts of a move; those of one name in one property, as the format wants it.
    fn texts(&mut self, moves: usize) {
        let from = self.next_text;
        while self.order.get(self.next_text).is_some_and(|property| property.after as usize <= moves) {
            self.next_text += 1;
        }
        let mut here: Vec<(usize, &Property)> = self.order[from..self.next_text].iter().copied().enumerate().collect();
        here.sort_by_key(|(number, property)| (property.name.key(), *number));
        let mut names: Vec<&[(usize, &Property)]> =
            here.chunk_by(|(_, one), (_, two)| one.name.key() == two.name.key()).collect();
        names.sort_by_key(|properties| properties[0].0);
        let record = self.record;
        for properties in names {
            let mut values = properties.iter().flat_map(|(_, property)| record.texts.values(property)).peekable();
            if values.peek().is_none() {
                continue;
            }
            self.out.push_str(properties[0].1.name.as_str());
            for value in values {
                self.out.push('[');
                escape(value, &mut self.out);
                self.out.push(']');
            }
        }
    }

    fn property(&mut self, name: &str, value: &str) {
        self.out.push_str(name);
        self.out.push('[');
        escape(value, &mut self.out);
        self.out.push(']');
    }
}

/// Appends a value with its escapes.
fn escape(value: &str, out: &mut String) {
    for letter in value.chars() {
        if matches!(letter, '\\' | ']' | '[') {
            out.push('\\');
        }
        out.push(letter);
    }
}

//! A record while it is read, whatever its format.

use super::decode::{Encoding, Offsets};
use super::finding::{Code, Findings};
use super::handicap::{Handicap, usual_points};
use super::komi::{self, Around};
use super::number::{first_quantity, front, quantity};
use super::outcome::{self, Outcome};
use super::texts::{Texts, small};
use super::time;
use super::{Clock, Format, Komi, Marks, Move, Record, Setup, UNCLEAR, standing};
use crate::{Colour, Coord, Counting, Play, RuleSet, Size};

/// Moves of a long game.
pub(super) const MOVES: usize = 320;

/// The facts as they come in; places are those of the text until [`Draft::finish`].
pub(super) struct Draft {
    pub(super) format: Format,
    pub(super) start: usize,
    /// None until the record says or needs it.
    pub(super) size: Option<Size>,
    pub(super) moves: Vec<Move>,
    pub(super) setups: Vec<Setup>,
    pub(super) clocks: Vec<Clock>,
    pub(super) marks: Marks,
    /// The number of moves before the marks.
    pub(super) marks_after: usize,
    pub(super) texts: Texts,
    pub(super) findings: Findings,
    /// How many points setups and marks have named.
    pub(super) points: usize,
    /// Whether handicap stones stand after the first node.
    pub(super) late_stones: Option<usize>,
}

impl Draft {
    /// Room for so many moves is made at once.
    pub(super) fn new(format: Format, start: usize, room: usize) -> Draft {
        Draft {
            format,
            start,
            size: None,
            moves: Vec::with_capacity(room),
            setups: Vec::new(),
            clocks: Vec::new(),
            marks: Marks::default(),
            marks_after: 0,
            texts: Texts::new(),
            findings: Findings::default(),
            points: 0,
            late_stones: None,
        }
    }

    /// The board; 19 where nothing was said until now.
    pub(super) fn size(&mut self) -> Size {
        if self.size.is_none() {
            self.findings.add(Code::SizeMissing, self.start, "");
        }
        *self.size.get_or_insert(Size::NINETEEN)
    }

    pub(super) fn play(&mut self, colour: Colour, play: Play, offset: usize) {
        self.moves.push(Move { colour, play, offset: small(offset) });
    }

    /// Handicap stones on the usual points.
    pub(super) fn usual_stones(&mut self, stones: u16, upper_left: bool, offset: usize) -> bool {
        let size = self.size();
        let Some(points) = usual_points(size, stones, upper_left) else { return false };
        self.setups.insert(0, Setup { black: points, offset: small(offset), ..Setup::default() });
        true
    }

    /// Reads what hangs together, and turns places into bytes of the file.
    pub(super) fn finish(mut self, index: usize, encoding: Encoding, offsets: &Offsets) -> Record {
        let size = self.size();
        self.tidy(size);
        let handicap = self.handicap();
        let komi = self.komi(handicap);
        let outcome = match self.texts.first("RE") {
            Some((raw, at)) => outcome::read(raw, at, &mut self.findings),
            None => {
                let at = self.texts.place("RE").unwrap_or(self.start);
                self.findings.add(Code::ResultMissing, at, "");
                Outcome::default()
            }
        };
        self.turns(handicap);
        if let Some(at) = self.texts.place("TM").filter(|_| time::in_minutes(&self.texts)) {
            self.findings.add(Code::TimeInMinutes, at, "");
        }
        if self.marks_after < self.moves.len() {
            self.marks = Marks::default();
        }
        self.marks.signs.sort_by_key(|(sign, _)| *sign);
        if *offsets != Offsets::From(0) {
            self.places(offsets);
        }
        Record {
            format: self.format,
            encoding,
            index,
            offset: offsets.original(self.start),
            size,
            komi,
            handicap,
            outcome,
            moves: self.moves,
            setups: self.setups,
            clocks: self.clocks,
            marks: self.marks,
            findings: self.findings.list,
            findings_left_out: self.findings.left_out,
            texts: self.texts,
        }
    }

    /// Takes out setups that set nothing up. Points that mean a pass in SGF, where other formats have no such habit, name
    /// no point, so that the record reads the same when it is written.
    fn tidy(&mut self, size: Size) {
        let nothing = |setup: &Setup| setup.black.is_empty() && setup.white.is_empty() && setup.empty.is_empty();
        self.setups.retain(|setup| !nothing(setup) || setup.to_move.is_some());
        if self.format == Format::Sgf {
            return;
        }
        let corner = |at: Coord| (at.x, at.y) == (size.width(), size.height()) || (at.x, at.y) == (19, 19);
        for played in &mut self.moves {
            if let Play::At(at) = played.play
                && !size.has(at)
                && corner(at)
            {
                played.play = Play::At(UNCLEAR);
            }
        }
    }

    /// Turns places in the text into bytes of the file.
    fn places(&mut self, offsets: &Offsets) {
        let place = |at: &mut u32| *at = small(offsets.original(*at as usize));
        self.moves.iter_mut().for_each(|played| place(&mut played.offset));
        self.setups.iter_mut().for_each(|setup| place(&mut setup.offset));
        self.clocks.iter_mut().for_each(|clock| place(&mut clock.offset));
        self.texts.properties.iter_mut().for_each(|property| place(&mut property.offset));
        for finding in &mut self.findings.list {
            finding.offset = offsets.original(finding.offset);
        }
    }

    /// Compares what `HA` says with the stones, and moves handicap stones that were written as moves.
    fn handicap(&mut self) -> Handicap {
        let mut declared = None;
        let mut said_at = self.start;
        if let Some((raw, at)) = self.texts.first("HA") {
            said_at = at;
            let raw = front(raw);
            declared = quantity(raw)
                .or_else(|| first_quantity(raw).map(|(_, found)| found))
                .filter(|found| found.hundredths >= 0 && found.hundredths % 100 == 0)
                .and_then(|found| u16::try_from(found.hundredths / 100).ok())
                .filter(|stones| *stones <= 361);
            if declared.is_none() {
                self.findings.add(Code::HandicapUnclear, at, raw);
            }
        }
        let before = |setup: &&Setup| setup.after == 0;
        let has_white = self.setups.iter().filter(before).any(|setup| !setup.white.is_empty());
        let mut stones = self.black_stones();
        if let Some(said) = declared.filter(|said| *said >= 2 && stones == 0 && !has_white) {
            if self.stones_from_moves(said) {
                self.findings.add(Code::HandicapAsMoves, said_at, "");
            } else if self.white_starts(said) {
                self.findings.add(Code::HandicapPlaced, said_at, "");
            }
            stones = self.black_stones();
        }
        if let Some(at) = self.late_stones.filter(|_| stones >= 2) {
            self.findings.add(Code::HandicapLate, at, "");
        }
        if let Some(said) = declared
            && (said >= 2 || (stones > 0 && !has_white))
            && said != stones
        {
            self.findings.add(Code::HandicapDiffers, said_at, &format!("{said} said, {stones} set up"));
        }
        Handicap { declared, stones: if has_white { 0 } else { stones } }
    }

    /// Black stones before the first move.
    fn black_stones(&self) -> u16 {
        u16::try_from(standing(&self.setups).0.len()).unwrap_or(u16::MAX)
    }

    /// Takes the first moves as stones where they are as many of Black's in a row, passes of White between them.
    fn stones_from_moves(&mut self, stones: u16) -> bool {
        let size = self.size();
        let mut points = Vec::new();
        let mut end = 0;
        for played in &self.moves {
            match (played.colour, played.play) {
                (Colour::Black, Play::At(at))
                    if size.has(at) && points.len() < usize::from(stones) && !points.contains(&at) =>
                {
                    points.push(at);
                }
                (Colour::White, Play::Pass) if points.len() < usize::from(stones) => {}
                _ => break,
            }
            end += 1;
        }
        let white_follows = self.moves.get(end).is_none_or(|next| next.colour == Colour::White);
        let untouched = self.setups.iter().all(|setup| setup.after == 0 || setup.after as usize >= end);
        if points.len() != usize::from(stones) || !white_follows || !untouched {
            return false;
        }
        let offset = self.moves[0].offset;
        self.moves.drain(..end);
        let earlier = |after: &mut u32| *after = after.saturating_sub(small(end));
        self.setups.iter_mut().for_each(|setup| earlier(&mut setup.after));
        self.clocks.iter_mut().for_each(|clock| earlier(&mut clock.after));
        self.texts.properties.iter_mut().for_each(|property| earlier(&mut property.after));
        self.marks_after = self.marks_after.saturating_sub(end);
        self.setups.insert(0, Setup { black: points, offset, ..Setup::default() });
        true
    }

    /// Sets up stones on the usual points where White starts and the record leaves them out.
    fn white_starts(&mut self, stones: u16) -> bool {
        let size = self.size();
        let white = self.moves.first().is_some_and(|first| first.colour == Colour::White);
        let Some(points) = usual_points(size, stones, false).filter(|_| white) else { return false };
        let taken =
            self.moves.iter().take(60).any(|played| matches!(played.play, Play::At(at) if points.contains(&at)));
        if !taken {
            self.setups.insert(0, Setup { black: points, offset: self.moves[0].offset, ..Setup::default() });
        }
        !taken
    }

    fn komi(&mut self, handicap: Handicap) -> Komi {
        let fox = self.texts.of_game("AP").any(|property| self.texts.values(property).any(|by| by.contains("foxwq")));
        let area = self
            .texts
            .first("RU")
            .and_then(|(rules, _)| RuleSet::named(rules))
            .is_some_and(|rules| rules.counting == Counting::Area);
        let around = Around { fox, handicap: handicap.number() > 0, area };
        // One Chinese site has KO for KM; in the format KO is a flag of a move and has no value.
        let said = self.texts.first("KM").or_else(|| self.texts.first("KO").filter(|(raw, _)| quantity(raw).is_some()));
        let komi = match (said, self.texts.place("KM")) {
            (Some((raw, at)), _) => komi::read(raw, &around, at, &mut self.findings),
            (None, Some(at)) => komi::read("", &around, at, &mut self.findings),
            (None, None) => Komi::default(),
        };
        if komi != Komi::default() {
            return komi;
        }
        for name in ["EV", "TE", "GN", "RO", "RU", "GC", "C"] {
            let Some((text, at)) = self.texts.first(name) else { continue };
            if let Some(komi) = komi::in_text(text) {
                self.findings.add(Code::KomiFromText, at, text);
                return komi;
            }
        }
        if self.texts.place("KM").is_none() {
            self.findings.add(Code::KomiMissing, self.start, "");
        }
        Komi::default()
    }

    /// Whose turn it should have been.
    fn turns(&mut self, handicap: Handicap) {
        let said = self.setups.iter().filter(|setup| setup.after == 0).filter_map(|setup| setup.to_move).next_back();
        let white_stones = self.setups.iter().any(|setup| setup.after == 0 && !setup.white.is_empty());
        if let Some(first) = self.moves.first()
            && first.colour == Colour::White
            && handicap.number() == 0
            && said.is_none()
            && !white_stones
        {
            self.findings.add(Code::WhiteFirst, first.offset as usize, "");
        }
        let pairs = self.moves.iter().zip(self.moves.iter().skip(1));
        for (index, (before, played)) in (1..).zip(pairs) {
            if before.colour != played.colour {
                continue;
            }
            let set_up = |setups: &[Setup]| setups.binary_search_by_key(&small(index), |setup| setup.after).is_ok();
            if !set_up(&self.setups) {
                self.findings.add(Code::SameSideTwice, played.offset as usize, &format!("move {}", index + 1));
            }
        }
    }
}

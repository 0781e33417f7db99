//! What is odd about a record, and where.

use std::fmt;

/// How much an oddity may change the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Worth knowing; the reading is certain.
    Information,
    /// The reading is the likely one.
    Warning,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident $key:literal $level:ident $text:literal,)+) => {
        /// The kinds of oddity. A closed list: a new one is a new variant with its key and text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Code {
            /// Every code.
            pub const ALL: &[Code] = &[$(Code::$name,)+];

            /// The stable name, for messages and for machines.
            pub const fn key(self) -> &'static str {
                match self { $(Code::$name => $key,)+ }
            }

            /// What it says, in English.
            pub const fn text(self) -> &'static str {
                match self { $(Code::$name => $text,)+ }
            }

            /// How much it may change the reading.
            pub const fn level(self) -> Level {
                match self { $(Code::$name => Level::$level,)+ }
            }
        }
    };
}

codes! {
    /// The record names one encoding and is written in another.
    EncodingMisnamed "encoding-misnamed" Warning "the text is not in the encoding that the record names",
    /// The record names an encoding that nobody knows.
    EncodingUnknown "encoding-unknown" Warning "the record names an unknown encoding",
    /// No encoding is named and the text is not UTF-8.
    EncodingGuessed "encoding-guessed" Information "the encoding was found by its characters",
    /// Some bytes are no text in the encoding.
    EncodingBroken "encoding-broken" Warning "some bytes are no text in this encoding",
    /// Text before the game.
    TextBefore "text-before" Information "text before the game was left out",
    /// Text after the game.
    TextAfter "text-after" Warning "text after the game was left out",
    /// Text between properties.
    TextBetween "text-between" Warning "text between properties was left out",
    /// The opening parenthesis is missing.
    OpeningMissing "opening-missing" Warning "the opening parenthesis is missing",
    /// The closing parenthesis is missing: the file may have been cut.
    ClosingMissing "closing-missing" Warning "the closing parenthesis is missing; the file may be cut",
    /// Properties of the root stand before the first semicolon.
    SemicolonMissing "semicolon-missing" Warning "properties stand before the first semicolon",
    /// A value has no closing bracket.
    BracketMissing "bracket-missing" Warning "a value has no closing bracket",
    /// A value contains a bracket that is not escaped.
    BracketUnescaped "bracket-unescaped" Warning "a value contains a bracket that is not escaped",
    /// A closing bracket that closes nothing.
    BracketStray "bracket-stray" Warning "a closing bracket closes nothing",
    /// Variations, which are not judged.
    VariationsLeftOut "variations-left-out" Information "variations were left out; the main line is read",
    /// A node after a variation, where none can stand.
    NodeMisplaced "node-misplaced" Warning "a node after a variation was left out",
    /// A node without properties.
    NodeEmpty "node-empty" Information "an empty node is no pass",
    /// A property name in lower case.
    NameLowerCase "name-lower-case" Information "a property is named in lower case",
    /// A property name that is longer than any in use.
    NameCut "name-cut" Warning "a property's name is too long and was cut",
    /// A property without a value.
    ValueMissing "value-missing" Warning "a property has no value",
    /// A property that stands several times; the values are joined.
    PropertyRepeated "property-repeated" Warning "a property stands several times in one node",
    /// A property of the whole game outside the first node.
    PropertyLate "property-late" Warning "a property of the game stands after the first node",
    /// Not said that the game is Go.
    GameNotNamed "game-not-named" Information "the record does not say that the game is Go",
    /// No size: 19 is assumed.
    SizeMissing "size-missing" Information "the size is missing; 19 is the format's default",
    /// The size is not written as a number; 19 is assumed.
    SizeUnclear "size-unclear" Warning "the size is not a number; 19 is assumed",
    /// A square board written with two sides, or the like.
    SizeForm "size-form" Information "the size of a square board is written with two sides",
    /// A move or stone whose point lies outside the board.
    PointOffBoard "point-off-board" Warning "a point lies outside the board",
    /// A value that names no point.
    PointUnclear "point-unclear" Warning "a value names no point",
    /// Points written without separate brackets.
    PointsGlued "points-glued" Warning "several points stand in one value",
    /// A point in capital letters on a board of 26 lines or fewer.
    PointUpperCase "point-upper-case" Warning "a point is written in capital letters",
    /// A point as people name it, such as Q16.
    PointHuman "point-human" Warning "a point is written with a number",
    /// A pass written as spaces.
    PassSpaces "pass-spaces" Warning "a pass is written as spaces",
    /// A pass written as the point just outside the board.
    PassOutside "pass-outside" Warning "a pass is written as a point outside the board",
    /// Several moves in one node.
    MovesInOneNode "moves-in-one-node" Warning "several moves stand in one node",
    /// One side moved twice in a row; a pass between is left out of the record.
    SameSideTwice "same-side-twice" Warning "one side moves twice in a row; a pass may be left out",
    /// White moves first in an even game.
    WhiteFirst "white-first" Information "White moves first",
    /// The handicap stones are written as moves.
    HandicapAsMoves "handicap-as-moves" Information "the handicap stones are written as moves",
    /// The handicap stones stand after the first node.
    HandicapLate "handicap-late" Information "the handicap stones stand after the first node",
    /// As many stones as the handicap says are missing or too many.
    HandicapDiffers "handicap-differs" Warning "the handicap and the stones set up differ",
    /// The handicap says nothing about where the stones are; the usual points are assumed.
    HandicapPlaced "handicap-placed" Information "the handicap stones stand on the usual points",
    /// The handicap is no number.
    HandicapUnclear "handicap-unclear" Warning "the handicap is not a number",
    /// A point is set up in two ways at once.
    SetupContradicts "setup-contradicts" Warning "one point is set up in two ways",
    /// Stones are set up after the first move.
    SetupLate "setup-late" Warning "stones are set up after the first move",
    /// Komi is not stated.
    KomiMissing "komi-missing" Information "komi is not stated",
    /// Komi is empty.
    KomiEmpty "komi-empty" Warning "komi is empty: it is not known",
    /// Komi is no number.
    KomiUnclear "komi-unclear" Warning "komi is not a number",
    /// Komi is given in hundredths.
    KomiHundredths "komi-hundredths" Information "komi is written in hundredths",
    /// Komi is given in 子.
    KomiZi "komi-zi" Information "komi is written in zi; it is doubled",
    /// A server wrote 0 for an even game.
    KomiDropped "komi-dropped" Warning "the server writes 0 for komi in even games: it is not known",
    /// Komi has a decimal comma, a unit or words.
    KomiForm "komi-form" Information "komi is written with a comma, a unit or words",
    /// Komi is stated in a text only.
    KomiFromText "komi-from-text" Warning "komi stands in a text, not in its own property",
    /// Komi is larger than any in use.
    KomiLarge "komi-large" Warning "komi is unusually large",
    /// The result is not stated.
    ResultMissing "result-missing" Information "the result is not stated",
    /// The result cannot be read.
    ResultUnclear "result-unclear" Warning "the result cannot be read",
    /// The result is written in other words than the format's.
    ResultForm "result-form" Information "the result is written in words of its own",
    /// The result has lost its last digit.
    ResultCut "result-cut" Warning "the last digit of the margin is missing",
    /// Words after the result.
    ResultRemark "result-remark" Information "a remark follows the result",
    /// Times are in minutes where the format has seconds.
    TimeInMinutes "time-in-minutes" Information "the time is in minutes",
    /// A clock reading that is no number.
    ClockUnclear "clock-unclear" Warning "a clock reading is not a number",
    /// A line that the format does not have.
    LineUnknown "line-unknown" Information "a line was left out",
}

/// One oddity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is.
    pub code: Code,
    /// Where: the byte of the file, from 0.
    pub offset: usize,
    /// What was found there, shortened; may be empty.
    pub found: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (byte {}", self.code.key(), self.code.text(), self.offset)?;
        if !self.found.is_empty() {
            write!(f, ", {:?}", self.found)?;
        }
        write!(f, ")")
    }
}

/// How many findings of one code a record keeps; the others are counted.
pub const FINDINGS_OF_A_CODE: usize = 16;

/// How many characters of the text a finding quotes.
const QUOTED: usize = 40;

/// The findings of a record while it is read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    pub(crate) list: Vec<Finding>,
    pub(crate) left_out: usize,
}

impl Findings {
    /// Adds one, unless there are too many of its kind.
    pub(crate) fn add(&mut self, code: Code, offset: usize, found: &str) {
        if self.list.iter().filter(|finding| finding.code == code).count() >= FINDINGS_OF_A_CODE {
            self.left_out += 1;
            return;
        }
        self.list.push(Finding { code, offset, found: found.chars().take(QUOTED).collect() });
    }

    /// Adds one of a kind that is said once only.
    pub(crate) fn add_once(&mut self, code: Code, offset: usize, found: &str) {
        if !self.list.iter().any(|finding| finding.code == code) {
            self.add(code, offset, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_key_of_its_own() {
        let mut keys: Vec<_> = Code::ALL.iter().map(|code| code.key()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), Code::ALL.len());
        assert!(Code::ALL.iter().all(|code| !code.text().is_empty()));
    }

    #[test]
    fn a_flood_of_one_kind_is_counted_not_kept() {
        let mut findings = Findings::default();
        for offset in 0..100 {
            findings.add(Code::NodeEmpty, offset, "");
        }
        findings.add(Code::SizeMissing, 0, "");
        assert_eq!((findings.list.len(), findings.left_out), (FINDINGS_OF_A_CODE + 1, 100 - FINDINGS_OF_A_CODE));
    }
}

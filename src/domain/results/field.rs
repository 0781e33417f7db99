//! The columns of the two tables, under their English and their Chinese headers.

use crate::domain::finding::Part;
use unicode_normalization::UnicodeNormalization;

macro_rules! fields {
    ($($variant:ident $part:ident $en:literal $zh:literal;)+) => {
        /// A column that the register reads.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Field { $(#[doc = concat!("`", $en, "` (", $zh, ")")] $variant),+ }

        impl Field {
            /// Every column, results first, in the order of the published format.
            pub const ALL: &[Field] = &[$(Field::$variant),+];

            /// The English header: also the field's name in adjustments.
            pub const fn name(self) -> &'static str {
                match self { $(Field::$variant => $en),+ }
            }

            /// The Chinese header.
            pub const fn chinese(self) -> &'static str {
                match self { $(Field::$variant => $zh),+ }
            }

            /// The table it belongs to.
            pub const fn part(self) -> Part {
                match self { $(Field::$variant => Part::$part),+ }
            }
        }
    };
}

fields! {
    Round Results "round" "轮次";
    Board Results "board" "台号";
    Black Results "black" "黑方";
    White Results "white" "白方";
    Result Results "result" "结果";
    Handicap Results "handicap" "让子";
    Komi Results "komi" "贴子";
    Game Results "game" "棋谱";
    BlackWarnings Results "black_warnings" "黑方警告";
    WhiteWarnings Results "white_warnings" "白方警告";
    Id Players "id" "编号";
    Name Players "name" "姓名";
    Sex Players "sex" "性别";
    Birth Players "birth" "出生日期";
    Grade Players "grade" "级段";
    Certificate Players "certificate" "证书号";
    Agency Players "agency" "单位";
    Club Players "club" "俱乐部";
    Register Players "register" "登记号";
    Document Players "document" "证件号";
    Household Players "household" "户籍";
    Group Players "group" "组别";
    Tests Players "tests" "测试";
    Place Players "place" "名次";
    Award Players "award" "授予";
}

/// How a header names its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recognised {
    /// The column.
    pub field: Field,
    /// Whether the header is exactly one of the two published ones.
    pub exact: bool,
    /// Whether the values are in 子 (stones): the header is 贴子.
    pub stones: bool,
}

impl Field {
    /// Whether a table without this column says nothing.
    pub const fn required(self) -> bool {
        matches!(self, Field::Round | Field::Black | Field::White | Field::Result | Field::Id | Field::Name)
    }

    /// The columns of one table.
    pub fn of(part: Part) -> impl Iterator<Item = Field> {
        Self::ALL.iter().copied().filter(move |field| field.part() == part)
    }

    /// The column that a header of one table names, if any.
    pub fn recognise(part: Part, header: &str) -> Option<Recognised> {
        for field in Self::of(part) {
            if header == field.name() || header == field.chinese() {
                return Some(Recognised { field, exact: true, stones: header == Field::Komi.chinese() });
            }
        }
        let plain: String = header
            .nfkc()
            .flat_map(char::to_lowercase)
            .filter(|c| !c.is_whitespace())
            .map(|c| if c == '-' { '_' } else { c })
            .collect();
        if part == Part::Results && (plain == "贴目" || plain == "贴目数") {
            return Some(Recognised { field: Field::Komi, exact: false, stones: false });
        }
        Self::of(part).find(|field| plain == field.name() || plain == field.chinese()).map(|field| Recognised {
            field,
            exact: false,
            stones: plain == Field::Komi.chinese(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_name_every_column_exactly() {
        for field in Field::ALL {
            for header in [field.name(), field.chinese()] {
                let read = Field::recognise(field.part(), header).unwrap();
                assert_eq!((read.field, read.exact), (*field, true));
            }
        }
    }

    #[test]
    fn near_headers_are_recognised_and_said_so() {
        for header in [" Round", "ROUND", "ＲＯＵＮＤ", "轮 次"] {
            let read = Field::recognise(Part::Results, header).unwrap();
            assert_eq!((read.field, read.exact), (Field::Round, false), "{header}");
        }
        assert_eq!(Field::recognise(Part::Results, "black warnings"), None);
        assert_eq!(Field::recognise(Part::Players, "round"), None);
    }

    #[test]
    fn only_the_header_in_stones_makes_values_stones() {
        assert!(Field::recognise(Part::Results, "贴子").unwrap().stones);
        assert!(!Field::recognise(Part::Results, "贴目").unwrap().stones);
        assert!(!Field::recognise(Part::Results, "komi").unwrap().stones);
    }
}

//! From the players table to entries.

use super::field::Field;
use super::model::{Entry, Sex};
use super::reading::{Notes, Published};
use super::table::{Row, Table, shown};
use super::text::date::{self, ReadDate};
use super::text::fold;
use crate::domain::certificate_number;
use crate::domain::finding::{Code, Part, Place, codes};
use crate::domain::grade::{self, Grade};
use crate::domain::register_number::RegisterNumber;
use crate::text::Bilingual;
use crate::text::both;
use std::collections::HashMap;

/// The longest id of a player within a file.
const MAX_ID: usize = 20;
/// No place is lower than the rows that a file may have.
pub(super) const MAX_PLACE: u32 = 20_000;

/// The entries of a file and the way to them by id.
#[derive(Clone, Debug, Default)]
pub(super) struct Entries {
    pub(super) list: Vec<Entry>,
    /// What the file publishes of each.
    pub(super) published: Vec<Published>,
    by_id: HashMap<String, usize>,
    by_name: HashMap<String, Option<usize>>,
}

impl Entries {
    /// The entry of an id as a result file writes it, and whether it is written exactly so.
    pub(super) fn find(&self, id: &str) -> Option<(usize, bool)> {
        if let Some(index) = self.by_id.get(id) {
            return Some((*index, true));
        }
        self.by_id.get(&plain_id(id)).map(|index| (*index, false))
    }

    /// The only entry of this name, to propose its id; a name never decides.
    pub(super) fn only_of_name(&self, name: &str) -> Option<&Entry> {
        self.by_name.get(name).copied().flatten().and_then(|index| self.list.get(index))
    }
}

/// Full-width digits narrowed, zeros before a number and `.0` after it dropped.
fn plain_id(id: &str) -> String {
    let folded = fold(id);
    match super::text::number::read(&folded) {
        Some((n, _)) => n.to_string(),
        None => folded,
    }
}

fn is_id(id: &str) -> bool {
    !id.is_empty() && id.len() <= MAX_ID && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// Whether a text is an id as it stands, in its plain form.
pub(super) fn is_plain_id(text: &str) -> bool {
    let number = text.bytes().all(|b| b.is_ascii_digit());
    is_id(text) && (!number || plain_id(text) == text) && mistaken_for(text).is_none()
}

/// What was typed instead of an id, as far as its look tells: the key of the words for it.
fn mistaken_for(text: &str) -> Option<&'static str> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    if text.contains(['"', '\'', '“', '”', '‘', '’']) {
        Some("finding.id.quoted")
    } else if text.contains(['-', '/', '年']) && matches!(date::read(text), ReadDate::Date(..) | ReadDate::Ambiguous) {
        Some("finding.id.date")
    } else if text.chars().count() == 18 && digits >= 17 {
        Some("finding.id.document")
    } else if text.chars().all(|c| ('\u{3400}'..='\u{9fff}').contains(&c) || c == '·') {
        Some("finding.id.name")
    } else {
        None
    }
}

/// Reads the rows of the players table.
pub(super) fn read(table: &Table, notes: &mut Notes) -> Entries {
    let mut entries = Entries::default();
    for row in &table.rows {
        let entry = read_row(table, row, notes);
        let index = entries.list.len();
        if !entry.id.is_empty() {
            if let Some(first) = entries.by_id.get(&entry.id) {
                let first: &Entry = &entries.list[*first];
                let place = Place::players(row.line).column(notes.headers.of(Field::Id)).person(entry.id.clone());
                notes.raise(
                    codes::E202.at(place).found(entry.id.clone()).with("line", first.line).with("name", &first.name),
                );
            } else {
                entries.by_id.insert(entry.id.clone(), index);
            }
        }
        if !entry.name.is_empty() {
            entries.by_name.entry(entry.name.clone()).and_modify(|only| *only = None).or_insert(Some(index));
        }
        let (place, award) = (place(table, row, &entry, notes), award(table, row, &entry, notes));
        entries.published.push(Published { place, award, part: Part::Players, line: row.line });
        entries.list.push(entry);
    }
    entries
}

fn read_row(table: &Table, row: &Row, notes: &mut Notes) -> Entry {
    let cell = |field| table.get(row, field);
    let optional = |field| Some(cell(field)).filter(|text| !text.is_empty()).map(str::to_owned);
    let id = read_id(cell(Field::Id), row.line, notes);
    let mut entry = Entry {
        line: row.line,
        name: cell(Field::Name).to_owned(),
        certificate: optional(Field::Certificate),
        agency: optional(Field::Agency),
        club: optional(Field::Club),
        register: optional(Field::Register),
        document: optional(Field::Document),
        household: optional(Field::Household),
        group: optional(Field::Group),
        tests: optional(Field::Tests),
        id,
        ..Entry::default()
    };
    let mut reader = Cells { row, notes, id: entry.id.clone() };
    if entry.name.is_empty() {
        reader.raise(&codes::E204, Field::Name, "", "1-50");
    }
    entry.sex = reader.sex(cell(Field::Sex));
    entry.birth = reader.birth(cell(Field::Birth));
    entry.grade = reader.grade(cell(Field::Grade));
    reader.repair_numbers(&mut entry);
    reader.tests(cell(Field::Tests));
    entry
}

/// The published place of a row: `3`, also `第3名`.
fn place(table: &Table, row: &Row, entry: &Entry, notes: &mut Notes) -> Option<u32> {
    let text = table.get(row, Field::Place);
    if text.is_empty() {
        return None;
    }
    let at = Place::players(row.line).column(notes.headers.of(Field::Place)).person(entry.id.clone());
    match place_in(text) {
        Some((place, exact)) if (1..=MAX_PLACE).contains(&place) => {
            if !exact {
                notes.adjust(Field::Place, row.line, text, &place.to_string(), "number-form");
            }
            Some(place)
        }
        Some(_) => {
            notes.raise(codes::E124.at(at).found(text).expected(format!("1 … {MAX_PLACE}")));
            None
        }
        None => {
            notes.raise(codes::E123.at(at).found(text).expected("1 2 3 …"));
            None
        }
    }
}

/// The grade that a row says is awarded: none where it is empty, a dash or 无.
fn award(table: &Table, row: &Row, entry: &Entry, notes: &mut Notes) -> Option<Grade> {
    let text = table.get(row, Field::Award);
    if text.is_empty() || matches!(text, "-" | "—" | "无" | "未升") {
        return None;
    }
    match grade::read(text) {
        Ok(read) if !read.is_doubtful() => read.grade,
        Ok(_) | Err(_) => {
            let at = Place::players(row.line).column(notes.headers.of(Field::Award)).person(entry.id.clone());
            notes.raise(codes::E123.at(at).found(text).expected("1级 | 1段 | …"));
            None
        }
    }
}

/// The number of a place as it is written, and whether it is nothing but the number.
pub(super) fn place_in(text: &str) -> Option<(u32, bool)> {
    match text {
        "冠军" => Some((1, false)),
        "亚军" => Some((2, false)),
        "季军" => Some((3, false)),
        _ => {
            let bare = text.trim_start_matches("并列").trim_start_matches('第').trim_end_matches('名');
            super::text::number::read(bare).map(|(place, exact)| (place, exact && bare == text))
        }
    }
}

fn read_id(text: &str, line: u32, notes: &mut Notes) -> String {
    let place = |notes: &Notes| Place::players(line).column(notes.headers.of(Field::Id));
    if text.is_empty() {
        notes.raise(codes::E201.at(place(notes)).expected("1 2 3 …"));
        return String::new();
    }
    let plain = plain_id(text);
    let mistaken = mistaken_for(text);
    if (!is_id(text) && !is_id(&plain)) || mistaken == Some("finding.id.document") {
        let found =
            if mistaken == Some("finding.id.document") { shown(Field::Document, text) } else { text.to_owned() };
        let raise = codes::E203.at(place(notes)).found(found).expected("1 2 3 …");
        notes.raise(raise.with_text("hint", mistaken.unwrap_or("finding.id.other")));
        return String::new();
    }
    if is_id(text) && plain != text && text.bytes().all(|b| b.is_ascii_digit()) {
        notes.adjust(Field::Id, line, text, &plain, "id-form");
        return plain;
    }
    if !is_id(text) {
        notes.adjust(Field::Id, line, text, &plain, "id-form");
        return plain;
    }
    text.to_owned()
}

/// Reads the cells of one row, with its place at hand.
struct Cells<'a> {
    row: &'a Row,
    notes: &'a mut Notes,
    id: String,
}

impl Cells<'_> {
    fn place(&self, field: Field) -> Place {
        let place = Place::players(self.row.line).column(self.notes.headers.of(field));
        if self.id.is_empty() { place } else { place.person(self.id.clone()) }
    }

    fn raise(&mut self, code: &'static Code, field: Field, found: &str, expected: &str) {
        let place = self.place(field);
        self.notes.raise(code.at(place).found(found).expected(expected));
    }

    fn sex(&mut self, text: &str) -> Option<Sex> {
        let (sex, exact) = match text {
            "" => return None,
            "男" => (Sex::Male, true),
            "女" => (Sex::Female, true),
            _ => match fold(text).as_str() {
                "m" | "male" | "男性" | "♂" => (Sex::Male, false),
                "f" | "female" | "女性" | "♀" => (Sex::Female, false),
                _ => {
                    let (male, female) = (Sex::Male.words(), Sex::Female.words());
                    let words = Bilingual {
                        zh: format!("{} | {}", male.zh, female.zh),
                        en: format!("男 ({}) | 女 ({})", male.en, female.en),
                    };
                    let raise = codes::E226.at(self.place(Field::Sex)).found(text);
                    self.notes.raise(raise.expected_words("男 | 女", words));
                    return None;
                }
            },
        };
        if !exact {
            self.notes.adjust(Field::Sex, self.row.line, text, sex.written(), "sex-form");
        }
        Some(sex)
    }

    fn birth(&mut self, text: &str) -> Option<chrono::NaiveDate> {
        if text.is_empty() {
            return None;
        }
        let why = match date::read(text) {
            ReadDate::Date(date, exact) => {
                if !exact {
                    self.notes.adjust(Field::Birth, self.row.line, text, &date.to_string(), "date-form");
                }
                return Some(date);
            }
            ReadDate::NoSuchDay => "finding.date.no-such-day",
            ReadDate::Serial => "finding.date.serial",
            ReadDate::Incomplete => "finding.date.incomplete",
            ReadDate::Ambiguous => "finding.date.ambiguous",
            ReadDate::Unreadable => "finding.date.unreadable",
        };
        let place = self.place(Field::Birth);
        self.notes.raise(codes::E209.at(place).found(text).expected("YYYY-MM-DD").with_text("why", why));
        None
    }

    fn grade(&mut self, text: &str) -> Option<Grade> {
        match grade::read(text) {
            Ok(read) if read.is_doubtful() => {
                let why = read.remarks.iter().find(|r| r.needs_decision()).map(grade::GradeRemark::message);
                let place = self.place(Field::Grade);
                let raise = codes::E213.at(place).found(text).expected_grade("", read.grade);
                self.notes.raise(raise.with_both("why", why.unwrap_or_default()));
                None
            }
            Ok(read) => {
                if !read.remarks.is_empty() {
                    let to = Grade::words_or_ungraded(read.grade).zh;
                    self.notes.adjust(Field::Grade, self.row.line, text, &to, "grade-form");
                }
                read.grade
            }
            Err(error) => {
                let place = self.place(Field::Grade);
                let raise = codes::E212.at(place).found(text);
                let raise = raise.expected_words("25级 … 1级, 1段 … 8段, 无级", both("finding.grades", &[]));
                self.notes.raise(raise.with_both("why", error.message()));
                None
            }
        }
    }

    /// Certificate numbers and register ids in their one form, where they can be read; each repair is listed.
    fn repair_numbers(&mut self, entry: &mut Entry) {
        let line = self.row.line;
        if let Some(text) = &mut entry.certificate
            && let Ok(read) = certificate_number::read(text)
            && !read.notes.is_empty()
        {
            let number = read.number.to_string();
            self.notes.adjust(Field::Certificate, line, text, &number, "certificate-form");
            *text = number;
        }
        if let Some(text) = &mut entry.register
            && let Ok(number) = RegisterNumber::read(text)
            && number.to_string() != *text
        {
            let number = number.to_string();
            self.notes.adjust(Field::Register, line, text, &number, "register-form");
            *text = number;
        }
    }

    /// Tests are `name=number` pairs, separated by semicolons.
    fn tests(&mut self, text: &str) {
        let sound = text.split([';', '；']).map(str::trim).filter(|part| !part.is_empty()).all(|part| {
            part.split_once(['=', ':', '：']).is_some_and(|(name, value)| {
                !name.trim().is_empty() && super::text::number::read(value.trim()).is_some()
            })
        });
        if !sound {
            self.raise(&codes::E227, Field::Tests, text, "theory=14;machine=2");
        }
    }
}

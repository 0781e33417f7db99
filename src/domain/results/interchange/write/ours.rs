//! Our own tables: everything that an event has.

use super::super::super::field::Field;
use super::super::super::model::{Entry, Game, Sheet};
use super::super::super::template;
use super::super::super::text::{komi, result};
use crate::domain::finding::Part;
use crate::domain::grade::Grade;
use crate::text::Lang;

/// The table of a part as text.
pub(super) fn csv(sheet: &Sheet, part: Part, lang: Lang) -> Vec<u8> {
    template::csv_of(&rows(sheet, part, lang))
}

/// Both tables as a workbook.
pub(super) fn workbook(sheet: &Sheet, lang: Lang) -> Vec<u8> {
    // proven: writing to memory; what is too large for a sheet could not have been read from one.
    template::workbook_of(lang, |part| rows(sheet, part, lang)).unwrap_or_default()
}

/// The header is English where the komi is in points, since 贴子 counts stones.
fn rows(sheet: &Sheet, part: Part, lang: Lang) -> Vec<Vec<String>> {
    let header = |field: Field| match (lang, field) {
        (Lang::En, _) | (_, Field::Komi) => field.name().to_owned(),
        (Lang::Zh, _) => field.chinese().to_owned(),
    };
    let fields: Vec<Field> = Field::of(part).collect();
    let mut rows = vec![fields.iter().map(|field| header(*field)).collect()];
    match part {
        Part::Players => rows.extend(
            sheet.entries.iter().map(|entry| fields.iter().map(|field| of_entry(entry, *field)).collect::<Vec<_>>()),
        ),
        _ => rows.extend(
            sheet.games.iter().map(|game| fields.iter().map(|field| of_game(sheet, game, *field)).collect::<Vec<_>>()),
        ),
    }
    rows
}

fn of_entry(entry: &Entry, field: Field) -> String {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    match field {
        Field::Id => entry.id.clone(),
        Field::Name => entry.name.clone(),
        Field::Sex => entry.sex.map_or("", super::super::super::model::Sex::written).to_owned(),
        Field::Birth => entry.birth.map(|day| day.to_string()).unwrap_or_default(),
        Field::Grade => Grade::words_or_ungraded(entry.grade).zh,
        Field::Certificate => text(&entry.certificate),
        Field::Agency => text(&entry.agency),
        Field::Club => text(&entry.club),
        Field::Register => text(&entry.register),
        Field::Document => text(&entry.document),
        Field::Household => text(&entry.household),
        Field::Group => text(&entry.group),
        Field::Tests => text(&entry.tests),
        _ => String::new(),
    }
}

fn of_game(sheet: &Sheet, game: &Game, field: Field) -> String {
    let id = |index: usize| sheet.entries.get(index).map(|entry| entry.id.clone()).unwrap_or_default();
    let count = |n: u8| if n > 0 { n.to_string() } else { String::new() };
    match field {
        Field::Round => game.round.to_string(),
        Field::Board => game.board.map(|board| board.to_string()).unwrap_or_default(),
        Field::Black => id(game.black),
        Field::White => game.white.map(id).unwrap_or_default(),
        Field::Result => result::write(game.result),
        Field::Handicap => count(game.handicap),
        Field::Komi => game.komi.map(komi::points).unwrap_or_default(),
        Field::Game => game.record.clone().unwrap_or_default(),
        Field::BlackWarnings => count(game.black_warnings),
        Field::WhiteWarnings => count(game.white_warnings),
        _ => String::new(),
    }
}

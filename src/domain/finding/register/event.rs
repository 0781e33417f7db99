//! The event against the register: promotions in the month, other events on the day, the same bytes, awards.

use super::super::{Log, Part, Place, codes};
use super::facts::{Facts, PersonFact};
use crate::domain::grade::Grade;
use crate::domain::register_number::RegisterNumber;
use crate::domain::results::field::Field;
use crate::domain::results::{Entry, Headers, Sheet};
use crate::text::Bilingual;
use chrono::Days;
use std::collections::HashMap;

/// More rungs than this in one event are looked at again.
const USUAL_JUMP: u8 = 2;
/// An approval that ends within so many days may end before the certificates are issued.
const SOON: Days = Days::new(30);

pub(super) fn check(sheet: &Sheet, headers: &Headers, facts: &Facts, persons: &[Option<&PersonFact>], log: &mut Log) {
    uploads(facts, log);
    if let Some(agency) = facts.agency.as_ref().filter(|agency| !agency.active) {
        log.raise(codes::E721.at(Place::whole()).found(agency.code.clone()));
    }
    if let Some(agency) = facts.agency.as_ref().filter(|agency| agency.active)
        && let (Some(today), Some(last)) = (facts.today, agency.valid_to)
        && let Some(soon) = today.checked_add_days(SOON)
        && last < soon
    {
        let raise = codes::W723.at(Place::whole()).found(last.to_string()).expected(format!("≥ {soon}"));
        log.raise(raise.with("agency", &agency.code));
    }
    if let (Some(today), Some(deadline)) = (facts.today, facts.deadline)
        && today > deadline
    {
        log.raise(codes::W722.at(Place::whole()).found(today.to_string()).expected(format!("≤ {deadline}")));
    }
    let place = |entry: &Entry, field| Place::players(entry.line).column(headers.of(field)).person(entry.id.clone());
    let by_person: HashMap<RegisterNumber, &Entry> =
        sheet.entries.iter().zip(persons).filter_map(|(entry, person)| Some(((*person)?.register, entry))).collect();
    for promotion in &facts.promotions {
        let Some(entry) = by_person.get(&promotion.register) else { continue };
        let found = |grade: &str| format!("{} {grade} {}", promotion.date, promotion.event);
        let words = promotion.grade.words();
        let words = Bilingual { zh: found(&words.zh), en: found(&words.en) };
        let raise = codes::E717.at(place(entry, Field::Name)).found_words(words.zh.clone(), words);
        log.raise(raise.with("name", &entry.name));
    }
    for booking in facts.bookings.iter().filter(|booking| booking.elsewhere) {
        let Some(entry) = by_person.get(&booking.register) else { continue };
        let found = format!("{} {}", booking.event, booking.place);
        log.raise(codes::E718.at(place(entry, Field::Name)).found(found).with("name", &entry.name));
    }
    for award in &facts.awards {
        let (Some(entry), Some(Some(person))) = (sheet.entries.get(award.entry), persons.get(award.entry)) else {
            continue;
        };
        let held = person.grade.map_or(0, |grade| grade.rank());
        if award.grade.rank() <= held {
            let raise = codes::E724.at(place(entry, Field::Grade)).found_grade(Some(award.grade));
            log.raise(raise.expected_grade("> ", person.grade));
        } else if award.grade.is_dan() && held > 0 && award.grade.rank() - held > USUAL_JUMP {
            let (from, to) = (Grade::words_or_ungraded(person.grade), award.grade.words());
            let words =
                Bilingual { zh: format!("{} → {}", from.zh, to.zh), en: format!("{} → {}", from.en, to.en) };
            let raise = codes::W725.at(place(entry, Field::Grade)).found_words(words.zh.clone(), words);
            log.raise(raise.expected(format!("≤ +{USUAL_JUMP}")));
        }
    }
}

/// The same bytes again: for another event it is a mistake, for the same one it changes nothing. The same games in
/// another form, for another event, are looked at.
fn uploads(facts: &Facts, log: &mut Log) {
    for upload in &facts.uploads {
        let code = if upload.same_event { &codes::W720 } else { &codes::E719 };
        log.raise(code.at(Place::part(Part::Results)).found(format!("{} v{}", upload.event, upload.version)));
    }
    // The same bytes have the same content, which has been said.
    let said = |event: &str| facts.uploads.iter().any(|upload| upload.event == event);
    for same in facts.same_content.iter().filter(|same| !said(&same.event)) {
        let raise = codes::W727.at(Place::part(Part::Results)).found(format!("{} v{}", same.event, same.version));
        log.raise(raise);
    }
}

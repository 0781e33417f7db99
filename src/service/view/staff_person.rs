//! Persons as the workplace sees them: finding one, and everything that the register knows of one.

use super::name::OF_AGE;
use crate::domain::name::{pinyin_key, search_key};
use crate::domain::permission::{Action, Reach, reach};
use crate::domain::register_number::RegisterNumber;
use crate::domain::scheme::Scheme;
use crate::service::event::stored_scheme;
use crate::service::person::{value_on, who_agreed};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::agency::{self, Agency};
use crate::store::bar::{self, Bar};
use crate::store::person::{self, Person, PersonChange};
use crate::store::person_search::{self as rows, Wanted};
use crate::store::person_step::{self, PersonStep};
use crate::store::public::people::{self as public, HistoryRow};
use crate::store::{Conn, account, journal};
use crate::text::Bilingual;
use chrono::NaiveDate;
use serde_json::json;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// How many persons a page lists.
pub const PAGE: usize = 50;

/// How many namesakes are offered for a comparison.
const NAMESAKES: usize = 20;

/// How many events a person's page lists.
const EVENTS: i64 = 100;

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// A register id, a name or its beginning, or its pinyin.
    pub text: String,
    /// The area code of the home region.
    pub region: String,
    /// The register id after which the page begins.
    pub after: String,
    /// Also whoever an unconfirmed submission entered, for whoever may withhold their names.
    pub unconfirmed: bool,
}

/// A page of persons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The persons, by register id.
    pub persons: Vec<Person>,
    /// Where the next page begins, where there is one.
    pub next: Option<String>,
}

/// Finds persons whom `staff` may look up. Nothing is found by asking for nothing.
pub fn search(register: &Register, staff: &Staff, asked: &Search) -> ServiceResult<Found> {
    let text = asked.text.trim();
    if text.is_empty() && asked.region.is_empty() {
        return Ok(Found::default());
    }
    let mut wanted = Wanted {
        region: Some(asked.region.clone()).filter(|r| !r.is_empty()),
        unconfirmed: asked.unconfirmed && reach(staff.role, Action::WithholdName) == Reach::All,
        ..Wanted::default()
    };
    match RegisterNumber::read(text) {
        Ok(number) => wanted.register_no = Some(number.to_string()),
        Err(_) if text.is_empty() => {}
        Err(_) if text.is_ascii() => wanted.sound = Some(pinyin_key(text).unwrap_or_else(|| search_key(text))),
        Err(_) => wanted.name_key = Some(search_key(text)),
    }
    register.read(|conn| {
        if reach(staff.role, Action::ViewPerson) != Reach::All {
            let all = agency::all(conn)?;
            wanted.entered_by = Some(all.iter().filter(|a| staff.may(Action::ViewPerson, a)).map(|a| a.id).collect());
        }
        let mut persons = rows::find(conn, &wanted, &asked.after, PAGE as i64 + 1)?;
        let more = persons.len() > PAGE;
        persons.truncate(PAGE);
        let next = persons.last().filter(|_| more).map(|p| p.register_no.clone());
        Ok(Found { persons, next })
    })
}

/// What a reader may do to a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct May {
    /// Correct and change data.
    pub change: bool,
    /// Merge, and undo it.
    pub merge: bool,
    /// Bar, and lift it.
    pub bar: bool,
    /// Withhold the name, and show it again.
    pub withhold: bool,
}

/// An event that a person entered, with what was so on its last day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventThen {
    /// Its part of addresses.
    pub slug: String,
    /// Its name.
    pub event: String,
    /// Its last day.
    pub day: NaiveDate,
    /// What the group is called in the scheme.
    pub group: Bilingual,
    /// The name as the file wrote it.
    pub written: String,
    /// The name of the person on that day.
    pub name: String,
    /// The home region on that day.
    pub region: String,
}

/// A decision about a person, or an agreement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// What.
    pub step: PersonStep,
    /// Who recorded it.
    pub by: String,
    /// Who agreed, where the reader may know.
    pub who: Option<String>,
}

/// Everything that the workplace knows of a person.
#[derive(Clone, Debug)]
pub struct PersonFile {
    /// The person.
    pub person: Person,
    /// Who entered the person.
    pub entered_by: Agency,
    /// Whether the person is under age today.
    pub minor: bool,
    /// Kind and last four characters of the documents that the reader's agency entered.
    pub documents: Vec<(String, String)>,
    /// The record that is kept, where this one is a duplicate of it.
    pub kept: Option<Person>,
    /// The records that were merged into this one.
    pub absorbed: Vec<Person>,
    /// Others of the same name, where the reader may merge.
    pub namesakes: Vec<Person>,
    /// The changes of the data with who made them, the latest first.
    pub changes: Vec<(PersonChange, String)>,
    /// The events, the latest first.
    pub events: Vec<EventThen>,
    /// The awards, the latest first.
    pub awards: Vec<HistoryRow>,
    /// The bars with who decided them, the latest first.
    pub bars: Vec<(Bar, String)>,
    /// Whether a bar holds today.
    pub barred: bool,
    /// What was agreed to for a minor, the latest first; who agreed is told to whoever may change the data.
    pub consents: Vec<Said>,
    /// When the name was withheld and shown again, for the national office, the latest first.
    pub withholdings: Vec<Said>,
    /// Whether the person is known to be of age: nothing has to be agreed to any more.
    pub of_age: bool,
    /// What the reader may do.
    pub may: May,
}

/// Reads a person's file. That somebody read the file of a minor is recorded, once for each reader and day.
pub fn file(register: &Register, staff: &Staff, id: i64) -> ServiceResult<PersonFile> {
    let file = register.read(|conn| read(register, conn, staff, id))?;
    if file.minor {
        let payload = json!({"by": staff.account_id, "day": register.today()});
        let (subject, written) = (format!("person:{id}"), crate::service::journal::canonical(&payload));
        let known = register.read(|conn| Ok(journal::has(conn, &subject, "person.read", &written)?))?;
        if !known {
            register.write(staff.actor(), |tx| {
                tx.record("person.read", &subject, payload);
                Ok(())
            })?;
        }
    }
    Ok(file)
}

/// Refuses unless the reader may do `action` to a person: asked before anything that was sent is read.
pub fn allow(register: &Register, staff: &Staff, id: i64, action: Action) -> ServiceResult<()> {
    register.read(|conn| {
        let found = person::by_id(conn, id)?;
        staff.require(action, &agency::by_id(conn, found.entered_by)?)
    })
}

fn read(register: &Register, conn: &mut Conn, staff: &Staff, id: i64) -> ServiceResult<PersonFile> {
    let today = register.today();
    let found = person::by_id(conn, id)?;
    let entered_by = agency::by_id(conn, found.entered_by)?;
    staff.require(Action::ViewPerson, &entered_by)?;
    let withhold = reach(staff.role, Action::WithholdName) == Reach::All;
    // Whoever is not confirmed yet is nobody yet, but for whoever may withhold the name.
    let unconfirmed = found.state == "provisional";
    if unconfirmed && !withhold {
        return Err(ServiceError::NotFound);
    }
    let may = May {
        change: staff.may(Action::ChangePerson, &entered_by) && found.state != "merged" && !unconfirmed,
        merge: reach(staff.role, Action::MergePerson) == Reach::All && !unconfirmed,
        bar: reach(staff.role, Action::BarPerson) == Reach::All && !unconfirmed,
        withhold,
    };
    let record = person::record_of(conn, id)?;
    let absorbed = person::by_ids(conn, &record[1..])?;
    let kept = match found.merged_into {
        Some(kept) => Some(person::by_id(conn, kept)?),
        None => None,
    };
    let mut namesakes = Vec::new();
    if may.merge && found.state != "merged" {
        namesakes = person::by_name_keys(conn, std::slice::from_ref(&found.name_key))?;
        namesakes.retain(|p| p.id != id && p.state != "provisional");
        namesakes.truncate(NAMESAKES);
    }
    let names: HashMap<i64, String> = account::names(conn)?.into_iter().collect();
    let by = |account: i64| names.get(&account).cloned().unwrap_or_default();
    let changes = person::changes_of(conn, id)?;
    let mut schemes: HashMap<(String, String), Arc<Scheme>> = HashMap::new();
    let mut events = Vec::new();
    for (slug, event, day, scheme, version, key, written) in rows::entered(conn, &record, EVENTS)? {
        let scheme = match schemes.entry((scheme, version)) {
            Entry::Occupied(known) => Arc::clone(known.get()),
            Entry::Vacant(place) => {
                let (id, version) = place.key().clone();
                Arc::clone(place.insert(stored_scheme(conn, &id, &version)?))
            }
        };
        let named = scheme.group(&key).map(|group| group.name.clone());
        events.push(EventThen {
            name: value_on(&changes, "name", &found.name, day),
            region: value_on(&changes, "region", &found.region, day),
            slug,
            event,
            day,
            group: named.unwrap_or_else(|| Bilingual { zh: key.clone(), en: key.clone() }),
            written,
        });
    }
    let documents = rows::documents(conn, &record)?;
    let said = person_step::of_record(conn, &record)?.into_iter().map(|step| Said {
        by: by(step.account_id),
        who: who_agreed(&register.keys, &step).filter(|_| may.change),
        step,
    });
    let (mut withholdings, consents): (Vec<Said>, Vec<Said>) =
        said.partition(|one| matches!(one.step.step.as_str(), "withheld" | "shown"));
    if reach(staff.role, Action::ViewPerson) != Reach::All {
        withholdings.clear();
    }
    Ok(PersonFile {
        minor: found.birth.is_some_and(|b| today.years_since(b).is_none_or(|age| age < 18)),
        documents: documents
            .into_iter()
            .filter(|(_, _, agency)| *agency == staff.agency_id)
            .map(|(kind, last4, _)| (kind, last4))
            .collect(),
        awards: public::history(conn, &record)?,
        bars: bar::of_record(conn, &record)?.into_iter().map(|b| (b.clone(), by(b.account_id))).collect(),
        barred: !bar::barred_on(conn, &[id], today)?.is_empty(),
        consents,
        withholdings,
        of_age: found.birth.and_then(|b| today.years_since(b)).is_some_and(|age| age >= OF_AGE),
        changes: changes.into_iter().rev().map(|c| (c.clone(), by(c.account_id))).collect(),
        person: found,
        entered_by,
        kept,
        absorbed,
        namesakes,
        events,
        may,
    })
}

/// Two records side by side, by the id of one and the register id of the other.
pub fn compare(register: &Register, staff: &Staff, id: i64, other: &str) -> ServiceResult<(PersonFile, PersonFile)> {
    staff.require_everywhere(Action::MergePerson)?;
    let number = RegisterNumber::read(other.trim()).map(|number| number.to_string());
    let number = number.unwrap_or_else(|_| other.trim().to_owned());
    let other = register.read(|conn| match person::by_register_no(conn, &number) {
        Ok(found) => Ok(found.id),
        Err(crate::store::DbError::NotFound) => Err(ServiceError::field("with", "refusal.merge_unknown")),
        Err(error) => Err(error.into()),
    })?;
    if other == id {
        return Err(ServiceError::field("with", "refusal.merge_self"));
    }
    Ok((file(register, staff, id)?, file(register, staff, other)?))
}

//! Persons: names, births, documents, certificates, and whether one is entered twice or two are exchanged.

use super::super::field::Field;
use super::super::model::Entry;
use super::super::table::mask;
use super::{Checker, age_on};
use crate::domain::certificate_number::{self, LegacyNumber, NumberError};
use crate::domain::finding::{Part, Place, codes};
use crate::domain::id_document::{IdDocument, IdError};
use crate::domain::name::{NameError, PersonName, pinyin_key, search_key};
use crate::domain::register_number::RegisterNumber;
use chrono::{Datelike, NaiveDate};
use std::collections::{BTreeMap, HashMap};

/// Nobody who enters was born before this year; no date of birth is after the last.
const YEARS: std::ops::RangeInclusive<i32> = 1900..=2100;
/// Ages outside of this are looked at again.
const USUAL_AGES: std::ops::RangeInclusive<u16> = 3..=100;

/// What is known of an entry after reading its texts.
struct Known<'a> {
    entry: &'a Entry,
    key: String,
    document: Option<IdDocument>,
    register: Option<RegisterNumber>,
}

pub(super) fn check(checker: &mut Checker<'_>) {
    let sheet = checker.sheet;
    // A file that has nothing of the kind about anybody needs a players file, not a finding for every line.
    let nameless = sheet.entries.len() > 1 && !sheet.entries.iter().any(is_identified);
    if nameless {
        let found = sheet.entries.len().to_string();
        let place = Place::part(Part::Players).column(checker.headers.of(Field::Birth));
        checker.log.raise(codes::E232.at(place).found(found.clone()).expected(IDENTIFIES).with("n", found));
    }
    let known: Vec<Known<'_>> = sheet.entries.iter().map(|entry| one(checker, entry, nameless)).collect();
    twice(checker, &known);
    namesakes(checker, &known);
    exchanged(checker, &known);
    neighbours(checker, &known);
    sound_alikes(checker, &known);
}

/// What a row has to have for its person to be found, or entered as a new one.
const IDENTIFIES: &str = "register | document | name + birth";

fn is_identified(entry: &Entry) -> bool {
    entry.register.is_some() || entry.document.is_some() || (!entry.name.is_empty() && entry.birth.is_some())
}

/// The checks of one entry; `nameless` says that the whole file has been told to identify nobody.
fn one<'a>(checker: &mut Checker<'_>, entry: &'a Entry, nameless: bool) -> Known<'a> {
    name(checker, entry);
    let document = document(checker, entry);
    birth(checker, entry);
    certificate(checker, entry);
    let register = entry.register.as_deref().and_then(|text| match RegisterNumber::read(text) {
        Ok(number) => Some(number),
        Err(error) => {
            let place = checker.of_entry(entry, Field::Register);
            let raise = codes::E224.at(place).found(text).expected("Q + 10 digits");
            checker.log.raise(raise.with_both("hint", error.message()));
            None
        }
    });
    let named = !entry.name.is_empty();
    if !nameless && !is_identified(entry) {
        let place = checker.of_entry(entry, Field::Birth);
        checker.log.raise(codes::E220.at(place).found(entry.name.clone()).expected(IDENTIFIES));
    }
    Known { entry, key: if named { search_key(&entry.name) } else { String::new() }, document, register }
}

fn name(checker: &mut Checker<'_>, entry: &Entry) {
    let place = checker.of_entry(entry, Field::Name);
    match PersonName::read(&entry.name) {
        // An empty name was found while reading.
        Err(NameError::Empty) => {}
        Err(NameError::Reserved(reason)) => {
            checker.log.raise(codes::E205.at(place).found(entry.name.clone()).with_both("why", reason.message()));
        }
        Err(error) => {
            checker.log.raise(codes::E207.at(place).found(entry.name.clone()).with_both("why", error.message()));
        }
        Ok(_) => {
            let why = if entry.name.chars().nth(1).is_none() {
                "finding.name.single"
            } else if GROUPS.iter().any(|word| entry.name.ends_with(word)) {
                "finding.name.group"
            } else {
                return;
            };
            checker.log.raise(codes::W206.at(place).found(entry.name.clone()).with_text("why", why));
        }
    }
}

/// Endings of the names of teams and schools, which are no ending of a person's name.
const GROUPS: [&str; 8] = ["代表队", "小学", "中学", "大学", "棋院", "围棋", "道场", "俱乐部"];

/// Reads the document and compares what it says with the other columns.
fn document(checker: &mut Checker<'_>, entry: &Entry) -> Option<IdDocument> {
    let text = entry.document.as_deref()?;
    let place = checker.of_entry(entry, Field::Document);
    let document = match IdDocument::read(text) {
        Ok(document) => document,
        Err(error) => {
            let code = if error == IdError::CheckCharacter { &codes::E216 } else { &codes::E215 };
            checker.log.raise(code.at(place).found(mask(text)).with_both("why", error.message()));
            return None;
        }
    };
    if let (Some(said), Some(written)) = (document.sex(), entry.sex)
        && said != written
    {
        let place = checker.of_entry(entry, Field::Sex);
        checker.log.raise(codes::E217.at(place).found_sex(Some(written)).expected_sex(said));
    }
    if let (Some(said), Some(written)) = (document.birth(), entry.birth)
        && said != written
    {
        let place = checker.of_entry(entry, Field::Birth);
        checker.log.raise(codes::E218.at(place).found(written.to_string()).expected(said.to_string()));
    }
    Some(document)
}

fn birth(checker: &mut Checker<'_>, entry: &Entry) {
    let Some(birth) = entry.birth else { return };
    let place = checker.of_entry(entry, Field::Birth);
    let last = checker.context.date;
    if !YEARS.contains(&birth.year()) || last.is_some_and(|day| birth > day) {
        let until = last.map_or_else(|| YEARS.end().to_string(), |day| day.to_string());
        let expected = format!("{} … {until}", YEARS.start());
        checker.log.raise(codes::E210.at(place).found(birth.to_string()).expected(expected));
    } else if let Some(age) = last.and_then(|day| age_on(birth, day)).filter(|age| !USUAL_AGES.contains(age)) {
        let expected = format!("{} … {}", USUAL_AGES.start(), USUAL_AGES.end());
        checker.log.raise(codes::W211.at(place).found(birth.to_string()).expected(expected).with("age", age));
    }
}

fn certificate(checker: &mut Checker<'_>, entry: &Entry) {
    let Some(text) = entry.certificate.as_deref() else { return };
    if let Err(error) = certificate_number::read(text) {
        let found = if error == NumberError::IdentityDocument { mask(text) } else { text.to_owned() };
        // The number of an old paper is one too; it is looked at by a person. What is known to be something else is not.
        let other = matches!(
            error,
            NumberError::Date(_)
                | NumberError::IdentityDocument
                | NumberError::Telephone
                | NumberError::RegisterNumber
                | NumberError::CheckCode
                | NumberError::WebAddress
                | NumberError::Rounded
        );
        let code = if other || LegacyNumber::read(text).is_err() { &codes::E229 } else { &codes::W214 };
        let place = checker.of_entry(entry, Field::Certificate);
        checker.log.raise(code.at(place).found(found).expected("310260001").with_both("why", error.message()));
    }
    if entry.grade.is_none() {
        let place = checker.of_entry(entry, Field::Grade);
        checker.log.raise(codes::W230.at(place).found_grade(None).with("number", mask_if_secret(text)));
    }
}

fn mask_if_secret(text: &str) -> String {
    if text.chars().count() >= 15 { mask(text) } else { text.to_owned() }
}

/// One document, register id, certificate, or name with birth date on two lines.
fn twice(checker: &mut Checker<'_>, known: &[Known<'_>]) {
    let mut documents: HashMap<String, &Entry> = HashMap::new();
    let mut registers: HashMap<RegisterNumber, &Entry> = HashMap::new();
    let mut certificates: HashMap<(Option<u8>, String), &Entry> = HashMap::new();
    let mut people: HashMap<(&str, NaiveDate), &Known<'_>> = HashMap::new();
    for one in known {
        let entry = one.entry;
        if let Some(document) = &one.document
            && let Some(first) = first_of(&mut documents, document.normalised(), entry)
        {
            let found = mask(entry.document.as_deref().unwrap_or_default());
            let raise = codes::E219.at(checker.of_entry(entry, Field::Document)).found(found);
            checker.log.raise(raise.with("line", first.line).with("name", &first.name));
        }
        if let Some(register) = one.register
            && let Some(first) = first_of(&mut registers, register, entry)
        {
            let raise = codes::E225.at(checker.of_entry(entry, Field::Register)).found(register.to_string());
            checker.log.raise(raise.with("line", first.line).with("name", &first.name));
        }
        if let Some(Ok(read)) = entry.certificate.as_deref().map(certificate_number::read)
            && let Some(first) =
                first_of(&mut certificates, (entry.grade.map(|g| g.rank()), read.number.to_string()), entry)
        {
            let raise = codes::W228.at(checker.of_entry(entry, Field::Certificate)).found(read.number.to_string());
            checker.log.raise(raise.with("line", first.line).with("name", &first.name));
        }
        if let (Some(birth), false) = (entry.birth, one.key.is_empty()) {
            match people.get(&(one.key.as_str(), birth)) {
                None => {
                    people.insert((&one.key, birth), one);
                }
                Some(first) if told_apart(first, one) => {}
                Some(first) => {
                    let found = format!("{} {birth}", entry.name);
                    let raise = codes::E223.at(checker.of_entry(entry, Field::Name)).found(found);
                    checker.log.raise(raise.with("line", first.entry.line));
                }
            }
        }
    }
}

/// The entry that had a value first, if any had; else this one has it now.
fn first_of<'a, K: std::hash::Hash + Eq>(
    seen: &mut HashMap<K, &'a Entry>,
    key: K,
    entry: &'a Entry,
) -> Option<&'a Entry> {
    match seen.entry(key) {
        std::collections::hash_map::Entry::Occupied(first) => Some(first.get()),
        std::collections::hash_map::Entry::Vacant(free) => {
            free.insert(entry);
            None
        }
    }
}

/// Whether two people of one name and birth date are told apart by a document or register id.
fn told_apart(a: &Known<'_>, b: &Known<'_>) -> bool {
    let documents = matches!((&a.document, &b.document), (Some(a), Some(b)) if a != b);
    let registers = matches!((a.register, b.register), (Some(a), Some(b)) if a != b);
    documents || registers
}

fn namesakes(checker: &mut Checker<'_>, known: &[Known<'_>]) {
    let mut by_name: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for one in known.iter().filter(|one| !one.key.is_empty()) {
        by_name.entry(&one.key).or_default().push(one.entry);
    }
    for entries in by_name.values().filter(|entries| entries.len() > 1) {
        let ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        let last = entries[entries.len() - 1];
        let raise = codes::I208.at(checker.of_entry(last, Field::Name)).found(last.name.clone());
        checker.log.raise(raise.with("n", entries.len()).with("ids", ids.join(", ")));
    }
}

/// Two whose birth dates are each that of the other's document.
fn exchanged(checker: &mut Checker<'_>, known: &[Known<'_>]) {
    let mut mismatched: HashMap<(NaiveDate, NaiveDate), &Entry> = HashMap::new();
    for one in known {
        let (Some(written), Some(said)) = (one.entry.birth, one.document.as_ref().and_then(IdDocument::birth)) else {
            continue;
        };
        if written == said {
            continue;
        }
        if let Some(other) = mismatched.get(&(said, written)) {
            let raise = codes::E221.at(checker.of_entry(one.entry, Field::Document));
            let raise = raise.found(format!("{written} ≠ {said}")).expected(written.to_string());
            checker.log.raise(raise.with("other", &other.id));
        } else {
            mismatched.insert((written, said), one.entry);
        }
    }
}

/// Two of one surname born within a day of each other.
fn neighbours(checker: &mut Checker<'_>, known: &[Known<'_>]) {
    let mut order: Vec<(char, NaiveDate, &Known<'_>)> = known
        .iter()
        .filter_map(|one| Some((one.key.chars().next()?, one.entry.birth?, one)))
        .filter(|(surname, _, _)| !surname.is_ascii())
        .collect();
    order.sort_by_key(|(surname, birth, one)| (*surname, *birth, one.entry.line));
    for pair in order.windows(2) {
        let [(surname_a, birth_a, a), (surname_b, birth_b, b)] = pair else { continue };
        // The same name and day is an entry twice.
        let same = a.key == b.key && birth_a == birth_b;
        if surname_a != surname_b || same || birth_b.signed_duration_since(*birth_a).num_days() > 1 {
            continue;
        }
        let raise = codes::I222.at(checker.of_entry(b.entry, Field::Birth));
        let raise = raise.found(format!("{} {birth_b}, {} {birth_a}", b.entry.name, a.entry.name));
        checker.log.raise(raise.with("other", &a.entry.id));
    }
}

/// Two of one birth date whose names are written differently and sound the same: 轩 for 萱, or pinyin once.
fn sound_alikes(checker: &mut Checker<'_>, known: &[Known<'_>]) {
    let mut by_birth: BTreeMap<NaiveDate, Vec<&Known<'_>>> = BTreeMap::new();
    for one in known.iter().filter(|one| !one.key.is_empty()) {
        if let Some(birth) = one.entry.birth {
            by_birth.entry(birth).or_default().push(one);
        }
    }
    for (birth, people) in by_birth.into_iter().filter(|(_, people)| people.len() > 1) {
        let mut by_sound: HashMap<String, &Known<'_>> = HashMap::new();
        for one in people {
            let Some(sound) = pinyin_key(&one.entry.name) else { continue };
            let Some(first) = by_sound.get(&sound) else {
                by_sound.insert(sound, one);
                continue;
            };
            if first.key != one.key && !told_apart(first, one) {
                let raise = codes::W231.at(checker.of_entry(one.entry, Field::Name));
                let raise = raise.found(format!("{}, {}, {birth}", one.entry.name, first.entry.name));
                checker.log.raise(raise.with("line", first.entry.line).with("name", &first.entry.name));
            }
        }
    }
}

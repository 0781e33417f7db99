//! Who the entries of a file are in the register, and where the two disagree.

use super::super::{Code, Log, Place, Raise, codes};
use super::facts::{CertificateFact, Facts, PersonFact, PersonState};
use crate::domain::certificate_number;
use crate::domain::id_document::{IdDocument, IdKind};
use crate::domain::matching::{self, EntryFacts, Match, PersonFacts, Why};
use crate::domain::name::search_key;
use crate::domain::register_number::RegisterNumber;
use crate::domain::results::field::Field;
use crate::domain::results::{Entry, Headers, Sheet};
use crate::text::{Bilingual, both};
use std::collections::{BTreeMap, HashMap};

/// The most candidates that are named.
const CANDIDATES: usize = 5;

/// The register's answers, by what they are looked up by.
struct Index<'a> {
    by_register: HashMap<RegisterNumber, &'a PersonFact>,
    by_document: HashMap<&'a str, Vec<RegisterNumber>>,
    by_name: HashMap<String, Vec<&'a PersonFact>>,
    certificates: HashMap<(u8, &'a str), &'a CertificateFact>,
    /// The entries with a register id, by the search key of their name.
    entries: HashMap<String, Vec<(&'a Entry, RegisterNumber)>>,
}

struct Persons<'a, 'l> {
    sheet: &'a Sheet,
    headers: &'a Headers,
    index: Index<'a>,
    log: &'l mut Log,
}

/// Checks every entry, and returns who each is, as far as it is certain: what the import will link it to.
pub(super) fn check<'a>(
    sheet: &'a Sheet,
    headers: &'a Headers,
    facts: &'a Facts,
    log: &mut Log,
) -> Vec<Option<&'a PersonFact>> {
    let mut by_name: HashMap<String, Vec<&PersonFact>> = HashMap::new();
    for person in &facts.persons {
        by_name.entry(search_key(&person.name)).or_default().push(person);
    }
    let mut by_document: HashMap<&str, Vec<RegisterNumber>> = HashMap::new();
    for fact in &facts.documents {
        by_document.entry(&fact.document).or_default().push(fact.register);
    }
    let mut entries: HashMap<String, Vec<(&Entry, RegisterNumber)>> = HashMap::new();
    for entry in &sheet.entries {
        if let Some(Ok(register)) = entry.register.as_deref().map(RegisterNumber::read) {
            entries.entry(search_key(&entry.name)).or_default().push((entry, register));
        }
    }
    let index = Index {
        entries,
        by_register: facts.persons.iter().map(|person| (person.register, person)).collect(),
        by_document,
        by_name,
        certificates: facts.certificates.iter().map(|c| ((c.grade.rank(), c.number.as_str()), c)).collect(),
    };
    let mut persons = Persons { sheet, headers, index, log };
    let found: Vec<Option<&PersonFact>> = sheet.entries.iter().map(|entry| persons.one(entry)).collect();
    let mut times: HashMap<RegisterNumber, usize> = HashMap::new();
    for person in found.iter().flatten() {
        *times.entry(stands_for(person)).or_default() += 1;
    }
    for (entry, person) in sheet.entries.iter().zip(&found) {
        match person {
            // Whoever stands on several lines is an error already. Each of them compared would be a guess at a birth
            // date, and a file of guesses would find out that of anybody whose number is known.
            Some(person) if times.get(&stands_for(person)).is_some_and(|times| *times > 1) => {
                persons.certificate(entry, Some(person));
            }
            Some(person) => persons.compare(entry, person),
            None => persons.certificate(entry, None),
        }
    }
    persons.one_person_twice(&found);
    found
}

impl<'a> Persons<'a, '_> {
    fn place(&self, entry: &Entry, field: Field) -> Place {
        let place = Place::players(entry.line).column(self.headers.of(field));
        if entry.id.is_empty() { place } else { place.person(entry.id.clone()) }
    }

    fn raise(&mut self, code: &'static Code, entry: &Entry, field: Field, found: &str, expected: &str) {
        let place = self.place(entry, field);
        self.log.raise(code.at(place).found(found).expected(expected));
    }

    /// Who the entry is: by register id, by document, or by name and birth date; never by name alone.
    fn one(&mut self, entry: &'a Entry) -> Option<&'a PersonFact> {
        let key = search_key(&entry.name);
        let document = entry.document.as_deref().and_then(|text| IdDocument::read(text).ok());
        let owners = document.as_ref().and_then(|d| self.index.by_document.get(d.normalised().as_str()).cloned());
        match entry.register.as_deref().map(RegisterNumber::read) {
            Some(Ok(register)) => {
                let found = self.by_register(entry, register, &key);
                match owners.filter(|owners| found.is_some() && !owners.contains(&register)) {
                    Some(_) => self.document_of_another(entry),
                    None => found,
                }
            }
            // Not a register id: the file's own check has said so.
            Some(Err(_)) => None,
            None => match owners.as_deref() {
                Some([owner]) => self.by_document(entry, *owner, &key),
                Some(owners) => self.by_shared_document(entry, owners, &key),
                None => self.by_name(entry, &key),
            },
        }
    }

    fn by_register(&mut self, entry: &'a Entry, register: RegisterNumber, key: &str) -> Option<&'a PersonFact> {
        let Some(person) = self.index.by_register.get(&register).copied() else {
            self.raise(&codes::E701, entry, Field::Register, &register.to_string(), "");
            return None;
        };
        if search_key(&person.name) == key {
            return Some(person);
        }
        // The id of one is written with the name of another: whose is it?
        if let Some(other) = self.exchanged_with(entry, person, key) {
            let (id, name) = (other.id.clone(), other.name.clone());
            let raise = codes::E704.at(self.place(entry, Field::Register)).found(register.to_string());
            self.log.raise(raise.with("other", id).with("name", name));
        } else if let Some(meant) = self.index.by_name.get(key).and_then(|all| {
            let mut near = all.iter().filter(|p| nearly_same(p.register, register));
            near.next().filter(|_| near.next().is_none())
        }) {
            let meant = meant.register.to_string();
            self.raise(&codes::E703, entry, Field::Register, &register.to_string(), &meant);
        } else {
            let raise = codes::E702.at(self.place(entry, Field::Register)).found(format!("{register} {}", entry.name));
            let raise = match person.ours {
                true => raise.expected(person.name.clone()),
                false => other(raise, "finding.E702.other"),
            };
            self.log.raise(raise);
        }
        None
    }

    /// Another entry that bears this person's name and whose id is of a person with this entry's name.
    fn exchanged_with(&self, entry: &Entry, person: &PersonFact, key: &str) -> Option<&'a Entry> {
        let namesakes = self.index.entries.get(&search_key(&person.name))?;
        let theirs = |register| self.index.by_register.get(register).is_some_and(|p| search_key(&p.name) == key);
        namesakes.iter().find(|(other, register)| other.line != entry.line && theirs(register)).map(|(other, _)| *other)
    }

    fn by_document(&mut self, entry: &'a Entry, owner: RegisterNumber, key: &str) -> Option<&'a PersonFact> {
        let person = self.index.by_register.get(&owner).copied();
        match person.filter(|person| search_key(&person.name) == key) {
            Some(person) => Some(person),
            None => self.document_of_another(entry),
        }
    }

    /// A document that history has given to several: those of the entry's name may be meant, and of the others nothing
    /// is told.
    fn by_shared_document(&mut self, entry: &Entry, owners: &[RegisterNumber], key: &str) -> Option<&'a PersonFact> {
        let named =
            |id: &&RegisterNumber| self.index.by_register.get(id).is_some_and(|person| search_key(&person.name) == key);
        let ids: Vec<String> = owners.iter().filter(named).map(RegisterNumber::to_string).take(CANDIDATES).collect();
        if ids.is_empty() {
            return self.document_of_another(entry);
        }
        self.raise(&codes::W709, entry, Field::Document, &entry.name, &ids.join(" | "));
        None
    }

    /// Whose it is nobody is told: a number in hand would be the key to a stranger's record.
    fn document_of_another(&mut self, entry: &Entry) -> Option<&'a PersonFact> {
        self.log.raise(codes::E705.at(self.place(entry, Field::Document)).found(entry.name.clone()));
        None
    }

    /// Name and birth date, by the rules of the import ([`matching::decide`]).
    fn by_name(&mut self, entry: &'a Entry, key: &str) -> Option<&'a PersonFact> {
        // Without a birth date the file's own check has said that nobody is identified.
        let birth = entry.birth?;
        let candidates = self.index.by_name.get(key).cloned().unwrap_or_default();
        // Nobody has the document, or this would not be asked.
        let kind = entry.document.as_deref().and_then(|text| IdDocument::read(text).ok()).map(|read| read.kind());
        let asked = EntryFacts {
            name_key: key.to_owned(),
            birth: Some(birth),
            sex: entry.sex,
            by_register: false,
            by_document: kind.is_some(),
        };
        let persons: Vec<PersonFacts> =
            (0_i64..).zip(&candidates).map(|(id, person)| facts_of(id, key, person, kind)).collect();
        let found = format!("{} {birth}", entry.name);
        let person = |id: i64| usize::try_from(id).ok().and_then(|at| candidates.get(at).copied());
        match matching::decide(&asked, &persons) {
            Match::Link(id) => person(id),
            Match::Create => {
                self.raise(&codes::I710, entry, Field::Name, &entry.name, "");
                None
            }
            Match::Doubtful(doubts) => {
                let same = doubts.iter().any(|doubt| doubt.why == Why::SameNameAndBirth);
                let ids = doubts.iter().filter_map(|doubt| person(doubt.person)).take(CANDIDATES);
                let ids = ids.map(|person| person.register.to_string()).collect::<Vec<_>>().join(" | ");
                let other = doubts.iter().any(|doubt| doubt.why == Why::OtherDocument);
                let (code, field) = match (same, other) {
                    (true, _) => (&codes::W709, Field::Name),
                    (false, true) => (&codes::W729, Field::Document),
                    (false, false) => (&codes::W708, Field::Birth),
                };
                self.raise(code, entry, field, &found, &ids);
                None
            }
        }
    }

    /// What the register knows of the person against what the file says.
    fn compare(&mut self, entry: &Entry, person: &PersonFact) {
        match &person.state {
            PersonState::Active => {}
            PersonState::MergedInto(other) => {
                self.raise(&codes::W711, entry, Field::Register, &person.register.to_string(), &other.to_string());
            }
            PersonState::Barred => self.raise(&codes::E712, entry, Field::Register, &person.register.to_string(), ""),
        }
        if let (Some(known), Some(written)) = (person.birth, entry.birth)
            && known != written
        {
            let raise = codes::E707.at(self.place(entry, Field::Birth)).found(written.to_string());
            let raise = match person.ours {
                true => raise.expected(known.to_string()),
                false => other(raise, "finding.E707.other"),
            };
            self.log.raise(raise);
        }
        if let (Some(known), Some(written)) = (person.sex, entry.sex)
            && known != written
        {
            let raise = codes::W713.at(self.place(entry, Field::Sex)).found_sex(Some(written));
            self.log.raise(raise.expected_sex(known));
        }
        // Whom this event entered before it was opened again holds what its file says, as a newcomer does.
        if entry.grade != person.grade && !person.entered_here {
            let raise = codes::W706.at(self.place(entry, Field::Grade)).found_grade(entry.grade);
            self.log.raise(raise.expected_grade("", person.grade));
        }
        self.certificate(entry, Some(person));
    }

    /// The certificate that an entry names, whether or not it is known whose entry it is.
    fn certificate(&mut self, entry: &Entry, person: Option<&PersonFact>) {
        let Some(grade) = entry.grade else { return };
        let Some(Ok(read)) = entry.certificate.as_deref().map(certificate_number::read) else {
            // A grade that counts for nothing but this file's word.
            if person.is_none_or(|person| person.entered_here) && grade.is_dan() {
                let raise = codes::W726.at(self.place(entry, Field::Grade)).found_grade(Some(grade));
                self.log.raise(raise);
            }
            return;
        };
        let number = read.number.to_string();
        let words = grade.words();
        let found = Bilingual { zh: format!("{} {number}", words.zh), en: format!("{} {number}", words.en) };
        match self.index.certificates.get(&(grade.rank(), number.as_str())).copied() {
            None => self.certificate_raise(&codes::W715, entry, found),
            Some(fact) if self.of_another(entry, person, fact) => self.certificate_raise(&codes::E714, entry, found),
            Some(fact) if !fact.valid => self.certificate_raise(&codes::E716, entry, found),
            Some(_) => {}
        }
    }

    fn certificate_raise(&mut self, code: &'static Code, entry: &Entry, found: Bilingual) {
        let raise = code.at(self.place(entry, Field::Certificate)).found_words(found.zh.clone(), found);
        self.log.raise(raise);
    }

    /// Whether a certificate is not that of whoever the entry is, or may be.
    fn of_another(&self, entry: &Entry, person: Option<&PersonFact>, fact: &CertificateFact) -> bool {
        let holder = self.index.by_register.get(&fact.register);
        match (person, holder) {
            (Some(person), Some(holder)) => stands_for(person) != stands_for(holder),
            (Some(person), None) => stands_for(person) != fact.register,
            // Whoever is looked at side by side may be the holder; somebody of another name or birth date is not.
            (None, Some(holder)) => {
                search_key(&holder.name) != search_key(&entry.name)
                    || matches!((holder.birth, entry.birth), (Some(a), Some(b)) if a != b && !matching::near(a, b))
            }
            (None, None) => true,
        }
    }

    /// Two entries that are one person of the register.
    fn one_person_twice(&mut self, found: &[Option<&PersonFact>]) {
        let mut first: BTreeMap<RegisterNumber, &Entry> = BTreeMap::new();
        for (entry, person) in self.sheet.entries.iter().zip(found) {
            let Some(person) = person else { continue };
            if let Some(earlier) = first.get(&stands_for(person)) {
                let raise = codes::E728.at(self.place(entry, Field::Name)).found(person.register.to_string());
                self.log.raise(raise.with("line", earlier.line));
            } else {
                first.insert(stands_for(person), entry);
            }
        }
    }
}

/// Only that the register holds another value: the record of a person that the agency which asks does not keep itself.
fn other<'a>(raise: Raise<'a>, key: &str) -> Raise<'a> {
    let words = both(key, &[]);
    raise.expected_words(words.zh.clone(), words)
}

/// Whether two ids differ by one digit or by two swapped neighbours. (The check digit finds both when one of
/// them is no id; two real ids can still be this near in two places.)
fn nearly_same(a: RegisterNumber, b: RegisterNumber) -> bool {
    let (a, b) = (a.to_string(), b.to_string());
    let differing: Vec<usize> =
        a.bytes().zip(b.bytes()).enumerate().filter(|(_, (x, y))| x != y).map(|(i, _)| i).collect();
    // The last digit checks the others, so a slip of the payload changes it too.
    let payload: Vec<usize> = differing.iter().copied().filter(|i| *i < 10).collect();
    match payload.as_slice() {
        [_] => true,
        [i, j] => {
            let (a, b) = (a.as_bytes(), b.as_bytes());
            j - i == 1 && a[*i] == b[*j] && a[*j] == b[*i]
        }
        _ => false,
    }
}

/// The number under which a person's records are kept.
fn stands_for(person: &PersonFact) -> RegisterNumber {
    match person.state {
        PersonState::MergedInto(kept) => kept,
        PersonState::Active | PersonState::Barred => person.register,
    }
}

/// A candidate of the name, for the rules of the import: the entry names a document of a kind that nobody has.
fn facts_of(id: i64, key: &str, person: &PersonFact, kind: Option<IdKind>) -> PersonFacts {
    PersonFacts {
        id,
        name_key: key.to_owned(),
        birth: person.birth,
        sex: person.sex,
        register_agrees: false,
        document_agrees: false,
        other_document: kind.is_some_and(|kind| person.documents.contains(&kind)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_that_a_slip_of_the_pen_makes_of_each_other_are_near() {
        let id = |payload| RegisterNumber::from_payload(payload).unwrap();
        assert!(nearly_same(id(123_456_789), id(123_456_798)), "two neighbours swapped");
        assert!(nearly_same(id(123_456_789), id(123_456_780)), "one digit");
        assert!(!nearly_same(id(123_456_789), id(123_456_789)), "the same");
        assert!(!nearly_same(id(123_456_789), id(987_654_321)));
    }

    #[test]
    fn nobody_is_ever_found_by_name_alone() {
        let id = |payload| RegisterNumber::from_payload(payload).unwrap();
        let person = |payload, birth: Option<&str>| PersonFact {
            register: id(payload),
            name: "王伟".to_owned(),
            birth: birth.map(|day| day.parse().unwrap()),
            sex: None,
            grade: None,
            state: PersonState::Active,
            documents: Vec::new(),
            ours: false,
            entered_here: false,
        };
        let entry = |birth: Option<&str>| Entry {
            line: 2,
            id: "1".to_owned(),
            name: "王伟".to_owned(),
            birth: birth.map(|day| day.parse().unwrap()),
            ..Entry::default()
        };
        let found = |entry: Entry, persons: Vec<PersonFact>| {
            let sheet = Sheet { entries: vec![entry], games: vec![] };
            let facts = Facts { persons, ..Facts::default() };
            let mut log = Log::new();
            let found = check(&sheet, &Headers::default(), &facts, &mut log).remove(0).map(|person| person.register);
            (found, log.into_findings().first().map(|finding| finding.code))
        };
        // Without a birth date the only one of the name is still not the person.
        assert_eq!(found(entry(None), vec![person(1, Some("1990-01-02"))]), (None, None));
        assert_eq!(found(entry(None), vec![person(1, None)]), (None, None));
        // A birth date that the register does not know decides nothing either.
        assert_eq!(found(entry(Some("1990-01-02")), vec![person(1, None)]), (None, Some("W708")));
        assert_eq!(found(entry(Some("1990-01-02")), vec![person(1, Some("1971-08-30"))]), (None, Some("I710")));
        assert_eq!(found(entry(Some("1990-01-02")), vec![person(1, Some("1990-01-02"))]), (Some(id(1)), None));
        let two = vec![person(1, Some("1990-01-02")), person(2, Some("1990-01-02"))];
        assert_eq!(found(entry(Some("1990-01-02")), two), (None, Some("W709")));
    }
}

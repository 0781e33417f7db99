//! Whether an entry of a file is a person the register knows.
//!
//! A row names a register id, an identity document, or name and birth date. Nothing is ever written to a person
//! found by name alone: whatever is not certain goes to a person's eyes, side by side.

use crate::domain::results::Sex;
use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

/// What an entry says of its player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryFacts {
    /// The name as searched.
    pub name_key: String,
    /// Birth date, where given.
    pub birth: Option<NaiveDate>,
    /// Sex, where given.
    pub sex: Option<Sex>,
    /// Whether the entry names a register id.
    pub by_register: bool,
    /// Whether the entry names an identity document.
    pub by_document: bool,
}

/// What the register says of a person that may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonFacts {
    /// Internal id.
    pub id: i64,
    /// The name as searched.
    pub name_key: String,
    /// Birth date, where known.
    pub birth: Option<NaiveDate>,
    /// Sex, where known.
    pub sex: Option<Sex>,
    /// The entry's register id is this person's.
    pub register_agrees: bool,
    /// The entry's document is this person's.
    pub document_agrees: bool,
    /// The register keeps a document of the kind that the entry names for this person, and it is another one.
    pub other_document: bool,
}

/// Why a person is a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The register id is this person's, the name or birth date is not.
    RegisterOtherName,
    /// The document is this person's, the name or birth date is not.
    DocumentOtherName,
    /// Name and birth date are the same, and so they are of another person.
    SameNameAndBirth,
    /// Name and birth date are this person's; the document that the entry names is not the one that the register keeps.
    OtherDocument,
    /// The name is the same and the birth date differs as a slip of the pen would.
    NearBirth,
    /// The name is the same and one of the birth dates is not known.
    BirthUnknown,
}

impl Why {
    /// All reasons.
    pub const ALL: [Why; 6] = [
        Why::RegisterOtherName,
        Why::DocumentOtherName,
        Why::SameNameAndBirth,
        Why::OtherDocument,
        Why::NearBirth,
        Why::BirthUnknown,
    ];

    /// The stable key, as in the catalogue's `match.why.*`.
    pub const fn key(self) -> &'static str {
        match self {
            Why::RegisterOtherName => "register-other-name",
            Why::DocumentOtherName => "document-other-name",
            Why::SameNameAndBirth => "same-name-and-birth",
            Why::OtherDocument => "other-document",
            Why::NearBirth => "near-birth",
            Why::BirthUnknown => "birth-unknown",
        }
    }
}

/// A person who may be meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Internal id of the person.
    pub person: i64,
    /// Why.
    pub why: Why,
}

/// What is to be done with an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// It is this person.
    Link(i64),
    /// It is somebody new.
    Create,
    /// A person has to look.
    Doubtful(Vec<Candidate>),
}

/// Decides for one entry, given everyone of the register who shares its register id, document or name.
pub fn decide(entry: &EntryFacts, persons: &[PersonFacts]) -> Match {
    for (named, agrees, why) in [
        (entry.by_register, (|p| p.register_agrees) as fn(&PersonFacts) -> bool, Why::RegisterOtherName),
        (entry.by_document, |p| p.document_agrees, Why::DocumentOtherName),
    ] {
        if !named {
            continue;
        }
        let holders: Vec<&PersonFacts> = persons.iter().filter(|p| agrees(p)).collect();
        match holders.as_slice() {
            [] => {}
            [one] if one.name_key == entry.name_key && !contradicts(entry, one) => return Match::Link(one.id),
            several => {
                return Match::Doubtful(several.iter().map(|p| Candidate { person: p.id, why }).collect());
            }
        }
    }
    by_name_and_birth(entry, persons)
}

fn by_name_and_birth(entry: &EntryFacts, persons: &[PersonFacts]) -> Match {
    let namesakes: Vec<&PersonFacts> = persons.iter().filter(|p| p.name_key == entry.name_key).collect();
    let Some(birth) = entry.birth else {
        // Without a birth date nobody is certain, known or not.
        return Match::Doubtful(namesakes.iter().map(|p| Candidate { person: p.id, why: Why::BirthUnknown }).collect());
    };
    let same: Vec<&&PersonFacts> = namesakes.iter().filter(|p| p.birth == Some(birth)).collect();
    if let [one] = same.as_slice()
        && !contradicts(entry, one)
        && !one.other_document
    {
        return Match::Link(one.id);
    }
    let why = |p: &PersonFacts| if p.other_document { Why::OtherDocument } else { Why::SameNameAndBirth };
    let mut doubts: Vec<Candidate> = same.iter().map(|p| Candidate { person: p.id, why: why(p) }).collect();
    for other in namesakes.iter().filter(|p| p.birth != Some(birth)) {
        match other.birth {
            None => doubts.push(Candidate { person: other.id, why: Why::BirthUnknown }),
            Some(known) if near(birth, known) => doubts.push(Candidate { person: other.id, why: Why::NearBirth }),
            Some(_) => {}
        }
    }
    if doubts.is_empty() { Match::Create } else { Match::Doubtful(doubts) }
}

fn contradicts(entry: &EntryFacts, person: &PersonFacts) -> bool {
    matches!((entry.birth, person.birth), (Some(a), Some(b)) if a != b)
        || matches!((entry.sex, person.sex), (Some(a), Some(b)) if a != b)
}

/// Whether two dates differ as a slip of the pen would: month and day exchanged, one digit wrong, or two
/// neighbouring digits exchanged.
pub fn near(a: NaiveDate, b: NaiveDate) -> bool {
    if a.year() == b.year() && a.month() == b.day() && a.day() == b.month() {
        return true;
    }
    let (a, b) = (a.format("%Y%m%d").to_string(), b.format("%Y%m%d").to_string());
    let wrong: Vec<usize> = a.bytes().zip(b.bytes()).enumerate().filter(|(_, (x, y))| x != y).map(|(i, _)| i).collect();
    match wrong.as_slice() {
        [_] => true,
        [i, j] if *j == i + 1 => a.as_bytes()[*i] == b.as_bytes()[*j] && a.as_bytes()[*j] == b.as_bytes()[*i],
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn entry(birth: Option<&str>) -> EntryFacts {
        EntryFacts { name_key: "王伟".into(), birth: birth.map(day), ..EntryFacts::default() }
    }

    fn person(id: i64, birth: Option<&str>) -> PersonFacts {
        PersonFacts {
            id,
            name_key: "王伟".into(),
            birth: birth.map(day),
            sex: None,
            register_agrees: false,
            document_agrees: false,
            other_document: false,
        }
    }

    #[test]
    fn a_document_that_is_not_the_namesakes_is_looked_at() {
        let other = PersonFacts { other_document: true, ..person(1, Some("2012-03-04")) };
        let asked = EntryFacts { by_document: true, ..entry(Some("2012-03-04")) };
        let doubt = Candidate { person: 1, why: Why::OtherDocument };
        assert_eq!(decide(&asked, &[other]), Match::Doubtful(vec![doubt]));
        // Without a document of that kind in the register nothing speaks against the namesake.
        assert_eq!(decide(&asked, &[person(1, Some("2012-03-04"))]), Match::Link(1));
    }

    #[test]
    fn name_and_birth_date_of_exactly_one_person_link() {
        let known = [person(1, Some("2012-03-04")), person(2, Some("1990-01-01"))];
        assert_eq!(decide(&entry(Some("2012-03-04")), &known), Match::Link(1));
    }

    #[test]
    fn five_hundred_namesakes_born_on_other_days_make_nobody_doubtful() {
        let known: Vec<_> = (0..500).map(|i| person(i, Some(&format!("{}-05-05", 1930 + i % 60)))).collect();
        assert_eq!(decide(&entry(Some("2012-11-28")), &known), Match::Create);
    }

    #[test]
    fn a_name_without_a_birth_date_is_never_linked() {
        assert!(matches!(decide(&entry(None), &[person(1, Some("2012-03-04"))]), Match::Doubtful(c) if c.len() == 1));
        assert_eq!(decide(&entry(None), &[]), Match::Doubtful(vec![]));
    }

    #[test]
    fn a_register_id_with_another_name_is_looked_at() {
        let mut sibling = person(1, Some("2012-03-04"));
        sibling.name_key = "王芳".into();
        sibling.register_agrees = true;
        let asked = EntryFacts { by_register: true, ..entry(Some("2012-03-04")) };
        let expected = Candidate { person: 1, why: Why::RegisterOtherName };
        assert_eq!(decide(&asked, &[sibling]), Match::Doubtful(vec![expected]));
    }

    #[test]
    fn a_document_shared_by_two_persons_is_looked_at() {
        let shared = |id| PersonFacts { document_agrees: true, ..person(id, None) };
        let asked = EntryFacts { by_document: true, ..entry(Some("2012-03-04")) };
        assert!(matches!(decide(&asked, &[shared(1), shared(2)]), Match::Doubtful(c) if c.len() == 2));
    }

    #[test]
    fn a_birth_date_off_by_a_slip_of_the_pen_is_looked_at() {
        for other in ["2012-04-03", "2012-03-05", "2021-03-04", "2012-03-14"] {
            assert!(
                matches!(decide(&entry(Some("2012-03-04")), &[person(1, Some(other))]), Match::Doubtful(_)),
                "{other}"
            );
        }
        assert_eq!(decide(&entry(Some("2012-03-04")), &[person(1, Some("2001-07-19"))]), Match::Create);
    }

    #[test]
    fn the_same_name_and_birth_date_but_another_sex_is_looked_at() {
        let known = PersonFacts { sex: Some(Sex::Female), ..person(1, Some("2012-03-04")) };
        let asked = EntryFacts { sex: Some(Sex::Male), ..entry(Some("2012-03-04")) };
        assert!(matches!(decide(&asked, &[known]), Match::Doubtful(_)));
    }

    proptest! {
        #[test]
        fn nobody_is_linked_who_shares_the_name_alone(
            births in proptest::collection::vec(proptest::option::of(1i32..9000), 0..6),
            asked in proptest::option::of(1i32..9000),
            by_register in any::<bool>(),
            by_document in any::<bool>(),
        ) {
            let base = day("1990-01-01");
            let date = |n: i32| base + chrono::Duration::days(i64::from(n));
            let known: Vec<_> = births.iter().enumerate()
                .map(|(i, b)| PersonFacts { birth: b.map(date), ..person(i as i64, None) }).collect();
            let facts = EntryFacts { birth: asked.map(date), by_register, by_document, ..entry(None) };
            if let Match::Link(id) = decide(&facts, &known) {
                let linked = known.iter().find(|p| p.id == id).unwrap();
                prop_assert!(facts.birth.is_some() && linked.birth == facts.birth);
            }
        }
    }
}

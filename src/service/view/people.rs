//! Finding a person by name, region and year of birth.

use super::PublicName;
use super::certificate::State;
use super::name::Whom;
use crate::domain::area_code::AreaCode;
use crate::domain::grade::Grade;
use crate::domain::name::{SEPARATORS, lookup_key, search_key};
use crate::service::{Register, ServiceResult};
use crate::store::person::records_of;
use crate::store::public::{Who, people as rows};
use crate::text::Bilingual;
use chrono::NaiveDate;

/// How many namesakes are listed at most.
pub const MOST: usize = 100;

/// How many names of several parts are read at most to find one that was typed without its dots.
const MOST_READ: i64 = 1000;

/// A person that the three facts lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonLine {
    /// The public number.
    pub register_no: String,
    /// The name.
    pub name: PublicName,
    /// Home region.
    pub region: Bilingual,
    /// The highest grade granted.
    pub grade: Option<Grade>,
    /// The state of the certificate of the highest grade.
    pub certificate: Option<State>,
}

/// The persons of a name, a region and a year of birth, by register id; whether there are more than are listed.
///
/// `after` is the register id behind which the list begins.
pub fn find(
    register: &Register,
    name: &str,
    region: &str,
    year: i32,
    after: Option<&str>,
) -> ServiceResult<(Vec<PersonLine>, bool)> {
    let today = register.today();
    let Some(days) = NaiveDate::from_ymd_opt(year, 1, 1).zip(NaiveDate::from_ymd_opt(year, 12, 31)) else {
        return Ok((Vec::new(), false));
    };
    register.read(|conn| {
        let limit = MOST as i64 + 1;
        let mut found = rows::by_facts(conn, &search_key(name), region, days, after.unwrap_or(""), limit)?;
        // Nobody of that key: whoever's name it is but for what sets its parts apart. There are few of those names, and
        // fewer namesakes among them: a page holds them.
        let wanted = lookup_key(name);
        if let (true, None, Some(first)) = (found.is_empty(), after, wanted.chars().next()) {
            found = rows::by_facts(conn, &wanted, region, days, "", MOST as i64)?;
            if found.is_empty() {
                found = rows::by_beginning(conn, first, &SEPARATORS, region, days, MOST_READ)?;
                found.retain(|who| lookup_key(&who.name) == wanted);
                found.truncate(MOST);
            }
        }
        let more = found.len() > MOST;
        found.truncate(MOST);
        let ids: Vec<i64> = found.iter().map(|who| who.id).collect();
        let records = records_of(conn, &ids)?;
        let all: Vec<i64> = records.iter().map(|(_, record)| *record).collect();
        let papers = rows::certificates(conn, &all)?;
        // Of the grade that is shown, under whichever record it was issued; one that stands before a revoked one.
        let state = |who: &Who| {
            let own = |record: i64| records.iter().any(|(id, other)| *id == who.id && *other == record);
            let mut of_grade = papers.iter().filter(|(record, grade, _)| Some(*grade) == who.grade && own(*record));
            let first = of_grade.next();
            first.filter(|(.., state)| state != "revoked").or_else(|| of_grade.find(|(.., s)| s != "revoked")).or(first)
        };
        let lines = found.into_iter().map(|who| PersonLine {
            name: Whom::of(&who, &who.name).shown_on(today),
            region: who.region.parse::<AreaCode>().map(AreaCode::name).unwrap_or_default(),
            grade: super::grade(who.grade),
            certificate: state(&who).map(|(.., state)| State::of(state)),
            register_no: who.register_no,
        });
        Ok((lines.collect(), more))
    })
}

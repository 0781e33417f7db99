//! Agencies as the workplace sees them: the list, and one with its authorisation and how full its series are.

use crate::domain::certificate_number::SeriesScope;
use crate::domain::grade::Grade;
use crate::domain::permission::{Action, Reach, reach};
use crate::service::certificate::grade_of;
use crate::service::{Register, ServiceResult, Staff};
use crate::store::agency::{self, Agency, AgencyStep};
use crate::store::{account, series};
use chrono::{Datelike, NaiveDate};
use std::collections::HashMap;

/// How many agencies a page lists.
pub const PAGE: usize = 60;

/// A page of agencies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgencyList {
    /// The agencies, by code.
    pub agencies: Vec<Agency>,
    /// The code after which the next page begins, where there is one.
    pub next: Option<String>,
}

/// The agencies that `staff` may see, by code, after a code.
pub fn list(register: &Register, staff: &Staff, after: &str) -> ServiceResult<AgencyList> {
    let mut all = register.read(|conn| Ok(agency::all(conn)?))?;
    all.retain(|one| staff.may(Action::ViewAgency, one) && one.code.as_str() > after);
    let more = all.len() > PAGE;
    all.truncate(PAGE);
    let next = all.last().filter(|_| more).map(|a| a.code.clone());
    Ok(AgencyList { agencies: all, next })
}

/// How full a series of numbers is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesView {
    /// The grade; none where all grades share one series.
    pub grade: Option<Grade>,
    /// The last number given.
    pub used: i64,
    /// How many there are.
    pub capacity: i64,
}

impl SeriesView {
    /// From 80 % on the agency is warned.
    pub fn warns(&self) -> bool {
        self.used * 100 >= self.capacity * 80
    }
}

/// An agency with everything its page shows.
#[derive(Clone, Debug)]
pub struct AgencyView {
    /// The agency.
    pub agency: Agency,
    /// The agency above.
    pub parent: Option<Agency>,
    /// The agencies directly below, by code.
    pub children: Vec<Agency>,
    /// The series of this year under the agency's area code, by grade.
    pub series: Vec<SeriesView>,
    /// The year.
    pub year: i32,
    /// Today.
    pub today: NaiveDate,
    /// What was decided about it, with by whom, the latest first.
    pub steps: Vec<(AgencyStep, String)>,
    /// Whether the reader may change it.
    pub may_manage: bool,
}

/// Reads an agency for its page.
pub fn by_code(register: &Register, staff: &Staff, code: &str) -> ServiceResult<AgencyView> {
    let today = register.today();
    register.read(|conn| {
        let found = agency::by_code(conn, code)?;
        staff.require(Action::ViewAgency, &found)?;
        let per_grade = register.policy.series == SeriesScope::PerGrade;
        let rows = series::of_area(conn, &found.area_code, i64::from(today.year()))?;
        // The setting may have been another one earlier in the year.
        let rows = rows.into_iter().filter(|(grade, _)| (*grade > 0) == per_grade);
        let series = rows.map(|(grade, used)| SeriesView {
            grade: per_grade.then(|| grade_of(grade)),
            used,
            capacity: series::CAPACITY,
        });
        let names: HashMap<i64, String> = account::names(conn)?.into_iter().collect();
        let steps = agency::steps(conn, found.id)?;
        Ok(AgencyView {
            parent: match found.parent_id {
                Some(id) => Some(agency::by_id(conn, id)?),
                None => None,
            },
            children: agency::children(conn, found.id)?,
            series: series.collect(),
            year: today.year(),
            today,
            steps: steps
                .into_iter()
                .map(|step| {
                    let by = step.account_id.and_then(|id| names.get(&id).cloned()).unwrap_or_default();
                    (step, by)
                })
                .collect(),
            may_manage: reach(staff.role, Action::ManageAgency) == Reach::All,
            agency: found,
        })
    })
}

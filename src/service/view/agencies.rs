//! The agencies: who may file events and issue certificates, since when, until when, up to which grade.

use super::events::{self, EventLine};
use crate::domain::area_code::AreaCode;
use crate::domain::grade::Grade;
use crate::service::certificate::grade_of;
use crate::service::{Register, ServiceError, ServiceResult};
use crate::store::agency::{self, Agency};
use crate::store::public::events::Filter;
use crate::text::Bilingual;
use chrono::NaiveDate;
use serde::Serialize;

/// Whether an agency's authorisation is in force today.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// In force.
    Active,
    /// Not yet begun.
    Ahead,
    /// Its last day has passed.
    Expired,
    /// Suspended by the national office.
    Suspended,
    /// Closed; what it issued stays.
    Closed,
}

/// An agency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AgencyView {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: Bilingual,
    /// The three digits in the numbers of its certificates.
    pub area_code: String,
    /// The area's name.
    pub area: Bilingual,
    /// `national`, `province`, `city` or `county`.
    pub level: String,
    /// How its authorisation stands today.
    pub standing: Standing,
    /// First day of the authorisation.
    pub valid_from: NaiveDate,
    /// Last day, where it ends.
    pub valid_to: Option<NaiveDate>,
    /// The highest grade it may award.
    pub ceiling: Grade,
    /// How many agencies stand above it.
    pub depth: usize,
    /// The code of the agency above.
    pub parent: Option<String>,
}

/// An agency with what is around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgencyPage {
    /// The agency.
    pub agency: AgencyView,
    /// The agency above.
    pub parent: Option<AgencyView>,
    /// The agencies directly below.
    pub children: Vec<AgencyView>,
    /// Its latest events.
    pub events: Vec<EventLine>,
}

/// Where a code leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Led {
    /// To the agency.
    Here(Box<AgencyPage>),
    /// To the code that it has now.
    Elsewhere(String),
}

fn view(row: &Agency, all: &[Agency], today: NaiveDate, depth: usize) -> AgencyView {
    let parent = row.parent_id.and_then(|parent| all.iter().find(|one| one.id == parent));
    let standing = match row.state.as_str() {
        "suspended" => Standing::Suspended,
        "active" if today < row.valid_from => Standing::Ahead,
        "active" if row.valid_to.is_some_and(|last| last < today) => Standing::Expired,
        "active" => Standing::Active,
        _ => Standing::Closed,
    };
    AgencyView {
        code: row.code.clone(),
        name: Bilingual { zh: row.name_zh.clone(), en: row.name_en.clone() },
        area_code: row.area_code.clone(),
        area: row.area_code.parse::<AreaCode>().map(AreaCode::name).unwrap_or_default(),
        level: row.level.clone(),
        standing,
        valid_from: row.valid_from,
        valid_to: row.valid_to,
        ceiling: grade_of(row.ceiling),
        depth,
        parent: parent.map(|parent| parent.code.clone()),
    }
}

/// All agencies, each before those below it, by code.
pub fn tree(register: &Register) -> ServiceResult<Vec<AgencyView>> {
    let today = register.today();
    let all = register.read(|conn| Ok(agency::all(conn)?))?;
    let mut out = Vec::with_capacity(all.len());
    // Those whose parent is nowhere to be found begin a tree of their own, so that none is left out.
    let roots: Vec<&Agency> =
        all.iter().filter(|a| !a.parent_id.is_some_and(|parent| all.iter().any(|b| b.id == parent))).collect();
    let mut waiting: Vec<(&Agency, usize)> = roots.into_iter().rev().map(|root| (root, 0)).collect();
    while let Some((one, depth)) = waiting.pop() {
        out.push(view(one, &all, today, depth));
        let below: Vec<_> = all.iter().filter(|a| a.parent_id == Some(one.id)).map(|a| (a, depth + 1)).collect();
        waiting.extend(below.into_iter().rev());
    }
    Ok(out)
}

/// The agency of a code, or the code that an older form of it leads to: the six digits of a division without the
/// area in front, or a further area code that an agency was given.
pub fn by_code(register: &Register, code: &str) -> ServiceResult<Led> {
    let today = register.today();
    let all = register.read(|conn| Ok(agency::all(conn)?))?;
    let Some(found) = all.iter().find(|a| a.code == code) else {
        return older(&all, code).map(Led::Elsewhere).ok_or(ServiceError::NotFound);
    };
    let depth = |one: &Agency| match one.level.as_str() {
        "national" => 0,
        "province" => 1,
        "city" => 2,
        _ => 3,
    };
    let see = |one: &Agency| view(one, &all, today, depth(one));
    let filter = Filter { agency: Some(found.code.clone()), ..Filter::default() };
    let events = events::list(register, &filter, None)?.events.into_iter().take(10).collect();
    Ok(Led::Here(Box::new(AgencyPage {
        agency: see(found),
        parent: all.iter().find(|a| Some(a.id) == found.parent_id).map(see),
        children: all.iter().filter(|a| a.parent_id == Some(found.id)).map(see).collect(),
        events,
    })))
}

fn older(all: &[Agency], typed: &str) -> Option<String> {
    let digits: String = typed.chars().filter(|c| c.is_ascii_digit()).collect();
    let only_grouped = typed.chars().all(|c| c.is_ascii_digit() || c == '-' || c.is_whitespace());
    let candidates = match digits.len() {
        6 if only_grouped && digits.ends_with("0000") => vec![digits[..3].to_owned()],
        6 if only_grouped => vec![format!("{}0-{digits}", &digits[..2])],
        9 if only_grouped => vec![format!("{}-{}", &digits[..3], &digits[3..])],
        3 if only_grouped => return all.iter().find(|a| a.area_code == digits).map(|a| a.code.clone()),
        _ => Vec::new(),
    };
    candidates.into_iter().find(|code| all.iter().any(|a| a.code == *code))
}

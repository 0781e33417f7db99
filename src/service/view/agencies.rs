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
use std::collections::HashMap;

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

fn view(row: &Agency, parent: Option<&Agency>, today: NaiveDate, depth: usize) -> AgencyView {
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
    Ok(in_order(&all, today))
}

/// The tree in one pass over the agencies, which come by code.
fn in_order(all: &[Agency], today: NaiveDate) -> Vec<AgencyView> {
    let by_id: HashMap<i64, &Agency> = all.iter().map(|one| (one.id, one)).collect();
    let above = |one: &Agency| one.parent_id.and_then(|parent| by_id.get(&parent).copied());
    let mut below: HashMap<i64, Vec<&Agency>> = HashMap::new();
    // Those whose parent is nowhere to be found begin a tree of their own, so that none is left out.
    let mut waiting: Vec<(&Agency, usize)> = Vec::new();
    for one in all.iter().rev() {
        match above(one) {
            Some(parent) => below.entry(parent.id).or_default().push(one),
            None => waiting.push((one, 0)),
        }
    }
    let mut out = Vec::with_capacity(all.len());
    while let Some((one, depth)) = waiting.pop() {
        out.push(view(one, above(one), today, depth));
        waiting.extend(below.remove(&one.id).unwrap_or_default().into_iter().map(|child| (child, depth + 1)));
    }
    out
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
    let above = |one: &Agency| one.parent_id.and_then(|parent| all.iter().find(|a| a.id == parent));
    // Everything below one agency has the same parent, which is found once.
    let see = |one: &Agency, parent| view(one, parent, today, depth(one));
    let parent = above(found);
    let filter = Filter { agency: Some(found.code.clone()), ..Filter::default() };
    let events = events::list(register, &filter, None)?.events.into_iter().take(10).collect();
    Ok(Led::Here(Box::new(AgencyPage {
        agency: see(found, parent),
        parent: parent.map(|one| see(one, above(one))),
        children: all.iter().filter(|a| a.parent_id == Some(found.id)).map(|one| see(one, Some(found))).collect(),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: i64, parent_id: Option<i64>) -> Agency {
        Agency {
            id,
            code: format!("{id:06}"),
            area_code: "320".to_owned(),
            name_zh: String::new(),
            name_en: String::new(),
            level: "county".to_owned(),
            parent_id,
            ceiling: 26,
            state: "active".to_owned(),
            valid_from: NaiveDate::default(),
            valid_to: None,
            created_at: chrono::NaiveDateTime::default(),
        }
    }

    #[test]
    fn the_tree_holds_everybody_once_behind_their_parent_and_grows_with_their_number_only() {
        // Twenty thousand below two hundred: asking each of them about all the others would be seen by whoever waits.
        let all: Vec<Agency> = (1..=20_000).map(|id| row(id, (id > 200).then_some(id % 200 + 1))).collect();
        let tree = in_order(&all, NaiveDate::default());
        assert_eq!(tree.len(), all.len());
        let mut last = vec![String::new(); 2];
        for one in &tree {
            assert!(one.depth == 0 || one.parent.as_deref() == Some(last[0].as_str()), "{one:?}");
            let before = if one.depth == 0 { String::new() } else { std::mem::take(&mut last[1]) };
            assert!(before < one.code, "{one:?} after {before}");
            last = if one.depth == 0 {
                vec![one.code.clone(), String::new()]
            } else {
                vec![last[0].clone(), one.code.clone()]
            };
        }
        let lost = in_order(&[row(2, Some(9)), row(1, None)], NaiveDate::default());
        assert_eq!(lost.len(), 2, "whose parent is not there is shown all the same");
    }
}

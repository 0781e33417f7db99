//! The awards that a file's results would give, for the findings that compare them with the register.

use super::EventFacts;
use super::materialise::grade_at;
use super::recompute::event_context;
use crate::domain::area_code::AreaCode;
use crate::domain::finding::register::{Facts, PersonFact, Proposed};
use crate::domain::promotion::{self, Context, Outcome};
use crate::domain::register_number::RegisterNumber;
use crate::domain::results::{CheckContext, Sheet};
use crate::domain::scheme::Scheme;
use crate::service::ServiceResult;
use crate::service::event::scheme_of;
use crate::store::{Conn, account, agency};
use std::collections::{BTreeMap, BTreeSet, HashMap};

impl EventFacts<'_> {
    /// What the submission would award, by what the register knows of the players; and where it would award nothing,
    /// what the file claims with the grades that it gives itself: that is what a file with a wrong grade asks for.
    pub(super) fn proposed(
        &self,
        conn: &mut Conn,
        sheet: &Sheet,
        who: &[Option<RegisterNumber>],
        facts: &Facts,
    ) -> ServiceResult<Vec<Proposed>> {
        let (scheme, groups, plain) = match self.filed() {
            Ok((event, group)) => {
                let holder = agency::by_id(conn, event.agency_id)?;
                (scheme_of(conn, event)?, vec![group.to_owned()], event_context(event, &holder))
            }
            Err(said) => {
                let Some(scheme) = said.scheme.clone() else { return Ok(Vec::new()) };
                let groups = groups_of(&scheme, said, sheet);
                (scheme, groups, unfiled_context(conn, said)?)
            }
        };
        let persons: HashMap<RegisterNumber, &PersonFact> = facts.persons.iter().map(|p| (p.register, p)).collect();
        let mut known = HashMap::new();
        for (entry, person) in sheet.entries.iter().zip(who) {
            let Some(person) = person.and_then(|number| persons.get(&number)) else { continue };
            let promoted = facts.promotions.iter().filter(|p| p.register == person.register).map(|p| p.date);
            let fact = promotion::Facts {
                birth: person.birth,
                sex: person.sex,
                household: None,
                // The register's grade goes before the file's; where the register knows none, the file's stands.
                grade: person.grade.map(Some),
                certificate: None,
                promoted_on: Some(promoted.collect()),
            };
            known.insert(entry.id.clone(), fact);
        }
        let informed = Context { facts: known, ..plain.clone() };
        let mut awards = BTreeMap::new();
        for group in groups.iter().filter_map(|id| scheme.group(id)) {
            let by_file = promotion::promote(&scheme, group, sheet, &plain);
            let by_register = promotion::promote(&scheme, group, sheet, &informed);
            // Parameters that do not fit were refused when the event was filed.
            let (Ok(by_file), Ok(by_register)) = (by_file, by_register) else { continue };
            awards.extend(granted(&by_file));
            awards.extend(granted(&by_register));
        }
        Ok(awards.into_iter().map(|(entry, grade)| Proposed { entry, grade }).collect())
    }
}

/// The groups of an event that is not filed: the one that is named, the only one, or those that the entries name.
fn groups_of(scheme: &Scheme, said: &CheckContext, sheet: &Sheet) -> Vec<String> {
    let named = |text: &str| scheme.group_named(text).map(|group| group.id.clone());
    match (&said.group, scheme.groups.as_slice()) {
        (Some(group), _) => named(group).into_iter().collect(),
        (None, [only]) => vec![only.id.clone()],
        // Whoever names no group would count in each.
        (None, _) if sheet.entries.iter().any(|entry| entry.group.is_none()) => Vec::new(),
        (None, _) => {
            let groups: BTreeSet<String> =
                sheet.entries.iter().filter_map(|entry| named(entry.group.as_deref()?)).collect();
            groups.into_iter().collect()
        }
    }
}

/// What is known of an event that is not filed: its parameters are the scheme's defaults, and where lots decide it is
/// not said how they will fall.
fn unfiled_context(conn: &mut Conn, said: &CheckContext) -> ServiceResult<Context> {
    let holder = match &said.agency {
        Some(code) => account::find::agency_by_code(conn, code)?,
        None => None,
    };
    let area = holder.as_ref().and_then(|holder| holder.area_code.parse::<AreaCode>().ok());
    Ok(Context {
        date: said.date,
        agency: said.agency.clone(),
        agency_ceiling: holder.as_ref().and_then(|holder| grade_at(Some(holder.ceiling))),
        level: said.level,
        regions: area.map(|area| vec![area.name().zh]).unwrap_or_default(),
        ..Context::default()
    })
}

fn granted(outcome: &Outcome) -> BTreeMap<usize, crate::domain::grade::Grade> {
    outcome.awards().map(|(player, grade)| (player.entry, grade)).collect()
}

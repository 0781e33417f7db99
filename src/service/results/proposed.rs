//! The awards that a file's results would give, for the findings that compare them with the register.

use super::EventFacts;
use super::recompute::event_context;
use crate::domain::finding::register::{Facts, PersonFact, Proposed};
use crate::domain::promotion::{self, Context, Outcome};
use crate::domain::register_number::RegisterNumber;
use crate::domain::results::Sheet;
use crate::service::ServiceResult;
use crate::service::event::scheme_of;
use crate::store::{Conn, agency};
use std::collections::{BTreeMap, HashMap};

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
        // An event that nobody has filed yet has no parameters and no lots.
        let Some((event, group)) = self.filed() else { return Ok(Vec::new()) };
        let scheme = scheme_of(conn, event)?;
        let Some(group) = scheme.group(group) else { return Ok(Vec::new()) };
        let holder = agency::by_id(conn, event.agency_id)?;
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
        let plain = event_context(event, &holder);
        let by_file = promotion::promote(&scheme, group, sheet, &plain);
        let by_register = promotion::promote(&scheme, group, sheet, &Context { facts: known, ..plain });
        // Parameters that do not fit were refused when the event was filed.
        let (Ok(by_file), Ok(by_register)) = (by_file, by_register) else { return Ok(Vec::new()) };
        let mut awards = granted(&by_file);
        awards.extend(granted(&by_register));
        Ok(awards.into_iter().map(|(entry, grade)| Proposed { entry, grade }).collect())
    }
}

fn granted(outcome: &Outcome) -> BTreeMap<usize, crate::domain::grade::Grade> {
    outcome.awards().map(|(player, grade)| (player.entry, grade)).collect()
}

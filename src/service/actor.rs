//! Who acts.

use crate::domain::permission::{Action, Reach, Relation, Role, reach};
use crate::service::{ServiceError, ServiceResult};
use crate::store::agency::Agency;
use crate::text::Lang;
use std::fmt;

/// Whoever causes a change, as the journal names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A person with an account.
    Account(i64),
    /// A background job.
    Job(&'static str),
    /// A visitor without an account.
    Visitor,
    /// The command line or the first start.
    System,
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actor::Account(id) => write!(f, "account:{id}"),
            Actor::Job(name) => write!(f, "job:{name}"),
            Actor::Visitor => f.write_str("visitor"),
            Actor::System => f.write_str("system"),
        }
    }
}

/// A person of the workplace, as the session says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staff {
    /// The account.
    pub account_id: i64,
    /// The name that the pages show.
    pub name: String,
    /// The login name.
    pub login: String,
    /// The role.
    pub role: Role,
    /// The agency for which the person works.
    pub agency_id: i64,
    /// The language of the pages.
    pub lang: Lang,
}

impl Staff {
    /// The actor to write into the journal.
    pub fn actor(&self) -> Actor {
        Actor::Account(self.account_id)
    }

    /// How `agency` stands to this person's own.
    pub fn relation(&self, agency: &Agency) -> Relation {
        if agency.id == self.agency_id {
            Relation::Own
        } else if agency.parent_id == Some(self.agency_id) {
            // Only the national office has agencies of this level below it.
            if agency.level == "province" { Relation::FirstLevel } else { Relation::Child }
        } else {
            Relation::Other
        }
    }

    /// Whether this person may do `action` to something of `agency`.
    pub fn may(&self, action: Action, agency: &Agency) -> bool {
        reach(self.role, action).covers(self.relation(agency))
    }

    /// Whether this person may do `action` anywhere at all.
    pub fn may_somewhere(&self, action: Action) -> bool {
        reach(self.role, action) != Reach::None
    }

    /// Refuses unless [`Staff::may`].
    pub fn require(&self, action: Action, agency: &Agency) -> ServiceResult<()> {
        if self.may(action, agency) { Ok(()) } else { Err(ServiceError::Forbidden) }
    }

    /// Refuses unless this person may do `action` to things of every agency.
    pub fn require_everywhere(&self, action: Action) -> ServiceResult<()> {
        if reach(self.role, action) == Reach::All { Ok(()) } else { Err(ServiceError::Forbidden) }
    }
}

//! What national rules say besides clauses: how grades are obtained at all, and which are published first.

use super::entry::AgeRange;
use super::load::Reader;
use super::raw::RawNational;
use crate::domain::grade::Grade;
use crate::domain::ladder::Ladder;

/// On what a grade can rest (the rules of 2005, Article 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The result of a contest.
    Contest,
    /// An appraiser's recommendation, reviewed by the national office.
    Appraisal,
    /// Another way that the national office settles.
    Other,
}

impl Basis {
    /// All of them, in the order of the rules.
    pub const ALL: [Basis; 3] = [Basis::Contest, Basis::Appraisal, Basis::Other];

    /// The name in scheme files.
    pub const fn id(self) -> &'static str {
        match self {
            Basis::Contest => "contest",
            Basis::Appraisal => "appraisal",
            Basis::Other => "other",
        }
    }

    /// The basis of a name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|basis| basis.id() == id)
    }

    /// The catalogue key of its label.
    pub const fn key(self) -> &'static str {
        match self {
            Basis::Contest => "schemes.basis.contest",
            Basis::Appraisal => "schemes.basis.appraisal",
            Basis::Other => "schemes.basis.other",
        }
    }
}

/// How far an appraisal may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appraisal {
    /// The highest grade.
    pub highest: Grade,
    /// The age on the day of the recommendation.
    pub age: AgeRange,
    /// The parameter that the highest grade is made with.
    pub parameter: Option<String>,
}

/// What national rules settle for everybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct National {
    /// Grades from this one up are published for objections before the title can be used.
    pub notice_from: Option<Grade>,
    /// On what a grade can rest.
    pub bases: Vec<Basis>,
    /// How far an appraisal may go.
    pub appraisal: Option<Appraisal>,
}

/// Reads the table `[national]`.
pub(super) fn read_national(reader: &mut Reader, raw: RawNational, ladder: &Ladder) -> National {
    let notice_from = reader.grade(&raw.notice_from, ladder);
    let mut bases = Vec::new();
    for name in raw.bases.get_ref() {
        match Basis::from_id(name.get_ref()).filter(|basis| !bases.contains(basis)) {
            Some(basis) => bases.push(basis),
            None => {
                let known = Basis::ALL.map(Basis::id).join(", ");
                reader.problems.add(name.span(), "schemes.problem.bad_value", name.get_ref(), known);
            }
        }
    }
    let appraisal = raw.appraisal.and_then(|raw| {
        let (highest, from) = (Some(raw.highest), Some(raw.from_age));
        let parameter = reader.take(&highest).and_then(|given| given.parameter);
        let age = AgeRange { from: reader.number(&from, 1, 99), to: None };
        Some(Appraisal { highest: reader.grade(&highest, ladder)?, age, parameter })
    });
    National { notice_from, bases, appraisal }
}

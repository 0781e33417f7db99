//! The history of one person: every grade, how it was obtained, and the games.

use super::certificate::State;
use super::corrected::Corrected;
use super::name::Whom;
use super::{AgencyRef, EventRef, PublicName};
use crate::domain::area_code::AreaCode;
use crate::domain::grade::Grade;
use crate::service::certificate::grade_of;
use crate::service::{Register, ServiceError, ServiceResult};
use crate::store::person::record_of;
use crate::store::public::people::{self as rows, PlayedRow};
use crate::store::public::{Who, games};
use crate::text::Bilingual;
use chrono::NaiveDate;
use std::collections::HashMap;

/// How many games a page holds.
pub const GAMES: usize = 50;

/// One step of a grade history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradeStep {
    /// The grade before; none is ungraded.
    pub from: Option<Grade>,
    /// The grade after.
    pub grade: Grade,
    /// `contest`, `appraisal` or `other`.
    pub basis: String,
    /// Why.
    pub reason: Bilingual,
    /// The event and its last day.
    pub event: Option<(EventRef, NaiveDate)>,
    /// The agency.
    pub agency: AgencyRef,
    /// The state of the award.
    pub state: String,
    /// The day from which the title may be used.
    pub granted_on: Option<NaiveDate>,
    /// The certificate: number, state, since when, day of issue.
    pub certificate: Option<(String, State, NaiveDate, NaiveDate)>,
}

/// A game as one of its players sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnGame {
    /// Its place in the list.
    pub cursor: (NaiveDate, i64),
    /// The event.
    pub event: EventRef,
    /// The event's last day.
    pub day: NaiveDate,
    /// Round.
    pub round: i64,
    /// Whether the person had Black.
    pub black: bool,
    /// The opponent; none for a bye.
    pub opponent: Option<(PublicName, Option<String>)>,
    /// `B`, `W`, `draw`, `bye`, `both-lose`, `both-win` or `void`.
    pub result: String,
    /// How it was won.
    pub won_by: String,
    /// The margin in quarters of a stone.
    pub margin_quarters: Option<i64>,
    /// Handicap stones.
    pub handicap: i64,
    /// Komi in half-points.
    pub komi_half: Option<i64>,
    /// The pairing that the page of its record is of, where it has one.
    pub page: Option<i64>,
}

/// A person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonView {
    /// The public number.
    pub register_no: String,
    /// The name.
    pub name: PublicName,
    /// Home region.
    pub region: Bilingual,
    /// The highest grade granted.
    pub grade: Option<Grade>,
    /// The grades, the latest first.
    pub steps: Vec<GradeStep>,
    /// How many games there are.
    pub games_total: i64,
    /// How many rounds without an opponent, which are no games.
    pub byes_total: i64,
    /// A page of them, the latest first.
    pub games: Vec<OwnGame>,
    /// Where the next page begins.
    pub next: Option<(NaiveDate, i64)>,
}

/// Where a register id leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Led {
    /// To the person.
    Here(Box<PersonView>),
    /// To the record that is kept, by its number.
    Elsewhere(String),
}

/// The person of a register id; of a record that was merged, the way to the one that is kept.
pub fn by_register_no(register: &Register, number: &str, before: Option<(NaiveDate, i64)>) -> ServiceResult<Led> {
    let today = register.today();
    register.read(|conn| {
        let who = rows::by_register_no(conn, number)?.ok_or(ServiceError::NotFound)?;
        if let Some(kept) = who.merged_into {
            return Ok(Led::Elsewhere(rows::register_no(conn, kept)?));
        }
        if who.state == "provisional" {
            return Err(ServiceError::NotFound);
        }
        let record = record_of(conn, who.id)?;
        let history = rows::history(conn, &record)?;
        let (games_total, byes_total) = rows::count_games(conn, &record)?;
        let mut played = rows::games(conn, &record, before, GAMES as i64 + 1)?;
        let more = played.len() > GAMES;
        played.truncate(GAMES);
        let opponents: Vec<i64> = played.iter().filter_map(opponent).collect();
        let mut entrants = rows::entrants(conn, &opponents)?;
        let corrected = Corrected::of(conn, entrants.iter().filter_map(|(_, _, who)| Some(who.as_ref()?.id)))?;
        for (_, name, who) in &mut entrants {
            if let Some(who) = who {
                *name = corrected.name(who.id, std::mem::take(name));
            }
        }
        let mut kept: Vec<Who> = entrants.iter().filter_map(|(_, _, who)| who.clone()).collect();
        Who::kept(conn, &mut kept)?;
        let mut kept = kept.into_iter();
        let refused = rows::refused(conn, &opponents)?;
        let shown: Vec<(i64, PublicName, Option<String>)> = entrants
            .into_iter()
            .map(|(id, name, who)| match who.and_then(|_| kept.next()) {
                Some(who) => {
                    let refused = refused.contains(&id);
                    let (name, number) = Whom::of(&who, &name).told_on(today, Some(&who.register_no), refused);
                    (id, name, number)
                }
                None => (id, PublicName::Full(name).masked(), None),
            })
            .collect();
        let ids: Vec<i64> = played.iter().map(|(game, ..)| game.id).collect();
        let pages: HashMap<i64, i64> = games::with_page(conn, &ids)?.into_iter().collect();
        let games: Vec<OwnGame> = played.into_iter().map(|row| own(row, &shown, &pages)).collect();
        let next = games.last().filter(|_| more).map(|last| last.cursor);
        Ok(Led::Here(Box::new(PersonView {
            name: Whom::of(&who, &who.name).shown_on(today),
            region: who.region.parse::<AreaCode>().map(AreaCode::name).unwrap_or_default(),
            grade: super::grade(who.grade),
            register_no: who.register_no,
            steps: history.into_iter().map(step).collect(),
            games_total,
            byes_total,
            games,
            next,
        })))
    })
}

fn opponent((game, colour, ..): &PlayedRow) -> Option<i64> {
    if colour == "B" { game.white_entry } else { Some(game.black_entry) }
}

fn own(row: PlayedRow, shown: &[(i64, PublicName, Option<String>)], pages: &HashMap<i64, i64>) -> OwnGame {
    let other = opponent(&row);
    let (game, colour, event, day) = row;
    let other = other.and_then(|id| shown.iter().find(|(entry, ..)| *entry == id));
    OwnGame {
        cursor: (day, game.id),
        event: EventRef { slug: event.slug, name: event.name, reopened: event.reopened },
        day,
        round: game.round,
        black: colour == "B",
        opponent: other.map(|(_, name, number)| (name.clone(), number.clone())),
        result: game.result,
        won_by: game.won_by,
        margin_quarters: game.margin_quarters,
        handicap: game.handicap,
        komi_half: game.komi_half,
        page: pages.get(&game.id).copied(),
    }
}

fn step((award, agency, event, paper): rows::HistoryRow) -> GradeStep {
    GradeStep {
        from: super::grade(award.from_grade),
        grade: grade_of(award.grade),
        basis: award.basis,
        reason: Bilingual { zh: award.reason_zh, en: award.reason_en },
        event: event
            .map(|event| (EventRef { slug: event.slug, name: event.name, reopened: event.reopened }, event.ends_on)),
        agency: agency.into(),
        state: award.state,
        granted_on: award.granted_on,
        certificate: paper.map(|p| (p.number, State::of(&p.state), p.state_on, p.issued_on)),
    }
}

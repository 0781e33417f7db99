//! Awards, public notices and objections.

use super::Conn;
use super::schema::{award, certificate, event, game_record, notice, objection, ruling};
use chrono::{NaiveDate, NaiveDateTime};
use diesel::prelude::*;

/// The states of an event whose results somebody else has confirmed.
const CONFIRMED: [&str; 2] = ["confirmed", "closed"];

/// A grade given to a person (授予).
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = award)]
pub struct Award {
    /// Internal id.
    pub id: i64,
    /// The person.
    pub person_id: i64,
    /// The event.
    pub event_id: Option<i64>,
    /// The entry.
    pub entry_id: Option<i64>,
    /// The grade held on entering, by its rank; `None` is ungraded.
    pub from_grade: Option<i64>,
    /// The grade, by its rank on the ladder.
    pub grade: i64,
    /// `contest`, `appraisal` or `other`.
    pub basis: String,
    /// The scheme.
    pub scheme_id: String,
    /// The version of the scheme.
    pub scheme_version: String,
    /// The clause of the scheme.
    pub clause: String,
    /// The reason in Chinese.
    pub reason_zh: String,
    /// The reason in English.
    pub reason_en: String,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// The agency that issues the certificate.
    pub agency_id: i64,
    /// The day from which the title may be used.
    pub granted_on: Option<NaiveDate>,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
}

/// A new row of [`Award`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = award)]
pub struct NewAward {
    /// The person.
    pub person_id: i64,
    /// The event.
    pub event_id: Option<i64>,
    /// The entry.
    pub entry_id: Option<i64>,
    /// The grade held on entering, by its rank; `None` is ungraded.
    pub from_grade: Option<i64>,
    /// The grade, by its rank on the ladder.
    pub grade: i64,
    /// `contest`, `appraisal` or `other`.
    pub basis: String,
    /// The scheme.
    pub scheme_id: String,
    /// The version of the scheme.
    pub scheme_version: String,
    /// The clause of the scheme.
    pub clause: String,
    /// The reason in Chinese.
    pub reason_zh: String,
    /// The reason in English.
    pub reason_en: String,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// The agency that issues the certificate.
    pub agency_id: i64,
    /// The day from which the title may be used.
    pub granted_on: Option<NaiveDate>,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
}

/// A public notice (公示) of one award.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = notice)]
pub struct Notice {
    /// Internal id.
    pub id: i64,
    /// Public reference.
    pub reference: String,
    /// The award.
    pub award_id: i64,
    /// When it was published, UTC.
    pub opened_at: NaiveDateTime,
    /// When it ends unless held, UTC.
    pub ends_at: NaiveDateTime,
    /// Since when an open objection holds the clock, UTC.
    pub held_since: Option<NaiveDateTime>,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// When it closed, UTC.
    pub closed_at: Option<NaiveDateTime>,
    /// Who published it.
    pub opened_by: Option<i64>,
}

/// A new row of [`Notice`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = notice)]
pub struct NewNotice {
    /// Public reference.
    pub reference: String,
    /// The award.
    pub award_id: i64,
    /// When it was published, UTC.
    pub opened_at: NaiveDateTime,
    /// When it ends unless held, UTC.
    pub ends_at: NaiveDateTime,
    /// Since when an open objection holds the clock, UTC.
    pub held_since: Option<NaiveDateTime>,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// When it closed, UTC.
    pub closed_at: Option<NaiveDateTime>,
    /// Who published it.
    pub opened_by: Option<i64>,
}

/// An objection (异议) to an award on notice.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = objection)]
pub struct Objection {
    /// Internal id.
    pub id: i64,
    /// The sender's receipt number.
    pub receipt: String,
    /// The notice.
    pub notice_id: i64,
    /// JSON: name and mail of the sender, sealed.
    pub sender_sealed: Vec<u8>,
    /// Blind index of the sender's mail.
    pub sender_index: Vec<u8>,
    /// The language: `zh` or `en`.
    pub lang: String,
    /// What is objected.
    pub body: String,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// When it was filed, UTC.
    pub filed_at: NaiveDateTime,
    /// When it was decided, UTC.
    pub decided_at: Option<NaiveDateTime>,
    /// Who decided.
    pub decided_by: Option<i64>,
    /// The published reason of the decision.
    pub decision: Option<String>,
}

/// A new row of [`Objection`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = objection)]
pub struct NewObjection {
    /// The sender's receipt number.
    pub receipt: String,
    /// The notice.
    pub notice_id: i64,
    /// JSON: name and mail of the sender, sealed.
    pub sender_sealed: Vec<u8>,
    /// Blind index of the sender's mail.
    pub sender_index: Vec<u8>,
    /// The language: `zh` or `en`.
    pub lang: String,
    /// What is objected.
    pub body: String,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// When it was filed, UTC.
    pub filed_at: NaiveDateTime,
    /// When it was decided, UTC.
    pub decided_at: Option<NaiveDateTime>,
    /// Who decided.
    pub decided_by: Option<i64>,
    /// The published reason of the decision.
    pub decision: Option<String>,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewAward) -> QueryResult<i64> {
    diesel::insert_into(award::table).values(row).returning(award::id).get_result(conn)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<Award> {
    award::table.find(id).select(Award::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_notice(conn: &mut Conn, row: &NewNotice) -> QueryResult<i64> {
    diesel::insert_into(notice::table).values(row).returning(notice::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_notice(conn: &mut Conn, id: i64) -> QueryResult<Notice> {
    notice::table.find(id).select(Notice::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_objection(conn: &mut Conn, row: &NewObjection) -> QueryResult<i64> {
    diesel::insert_into(objection::table).values(row).returning(objection::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_objection(conn: &mut Conn, id: i64) -> QueryResult<Objection> {
    objection::table.find(id).select(Objection::as_select()).get_result(conn)
}

/// The awards of an event, in the order of their entries.
pub fn of_event(conn: &mut Conn, event_id: i64) -> QueryResult<Vec<Award>> {
    award::table
        .filter(award::event_id.eq(event_id))
        .order((award::entry_id.asc(), award::id.asc()))
        .select(Award::as_select())
        .load(conn)
}

/// Awards of an agency in a state, the oldest first.
pub fn of_agency_in(conn: &mut Conn, agency_id: i64, state: &str) -> QueryResult<Vec<Award>> {
    award::table
        .filter(award::agency_id.eq(agency_id).and(award::state.eq(state)))
        .order(award::id.asc())
        .select(Award::as_select())
        .load(conn)
}

/// Awards by their ids, in order.
pub fn by_ids(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<Award>> {
    let mut out = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        out.extend(
            award::table
                .filter(award::id.eq_any(chunk))
                .order(award::id.asc())
                .select(Award::as_select())
                .load::<Award>(conn)?,
        );
    }
    out.sort_by_key(|a| a.id);
    Ok(out)
}

/// Moves awards to a state; with `granted_on`, sets the day of the grant too.
pub fn set_state(conn: &mut Conn, ids: &[i64], state: &str, granted_on: Option<NaiveDate>) -> QueryResult<usize> {
    let mut changed = 0;
    for chunk in ids.chunks(500) {
        changed +=
            diesel::update(award::table.filter(award::id.eq_any(chunk))).set(award::state.eq(state)).execute(conn)?;
        if let Some(day) = granted_on {
            diesel::update(award::table.filter(award::id.eq_any(chunk)))
                .set(award::granted_on.eq(day))
                .execute(conn)?;
        }
    }
    Ok(changed)
}

/// The awards of persons, the newest last.
pub fn of_persons(conn: &mut Conn, persons: &[i64]) -> QueryResult<Vec<Award>> {
    award::table.filter(award::person_id.eq_any(persons)).order(award::id.asc()).select(Award::as_select()).load(conn)
}

/// The notice of a public reference.
pub fn notice_by_reference(conn: &mut Conn, reference: &str) -> QueryResult<Notice> {
    notice::table.filter(notice::reference.eq(reference)).select(Notice::as_select()).get_result(conn)
}

/// The open notice of an award.
pub fn open_notice(conn: &mut Conn, award_id: i64) -> QueryResult<Option<Notice>> {
    notice::table
        .filter(notice::award_id.eq(award_id).and(notice::state.eq_any(["running", "held"])))
        .select(Notice::as_select())
        .get_result(conn)
        .optional()
}

/// Notices whose time has run out and that no objection holds, without those of events whose results are open again, or
/// in which a record that came after the confirmation contradicts a game: whose awards that changes is not known yet.
///
/// `against` are the grounds by which a record contradicts the results.
pub fn due_notices(conn: &mut Conn, now: NaiveDateTime, against: &[&str], limit: i64) -> QueryResult<Vec<Notice>> {
    let ruled = ruling::table.filter(ruling::state.eq("in-force")).select(ruling::pairing_id);
    let contradicted: Vec<i64> = game_record::table
        .filter(
            // One that still waits may contradict them too.
            (game_record::state.eq("recounted").and(game_record::ground.eq_any(against)))
                .or(game_record::state.eq("waiting")),
        )
        .filter(game_record::pairing_id.is_not_null().and(game_record::pairing_id.assume_not_null().ne_all(ruled)))
        .order(game_record::event_id.asc())
        .select(game_record::event_id)
        .distinct()
        .load(conn)?;
    notice::table
        .inner_join(award::table.left_join(event::table))
        .filter(notice::state.eq("running").and(notice::ends_at.le(now)))
        .filter(event::state.is_null().or(event::state.eq_any(CONFIRMED)))
        .filter(award::event_id.is_null().or(award::event_id.assume_not_null().ne_all(contradicted)))
        .order((notice::ends_at.asc(), notice::id.asc()))
        .limit(limit)
        .select(Notice::as_select())
        .load(conn)
}

/// Changes a notice's clock and state.
pub fn set_notice(
    conn: &mut Conn,
    id: i64,
    state: &str,
    ends_at: NaiveDateTime,
    held_since: Option<NaiveDateTime>,
    closed_at: Option<NaiveDateTime>,
) -> QueryResult<()> {
    diesel::update(notice::table.find(id))
        .set((
            notice::state.eq(state),
            notice::ends_at.eq(ends_at),
            notice::held_since.eq(held_since),
            notice::closed_at.eq(closed_at),
        ))
        .execute(conn)
        .map(|_| ())
}

/// The notices of awards, the newest first.
pub fn notices_of(conn: &mut Conn, awards: &[i64]) -> QueryResult<Vec<Notice>> {
    let mut out = Vec::new();
    for chunk in awards.chunks(500) {
        out.extend(
            notice::table
                .filter(notice::award_id.eq_any(chunk))
                .order(notice::id.desc())
                .select(Notice::as_select())
                .load::<Notice>(conn)?,
        );
    }
    Ok(out)
}

/// The objections to a notice, the oldest first.
pub fn objections_of(conn: &mut Conn, notice_id: i64) -> QueryResult<Vec<Objection>> {
    objection::table
        .filter(objection::notice_id.eq(notice_id))
        .order(objection::id.asc())
        .select(Objection::as_select())
        .load(conn)
}

/// The objection of a receipt.
pub fn objection_by_receipt(conn: &mut Conn, receipt: &str) -> QueryResult<Objection> {
    objection::table.filter(objection::receipt.eq(receipt)).select(Objection::as_select()).get_result(conn)
}

/// Decides an objection.
pub fn decide_objection(
    conn: &mut Conn,
    id: i64,
    state: &str,
    by: i64,
    decision: &str,
    at: NaiveDateTime,
) -> QueryResult<usize> {
    diesel::update(objection::table.find(id).filter(objection::state.eq("open")))
        .set((
            objection::state.eq(state),
            objection::decided_by.eq(by),
            objection::decision.eq(decision),
            objection::decided_at.eq(at),
        ))
        .execute(conn)
}

/// How many objections a sender filed since a moment.
pub fn objections_since(conn: &mut Conn, sender: &[u8], since: NaiveDateTime) -> QueryResult<i64> {
    objection::table
        .filter(objection::sender_index.eq(sender).and(objection::filed_at.gt(since)))
        .count()
        .get_result(conn)
}

/// Awards of persons at events that ended in a span of days, other than one event: person, event name, day, grade.
pub fn promotions_between(
    conn: &mut Conn,
    persons: &[i64],
    first: NaiveDate,
    last: NaiveDate,
    but_event: i64,
) -> QueryResult<Vec<(i64, String, NaiveDate, i64)>> {
    let mut out = Vec::new();
    for chunk in persons.chunks(500) {
        out.extend(
            award::table
                .inner_join(event::table)
                .filter(award::person_id.eq_any(chunk).and(award::state.ne("refused")))
                .filter(event::id.ne(but_event).and(event::ends_on.between(first, last)))
                .order(award::id.asc())
                .select((award::person_id, event::name, event::ends_on, award::grade))
                .load::<(i64, String, NaiveDate, i64)>(conn)?,
        );
    }
    Ok(out)
}

/// The highest grade that each person held on a day.
///
/// The awards of `but_event` do not count: what an event gave is not held before it, also when it is opened again.
/// Neither does one whose certificate was revoked.
pub fn grades_before(conn: &mut Conn, persons: &[i64], day: NaiveDate, but_event: i64) -> QueryResult<Vec<(i64, i64)>> {
    let mut best: std::collections::BTreeMap<i64, i64> = std::collections::BTreeMap::new();
    for chunk in persons.chunks(500) {
        let found: Vec<(i64, i64)> = award::table
            .left_join(certificate::table)
            .filter(award::person_id.eq_any(chunk).and(award::state.eq_any(["granted", "certified"])))
            .filter(certificate::state.is_null().or(certificate::state.ne("revoked")))
            .filter(award::granted_on.le(day))
            .filter(award::event_id.is_null().or(award::event_id.ne(but_event)))
            .order(award::id.asc())
            .select((award::person_id, award::grade))
            .load(conn)?;
        for (person, grade) in found {
            let held = best.entry(person).or_default();
            *held = grade.max(*held);
        }
    }
    Ok(best.into_iter().collect())
}

/// The grades that records hold now, as (record, grade): of what was granted, without what was revoked.
pub fn held_by(conn: &mut Conn, records: &[i64]) -> QueryResult<Vec<(i64, i64)>> {
    let mut out = Vec::new();
    for chunk in records.chunks(500) {
        out.extend(
            award::table
                .left_join(certificate::table)
                .filter(award::person_id.eq_any(chunk).and(award::state.eq_any(["granted", "certified"])))
                .filter(certificate::state.is_null().or(certificate::state.ne("revoked")))
                .order(award::id.asc())
                .select((award::person_id, award::grade))
                .load::<(i64, i64)>(conn)?,
        );
    }
    Ok(out)
}

/// Granted awards of events that have no certificate yet, without those of events whose results are open again.
pub fn granted_uncollected(conn: &mut Conn) -> QueryResult<Vec<Award>> {
    award::table
        .left_join(event::table)
        .filter(award::state.eq("granted").and(award::scheme_id.ne("")))
        .filter(event::state.is_null().or(event::state.eq_any(CONFIRMED)))
        .order(award::id.asc())
        .select(Award::as_select())
        .load(conn)
}

/// How many awards of an event are in each state, of each grade and basis: (state, grade, basis, count).
pub fn counts_of_event(conn: &mut Conn, event_id: i64) -> QueryResult<Vec<(String, i64, String, i64)>> {
    award::table
        .filter(award::event_id.eq(event_id))
        .group_by((award::state, award::grade, award::basis))
        .order((award::state.asc(), award::grade.asc(), award::basis.asc()))
        .select((award::state, award::grade, award::basis, diesel::dsl::count_star()))
        .load(conn)
}

/// Awards of 4段 (rank 29) and above in one of some states, after an id, the oldest first. One that waits for its
/// notice is left out while the results of its event are open again.
pub fn needing_notice(conn: &mut Conn, states: &[&str], after: i64, limit: i64) -> QueryResult<Vec<Award>> {
    award::table
        .left_join(event::table)
        .filter(award::id.gt(after))
        .filter(award::grade.ge(29).and(award::state.eq_any(states)))
        .filter(award::state.ne("confirmed").or(event::state.is_null()).or(event::state.eq_any(CONFIRMED)))
        .order(award::id.asc())
        .limit(limit)
        .select(Award::as_select())
        .load(conn)
}

/// An objection, the notice that it is raised against, the award on notice.
pub type ObjectionRow = (Objection, Notice, Award);

/// Objections in one of some states to awards of these agencies, below an id, the newest first.
pub fn objections_listed(
    conn: &mut Conn,
    agencies: &[i64],
    states: &[&str],
    before: i64,
    limit: i64,
) -> QueryResult<Vec<ObjectionRow>> {
    objection::table
        .inner_join(notice::table.inner_join(award::table))
        .filter(award::agency_id.eq_any(agencies))
        .filter(objection::state.eq_any(states).and(objection::id.lt(before)))
        .order(objection::id.desc())
        .limit(limit)
        .select((Objection::as_select(), Notice::as_select(), Award::as_select()))
        .load(conn)
}

/// Event, scheme, its version, grade, count.
pub type GrantedOfEvent = (i64, String, String, i64, i64);

/// The granted awards of an agency's events that have no certificate yet: event, scheme, its version, grade, count.
pub fn granted_by_event(conn: &mut Conn, agency_id: i64) -> QueryResult<Vec<GrantedOfEvent>> {
    let found: Vec<(Option<i64>, String, String, i64, i64)> = award::table
        .inner_join(event::table)
        .filter(event::state.eq_any(CONFIRMED))
        .filter(award::agency_id.eq(agency_id).and(award::state.eq("granted")).and(award::event_id.is_not_null()))
        .group_by((award::event_id, award::scheme_id, award::scheme_version, award::grade))
        .order((award::event_id.asc(), award::scheme_id.asc(), award::scheme_version.asc(), award::grade.asc()))
        .select((award::event_id, award::scheme_id, award::scheme_version, award::grade, diesel::dsl::count_star()))
        .load(conn)?;
    Ok(found.into_iter().filter_map(|(event, id, version, grade, n)| Some((event?, id, version, grade, n))).collect())
}

/// How many awards wait for their notice, without those of events whose results are open again.
pub fn count_for_notice(conn: &mut Conn) -> QueryResult<i64> {
    award::table
        .left_join(event::table)
        .filter(award::state.eq("confirmed"))
        .filter(event::state.is_null().or(event::state.eq_any(CONFIRMED)))
        .count()
        .get_result(conn)
}

/// How many objections wait for a decision.
pub fn open_objections(conn: &mut Conn) -> QueryResult<i64> {
    objection::table.filter(objection::state.eq("open")).count().get_result(conn)
}

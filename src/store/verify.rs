//! What the check of the journal reads of the tables.

use super::Conn;
use super::certificate::{Certificate, CertificateCopy};
use super::entry::MatchCase;
use super::event::SchemeVersion;
use super::person_step::PersonStep;
use super::player_word::PlayerWord;
use super::recount::Recount;
use super::result_slip::SlipLine;
use super::ruling::Ruling;
use super::schema::{account, acknowledgement, agency, award, certificate, certificate_copy, event, game_record};
use super::schema::{
    match_case, notice, objection, pairing, person, person_step, player_word, recount, result_slip, ruling,
    scheme_version, upload,
};
use super::upload::{NewAcknowledgement, Upload};
use diesel::prelude::*;

/// Ids with their states.
pub type States = Vec<(i64, String)>;

macro_rules! states {
    ($($(#[$doc:meta])* $name:ident of $table:ident;)+) => {$(
        $(#[$doc])*
        pub fn $name(conn: &mut Conn) -> QueryResult<States> {
            $table::table.order($table::id.asc()).select(($table::id, $table::state)).load(conn)
        }
    )+};
}

states! {
    /// The state of every notice.
    notice_states of notice;
    /// The state of every objection.
    objection_states of objection;
    /// The state of every agency.
    agency_states of agency;
}

/// Id, state, scheme, its version, settings.
pub type EventRow = (i64, String, String, String, String);

/// Every event.
pub fn events(conn: &mut Conn) -> QueryResult<Vec<EventRow>> {
    event::table
        .order(event::id.asc())
        .select((event::id, event::state, event::scheme_id, event::scheme_version, event::settings))
        .load(conn)
}

/// Id, state, grade, clause, person, event.
pub type AwardRow = (i64, String, i64, String, i64, Option<i64>);

/// Every award.
pub fn awards(conn: &mut Conn) -> QueryResult<Vec<AwardRow>> {
    award::table
        .order(award::id.asc())
        .select((award::id, award::state, award::grade, award::clause, award::person_id, award::event_id))
        .load(conn)
}

/// Id, state, the record it was merged into, whether a guardian agreed to the record and to publication by name, whether
/// the name is withheld before the person is confirmed.
pub type PersonRow = (i64, String, Option<i64>, bool, bool, bool);

/// Every person.
pub fn persons(conn: &mut Conn) -> QueryResult<Vec<PersonRow>> {
    person::table
        .order(person::id.asc())
        .select((
            person::id,
            person::state,
            person::merged_into,
            person::guardian_consent,
            person::publication_consent,
            person::hidden,
        ))
        .load(conn)
}

/// Every account: id, state, role.
pub fn accounts(conn: &mut Conn) -> QueryResult<Vec<(i64, String, String)>> {
    account::table.order(account::id.asc()).select((account::id, account::state, account::role)).load(conn)
}

/// Up to `limit` certificates after an id, in order.
pub fn certificates_after(conn: &mut Conn, after: i64, limit: i64) -> QueryResult<Vec<Certificate>> {
    certificate::table
        .filter(certificate::id.gt(after))
        .order(certificate::id.asc())
        .limit(limit)
        .select(Certificate::as_select())
        .load(conn)
}

/// The copies of certificates.
pub fn copies_of(conn: &mut Conn, certificates: &[i64]) -> QueryResult<Vec<CertificateCopy>> {
    let mut out = Vec::with_capacity(certificates.len());
    for chunk in certificates.chunks(500) {
        out.extend(
            certificate_copy::table
                .filter(certificate_copy::certificate_id.eq_any(chunk))
                .order((certificate_copy::certificate_id.asc(), certificate_copy::copy_no.asc()))
                .select(CertificateCopy::as_select())
                .load::<CertificateCopy>(conn)?,
        );
    }
    Ok(out)
}

/// Up to `limit` steps of persons after an id, in order.
pub fn person_steps_after(conn: &mut Conn, after: i64, limit: i64) -> QueryResult<Vec<PersonStep>> {
    person_step::table
        .filter(person_step::id.gt(after))
        .order(person_step::id.asc())
        .limit(limit)
        .select(PersonStep::as_select())
        .load(conn)
}

/// Up to `limit` uploads after an id, in order, with their bytes.
pub fn uploads_after(conn: &mut Conn, after: i64, limit: i64) -> QueryResult<Vec<Upload>> {
    upload::table
        .filter(upload::id.gt(after))
        .order(upload::id.asc())
        .limit(limit)
        .select(Upload::as_select())
        .load(conn)
}

/// Up to `limit` acknowledgements after an id, in order: id, event, and what was given.
pub fn acknowledgements_after(
    conn: &mut Conn,
    after: i64,
    limit: i64,
) -> QueryResult<Vec<(i64, i64, NewAcknowledgement)>> {
    acknowledgement::table
        .inner_join(upload::table)
        .filter(acknowledgement::id.gt(after))
        .order(acknowledgement::id.asc())
        .limit(limit)
        .select((
            acknowledgement::id,
            upload::event_id,
            (
                acknowledgement::upload_id,
                acknowledgement::finding_key,
                acknowledgement::reason,
                acknowledgement::account_id,
                acknowledgement::at,
            ),
        ))
        .load(conn)
}

/// Up to `limit` doubtful matches after an id, in order.
pub fn cases_after(conn: &mut Conn, after: i64, limit: i64) -> QueryResult<Vec<MatchCase>> {
    match_case::table
        .filter(match_case::id.gt(after))
        .order(match_case::id.asc())
        .limit(limit)
        .select(MatchCase::as_select())
        .load(conn)
}

/// Every version of a scheme that was used.
pub fn scheme_versions(conn: &mut Conn) -> QueryResult<Vec<SchemeVersion>> {
    scheme_version::table.order(scheme_version::id.asc()).select(SchemeVersion::as_select()).load(conn)
}

/// Up to `limit` recounts after an id, in order.
pub fn recounts_after(conn: &mut Conn, after: i64, limit: i64) -> QueryResult<Vec<Recount>> {
    recount::table
        .filter(recount::id.gt(after))
        .order(recount::id.asc())
        .limit(limit)
        .select(Recount::as_select())
        .load(conn)
}

/// Every ruling with the event of its game.
pub fn rulings(conn: &mut Conn) -> QueryResult<Vec<(i64, Ruling)>> {
    ruling::table
        .inner_join(pairing::table)
        .order(ruling::id.asc())
        .select((pairing::event_id, Ruling::as_select()))
        .load(conn)
}

/// Up to `limit` codes and words of players after an id, in order, each with the event of its game.
pub fn player_words_after(conn: &mut Conn, after: i64, limit: i64) -> QueryResult<Vec<(i64, PlayerWord)>> {
    player_word::table
        .inner_join(pairing::table)
        .filter(player_word::id.gt(after))
        .order(player_word::id.asc())
        .limit(limit)
        .select((pairing::event_id, PlayerWord::as_select()))
        .load(conn)
}

/// Where a record stands.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct PlacedRecord {
    /// The record.
    pub id: i64,
    /// The event that it was sent for.
    pub event_id: i64,
    /// The game that it stands for.
    pub pairing_id: Option<i64>,
}

/// Up to `limit` records after an id, in order.
pub fn records_after(conn: &mut Conn, after: i64, limit: i64) -> QueryResult<Vec<PlacedRecord>> {
    game_record::table
        .filter(game_record::id.gt(after))
        .order(game_record::id.asc())
        .limit(limit)
        .select((game_record::id, game_record::event_id, game_record::pairing_id))
        .load(conn)
}

/// Up to `limit` photos of slips after an id, in order, each with the event of its game.
pub fn slips_after(conn: &mut Conn, after: i64, limit: i64) -> QueryResult<Vec<(i64, SlipLine)>> {
    result_slip::table
        .inner_join(pairing::table)
        .filter(result_slip::id.gt(after))
        .order(result_slip::id.asc())
        .limit(limit)
        .select((pairing::event_id, SlipLine::as_select()))
        .load(conn)
}

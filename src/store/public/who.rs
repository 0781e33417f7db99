//! A person's record as far as it decides what the public is shown.

use crate::store::Conn;
use crate::store::schema::person;
use chrono::NaiveDate;
use diesel::prelude::*;

/// Who somebody is to the public.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = person)]
pub struct Who {
    /// Internal id.
    pub id: i64,
    /// The public register id.
    pub register_no: String,
    /// The name as written.
    pub name: String,
    /// The birth date.
    pub birth: Option<NaiveDate>,
    /// Home region.
    pub region: String,
    /// Highest grade granted, by its rank.
    pub grade: Option<i64>,
    /// The state of the record.
    pub state: String,
    /// Whether publication by name was agreed to.
    pub publication_consent: bool,
    /// The record that it was found to duplicate.
    pub merged_into: Option<i64>,
    /// Whether the name is withheld of somebody who is not confirmed yet.
    pub hidden: bool,
}

/// The records of these ids.
pub fn by_ids(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<Who>> {
    let mut out = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        out.extend(
            person::table
                .filter(person::id.eq_any(chunk))
                .order(person::id.asc())
                .select(Who::as_select())
                .load::<Who>(conn)?,
        );
    }
    Ok(out)
}

impl Who {
    /// Puts in place of each record that was merged the one that is kept, in one statement for all.
    pub fn kept(conn: &mut Conn, found: &mut [Who]) -> QueryResult<()> {
        let mut ids: Vec<i64> = found.iter().filter_map(|who| who.merged_into).collect();
        if ids.is_empty() {
            return Ok(());
        }
        ids.sort_unstable();
        ids.dedup();
        let kept = by_ids(conn, &ids)?;
        for who in found {
            if let Some(into) = kept.iter().find(|kept| Some(kept.id) == who.merged_into) {
                *who = into.clone();
            }
        }
        Ok(())
    }
}

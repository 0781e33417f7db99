//! Records that may be one person's, as pairs of ids: the older, the newer.

use super::Conn;
use super::schema::{id_document, person};
use diesel::prelude::*;

/// Active persons with the number of one document: so many pairs after one, in their order.
pub fn by_document(conn: &mut Conn, after: (i64, i64), limit: i64) -> QueryResult<Vec<(i64, i64)>> {
    let (other, holder) = diesel::alias!(id_document as other_document, person as other_person);
    let second = holder.field(person::id);
    id_document::table
        .inner_join(person::table)
        .inner_join(other.on(other.field(id_document::blind_index).eq(id_document::blind_index)))
        .inner_join(holder.on(holder.field(person::id).eq(other.field(id_document::person_id))))
        .filter(person::state.eq("active").and(holder.field(person::state).eq("active")))
        .filter(person::id.lt(second))
        .filter(person::id.gt(after.0).or(person::id.eq(after.0).and(second.gt(after.1))))
        .order((person::id.asc(), second.asc()))
        .select((person::id, second))
        .distinct()
        .limit(limit)
        .load(conn)
}

/// Active persons of one name, in whatever writing, and one birth date: so many pairs after one, in their order.
pub fn by_name_and_birth(conn: &mut Conn, after: (i64, i64), limit: i64) -> QueryResult<Vec<(i64, i64)>> {
    let other = diesel::alias!(person as other_person);
    let second = other.field(person::id);
    person::table
        .inner_join(
            other.on(other
                .field(person::name_key)
                .eq(person::name_key)
                .and(other.field(person::birth).eq(person::birth))
                .and(second.gt(person::id))),
        )
        .filter(person::state.eq("active").and(other.field(person::state).eq("active")))
        .filter(person::id.gt(after.0).or(person::id.eq(after.0).and(second.gt(after.1))))
        .order((person::id.asc(), second.asc()))
        .select((person::id, second))
        .limit(limit)
        .load(conn)
}

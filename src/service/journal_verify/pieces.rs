//! Reading a table in pieces, so that none has to fit into memory.

use crate::service::ServiceResult;
use crate::store::{Conn, DbError};

/// Reads a table from its beginning, a piece behind an id at a time, and gives each piece to `each`; answers how many rows
/// there were. Ids begin at 1, but whoever inserts a row chooses its own.
pub(super) fn in_pieces<T>(
    conn: &mut Conn,
    read: impl Fn(&mut Conn, i64) -> Result<Vec<T>, DbError>,
    id: impl Fn(&T) -> i64,
    mut each: impl FnMut(&mut Conn, Vec<T>) -> ServiceResult<()>,
) -> ServiceResult<usize> {
    let (mut rows, mut behind) = (0, i64::MIN);
    loop {
        let piece = read(conn, behind)?;
        let Some(last) = piece.last() else { return Ok(rows) };
        behind = id(last);
        rows += piece.len();
        each(conn, piece)?;
    }
}

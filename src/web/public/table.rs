//! Tables for downloading, as text with commas.

use crate::web::error::AppError;
use actix_web::HttpResponse;
use actix_web::http::header;

/// A table under a header row. It begins with a byte order mark, without which spreadsheets garble Chinese.
pub(super) fn download<'r>(
    name: &str,
    head: &[&str],
    rows: impl Iterator<Item = Vec<std::borrow::Cow<'r, str>>>,
) -> Result<HttpResponse, AppError> {
    let mut out =
        csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer("\u{feff}".as_bytes().to_vec());
    out.write_record(head).map_err(AppError::internal)?;
    for row in rows {
        out.write_record(row.iter().map(|cell| inert(cell).into_owned())).map_err(AppError::internal)?;
    }
    let body = out.into_inner().map_err(|error| AppError::internal(error.to_string()))?;
    let disposition = format!("attachment; filename*=UTF-8''{}", super::query::escape(name));
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, disposition))
        .body(body))
}

/// A cell that no spreadsheet takes for a formula.
fn inert(cell: &str) -> std::borrow::Cow<'_, str> {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.len() > 1 && cell.parse::<i64>().is_err() {
        format!("'{cell}").into()
    } else {
        cell.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_lose_their_power_and_numbers_stay() {
        assert_eq!(inert("=1+1"), "'=1+1");
        assert_eq!(inert("@SUM(A1)"), "'@SUM(A1)");
        assert_eq!(inert("-5"), "-5");
        assert_eq!(inert("张三"), "张三");
        assert_eq!(inert("-"), "-");
    }
}

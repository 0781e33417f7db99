//! The list of withdrawn certificates, for everybody who keeps copies of what we say: grade, number, state and
//! dates, no names. Numbers that are in force are not listed, for a list of them would take away what asking for
//! a second fact protects.

use crate::service::certificate::grade_of;
use crate::store::public::certificate as rows;
use crate::web::error::AppError;
use crate::web::state::AppState;
use actix_web::{HttpResponse, web};
use std::fmt::Write as _;

/// `grade,number,state,state_on,issued_on`.
pub async fn csv(state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    let found = super::read(&state, |register| register.read(|conn| Ok(rows::withdrawn(conn)?))).await?;
    let mut out = String::from("grade,number,state,state_on,issued_on\r\n");
    for (grade, number, state, state_on, issued_on) in found {
        let grade = grade_of(grade).slug();
        // Writing to a String does not fail.
        let _ = write!(out, "{grade},{number},{state},{state_on},{issued_on}\r\n");
    }
    Ok(HttpResponse::Ok().content_type("text/csv; charset=utf-8").body(out))
}

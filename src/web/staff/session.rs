//! Who is behind a session cookie, as the gate asks at every request of the workplace.

use super::blocking;
use crate::service::{Register, account};
use crate::web::error::AppError;
use crate::web::user::{CurrentUser, Sessions};
use futures_util::future::LocalBoxFuture;

/// Sessions of the register: one indexed read a request.
pub struct RegisterSessions(pub Register);

impl Sessions for RegisterSessions {
    fn find<'a>(&'a self, token: &'a str) -> LocalBoxFuture<'a, Result<Option<CurrentUser>, AppError>> {
        let (register, token) = (self.0.clone(), token.to_owned());
        Box::pin(async move {
            let live = blocking(move || account::session(&register, &token)).await?;
            Ok(live.map(|live| CurrentUser { staff: live.staff, session_id: live.session_id }))
        })
    }
}

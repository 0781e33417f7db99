//! Who is signed in.

use super::error::AppError;
use crate::service::Staff;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use futures_util::future::{LocalBoxFuture, Ready, ready};
use std::rc::Rc;

/// The account behind a request, put into its extensions by the gate of a staff route. Services take
/// [`CurrentUser::staff`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurrentUser {
    /// The person, as services know them: account, role, agency, language.
    pub staff: Staff,
    /// The session, for rotating and ending it.
    pub session_id: i64,
}

impl std::ops::Deref for CurrentUser {
    type Target = Staff;
    fn deref(&self) -> &Staff {
        &self.staff
    }
}

/// Finds the account of a session cookie; filled in by the accounts.
pub trait Sessions: Send + Sync {
    /// The account of the session with this token, unless it has ended or expired.
    fn find<'a>(&'a self, token: &'a str) -> LocalBoxFuture<'a, Result<Option<CurrentUser>, AppError>>;
}

/// Nobody is signed in.
pub struct NoSessions;

impl Sessions for NoSessions {
    fn find<'a>(&'a self, _: &'a str) -> LocalBoxFuture<'a, Result<Option<CurrentUser>, AppError>> {
        Box::pin(async { Ok(None) })
    }
}

/// The signed-in account as the gate stored it.
pub(super) struct Signed(pub(super) Rc<CurrentUser>);

/// The account behind a request, if the gate has looked for one.
pub fn of(request: &HttpRequest) -> Option<Rc<CurrentUser>> {
    request.extensions().get::<Signed>().map(|signed| Rc::clone(&signed.0))
}

/// The signed-in account; a handler that asks for it on a route without one answers 401.
pub struct User(pub Rc<CurrentUser>);

impl std::ops::Deref for User {
    type Target = CurrentUser;
    fn deref(&self) -> &CurrentUser {
        &self.0
    }
}

impl FromRequest for User {
    type Error = AppError;
    type Future = Ready<Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(of(request).map(User).ok_or_else(AppError::sign_in_first))
    }
}

//! A form of the workplace, with all that is needed to do what it says and to show it again.

use crate::service::{Register, ServiceResult, Staff};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::future::LocalBoxFuture;

/// What somebody has sent.
pub struct Sent {
    /// The request.
    pub request: HttpRequest,
    /// The frame.
    pub shell: Shell,
    /// The state.
    pub state: web::Data<AppState>,
    /// Who sent it.
    pub user: User,
    /// What was typed.
    pub fields: Fields,
}

impl FromRequest for Sent {
    type Error = AppError;
    type Future = LocalBoxFuture<'static, Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let form = Form::<Fields>::from_request(request, payload);
        let request = request.clone();
        Box::pin(async move {
            let user = User::extract(&request).await?;
            let state = web::Data::extract(&request).await.map_err(|error| AppError::internal(error.to_string()))?;
            let Form(fields) = form.await?;
            Ok(Self { shell: Shell::of(&request), state, user, fields, request })
        })
    }
}

impl Sent {
    /// Does what the form says, on a thread that may block.
    pub async fn attempt<T, F>(&self, work: F) -> Result<ServiceResult<T>, AppError>
    where
        T: Send + 'static,
        F: FnOnce(&Register, &Staff, &Fields) -> ServiceResult<T> + Send + 'static,
    {
        let (register, staff, fields) = (self.state.register.clone(), self.user.staff.clone(), self.fields.clone());
        web::block(move || work(&register, &staff, &fields)).await.map_err(AppError::internal)
    }
}

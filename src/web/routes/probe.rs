//! Routes that exist in the crate's own tests only: one of each kind, to knock at the gate.

use super::{Entry, Needs};
use crate::domain::permission::Action;
use crate::web::error::AppError;
use crate::web::form::{Fields, Form, JsonBody};
use crate::web::shell::Shell;
use crate::web::throttle::Pace;
use crate::web::upload::Upload;
use crate::web::user::User;
use actix_web::{HttpResponse, web};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The routes.
pub(super) const ROUTES: &[Entry] = &[
    Entry::page("/probe/form", || web::to(form)),
    Entry::open_form("/probe/form", || web::to(take)),
    Entry::open_form("/probe/upload", || web::to(upload)).up_to(100_000),
    Entry::open_form("/probe/raw", || web::to(raw)).up_to(1000),
    Entry::api_post("/api/probe", || web::to(json)),
    Entry::api_post("/api/probe/upload", || web::to(upload)).up_to(1000),
    Entry::page("/probe/panic", || web::to(panics)),
    Entry::page("/probe/broken", || web::to(broken)),
    Entry::page("/probe/slow", || web::to(slow)),
    Entry::page("/probe/number/{n}", || web::to(number)),
    Entry::page("/probe/number/last", || web::to(last)),
    Entry::page("/probe/paced", || web::to(last)).paced(Pace::Lookup),
    Entry::staff("/staff/probe/own", Needs::Account, || web::to(who)),
    Entry::staff("/staff/probe/sanction", Needs::May(Action::SanctionCertificate), || web::to(who)),
    Entry::staff_form("/staff/probe/own", Needs::Account, || web::to(take)),
];

async fn form(shell: Shell) -> HttpResponse {
    let html = format!("<input type=\"hidden\" name=\"csrf\" value=\"{}\">", shell.csrf());
    HttpResponse::Ok().content_type("text/html; charset=utf-8").body(html)
}

async fn take(form: Form<Fields>) -> String {
    form.0.get("name").to_owned()
}

async fn upload(upload: Upload) -> String {
    let files: Vec<String> = upload.files.iter().map(|f| format!("{}:{}", f.name, f.bytes.len())).collect();
    files.join(",")
}

/// Reads the payload as it comes, past every setting of the framework.
async fn raw(mut payload: web::Payload) -> Result<String, AppError> {
    use futures_util::StreamExt;
    let mut n = 0;
    while let Some(chunk) = payload.next().await {
        n += chunk.map_err(|error| crate::web::body::refused(error, 1000))?.len();
    }
    Ok(n.to_string())
}

async fn json(body: JsonBody<serde_json::Value>) -> String {
    body.0.to_string()
}

async fn panics() -> String {
    panic!("a secret of the handler")
}

async fn broken() -> Result<String, AppError> {
    Err(AppError::internal("the password of the database is hunter-of-stones"))
}

/// How many slow requests have arrived.
pub(crate) static SLOW_ONES: AtomicUsize = AtomicUsize::new(0);

async fn slow() -> &'static str {
    SLOW_ONES.fetch_add(1, Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(700)).await;
    "done"
}

async fn number(n: web::Path<u32>) -> String {
    n.to_string()
}

async fn last() -> &'static str {
    "last"
}

async fn who(user: User, shell: Shell) -> HttpResponse {
    let html = format!("{} <input name=\"csrf\" value=\"{}\">", user.login, shell.csrf());
    HttpResponse::Ok().content_type("text/html; charset=utf-8").body(html)
}

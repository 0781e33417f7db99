//! The description of the interface for programs; a test holds it against the table of routes.

use actix_web::HttpResponse;

/// The document.
pub const DOCUMENT: &str = include_str!("openapi.json");

/// Serves it.
pub async fn document() -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body(DOCUMENT)
}

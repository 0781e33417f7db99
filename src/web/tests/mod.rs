//! The frame under real HTTP, with the routes of [`super::routes`]'s probe.

#[path = "../../../tests/it/support/server.rs"]
#[allow(clippy::unwrap_used, missing_docs)]
mod server;

mod edge;
mod forms;
mod gate;

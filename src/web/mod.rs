//! The pages and the JSON interface.
//!
//! A request passes, from outside to inside: [`edge`] (request id, throttle, security headers, error pages,
//! figures), the router built from the one table in [`routes`], then that entry's [`gate`] (throttle class,
//! session, permission, origin check, body limit), then the handler. A handler parses, calls one service and
//! renders; there is no SQL here and no HTTP type below.

pub mod app;
pub mod assets;
pub mod bind;
pub mod body;
pub mod client;
pub mod cookies;
pub mod csrf;
pub mod edge;
pub mod error;
pub mod error_page;
pub mod form;
pub mod format;
pub mod gate;
pub mod headers;
pub mod infra;
pub mod lang;
pub mod metrics;
pub mod nav;
pub mod page;
pub mod parts;
pub mod request_id;
pub mod routes;
pub mod shell;
pub mod state;
pub mod throttle;
pub mod upload;
pub mod user;

#[cfg(test)]
mod tests;

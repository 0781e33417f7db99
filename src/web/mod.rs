//! The pages and the JSON interface.
//!
//! A request passes, from outside to inside: [`edge`] (request id, throttle, security headers, error pages,
//! figures), the router built from the one table in [`routes`], then that entry's [`gate`] (throttle class,
//! session, permission, origin check, body limit), then the handler. A handler parses, calls one service and
//! renders; there is no SQL here and no HTTP type below.
//!
//! A page is added in three places: its entry in one of the tables of `routes`, a handler that takes a
//! [`shell::Shell`] and answers `Result<page::Page<impl Template>, error::AppError>`, and a template that begins
//! with `{% extends "layout.html" %}`, fills the blocks `title` and `content`, takes its words from
//! `{{ shell.t("subject.key") }}` and its addresses from `{{ shell.href("/path") }}`, and is put together from the
//! pieces of [`parts`]. A form holds `<input type="hidden" name="csrf" value="{{ shell.csrf() }}">` before anything
//! else; its handler takes [`form::Form`] or [`upload::Upload`], which refuse it otherwise. Styles are classes
//! of `static/css`; the policy in [`headers`] lets nothing inline through.

pub mod app;
pub mod assets;
pub mod bind;
pub mod body;
pub mod client;
pub mod cookies;
pub mod csrf;
pub mod demo;
pub mod edge;
pub mod error;
pub mod error_page;
mod exports;
mod findings;
pub mod form;
pub mod format;
pub mod frame;
pub mod gate;
pub mod headers;
pub mod infra;
pub mod lang;
pub mod metrics;
pub mod mould;
pub mod nav;
pub mod page;
pub mod parts;
pub mod public;
pub mod request_id;
pub mod routes;
pub mod runs;
pub mod shell;
pub mod staff;
pub mod state;
pub mod throttle;
pub mod upload;
pub mod user;

#[cfg(test)]
mod tests;

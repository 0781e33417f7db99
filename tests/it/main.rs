//! Integration tests: one binary, a module per subject.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod architecture;
mod mail;
mod support;
mod web_frame;

//! Integration tests: one binary, a module per subject.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]
mod account_cli;
mod account_first_start;
mod account_invite;
mod account_login;
mod account_pages;
mod account_reset;
mod account_sessions;
mod architecture;
mod check_command;
mod findings;
mod issuing;
mod jobs_mail;
mod jobs_round;
mod journal;
mod lifecycle;
mod mail;
mod migrations;
mod permission_matrix;
mod result_fuzz;
mod result_workbooks;
mod schemes;
mod support;
mod texts;
mod web_frame;

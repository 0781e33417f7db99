//! Qipin (棋品): the national register of amateur Go grades.
//!
//! The map of the folders, and which may call which, is in `docs/ARCHITECTURE.md`.

// The server of the integration tests also serves the tests inside.
#[cfg(test)]
extern crate self as qipin;

pub mod cli;
pub mod clock;
pub mod demo;
pub mod domain;
pub mod jobs;
pub mod mail;
pub mod print;
pub mod service;
pub mod store;
pub mod text;
pub mod web;

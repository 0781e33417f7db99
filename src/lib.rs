//! Qipin (棋品): the national register of amateur Go grades.
//!
//! The map of the folders, and which may call which, is in `docs/ARCHITECTURE.md`.

// The server of the integration tests also serves the tests inside.
#[cfg(test)]
extern crate self as qipin;

/// A page is written in a few hundred small pieces; this allocator takes half the time of the system's over them
/// (`docs/adr/0013-mimalloc.md`). It stands here so that the benches' bare handler has it too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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

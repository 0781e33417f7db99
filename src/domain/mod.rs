//! What the project exists for, as pure values and functions: no clock, no files, no database, no HTTP.

pub mod finding;
pub mod grade;
pub mod ladder;
pub mod permission;
pub mod results;
pub mod scheme;

//! What pages show, read in a constant number of queries.

pub mod staff_event;
pub mod staff_notice;

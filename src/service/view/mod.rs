//! What pages show, read in a constant number of queries.

pub mod event_certificates;
pub mod event_list;
pub mod event_matches;
pub mod queue;
pub mod staff_event;
pub mod staff_notice;

//! What the project exists for, as pure values and functions: no clock, no files, no database, no HTTP.

pub mod area_code;
pub mod certificate_number;
pub mod check_code;
pub mod civil_day;
pub mod finding;
pub mod game_record;
pub mod grade;
pub mod id_document;
pub mod ladder;
pub mod matching;
pub mod name;
pub mod permission;
pub mod promotion;
pub mod recount;
pub mod register_number;
pub mod results;
pub mod running;
pub mod scheme;
pub mod standings;
pub mod swiss;
pub mod typed;

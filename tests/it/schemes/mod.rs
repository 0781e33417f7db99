//! Promotion regulations: the commands, and the document that explains the language.

mod command;
mod document;
mod examples;
mod faults;

pub(crate) use command::run;

//! The engine: results → standings → awards.

//! What several subjects of these tests share.

pub mod register;
pub mod server;
pub mod smtp;

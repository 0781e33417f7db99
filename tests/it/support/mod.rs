//! What several subjects of these tests share.

pub mod server;
pub mod smtp;

//! What several subjects of these tests share.

pub mod smtp;

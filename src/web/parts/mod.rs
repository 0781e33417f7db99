//! The pieces that pages are made of: each a small template with its own type, written into a page as
//! `{{ piece }}`. They look the same everywhere and escape what they are given.

pub mod badge;
pub mod chain;
pub mod field;
pub mod number;
pub mod pager;
pub mod picture;
pub mod stone;

pub use badge::{Badge, Tone};
pub use chain::{Chain, Link, Stage};
pub use field::{Choice, Field, Problem, Problems};
pub use number::Number;
pub use pager::{Crumb, Crumbs, Pager};
pub use picture::Picture;
pub use stone::Stone;

/// Text of a piece: from the catalogue or made up by the page.
pub type Words = std::borrow::Cow<'static, str>;

/// Lets a template write a piece without escaping it again.
macro_rules! pieces {
    ($($name:ty),+ $(,)?) => { $(impl askama::filters::HtmlSafe for $name {})+ };
}
pieces!(Badge, Chain, Field, Problems, Number, Pager, Crumbs, Picture, Stone);

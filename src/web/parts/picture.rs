//! A board as a picture: made by the crate of the rules of numbers and fixed words, with links of ours over it.

use askama::FastWritable;
use std::fmt::{self, Display, Write};

/// A picture that stands in a page as it is.
pub struct Picture(String);

impl Picture {
    /// A picture in SVG, in which nothing is that anybody wrote.
    pub fn new(svg: String) -> Self {
        Self(svg)
    }
}

impl Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FastWritable for Picture {
    fn write_into(&self, out: &mut dyn Write, _: &dyn askama::Values) -> askama::Result<()> {
        Ok(out.write_str(&self.0)?)
    }
}

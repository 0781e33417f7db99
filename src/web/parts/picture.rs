//! A board as a picture: made by the crate of the rules of numbers and fixed words, with links of ours over it.

use askama::FastWritable;
use std::fmt::{self, Display, Write};

/// What the crate says of each of its pictures.
const ROLE: &str = "role=\"img\"";

/// A picture that stands in a page as it is.
pub struct Picture(String);

impl Picture {
    /// A picture in SVG, in which nothing is that anybody wrote.
    pub fn new(svg: String) -> Self {
        Self(svg)
    }

    /// The same, heard by a name of ours.
    pub fn named(svg: &str, name: &str) -> Self {
        Self(svg.replacen(ROLE, &format!("{ROLE} aria-label=\"{name}\""), 1))
    }

    /// The same in a place that says by itself what it shows.
    pub fn unheard(svg: &str) -> Self {
        Self(svg.replacen(ROLE, "aria-hidden=\"true\"", 1))
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

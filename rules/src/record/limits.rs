//! What a reader refuses, so that no file costs more than it is worth.

/// Bytes of a file.
pub const BYTES: usize = 32 << 20;
/// How deep variations may be nested. Nothing recurses; a file that is deeper is no game record.
pub const DEPTH: usize = 100_000;
/// Nodes of a main line.
pub const NODES: usize = 100_000;
/// Points that the setups and marks of a main line name, rectangles counted in full; a setup between moves counts for
/// all points of its board besides. That is 11,000 such setups on 19 lines.
pub const POINTS: usize = 4_000_000;
/// Characters of a value that a number, a date, a result or the like is looked for in.
pub const VALUE: usize = 200;
/// Games of a file.
pub const GAMES: usize = 100_000;

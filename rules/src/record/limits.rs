//! What a reader refuses, so that no file costs more than it is worth.

/// Bytes of a file.
pub const BYTES: usize = 32 << 20;
/// How deep variations may be nested. Nothing recurses; a file that is deeper is no game record.
pub const DEPTH: usize = 100_000;
/// Nodes of a main line.
pub const NODES: usize = 100_000;
/// Games of a file.
pub const GAMES: usize = 100_000;

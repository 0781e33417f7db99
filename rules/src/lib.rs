//! Replays and recounts Go game records.

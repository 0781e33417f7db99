//! Promotion regulations (升级办法) as data, and the engine that applies them.

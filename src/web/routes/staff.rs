//! The workplace of agencies and of the national office.

use super::Entry;

/// The routes.
pub(super) const ROUTES: &[Entry] = &[];

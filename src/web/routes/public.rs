//! Pages for anybody.

use super::Entry;
use crate::web::infra;
use actix_web::web;

/// The routes.
pub(super) const ROUTES: &[Entry] = &[Entry::page("/", || web::to(infra::home))];

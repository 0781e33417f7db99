//! What machines ask for: health, figures, styles.

use super::Entry;
use crate::web::{assets, demo, infra};
use actix_web::web;

/// The routes.
pub(super) const ROUTES: &[Entry] = &[
    Entry::page("/static/{file}", || web::to(assets::serve)),
    Entry::page("/favicon.ico", || web::to(assets::favicon)),
    Entry::page("/robots.txt", || web::to(infra::robots)),
    Entry::page("/healthz", || web::to(infra::healthz)),
    Entry::page("/metrics", || web::to(infra::metrics)),
    Entry::page("/demo/clock", || web::to(demo::show)),
    Entry::open_form("/demo/clock", || web::to(demo::advance)),
];

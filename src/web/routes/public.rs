//! Pages for anybody, and what programs may ask.

use super::Entry;
use crate::web::public::{
    agencies, api, boards, certificate, check, event, event_files, events, export, game, home, notice, notices,
    objection, openapi, people, people_json, player_word, rescore, rounds, schemes, withdrawn,
};
use crate::web::throttle::Pace;
use actix_web::web;

/// The routes.
///
/// The code on a certificate cannot be guessed, so the page that it opens is paced like any other; whoever asks by
/// number and name, or for a person, is paced as a look-up.
pub(super) const ROUTES: &[Entry] = &[
    Entry::page("/", || web::to(home::home)),
    Entry::open_form("/", || web::to(home::look_up)).paced(Pace::Lookup),
    Entry::page("/c/{grade}/{number}", || web::to(certificate::show)),
    Entry::open_form("/c/{grade}/{number}", || web::to(certificate::by_name)).paced(Pace::Lookup),
    Entry::page("/g", || web::to(player_word::ask)).paced(Pace::Word),
    Entry::page("/g/{code}", || web::to(player_word::show)).paced(Pace::Word),
    Entry::open_form("/g/{code}", || web::to(player_word::say)).paced(Pace::Word),
    Entry::page("/notices", || web::to(notices::list)),
    Entry::page("/notices.atom", || web::to(notices::atom)),
    Entry::page("/notices.csv", || web::to(notices::csv)),
    Entry::page("/notices/{reference}", || web::to(notice::show)),
    Entry::open_form("/notices/{reference}", || web::to(notice::object)).paced(Pace::Submit),
    Entry::page("/objections", || web::to(objection::ask)).paced(Pace::Lookup),
    Entry::page("/objections/{receipt}", || web::to(objection::show)).paced(Pace::Lookup),
    Entry::page("/events", || web::to(events::list)),
    Entry::page("/events/{slug}", || web::to(event::show)),
    Entry::page("/events/{slug}/standings.csv", || web::to(event_files::standings)),
    Entry::page("/events/{slug}/games.csv", || web::to(event_files::games)),
    Entry::page("/events/{slug}/export", || web::to(export::show)),
    Entry::page("/events/{slug}/export/{file}", || web::to(export::file)),
    Entry::page("/events/{slug}/rounds", || web::to(rounds::show)),
    Entry::page("/events/{slug}/boards", || web::to(boards::show)),
    Entry::page("/events/{slug}/games/{game}", || web::to(game::show)),
    Entry::page("/events/{slug}/games/{game}/board.svg", || web::to(game::board)),
    Entry::page("/events/{slug}/games/{game}/record.sgf", || web::to(game::sgf)),
    Entry::page("/people", || web::to(people::ask)),
    Entry::open_form("/people", || web::to(people::find)).paced(Pace::Lookup),
    Entry::page("/people/{register_no}", || web::to(people::show)).paced(Pace::Lookup),
    Entry::page("/agencies", || web::to(agencies::list)),
    Entry::page("/agencies/{code}", || web::to(agencies::show)),
    Entry::page("/schemes", || web::to(schemes::list)),
    Entry::page("/schemes/{id}", || web::to(schemes::show)),
    Entry::page("/check", || web::to(check::ask)),
    Entry::open_form("/check", || web::to(check::check)).up_to(check::LIMIT).paced(Pace::Submit),
    Entry::page("/check/files/{name}", || web::to(check::sample)),
    Entry::api("/api/v1", || web::to(api::root)),
    Entry::api("/api/v1/openapi.json", || web::to(openapi::document)),
    Entry::api_post("/api/v1/lookup", || web::to(home::look_up_json)).paced(Pace::Lookup),
    Entry::api("/api/v1/certificates/{grade}/{number}", || web::to(certificate::show_json)),
    Entry::api("/api/v1/certificates/withdrawn.csv", || web::to(withdrawn::csv)),
    Entry::api("/api/v1/notices", || web::to(notices::json)),
    Entry::api("/api/v1/events", || web::to(api::events)),
    Entry::api("/api/v1/events/{slug}", || web::to(event_files::json)),
    Entry::api("/api/v1/agencies", || web::to(api::agencies)),
    Entry::api("/api/v1/schemes", || web::to(api::schemes)),
    Entry::api_post("/api/v1/people", || web::to(people_json::find)).paced(Pace::Lookup),
    Entry::api("/api/v1/people/{register_no}", || web::to(people_json::show)).paced(Pace::Lookup),
    Entry::api_post("/api/v1/check", || web::to(check::check_json)).up_to(check::LIMIT).paced(Pace::Submit),
    Entry::api_post("/api/v1/rescore", || web::to(rescore::rescore)).up_to(rescore::LIMIT).paced(Pace::Submit),
];

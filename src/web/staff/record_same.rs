//! A record and the games of the register that it is, or begins like: both boards beside each other.

use super::blocking;
use super::event_words::{event_crumbs, event_path};
use super::record_words::{game_path, records_path, seat};
use crate::domain::game_record::Match;
use crate::service::view::same_game as view;
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::parts::{Badge, Crumbs, Picture, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::web;
use askama::Template;

/// A game elsewhere.
struct Other {
    kind: Badge,
    words: String,
    stones: String,
    boards: Option<[Picture; 2]>,
}

#[derive(Template)]
#[template(path = "staff/record_same.html")]
struct SamePage {
    crumbs: Crumbs,
    name: String,
    /// The game that the record stands for: who played, where, and its page.
    game: Option<(String, String, String)>,
    others: Vec<Other>,
    shell: Shell,
}

fn other(shell: &Shell, one: view::Other) -> Other {
    let (tone, key) = match one.kind {
        Match::Reused => (Tone::Bad, "staff_record.same.reused"),
        Match::Similar => (Tone::Paused, "staff_record.same.similar"),
        Match::Famous => (Tone::Bad, "staff_record.same.famous"),
    };
    Other {
        kind: Badge::new(tone, shell.t(key).to_owned()),
        words: one.words.get(shell.lang).to_owned(),
        stones: shell.fill("staff_record.same.stones", &[("n", &one.stones.to_string())]),
        boards: one.boards.map(|boards| boards.map(Picture::new)),
    }
}

/// The page.
pub async fn show(
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, i64)>,
) -> Result<Page<impl Template>, AppError> {
    let (register, staff, (slug, id)) = (state.register.clone(), user.staff.clone(), path.into_inner());
    let found = blocking(move || view::of_record(&register, &staff, &slug, id)).await?;
    let slug = found.event.slug.as_str();
    let crumbs = event_crumbs(&shell, &found.event)
        .step(
            &shell,
            &event_path(slug, &format!("/groups/{}", found.record.group_key)),
            found.group.get(shell.lang).to_owned(),
        )
        .step(&shell, &records_path(slug, &found.record.group_key), shell.t("staff_record.title").to_owned());
    let game = found.game.as_ref().zip(found.record.pairing_id).map(|(game, pairing)| {
        let href = shell.href(&game_path(slug, pairing));
        (format!("{} – {}", game.black, game.white), seat(&shell, game), href)
    });
    let others = found.others.into_iter().map(|one| other(&shell, one)).collect();
    Ok(Page(SamePage { crumbs, name: found.record.name, game, others, shell }))
}

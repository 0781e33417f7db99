//! Pages for anybody: one handler a file, each parses, reads one view and shows it.

pub mod agencies;
pub mod api;
pub mod boards;
pub mod certificate;
mod certificate_json;
mod chain;
pub mod check;
mod checked_record;
mod day;
pub mod event;
pub mod event_files;
pub mod events;
pub mod export;
pub mod game;
mod game_words;
pub mod home;
mod kept_paper;
pub mod notice;
pub mod notices;
pub mod objection;
pub mod openapi;
pub mod paper;
pub mod people;
pub mod people_json;
pub mod player_word;
mod query;
pub mod rescore;
mod results;
pub mod rounds;
pub mod schemes;
mod table;
pub mod withdrawn;
mod words;

use super::error::AppError;
use super::state::AppState;
use crate::service::{Register, ServiceResult};
use actix_web::web;

/// Reads away from the threads that serve.
async fn read<T: Send + 'static>(
    state: &web::Data<AppState>,
    work: impl FnOnce(&Register) -> ServiceResult<T> + Send + 'static,
) -> Result<T, AppError> {
    let register = state.register.clone();
    Ok(web::block(move || work(&register)).await.map_err(AppError::internal)??)
}

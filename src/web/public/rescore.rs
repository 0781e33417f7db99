//! `POST /api/v1/rescore`: game records counted again for programs. The answer is that of `qipin rescore --format json`,
//! byte for byte: one object a game and line. Nothing that is sent is kept.

use super::check;
use super::query;
use crate::domain::recount::{
    self, Asked, DeadList, Game, OnVoid, Record, Unreadable, dead_points, komi_typed, rules_known, rules_typed,
};
use crate::domain::results::MAX_BYTES;
use crate::text::{Bilingual, both};
use crate::web::error::AppError;
use crate::web::state::AppState;
use crate::web::upload::{Upload, UploadedFile};
use crate::web::{body, form};
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use std::time::Duration;

/// A record of the greatest size, and what a form puts around it.
pub const LIMIT: usize = MAX_BYTES + (64 << 10);

/// How long a record may take to arrive.
const WITHIN: Duration = Duration::from_secs(120);

/// The most that one request has counted, in points of its boards: a hundred games on 19 lines.
const POINTS: usize = 100 * 19 * 19;

/// The longest option, in bytes.
const LONGEST: usize = 4096;

/// What a record is called that comes without a name.
const NAMELESS: &str = "record";

/// What may stand in the address; any other name is refused, because a slip of the pen would silently count otherwise.
const OPTIONS: [&str; 7] = ["file", "rules", "komi", "dead", "no-marks", "no-dead", "on-void"];

/// Something wrong with the question: which part of it, and the rule that it breaks.
struct Wrong(&'static str, Bilingual);

impl From<Wrong> for AppError {
    fn from(Wrong(field, words): Wrong) -> Self {
        let line = |words: &str| format!("{field}: {words}");
        AppError::malformed(Bilingual { zh: line(&words.zh), en: line(&words.en) })
    }
}

/// What the address asks for, and the name of the record.
fn asked(address: &str) -> Result<(Asked, Option<String>), Wrong> {
    for pair in address.split('&').filter(|pair| !pair.is_empty()) {
        let name = pair.split_once('=').map_or(pair, |(name, _)| name);
        let Some(known) = OPTIONS.iter().find(|known| **known == name) else {
            let known = OPTIONS.join(", ");
            return Err(Wrong("query", both("public.rescore.option", &[("known", &known)])));
        };
        if pair.len() > LONGEST {
            let most = LONGEST.to_string();
            return Err(Wrong(known, both("public.rescore.long", &[("n", &most)])));
        }
    }
    let mut asked = Asked::default();
    if let Some(typed) = query::value(address, "rules") {
        let known = rules_known();
        let rules =
            rules_typed(&typed).ok_or_else(|| Wrong("rules", both("public.rescore.rules", &[("known", &known)])));
        asked.options.rules = Some(rules?);
    }
    if let Some(typed) = query::value(address, "komi") {
        let komi = komi_typed(&typed).ok_or_else(|| Wrong("komi", both("public.rescore.komi", &[])));
        asked.options.komi = Some(komi?);
    }
    let switch = |name: &'static str| match query::value(address, name).as_deref() {
        None | Some("no") => Ok(false),
        Some("yes") => Ok(true),
        Some(_) => Err(Wrong(name, both("public.rescore.switch", &[]))),
    };
    let no_dead = switch("no-dead")?;
    asked.options.marks = !switch("no-marks")? && !no_dead;
    asked.options.automatic = !no_dead;
    if let Some(typed) = query::value(address, "dead") {
        if no_dead {
            return Err(Wrong("no-dead", both("public.rescore.dead-twice", &[])));
        }
        let points = dead_points(&typed).ok_or_else(|| Wrong("dead", both("public.rescore.dead", &[])));
        asked.dead = vec![DeadList { index: None, points: points? }];
    }
    asked.options.on_void = match query::value(address, "on-void").as_deref() {
        None | Some("stop") => OnVoid::Stop,
        Some("pass") => OnVoid::Pass,
        Some(_) => return Err(Wrong("on-void", both("public.rescore.on-void", &[]))),
    };
    Ok((asked, query::filled(address, "file")))
}

/// The record itself: the whole body, or the one file of a form.
async fn sent(
    request: &HttpRequest,
    payload: web::Payload,
    name: Option<String>,
) -> Result<(String, Vec<u8>), AppError> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.trim_start().to_ascii_lowercase().starts_with("multipart/") {
        let state = request.app_data::<web::Data<AppState>>().ok_or_else(|| AppError::internal("no state"))?;
        let _turn = state.uploads.acquire().await.map_err(AppError::internal)?;
        let bytes = body::read(payload, form::limit(request), WITHIN).await?.to_vec();
        return Ok((name.unwrap_or_else(|| NAMELESS.to_owned()), bytes));
    }
    let files = Upload::from_request(request, &mut payload.into_inner()).await?.files;
    let [UploadedFile { name: own, bytes, .. }] = <[UploadedFile; 1]>::try_from(files)
        .map_err(|files| Wrong("record", both("public.rescore.one", &[("n", &files.len().to_string())])))?;
    Ok((name.unwrap_or(own), bytes))
}

/// Whether the games of a file are no more work than one request may ask for.
fn bounded(games: &[Result<Record, Unreadable>]) -> Result<(), Wrong> {
    let points: usize = games.iter().map(|game| game.as_ref().map_or(1, |game| usize::from(game.size.area()))).sum();
    if points > POINTS && games.len() > 1 {
        let (found, most) = (games.len().to_string(), (POINTS / 361).to_string());
        return Err(Wrong("record", both("public.rescore.games", &[("found", &found), ("most", &most)])));
    }
    Ok(())
}

/// Recounts what was sent.
pub async fn rescore(request: HttpRequest, payload: web::Payload) -> Result<HttpResponse, AppError> {
    let (asked, name) = asked(request.query_string())?;
    let (name, bytes) = sent(&request, payload, name).await?;
    if bytes.len() > MAX_BYTES {
        return Err(AppError::too_large(MAX_BYTES));
    }
    let _turn = check::turn().await?;
    let games = web::block(move || -> Result<Vec<Game>, Wrong> {
        let read = recount::read(&bytes);
        drop(bytes);
        bounded(&read)?;
        Ok(read.iter().enumerate().map(|(index, game)| recount::game(&name, index, game, &asked)).collect())
    });
    let games = games.await.map_err(AppError::internal)??;
    let lines: String = games.iter().flat_map(|game| [game.json(), "\n".to_owned()]).collect();
    let kind = if games.len() == 1 { "application/json" } else { "application/x-ndjson" };
    Ok(HttpResponse::Ok().content_type(kind).body(lines))
}

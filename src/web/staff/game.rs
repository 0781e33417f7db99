//! One game on the referee's desk: its board, what each group is taken for, the count that follows, the ruling.

use super::codes::{earlier_words, said_badge};
use super::event_words::{allow, event_crumbs, event_path};
use super::game_board::{board, fate_words, fates, group_words, hidden};
use super::record_words::{
    game_path, records_path, result_words, seat, slip_badge, verdict_badge, waiting_badge, won_by,
};
use super::sent::Sent;
use super::slips::{SlipRow, photo_field, slip_rows};
use super::{blocking, page, see_other};
use crate::domain::permission::Action;
use crate::domain::recount::{Desk, DeskFate, HalfPoints};
use crate::domain::results::{GameResult, Win, WonBy, read_komi};
use crate::service::records::{self, RuledResult, RulingForm, RulingKind};
use crate::service::view::codes::SideState;
use crate::service::view::game_desk::{self as view, GameView, RecordView, RulingView};
use crate::service::{ServiceError, Staff};
use crate::web::error::AppError;
use crate::web::form::Fields;
use crate::web::parts::{Badge, Choice, Crumbs, Field, Picture, Problems, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

/// A group with what it may be taken for.
struct GroupRow {
    words: String,
    field: String,
    /// Value, words, whether it is so.
    fates: Vec<(&'static str, String, bool)>,
    marked: bool,
}

/// A recount of another version.
struct Earlier {
    version: String,
    verdict: Badge,
    at: String,
    counted: String,
}

/// The record.
struct RecordPart {
    name: String,
    file: String,
    place: Option<String>,
    same: String,
    sent: String,
    verdict: Badge,
    waiting: bool,
    version: String,
    declared: String,
    notes: Vec<String>,
    earlier: Vec<Earlier>,
    /// Whether the fates are the reader's own, with the way back.
    own: bool,
}

/// The position.
struct BoardPart {
    picture: Picture,
    sum: String,
    outcome: String,
    rules: String,
    /// Whether this is what was reported.
    agrees: Option<bool>,
    marked: Vec<GroupRow>,
    alive: Vec<GroupRow>,
    marked_words: String,
    alive_words: String,
    hidden: Vec<(String, &'static str)>,
}

/// A ruling.
struct RulingRow {
    id: i64,
    kind: String,
    result: String,
    article: String,
    note: String,
    by: String,
    at: String,
    state: Badge,
    second: Option<String>,
    may_decide: bool,
}

/// What a player says.
struct SaidRow {
    side: &'static str,
    badge: Badge,
    when: String,
    note: Option<String>,
    earlier: Vec<String>,
}

fn said_rows(shell: &Shell, both: &[SideState; 2]) -> Vec<SaidRow> {
    let labels = ["recount.side.black", "recount.side.white"];
    let each = both.iter().zip(labels).map(|(state, label)| SaidRow {
        side: crate::text::text(shell.lang, label),
        badge: said_badge(shell, state.said.as_ref()),
        when: state.said.as_ref().map(|said| shell.time(&said.at)).unwrap_or_default(),
        note: state.said.as_ref().and_then(|said| said.note.clone()),
        earlier: state.earlier.iter().map(|spoken| earlier_words(shell, spoken)).collect(),
    });
    each.filter(|_| both.iter().any(|state| state.coded)).collect()
}

#[derive(Template)]
#[template(path = "staff/game.html")]
struct GamePage {
    crumbs: Crumbs,
    done: Option<String>,
    problems: Problems,
    black: String,
    white: String,
    seat: String,
    event_name: String,
    result: String,
    /// What was reported, where a ruling says otherwise.
    reported: Option<String>,
    record: Option<RecordPart>,
    board: Option<BoardPart>,
    /// What stands for the game where no record does.
    alone: Option<Badge>,
    slips: Vec<SlipRow>,
    /// The field for another photo of its slip.
    add_slip: Option<Field>,
    /// The fields of a ruling: what it is about; result and margin; article and reason.
    rule: Option<[Vec<Field>; 3]>,
    /// Why nothing is ruled here now.
    closed: Option<String>,
    rulings: Vec<RulingRow>,
    /// What both players say, where either has a code.
    said: Vec<SaidRow>,
    here: String,
    shell: Shell,
}

fn group_rows(shell: &Shell, desk: &Desk) -> (Vec<GroupRow>, Vec<GroupRow>) {
    let row = |group: &crate::domain::recount::DeskGroup| GroupRow {
        words: group_words(shell, group),
        field: format!("g-{}", group.letters),
        fates: DeskFate::ALL.map(|fate| (fate.key(), fate_words(shell, fate).to_owned(), group.fate == fate)).to_vec(),
        marked: group.fate != DeskFate::Alive,
    };
    desk.groups.iter().map(row).partition(|row| row.marked)
}

/// Whether the count is what a result says; none where the result names no margin and no winner.
fn agrees(desk: &Desk, result: Option<GameResult>) -> Option<bool> {
    let side = |winner: &str, Win { by }: Win| match by {
        WonBy::Count(quarters) => desk.winner == winner && desk.margin == HalfPoints(quarters),
        _ => desk.winner == winner,
    };
    match result? {
        GameResult::Black(win) => Some(side("B", win)),
        GameResult::White(win) => Some(side("W", win)),
        GameResult::Draw => Some(desk.winner == "draw"),
        _ => None,
    }
}

fn board_part(shell: &Shell, here: &str, desk: &Desk, reported: Option<GameResult>) -> BoardPart {
    let (marked, alive) = group_rows(shell, desk);
    BoardPart {
        picture: Picture::new(board(shell, here, desk)),
        sum: desk.sum.get(shell.lang).to_owned(),
        outcome: won_by(shell, desk.winner, desk.margin),
        rules: shell.fill("staff_record.by-rules", &[("rules", shell.t(&format!("recount.rules.{}", desk.rules.key)))]),
        agrees: agrees(desk, reported),
        marked_words: shell.fill("staff_record.marked-groups", &[("n", &marked.len().to_string())]),
        alive_words: shell.fill("staff_record.alive-groups", &[("n", &alive.len().to_string())]),
        marked,
        alive,
        hidden: hidden(desk),
    }
}

fn record_part(shell: &Shell, view: &GameView, record: &RecordView) -> RecordPart {
    let counted = |one: &crate::store::recount::Recount| {
        let margin = one.margin_half.and_then(|half| i32::try_from(half).ok()).unwrap_or_default();
        one.winner.as_deref().map(|winner| won_by(shell, winner, HalfPoints(margin))).unwrap_or_default()
    };
    let below = |below: &str| event_path(&view.event.slug, &format!("/records/{}/{below}", record.row.id));
    RecordPart {
        name: record.row.name.clone(),
        file: shell.href(&below("file")),
        place: view.may_place.then(|| shell.href(&below("place"))),
        same: shell.href(&below("same")),
        sent: shell.time(&record.row.uploaded_at),
        verdict: match &record.recount {
            Some(one) => verdict_badge(shell, &one.verdict),
            None => waiting_badge(shell),
        },
        waiting: record.row.state == "waiting",
        version: record.recount.as_ref().map(|one| one.version.clone()).unwrap_or_default(),
        declared: record.declared.clone(),
        notes: record.notes.iter().map(|note| note.get(shell.lang).to_owned()).collect(),
        earlier: record
            .earlier
            .iter()
            .map(|one| Earlier {
                version: one.version.clone(),
                verdict: verdict_badge(shell, &one.verdict),
                at: shell.time(&one.made_at),
                counted: counted(one),
            })
            .collect(),
        own: !record.as_recounted,
    }
}

/// What a ruling is about.
fn kind_words<'k>(shell: &Shell, kind: &'k str) -> &'k str {
    shell.t(match kind {
        "stones" => "staff_record.kind.stones",
        "void-move" => "staff_record.kind.void-move",
        "two-warnings" => "staff_record.kind.two-warnings",
        "replay" => "staff_record.kind.replay",
        "draw" => "staff_record.kind.draw",
        "stands" => "staff_record.kind.stands",
        other => other,
    })
}

/// The result that a ruling gives.
fn ruled_words(shell: &Shell, ruling: &records::Ruling) -> String {
    let margin = ruling.margin_quarters.and_then(|quarters| i32::try_from(quarters).ok());
    let by = margin.map_or(WonBy::Unstated, WonBy::Count);
    match ruling.result.as_deref() {
        Some("B") => result_words(shell, GameResult::Black(Win { by })),
        Some("W") => result_words(shell, GameResult::White(Win { by })),
        Some("draw") => result_words(shell, GameResult::Draw),
        Some("both-lose") => result_words(shell, GameResult::BothLose),
        Some(_) => result_words(shell, GameResult::Void),
        None => shell.t("staff_record.as-reported").to_owned(),
    }
}

fn ruling_row(shell: &Shell, one: &RulingView) -> RulingRow {
    let ruling = &one.ruling;
    let (tone, key) = match ruling.state.as_str() {
        "in-force" => (Tone::Good, "staff_record.ruling.in-force"),
        "proposed" => (Tone::Waiting, "staff_record.ruling.proposed"),
        "superseded" => (Tone::Past, "staff_record.ruling.superseded"),
        _ => (Tone::Bad, "staff_record.ruling.refused"),
    };
    let second = one.second.as_ref().zip(ruling.agreed_at.as_ref()).map(|(name, at)| {
        let key =
            if ruling.state == "refused" { "staff_record.ruling.refused-by" } else { "staff_record.ruling.agreed-by" };
        shell.fill(key, &[("name", name), ("at", &shell.time(at))])
    });
    RulingRow {
        id: ruling.id,
        kind: kind_words(shell, &ruling.kind).to_owned(),
        result: ruled_words(shell, ruling),
        article: ruling.article.clone(),
        note: ruling.note.clone(),
        by: one.by.clone(),
        at: shell.time(&ruling.ruled_at),
        state: Badge::new(tone, shell.t(key).to_owned()),
        second,
        may_decide: one.may_decide,
    }
}

/// The fields of a ruling, with what the count gives unless something was typed.
fn rule_fields(shell: &Shell, desk: Option<&Desk>, typed: &Fields, problems: &Problems) -> [Vec<Field>; 3] {
    let word = |key: &str| shell.t(key).to_owned();
    let sent = typed.has("article");
    let or = |name: &str, counted: String| if sent { typed.trimmed(name).to_owned() } else { counted };
    let kinds = RulingKind::ALL.map(|kind| Choice::new(kind.key(), kind_words(shell, kind.key()).to_owned()));
    let result = |result: RuledResult| {
        let words = match result {
            RuledResult::Black => "staff_record.result.black",
            RuledResult::White => "staff_record.result.white",
            RuledResult::Draw => "recount.sum.draw",
            RuledResult::BothLose => "public.game.both-lose",
            RuledResult::Void => "public.game.void",
        };
        Choice::new(result.key(), word(words))
    };
    let results = std::iter::once(Choice::new("", word("staff_record.as-reported")))
        .chain(RuledResult::ALL.map(result))
        .collect();
    let winner = desk.map(|desk| desk.winner.to_owned()).unwrap_or_default();
    let margin = desk.filter(|desk| desk.winner != "draw").map(|desk| match shell.zh() && desk.in_zi {
        true => desk.margin.in_zi(),
        false => desk.margin.to_string(),
    });
    [
        vec![
            Field::radio("kind", word("staff_record.rule.kind"), kinds.to_vec())
                .value(or("kind", desk.map_or("", |_| RulingKind::Stones.key()).to_owned()))
                .check(problems),
        ],
        vec![
            Field::select("result", word("staff_record.rule.result"), results)
                .optional(shell)
                .value(or("result", winner))
                .check(problems),
            Field::text("margin", word("staff_record.rule.margin"))
                .help(word("staff_record.rule.margin-help"))
                .optional(shell)
                .narrow()
                .max(20)
                .value(or("margin", margin.unwrap_or_default()))
                .check(problems),
        ],
        vec![
            Field::text("article", word("staff_record.rule.article"))
                .help(word("staff_record.rule.article-help"))
                .max(200)
                .value(typed.get("article"))
                .check(problems),
            Field::area("note", word("staff_record.rule.note"), 4).max(1000).value(typed.get("note")).check(problems),
        ],
    ]
}

/// What has just been done.
fn done(shell: &Shell, query: &str) -> Option<String> {
    let key = match query.split('&').find_map(|pair| pair.strip_prefix("done="))? {
        "slip" => "staff_slip.done",
        "ruled" => "staff_record.done.ruled",
        "ruled-waits" => "staff_record.done.ruled-waits",
        "agreed" => "staff_record.done.agreed",
        "refused" => "staff_record.done.refused",
        _ => return None,
    };
    Some(shell.t(key).to_owned())
}

pub(super) fn render(
    request: &HttpRequest,
    shell: Shell,
    view: GameView,
    typed: &Fields,
    problems: Problems,
) -> HttpResponse {
    let slug = view.event.slug.as_str();
    let here = game_path(slug, view.pairing.id);
    let desk = view.record.as_ref().and_then(|record| record.desk.as_ref());
    let list = records_path(slug, &view.pairing.group_key);
    let crumbs = event_crumbs(&shell, &view.event)
        .step(
            &shell,
            &event_path(slug, &format!("/groups/{}", view.pairing.group_key)),
            view.group.get(shell.lang).to_owned(),
        )
        .step(&shell, &list, shell.t("staff_record.title").to_owned());
    let words = |result: Option<GameResult>| match result {
        Some(result) => result_words(&shell, result),
        None => shell.t("staff_record.gone").to_owned(),
    };
    let closed = (view.rules_here && !view.may_rule).then(|| {
        let key = if view.reported.is_none() { "staff_record.rule.gone" } else { "staff_record.rule.closed" };
        shell.t(key).to_owned()
    });
    let status = problems.status();
    let template = GamePage {
        crumbs,
        done: done(&shell, request.query_string()),
        said: said_rows(&shell, &view.said),
        black: view.game.black.clone(),
        white: view.game.white.clone(),
        seat: seat(&shell, &view.game),
        event_name: view.event.name.clone(),
        result: words(view.game.result),
        reported: (view.game.result != view.reported).then(|| words(view.reported)),
        record: view.record.as_ref().map(|record| record_part(&shell, &view, record)),
        board: desk.map(|desk| board_part(&shell, &here, desk, view.reported)),
        alone: (view.record.is_none() && !view.slips.is_empty()).then(|| slip_badge(&shell, false)),
        slips: slip_rows(&shell, slug, view.pairing.id, &view.slips, None),
        add_slip: view.may_add_slip.then(|| photo_field(&shell, &problems)),
        rule: view.may_rule.then(|| rule_fields(&shell, desk, typed, &problems)),
        closed,
        rulings: view.rulings.iter().map(|one| ruling_row(&shell, one)).collect(),
        here,
        problems,
        shell,
    };
    page(request, status, template)
}

pub(super) async fn read(
    state: &AppState,
    staff: &Staff,
    (slug, pairing): (&str, i64),
    typed: &Fields,
) -> Result<GameView, AppError> {
    let (register, staff, slug, fates) = (state.register.clone(), staff.clone(), slug.to_owned(), fates(typed));
    blocking(move || view::game(&register, &staff, &slug, pairing, fates.as_deref())).await
}

/// The page. What the groups are taken for stands in the address, so that it can be passed on.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, i64)>,
    asked: web::Query<Fields>,
) -> Result<HttpResponse, AppError> {
    let (slug, pairing) = path.into_inner();
    let read = read(&state, &user.staff, (&slug, pairing), &asked).await?;
    Ok(render(&request, shell, read, &Fields::default(), Problems::none()))
}

/// The ruling that a form holds.
fn ruling(typed: &Fields, pairing: i64, record: Option<i64>, dead: Vec<String>) -> Result<RulingForm, ServiceError> {
    let kind =
        RulingKind::from_key(typed.get("kind")).ok_or_else(|| ServiceError::field("kind", "refusal.ruling_kind"))?;
    let result = match typed.get("result") {
        // These kinds give one result, whatever the count has filled in.
        _ if kind == RulingKind::Replay => Some(RuledResult::Void),
        _ if kind == RulingKind::Draw => Some(RuledResult::Draw),
        _ if kind == RulingKind::Stands => None,
        "" => None,
        key => Some(RuledResult::from_key(key).ok_or_else(|| ServiceError::field("result", "refusal.ruling_result"))?),
    };
    // Only what was counted has a margin.
    let counted = matches!(kind, RulingKind::Stones | RulingKind::VoidMove)
        && matches!(result, Some(RuledResult::Black | RuledResult::White));
    let margin_quarters = match typed.trimmed("margin") {
        "" => None,
        _ if !counted => None,
        // A quarter of a stone is half a point.
        text => Some(
            read_komi(text)
                .filter(|half| *half > 0)
                .ok_or_else(|| ServiceError::field("margin", "refusal.ruling_margin"))?,
        ),
    };
    Ok(RulingForm {
        pairing,
        record,
        kind,
        result,
        margin_quarters,
        dead: if counted || kind == RulingKind::Stones { dead } else { Vec::new() },
        article: typed.get("article").to_owned(),
        note: typed.get("note").to_owned(),
    })
}

/// Signs a ruling.
pub async fn rule(path: web::Path<(String, i64)>, sent: Sent) -> Result<HttpResponse, AppError> {
    let (slug, pairing) = path.into_inner();
    allow(&sent.state, &sent.user, &slug, Action::RuleGame).await?;
    let here = game_path(&slug, pairing);
    let view = read(&sent.state, &sent.user.staff, (&slug, pairing), &sent.fields).await?;
    let (record, dead) = match &view.record {
        Some(one) => (Some(one.row.id), one.desk.as_ref().map(|desk| desk.named(DeskFate::Dead)).unwrap_or_default()),
        None => (None, Vec::new()),
    };
    let ruled = match ruling(&sent.fields, pairing, record, dead) {
        Ok(form) => {
            let slug = slug.clone();
            sent.attempt(move |register, staff, _| records::rule(register, staff, &slug, &form)).await?
        }
        Err(error) => Err(error),
    };
    let Sent { request, shell, state, user, fields } = sent;
    match ruled {
        Ok((_, in_force)) => {
            let done = if in_force { "ruled" } else { "ruled-waits" };
            Ok(see_other(&shell, &format!("{here}?done={done}#rulings")))
        }
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let read = read(&state, &user.staff, (&slug, pairing), &fields).await?;
            Ok(render(&request, shell, read, &fields, problems))
        }
    }
}

/// Agrees with a ruling, or does not.
pub async fn decide(path: web::Path<(String, i64)>, sent: Sent) -> Result<HttpResponse, AppError> {
    let (slug, pairing) = path.into_inner();
    allow(&sent.state, &sent.user, &slug, Action::RuleGame).await?;
    let id: i64 = sent.fields.get("ruling").parse().map_err(|_| AppError::bad_request("ruling"))?;
    let agreed = match sent.fields.get("verdict") {
        "agree" => true,
        "refuse" => false,
        _ => return Err(AppError::bad_request("verdict")),
    };
    let named = slug.clone();
    let decided = sent
        .attempt(move |register, staff, _| match agreed {
            true => records::agree(register, staff, &named, id),
            false => records::refuse(register, staff, &named, id),
        })
        .await?;
    let Sent { request, shell, state, user, .. } = sent;
    match decided {
        Ok(()) => {
            let done = if agreed { "agreed" } else { "refused" };
            Ok(see_other(&shell, &format!("{}?done={done}#rulings", game_path(&slug, pairing))))
        }
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let read = read(&state, &user.staff, (&slug, pairing), &Fields::default()).await?;
            Ok(render(&request, shell, read, &Fields::default(), problems))
        }
    }
}

/// A record's file as it was received.
pub async fn original(
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, i64)>,
) -> Result<HttpResponse, AppError> {
    let (slug, id) = path.into_inner();
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let (name, bytes) = blocking(move || view::original(&register, &staff, &slug, id)).await?;
    Ok(super::group::attachment(&name, "application/octet-stream", bytes))
}

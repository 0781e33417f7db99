//! The game records of a group: sending them, how far the recount is, what it says of each.

use super::codes::codes_path;
use super::event_words::{allow, event_crumbs, event_path};
use super::record_words::{
    game_path, records_path, result_words, seat, slip_badge, verdict_badge, waiting_badge, won_by,
};
use super::{blocking, page, see_other};
use crate::domain::game_record::LeftOut;
use crate::domain::permission::Action;
use crate::domain::recount::HalfPoints;
use crate::service::Staff;
use crate::service::records;
use crate::service::view::records::{self as view, GroupRecords, Part, RecordLine};
use crate::service::view::slips::Photographed;
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Badge, Crumbs, Field, Pager, Problems, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::upload::Upload;
use crate::web::user::User;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use askama::Template;

/// What the address asks for.
#[derive(serde::Deserialize)]
pub struct Asked {
    from: Option<usize>,
}

/// One record.
struct Row {
    /// The file, with the game of it where it holds several.
    name: String,
    /// Who played, where it stands for a game.
    players: Option<(String, String)>,
    href: String,
    seat: String,
    verdict: Badge,
    /// Where the board has another winner than the results.
    against: Option<Badge>,
    ruled: Option<Badge>,
    /// How many photos of its result slip there are, in words.
    photos: Option<String>,
    declared: String,
    counted: String,
    result: String,
}

/// The records of a part of the list.
struct Section {
    id: String,
    title: String,
    note: Option<String>,
    /// Whether these stand for no game.
    loose: bool,
    rows: Vec<Row>,
}

/// A game without a record, with photos of its result slip.
struct Alone {
    players: (String, String),
    href: String,
    seat: String,
    mark: Badge,
    photos: String,
    result: String,
}

#[derive(Template)]
#[template(path = "staff/records.html")]
struct RecordsPage {
    crumbs: Crumbs,
    done: Option<String>,
    left_out: Vec<(String, String)>,
    problems: Problems,
    event_name: String,
    group_name: String,
    asks: Vec<String>,
    figures: Vec<(String, i64)>,
    /// Of how many so many are recounted, while some wait.
    progress: Option<(i64, i64, String)>,
    again: Option<String>,
    /// What both players say, where the event asks them.
    codes: Option<String>,
    may_send: bool,
    file: Field,
    sections: Vec<Section>,
    /// Games for which only photos of their slips speak.
    alone: Vec<Alone>,
    slips: Option<String>,
    pager: Pager,
    here: String,
    shell: Shell,
}

/// What was sent with a record, for the page that answers.
fn done(shell: &Shell, query: &str) -> Option<String> {
    let of = |name: &str| query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name);
    let number = |name: &str| of(name).and_then(|(_, value)| value.parse::<u32>().ok()).map(|n| n.to_string());
    match of("done")?.1 {
        "sent" => {
            let (new, placed, known) = (number("new")?, number("placed")?, number("known")?);
            Some(shell.fill("staff_record.done.sent", &[("new", &new), ("placed", &placed), ("known", &known)]))
        }
        "placed" => Some(shell.t("staff_record.done.placed").to_owned()),
        "again" => Some(shell.fill("staff_record.done.again", &[("n", &number("n")?)])),
        _ => None,
    }
}

fn row(shell: &Shell, slug: &str, line: &RecordLine) -> Row {
    let record = &line.record;
    let counted = line.outcome.as_ref().and_then(|one| {
        let margin = one.margin_half.and_then(|half| i32::try_from(half).ok()).unwrap_or_default();
        Some(won_by(shell, one.winner.as_deref()?, HalfPoints(margin)))
    });
    let name = match record.part {
        0 => record.name.clone(),
        part => shell.fill("staff_record.part", &[("name", &record.name), ("n", &(part + 1).to_string())]),
    };
    let href = match record.pairing_id {
        Some(pairing) => game_path(slug, pairing),
        None => event_path(slug, &format!("/records/{}/place", record.id)),
    };
    Row {
        name,
        players: line.game.as_ref().map(|game| (game.black.clone(), game.white.clone())),
        href: shell.href(&href),
        seat: line.game.as_ref().map(|game| seat(shell, game)).unwrap_or_default(),
        verdict: match &line.outcome {
            Some(one) => verdict_badge(shell, &one.verdict),
            None => waiting_badge(shell),
        },
        against: line.against().then(|| Badge::new(Tone::Bad, shell.t("staff_record.against").to_owned())),
        ruled: line.ruled.map(|in_force| match in_force {
            true => Badge::new(Tone::Good, shell.t("staff_record.ruled").to_owned()),
            false => Badge::new(Tone::Waiting, shell.t("staff_record.ruling-waits").to_owned()),
        }),
        photos: (line.photos > 0).then(|| shell.fill("staff_slip.has", &[("n", &line.photos.to_string())])),
        declared: line.declared.clone(),
        counted: counted.unwrap_or_default(),
        result: line
            .game
            .as_ref()
            .map(|game| match game.result {
                Some(result) => result_words(shell, result),
                None => shell.t("staff_record.gone").to_owned(),
            })
            .unwrap_or_default(),
    }
}

/// What the event asks of records, in words.
pub(super) fn asks(shell: &Shell, asks: &crate::service::event::RecordSettings) -> Vec<String> {
    let mut said = Vec::new();
    if let Some(grade) = asks.required_from.map(|rank| crate::service::certificate::grade_of(i64::from(rank))) {
        said.push(shell.fill("staff_record.asks.required", &[("grade", &shell.grade(&grade))]));
    }
    if asks.sample_percent > 0 {
        said.push(shell.fill("staff_record.asks.sample", &[("n", &asks.sample_percent.to_string())]));
    }
    if let Some(rules) = &asks.rules {
        said.push(shell.fill("staff_record.asks.rules", &[("rules", shell.t(&format!("recount.rules.{rules}")))]));
    }
    if let Some(komi) = asks.komi_half.map(HalfPoints) {
        said.push(shell.fill("staff_record.asks.komi", &[("points", &komi.to_string()), ("zi", &komi.in_zi())]));
    }
    if asks.void_passes {
        said.push(shell.t("staff_record.asks.void").to_owned());
    }
    if asks.confirm {
        said.push(shell.t("staff_record.asks.confirm").to_owned());
    }
    if said.is_empty() {
        said.push(shell.t("staff_record.asks.nothing").to_owned());
    }
    said
}

fn sections(shell: &Shell, slug: &str, lines: &[RecordLine]) -> Vec<Section> {
    let section = |lines: &[RecordLine]| {
        let part = lines[0].part();
        let (id, title, note) = match part {
            Part::Doubtful => {
                ("doubtful".to_owned(), shell.t("staff_record.doubtful").to_owned(), "staff_record.doubtful-note")
            }
            Part::Loose => ("loose".to_owned(), shell.t("staff_record.loose").to_owned(), "staff_record.loose-note"),
            Part::Round(n) => {
                (format!("round-{n}"), shell.fill("staff_record.round", &[("round", &n.to_string())]), "")
            }
        };
        Section {
            id,
            title,
            note: (!note.is_empty()).then(|| shell.t(note).to_owned()),
            loose: part == Part::Loose,
            rows: lines.iter().map(|line| row(shell, slug, line)).collect(),
        }
    };
    lines.chunk_by(|a, b| a.part() == b.part()).map(section).collect()
}

fn alone(shell: &Shell, slug: &str, one: &Photographed) -> Alone {
    Alone {
        players: (one.game.black.clone(), one.game.white.clone()),
        href: shell.href(&format!("{}#slips", game_path(slug, one.pairing))),
        seat: seat(shell, &one.game),
        mark: slip_badge(shell, false),
        photos: shell.fill("staff_slip.has", &[("n", &one.photos.to_string())]),
        result: match one.game.result {
            Some(result) => result_words(shell, result),
            None => shell.t("staff_record.gone").to_owned(),
        },
    }
}

async fn read(
    state: &AppState,
    staff: &Staff,
    (slug, group): (&str, &str),
    from: Option<usize>,
) -> Result<GroupRecords, AppError> {
    let (register, staff) = (state.register.clone(), staff.clone());
    let (slug, group) = (slug.to_owned(), group.to_owned());
    blocking(move || view::of_group(&register, &staff, &slug, &group, from)).await
}

fn render(
    request: &HttpRequest,
    shell: Shell,
    (read, group): (GroupRecords, &str),
    (left_out, sent): (Vec<LeftOut>, Option<String>),
    problems: Problems,
) -> HttpResponse {
    let slug = read.event.slug.as_str();
    let here = records_path(slug, group);
    let sorted = shell.t("staff_record.order");
    let next = read.next.map(|from| format!("{here}?from={from}"));
    let first = (read.from > 0).then_some(here.as_str());
    let total = read.waiting + read.recounted;
    let progress = (read.waiting > 0).then(|| {
        let (done, all) = (shell.count(&read.recounted), shell.count(&total));
        (read.recounted, total, shell.fill("staff_record.progress", &[("done", &done), ("all", &all)]))
    });
    let word = |key: &str| shell.t(key).to_owned();
    let crumbs = event_crumbs(&shell, &read.event).step(
        &shell,
        &event_path(slug, &format!("/groups/{group}")),
        read.group.get(shell.lang).to_owned(),
    );
    let again = (read.older > 0 && read.may_send)
        .then(|| shell.fill("staff_record.older", &[("n", &shell.count(&(read.older as i64)))]));
    let template = RecordsPage {
        crumbs,
        done: sent.or_else(|| done(&shell, request.query_string())),
        left_out: left_out.into_iter().map(|one| (one.name, one.why.words().get(shell.lang).to_owned())).collect(),
        event_name: read.event.name.clone(),
        group_name: read.group.get(shell.lang).to_owned(),
        asks: asks(&shell, &read.asks),
        figures: vec![
            (word("staff_record.figure.games"), read.games as i64),
            (word("staff_record.figure.records"), total),
            (word("staff_record.figure.placed"), read.placed as i64),
            (word("staff_record.figure.recounted"), read.recounted),
        ],
        progress,
        again,
        codes: read.asks.confirm.then(|| shell.href(&codes_path(slug, group))),
        may_send: read.may_send,
        file: Field::file("records", word("staff_record.send.files"), ".sgf,.gib,.ngf,.ugf,.ugi,.zip")
            .several()
            .help(word("staff_record.send.help"))
            .check(&problems),
        sections: sections(&shell, slug, &read.lines),
        alone: match read.from {
            0 => read.photographed.iter().map(|one| alone(&shell, slug, one)).collect(),
            _ => Vec::new(),
        },
        slips: read.may_send.then(|| shell.href(&event_path(slug, &format!("/groups/{group}/slips")))),
        pager: Pager::new(&shell, sorted, first, next.as_deref()),
        here,
        problems,
        shell,
    };
    let status = template.problems.status();
    page(request, status, template)
}

/// The page.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    let read = read(&state, &user.staff, (&slug, &group), asked.from).await?;
    Ok(render(&request, shell, (read, &group), (Vec::new(), None), Problems::none()))
}

/// Keeps what was sent, and has it recounted.
pub async fn send(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    // Whoever may not send is refused before the files are read.
    allow(&state, &user, &slug, Action::EditEvent).await?;
    let upload = Upload::from_request(&request, &mut payload.into_inner()).await?;
    let files: Vec<(String, Vec<u8>)> =
        upload.files.into_iter().filter(|file| file.field == "records").map(|file| (file.name, file.bytes)).collect();
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let (named, of) = (slug.clone(), group.clone());
    let sent = web::block(move || records::send(&register, &staff, &named, &of, &files));
    let (left_out, query, problems) = match sent.await.map_err(AppError::internal)? {
        Ok(sent) => {
            (state.wake)();
            let query = format!("done=sent&new={}&placed={}&known={}", sent.new, sent.placed, sent.known);
            if sent.left_out.is_empty() {
                return Ok(see_other(&shell, &format!("{}?{query}", records_path(&slug, &group))));
            }
            (sent.left_out, query, Problems::none())
        }
        Err(error) => (Vec::new(), String::new(), Problems::of_error(&shell, error)?),
    };
    // What was left out is said once, on the page that answers.
    let read = read(&state, &user.staff, (&slug, &group), None).await?;
    let said = done(&shell, &query);
    Ok(render(&request, shell, (read, &group), (left_out, said), problems))
}

/// Has the records of an older version recounted by the one that runs.
pub async fn again(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    Form(_): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    allow(&state, &user, &slug, Action::EditEvent).await?;
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let (named, of) = (slug.clone(), group.clone());
    let begun = web::block(move || records::recount_again(&register, &staff, &named, &of));
    match begun.await.map_err(AppError::internal)? {
        Ok(n) => {
            (state.wake)();
            Ok(see_other(&shell, &format!("{}?done=again&n={n}", records_path(&slug, &group))))
        }
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let read = read(&state, &user.staff, (&slug, &group), None).await?;
            Ok(render(&request, shell, (read, &group), (Vec::new(), None), problems))
        }
    }
}

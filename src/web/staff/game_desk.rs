//! The queue of the referee's desk: games whose record contradicts the results, is illegal, cannot be decided or cannot be
//! read, by the findings on them; records that a player disputes; rulings that wait for a second person.

use super::blocking;
use super::record_words::{game_path, result_words, seat};
use crate::service::view::game_desk::{self as view, DeskLine, Why};
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::parts::{Badge, Pager, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::web;
use askama::Template;

/// Where the queue is.
const LIST: &str = "/staff/desk";

/// What the address asks for.
#[derive(serde::Deserialize)]
pub struct Asked {
    from: Option<usize>,
}

/// One game.
struct Row {
    black: String,
    white: String,
    href: String,
    seat: String,
    event: String,
    result: String,
    why: Badge,
    /// What stands beside it: that the results are confirmed, how many photos of its result slip there are.
    beside: Vec<String>,
}

#[derive(Template)]
#[template(path = "staff/game_desk.html")]
struct DeskPage {
    rows: Vec<Row>,
    total: String,
    pager: Pager,
    shell: Shell,
}

/// Why a game is on the desk.
fn why(shell: &Shell, why: &Why) -> Badge {
    match why {
        Why::Found(code) => {
            let tone = match code.as_str() {
                "W815" => Tone::Paused,
                "W816" => Tone::Unknown,
                _ => Tone::Bad,
            };
            Badge::new(tone, shell.t(&format!("finding.{code}.title")).to_owned())
        }
        Why::SecondPerson { own: true } => Badge::new(Tone::Plain, shell.t("staff_record.desk.own").to_owned()),
        Why::SecondPerson { own: false } => Badge::new(Tone::Waiting, shell.t("staff_record.ruling-waits").to_owned()),
        Why::Disputed => Badge::new(Tone::Bad, shell.t("staff_record.desk.disputed").to_owned()),
    }
}

fn row(shell: &Shell, line: DeskLine) -> Row {
    Row {
        href: shell.href(&game_path(&line.event.slug, line.pairing)),
        seat: seat(shell, &line.game),
        result: match line.game.result {
            Some(result) => result_words(shell, result),
            None => shell.t("staff_record.gone").to_owned(),
        },
        why: why(shell, &line.why),
        beside: (line.event.state == "confirmed")
            .then(|| shell.t("staff_record.desk.confirmed").to_owned())
            .into_iter()
            .chain((line.photos > 0).then(|| shell.fill("staff_slip.has", &[("n", &line.photos.to_string())])))
            .collect(),
        black: line.game.black,
        white: line.game.white,
        event: line.event.name,
    }
}

/// The page.
pub async fn show(
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    asked: web::Query<Asked>,
) -> Result<Page<impl Template>, AppError> {
    let (register, staff, from) = (state.register.clone(), user.staff.clone(), asked.from);
    let found = blocking(move || view::queue(&register, &staff, from)).await?;
    let next = found.next.map(|from| format!("{LIST}?from={from}"));
    let first = (found.from > 0).then_some(LIST);
    let pager = Pager::new(&shell, shell.t("staff_record.desk.order"), first, next.as_deref());
    let total = shell.fill("staff_record.desk.total", &[("n", &found.total.to_string())]);
    let rows = found.lines.into_iter().map(|line| row(&shell, line)).collect();
    Ok(Page(DeskPage { rows, total, pager, shell }))
}

//! The awards of an event: every player with the clause that grants or the reason that refuses.

use super::blocking;
use super::certificate::{paper_path, state_badge};
use super::event_words::{award_badge, event_crumbs};
use super::record_words::game_path;
use super::renew;
use crate::domain::permission::Action;
use crate::domain::scheme::Scheme;
use crate::service::certificate::grade_of;
use crate::service::event::{self, Contradicted};
use crate::service::notice;
use crate::service::view::results::BothSay;
use crate::service::view::staff_event::{self, AwardLine};
use crate::service::view::won::{self, Standing, WonGame};
use crate::store::award::Award;
use crate::text::Lang;
use crate::web::error::AppError;
use crate::web::format;
use crate::web::page::Page;
use crate::web::parts::{Badge, Crumbs, Number, Stone, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::web;
use askama::Template;
use std::collections::HashMap;

/// A player with the words of the outcome.
struct Row {
    place: i64,
    name: String,
    register_no: String,
    from: String,
    wins: String,
    points: i64,
    tiebreaks: Vec<String>,
    grade: Option<Stone>,
    clause: String,
    /// What the wins rest on: words, and the games with a page.
    won: Vec<WonRow>,
    reason: String,
    state: Badge,
    certificate: Option<(String, Number)>,
    /// Why there is none.
    without: Option<String>,
    /// Where an award without a certificate is put on notice again, for whoever may.
    renew: Option<String>,
}

/// Won games that stand alike.
struct WonRow {
    words: String,
    class: &'static str,
    /// The games that have a page: the round, and against whom.
    games: Vec<(String, String)>,
}

/// What the games of a row have in common.
enum Alike {
    /// What their records say.
    Stands(Standing),
    /// What both players say.
    Said(BothSay),
}

impl Alike {
    fn has(&self, game: &WonGame) -> bool {
        match self {
            Alike::Stands(standing) => game.standing == *standing,
            Alike::Said(said) => game.players == Some(*said),
        }
    }
}

/// What the wins of a player rest on. Nothing is said where no game of the event has a record.
fn won_rows(shell: &Shell, slug: &str, games: &[WonGame]) -> Vec<WonRow> {
    let rows = [
        (Alike::Stands(Standing::Contradicted), "staff_record.won.contradicted", "differs"),
        (Alike::Said(BothSay::Disputed), "staff_record.won.disputed", "differs"),
        (Alike::Stands(Standing::Confirmed), "staff_record.won.confirmed", "same"),
        (Alike::Stands(Standing::NotRecounted), "staff_record.won.not-recounted", ""),
        (Alike::Said(BothSay::Unconfirmed), "staff_record.won.unconfirmed", ""),
    ];
    rows.into_iter()
        .filter_map(|(alike, key, class)| {
            let of: Vec<&WonGame> = games.iter().filter(|game| alike.has(game)).collect();
            let link = |game: &&WonGame| {
                let words = [("round", &*game.round.to_string()), ("name", &*game.opponent)];
                Some((shell.href(&game_path(slug, game.pairing?)), shell.fill("staff_record.won.game", &words)))
            };
            (!of.is_empty()).then(|| WonRow {
                words: shell.fill(key, &[("n", &of.len().to_string())]),
                class,
                games: of.iter().filter_map(link).collect(),
            })
        })
        .collect()
}

/// The players of a group.
struct GroupRows {
    name: String,
    ties: Vec<String>,
    rows: Vec<Row>,
}

/// A certificate that the results do not give any more.
struct ContradictedRow {
    holder: String,
    grade: Stone,
    number: Number,
    state: Badge,
    page: String,
}

#[derive(Template)]
#[template(path = "staff/awards.html")]
struct AwardsPage {
    crumbs: Crumbs,
    event_name: String,
    contradicted: Vec<ContradictedRow>,
    groups: Vec<GroupRows>,
    shell: Shell,
}

/// Why an award has no certificate.
fn without(shell: &Shell, scheme: &Scheme, award: &Award) -> Option<String> {
    let key = match award.state.as_str() {
        "proposed" => "staff.awards.without.proposed",
        "confirmed" => "staff.awards.without.confirmed",
        "on-notice" => "staff.awards.without.on-notice",
        "held" => "staff.awards.without.held",
        "granted" if !scheme.ladder.prints(grade_of(award.grade)) => "staff.awards.without.not-printed",
        "granted" => "staff.awards.without.granted",
        "lapsed" => "staff.awards.without.lapsed",
        "refused" => "staff.awards.without.refused",
        _ => return None,
    };
    Some(shell.t(key).to_owned())
}

fn row(
    shell: &Shell,
    scheme: &Scheme,
    ties: &[String],
    (slug, renews): (&str, bool),
    (line, won): (AwardLine, &[WonGame]),
) -> Row {
    let values: HashMap<String, i64> = line.tiebreaks.into_iter().collect();
    let renewable = |award: &&Award| renews && line.certificate.is_none() && notice::may_be_renewed(award);
    let renew = line.award.as_ref().filter(renewable).map(|award| shell.href(&renew::path(award.id)));
    // Whoever is not promoted is said so, and does not have to be told from the reason.
    let state = match &line.award {
        Some(award) => award_badge(shell, &award.state),
        None if line.outcome.grade.is_none() => Badge::new(Tone::Past, shell.t("staff.award.none").to_owned()),
        None if line.register_no.is_none() => Badge::new(Tone::Waiting, shell.t("staff.award.unidentified").to_owned()),
        // An award of the same grade stands from earlier results.
        None => Badge::new(Tone::Plain, shell.t("staff.award.stands").to_owned()),
    };
    let without =
        line.award.as_ref().filter(|_| line.certificate.is_none()).and_then(|award| without(shell, scheme, award));
    Row {
        place: line.outcome.place,
        name: line.name,
        register_no: line.register_no.unwrap_or_default(),
        from: line.from.map_or_else(|| shell.t("schemes.entry.ungraded").to_owned(), |grade| shell.grade(&grade)),
        wins: format::score(shell.lang, line.outcome.wins, line.outcome.losses, line.outcome.byes),
        points: line.outcome.points,
        tiebreaks: ties.iter().map(|tie| values.get(tie).map(ToString::to_string).unwrap_or_default()).collect(),
        grade: line.outcome.grade.map(|rank| Stone::new(shell.lang, grade_of(rank))),
        clause: line
            .outcome
            .clause
            .and_then(|id| Some(scheme.clause(&id)?.1.article.get(shell.lang).to_owned()))
            .unwrap_or_default(),
        reason: match shell.lang {
            Lang::Zh => line.outcome.reason_zh,
            Lang::En => line.outcome.reason_en,
        },
        won: won_rows(shell, slug, won),
        state,
        without,
        certificate: line
            .certificate
            .map(|(grade, number)| (shell.href(&paper_path(grade, &number, "")), Number::new(number))),
        renew,
    }
}

/// The page.
pub async fn show(
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    slug: web::Path<String>,
) -> Result<Page<impl Template>, AppError> {
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let (view, lines, gone, won) = blocking(move || {
        let view = staff_event::event(&register, &staff, &slug)?;
        let lines = staff_event::award_lines(&register, &staff, &slug)?;
        let won = won::of_event(&register, &staff, &slug)?;
        Ok((view, lines, event::contradicted(&register, &staff, &slug)?, won))
    })
    .await?;
    let mut by_group: HashMap<String, Vec<AwardLine>> = HashMap::new();
    for line in lines {
        by_group.entry(line.group.clone()).or_default().push(line);
    }
    let renews = user.staff.may_somewhere(Action::PublishNotice);
    // Where no game has a record there is nothing to tell.
    let any_record = won.values().flatten().any(|game| game.pairing.is_some());
    let mut groups = Vec::new();
    for group in &view.groups {
        let Some(lines) = by_group.remove(&group.key) else { continue };
        // Only the tie-breaks that were needed: a column without a value says nothing.
        let used: Vec<_> = view
            .scheme
            .criteria()
            .filter(|tie| lines.iter().any(|line| line.tiebreaks.iter().any(|(id, _)| id == tie.id())))
            .collect();
        let ids: Vec<String> = used.iter().map(|tie| tie.id().to_owned()).collect();
        groups.push(GroupRows {
            name: group.name.get(shell.lang).to_owned(),
            ties: used.iter().map(|tie| shell.t(tie.key()).to_owned()).collect(),
            rows: lines
                .into_iter()
                .map(|line| {
                    let games = won.get(&(line.group.clone(), line.file_id.clone())).filter(|_| any_record);
                    let games = games.map_or(&[][..], Vec::as_slice);
                    row(&shell, &view.scheme, &ids, (&view.event.slug, renews), (line, games))
                })
                .collect(),
        });
    }
    let contradicted = gone
        .into_iter()
        .map(|Contradicted { certificate: paper, .. }| ContradictedRow {
            grade: Stone::new(shell.lang, grade_of(paper.grade)),
            state: state_badge(&shell, &paper.state),
            page: shell.href(&paper_path(grade_of(paper.grade), &paper.number, "")),
            holder: paper.holder,
            number: Number::new(paper.number),
        })
        .collect();
    Ok(Page(AwardsPage {
        contradicted,
        crumbs: event_crumbs(&shell, &view.event),
        event_name: view.event.name,
        groups,
        shell,
    }))
}

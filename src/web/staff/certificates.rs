//! The certificates of an event: issue, list, print.

use super::certificate::paper_path;
use super::event_words::{allow, certificate_badge, event_crumbs, event_done, event_path};
use super::slices::slice;
use super::{blocking, page, see_other};
use crate::domain::permission::Action;
use crate::print::{Options, PaperSize};
use crate::service::ServiceError;
use crate::service::certificate::{self, Issue, grade_of};
use crate::service::print;
use crate::service::view::event_certificates;
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Badge, Crumbs, Number, Pager, Problems, Stone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

/// Awards that become certificates, of one grade.
struct ReadyRow {
    name: String,
    grade: Stone,
    missing: String,
}

/// One certificate.
struct PaperRow {
    id: i64,
    holder: String,
    grade: Stone,
    number: Number,
    issued: String,
    state: Badge,
    prints: bool,
    href: String,
}

/// How many lines a page shows of each list.
const PAGE: usize = 100;

/// What the address asks for: where each list begins.
#[derive(serde::Deserialize)]
pub struct Asked {
    ready: Option<usize>,
    issued: Option<usize>,
}

#[derive(Template)]
#[template(path = "staff/certificates.html")]
struct CertificatesPage {
    crumbs: Crumbs,
    done: Option<String>,
    problems: Problems,
    event_name: String,
    ready: Vec<ReadyRow>,
    ready_pager: Pager,
    missing: usize,
    unprinted: usize,
    issued: Vec<PaperRow>,
    issued_pager: Pager,
    may_issue: bool,
    may_print: bool,
    button: String,
    here: String,
    shell: Shell,
}

/// Whether paper is made for a certificate in this state.
fn prints(state: &str) -> bool {
    !matches!(state, "revoked" | "suspended")
}

/// The page.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    slug: web::Path<String>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, AppError> {
    listed(&request, shell, &state, &user, (slug.into_inner(), asked.into_inner()), Problems::none()).await
}

/// The lists from where they begin, with what was refused.
async fn listed(
    request: &HttpRequest,
    shell: Shell,
    state: &AppState,
    user: &User,
    (slug, asked): (String, Asked),
    problems: Problems,
) -> Result<HttpResponse, AppError> {
    let (register, staff, fonts) = (state.register.clone(), user.staff.clone(), state.fonts.clone());
    let (view, missing) = blocking(move || {
        let view = event_certificates::read(&register, &staff, &slug)?;
        let missing: Vec<Vec<char>> = view
            .ready
            .iter()
            .map(|(_, name)| fonts.as_ref().map(|fonts| fonts.missing(name)).unwrap_or_default())
            .collect();
        Ok((view, missing))
    })
    .await?;
    let ready: Vec<ReadyRow> = view
        .ready
        .into_iter()
        .zip(missing)
        .map(|((award, name), missing)| ReadyRow {
            name,
            grade: Stone::new(shell.lang, grade_of(award.grade)),
            missing: missing.into_iter().collect(),
        })
        .collect();
    let here = event_path(&view.event.slug, "/certificates");
    let (missing, count) = (ready.iter().filter(|row| !row.missing.is_empty()).count(), ready.len().to_string());
    let by_award = shell.t("staff.certificates.order-award");
    let (ready, ready_pager) = slice(&shell, ready, asked.ready, PAGE, (&here, "ready"), by_award);
    let by_number = shell.t("staff.certificates.order-number");
    let (papers, issued_pager) = slice(&shell, view.issued, asked.issued, PAGE, (&here, "issued"), by_number);
    let issued = papers.into_iter().map(|paper| PaperRow {
        id: paper.id,
        grade: Stone::new(shell.lang, grade_of(paper.grade)),
        href: shell.href(&paper_path(grade_of(paper.grade), &paper.number, "")),
        number: Number::new(paper.number),
        issued: shell.date(&paper.issued_on),
        state: certificate_badge(&shell, &paper.state),
        prints: prints(&paper.state),
        holder: paper.holder,
    });
    let issued = issued.collect();
    let status = problems.status();
    let template = CertificatesPage {
        crumbs: event_crumbs(&shell, &view.event),
        done: event_done(&shell, request.query_string()),
        problems,
        missing,
        button: shell.fill("staff.certificates.issue", &[("n", &count)]),
        unprinted: view.unprinted,
        may_issue: view.may_issue,
        may_print: view.may_print,
        here,
        event_name: view.event.name,
        ready,
        ready_pager,
        issued,
        issued_pager,
        shell,
    };
    Ok(page(request, status, template))
}

/// The lists with what was refused.
async fn again(
    request: &HttpRequest,
    shell: Shell,
    state: &AppState,
    user: &User,
    slug: String,
    error: ServiceError,
) -> Result<HttpResponse, AppError> {
    let problems = Problems::of_error(&shell, error)?;
    listed(request, shell, state, user, (slug, Asked { ready: None, issued: None }), problems).await
}

/// Issues every granted award of the event.
pub async fn issue(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    slug: web::Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let slug = slug.into_inner();
    allow(&state, &user, &slug, Action::IssueCertificate).await?;
    let (register, staff, named, key) =
        (state.register.clone(), user.staff.clone(), slug.clone(), fields.get("key").to_owned());
    let issued = web::block(move || {
        let view = event_certificates::read(&register, &staff, &named)?;
        certificate::issue(&register, &staff, view.agency.id, &Issue::Event(view.event.id), &key)
    });
    match issued.await.map_err(AppError::internal)? {
        Ok(_) => Ok(see_other(&shell, &event_path(&slug, "/certificates?done=issued"))),
        Err(error) => again(&request, shell, &state, &user, slug, error).await,
    }
}

/// Queues the printing of all or of the chosen certificates.
pub async fn print(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    slug: web::Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    allow(&state, &user, &slug, Action::PrintCertificate).await?;
    let size = PaperSize::from_slug(fields.get("paper")).ok_or_else(|| AppError::bad_request("paper"))?;
    let paper = Options { bleed: !fields.get("bleed").is_empty() }.word(size);
    let chosen: Option<Vec<i64>> = match fields.get("which") {
        "all" => None,
        _ => Some(fields.all("certificate").filter_map(|id| id.parse().ok()).collect()),
    };
    let slug = slug.into_inner();
    let (register, staff, named) = (state.register.clone(), user.staff.clone(), slug.clone());
    let job = web::block(move || {
        let view = event_certificates::read(&register, &staff, &named)?;
        match chosen {
            None => {
                let ids: Vec<i64> = view.issued.iter().map(|c| c.id).collect();
                print::queue_all(&register, &staff, view.event.id, &ids, &paper)
            }
            Some(chosen) if chosen.iter().any(|id| !view.issued.iter().any(|c| c.id == *id)) => {
                Err(ServiceError::NotFound)
            }
            Some(chosen) => print::queue(&register, &staff, Some(view.event.id), &chosen, &paper),
        }
    });
    match job.await.map_err(AppError::internal)? {
        Ok(job) => {
            (state.wake)();
            Ok(see_other(&shell, &format!("/staff/prints/{job}")))
        }
        Err(error) => again(&request, shell, &state, &user, slug, error).await,
    }
}

//! A certificate in the workplace: its copies, its history, and what may be done with it.

use super::event_words::{event_crumbs, event_path};
use super::journal::{actor, deed, moment};
use super::person::of_form;
use super::{blocking, page, renew, see_other, unprintable};
use crate::domain::grade::Grade;
use crate::service::ServiceError;
use crate::service::certificate::{self, CopyForm, CopyKind, Sanction};
use crate::service::print;
use crate::service::view::staff_notice::{self, CertificateView};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Badge, Choice, Crumbs, Field, Number, Problems, Stone, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

/// An entry of the history.
struct Happened {
    at: String,
    deed: String,
    action: String,
    who: String,
    reason: Option<String>,
}

#[derive(Template)]
#[template(path = "staff/certificate.html")]
struct CertificatePage {
    view: CertificateView,
    stone: Stone,
    number: Number,
    state: Badge,
    issuer: String,
    issued: String,
    since: String,
    copies: Vec<(String, String, String, String)>,
    history: Vec<Happened>,
    problems: Problems,
    /// The form that was sent and has problems: `copy`, `sanction`.
    sent: String,
    copy_fields: Vec<Field>,
    sanction_fields: Vec<Field>,
    crumbs: Option<Crumbs>,
    public: String,
    renew: Option<String>,
    base: String,
    once: String,
    shell: Shell,
}

impl CertificatePage {
    fn to(&self, below: &str) -> String {
        self.shell.href(&format!("{}{below}", self.base))
    }
}

/// The address of a certificate's page in the workplace, or of one below it.
pub(super) fn paper_path(grade: Grade, number: &str, below: &str) -> String {
    format!("/staff/certificates/{}/{number}{below}", grade.slug())
}

/// The badge of a certificate's state.
pub fn state_badge(shell: &Shell, state: &str) -> Badge {
    let (tone, key) = match state {
        "valid" => (Tone::Good, "desk.certificate.valid"),
        "on-notice" => (Tone::Waiting, "desk.certificate.on-notice"),
        "suspended" => (Tone::Paused, "desk.certificate.suspended"),
        "revoked" => (Tone::Bad, "desk.certificate.revoked"),
        "superseded" => (Tone::Past, "desk.certificate.superseded"),
        _ => (Tone::Unknown, "desk.certificate.unknown"),
    };
    Badge::new(tone, shell.t(key).to_owned())
}

fn certificate_page(
    shell: Shell,
    view: CertificateView,
    sent: &str,
    typed: &Fields,
    problems: Problems,
) -> CertificatePage {
    let form = |form: &str, field: Field, name: &str| of_form(form, sent, field, name, typed, &problems);
    let grade = certificate::grade_of(view.certificate.grade);
    let words = |key: &'static str| shell.t(key).to_owned();
    let copies = view
        .copies
        .iter()
        .map(|copy| {
            let mark = match copy.mark.as_str() {
                "reissue" => shell.fill("desk.copy.reissue", &[("n", &copy.mark_no.to_string())]),
                "correction" => shell.fill("desk.copy.correction", &[("n", &copy.mark_no.to_string())]),
                _ => words("desk.copy.first"),
            };
            let state =
                if copy.state == "current" { words("desk.copy.current") } else { words("desk.copy.superseded") };
            (mark, copy.holder.clone(), shell.date(&copy.made_on), state)
        })
        .collect();
    let kinds = vec![
        Choice::new("reissue", words("desk.copy.kind-reissue")),
        Choice::new("correction", words("desk.copy.kind-correction")),
    ];
    let mut copy_fields = vec![
        form("copy", Field::radio("kind", words("desk.copy.kind"), kinds), "kind"),
        form(
            "copy",
            Field::text("holder", words("desk.copy.holder"))
                .optional(&shell)
                .help(words("desk.copy.holder-help"))
                .max(50),
            "holder",
        ),
        form("copy", Field::area("reason", words("desk.reason"), 3).max(500), "reason"),
    ];
    if sent == "copy" {
        copy_fields.extend(unprintable::tick(&shell, typed, &problems));
    }
    let acts = match view.certificate.state.as_str() {
        "suspended" => vec!["reinstate", "revoke"],
        "revoked" => vec![],
        _ => vec!["suspend", "revoke"],
    };
    let choices = acts
        .into_iter()
        .map(|act| {
            let key = match act {
                "suspend" => "desk.sanction.suspend",
                "reinstate" => "desk.sanction.reinstate",
                _ => "desk.sanction.revoke",
            };
            Choice::new(act, words(key))
        })
        .collect::<Vec<_>>();
    let sanction_fields = if choices.is_empty() {
        Vec::new()
    } else {
        vec![
            form("sanction", Field::radio("act", words("desk.sanction.act"), choices), "act"),
            form(
                "sanction",
                Field::area("reason", words("desk.reason"), 3).help(words("desk.sanction.reason-help")).max(500),
                "reason",
            ),
        ]
    };
    CertificatePage {
        stone: Stone::new(shell.lang, grade).large(),
        number: Number::new(view.certificate.number.clone()),
        state: state_badge(&shell, &view.certificate.state).large(),
        issuer: if shell.zh() { view.certificate.issuer_zh.clone() } else { view.certificate.issuer_en.clone() },
        issued: shell.date(&view.certificate.issued_on),
        since: shell.date(&view.certificate.state_on),
        copies,
        history: view
            .journal
            .iter()
            .map(|told| Happened {
                at: moment(&shell, &told.row.at),
                deed: deed(&shell, &told.row.action),
                who: actor(&shell, told.who.as_deref(), &told.row.actor),
                reason: told.reason.clone(),
                action: told.row.action.clone(),
            })
            .collect(),
        problems,
        sent: sent.to_owned(),
        copy_fields,
        sanction_fields,
        base: paper_path(grade, &view.certificate.number, ""),
        public: shell.href(&format!("/c/{}/{}", grade.slug(), view.certificate.number)),
        renew: view.may_renew.then(|| shell.href(&renew::path(view.certificate.award_id))),
        crumbs: view.event.as_ref().map(|event| {
            let list = event_path(&event.slug, "/certificates");
            event_crumbs(&shell, event).step(&shell, &list, shell.t("staff.certificates.title").to_owned())
        }),
        once: shell.once(),
        view,
        shell,
    }
}

async fn read(state: &AppState, user: &User, path: &(String, String)) -> Result<CertificateView, AppError> {
    let grade = Grade::from_slug(&path.0).ok_or_else(AppError::not_found)?;
    let (register, staff, number) = (state.register.clone(), user.staff.clone(), path.1.clone());
    blocking(move || staff_notice::certificate(&register, &staff, i64::from(grade.rank()), &number)).await
}

/// The page.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, AppError> {
    let view = read(&state, &user, &path).await?;
    Ok(page(&request, StatusCode::OK, certificate_page(shell, view, "", &Fields::default(), Problems::none())))
}

/// Shows the page again with what was wrong, or leads back to it.
async fn answer(
    request: HttpRequest,
    shell: Shell,
    state: &AppState,
    user: &User,
    path: &(String, String),
    (sent, typed): (&str, &Fields),
    outcome: Result<(), ServiceError>,
) -> Result<HttpResponse, AppError> {
    match outcome {
        Ok(()) => Ok(see_other(&shell, &format!("/staff/certificates/{}/{}", path.0, path.1))),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let status = problems.status();
            let view = read(state, user, path).await?;
            Ok(page(&request, status, certificate_page(shell, view, sent, typed, problems)))
        }
    }
}

/// A further copy.
pub async fn copy(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    form: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let view = read(&state, &user, &path).await?;
    if !view.may_copy {
        return Err(AppError::forbidden());
    }
    let id = view.certificate.id;
    let made = CopyForm {
        kind: if form.0.get("kind") == "correction" { CopyKind::Correction } else { CopyKind::Reissue },
        holder: Some(form.0.trimmed("holder").to_owned()).filter(|h| !h.is_empty()),
        reason: form.0.get("reason").to_owned(),
        key: form.0.get("once").to_owned(),
    };
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let (fonts, typed) = (state.fonts.clone(), form.0.clone());
    let outcome = web::block(move || {
        if let (CopyKind::Correction, Some(holder)) = (made.kind, &made.holder) {
            unprintable::warn(fonts.as_deref(), holder, &typed)?;
        }
        certificate::make_copy(&register, &staff, id, &made).map(|_| ())
    })
    .await;
    answer(request, shell, &state, &user, &path, ("copy", &form.0), outcome.map_err(AppError::internal)?).await
}

/// Suspends, reinstates or revokes.
pub async fn sanction(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    form: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let view = read(&state, &user, &path).await?;
    if !view.may_sanction {
        return Err(AppError::forbidden());
    }
    let id = view.certificate.id;
    let what = match form.0.get("act") {
        "suspend" => Sanction::Suspend,
        "reinstate" => Sanction::Reinstate,
        "revoke" => Sanction::Revoke,
        _ => return Err(AppError::bad_request("act")),
    };
    let (register, staff, reason) = (state.register.clone(), user.staff.clone(), form.0.get("reason").to_owned());
    let outcome = web::block(move || certificate::sanction(&register, &staff, id, what, &reason)).await;
    answer(request, shell, &state, &user, &path, ("sanction", &form.0), outcome.map_err(AppError::internal)?).await
}

/// Prints the current copy.
pub async fn print_one(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    form: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let view = read(&state, &user, &path).await?;
    if !view.may_print {
        return Err(AppError::forbidden());
    }
    let id = view.certificate.id;
    let paper = if form.0.get("paper") == "card" { "card" } else { "a4" };
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let job = web::block(move || print::queue(&register, &staff, None, &[id], paper)).await;
    match job.map_err(AppError::internal)? {
        Ok(job) => {
            (state.wake)();
            Ok(see_other(&shell, &format!("/staff/prints/{job}")))
        }
        Err(error) => answer(request, shell, &state, &user, &path, ("print", &form.0), Err(error)).await,
    }
}

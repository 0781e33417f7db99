//! Objections: the list, the case, the decision.

use super::{blocking, page, see_other};
use crate::service::objection::{self, Decision};
use crate::service::view::staff_notice::{self, ObjectionView, Place};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Badge, Choice, Crumbs, Field, Pager, Problems, Stone, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

struct Row {
    view: ObjectionView,
    stone: Stone,
    state: Badge,
    href: String,
    filed: String,
}

#[derive(Template)]
#[template(path = "staff/objections.html")]
struct ListPage {
    done: bool,
    rows: Vec<Row>,
    pager: Pager,
    shell: Shell,
}

/// The address of the list.
const LIST: &str = "/staff/objections";

/// What the address asks for: below which objection the page begins, among the open ones or the decided.
#[derive(serde::Deserialize)]
pub struct Asked {
    open: Option<i64>,
    decided: Option<i64>,
}

impl Asked {
    fn place(&self) -> Option<Place> {
        let open = self.open.map(|before| Place { open: true, before });
        open.or(self.decided.map(|before| Place { open: false, before }))
    }
}

fn state_of(shell: &Shell, state: &str) -> Badge {
    match state {
        "open" => Badge::new(Tone::Waiting, shell.t("desk.objection.open").to_owned()),
        "upheld" => Badge::new(Tone::Bad, shell.t("desk.objection.upheld").to_owned()),
        _ => Badge::new(Tone::Good, shell.t("desk.objection.dismissed").to_owned()),
    }
}

fn row(shell: &Shell, view: ObjectionView) -> Row {
    Row {
        stone: Stone::new(shell.lang, crate::service::certificate::grade_of(view.award.award.grade)),
        state: state_of(shell, &view.objection.state),
        href: shell.href(&format!("/staff/objections/{}", view.objection.id)),
        filed: shell.time(&view.objection.filed_at),
        view,
    }
}

/// The list.
pub async fn list(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, AppError> {
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let from = asked.place();
    let found = blocking(move || staff_notice::objections(&register, &staff, from)).await?;
    let next = found.next.map(|at| format!("{LIST}?{}={}", if at.open { "open" } else { "decided" }, at.before));
    let pager = Pager::new(&shell, shell.t("desk.open-first"), from.map(|_| LIST), next.as_deref());
    let rows = found.objections.into_iter().map(|view| row(&shell, view)).collect();
    let done = request.query_string().split('&').any(|pair| pair == "done=decided");
    Ok(page(&request, StatusCode::OK, ListPage { done, rows, pager, shell }))
}

#[derive(Template)]
#[template(path = "staff/objection.html")]
struct CasePage {
    crumbs: Crumbs,
    problems: Problems,
    row: Row,
    event: Option<(String, String)>,
    ends: String,
    decided: Option<String>,
    fields: Option<Vec<Field>>,
    action: String,
    shell: Shell,
}

fn case_page(shell: Shell, view: ObjectionView, typed: &Fields, problems: Problems) -> CasePage {
    let decides = view.decides && view.objection.state == "open";
    let fields = decides.then(|| {
        let choices = vec![
            Choice::new("dismiss", shell.t("desk.decision.dismiss").to_owned()),
            Choice::new("uphold", shell.t("desk.decision.uphold").to_owned()),
        ];
        vec![
            Field::radio("decision", shell.t("desk.decision.label").to_owned(), choices).value(typed.get("decision")),
            Field::area("reason", shell.t("desk.decision.reason").to_owned(), 5)
                .help(shell.t("desk.decision.reason-help").to_owned())
                .max(2000)
                .value(typed.get("reason"))
                .check(&problems),
        ]
    });
    CasePage {
        crumbs: Crumbs::new(&shell).step(&shell, "/staff/objections", shell.t("desk.objections").to_owned()),
        problems,
        event: view
            .award
            .event
            .as_ref()
            .map(|e| (shell.href(&format!("/staff/events/{}/awards", e.slug)), e.name.clone())),
        ends: shell.notice_end(&view.notice.ends_at, &view.notice.held_since),
        decided: view.objection.decided_at.as_ref().map(|at| shell.time(at)),
        fields,
        action: shell.href(&format!("/staff/objections/{}", view.objection.id)),
        row: row(&shell, view),
        shell,
    }
}

/// The case.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    id: web::Path<i64>,
) -> Result<HttpResponse, AppError> {
    let (register, staff, id) = (state.register.clone(), user.staff.clone(), id.into_inner());
    let view = blocking(move || staff_notice::objection(&register, &staff, id)).await?;
    Ok(page(&request, StatusCode::OK, case_page(shell, view, &Fields::default(), Problems::none())))
}

/// The decision.
pub async fn decide(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    id: web::Path<i64>,
    form: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let id = id.into_inner();
    let decision = match form.0.get("decision") {
        "uphold" => Decision::Upheld,
        "dismiss" => Decision::Dismissed,
        _ => return Err(AppError::bad_request("decision")),
    };
    let (register, staff, reason) = (state.register.clone(), user.staff.clone(), form.0.get("reason").to_owned());
    let outcome = web::block(move || objection::decide(&register, &staff, id, decision, &reason)).await;
    match outcome.map_err(AppError::internal)? {
        Ok(()) => {
            (state.wake)();
            Ok(see_other(&shell, "/staff/objections?done=decided"))
        }
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let status = problems.status();
            let (register, staff) = (state.register.clone(), user.staff.clone());
            let view = blocking(move || staff_notice::objection(&register, &staff, id)).await?;
            Ok(page(&request, status, case_page(shell, view, &form.0, problems)))
        }
    }
}

//! `/notices/{reference}`: one notice, its objections, and the form to file one.

use super::home::notice_badge;
use super::objection::{objection_badge, to_the_receipt};
use super::query::escape;
use super::words::{self, Name};
use crate::service::ServiceError;
use crate::service::objection::{self, NewObjectionForm};
use crate::service::view::notices::{self, NoticeView, ObjectionView};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::page::PageWith;
use crate::web::parts::{Badge, Crumbs, Field, Problems, Stone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;

/// An objection as everybody sees it.
struct Objected<'a> {
    view: &'a ObjectionView,
    badge: Badge,
}

#[derive(Template)]
#[template(path = "public/notice.html")]
struct NoticePage<'a> {
    shell: &'a Shell,
    crumbs: Crumbs,
    notice: &'a NoticeView,
    stone: Stone,
    name: Name,
    badge: Badge,
    outcome: Option<String>,
    objections: Vec<Objected<'a>>,
    form: Option<ObjectionForm>,
}

/// The form.
struct ObjectionForm {
    refusal: Option<String>,
    problems: Problems,
    fields: [Field; 3],
}

fn form(shell: &Shell, typed: &Fields, problems: Problems, refusal: Option<String>) -> ObjectionForm {
    let word = |key: &str| shell.t(key).to_owned();
    let name = Field::text("name", word("public.objection.name"))
        .help(word("public.objection.name-help"))
        .autocomplete("name")
        .max(50)
        .value(typed.get("name"))
        .check(&problems);
    let mail = Field::email("mail", word("public.objection.mail"))
        .help(word("public.objection.mail-help"))
        .max(200)
        .value(typed.get("mail"))
        .check(&problems);
    let body = Field::area("body", word("public.objection.body"), 8)
        .help(word("public.objection.body-help"))
        .max(4000)
        .value(typed.get("body"))
        .check(&problems);
    ObjectionForm { refusal, problems, fields: [name, mail, body] }
}

async fn page(
    request: &HttpRequest,
    state: &web::Data<AppState>,
    reference: String,
    status: StatusCode,
    typed: &Fields,
    refused: Option<&ServiceError>,
) -> Result<HttpResponse, AppError> {
    let (notice, objections) = super::read(state, move |register| notices::one(register, &reference)).await?;
    let shell = Shell::of(request);
    let open = match notice.state.as_str() {
        "held" => true,
        "running" => state.register.now() < notice.ends_at,
        _ => false,
    };
    let (problems, refusal) = match refused {
        Some(ServiceError::Invalid(fields)) => (Problems::of_service(&shell, fields), None),
        Some(error) => (Problems::none(), Some(error.message().get(shell.lang).to_owned())),
        None => (Problems::none(), None),
    };
    let page = NoticePage {
        crumbs: Crumbs::new(&shell).step(&shell, "/notices", shell.t("public.notice.title").to_owned()),
        stone: Stone::new(shell.lang, notice.grade).large(),
        name: Name::new(&shell, &notice.name, notice.register_no.as_deref()),
        badge: notice_badge(&shell, notice.fate).large(),
        outcome: words::outcome(&shell, &notice),
        objections: objections
            .iter()
            .map(|view| Objected { badge: objection_badge(&shell, &view.state), view })
            .collect(),
        form: open.then(|| form(&shell, typed, problems, refusal)),
        notice: &notice,
        shell: &shell,
    };
    Ok(PageWith(status, page).respond_to(request))
}

/// One notice.
pub async fn show(
    request: HttpRequest,
    path: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    page(&request, &state, path.into_inner(), StatusCode::OK, &Fields::default(), None).await
}

/// Files an objection and leads to its receipt.
pub async fn object(
    request: HttpRequest,
    path: web::Path<String>,
    state: web::Data<AppState>,
    sent: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let reference = path.into_inner();
    let shell = Shell::of(&request);
    let new = NewObjectionForm {
        reference: reference.clone(),
        name: sent.0.get("name").to_owned(),
        mail: sent.0.get("mail").to_owned(),
        body: sent.0.get("body").to_owned(),
        lang: shell.lang,
    };
    let register = state.register.clone();
    let filed = web::block(move || objection::file(&register, &new)).await.map_err(AppError::internal)?;
    match filed {
        Ok(receipt) => Ok(to_the_receipt(&shell, &receipt.number)),
        Err(error @ ServiceError::Invalid(_)) => {
            page(&request, &state, reference, StatusCode::UNPROCESSABLE_ENTITY, &sent.0, Some(&error)).await
        }
        Err(error @ ServiceError::Refused { .. }) => {
            page(&request, &state, reference, StatusCode::CONFLICT, &sent.0, Some(&error)).await
        }
        Err(error) => Err(error.into()),
    }
}

impl NoticePage<'_> {
    fn action(&self) -> String {
        self.shell.href(&format!("/notices/{}", escape(&self.notice.reference)))
    }

    fn region(&self) -> &str {
        words::of(self.shell, &self.notice.region)
    }

    fn agency(&self) -> &str {
        words::of(self.shell, &self.notice.agency.name)
    }

    fn reason(&self) -> &str {
        words::of(self.shell, &self.notice.reason)
    }

    fn later_href(&self) -> Option<String> {
        let later = self.notice.later.as_ref()?;
        Some(self.shell.href(&format!("/notices/{}", escape(later))))
    }

    fn event_href(&self) -> Option<String> {
        let event = self.notice.event.as_ref()?;
        Some(self.shell.href(&format!("/events/{}", escape(&event.slug))))
    }
}

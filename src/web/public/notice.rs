//! `/notices/{reference}`: one notice, its objections, and the form to file one. `/objections/{receipt}`: how it
//! stands.

use super::home::notice_badge;
use super::query::escape;
use super::words::{self, Name};
use crate::service::ServiceError;
use crate::service::objection::{self, NewObjectionForm};
use crate::service::view::notices::{self, NoticeView, ObjectionView};
use crate::service::view::objection::{self as receipt, ReceiptView};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::page::{Page, PageWith};
use crate::web::parts::{Badge, Chain, Crumbs, Field, Link, Problems, Stage, Stone, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::http::{StatusCode, header};
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
    objections: Vec<Objected<'a>>,
    form: Option<ObjectionForm>,
}

/// The form.
struct ObjectionForm {
    refusal: Option<String>,
    problems: Problems,
    fields: [Field; 3],
}

#[derive(Template)]
#[template(path = "public/objection.html")]
struct ReceiptPage<'a> {
    shell: &'a Shell,
    view: &'a ReceiptView,
    badge: Badge,
    chain: Chain,
    notice_href: String,
}

fn objection_badge(shell: &Shell, state: &str) -> Badge {
    let (tone, key) = match state {
        "open" => (Tone::Waiting, "public.objection.open"),
        "upheld" => (Tone::Good, "public.objection.upheld"),
        _ => (Tone::Past, "public.objection.dismissed"),
    };
    Badge::new(tone, shell.t(key).to_owned())
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
        badge: notice_badge(&shell, &notice.state).large(),
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
        Ok(receipt) => {
            let location = shell.href(&format!("/objections/{}", receipt.number));
            Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, location)).finish())
        }
        Err(error @ ServiceError::Invalid(_)) => {
            page(&request, &state, reference, StatusCode::UNPROCESSABLE_ENTITY, &sent.0, Some(&error)).await
        }
        Err(error @ ServiceError::Refused { .. }) => {
            page(&request, &state, reference, StatusCode::CONFLICT, &sent.0, Some(&error)).await
        }
        Err(error) => Err(error.into()),
    }
}

/// How an objection stands.
pub async fn receipt(
    request: HttpRequest,
    path: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let number = path.into_inner().to_uppercase();
    let view = super::read(&state, move |register| receipt::by_receipt(register, &number)).await?;
    let shell = Shell::of(&request);
    let filed = Link::new(Stage::Done, shell.t("public.objection.filed").to_owned(), "")
        .when(shell.time(&view.objection.filed_at));
    let word = |key: &str| shell.t(key).to_owned();
    let mut links = vec![filed];
    links.push(match view.objection.decided_at {
        None => Link::new(Stage::Now, word("public.objection.open"), word("public.objection.open-text")),
        Some(at) => {
            let key =
                if view.objection.state == "upheld" { "public.objection.upheld" } else { "public.objection.dismissed" };
            Link::new(Stage::Done, word(key), view.objection.decision.clone().unwrap_or_default()).when(shell.time(&at))
        }
    });
    if view.objection.decided_at.is_none() {
        links.push(Link::new(Stage::Later, word("public.objection.decision"), word("public.objection.decision-later")));
    }
    let page = ReceiptPage {
        badge: objection_badge(&shell, &view.objection.state).large(),
        chain: Chain { links },
        notice_href: shell.href(&format!("/notices/{}", escape(&view.reference))),
        view: &view,
        shell: &shell,
    };
    Ok(Page(page).respond_to(&request))
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

    fn event_href(&self) -> Option<String> {
        let event = self.notice.event.as_ref()?;
        Some(self.shell.href(&format!("/events/{}", escape(&event.slug))))
    }
}

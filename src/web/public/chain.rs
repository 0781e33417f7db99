//! Why somebody holds a grade: event, games, clause, notice, certificate, one stone under the other.

use super::query::escape;
use crate::service::certificate::Face;
use crate::service::view::CertificateView;
use crate::service::view::certificate::State;
use crate::service::view::certificate_steps::{PaperStep, What};
use crate::web::format;
use crate::web::parts::{Chain, Link, Stage};
use crate::web::shell::Shell;

/// The chain of a certificate.
pub(super) fn chain(shell: &Shell, view: &CertificateView, face: &Face) -> Chain {
    let title = |key: &'static str| shell.t(key);
    let mut links = Vec::with_capacity(6);
    let event_path = face.event_slug.as_deref().map(|slug| format!("/events/{}", escape(slug)));
    match &event_path {
        Some(path) => {
            let mut event = Link::new(Stage::Done, title("public.chain.event"), &view.event_name);
            event = event.href(shell.href(path));
            links.push(match face.event_days {
                Some((_, last)) => event.when(shell.date(&last)),
                None => event,
            });
            links.push(games(shell, face, path));
        }
        None => links.push(Link::new(Stage::Done, title("public.chain.basis"), basis(shell, &face.basis))),
    }
    let under = face.granted_under();
    let scheme = under.get(shell.lang);
    let reason = face.reason.get(shell.lang);
    let clause = match (scheme.is_empty(), reason.is_empty()) {
        (false, false) => shell.fill("public.chain.clause-of", &[("scheme", scheme), ("reason", reason)]),
        (false, true) => scheme.to_owned(),
        (true, _) => reason.to_owned(),
    };
    links.push(Link::new(Stage::Done, title("public.chain.clause"), clause));
    links.push(notice(shell, view, face));
    let issued = Link::new(
        if view.state == State::Revoked || !view.steps.is_empty() { Stage::Done } else { stage(view.state) },
        title("public.chain.certificate"),
        shell.fill("public.chain.issued-by", &[("issuer", issuer(shell, view))]),
    );
    links.push(issued.when(shell.date(&view.issued_on)));
    let last = view.steps.len().saturating_sub(1);
    links.extend(view.steps.iter().enumerate().map(|(at, one)| {
        let link = step(shell, one).when(shell.date(&one.day));
        // Where it stands is the last step, unless the state that follows is.
        let now = at == last && !matches!(view.state, State::Revoked | State::Superseded);
        Link { stage: if now { Stage::Now } else { Stage::Done }, ..link }
    }));
    match view.state {
        State::Revoked => links.push(
            Link::new(Stage::Broken, title("public.state.revoked"), view.state_reason.as_deref().unwrap_or_default())
                .when(shell.date(&view.state_on)),
        ),
        State::Superseded => links.extend(view.higher.as_ref().map(|higher| {
            Link::new(Stage::Now, title("public.chain.higher"), higher.grade.said(shell.lang))
                .when(shell.date(&view.state_on))
                .href(shell.href(&higher.path()))
        })),
        _ => {}
    }
    Chain { links }
}

fn stage(state: State) -> Stage {
    match state {
        State::Superseded => Stage::Done,
        State::Revoked | State::Unknown => Stage::Broken,
        _ => Stage::Now,
    }
}

fn issuer<'a>(shell: &Shell, view: &'a CertificateView) -> &'a str {
    if shell.zh() || view.issuer.en.is_empty() { &view.issuer.zh } else { &view.issuer.en }
}

fn basis<'a>(shell: &'a Shell, basis: &str) -> &'a str {
    match basis {
        "appraisal" => shell.t("public.chain.appraisal"),
        "contest" => shell.t("public.chain.contest"),
        _ => shell.t("public.chain.other"),
    }
}

fn games(shell: &Shell, face: &Face, event: &str) -> Link {
    let number = |n: Option<i64>| n.map(|n| n.to_string()).unwrap_or_default();
    let score = format::score(
        shell.lang,
        face.wins.unwrap_or_default(),
        face.losses.unwrap_or_default(),
        face.byes.unwrap_or_default(),
    );
    let (place, of) = (number(face.place), number(face.of));
    let group = face.group.clone().unwrap_or_default();
    let named = match face.group_name.get(shell.lang) {
        "" => group.as_str(),
        name => name,
    };
    let arguments = [("group", named), ("score", score.as_str()), ("place", place.as_str()), ("of", of.as_str())];
    let text = match face.wins {
        Some(_) => shell.fill("public.chain.games-text", &arguments),
        None => String::new(),
    };
    let path = match group.is_empty() {
        true => event.to_owned(),
        false => format!("{event}?group={}", escape(&group)),
    };
    Link::new(Stage::Done, shell.t("public.chain.games"), text).href(shell.href(&path))
}

/// A step after the issue.
fn step(shell: &Shell, one: &PaperStep) -> Link {
    let link = |key: &'static str| Link::new(Stage::Done, shell.t(key), one.reason.clone().unwrap_or_default());
    let on_notice = |key: &'static str, text: &str, reference: &String| {
        let mut said = shell.fill(text, &[("reference", reference)]);
        if let Some(reason) = &one.reason {
            said = shell.fill("public.chain.because", &[("said", &said), ("reason", reason)]);
        }
        Link::new(Stage::Done, shell.t(key), said).href(shell.href(&format!("/notices/{}", escape(reference))))
    };
    let copy = |key: &'static str, n: i64| {
        let text = shell.fill("public.chain.copy-text", &[("n", &n.to_string())]);
        Link::new(Stage::Done, shell.t(key), text)
    };
    match &one.what {
        What::Suspended => link("public.chain.suspended"),
        What::Reinstated => link("public.chain.reinstated"),
        What::Superseded => link("public.chain.higher"),
        What::InForceAgain => link("public.chain.again"),
        What::OnNotice(reference) => on_notice("public.chain.renewed", "public.chain.renewed-text", reference),
        What::NoticePassed(reference) => on_notice("public.chain.ended", "public.chain.passed-text", reference),
        What::NoticeRefused(reference) => on_notice("public.chain.ended", "public.chain.refused-text", reference),
        What::Reissued(n) => copy("public.chain.reissued", *n),
        What::Corrected(n) => copy("public.chain.corrected", *n),
    }
}

fn notice(shell: &Shell, view: &CertificateView, face: &Face) -> Link {
    let title = shell.t("public.chain.notice");
    // One that runs again after the issue is a step of its own.
    if let (Some(reference), None) = (view.notice.as_deref(), face.notice.as_deref()) {
        let text = shell.fill("public.chain.notice-open", &[("reference", reference)]);
        return Link::new(Stage::Now, title, text).href(shell.href(&format!("/notices/{}", escape(reference))));
    }
    match face.notice.as_deref() {
        Some(reference) => {
            let text = shell.fill("public.chain.notice-passed", &[("reference", reference)]);
            let link = Link::new(Stage::Done, title, text).href(shell.href(&format!("/notices/{}", escape(reference))));
            // The title may be used from the day after the last day of the notice.
            match face.granted_on.and_then(|day| day.pred_opt()) {
                Some(day) => link.when(shell.date(&day)),
                None => link,
            }
        }
        None => Link::new(Stage::Done, title, shell.t("public.chain.notice-none").to_owned()),
    }
}

//! A certificate on a page: everything that is printed on it, with its state.

use super::certificate_json::state_key;
use super::chain::chain;
use super::query::escape;
use crate::domain::check_code::CheckCode;
use crate::print::Field as Printed;
use crate::service::certificate::Face;
use crate::service::view::CertificateView;
use crate::service::view::certificate::State;
use crate::web::parts::{Badge, Chain, Number, Stone, Tone};
use crate::web::shell::Shell;
use askama::Template;
use chrono::NaiveDateTime;

/// Where the page shows a value that is printed: the `data-field` of its element. A value added to the paper and
/// not to this page does not compile.
pub const fn mark(field: Printed) -> &'static str {
    match field {
        Printed::Grade => "grade",
        Printed::Holder => "holder",
        Printed::Number => "number",
        Printed::IssuedOn => "issued-on",
        Printed::Issuer => "issuer",
        Printed::Event => "event",
        Printed::EventDates => "event-dates",
        Printed::Clause => "clause",
        Printed::CopyMark => "copy-mark",
        Printed::CheckCode => "check-code",
        Printed::PageAddress => "page-address",
        Printed::Signature => "signature",
    }
}

/// The sheet and the chain below it.
#[derive(Template)]
#[template(path = "public/paper.html")]
pub(super) struct Paper<'a> {
    shell: &'a Shell,
    view: &'a CertificateView,
    face: Face,
    stone: Stone,
    badge: Badge,
    number: Number,
    chain: Chain,
    code: Option<String>,
    address: String,
    checked_at: NaiveDateTime,
    alone: bool,
}

impl askama::filters::HtmlSafe for Paper<'_> {}

/// How a state is shown.
pub(super) const fn tone(state: State) -> Tone {
    match state {
        State::Valid => Tone::Good,
        State::OnNotice => Tone::Waiting,
        State::Suspended => Tone::Paused,
        State::Revoked => Tone::Bad,
        State::Superseded => Tone::Past,
        State::Unknown => Tone::Unknown,
    }
}

impl<'a> Paper<'a> {
    /// The sheet of a certificate; `code` is the one that opened it.
    pub(super) fn new(
        shell: &'a Shell,
        view: &'a CertificateView,
        code: Option<&CheckCode>,
        address: &str,
        checked_at: NaiveDateTime,
    ) -> Self {
        let replaced = view.state == State::Superseded && !view.copy.current;
        let key = if replaced { "public.state.copy-superseded" } else { state_key(view.state) };
        let face = view.face();
        Self {
            shell,
            view,
            stone: Stone::new(shell.lang, view.grade).large(),
            badge: Badge::new(tone(view.state), shell.t(key)).large(),
            number: Number::meaning(shell, &view.number),
            chain: chain(shell, view, &face),
            face,
            code: code.map(CheckCode::grouped),
            address: format!("{address}{}", view.path()),
            checked_at,
            alone: false,
        }
    }

    /// The same as the only one of its page, whose title is the holder's name.
    pub(super) fn alone(self) -> Self {
        Self { alone: true, ..self }
    }

    /// What the state means, with its date and its reason.
    fn said(&self) -> String {
        let view = self.view;
        let (day, issued) = (self.shell.date(&view.state_on), self.shell.date(&view.issued_on));
        let day = [("day", day.as_str()), ("issued", issued.as_str())];
        match view.state {
            // After a suspension, a notice or the revocation of a higher one.
            State::Valid if view.state_on > view.issued_on => self.shell.fill("public.said.valid-again", &day),
            State::Valid => self.shell.fill("public.said.valid", &day),
            State::OnNotice => self.shell.fill("public.said.on-notice", &day),
            State::Suspended => self.shell.fill("public.said.suspended", &day),
            State::Revoked => self.shell.fill("public.said.revoked", &day),
            State::Superseded if !view.copy.current => self.shell.t("public.said.copy-superseded").to_owned(),
            State::Superseded => self.shell.fill("public.said.superseded", &day),
            State::Unknown => self.shell.t("public.said.unreadable").to_owned(),
        }
    }

    fn note_class(&self) -> &'static str {
        match self.view.state {
            State::Valid => "note note-good",
            State::OnNotice | State::Suspended => "note note-waiting",
            State::Revoked | State::Unknown => "note note-bad",
            State::Superseded => "note",
        }
    }

    /// The mark of the copy: first, 补发 n, 更正 n.
    fn copy_words(&self) -> String {
        let copy = &self.view.copy;
        let (day, n) = (self.shell.date(&copy.made_on), copy.mark_no.to_string());
        let arguments = [("day", day.as_str()), ("n", n.as_str())];
        match copy.mark.as_str() {
            "reissue" => self.shell.fill("public.copy.reissue", &arguments),
            "correction" => self.shell.fill("public.copy.correction", &arguments),
            _ => self.shell.fill("public.copy.first", &arguments),
        }
    }

    fn event_days(&self) -> Option<String> {
        self.face.event_days.map(|(first, last)| self.shell.days(&first, &last))
    }

    fn event_href(&self) -> Option<String> {
        let slug = self.face.event_slug.as_deref()?;
        Some(self.shell.href(&format!("/events/{}", escape(slug))))
    }

    fn notice_href(&self, reference: &str) -> String {
        self.shell.href(&format!("/notices/{}", escape(reference)))
    }

    fn person_href(&self) -> Option<String> {
        let number = &self.face.register_no;
        (!number.is_empty()).then(|| self.shell.href(&format!("/people/{}", escape(number))))
    }

    /// The issuer's name in the page's language, and in the other one, as the paper bears both.
    fn issuers(&self) -> [(&str, &'static str); 2] {
        let issuer = &self.view.issuer;
        let both = [(issuer.zh.as_str(), "zh-CN"), (issuer.en.as_str(), "en")];
        if self.shell.zh() { both } else { [both[1], both[0]] }
    }

    fn reason(&self) -> &str {
        super::words::of(self.shell, &self.face.reason)
    }

    fn scheme(&self) -> String {
        super::words::of(self.shell, &self.face.granted_under()).to_owned()
    }

    fn why(&self) -> String {
        self.shell.fill("public.paper.why", &[("grade", &self.view.grade.said(self.shell.lang))])
    }
}

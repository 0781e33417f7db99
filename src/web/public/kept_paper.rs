//! The sheet that nearly everybody opens: of a certificate granted at an event, to which nothing has happened since it
//! was issued, unless a higher grade took its place. It is written by [`Paper`] once for every grade and language, with marks in place of what differs, and
//! kept; from then on only the values are written. Writing it anew would be a third of the work of its page.

use super::paper::Paper;
use super::query::escape;
use crate::domain::check_code::CheckCode;
use crate::domain::civil_day;
use crate::domain::grade::Grade;
use crate::service::certificate::{EventFace, Face, granted_under};
use crate::service::view::CertificateView;
use crate::service::view::certificate::{CopyView, Identity, State};
use crate::text::{Bilingual, Lang, dates};
use crate::web::format;
use crate::web::mould::{Mould, escaped};
use crate::web::parts::Number;
use crate::web::shell::Shell;
use askama::Template;
use chrono::{Datelike, NaiveDate, NaiveDateTime, NaiveTime};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::{self, Write};
use std::rc::Rc;

/// A number as a mark.
const NUMBER: &str = "650294713";

/// What differs from one such sheet to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Holder,
    IssuerZh,
    IssuerEn,
    Event,
    /// The event's part of an address.
    EventPart,
    EventDays,
    EventEnd,
    Group,
    /// The group's part of an address.
    GroupPart,
    /// Games won and lost, and byes.
    Score,
    Place,
    Of,
    Reason,
    Scheme,
    Notice,
    /// The notice's part of an address.
    NoticePart,
    /// The last day of the notice.
    NoticeEnd,
    Issued,
    /// As programs read it.
    IssuedOn,
    StateOn,
    /// The number of the certificate that superseded it.
    Higher,
    /// The whole piece: its groups with what each says.
    Number,
    Code,
    Address,
    /// The holder's part of an address.
    PersonPart,
    CheckedAt,
}

/// What decides the words around the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Shape {
    lang: Lang,
    grade: Grade,
    /// The grade of the certificate that superseded it.
    higher: Option<Grade>,
    notice: bool,
    reopened: bool,
}

thread_local! {
    /// The sheets that this thread has written; a few hundred at most.
    static SHEETS: RefCell<HashMap<Shape, Rc<Mould<Value>>>> = RefCell::default();
}

/// The sheet of a page: one of those, or written for itself.
pub(super) enum Sheet<'a> {
    /// Kept, with its values.
    Kept(Kept<'a>),
    /// For itself.
    Own(Box<Paper<'a>>),
}

/// A kept sheet with the values of one certificate.
pub(super) struct Kept<'a> {
    mould: Rc<Mould<Value>>,
    values: Box<Values<'a>>,
}

impl Kept<'_> {
    fn write<W: Write + ?Sized>(&self, out: &mut W) -> fmt::Result {
        self.mould.write(out, |out, one| self.values.write(out, one))
    }
}

impl askama::filters::HtmlSafe for Sheet<'_> {}

impl askama::FastWritable for Sheet<'_> {
    fn write_into(&self, out: &mut dyn Write, values: &dyn askama::Values) -> askama::Result<()> {
        match self {
            Sheet::Kept(kept) => Ok(kept.write(out)?),
            Sheet::Own(paper) => paper.render_into_with_values(out, values),
        }
    }
}

impl fmt::Display for Sheet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sheet::Kept(kept) => kept.write(f),
            Sheet::Own(paper) => paper.fmt(f),
        }
    }
}

/// The sheet of a certificate that stands alone on its page.
pub(super) fn sheet<'a>(
    shell: &'a Shell,
    view: &'a CertificateView,
    code: Option<&CheckCode>,
    address: &str,
    checked_at: NaiveDateTime,
) -> Sheet<'a> {
    match code.and_then(|code| Values::of(shell, view, *code, address, checked_at)) {
        Some(values) => Sheet::Kept(Kept { mould: kept(shell, &values), values: Box::new(values) }),
        None => Sheet::Own(Box::new(Paper::new(shell, view, code, address, checked_at).alone())),
    }
}

fn kept(shell: &Shell, values: &Values) -> Rc<Mould<Value>> {
    let shape = Shape {
        lang: shell.lang,
        grade: values.view.grade,
        higher: values.view.higher.as_ref().map(|higher| higher.grade),
        notice: values.face.notice.is_some(),
        reopened: values.view.reopened,
    };
    SHEETS.with_borrow_mut(|sheets| Rc::clone(sheets.entry(shape).or_insert_with(|| Rc::new(mould(shell, shape)))))
}

/// What one sheet says.
struct Values<'a> {
    lang: Lang,
    view: &'a CertificateView,
    face: EventFace<'a>,
    number: Number,
    issued: String,
    state_on: String,
    event_days: String,
    event_end: String,
    notice_end: String,
    score: String,
    scheme: Cow<'a, str>,
    code: String,
    address: String,
    checked_at: String,
}

impl<'a> Values<'a> {
    /// The values of a certificate, if its sheet is one of those that are kept: everything is there, nothing has
    /// happened, and no link carries the language along.
    fn of(
        shell: &Shell,
        view: &'a CertificateView,
        code: CheckCode,
        address: &str,
        checked_at: NaiveDateTime,
    ) -> Option<Self> {
        let in_force = view.state == State::Valid && view.state_on <= view.issued_on && view.higher.is_none();
        let superseded = view.state == State::Superseded && view.higher.is_some();
        let nothing_else = (in_force || superseded)
            && view.copy.current
            && view.copy.no == 0
            && view.copy.mark == "first"
            && view.steps.is_empty()
            && view.state_reason.is_none()
            && view.notice.is_none();
        if shell.keeps_lang() || !nothing_else || view.holder.is_none() {
            return None;
        }
        let face = EventFace::read(&view.frozen)?;
        let full = face.reason.said()
            && face.scheme.said()
            && !view.issuer.zh.is_empty()
            && !view.issuer.en.is_empty()
            && !view.event_name.is_empty()
            && !face.group.is_empty()
            && !face.register_no.is_empty();
        if !full {
            return None;
        }
        let (first, last) = (civil_day::read(face.event_days.0)?, civil_day::read(face.event_days.1)?);
        let granted_on = civil_day::read(face.granted_on)?;
        let day = |day| dates::date(shell.lang, day);
        let scheme = face.scheme.get(shell.lang);
        Some(Self {
            lang: shell.lang,
            view,
            number: Number::meaning(shell, &view.number),
            issued: day(view.issued_on),
            state_on: if superseded { day(view.state_on) } else { String::new() },
            event_days: dates::span(shell.lang, first, last),
            event_end: day(last),
            notice_end: match granted_on.pred_opt() {
                Some(last) if face.notice.is_some() => day(last),
                _ => String::new(),
            },
            score: format::score(shell.lang, face.wins, face.losses, face.byes.unwrap_or_default()),
            scheme: match face.article.zh {
                "" => scheme.into(),
                _ => granted_under(shell.lang, scheme, face.article.get(shell.lang)).into(),
            },
            code: code.grouped(),
            address: [address, &view.path()].concat(),
            checked_at: shell.time(&checked_at),
            face,
        })
    }

    fn write<W: Write + ?Sized>(&self, out: &mut W, value: Value) -> fmt::Result {
        let (view, face) = (self.view, &self.face);
        let count = |out: &mut W, n: i64| write!(out, "{n}");
        match value {
            Value::Holder => escaped(out, view.holder.as_deref().unwrap_or_default()),
            Value::IssuerZh => escaped(out, &view.issuer.zh),
            Value::IssuerEn => escaped(out, &view.issuer.en),
            Value::Event => escaped(out, &view.event_name),
            Value::EventPart => part(out, face.event_slug),
            Value::EventDays => escaped(out, &self.event_days),
            Value::EventEnd => escaped(out, &self.event_end),
            Value::Group => match face.group_name.get(self.lang) {
                "" => escaped(out, face.group),
                name => escaped(out, name),
            },
            Value::GroupPart => part(out, face.group),
            Value::Score => escaped(out, &self.score),
            Value::Place => count(out, face.place),
            Value::Of => count(out, face.of),
            Value::Reason => escaped(out, face.reason.get(self.lang)),
            Value::Scheme => escaped(out, &self.scheme),
            Value::Notice => escaped(out, face.notice.unwrap_or_default()),
            Value::NoticePart => part(out, face.notice.unwrap_or_default()),
            Value::NoticeEnd => escaped(out, &self.notice_end),
            Value::Issued => escaped(out, &self.issued),
            Value::IssuedOn => civil_day::with_written(view.issued_on, |day| out.write_str(day)),
            Value::StateOn => escaped(out, &self.state_on),
            Value::Higher => escaped(out, view.higher.as_ref().map_or("", |higher| &higher.number)),
            Value::Number => write!(out, "{}", self.number),
            Value::Code => escaped(out, &self.code),
            // As the template has it: the line may end before the number.
            Value::Address => {
                let (path, number) = self.address.rsplit_once('/').unwrap_or(("", &self.address));
                escaped(out, path)?;
                out.write_str("/<wbr>")?;
                escaped(out, number)
            }
            Value::PersonPart => part(out, face.register_no),
            Value::CheckedAt => escaped(out, &self.checked_at),
        }
    }
}

/// A text as a part of an address.
fn part<W: Write + ?Sized>(out: &mut W, text: &str) -> fmt::Result {
    match text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
        true => out.write_str(text),
        false => out.write_str(&escape(text)),
    }
}

/// A text that nobody types, as a mark: characters for private use.
fn mark(value: Value) -> String {
    ['\u{e000}', char::from_u32(0xe100 + value as u32).unwrap_or('\u{e0ff}'), '\u{e001}'].iter().collect()
}

/// Both languages of a text as one mark.
fn marked(value: Value) -> Bilingual {
    Bilingual { zh: mark(value), en: mark(value) }
}

/// A count as a mark.
fn count(value: Value) -> i64 {
    900_000_000_000 + value as i64
}

/// A day as a mark, in a year that will not come.
fn day(value: Value) -> NaiveDate {
    NaiveDate::MIN.with_year(9000 + value as i32).unwrap_or_default()
}

/// Writes the sheet with a mark in the place of every value, and cuts it at them.
fn mould(shell: &Shell, shape: Shape) -> Mould<Value> {
    let Shape { grade, higher, notice, reopened, .. } = shape;
    let face = Face {
        event_slug: Some(mark(Value::EventPart)),
        event_days: Some((day(Value::EventDays), day(Value::EventEnd))),
        scheme: marked(Value::Scheme),
        reason: marked(Value::Reason),
        basis: "contest".to_owned(),
        group: Some(mark(Value::GroupPart)),
        group_name: marked(Value::Group),
        place: Some(count(Value::Place)),
        of: Some(count(Value::Of)),
        wins: Some(count(Value::Score)),
        losses: Some(0),
        notice: notice.then(|| mark(Value::Notice)),
        granted_on: Some(day(Value::NoticeEnd)),
        register_no: mark(Value::PersonPart),
        ..Face::default()
    };
    let issued_on = day(Value::Issued);
    let view = CertificateView {
        state: if higher.is_some() { State::Superseded } else { State::Valid },
        grade,
        number: NUMBER.to_owned(),
        holder: Some(mark(Value::Holder)),
        issuer: Bilingual { zh: mark(Value::IssuerZh), en: mark(Value::IssuerEn) },
        event_name: mark(Value::Event),
        reopened,
        frozen: face.to_json(),
        issued_on,
        state_on: if higher.is_some() { day(Value::StateOn) } else { issued_on },
        state_reason: None,
        copy: CopyView { no: 0, mark: "first".to_owned(), mark_no: 0, made_on: issued_on, current: true },
        higher: higher.map(|grade| Identity { grade, number: mark(Value::Higher) }),
        notice: None,
        steps: Vec::new(),
    };
    let (code, address) = (CheckCode::from_bytes([0; 10]), mark(Value::Address));
    let checked_at = day(Value::CheckedAt).and_time(NaiveTime::MIN);
    let text = |value| (value, mark(value));
    let part = |value, of| (value, escape(&mark(of)));
    let counted = |value| (value, count(value).to_string());
    let dated = |value| (value, shell.date(&day(value)));
    let marks = [
        text(Value::Holder),
        text(Value::IssuerZh),
        text(Value::IssuerEn),
        text(Value::Event),
        part(Value::EventPart, Value::EventPart),
        (Value::EventDays, shell.days(&day(Value::EventDays), &day(Value::EventEnd))),
        dated(Value::EventEnd),
        text(Value::Group),
        part(Value::GroupPart, Value::GroupPart),
        (Value::Score, format::score(shell.lang, count(Value::Score), 0, 0)),
        counted(Value::Place),
        counted(Value::Of),
        text(Value::Reason),
        text(Value::Scheme),
        text(Value::Notice),
        part(Value::NoticePart, Value::Notice),
        (Value::NoticeEnd, day(Value::NoticeEnd).pred_opt().map_or_else(String::new, |day| shell.date(&day))),
        dated(Value::Issued),
        (Value::IssuedOn, issued_on.to_string()),
        dated(Value::StateOn),
        text(Value::Higher),
        (Value::Number, Number::meaning(shell, NUMBER).to_string()),
        (Value::Code, code.grouped()),
        (
            Value::Address,
            format!("{address}{}", view.path()).replace(&format!("/{NUMBER}"), &format!("/<wbr>{NUMBER}")),
        ),
        part(Value::PersonPart, Value::PersonPart),
        (Value::CheckedAt, shell.time(&checked_at)),
    ];
    Mould::cut(Paper::new(shell, &view, Some(&code), &address, checked_at).alone().to_string(), &marks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use proptest::prelude::*;

    fn shell(uri: &str, lang: &str) -> Shell {
        let request = TestRequest::with_uri(uri).insert_header(("cookie", format!("qipin-local-lang={lang}")));
        Shell::of(&request.to_http_request())
    }

    fn words() -> impl Strategy<Value = String> {
        prop_oneof!["[a-z&<>\"' ]{1,6}", "[一-龥·]{1,6}", "[0-9-]{1,4}"]
    }

    fn both() -> impl Strategy<Value = Bilingual> {
        (words(), words()).prop_map(|(zh, en)| Bilingual { zh, en })
    }

    fn a_day() -> impl Strategy<Value = NaiveDate> {
        (2000..2030, 1u32..=365).prop_map(|(year, day)| NaiveDate::from_yo_opt(year, day).unwrap())
    }

    prop_compose! {
        fn face()(
            (slug, group, notice) in (words(), prop_oneof![Just(None), words().prop_map(Some)], prop_oneof![Just(None), words().prop_map(Some)]),
            (first, last, granted_on) in (a_day(), a_day(), prop_oneof![1 => Just(None), 9 => a_day().prop_map(Some)]),
            (scheme, article, reason, group_name) in (both(), prop_oneof![Just(Bilingual::default()), both()], both(), prop_oneof![Just(Bilingual::default()), both()]),
            (place, of, wins, losses) in (0i64..300, 0i64..300, prop_oneof![1 => Just(None), 9 => (0i64..12).prop_map(Some)], 0i64..12),
            register_no in prop_oneof![1 => Just(String::new()), 9 => "Q[0-9]{10}"],
            dated in prop::bool::weighted(0.9),
            byes in prop::option::weighted(0.3, 1i64..4),
        ) -> Face {
            Face {
                event_slug: Some(slug), event_days: dated.then_some((first.min(last), first.max(last))), scheme, clause: "x".to_owned(),
                article, reason, basis: "contest".to_owned(), group, group_name, place: Some(place), of: Some(of), wins,
                byes, losses: Some(losses), notice, granted_on, register_no,
            }
        }
    }

    prop_compose! {
        fn view()(
            face in face(),
            rank in 1..=Grade::HIGHEST.rank(),
            number in prop_oneof![9 => "(310|650|999|110)(26|05)[0-9]{4}", 1 => "[0-9a-z]{3}"],
            (holder, event_name, issuer) in (prop_oneof![9 => words().prop_map(Some), 1 => Just(None)], words(), both()),
            reopened in any::<bool>(),
            (issued_on, later) in (a_day(), prop_oneof![9 => Just(0), 1 => 1i64..9]),
            state in prop_oneof![9 => Just(State::Valid), 1 => prop::sample::select(State::ALL.to_vec())],
            higher in prop_oneof![1 => Just(None), 1 => (1..=Grade::HIGHEST.rank(), "[0-9]{9}").prop_map(Some)],
            superseded in any::<bool>(),
            (no, current) in (prop_oneof![9 => Just(0i64), 1 => 1i64..3], prop::bool::weighted(0.9)),
        ) -> CertificateView {
            CertificateView {
                state: if superseded { State::Superseded } else { state },
                grade: Grade::from_rank(rank).unwrap(), number, holder, issuer, event_name, reopened,
                frozen: face.to_json(), issued_on, state_on: issued_on + chrono::Duration::days(later), state_reason: None,
                copy: CopyView { no, mark: if no == 0 { "first" } else { "reissue" }.to_owned(), mark_no: no, made_on: issued_on, current },
                higher: higher.filter(|_| superseded).map(|(rank, number)| Identity { grade: Grade::from_rank(rank).unwrap(), number }),
                notice: None, steps: Vec::new(),
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_kept_says_what_would_be_written(
            view in view(),
            lang in prop::sample::select(vec!["zh", "en"]),
            uri in prop::sample::select(vec!["/c/5d/310260001?k=A", "/c/5d/310260001?k=A&lang=en"]),
            code in any::<[u8; 10]>(),
            second in 0i64..100_000_000,
        ) {
            let (shell, code) = (shell(uri, lang), CheckCode::from_bytes(code));
            let now = NaiveDate::default().and_time(NaiveTime::MIN) + chrono::Duration::seconds(second);
            let own = Paper::new(&shell, &view, Some(&code), "https://a.example", now).alone().to_string();
            let kept = sheet(&shell, &view, Some(&code), "https://a.example", now);
            prop_assert_eq!(kept.to_string(), own);
        }
    }

    #[test]
    fn an_ordinary_certificate_is_shown_on_a_kept_sheet() {
        let both = |zh: &str, en: &str| Bilingual { zh: zh.to_owned(), en: en.to_owned() };
        let face = Face {
            event_slug: Some("310-2026-1".to_owned()),
            event_days: Some((NaiveDate::default(), NaiveDate::default())),
            scheme: both("办法", "scheme"),
            reason: both("前三名", "top three"),
            group: Some("all".to_owned()),
            place: Some(1),
            of: Some(30),
            wins: Some(6),
            losses: Some(1),
            granted_on: Some(NaiveDate::default()),
            register_no: "Q1234567890".to_owned(),
            ..Face::default()
        };
        let view = CertificateView {
            state: State::Valid,
            grade: Grade::HIGHEST,
            number: "310260001".to_owned(),
            holder: Some("王芳".to_owned()),
            issuer: both("上海市围棋协会", "Shanghai Weiqi Association"),
            event_name: "升段赛".to_owned(),
            reopened: false,
            frozen: face.to_json(),
            issued_on: NaiveDate::default(),
            state_on: NaiveDate::default(),
            state_reason: None,
            copy: CopyView {
                no: 0,
                mark: "first".to_owned(),
                mark_no: 0,
                made_on: NaiveDate::default(),
                current: true,
            },
            higher: None,
            notice: None,
            steps: Vec::new(),
        };
        let higher = CertificateView {
            state: State::Superseded,
            higher: Some(Identity { grade: Grade::HIGHEST, number: "310260002".to_owned() }),
            ..view.clone()
        };
        let now = NaiveDate::default().and_time(NaiveTime::MIN);
        for lang in ["zh", "en"] {
            let shell = shell("/c/8d/310260001?k=A", lang);
            for view in [&view, &higher] {
                let shown = sheet(&shell, view, Some(&CheckCode::from_bytes([7; 10])), "https://a.example", now);
                assert!(matches!(shown, Sheet::Kept(_)));
            }
        }
    }

    #[test]
    fn the_sheet_of_an_ordinary_certificate_is_kept_and_no_value_is_left_in_it() {
        for lang in ["zh", "en"] {
            let shell = shell("/c/5d/310260001?k=A", lang);
            for bits in 0..8 {
                let (grade, higher) = (Grade::HIGHEST, (bits & 4 != 0).then_some(Grade::HIGHEST));
                let shape = Shape { lang: shell.lang, grade, higher, notice: bits & 1 != 0, reopened: bits & 2 != 0 };
                let mould = mould(&shell, shape);
                for words in mould.words() {
                    let marks = ["\u{e000}", "%EE%80%80", "90000000", "90", NUMBER, "0000-"];
                    assert!(marks.iter().all(|mark| !words.contains(mark)), "{words}");
                }
                assert!(mould.words().count() > 20);
            }
        }
    }
}

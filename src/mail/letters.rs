//! What each message says: its words, its facts, where it leads.

use super::letter::Letter;
use super::message::{DaysLeft, Message};
use crate::text::Lang;

/// The parts of the mail that `message` makes in `lang`.
pub(super) fn of(message: &Message, lang: Lang) -> Letter {
    let about = |subject: &str, value: &str| Letter::new(lang, subject, value);
    match message {
        Message::Invitation { name, role, agency, by, link, expires } => {
            about("mail.invitation.subject", agency.get(lang))
                .says("mail.invitation.body")
                .says("mail.invitation.mistake")
                .fact("mail.label.name", name)
                .fact("mail.label.role", role.get(lang))
                .fact("mail.label.agency", agency.get(lang))
                .fact("mail.label.invited-by", by)
                .moment("mail.label.link-until", *expires)
                .path("mail.invitation.link", link.path())
        }
        Message::PasswordReset { link, expires } => about("mail.password-reset.subject", "")
            .says("mail.password-reset.body")
            .says("mail.password-reset.mistake")
            .moment("mail.label.link-until", *expires)
            .path("mail.password-reset.link", link.path()),
        Message::EventFiled { event, by } => about("mail.event-filed.subject", &event.name)
            .says("mail.event-filed.body")
            .event(event)
            .fact("mail.label.filed-by", by)
            .link("mail.layout.event-link", &event.link),
        Message::EventApprovalNeeded { event } => about("mail.event-approval-needed.subject", &event.name)
            .says("mail.event-approval-needed.body")
            .event(event)
            .link("mail.event-approval-needed.link", &event.link),
        Message::EventApproved { event, by } => about("mail.event-approved.subject", &event.name)
            .says("mail.event-approved.body")
            .event(event)
            .fact("mail.label.approved-by", by.get(lang))
            .link("mail.layout.event-link", &event.link),
        Message::EventReturned { event, by, reason } => about("mail.event-returned.subject", &event.name)
            .says("mail.event-returned.body")
            .event(event)
            .fact("mail.label.returned-by", by)
            .reason(reason)
            .link("mail.event-returned.link", &event.link),
        Message::EventSubmitted { event, by, version, players, warnings } => {
            about("mail.event-submitted.subject", &event.name)
                .says("mail.event-submitted.body")
                .event(event)
                .fact("mail.label.submitted-by", by)
                .number("mail.label.version", *version)
                .number("mail.label.players", *players)
                .number("mail.label.warnings", *warnings)
                .link("mail.event-submitted.link", &event.link)
        }
        Message::EventConfirmed { event, by, awards, for_notice } => about("mail.event-confirmed.subject", &event.name)
            .says("mail.event-confirmed.body")
            .event(event)
            .fact("mail.label.confirmed-by", by)
            .number("mail.label.awards", *awards)
            .number("mail.label.for-notice", *for_notice)
            .link("mail.event-confirmed.link", &event.link),
        Message::CertificatesContradicted { event, certificates, list } => {
            about("mail.certificates-contradicted.subject", &event.name)
                .says("mail.certificates-contradicted.body")
                .event(event)
                .number("mail.label.certificates", *certificates)
                .link("mail.certificates-contradicted.link", list)
        }
        Message::AwardsOnNotice { event, awards, first_day, last_day, notices } => {
            about("mail.awards-on-notice.subject", &event.name)
                .says("mail.awards-on-notice.body")
                .event(event)
                .number("mail.label.awards", *awards)
                .days("mail.label.notice-days", *first_day, *last_day)
                .link("mail.awards-on-notice.link", notices)
                .link("mail.layout.event-link", &event.link)
        }
        Message::ObjectionReceipt { objection } => about("mail.objection-receipt.subject", &objection.reference)
            .says("mail.objection-receipt.body")
            .says("mail.objection-receipt.next")
            .objection(objection)
            .link("mail.objection-receipt.link", &objection.link),
        Message::ObjectionOpened { objection, agency } => about("mail.objection-opened.subject", &objection.reference)
            .says("mail.objection-opened.body")
            .objection(objection)
            .fact("mail.label.agency", agency.get(lang))
            .link("mail.objection-opened.link", &objection.link),
        Message::ObjectionDecided { objection, upheld, decided, reason } => {
            let outcome = if *upheld { "mail.objection-decided.upheld" } else { "mail.objection-decided.dismissed" };
            about("mail.objection-decided.subject", &objection.reference)
                .says(outcome)
                .objection(objection)
                .moment("mail.label.decided", *decided)
                .reason(reason)
                .link("mail.objection-decided.link", &objection.link)
        }
        Message::CertificatesIssued { event, by, issued, print } => {
            let letter = about("mail.certificates-issued.subject", &event.name)
                .says("mail.certificates-issued.body")
                .event(event)
                .fact("mail.label.issued-by", by);
            let total: u64 = issued.iter().map(|row| u64::from(row.count)).sum();
            issued
                .iter()
                .fold(letter, |letter, row| letter.count_of(row.grade, row.count))
                .number("mail.label.total", total)
                .link("mail.certificates-issued.link", print)
                .link("mail.layout.event-link", &event.link)
        }
        Message::AuthorisationEnding { agency, ends, left, link } => {
            let subject = match left {
                DaysLeft::Sixty => "mail.authorisation-ending.subject-60",
                DaysLeft::Thirty => "mail.authorisation-ending.subject-30",
                DaysLeft::Seven => "mail.authorisation-ending.subject-7",
            };
            about(subject, agency.get(lang))
                .says("mail.authorisation-ending.body")
                .fact("mail.label.agency", agency.get(lang))
                .day("mail.label.last-day", *ends)
                .link("mail.authorisation-ending.link", link)
        }
    }
}

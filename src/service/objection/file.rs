//! Filing an objection: no account needed, a receipt in return.

use super::{ALPHABET, LENGTH, Sender, reference, sender_place};
use crate::domain::permission::Role;
use crate::mail::{Address, Link, Message};
use crate::service::error::FieldError;
use crate::service::keys::random;
use crate::service::notice::{days_left_at_hold, end_of_notice};
use crate::service::{Actor, Register, ServiceError, ServiceResult, outbox};
use crate::store::agency;
use crate::store::award::{self, NewObjection};
use crate::text::{Bilingual, Lang};
use chrono::Duration;
use serde_json::json;

/// Characters of an objection's text, at least and at most.
pub const BODY: std::ops::RangeInclusive<usize> = 10..=4000;
/// Objections that one sender may file within a day, over all notices.
pub const PER_SENDER_AND_DAY: i64 = 5;

/// What the public form sends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewObjectionForm {
    /// Reference of the notice.
    pub reference: String,
    /// Name of the sender.
    pub name: String,
    /// Mail address of the sender, for the receipt and the decision.
    pub mail: String,
    /// What is objected, and why.
    pub body: String,
    /// The sender's language.
    pub lang: Lang,
}

/// What the sender gets in return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The receipt number: whoever has it sees how the objection stands.
    pub number: String,
}

/// Files an objection against a running or held notice, and holds its clock.
pub fn file(register: &Register, form: &NewObjectionForm) -> ServiceResult<Receipt> {
    let (sender, body) = read(form)?;
    let index = register.keys.blind_index("objection sender", &sender.mail.to_lowercase());
    let number = new_receipt()?;
    let sealed = serde_json::to_vec(&sender).map_err(|e| ServiceError::Internal(e.to_string()))?;
    let sealed = register.keys.seal(&sender_place(&number), &sealed)?;
    register.write(Actor::Visitor, |tx| {
        let notice = award::notice_by_reference(tx.conn, form.reference.trim())?;
        if notice.state != "running" && notice.state != "held" || notice.state == "running" && notice.ends_at <= tx.now
        {
            return Err(ServiceError::refused("refusal.notice_over"));
        }
        if award::objections_of(tx.conn, notice.id)?.iter().any(|o| o.state == "open" && o.sender_index == index) {
            return Err(ServiceError::refused("refusal.objection_open_already"));
        }
        if award::objections_since(tx.conn, &index, tx.now - Duration::days(1))? >= PER_SENDER_AND_DAY {
            return Err(ServiceError::refused("refusal.objections_too_many"));
        }
        let given = award::by_id(tx.conn, notice.award_id)?;
        let row = NewObjection {
            receipt: number.clone(),
            notice_id: notice.id,
            sender_sealed: sealed,
            sender_index: index.clone(),
            lang: form.lang.code().to_owned(),
            body,
            state: "open".to_owned(),
            filed_at: tx.now,
            decided_at: None,
            decided_by: None,
            decision: None,
        };
        let id = award::insert_objection(tx.conn, &row)?;
        tx.record("objection.file", &format!("objection:{id}"), json!({"notice": notice.id, "state": "open"}));
        if notice.state == "running" {
            // It runs since it was published, or since the last decision on an objection let it run on.
            let decided = award::objections_of(tx.conn, notice.id)?.iter().filter_map(|o| o.decided_at).max();
            let started = decided.unwrap_or(notice.opened_at);
            let ends_at = end_of_notice(tx.now, days_left_at_hold(started, tx.now, notice.ends_at));
            award::set_notice(tx.conn, notice.id, "held", ends_at, Some(tx.now), None)?;
            award::set_state(tx.conn, &[given.id], "held", None)?;
            tx.record("notice.hold", &format!("notice:{}", notice.id), json!({"award": given.id, "state": "held"}));
            tx.record("award.hold", &format!("award:{}", given.id), json!({"state": "held"}));
        }
        let public = Link::new(format!("/objections/{number}"));
        let receipt = reference(tx.conn, &notice, &given, &number, tx.now, public)?;
        outbox::to_address(
            tx,
            &register.keys,
            &sender.mail,
            form.lang,
            &Message::ObjectionReceipt { objection: receipt },
        )?;
        let staff_page = Link::new(format!("/staff/objections/{id}"));
        let opened = reference(tx.conn, &notice, &given, &number, tx.now, staff_page)?;
        let issuer = agency::by_id(tx.conn, given.agency_id)?;
        let office = agency::national(tx.conn)?;
        let names = Bilingual { zh: issuer.name_zh.clone(), en: issuer.name_en.clone() };
        let message = Message::ObjectionOpened { objection: opened, agency: names };
        outbox::to_roles(tx, &register.keys, issuer.id, &[Role::AgencyManager], &message)?;
        outbox::to_roles(tx, &register.keys, office.id, &[Role::NationalReviewer], &message)?;
        Ok(Receipt { number: number.clone() })
    })
}

fn read(form: &NewObjectionForm) -> ServiceResult<(Sender, String)> {
    let mut wrong = Vec::new();
    let name = form.name.trim().to_owned();
    if name.is_empty() || name.chars().count() > 50 {
        wrong.push(FieldError::new("name", "refusal.sender_name"));
    }
    if Address::parse(form.mail.trim()).is_err() {
        wrong.push(FieldError::new("mail", "refusal.mail_address"));
    }
    let body = form.body.trim().to_owned();
    if !BODY.contains(&body.chars().count()) {
        wrong.push(FieldError::new("body", "refusal.objection_body"));
    }
    if wrong.is_empty() {
        Ok((Sender { name, mail: form.mail.trim().to_owned() }, body))
    } else {
        Err(ServiceError::Invalid(wrong))
    }
}

/// A receipt that nobody guesses: `Y`, and twelve characters without the ones that look alike.
fn new_receipt() -> ServiceResult<String> {
    let bytes: [u8; LENGTH] = random()?;
    Ok(std::iter::once('Y').chain(bytes.iter().map(|b| char::from(ALPHABET[usize::from(b % 32)]))).collect())
}

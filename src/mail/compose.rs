//! A rendered mail as the bytes of an Internet message (RFC 5322).

use super::address::{Address, Sender};
use super::failure::{Failure, Stage};
use super::render::Rendered;
use chrono::{DateTime, Utc};
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, SinglePart};
use std::time::SystemTime;

/// What the outbox row adds to a mail: who writes, and what makes the mail recognisable.
#[derive(Clone, Debug)]
pub struct Postmark<'a> {
    /// Who the register writes as.
    pub from: &'a Sender,
    /// The row's number in the outbox.
    pub row: i64,
    /// When the row was written: the date of the mail. Together with the number it makes the Message-ID,
    /// so that a register restored from a backup does not use an old one again.
    pub queued: DateTime<Utc>,
}

impl Postmark<'_> {
    /// What stands before the `@` of the Message-ID: the same for every attempt of this row, and another
    /// one for every other row.
    pub fn key(&self) -> String {
        format!("outbox.{}.{}", self.row, self.queued.timestamp_millis())
    }

    /// The Message-ID with its angle brackets.
    pub fn message_id(&self) -> String {
        format!("<{}@{}>", self.key(), self.from.address().domain())
    }
}

/// The bytes of the mail, the same for every attempt.
pub(super) fn compose(mail: &Rendered, to: &Address, mark: &Postmark<'_>) -> Result<Vec<u8>, Failure> {
    let header =
        |name: &'static str, value: &str| HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned());
    let message = lettre::Message::builder()
        .from(mark.from.mailbox())
        .to(Mailbox::new(None, to.lettre()))
        .subject(super::clean::line(&mail.subject, 160))
        .date(SystemTime::from(mark.queued))
        .message_id(Some(mark.message_id()))
        // RFC 3834 §5: so that no holiday answer comes back and no two machines write to each other.
        .raw_header(header("Auto-Submitted", "auto-generated"))
        .raw_header(header("Content-Language", mail.lang.tag()))
        .singlepart(SinglePart::plain(mail.text.clone()))
        .map_err(|error| Failure::permanent(Stage::Compose, error))?;
    Ok(message.formatted())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::render::{Site, samples};
    use crate::text::Lang;
    use proptest::prelude::*;

    fn sender(name: &str) -> Sender {
        Sender::new(Address::parse("qipin@example.cn").unwrap(), Some(name))
    }

    fn bytes(mail: &Rendered, from: &Sender) -> String {
        let queued = "2026-12-01T08:00:00Z".parse().unwrap();
        let to = Address::parse("li.hua@example.cn").unwrap();
        String::from_utf8(compose(mail, &to, &Postmark { from, row: 42, queued }).unwrap()).unwrap()
    }

    /// The names of the headers, folded lines joined to the header they belong to.
    fn headers(message: &str) -> Vec<String> {
        let (head, _) = message.split_once("\r\n\r\n").unwrap();
        assert!(head.lines().all(|line| line.len() <= 998));
        head.split("\r\n")
            .filter(|line| !line.starts_with([' ', '\t']))
            .map(|line| line.split_once(':').unwrap_or_else(|| panic!("no header: {line}")).0.to_owned())
            .collect()
    }

    const EXPECTED: [&str; 10] = [
        "From",
        "To",
        "Subject",
        "Date",
        "Message-ID",
        "Auto-Submitted",
        "Content-Language",
        "MIME-Version",
        "Content-Type",
        "Content-Transfer-Encoding",
    ];

    #[test]
    fn a_mail_looks_as_recorded_on_the_wire() {
        let mail = samples::all()[1].render(Lang::Zh, &Site::new("https://qipin.example.cn"));
        insta::assert_snapshot!("wire-zh", bytes(&mail, &sender("棋品")).replace("\r\n", "\n"));
        let mail = samples::all()[1].render(Lang::En, &Site::new("https://qipin.example.cn"));
        insta::assert_snapshot!("wire-en", bytes(&mail, &sender("Qipin")).replace("\r\n", "\n"));
    }

    #[test]
    fn every_attempt_makes_the_same_bytes_and_every_mail_is_seven_bit() {
        for message in samples::all() {
            for lang in [Lang::Zh, Lang::En] {
                let mail = message.render(lang, &Site::new("https://qipin.example.cn"));
                let first = bytes(&mail, &sender("棋品"));
                assert_eq!(first, bytes(&mail, &sender("棋品")));
                assert!(first.is_ascii());
                assert_eq!(headers(&first), EXPECTED);
                assert!(first.split("\r\n").all(|line| line.len() <= 998 && !line.contains(['\r', '\n'])));
            }
        }
    }

    #[test]
    fn a_row_has_one_message_id_and_no_other_row_has_it() {
        let from = sender("棋品");
        let mark = |row, queued: &str| Postmark { from: &from, row, queued: queued.parse().unwrap() }.message_id();
        assert_eq!(mark(42, "2026-12-01T08:00:00Z"), "<outbox.42.1796112000000@example.cn>");
        assert_eq!(mark(42, "2026-12-01T08:00:00Z"), mark(42, "2026-12-01T08:00:00Z"));
        assert_ne!(mark(43, "2026-12-01T08:00:00Z"), mark(42, "2026-12-01T08:00:00Z"));
        assert_ne!(mark(42, "2026-12-01T08:00:01Z"), mark(42, "2026-12-01T08:00:00Z"));
    }

    proptest! {
        #[test]
        fn no_value_can_add_a_header_or_end_the_head(subject in any::<String>(), name in any::<String>(), body in any::<String>()) {
            let mail = Rendered { lang: Lang::En, subject, text: body };
            let wire = bytes(&mail, &sender(&name));
            prop_assert!(wire.is_ascii());
            prop_assert_eq!(headers(&wire), EXPECTED);
        }

        #[test]
        fn line_ends_and_encoded_words_in_a_value_stay_in_it(
            parts in proptest::collection::vec(prop_oneof![
                Just("\r\n"), Just("\n"), Just("\r"), Just("Bcc: x@y.cn"), Just("=?utf-8?q?=0D=0A?="), Just("\u{85}"),
                Just("\u{2028}"), Just("王"), Just(" "), Just("\""), Just("\\"), Just("<"), Just("a"), Just("\0"),
            ], 0..30)
        ) {
            let value = parts.concat();
            let mail = samples::event_filed(&value).render(Lang::Zh, &Site::new("https://qipin.example.cn"));
            let wire = bytes(&mail, &sender(&value));
            prop_assert_eq!(headers(&wire), EXPECTED);
            prop_assert!(!wire.contains("\nBcc"));
        }
    }
}

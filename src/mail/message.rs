//! Everything the register writes to people: a closed list, each kind with the values it needs.
//!
//! A message is stored in the outbox as JSON until it is sent. It carries what its reader needs to act and
//! nothing more: no name of a player, no birth date, no document number, because a mailbox is not a place
//! to keep data about children. Who is meant stands behind the link, where the reader has to log in.

use crate::domain::grade::Grade;
use crate::text::Bilingual;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A page of the register that a mail points to: an absolute path, whatever the register's address is.
///
/// Anything else is bent into one, so that a link of a mail never leads to another site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Link(String);

impl Link {
    /// The page at `path`, such as `/staff/events/12`.
    pub fn new(path: impl AsRef<str>) -> Self {
        let mut out = String::from("/");
        for byte in path.as_ref().trim_start_matches(['/', '\\']).bytes() {
            if byte.is_ascii_graphic() && !br#""<>\^`{|}"#.contains(&byte) {
                out.push(char::from(byte));
            } else {
                out.push_str(&format!("%{byte:02X}"));
            }
        }
        Self(out)
    }

    /// The path, beginning with exactly one `/`.
    pub fn path(&self) -> &str {
        &self.0
    }
}

impl From<String> for Link {
    fn from(path: String) -> Self {
        Self::new(path)
    }
}

impl From<Link> for String {
    fn from(link: Link) -> Self {
        link.0
    }
}

/// A link that is a key by itself, such as an invitation. It never shows in logs.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SecretLink(Link);

impl SecretLink {
    /// The page at `path`, which holds the secret.
    pub fn new(path: impl AsRef<str>) -> Self {
        Self(Link::new(path))
    }

    /// The path with its secret.
    pub fn path(&self) -> &str {
        self.0.path()
    }
}

impl fmt::Debug for SecretLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretLink(…)")
    }
}

/// The event that a mail is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventRef {
    /// The event's name as it was filed.
    pub name: String,
    /// The agency that holds it.
    pub agency: Bilingual,
    /// Its first day.
    pub begins: NaiveDate,
    /// Its last day.
    pub ends: NaiveDate,
    /// Its page in the workplace.
    pub link: Link,
}

/// The objection that a mail is about. What the objector wrote is not carried: an open form that mails a
/// stranger's words to any address would be a tool for sending anything to anybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectionRef {
    /// The objection's own reference, as on the receipt.
    pub reference: String,
    /// The reference of the notice it is raised against.
    pub notice: String,
    /// The grade on notice.
    pub grade: Grade,
    /// The event whose award is on notice.
    pub event: String,
    /// When it came in.
    pub received: DateTime<Utc>,
    /// Its page: the public one for the objector, the workplace's for staff.
    pub link: Link,
}

/// How many certificates of one grade were issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Issued {
    /// The grade.
    pub grade: Grade,
    /// How many.
    pub count: u32,
}

/// When an agency is reminded that its authorisation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum DaysLeft {
    /// Sixty days before.
    Sixty,
    /// Thirty days before.
    Thirty,
    /// A week before.
    Seven,
}

impl DaysLeft {
    /// All reminders, the earliest first.
    pub const ALL: [DaysLeft; 3] = [DaysLeft::Sixty, DaysLeft::Thirty, DaysLeft::Seven];

    /// The number of days.
    pub fn days(self) -> u8 {
        match self {
            DaysLeft::Sixty => 60,
            DaysLeft::Thirty => 30,
            DaysLeft::Seven => 7,
        }
    }
}

impl From<DaysLeft> for u8 {
    fn from(left: DaysLeft) -> u8 {
        left.days()
    }
}

impl TryFrom<u8> for DaysLeft {
    type Error = String;

    fn try_from(days: u8) -> Result<Self, String> {
        Self::ALL.into_iter().find(|left| left.days() == days).ok_or_else(|| format!("no reminder {days} days before"))
    }
}

/// A mail, before it is put into words.
///
/// There is deliberately none that says "no account has this address": a request for a new password is
/// answered on the page alone, in the same words, and only an address with an account receives a mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Message {
    /// To a new colleague: set a password and begin.
    Invitation {
        /// The colleague's name.
        name: String,
        /// What the colleague will be.
        role: Bilingual,
        /// Where; the national office for its own roles.
        agency: Bilingual,
        /// Who invites.
        by: String,
        /// The page that sets the password.
        link: SecretLink,
        /// Until when the link works.
        expires: DateTime<Utc>,
    },
    /// To the holder of an account: set a new password.
    PasswordReset {
        /// The page that sets the password.
        link: SecretLink,
        /// Until when the link works.
        expires: DateTime<Utc>,
    },
    /// To the agency's managers: the event was filed and waits for the parent agency.
    EventFiled {
        /// The event.
        event: EventRef,
        /// Who filed it.
        by: String,
    },
    /// To the managers of the parent agency, or the national reviewers: an event waits for approval.
    EventApprovalNeeded {
        /// The event.
        event: EventRef,
    },
    /// To the agency: the event may be held.
    EventApproved {
        /// The event.
        event: EventRef,
        /// Who approved it: an agency or the national office.
        by: Bilingual,
    },
    /// To the agency's clerks: the results came back and need work.
    EventReturned {
        /// The event.
        event: EventRef,
        /// Who returned it.
        by: String,
        /// Why.
        reason: String,
    },
    /// To the agency's managers: results wait for the confirmation of a second person.
    EventSubmitted {
        /// The event.
        event: EventRef,
        /// Who submitted, and so cannot confirm.
        by: String,
        /// Which version of the results.
        version: u32,
        /// How many players.
        players: u32,
        /// How many warnings were acknowledged with a reason.
        warnings: u32,
    },
    /// To the agency: the results are confirmed and the awards made.
    EventConfirmed {
        /// The event.
        event: EventRef,
        /// Who confirmed.
        by: String,
        /// How many awards were made.
        awards: u32,
        /// How many of them need a public notice first.
        for_notice: u32,
    },
    /// To the national reviewers: results that were opened again do not give what certificates say, which stand until
    /// somebody decides on each.
    CertificatesContradicted {
        /// The event.
        event: EventRef,
        /// How many certificates.
        certificates: u32,
        /// The page that lists them.
        list: Link,
    },
    /// To the agency: awards are published for objections.
    AwardsOnNotice {
        /// The event.
        event: EventRef,
        /// How many awards.
        awards: u32,
        /// The first day that counts.
        first_day: NaiveDate,
        /// The last day, to its end in Beijing.
        last_day: NaiveDate,
        /// The public page of the notices.
        notices: Link,
    },
    /// To whoever objected: it arrived.
    ObjectionReceipt {
        /// The objection.
        objection: ObjectionRef,
    },
    /// To the agency and the national reviewers: somebody objects, the clock is held.
    ObjectionOpened {
        /// The objection.
        objection: ObjectionRef,
        /// The agency that holds the event.
        agency: Bilingual,
    },
    /// To the objector and the agency: what was decided and why.
    ObjectionDecided {
        /// The objection.
        objection: ObjectionRef,
        /// Whether the objection was upheld.
        upheld: bool,
        /// When.
        decided: DateTime<Utc>,
        /// The published reason.
        reason: String,
    },
    /// To the agency's managers: certificates have their numbers and can be printed.
    CertificatesIssued {
        /// The event.
        event: EventRef,
        /// Who issued them.
        by: String,
        /// How many of each grade.
        issued: Vec<Issued>,
        /// The page that prints them.
        print: Link,
    },
    /// To the agency's managers: the authorisation ends soon.
    AuthorisationEnding {
        /// The agency.
        agency: Bilingual,
        /// The last day.
        ends: NaiveDate,
        /// How long before this reminder is sent.
        left: DaysLeft,
        /// The agency's page.
        link: Link,
    },
}

impl Message {
    /// The kind as it stands in the payload, for the outbox column, counters and logs.
    pub fn kind(&self) -> &'static str {
        match self {
            Message::Invitation { .. } => "invitation",
            Message::PasswordReset { .. } => "password-reset",
            Message::EventFiled { .. } => "event-filed",
            Message::EventApprovalNeeded { .. } => "event-approval-needed",
            Message::EventApproved { .. } => "event-approved",
            Message::EventReturned { .. } => "event-returned",
            Message::EventSubmitted { .. } => "event-submitted",
            Message::EventConfirmed { .. } => "event-confirmed",
            Message::CertificatesContradicted { .. } => "certificates-contradicted",
            Message::AwardsOnNotice { .. } => "awards-on-notice",
            Message::ObjectionReceipt { .. } => "objection-receipt",
            Message::ObjectionOpened { .. } => "objection-opened",
            Message::ObjectionDecided { .. } => "objection-decided",
            Message::CertificatesIssued { .. } => "certificates-issued",
            Message::AuthorisationEnding { .. } => "authorisation-ending",
        }
    }

    /// Whether the message is a key to an account. Its row's payload is emptied once it is sent or dead,
    /// so that nobody who reads the database later finds a link that works.
    pub fn holds_secret(&self) -> bool {
        matches!(self, Message::Invitation { .. } | Message::PasswordReset { .. })
    }

    /// Until when sending makes sense: a link that no longer works is not sent.
    pub fn useful_until(&self) -> Option<DateTime<Utc>> {
        match self {
            Message::Invitation { expires, .. } | Message::PasswordReset { expires, .. } => Some(*expires),
            _ => None,
        }
    }

    /// The JSON that the outbox keeps.
    pub fn to_payload(&self) -> String {
        // proven: strings, numbers and dates under string keys always serialise.
        serde_json::to_string(self).unwrap_or_else(|error| unreachable!("a message serialises: {error}"))
    }

    /// Reads what [`Message::to_payload`] wrote.
    pub fn from_payload(payload: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(payload)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::render::samples;

    #[test]
    fn every_message_survives_the_outbox_and_names_its_kind() {
        for message in samples::all() {
            let payload = message.to_payload();
            assert_eq!(Message::from_payload(&payload).unwrap(), message);
            let value: serde_json::Value = serde_json::from_str(&payload).unwrap();
            assert_eq!(value["kind"], message.kind());
        }
    }

    #[test]
    fn an_unknown_kind_or_field_is_an_error() {
        assert!(Message::from_payload(r#"{"kind":"greeting"}"#).is_err());
        let mut value: serde_json::Value = serde_json::from_str(&samples::all()[0].to_payload()).unwrap();
        value["birth"] = "2015-01-01".into();
        assert!(Message::from_payload(&value.to_string()).is_err());
    }

    #[test]
    fn a_link_stays_on_this_site_and_on_one_line() {
        assert_eq!(Link::new("/staff/events/12?tab=results#top").path(), "/staff/events/12?tab=results#top");
        assert_eq!(Link::new("//evil.example/x").path(), "/evil.example/x");
        assert_eq!(Link::new("\\\\evil").path(), "/evil");
        assert_eq!(Link::new("a\r\nb 王").path(), "/a%0D%0Ab%20%E7%8E%8B");
        assert_eq!(Link::new("/c/5d/310260001").path(), "/c/5d/310260001");
    }

    #[test]
    fn a_key_never_shows_in_logs() {
        let shown = format!("{:?}", samples::all());
        assert!(!shown.contains(samples::SECRET), "{shown}");
        let keys = samples::all().iter().filter(|m| m.holds_secret()).count();
        assert_eq!(samples::all().iter().filter(|m| m.to_payload().contains(samples::SECRET)).count(), keys);
    }

    #[test]
    fn reminders_are_sent_sixty_thirty_and_seven_days_before() {
        assert_eq!(DaysLeft::ALL.map(DaysLeft::days), [60, 30, 7]);
        assert!(DaysLeft::try_from(8).is_err());
    }
}

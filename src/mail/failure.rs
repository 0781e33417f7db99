//! What became of an attempt to deliver.

use std::fmt;

/// The relay (or the folder) took the mail over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivered {
    /// What the relay answered, or the name of the file; for the outbox row, not for logs.
    pub receipt: String,
}

/// Whether trying again can help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The reader's address does not work: no retry.
    Permanent,
    /// The relay, the network or a setting is at fault: try again later.
    Temporary,
}

/// How far the attempt had come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The mail could not be put together.
    Compose,
    /// Reaching the relay and greeting it.
    Connect,
    /// Turning the connection into an encrypted one.
    Encrypt,
    /// Logging in at the relay.
    Login,
    /// Naming the sender.
    Sender,
    /// Naming the reader.
    Recipient,
    /// Announcing and sending the mail itself.
    Content,
    /// Writing the file.
    Folder,
}

impl Stage {
    /// A short name for logs and the outbox row.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Compose => "compose",
            Stage::Connect => "connect",
            Stage::Encrypt => "encrypt",
            Stage::Login => "login",
            Stage::Sender => "sender",
            Stage::Recipient => "recipient",
            Stage::Content => "content",
            Stage::Folder => "folder",
        }
    }
}

/// An attempt that did not deliver the mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Whether trying again can help.
    pub kind: Kind,
    /// How far the attempt had come.
    pub stage: Stage,
    /// The relay's three-digit answer, where there was one.
    pub code: Option<u16>,
    /// What was said. It may quote the reader's address: for the outbox row, not for logs.
    pub detail: String,
}

impl Failure {
    /// A failure that trying again may mend.
    pub fn temporary(stage: Stage, detail: impl fmt::Display) -> Self {
        Self { kind: Kind::Temporary, stage, code: None, detail: super::clean::line(&detail.to_string(), 300) }
    }

    /// A failure that trying again cannot mend.
    pub fn permanent(stage: Stage, detail: impl fmt::Display) -> Self {
        Self { kind: Kind::Permanent, ..Self::temporary(stage, detail) }
    }

    /// Whether trying again can help.
    pub fn is_temporary(&self) -> bool {
        self.kind == Kind::Temporary
    }

    /// The failure without the relay's words, which may quote an address: for logs.
    pub fn for_logs(&self) -> String {
        let kind = if self.is_temporary() { "temporary" } else { "permanent" };
        match self.code {
            Some(code) => format!("{kind} at {}: {code}", self.stage.name()),
            None => format!("{kind} at {}", self.stage.name()),
        }
    }

    /// An answer of the relay, judged by the stage at which it came (RFC 5321 §4.2, RFC 3463).
    ///
    /// Only a refusal of the reader or of the content is the mail's own fault. A refused login, sender or
    /// relaying is a setting that an administrator can mend, so the mail must outlive it.
    pub(super) fn answer(stage: Stage, code: u16, detail: &str) -> Self {
        let about_the_mail = matches!(stage, Stage::Recipient | Stage::Content);
        let class_five = (500..600).contains(&code);
        // 503: our order of commands; 530, 535, 538: log in first; 552 and x.2.2: the mailbox is full;
        // x.7: a policy, such as "relaying denied".
        let mendable = matches!(code, 503 | 530 | 535 | 538 | 552)
            || detail.starts_with("5.2.2")
            || detail.starts_with("5.7.")
            || detail.starts_with("4.");
        let kind = if about_the_mail && class_five && !mendable { Kind::Permanent } else { Kind::Temporary };
        Self { kind, stage, code: Some(code), detail: super::clean::line(detail, 300) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.for_logs(), self.detail)
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_refused_reader_or_content_is_permanent() {
        let kind = |stage, code, detail| Failure::answer(stage, code, detail).kind;
        assert_eq!(kind(Stage::Recipient, 550, "5.1.1 no such user"), Kind::Permanent);
        assert_eq!(kind(Stage::Recipient, 553, "mailbox name not allowed"), Kind::Permanent);
        assert_eq!(kind(Stage::Content, 554, "5.6.0 rejected"), Kind::Permanent);

        assert_eq!(kind(Stage::Recipient, 450, "4.2.1 busy"), Kind::Temporary);
        assert_eq!(kind(Stage::Recipient, 552, "5.2.2 over quota"), Kind::Temporary);
        assert_eq!(kind(Stage::Recipient, 550, "5.2.2 over quota"), Kind::Temporary);
        assert_eq!(kind(Stage::Recipient, 554, "5.7.1 relay access denied"), Kind::Temporary);
        assert_eq!(kind(Stage::Login, 535, "5.7.8 bad credentials"), Kind::Temporary);
        assert_eq!(kind(Stage::Sender, 550, "5.1.0 sender rejected"), Kind::Temporary);
        assert_eq!(kind(Stage::Connect, 554, "no service"), Kind::Temporary);
    }

    #[test]
    fn what_goes_to_logs_quotes_no_address() {
        let failure = Failure::answer(Stage::Recipient, 550, "5.1.1 <li.hua@example.cn> unknown");
        assert_eq!(failure.for_logs(), "permanent at recipient: 550");
        assert!(failure.to_string().contains("li.hua@example.cn"));
    }
}

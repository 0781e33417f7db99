//! The conversation with a mail relay (RFC 5321), step by step, so that a refusal is judged by its step.

use super::address::Address;
use super::failure::{Delivered, Failure, Stage};
use super::transport::SettingError;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{Certificate, SmtpConnection, TlsParameters, TlsVersion};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::response::Response;
use std::error::Error as _;
use std::fs;
use std::time::Duration;

/// How long one answer of the relay may take. RFC 5321 §4.5.3.2 would grant minutes; the outbox tries again.
const PATIENCE: Duration = Duration::from_secs(30);

/// A relay and how to speak to it.
#[derive(Clone)]
pub(super) struct Relay {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub login: Option<Login>,
}

/// Name and password at a relay.
#[derive(Clone)]
pub(super) struct Login {
    pub user: String,
    pub password: String,
}

/// How a connection is protected.
#[derive(Clone)]
pub(super) enum Encryption {
    /// Not at all.
    None,
    /// Asked for before anything is said; without it nothing is said.
    StartTls(TlsParameters),
    /// From the first byte.
    FromTheStart(TlsParameters),
}

impl Encryption {
    pub fn starttls(host: &str, authorities: Option<&str>) -> Result<Self, SettingError> {
        parameters(host, authorities).map(Self::StartTls)
    }

    pub fn from_the_start(host: &str, authorities: Option<&str>) -> Result<Self, SettingError> {
        parameters(host, authorities).map(Self::FromTheStart)
    }

    pub fn name(&self) -> &'static str {
        match self {
            Encryption::None => "not encrypted",
            Encryption::StartTls(_) => "STARTTLS",
            Encryption::FromTheStart(_) => "TLS",
        }
    }
}

fn parameters(host: &str, authorities: Option<&str>) -> Result<TlsParameters, SettingError> {
    let mut builder = TlsParameters::builder(host.to_owned()).set_min_tls_version(TlsVersion::Tlsv12);
    if let Some(file) = authorities {
        let unusable = |why: String| SettingError::Authorities(file.to_owned(), why);
        let pem = fs::read(file).map_err(|error| unusable(error.to_string()))?;
        let text = String::from_utf8_lossy(&pem);
        let blocks: Vec<_> = text
            .split_inclusive("-----END CERTIFICATE-----")
            .filter(|block| block.contains("-----BEGIN CERTIFICATE-----"))
            .collect();
        if blocks.is_empty() {
            return Err(SettingError::NoAuthorities(file.to_owned()));
        }
        for block in blocks {
            let certificate = Certificate::from_pem(block.as_bytes()).map_err(|error| unusable(error.to_string()))?;
            builder = builder.add_root_certificate(certificate);
        }
    }
    builder.build_rustls().map_err(|error| SettingError::Encryption(error.to_string()))
}

/// One connection at a time, kept for the next mail while it works.
pub(super) struct Conversation<'a> {
    relay: &'a Relay,
    open: Option<SmtpConnection>,
}

impl<'a> Conversation<'a> {
    pub fn new(relay: &'a Relay) -> Self {
        Self { relay, open: None }
    }

    /// Sends one mail.
    pub fn send(&mut self, from: &Address, to: &Address, bytes: &[u8]) -> Result<Delivered, Failure> {
        // A kept connection may have been closed by the relay meanwhile; that is no failure of this mail.
        if let Some(kept) = self.open.take() {
            match self.say(kept, from, to, bytes) {
                Err(failure) if failure.stage == Stage::Sender && matches!(failure.code, None | Some(421)) => {}
                answer => return answer,
            }
        }
        let fresh = self.connect()?;
        self.say(fresh, from, to, bytes)
    }

    fn connect(&self) -> Result<SmtpConnection, Failure> {
        let Relay { host, port, encryption, login } = self.relay;
        let name = ClientId::default();
        let wrapped = match encryption {
            Encryption::FromTheStart(parameters) => Some(parameters),
            _ => None,
        };
        let mut connection = SmtpConnection::connect((host.as_str(), *port), Some(PATIENCE), &name, wrapped, None)
            .map_err(|error| judge(Stage::Connect, &error))?;
        if let Encryption::StartTls(parameters) = encryption {
            // Fails when the relay does not offer it: better late than in the clear.
            if let Err(error) = connection.starttls(parameters, &name) {
                connection.abort();
                return Err(judge(Stage::Encrypt, &error));
            }
        }
        if let Some(Login { user, password }) = login {
            let credentials = Credentials::new(user.clone(), password.clone());
            if let Err(error) = connection.auth(DEFAULT_MECHANISMS, &credentials) {
                connection.abort();
                return Err(judge(Stage::Login, &error));
            }
        }
        Ok(connection)
    }

    fn say(
        &mut self,
        mut connection: SmtpConnection,
        from: &Address,
        to: &Address,
        bytes: &[u8],
    ) -> Result<Delivered, Failure> {
        let said = (|| {
            let at = |stage| move |error: Error| judge(stage, &error);
            connection.command(Mail::new(Some(from.lettre()), Vec::new())).map_err(at(Stage::Sender))?;
            connection.command(Rcpt::new(to.lettre(), Vec::new())).map_err(at(Stage::Recipient))?;
            connection.command(Data).map_err(at(Stage::Content))?;
            connection.message(bytes).map_err(at(Stage::Content))
        })();
        match said {
            Ok(answer) => {
                self.open = Some(connection);
                Ok(Delivered { receipt: receipt(&answer) })
            }
            Err(failure) => {
                connection.abort();
                Err(failure)
            }
        }
    }
}

impl Drop for Conversation<'_> {
    fn drop(&mut self) {
        if let Some(mut connection) = self.open.take() {
            // The mail is delivered; a relay that does not say goodbye changes nothing.
            let _ = connection.quit();
        }
    }
}

fn judge(stage: Stage, error: &Error) -> Failure {
    let said = error.source().map_or_else(|| error.to_string(), ToString::to_string);
    match error.status() {
        Some(code) => Failure::answer(stage, code.into(), &said),
        None => Failure::temporary(stage, error),
    }
}

fn receipt(answer: &Response) -> String {
    let words: Vec<_> = answer.message().collect();
    super::clean::line(&format!("{} {}", answer.code(), words.join(" ")), 300)
}

//! How mail leaves: the setting, read and checked, and a session that delivers.

use super::address::Address;
use super::compose::{Postmark, compose};
use super::failure::{Delivered, Failure};
use super::folder;
use super::render::Rendered;
use super::smtp::{Conversation, Encryption, Login, Relay};
use crate::text::{Bilingual, both};
use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use url::{Host, Url};

/// How mail leaves, as a setting says:
///
/// - `smtp://user:password@host:port`: encrypted with STARTTLS (default port 587), and never sent if the relay
///   does not offer it; a relay on a loopback address is spoken to in plain (default port 25) unless
///   `?tls=starttls` asks for more. `?tls=none` speaks plain to a relay elsewhere, without a password.
/// - `smtps://user:password@host:port`: encrypted from the first byte (default port 465).
/// - `&ca=FILE` or `?ca=FILE`: trust the certificate authorities of this PEM file too, for a relay of one's own.
/// - `file:FOLDER`: each mail becomes a file.
#[derive(Clone)]
pub struct Transport(Way);

#[derive(Clone)]
enum Way {
    Relay(Relay),
    Folder(PathBuf),
}

/// Why a setting is no transport. None of the texts repeats a password.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.words().en)]
pub enum SettingError {
    /// Not of the forms that are understood.
    Scheme,
    /// The address does not parse.
    Url(#[from] url::ParseError),
    /// No relay is named.
    NoHost,
    /// A part that would be ignored.
    Unknown(String),
    /// `tls=` has another value.
    Tls,
    /// A password would cross a network unencrypted.
    PlainPassword,
    /// A user without a password, or the other way round.
    HalfLogin,
    /// The user or password is not UTF-8.
    Encoding,
    /// The file of certificate authorities cannot be read.
    Authorities(String, String),
    /// The file of certificate authorities holds none.
    NoAuthorities(String),
    /// The file transport has no folder.
    NoFolder,
    /// The encryption cannot be set up.
    Encryption(String),
}

impl SettingError {
    /// The reason in both languages; what a library says of it stays as it is.
    pub fn words(&self) -> Bilingual {
        let said = |key: &str| both(key, &[]);
        match self {
            SettingError::Scheme => said("mail.setting.scheme"),
            SettingError::Url(why) => both("mail.setting.url", &[("why", &why.to_string())]),
            SettingError::NoHost => said("mail.setting.no-host"),
            SettingError::Unknown(part) => both("mail.setting.unknown", &[("part", part)]),
            SettingError::Tls => said("mail.setting.tls"),
            SettingError::PlainPassword => said("mail.setting.plain-password"),
            SettingError::HalfLogin => said("mail.setting.half-login"),
            SettingError::Encoding => said("mail.setting.encoding"),
            SettingError::Authorities(file, why) => both("mail.setting.authorities", &[("file", file), ("why", why)]),
            SettingError::NoAuthorities(file) => both("mail.setting.no-authorities", &[("file", file)]),
            SettingError::NoFolder => said("mail.setting.no-folder"),
            SettingError::Encryption(why) => both("mail.setting.encryption", &[("why", why)]),
        }
    }
}

impl Transport {
    /// Reads a setting.
    pub fn parse(setting: &str) -> Result<Self, SettingError> {
        let setting = setting.trim();
        if let Some(folder) = setting.strip_prefix("file:") {
            let folder = folder.strip_prefix("//").unwrap_or(folder);
            return if folder.is_empty() { Err(SettingError::NoFolder) } else { Ok(Self::folder(folder)) };
        }
        if !setting.starts_with("smtp://") && !setting.starts_with("smtps://") {
            return Err(SettingError::Scheme);
        }
        relay(&Url::parse(setting)?).map(|relay| Self(Way::Relay(relay)))
    }

    /// Mail into a folder.
    pub fn folder(folder: impl Into<PathBuf>) -> Self {
        Self(Way::Folder(folder.into()))
    }

    /// Whether mails become files.
    pub fn is_folder(&self) -> bool {
        matches!(self.0, Way::Folder(_))
    }

    /// Begins to deliver. Nothing happens yet: the relay is reached with the first mail.
    pub fn session(&self) -> Session<'_> {
        Session {
            way: match &self.0 {
                Way::Relay(relay) => Open::Relay(Box::new(Conversation::new(relay))),
                Way::Folder(folder) => Open::Folder(folder),
            },
        }
    }
}

/// Says where mail goes, without the login.
impl fmt::Display for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Way::Relay(relay) => write!(f, "{}:{} ({})", relay.host, relay.port, relay.encryption.name()),
            Way::Folder(folder) => write!(f, "file:{}", folder.display()),
        }
    }
}

impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Transport({self})")
    }
}

/// Deliveries one after the other, over one connection where there is one.
///
/// Blocking: it belongs on a thread of its own, not on one that answers requests.
pub struct Session<'a> {
    way: Open<'a>,
}

enum Open<'a> {
    Relay(Box<Conversation<'a>>),
    Folder(&'a PathBuf),
}

impl Session<'_> {
    /// Delivers one mail.
    ///
    /// An attempt may deliver and still fail, when the connection breaks before the relay's last answer is
    /// read. The retry then sends the same bytes with the same Message-ID.
    pub fn deliver(&mut self, mail: &Rendered, to: &Address, mark: &Postmark<'_>) -> Result<Delivered, Failure> {
        let bytes = compose(mail, to, mark)?;
        match &mut self.way {
            Open::Relay(conversation) => conversation.send(mark.from.address(), to, &bytes),
            Open::Folder(path) => folder::drop_into(path, &mark.key(), &bytes),
        }
    }
}

fn relay(url: &Url) -> Result<Relay, SettingError> {
    if !matches!(url.path(), "" | "/") || url.fragment().is_some() {
        return Err(SettingError::Unknown(url.path().to_owned()));
    }
    let host = url.host_str().filter(|host| !host.is_empty()).ok_or(SettingError::NoHost)?;
    let loopback = is_loopback(host);
    let (mut tls, mut authorities) = (None, None);
    for (name, value) in url.query_pairs() {
        match &*name {
            "tls" => tls = Some(value.into_owned()),
            "ca" => authorities = Some(value.into_owned()),
            _ => return Err(SettingError::Unknown(name.into_owned())),
        }
    }
    let login = login(url)?;
    let host = host.trim_matches(['[', ']']).to_owned();
    let (encryption, port) = match (url.scheme(), tls.as_deref()) {
        ("smtps", None) => (Encryption::from_the_start(&host, authorities.as_deref())?, 465),
        ("smtp", Some("starttls")) => (Encryption::starttls(&host, authorities.as_deref())?, 587),
        ("smtp", None) if !loopback => (Encryption::starttls(&host, authorities.as_deref())?, 587),
        ("smtp", None | Some("none")) if loopback || login.is_none() => (Encryption::None, 25),
        ("smtp", None | Some("none")) => return Err(SettingError::PlainPassword),
        _ => return Err(SettingError::Tls),
    };
    if matches!(encryption, Encryption::None) && authorities.is_some() {
        return Err(SettingError::Unknown("ca".to_owned()));
    }
    Ok(Relay { host, port: url.port().unwrap_or(port), encryption, login })
}

fn login(url: &Url) -> Result<Option<Login>, SettingError> {
    let decoded = |part: &str| {
        percent_encoding::percent_decode_str(part)
            .decode_utf8()
            .map(|text| text.into_owned())
            .map_err(|_| SettingError::Encoding)
    };
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        ("", Some(_)) | (_, None) => Err(SettingError::HalfLogin),
        (user, Some(password)) => Ok(Some(Login { user: decoded(user)?, password: decoded(password)? })),
    }
}

fn is_loopback(host: &str) -> bool {
    match Host::parse(host) {
        Ok(Host::Domain(name)) => {
            // A scheme that is not the web's leaves an IPv4 address as a name.
            name == "localhost" || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
        }
        Ok(Host::Ipv4(ip)) => ip.is_loopback(),
        Ok(Host::Ipv6(ip)) => ip.is_loopback(),
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(setting: &str) -> String {
        Transport::parse(setting).map_or_else(|error| format!("error: {error}"), |transport| transport.to_string())
    }

    #[test]
    fn a_relay_elsewhere_is_encrypted_unless_told_otherwise() {
        assert_eq!(shown("smtp://mail.example.cn"), "mail.example.cn:587 (STARTTLS)");
        assert_eq!(shown("smtp://u:p@mail.example.cn:2525"), "mail.example.cn:2525 (STARTTLS)");
        assert_eq!(shown("smtps://u:p@mail.example.cn"), "mail.example.cn:465 (TLS)");
        assert_eq!(shown("smtp://10.0.0.5?tls=none"), "10.0.0.5:25 (not encrypted)");
        assert!(shown("smtp://u:p@mail.example.cn?tls=none").contains("password is not sent"));
    }

    #[test]
    fn a_relay_on_this_machine_is_plain_unless_told_otherwise() {
        for host in ["localhost", "127.0.0.1", "127.8.8.8", "[::1]"] {
            let shown = shown(&format!("smtp://u:p@{host}"));
            assert!(shown.ends_with(":25 (not encrypted)"), "{shown}");
        }
        assert_eq!(shown("smtp://localhost:1025?tls=starttls"), "localhost:1025 (STARTTLS)");
        assert!(shown("smtp://localhost.example.cn").ends_with("(STARTTLS)"));
    }

    #[test]
    fn a_folder_is_a_transport() {
        assert_eq!(shown("file:mails"), "file:mails");
        assert_eq!(shown("file:///var/mails"), "file:/var/mails");
        assert!(shown("file:").starts_with("error"));
    }

    #[test]
    fn what_would_be_ignored_is_refused() {
        for setting in [
            "",
            "mail.example.cn",
            "http://x",
            "smtp:/x",
            "smtp://",
            "smtp://x/path",
            "smtp://x#f",
            "smtp://x?foo=1",
            "smtp://x?tls=maybe",
            "smtps://x?tls=none",
            "smtp://user@x",
            "smtp://:p@x",
            "smtp://x:99999",
            "smtp://x?ca=/nowhere.pem",
            "smtp://u:%ff@x",
            "smtp://localhost?ca=/nowhere.pem",
        ] {
            assert!(shown(setting).starts_with("error"), "{setting} gives {}", shown(setting));
        }
    }

    #[test]
    fn a_login_never_shows() {
        let transport = Transport::parse("smtp://wang:s3cret%40@mail.example.cn").unwrap();
        let shown = format!("{transport} {transport:?}");
        assert!(!shown.contains("wang") && !shown.contains("s3cret"), "{shown}");
    }
}

//! Mail addresses, and who the register writes as.

use super::clean;
use lettre::message::Mailbox;
use std::fmt;
use std::str::FromStr;

/// The longest address that SMTP carries (RFC 5321 §4.5.3.1.3, without the angle brackets).
const LONGEST: usize = 254;

/// A mail address that every relay can carry: ASCII only (an international domain in its `xn--` form).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Address(lettre::Address);

/// Why a text is no mail address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// No address at all.
    #[error("not a mail address")]
    Malformed,
    /// Characters beyond ASCII, which not every relay carries.
    #[error("a mail address is written in ASCII; an international domain in its xn-- form")]
    NotAscii,
    /// More than 254 characters.
    #[error("a mail address has at most 254 characters")]
    TooLong,
}

impl Address {
    /// Reads an address; spaces around it are ignored.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        if text.len() > LONGEST {
            return Err(AddressError::TooLong);
        }
        if !text.is_ascii() {
            return Err(AddressError::NotAscii);
        }
        if text.bytes().any(|b| b.is_ascii_control() || b == b' ') {
            return Err(AddressError::Malformed);
        }
        let address = lettre::Address::from_str(text).map_err(|_| AddressError::Malformed)?;
        // A quoted local part is legal and never used by a person; without it no address needs quoting.
        if address.user().contains(['"', '\\', '<', '>', ',', ';', ':', '(', ')']) {
            return Err(AddressError::Malformed);
        }
        Ok(Self(address))
    }

    /// The address as it was written.
    pub fn as_str(&self) -> &str {
        self.0.as_ref()
    }

    /// What stands after the `@`.
    pub fn domain(&self) -> &str {
        self.0.domain()
    }

    pub(super) fn lettre(&self) -> lettre::Address {
        self.0.clone()
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Shows the domain only: an address is personal data and has no place in a log.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address(…@{})", self.domain())
    }
}

/// Who the register writes as: the address of the `From` line and of the envelope, and a name to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender {
    address: Address,
    name: Option<String>,
}

impl Sender {
    /// A sender from an address and a name.
    pub fn new(address: Address, name: Option<&str>) -> Self {
        let name = name.map(|name| clean::line(name, 60)).filter(|name| !name.is_empty());
        Self { address, name }
    }

    /// Reads a setting: `qipin@example.cn` or `棋品 <qipin@example.cn>`.
    pub fn parse(setting: &str) -> Result<Self, AddressError> {
        match setting.trim().strip_suffix('>').and_then(|rest| rest.rsplit_once('<')) {
            Some((name, address)) => Ok(Self::new(Address::parse(address)?, Some(name.trim().trim_matches('"')))),
            None => Ok(Self::new(Address::parse(setting)?, None)),
        }
    }

    /// The address itself.
    pub fn address(&self) -> &Address {
        &self.address
    }

    pub(super) fn mailbox(&self) -> Mailbox {
        Mailbox::new(self.name.clone(), self.address.lettre())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_people_type_it() {
        assert_eq!(Address::parse(" li.hua+go@mail.example.cn ").unwrap().as_str(), "li.hua+go@mail.example.cn");
        assert_eq!(Address::parse("a@xn--fiqs8s.cn").unwrap().domain(), "xn--fiqs8s.cn");
    }

    #[test]
    fn what_could_bend_a_header_or_a_command_is_no_address() {
        for text in [
            "",
            "@",
            "a",
            "a@",
            "a@b\r\nBcc: c@d",
            "a b@c.cn",
            "\"a b\"@c.cn",
            "a@b>,<c@d",
            "a,b@c.cn",
            "a@b c",
            "<a@b.cn>",
        ] {
            assert_eq!(Address::parse(text), Err(AddressError::Malformed), "{text:?}");
        }
        assert_eq!(Address::parse("棋手@example.cn"), Err(AddressError::NotAscii));
        assert_eq!(Address::parse(&format!("a@{}.cn", "b".repeat(260))), Err(AddressError::TooLong));
    }

    #[test]
    fn a_sender_has_an_address_and_may_have_a_name() {
        let named = Sender::parse("棋品 <qipin@example.cn>").unwrap();
        assert_eq!((named.name.as_deref(), named.address.as_str()), (Some("棋品"), "qipin@example.cn"));
        assert_eq!(Sender::parse("qipin@example.cn").unwrap().name, None);
        assert!(Sender::parse("棋品 <qipin>").is_err());
    }

    #[test]
    fn a_log_never_shows_whose_address_it_is() {
        assert_eq!(format!("{:?}", Address::parse("li.hua@example.cn").unwrap()), "Address(…@example.cn)");
    }
}

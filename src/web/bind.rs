//! Where the server may listen, and which cookie that place allows.
//!
//! A session cookie must never cross a network in the clear. Plain http is therefore served on loopback
//! addresses only, unless a proxy in front of us speaks TLS to the outside.

use std::net::SocketAddr;

/// How cookies are named and marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CookiePolicy {
    /// Browsers reach us over https: `__Host-` names and `Secure`.
    Secure,
    /// Plain http on a loopback address: other names, without `Secure`.
    Local,
}

/// Why an address is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} is reachable from other machines over plain http; put a TLS proxy in front and pass --behind-tls-proxy, or bind to a loopback address such as 127.0.0.1:8080"
)]
pub struct OpenToTheNetwork(pub SocketAddr);

/// The cookie policy of an address, or the reason for not listening there.
pub fn bind_policy(address: SocketAddr, behind_tls_proxy: bool) -> Result<CookiePolicy, OpenToTheNetwork> {
    match (behind_tls_proxy, address.ip().to_canonical().is_loopback()) {
        (true, _) => Ok(CookiePolicy::Secure),
        (false, true) => Ok(CookiePolicy::Local),
        (false, false) => Err(OpenToTheNetwork(address)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(address: &str, proxy: bool) -> Result<CookiePolicy, OpenToTheNetwork> {
        bind_policy(address.parse().unwrap(), proxy)
    }

    #[test]
    fn plain_http_stays_on_this_machine() {
        for open in ["0.0.0.0:80", "[::]:80", "192.168.1.5:8080", "[2001:db8::1]:80", "8.8.8.8:443"] {
            assert!(policy(open, false).is_err(), "{open}");
            assert_eq!(policy(open, true), Ok(CookiePolicy::Secure), "{open}");
        }
    }

    #[test]
    fn loopback_needs_no_proxy_and_gets_the_local_cookie() {
        for near in ["127.0.0.1:0", "127.8.8.8:80", "[::1]:80", "[::ffff:127.0.0.1]:80"] {
            assert_eq!(policy(near, false), Ok(CookiePolicy::Local), "{near}");
            assert_eq!(policy(near, true), Ok(CookiePolicy::Secure), "{near}");
        }
    }

    #[test]
    fn the_refusal_says_what_to_do() {
        let text = policy("0.0.0.0:80", false).unwrap_err().to_string();
        assert!(text.contains("--behind-tls-proxy") && text.contains("127.0.0.1"), "{text}");
    }
}

//! Who is asking: the client's address, as far as it can be trusted.

use actix_web::dev::ServiceRequest;
use std::net::{IpAddr, Ipv4Addr};

/// The address that a request comes from.
///
/// `X-Forwarded-For` is believed only behind our own proxy, and of it only the last entry, which that proxy
/// wrote; the entries before it are whatever the client chose to send.
pub fn address(request: &ServiceRequest, behind_proxy: bool) -> IpAddr {
    if behind_proxy {
        let forwarded = request.headers().get_all("x-forwarded-for").last();
        if let Some(last) = forwarded.and_then(|value| value.to_str().ok()).and_then(last_address) {
            return last;
        }
    }
    request.peer_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip())
}

fn last_address(list: &str) -> Option<IpAddr> {
    let last = list.rsplit(',').next()?.trim();
    last.parse().ok().or_else(|| last.parse::<std::net::SocketAddr>().ok().map(|a| a.ip()))
}

/// The key under which a client is counted: an IPv4 address, or the /64 network of an IPv6 address, since one
/// household has the whole of it.
pub fn key(address: IpAddr) -> u128 {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.to_ipv6_mapped().to_bits(),
        IpAddr::V6(v6) => v6.to_bits() & (u128::MAX << 64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn forwarded_addresses_count_only_behind_our_proxy() {
        let request = || {
            TestRequest::get()
                .peer_addr("10.0.0.9:1000".parse().unwrap())
                .append_header(("x-forwarded-for", "1.1.1.1, 2.2.2.2"))
                .append_header(("x-forwarded-for", "3.3.3.3 , 203.0.113.7"))
                .to_srv_request()
        };
        assert_eq!(address(&request(), false).to_string(), "10.0.0.9");
        assert_eq!(address(&request(), true).to_string(), "203.0.113.7");
        let garbled = TestRequest::get()
            .peer_addr("10.0.0.9:1000".parse().unwrap())
            .append_header(("x-forwarded-for", "unknown"))
            .to_srv_request();
        assert_eq!(address(&garbled, true).to_string(), "10.0.0.9");
    }

    #[test]
    fn one_household_is_one_client() {
        let key = |text: &str| super::key(text.parse().unwrap());
        assert_eq!(key("2001:db8:1:2::1"), key("2001:db8:1:2:ffff::9"));
        assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
        assert_eq!(key("::ffff:10.0.0.1"), key("10.0.0.1"));
        assert_ne!(key("10.0.0.2"), key("10.0.0.1"));
    }
}

//! Request ids: what a reader quotes to us, and what our log lines carry.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// The id of one request, printed as 13 characters of Crockford's base32.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RequestId(u64);

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

impl RequestId {
    fn digits(self) -> [u8; 13] {
        let mut rest = self.0;
        let mut out = [b'0'; 13];
        for digit in out.iter_mut().rev() {
            *digit = ALPHABET[(rest & 31) as usize];
            rest >>= 5;
        }
        out
    }

    /// The id as a header value.
    pub fn header(self) -> actix_web::http::header::HeaderValue {
        let digits = self.digits();
        actix_web::http::header::HeaderValue::from_bytes(&digits)
            .unwrap_or_else(|_| actix_web::http::header::HeaderValue::from_static("0"))
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.digits()).unwrap_or("0"))
    }
}

impl fmt::Debug for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Gives out ids that do not repeat within a process and do not show how many there were.
pub struct RequestIds {
    next: AtomicU64,
}

impl RequestIds {
    /// A new series beginning at a random place.
    pub fn new() -> Self {
        let start = getrandom::u64().unwrap_or(std::process::id().into());
        Self { next: AtomicU64::new(start) }
    }

    /// The next id.
    pub fn next(&self) -> RequestId {
        let mut x = self.next.fetch_add(1, Ordering::Relaxed);
        // The finaliser of splitmix64 is a bijection: ids differ as the counter does.
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        RequestId(x ^ (x >> 31))
    }
}

impl Default for RequestIds {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_readable() {
        let ids = RequestIds::new();
        let mut seen: Vec<String> = (0..5000).map(|_| ids.next().to_string()).collect();
        assert!(seen.iter().all(|id| id.len() == 13 && id.bytes().all(|b| ALPHABET.contains(&b))));
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 5000);
    }
}

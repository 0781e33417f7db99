//! Tokens of sessions and links: 256 random bits, of which the database keeps only a hash.

use crate::service::ServiceResult;
use crate::service::keys::{hex, random, sha256};

/// How many characters a token has.
const LENGTH: usize = 64;

/// A new token.
pub(super) fn new() -> ServiceResult<String> {
    Ok(hex(&random::<32>()?))
}

/// The hash under which a token is kept; none for what is no token at all, so that it costs no query.
pub(super) fn hash(token: &str) -> Option<Vec<u8>> {
    let token = token.as_bytes();
    (token.len() == LENGTH && token.iter().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))).then(|| sha256(token))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_new_each_time_and_only_a_token_has_a_hash() {
        let (one, two) = (new().unwrap(), new().unwrap());
        assert_ne!(one, two);
        assert_ne!(hash(&one), hash(&two));
        assert_eq!(hash(&one).map(|h| h.len()), Some(32));
        for other in ["", "abc", &one.to_uppercase(), &format!("{one}0"), &"段".repeat(22)] {
            assert_eq!(hash(other).is_some(), other == one, "{other}");
        }
    }
}

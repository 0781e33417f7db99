//! The register's secret: sealing of identity numbers and mail addresses, blind indexes, tokens.
//!
//! One 32-byte master key, kept outside the database; a subkey per purpose is derived from it, so that a
//! blind index cannot be turned into a seal or a token. Losing the key loses what was sealed, nothing else.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

/// The first byte of a sealed value: which key sealed it.
const KEY_ID: u8 = 1;

/// Why a key or a sealed value cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum KeyError {
    /// The key is not 64 hexadecimal digits.
    #[error("the secret key is 64 hexadecimal digits")]
    Shape,
    /// The machine gives no random numbers.
    #[error("no random numbers")]
    Random,
    /// A sealed value was made by another key, for another place, or was changed.
    #[error("sealed by another key, or changed")]
    Unseal,
}

/// The secrets derived from the master key.
#[derive(Clone)]
pub struct Keys {
    seal: [u8; 32],
    index: [u8; 32],
    token: [u8; 32],
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys")
    }
}

impl Keys {
    /// The secrets of a master key.
    pub fn from_master(master: &[u8; 32]) -> Self {
        let derive = |purpose: &[u8]| hmac_sha256(master, &[purpose]);
        Self { seal: derive(b"qipin seal"), index: derive(b"qipin blind index"), token: derive(b"qipin token") }
    }

    /// Reads a master key written as 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Result<Self, KeyError> {
        let text = text.trim().as_bytes();
        if text.len() != 64 {
            return Err(KeyError::Shape);
        }
        let mut master = [0u8; 32];
        for (byte, pair) in master.iter_mut().zip(text.chunks_exact(2)) {
            let digits = std::str::from_utf8(pair).map_err(|_| KeyError::Shape)?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| KeyError::Shape)?;
        }
        Ok(Self::from_master(&master))
    }

    /// Seals `plain` so that it opens only for the same `place` (table, column and owner).
    pub fn seal(&self, place: &str, plain: &[u8]) -> Result<Vec<u8>, KeyError> {
        let nonce: [u8; 12] = random()?;
        let cipher = ChaCha20Poly1305::new(&Key::from(self.seal));
        let sealed = cipher
            .encrypt(&Nonce::from(nonce), Payload { msg: plain, aad: place.as_bytes() })
            .map_err(|_| KeyError::Unseal)?;
        let mut out = Vec::with_capacity(13 + sealed.len());
        out.push(KEY_ID);
        out.extend_from_slice(&nonce);
        out.extend_from_slice(&sealed);
        Ok(out)
    }

    /// Opens what [`Keys::seal`] sealed for the same `place`.
    pub fn open(&self, place: &str, sealed: &[u8]) -> Result<Vec<u8>, KeyError> {
        let (head, body) = sealed.split_at_checked(13).ok_or(KeyError::Unseal)?;
        if head[0] != KEY_ID {
            return Err(KeyError::Unseal);
        }
        let mut nonce = [0u8; 12];
        nonce.copy_from_slice(&head[1..]);
        ChaCha20Poly1305::new(&Key::from(self.seal))
            .decrypt(&Nonce::from(nonce), Payload { msg: body, aad: place.as_bytes() })
            .map_err(|_| KeyError::Unseal)
    }

    /// [`Keys::open`] for text.
    pub fn open_text(&self, place: &str, sealed: &[u8]) -> Result<String, KeyError> {
        String::from_utf8(self.open(place, sealed)?).map_err(|_| KeyError::Unseal)
    }

    /// The keyed index under which a secret value is found again, without being stored.
    pub fn blind_index(&self, purpose: &str, value: &str) -> Vec<u8> {
        hmac_sha256(&self.index, &[purpose.as_bytes(), &[0], value.as_bytes()]).to_vec()
    }

    /// A keyed digest of some fields, for the journal: an edited row shows, and nothing of what it says is given away.
    pub fn attest(&self, purpose: &str, fields: &[&str]) -> String {
        let framed: String = fields.iter().map(|field| format!("{}:{field}", field.len())).collect();
        hex(&self.blind_index(purpose, &framed)[..16])
    }

    /// A keyed digest that proves a token of ours (cross-site request tokens).
    pub fn token_mac(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut framed: Vec<&[u8]> = Vec::with_capacity(parts.len() * 2);
        for part in parts {
            framed.push(part);
            framed.push(&[0]);
        }
        hmac_sha256(&self.token, &framed)
    }
}

fn hmac_sha256(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    // proven: HMAC takes a key of any length.
    let mut mac = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(key).unwrap_or_else(|_| unreachable!());
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

/// Random bytes from the operating system.
pub fn random<const N: usize>() -> Result<[u8; N], KeyError> {
    let mut bytes = [0u8; N];
    getrandom::fill(&mut bytes).map_err(|_| KeyError::Random)?;
    Ok(bytes)
}

/// SHA-256, for secrets that are random enough to be stored hashed without a salt.
pub fn sha256(bytes: &[u8]) -> Vec<u8> {
    Sha256::digest(bytes).to_vec()
}

/// Lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// Reads what [`hex`] wrote.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let digit = |byte: &u8| char::from(*byte).to_digit(16).and_then(|d| u8::try_from(d).ok());
    digits.chunks_exact(2).map(|pair| Some(digit(pair.first()?)? << 4 | digit(pair.last()?)?)).collect()
}

impl From<KeyError> for super::ServiceError {
    fn from(error: KeyError) -> Self {
        super::ServiceError::Internal(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_opens_only_for_its_place_and_unchanged() {
        let keys = Keys::from_master(&[7; 32]);
        let sealed = keys.seal("person/1", "11010519491231002X".as_bytes()).unwrap();
        assert_eq!(keys.open_text("person/1", &sealed).unwrap(), "11010519491231002X");
        assert_eq!(keys.open("person/2", &sealed), Err(KeyError::Unseal));
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(keys.open("person/1", &changed).is_err());
        }
        assert!(Keys::from_master(&[8; 32]).open("person/1", &sealed).is_err());
    }

    #[test]
    fn a_blind_index_is_the_same_for_the_same_value_and_purpose_only() {
        let keys = Keys::from_master(&[7; 32]);
        assert_eq!(keys.blind_index("id", "1"), keys.blind_index("id", "1"));
        assert_ne!(keys.blind_index("id", "1"), keys.blind_index("mail", "1"));
    }

    #[test]
    fn hexadecimal_digits_are_read_back() {
        assert_eq!(unhex(&hex(&[0, 1, 0xab, 0xff])), Some(vec![0, 1, 0xab, 0xff]));
        assert_eq!((unhex("0"), unhex("0g"), unhex("é")), (None, None, None));
    }

    #[test]
    fn a_master_key_is_64_hexadecimal_digits() {
        assert!(Keys::from_hex(&"0f".repeat(32)).is_ok());
        assert_eq!(Keys::from_hex("0f").err(), Some(KeyError::Shape));
        assert_eq!(Keys::from_hex(&"é".repeat(32)).err(), Some(KeyError::Shape));
    }
}

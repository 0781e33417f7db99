//! The query of an address, read leniently: what is not understood is as if it had not been sent.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::borrow::Cow;

/// What is escaped in a part of an address.
const PART: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The value of a name, decoded; the first where there are several.
pub(super) fn value<'q>(query: &'q str, name: &str) -> Option<Cow<'q, str>> {
    query.split('&').find_map(|pair| {
        let (found, value) = pair.split_once('=')?;
        (found == name).then(|| decode(value))
    })
}

/// The value of a name, unless it is empty or nothing but spaces.
pub(super) fn filled(query: &str, name: &str) -> Option<String> {
    value(query, name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
}

fn decode(value: &str) -> Cow<'_, str> {
    if value.contains('+') {
        let spaced = value.replace('+', " ");
        return Cow::Owned(percent_decode_str(&spaced).decode_utf8_lossy().into_owned());
    }
    percent_decode_str(value).decode_utf8_lossy()
}

/// A text as part of an address.
pub(super) fn escape(text: &str) -> String {
    utf8_percent_encode(text, PART).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_decoded_and_escaped_back() {
        assert_eq!(value("a=1&k=AB+C%20%E6%AE%B5", "k").as_deref(), Some("AB C 段"));
        assert_eq!(value("kk=1&k", "k"), None);
        assert_eq!(value("k=%ff", "k").as_deref(), Some("\u{fffd}"));
        assert_eq!(filled("q=+%20&x=1", "q"), None);
        assert_eq!(escape("定段 a/b"), "%E5%AE%9A%E6%AE%B5%20a%2Fb");
    }
}

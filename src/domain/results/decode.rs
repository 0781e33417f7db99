//! From bytes to text: UTF-8 or GB18030, established and named, never guessed.

use super::reading::Encoding;

/// Why bytes are no readable text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Undecodable {
    /// UTF-16 or UTF-32 by its byte order mark or its zero bytes.
    Utf16,
    /// Neither UTF-8 nor GB18030; the first offending byte's offset in UTF-8.
    Neither(usize),
    /// The bytes would also be GB18030, but the text would be of characters hardly anybody uses:
    /// another encoding (Big5, Latin) is likelier.
    Implausible,
}

/// Decodes a text file.
///
/// UTF-8 is taken when the bytes are valid UTF-8. GB18030 accepts almost any bytes, so it is taken only
/// when the text is then mostly of GB 2312's characters, as Chinese names and words are.
pub(super) fn decode(bytes: &[u8]) -> Result<(String, Encoding), Undecodable> {
    if let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        return std::str::from_utf8(rest)
            .map(|text| (text.to_owned(), Encoding::Utf8Bom))
            .map_err(|e| Undecodable::Neither(e.valid_up_to() + 3));
    }
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Err(Undecodable::Utf16);
    }
    let at = match std::str::from_utf8(bytes) {
        // Zero bytes in what is formally UTF-8: UTF-16 of ASCII text without its mark.
        Ok(_) if bytes.iter().take(64).filter(|b| **b == 0).count() > 8 => return Err(Undecodable::Utf16),
        Ok(text) => return Ok((text.to_owned(), Encoding::Utf8)),
        Err(e) => e.valid_up_to(),
    };
    let Some(text) = encoding_rs::GB18030.decode_without_bom_handling_and_without_replacement(bytes) else {
        return Err(Undecodable::Neither(at));
    };
    if plausible(bytes) { Ok((text.into_owned(), Encoding::Gb18030)) } else { Err(Undecodable::Implausible) }
}

/// Whether at least two thirds of the two-byte characters are in GB 2312 (both bytes from A1 up, rows 1-9
/// and 16-87), which is where everyday text lives.
fn plausible(bytes: &[u8]) -> bool {
    let (mut common, mut rare, mut i) = (0_u32, 0_u32, 0);
    while i < bytes.len() {
        let (lead, trail) = (bytes[i], bytes.get(i + 1).copied().unwrap_or(0));
        if lead < 0x80 {
            i += 1;
        } else if trail.is_ascii_digit() {
            rare += 1;
            i += 4;
        } else {
            match lead {
                0xA1..=0xA9 | 0xB0..=0xF7 if trail >= 0xA1 => common += 1,
                _ => rare += 1,
            }
            i += 2;
        }
    }
    rare * 2 <= common
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gb(text: &str) -> Vec<u8> {
        encoding_rs::GB18030.encode(text).0.into_owned()
    }

    #[test]
    fn utf8_is_taken_as_it_is_with_and_without_its_mark() {
        assert_eq!(decode("编号,姓名".as_bytes()), Ok(("编号,姓名".into(), Encoding::Utf8)));
        assert_eq!(decode("\u{FEFF}编号".as_bytes()), Ok(("编号".into(), Encoding::Utf8Bom)));
        assert_eq!(decode(b""), Ok((String::new(), Encoding::Utf8)));
    }

    #[test]
    fn gb18030_is_named_and_keeps_rare_characters() {
        let text = "id,name,sex\n1,张子轩,男\n2,𠮷川慧,女\n3,㐂田,男\n";
        assert_eq!(decode(&gb(text)), Ok((text.into(), Encoding::Gb18030)));
    }

    #[test]
    fn other_encodings_are_refused_rather_than_turned_into_nonsense() {
        let big5 = encoding_rs::BIG5.encode("id,name\n1,張子軒\n2,陳麗華\n3,劉國樑\n").0.into_owned();
        assert!(
            matches!(decode(&big5), Err(Undecodable::Implausible | Undecodable::Neither(_))),
            "{:?}",
            decode(&big5)
        );
        let latin = b"id,name\n1,Ren\xE9 M\xFCller\n2,Jos\xE9e\n";
        assert!(decode(latin).is_err());
        assert_eq!(decode(b"\xFF\xFEi\0d\0"), Err(Undecodable::Utf16));
        assert_eq!(decode(b"i\0d\0,\0n\0a\0m\0e\0\n\x001\0,\0"), Err(Undecodable::Utf16));
        assert!(matches!(decode(b"id\xFF\xFF\xFF"), Err(Undecodable::Neither(2))));
        assert_eq!(decode(b"\xEF\xBB\xBFid\xFF"), Err(Undecodable::Neither(5)));
    }
}

//! From bytes to text: the encoding is established and named, never guessed.

use super::reading::Encoding;
use encoding_rs::{BIG5, GB18030, ISO_8859_15, SHIFT_JIS};

/// Why bytes are no readable text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Undecodable {
    /// UTF-16 or UTF-32 by its byte order mark or its zero bytes.
    Utf16,
    /// No encoding that is known; the first offending byte's offset in UTF-8.
    Neither(usize),
    /// The bytes would be text in some encoding, but of characters that hardly anybody uses.
    Implausible,
}

/// A text with the encoding it was read in, and the one that would have done nearly as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) encoding: Encoding,
    pub(super) doubt: Option<Encoding>,
}

/// The encodings that are told apart where bytes are no UTF-8, the likeliest first.
const OTHERS: [Encoding; 4] = [Encoding::Gb18030, Encoding::Big5, Encoding::ShiftJis, Encoding::Latin9];

/// From this share on (per mille of the characters beyond ASCII) a text is one of everyday characters.
const EVERYDAY: u32 = 667;
/// A second encoding that comes this near to the first leaves a doubt.
const NEAR: u32 = 120;

/// Decodes a text file.
///
/// UTF-8 is taken when the bytes are valid UTF-8. Other encodings accept almost any bytes, so one is taken only
/// when the text is then mostly of the characters that its everyday texts are made of.
pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, Undecodable> {
    if let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        return std::str::from_utf8(rest)
            .map(|text| sure(text.to_owned(), Encoding::Utf8Bom))
            .map_err(|e| Undecodable::Neither(e.valid_up_to() + 3));
    }
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Err(Undecodable::Utf16);
    }
    let at = match std::str::from_utf8(bytes) {
        // Zero bytes in what is formally UTF-8: UTF-16 of ASCII text without its mark.
        Ok(_) if bytes.iter().take(64).filter(|b| **b == 0).count() > 8 => return Err(Undecodable::Utf16),
        Ok(text) => return Ok(sure(text.to_owned(), Encoding::Utf8)),
        Err(e) => e.valid_up_to(),
    };
    let mut readable = false;
    let mut likely: Vec<(u32, Encoding, String)> = Vec::new();
    for encoding in OTHERS {
        let Some(text) = whole(bytes, encoding) else { continue };
        // Latin is readable whatever the bytes are, so that says nothing.
        readable |= encoding != Encoding::Latin9;
        let share = share(bytes, encoding);
        if share >= EVERYDAY {
            likely.push((share, encoding, text));
        }
    }
    // The sort is stable, so that of equals the likelier stays first.
    likely.sort_by_key(|(share, ..)| std::cmp::Reverse(*share));
    let second = likely.get(1).map(|(share, encoding, _)| (*share, *encoding));
    let Some((share, encoding, text)) = likely.into_iter().next() else {
        return Err(if readable { Undecodable::Implausible } else { Undecodable::Neither(at) });
    };
    let doubt = second.filter(|(other, _)| other + NEAR >= share).map(|(_, encoding)| encoding);
    Ok(Decoded { text, encoding, doubt })
}

/// Decodes a text that names its encoding (XML does); what it names is taken where the bytes are of it.
pub(super) fn decode_as(bytes: &[u8], label: &str) -> Result<Decoded, Undecodable> {
    let named = match encoding_rs::Encoding::for_label(label.trim().as_bytes()) {
        Some(it) if it == GB18030 || it == encoding_rs::GBK => Encoding::Gb18030,
        Some(it) if it == BIG5 => Encoding::Big5,
        Some(it) if it == SHIFT_JIS => Encoding::ShiftJis,
        Some(it) if it == ISO_8859_15 || it == encoding_rs::WINDOWS_1252 => Encoding::Latin9,
        _ => return decode(bytes),
    };
    // What is UTF-8 beyond ASCII is nothing else by chance.
    if !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok() {
        return decode(bytes);
    }
    match whole(bytes, named) {
        Some(text) => Ok(sure(text, named)),
        None => decode(bytes),
    }
}

fn sure(text: String, encoding: Encoding) -> Decoded {
    Decoded { text, encoding, doubt: None }
}

fn whole(bytes: &[u8], encoding: Encoding) -> Option<String> {
    let decoder = match encoding {
        Encoding::Gb18030 => GB18030,
        Encoding::Big5 => BIG5,
        Encoding::ShiftJis => SHIFT_JIS,
        Encoding::Latin9 => ISO_8859_15,
        Encoding::Utf8 | Encoding::Utf8Bom | Encoding::Workbook => return None,
    };
    decoder.decode_without_bom_handling_and_without_replacement(bytes).map(std::borrow::Cow::into_owned)
}

/// How many per mille of the characters beyond ASCII are everyday ones of an encoding.
fn share(bytes: &[u8], encoding: Encoding) -> u32 {
    let (mut common, mut all, mut i) = (0_u64, 0_u64, 0);
    while i < bytes.len() {
        let (lead, trail) = (bytes[i], bytes.get(i + 1).copied().unwrap_or(0));
        if lead < 0x80 {
            i += 1;
            continue;
        }
        let (everyday, width) = match encoding {
            // GB 2312: signs, and the characters of its first level (by sound) and second (by radical).
            Encoding::Gb18030 if trail.is_ascii_digit() => (false, 4),
            Encoding::Gb18030 => (matches!(lead, 0xA1 | 0xA3 | 0xB0..=0xF7) && trail >= 0xA1, 2),
            // Big5's first level, in the order of strokes, and its signs.
            Encoding::Big5 => (matches!(lead, 0xA1 | 0xA2 | 0xA4..=0xC6), 2),
            // Kana of full width and the first level of kanji; kana of half width are one byte and rare.
            Encoding::ShiftJis if matches!(lead, 0xA1..=0xDF) => (false, 1),
            Encoding::ShiftJis => (matches!(lead, 0x81..=0x83 | 0x88..=0x97), 2),
            _ => (latin(bytes, i), 1),
        };
        common += u64::from(everyday);
        all += 1;
        i += width;
    }
    u32::try_from(common * 1000 / all.max(1)).unwrap_or(0)
}

/// Whether a byte is a letter that stands by itself or in twos among the letters of a Latin text.
fn latin(bytes: &[u8], at: usize) -> bool {
    let letter = matches!(bytes[at], 0xA6 | 0xA8 | 0xB4 | 0xB8 | 0xBC..=0xBE | 0xC0..=0xD6 | 0xD8..=0xF6 | 0xF8..=0xFF);
    let high = |i: Option<usize>| i.and_then(|i| bytes.get(i)).is_some_and(|b| *b >= 0x80);
    let plain = |i: Option<usize>| i.and_then(|i| bytes.get(i)).is_some_and(u8::is_ascii_alphabetic);
    let (before, after) = (at.checked_sub(1), Some(at + 1));
    letter && !(high(before) && high(after)) && (plain(before) || plain(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (String, Encoding, Option<Encoding>) {
        let Decoded { text, encoding, doubt } = decode(bytes).unwrap();
        (text, encoding, doubt)
    }

    #[test]
    fn utf8_is_taken_as_it_is_with_and_without_its_mark() {
        assert_eq!(read("编号,姓名".as_bytes()), ("编号,姓名".into(), Encoding::Utf8, None));
        assert_eq!(read("\u{FEFF}编号".as_bytes()), ("编号".into(), Encoding::Utf8Bom, None));
        assert_eq!(read(b""), (String::new(), Encoding::Utf8, None));
    }

    #[test]
    fn each_encoding_is_told_from_the_others() {
        let chinese = "编号,姓名,单位\n1,张子轩,市少年宫\n2,李思涵,实验小学\n3,王浩宇,围棋协会\n4,赵一诺,棋院\n";
        let taiwan = "編號,姓名,單位\n1,張子軒,市少年宮\n2,陳麗華,實驗小學\n3,劉國樑,圍棋協會\n4,趙一諾,棋院\n";
        let japan = "番号,氏名,所属\n1,山田太郎,日本棋院\n2,さくら子,こども教室\n3,カナ,東京都\n";
        let latin = "id;name\n1;René Müller\n2;Josée Ångström\n3;Łukasz\n".replace('Ł', "L");
        for (text, encoder, encoding) in [
            (chinese, GB18030, Encoding::Gb18030),
            (taiwan, BIG5, Encoding::Big5),
            (japan, SHIFT_JIS, Encoding::ShiftJis),
            (latin.as_str(), ISO_8859_15, Encoding::Latin9),
        ] {
            // Encoders of the web know no ISO-8859-15 but by its own name.
            let bytes = encoder.encode(text).0.into_owned();
            assert_eq!(read(&bytes), (text.to_owned(), encoding, None));
        }
    }

    #[test]
    fn gb18030_keeps_rare_characters() {
        let text = "id,name,sex\n1,张子轩,男\n2,𠮷川慧,女\n3,㐂田,男\n";
        let bytes = GB18030.encode(text).0.into_owned();
        assert_eq!((read(&bytes).0, read(&bytes).1), (text.to_owned(), Encoding::Gb18030));
    }

    #[test]
    fn what_two_encodings_fit_is_read_in_the_likelier_and_the_other_is_named() {
        // One character of each first level: 甲 in GB 2312 is 樓 in Big5.
        let read = decode(b"1,\xBC\xD7\n").unwrap();
        assert_eq!(
            (read.text.as_str(), read.encoding, read.doubt),
            ("1,甲\n", Encoding::Gb18030, Some(Encoding::Big5))
        );
    }

    #[test]
    fn what_is_no_text_is_refused_rather_than_turned_into_nonsense() {
        assert_eq!(decode(b"\xFF\xFEi\0d\0"), Err(Undecodable::Utf16));
        assert_eq!(decode(b"i\0d\0,\0n\0a\0m\0e\0\n\x001\0,\0"), Err(Undecodable::Utf16));
        assert!(matches!(decode(b"id\xFF\xFF\xFF"), Err(Undecodable::Neither(2))));
        assert_eq!(decode(b"\xEF\xBB\xBFid\xFF"), Err(Undecodable::Neither(5)));
    }

    #[test]
    fn a_text_that_names_its_encoding_is_read_in_it() {
        let bytes = BIG5.encode("<a b='甲'/>").0.into_owned();
        assert_eq!(decode_as(&bytes, "Big5").unwrap().encoding, Encoding::Big5);
        assert_eq!(decode_as("<a b='甲'/>".as_bytes(), "ISO-8859-1").unwrap().encoding, Encoding::Utf8);
    }
}

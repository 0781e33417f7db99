//! Bytes to text: which encoding they are in, and where each byte went.
//!
//! Second bytes of GBK, Big5 and Shift-JIS may be `]` or `\`, so the text is decoded before it is split into values.

mod guess;
mod step;

use std::borrow::Cow;
use std::fmt;

use encoding_rs as names;

use super::finding::Code;

/// The encoding that a text was read in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Encoding(&'static names::Encoding);

impl Encoding {
    /// UTF-8; also a text of ASCII only.
    pub const UTF_8: Encoding = Encoding(names::UTF_8);
    /// UTF-16, low byte first.
    pub const UTF_16LE: Encoding = Encoding(names::UTF_16LE);
    /// UTF-16, high byte first.
    pub const UTF_16BE: Encoding = Encoding(names::UTF_16BE);
    /// GB18030, which holds GBK and GB2312.
    pub const GB18030: Encoding = Encoding(names::GB18030);
    /// Big5.
    pub const BIG5: Encoding = Encoding(names::BIG5);
    /// Shift-JIS.
    pub const SHIFT_JIS: Encoding = Encoding(names::SHIFT_JIS);
    /// EUC-JP.
    pub const EUC_JP: Encoding = Encoding(names::EUC_JP);
    /// ISO-2022-JP: Japanese in seven bits.
    pub const ISO_2022_JP: Encoding = Encoding(names::ISO_2022_JP);
    /// EUC-KR, with the additions of code page 949.
    pub const EUC_KR: Encoding = Encoding(names::EUC_KR);
    /// Windows-1252, which holds ISO-8859-1.
    pub const LATIN: Encoding = Encoding(names::WINDOWS_1252);

    /// The name, such as `GB18030`.
    pub fn name(self) -> &'static str {
        if self == Encoding::GB18030 { "GB18030" } else { self.0.name() }
    }

    /// The encoding of a label as records have it: `GB2312`, `cp936`, `ISO8859_1`, `UTF8` …
    pub fn of_label(label: &str) -> Option<Encoding> {
        let label = label.trim().to_ascii_lowercase().replace('_', "-");
        let known = match label.as_str() {
            "cp936" | "ms936" | "gb" | "euc-cn" => names::GB18030,
            "cp950" | "big-5" => names::BIG5,
            "cp932" | "jis" | "s-jis" | "ms-kanji" => names::SHIFT_JIS,
            "cp949" | "uhc" => names::EUC_KR,
            "utf" | "unicode" => names::UTF_8,
            other => names::Encoding::for_label(other.as_bytes())
                .or_else(|| names::Encoding::for_label(other.replace('-', "").as_bytes()))
                .or_else(|| names::Encoding::for_label(other.replace("iso8859", "iso-8859").as_bytes()))?,
        };
        if known == names::REPLACEMENT {
            return None;
        }
        Some(Encoding(if known == names::GBK { names::GB18030 } else { known }))
    }

    /// How its characters are put together.
    fn family(self) -> Family {
        let known = [
            (Encoding::GB18030, Family::Gb),
            (Encoding::BIG5, Family::Big5),
            (Encoding::SHIFT_JIS, Family::ShiftJis),
            (Encoding::EUC_JP, Family::EucJp),
            (Encoding::EUC_KR, Family::EucKr),
        ];
        known.into_iter().find(|(encoding, _)| *encoding == self).map_or(Family::Other, |(_, family)| family)
    }

    /// Whether it is one of those that have a byte for a letter and no more.
    fn is_single_byte(self) -> bool {
        self.0.is_single_byte()
    }
}

/// Encodings whose characters are put together alike.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Gb,
    Big5,
    ShiftJis,
    EucJp,
    EucKr,
    Other,
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// From places in the text to places in the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Offsets {
    /// The text is the bytes from here on.
    From(usize),
    /// Runs of `step` bytes a character of ASCII; each mark is the end of other characters: place in the text, in the bytes.
    Runs { step: usize, marks: Vec<(usize, usize)> },
}

impl Offsets {
    /// The byte of a place in the text.
    pub(crate) fn original(&self, at: usize) -> usize {
        match self {
            Offsets::From(start) => start + at,
            Offsets::Runs { step, marks } => {
                let next = marks.partition_point(|(out, _)| *out <= at);
                let (out, input) = if next == 0 { (0, 0) } else { marks[next - 1] };
                let place = input + (at - out) * step;
                marks.get(next).map_or(place, |(_, end)| place.min(*end))
            }
        }
    }
}

/// A text with its origin.
pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) encoding: Encoding,
    pub(crate) offsets: Offsets,
    /// What is odd about the encoding, with the byte and what was found.
    pub(crate) findings: Vec<(Code, usize, String)>,
}

/// The encoding that a record names, and where it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared<'a> {
    pub(crate) label: &'a str,
    pub(crate) offset: usize,
}

/// Decodes. The bytes decide; what the record says about them is a hint.
pub(crate) fn decode<'a>(bytes: &'a [u8], declared: Option<Declared<'_>>) -> Decoded<'a> {
    let mut findings = Vec::new();
    let named = declared.and_then(|declared| {
        let known = Encoding::of_label(declared.label);
        if known.is_none() && !declared.label.trim().is_empty() {
            findings.push((Code::EncodingUnknown, declared.offset, declared.label.to_owned()));
        }
        known
    });
    let (mut decoded, certain) = by_bytes(bytes, named);
    let ascii = decoded.encoding == Encoding::UTF_8 && decoded.text.is_ascii();
    match (named, declared) {
        (Some(named), Some(declared)) if named != decoded.encoding && !ascii => {
            let found = format!("{} for {}", declared.label.trim(), decoded.encoding);
            findings.push((Code::EncodingMisnamed, declared.offset, found));
        }
        (None, _) if !certain => findings.push((Code::EncodingGuessed, 0, decoded.encoding.name().to_owned())),
        _ => {}
    }
    findings.append(&mut decoded.findings);
    Decoded { findings, ..decoded }
}

/// The text, and whether its encoding needs no guess.
fn by_bytes(bytes: &[u8], named: Option<Encoding>) -> (Decoded<'_>, bool) {
    if let Some(encoding) = utf16(bytes) {
        return (step::utf16(bytes, encoding), true);
    }
    let mark = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let body = &bytes[mark..];
    if mark == 0 && guess::has_japanese_escapes(body) {
        return (step::decode(body, Encoding::ISO_2022_JP), true);
    }
    if let Ok(text) = std::str::from_utf8(body)
        && (mark > 0 || text.is_ascii() || named == Some(Encoding::UTF_8) || !guess::is_chance(text))
    {
        let offsets = Offsets::From(mark);
        return (Decoded { text: Cow::Borrowed(text), encoding: Encoding::UTF_8, offsets, findings: Vec::new() }, true);
    }
    if mark > 0 || guess::is_nearly_utf8(body) {
        return (step::broken_utf8(body, mark), mark > 0);
    }
    (step::decode(body, guess::legacy(body, named)), false)
}

/// Which UTF-16 the bytes are, by their mark or by the zero bytes of ASCII characters.
fn utf16(bytes: &[u8]) -> Option<Encoding> {
    if bytes.starts_with(b"\xFF\xFE") {
        return Some(Encoding::UTF_16LE);
    }
    if bytes.starts_with(b"\xFE\xFF") {
        return Some(Encoding::UTF_16BE);
    }
    let head = &bytes[..bytes.len().min(64)];
    if head.len() < 4 {
        return None;
    }
    let zeros = |odd: usize| head.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd, half) = (zeros(0), zeros(1), head.len() / 2);
    match () {
        () if even == 0 && odd * 4 >= half * 3 => Some(Encoding::UTF_16LE),
        () if odd == 0 && even * 4 >= half * 3 => Some(Encoding::UTF_16BE),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], label: Option<&str>) -> (String, &'static str, Vec<Code>) {
        let decoded = decode(bytes, label.map(|label| Declared { label, offset: 0 }));
        let codes = decoded.findings.iter().map(|(code, _, _)| *code).collect();
        (decoded.text.into_owned(), decoded.encoding.name(), codes)
    }

    fn as_encoded(text: &str, encoding: Encoding) -> Vec<u8> {
        let (bytes, _, broken) = encoding.0.encode(text);
        assert!(!broken, "{text} in {encoding}");
        bytes.into_owned()
    }

    #[test]
    fn each_encoding_of_east_asia_is_found_without_a_name() {
        for (text, encoding) in [
            ("PB[常昊九段]PW[李昌镐九段]RE[黑中盘胜]", Encoding::GB18030),
            ("EV[第十六届中国围棋名人战]RE[白胜1又1/4子]", Encoding::GB18030),
            ("PB[張栩九段]PW[王立誠九段]RE[黑中盤勝]EV[第二屆應氏杯]", Encoding::BIG5),
            ("PB[井山裕太]EV[第70期本因坊戦挑戦手合]RE[黒中押し勝ち]", Encoding::SHIFT_JIS),
            ("PB[依田紀基]EV[第27期名人戦]RE[白の1目半勝ち]", Encoding::EUC_JP),
            ("PB[이세돌]PW[이창호]RE[흑 불계승]EV[제10회 삼성화재배]", Encoding::EUC_KR),
            ("PB[Jörg Müller]PC[Köln, Café Schöne Aussicht]", Encoding::LATIN),
        ] {
            let bytes = as_encoded(text, encoding);
            assert_eq!(read(&bytes, None), (text.to_owned(), encoding.name(), vec![Code::EncodingGuessed]));
            let (right, name, codes) = read(&bytes, Some(encoding.name()));
            assert_eq!((right.as_str(), name, codes.len()), (text, encoding.name(), 0));
        }
    }

    #[test]
    fn two_names_are_enough() {
        for (text, encoding) in [
            ("PB[时越]PW[Smith]", Encoding::GB18030), // valid UTF-8 by chance
            ("PB[康辉]PW[孔杰]", Encoding::GB18030),  // Korean syllables by their bytes
            ("PB[試檢]PW[林至涵]", Encoding::BIG5),
            ("PB[上野愛咲美]PW[一力遼]", Encoding::SHIFT_JIS),
            ("PB[최정]PW[신진서]", Encoding::EUC_KR),
        ] {
            let (read, name, _) = read(&as_encoded(text, encoding), None);
            assert_eq!((read.as_str(), name), (text, encoding.name()));
        }
        assert_eq!(read("PB[ʱԽ]".as_bytes(), Some("UTF-8")).1, "UTF-8");
        for text in ["PB[Ольга]PW[Čeněk]", "PB[Ольга]", "PB[Čeněk Šťastný]", "PB[Γιώργος]"] {
            assert_eq!(read(text.as_bytes(), None).1, "UTF-8", "{text}");
        }
    }

    #[test]
    fn a_wrong_name_is_found_and_the_bytes_are_believed() {
        let bytes = as_encoded("PB[常昊九段]PW[李昌镐九段]RE[黑中盘胜]", Encoding::GB18030);
        for label in ["ISO-8859-1", "UTF-8", "Big5", "Shift_JIS"] {
            let (text, name, codes) = read(&bytes, Some(label));
            assert_eq!((text.contains("李昌镐"), name), (true, "GB18030"), "{label}");
            assert_eq!(codes, [Code::EncodingMisnamed], "{label}");
        }
        let (_, name, codes) = read("PB[柯洁]".as_bytes(), Some("GBK"));
        assert_eq!((name, codes), ("UTF-8", vec![Code::EncodingMisnamed]));
        assert_eq!(read(b"(;PB[ab])", Some("foo")).2, [Code::EncodingUnknown]);
        assert_eq!(read(b"(;PB[ab])", Some("GBK")).2, []);
    }

    #[test]
    fn utf16_is_read_with_and_without_its_mark() {
        let text = "(;GM[1]SZ[19]PB[柯洁];B[pd])";
        let low: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let high: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for (mark, bytes, name) in [
            (&b"\xFF\xFE"[..], &low, "UTF-16LE"),
            (&b""[..], &low, "UTF-16LE"),
            (&b"\xFE\xFF"[..], &high, "UTF-16BE"),
            (&b""[..], &high, "UTF-16BE"),
        ] {
            let bytes = [mark, bytes].concat();
            let decoded = decode(&bytes, None);
            assert_eq!((&*decoded.text, decoded.encoding.name()), (text, name));
            let at = text.find(";B").unwrap();
            let units = text[..at].encode_utf16().count();
            assert_eq!(decoded.offsets.original(at), mark.len() + 2 * units);
        }
    }

    #[test]
    fn places_lead_back_to_the_bytes() {
        for encoding in [Encoding::GB18030, Encoding::BIG5, Encoding::EUC_JP, Encoding::SHIFT_JIS] {
            let text = "(;PB[中村]PW[小林]EV[大手合]RE[B+R];B[pd])";
            let bytes = as_encoded(text, encoding);
            let decoded = step::decode(&bytes, encoding);
            for (at, letter) in text.char_indices().filter(|(_, letter)| letter.is_ascii()) {
                assert_eq!(bytes[decoded.offsets.original(at)], letter as u8);
            }
        }
        let bytes = [b"\xEF\xBB\xBF", "(;PB[中村])".as_bytes()].concat();
        assert_eq!(decode(&bytes, None).offsets.original(0), 3);
    }

    #[test]
    fn a_text_cut_within_a_character_keeps_its_encoding() {
        let text = "(;PB[柯洁]PW[时越]EV[围甲联赛]C[好手";
        let bytes = &text.as_bytes()[..text.len() - 1];
        let (read, name, codes) = read(bytes, None);
        assert!(read.contains("围甲联赛"));
        assert_eq!((name, codes), ("UTF-8", vec![Code::EncodingGuessed, Code::EncodingBroken]));
    }

    #[test]
    fn labels_are_known_by_their_many_names() {
        for (label, name) in [
            ("GB2312", "GB18030"),
            ("gbk", "GB18030"),
            ("cp936", "GB18030"),
            ("ISO8859_1", "windows-1252"),
            ("MS_KANJI", "Shift_JIS"),
            ("UTF8", "UTF-8"),
            ("euc_kr", "EUC-KR"),
            ("Big5", "Big5"),
        ] {
            assert_eq!(Encoding::of_label(label).map(Encoding::name), Some(name), "{label}");
        }
        assert_eq!(Encoding::of_label("foo"), None);
    }
}

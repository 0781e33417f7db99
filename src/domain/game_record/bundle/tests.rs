use super::*;
use proptest::prelude::*;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const SGF: &[u8] = b"(;SZ[19];B[pd])";

fn pack(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, body) in entries {
        if name.ends_with('/') {
            writer.add_directory(*name, SimpleFileOptions::default()).unwrap();
            continue;
        }
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(body).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn names(bundle: &Bundle) -> Vec<&str> {
    bundle.files.iter().map(|file| file.name.as_str()).collect()
}

fn left(bundle: &Bundle) -> Vec<(&str, LeftOutWhy)> {
    bundle.left_out.iter().map(|left| (left.name.as_str(), left.why)).collect()
}

#[test]
fn a_plain_record_is_a_bundle_of_one() {
    let bundle = unpack("C:\\棋谱\\决赛.sgf", SGF).unwrap();
    assert_eq!(bundle.files, [BundleFile { name: "决赛.sgf".to_owned(), bytes: SGF.to_vec() }]);
    assert!(bundle.left_out.is_empty());
    assert_eq!(names(&unpack("no ending", b"junk before (;B[aa])").unwrap()), ["no ending"]);
    assert_eq!(unpack("a.sgf", b""), Err(BundleRefusal::Empty));
    assert_eq!(left(&unpack("名单.csv", b"id,name\n").unwrap()), [("名单.csv", LeftOutWhy::NotARecord)]);
    assert_eq!(left(&unpack("slip.jpg", b"\xFF\xD8\xFF\xE0").unwrap()), [("slip.jpg", LeftOutWhy::Photo)]);
}

#[test]
fn an_archive_is_taken_apart_and_what_is_no_record_is_named() {
    let inner = pack(&[("a.sgf", SGF)]);
    let bytes = pack(&[
        ("第1轮/", b""),
        ("第1轮/1台.sgf", SGF),
        ("第2轮/1台.sgf", b"(;SZ[19];B[dd])"),
        ("第2轮/2台.gib", b"\\HS\n"),
        ("__MACOSX/第2轮/._1台.sgf", b"xx"),
        ("第2轮/.DS_Store", b"xx"),
        ("Thumbs.db", b"xx"),
        ("more.zip", &inner),
        ("more.rar", b"Rar!\x1a\x07\x00"),
        ("slip.png", b"\x89PNG\r\n\x1a\nxx"),
        ("slip", b"RIFF1234WEBPVP8 "),
        ("phone.heic", b"\x00\x00\x00\x18ftypheic"),
        ("empty.sgf", b""),
        ("读我.txt", "棋谱".as_bytes()),
    ]);
    let bundle = unpack("all.zip", &bytes).unwrap();
    assert_eq!(names(&bundle), ["第1轮-1台.sgf", "第2轮-1台.sgf", "2台.gib"]);
    assert_eq!(bundle.files[1].bytes, b"(;SZ[19];B[dd])");
    use LeftOutWhy::{Archive, Empty, NotARecord, Photo};
    let expected = [
        ("more.zip", Archive),
        ("more.rar", Archive),
        ("slip.png", Photo),
        ("slip", Photo),
        ("phone.heic", Photo),
        ("empty.sgf", Empty),
        ("读我.txt", NotARecord),
    ];
    assert_eq!(left(&bundle), expected);
}

#[test]
fn names_without_a_word_on_their_encoding_are_read() {
    let mut bytes = pack(&[("AAAAAA.sgf", SGF)]);
    let gb = encoding_rs::GB18030.encode("第一局").0.into_owned();
    for at in (0..bytes.len() - 6).rev() {
        if &bytes[at..at + 6] == b"AAAAAA" {
            bytes[at..at + 6].copy_from_slice(&gb);
        }
    }
    assert_eq!(names(&unpack("x.zip", &bytes).unwrap()), ["第一局.sgf"]);
}

#[test]
fn what_is_beyond_a_bound_is_refused() {
    assert_eq!(unpack("x.sgf", &vec![b'('; MAX_BUNDLE + 1]), Err(BundleRefusal::TooLarge));
    assert_eq!(unpack("x.rar", b"Rar!\x1a\x07\x01\x00"), Err(BundleRefusal::OtherArchive));
    assert_eq!(unpack("x.zip", b"PK\x03\x04 and nothing"), Err(BundleRefusal::Damaged));

    // A bomb: 8 MiB of nothing in some 8 KiB.
    let bomb = pack(&[("a.sgf", &vec![b' '; 8 << 20])]);
    assert_eq!(unpack("x.zip", &bomb), Err(BundleRefusal::Ratio));
    // Headers that lie gain nothing: no more is unpacked than they say, and what is left is damaged.
    let mut lie = bomb.clone();
    for at in 0..lie.len() - 4 {
        if lie[at..at + 4] == (8_u32 << 20).to_le_bytes() {
            lie[at..at + 4].copy_from_slice(&16_u32.to_le_bytes());
        }
    }
    assert_eq!(left(&unpack("x.zip", &lie).unwrap()), [("a.sgf", LeftOutWhy::Damaged)]);

    let names: Vec<String> = (0..=MAX_ENTRIES).map(|n| format!("{n}.sgf")).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), SGF)).collect();
    assert_eq!(unpack("x.zip", &pack(&many)), Err(BundleRefusal::TooMany));
    assert_eq!(unpack("x.zip", &pack(&many[1..])).unwrap().files.len(), MAX_ENTRIES);

    // An end record that promises the most there can be, after an archive that is sound.
    let mut promises = pack(&[("a.sgf", SGF)]);
    let at = promises.len() - 22;
    promises[at + 8..at + 12].copy_from_slice(&[0xFF; 4]);
    assert_eq!(unpack("x.zip", &promises), Err(BundleRefusal::TooMany));
}

#[test]
fn a_password_refuses_the_whole() {
    let mut bytes = pack(&[("a.sgf", SGF), ("b.sgf", SGF)]);
    // The flag of the second entry in the directory.
    let at = (0..bytes.len() - 4).rev().find(|at| &bytes[*at..*at + 4] == b"PK\x01\x02").unwrap();
    bytes[at + 8] |= 1;
    assert_eq!(unpack("x.zip", &bytes), Err(BundleRefusal::Encrypted));
}

#[test]
fn a_path_that_stands_twice_refuses_the_whole() {
    let mut bytes = pack(&[("a.sgf", SGF), ("b.sgf", SGF)]);
    for at in 0..bytes.len() - 5 {
        if &bytes[at..at + 5] == b"b.sgf" {
            bytes[at] = b'a';
        }
    }
    assert_eq!(unpack("x.zip", &bytes), Err(BundleRefusal::Ambiguous));
}

#[test]
fn a_damaged_entry_is_left_out_and_the_others_are_taken() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for name in ["a.sgf", "b.sgf"] {
        writer.start_file(name, stored).unwrap();
        writer.write_all(if name == "a.sgf" { b"(;B[aa])" } else { SGF }).unwrap();
    }
    let mut bytes = writer.finish().unwrap().into_inner();
    let at = (0..bytes.len()).find(|at| bytes[*at..].starts_with(b"(;B[aa])")).unwrap();
    bytes[at + 4] = b'b';
    let bundle = unpack("x.zip", &bytes).unwrap();
    assert_eq!((names(&bundle), left(&bundle)), (vec!["b.sgf"], vec![("a.sgf", LeftOutWhy::Damaged)]));
}

#[test]
fn a_record_longer_than_a_record_may_be_is_left_out() {
    let mut long = SGF.to_vec();
    long.resize(BYTES + 10, b' ');
    assert_eq!(left(&unpack("long.sgf", &long).unwrap()), [("long.sgf", LeftOutWhy::TooLong)]);
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, body) in [("long.sgf", &long[..]), ("a.sgf", SGF)] {
        writer.start_file(name, stored).unwrap();
        writer.write_all(body).unwrap();
    }
    let bytes = writer.finish().unwrap().into_inner();
    let bundle = unpack("x.zip", &bytes).unwrap();
    assert_eq!((names(&bundle), left(&bundle)), (vec!["a.sgf"], vec![("long.sgf", LeftOutWhy::TooLong)]));
}

#[test]
fn every_reason_has_its_words() {
    let words = LeftOutWhy::ALL.map(LeftOutWhy::words).into_iter().chain(BundleRefusal::ALL.map(BundleRefusal::words));
    for words in words {
        assert!(!words.zh.is_empty() && !words.en.is_empty());
        assert!(!words.zh.contains(['{', '_']) && !words.en.contains(['{', '_']), "{words:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_bytes_make_it_fail(bytes in proptest::collection::vec(any::<u8>(), 0..300), zip in any::<bool>()) {
        let mut all = if zip { b"PK\x03\x04".to_vec() } else { Vec::new() };
        all.extend(bytes);
        let _ = unpack("x", &all);
    }

    #[test]
    fn no_change_of_an_archive_makes_it_fail(changes in proptest::collection::vec((any::<u16>(), any::<u8>()), 0..12), cut in 0_usize..60) {
        let mut bytes = pack(&[("第1轮/1.sgf", SGF), ("第2轮/1.sgf", SGF), ("x.jpg", b"\xFF\xD8\xFF")]);
        for (at, value) in changes {
            let at = usize::from(at) % bytes.len();
            bytes[at] = value;
        }
        bytes.truncate(bytes.len() - cut);
        if let Ok(bundle) = unpack("x.zip", &bytes) {
            let names: Vec<String> = bundle.files.iter().map(|file| file.name.to_lowercase()).collect();
            let different: std::collections::BTreeSet<_> = names.iter().collect();
            prop_assert_eq!(different.len(), names.len());
            for name in names.iter().chain(bundle.left_out.iter().map(|left| &left.name)) {
                prop_assert!(!name.is_empty() && name.chars().count() <= MAX_NAME && !name.contains(['/', '\\', '\0']));
            }
        }
    }
}

//! The paper as a whole: every field on it, nothing that does not fit, nothing that has no glyph.

use super::content::{Content, Source};
use super::glyphs::Style;
use super::paint::Painter;
use super::size::POINTS;
use super::*;
use crate::domain::grade::Grade;
use crate::text::{Bilingual, Lang};
use chrono::NaiveDate;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::LazyLock;

static FONTS: LazyLock<Fonts> = LazyLock::new(|| Fonts::shipped().unwrap());

fn both(zh: &str, en: &str) -> Bilingual {
    Bilingual { zh: zh.into(), en: en.into() }
}

fn date(y: i32, m: u32, d: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(y, m, d).unwrap()
}

/// A sheet on which every field is filled.
fn full(holder: &str) -> CertificateSheet {
    CertificateSheet {
        grade: Grade::dan(5).unwrap(),
        holder: holder.into(),
        number: Some("310260001".into()),
        issued_on: date(2026, 12, 1),
        issuer: both("上海市围棋协会", "Shanghai Weiqi Association"),
        event: Some(SheetEvent {
            name: both("上海市第十二届业余围棋升段赛", "the 12th Shanghai Amateur Dan Event"),
            first_day: date(2026, 11, 28),
            last_day: date(2026, 11, 29),
        }),
        clause: Some(both("4段组前15%", "4 dan group, top 15 %")),
        copy: CopyMark::Reissue(1),
        check_code: Some("7H3KQ9ZT0M5XWB2C".into()),
        page_address: Some("https://qipin.example.cn/c/5d/310260001?k=7H3KQ9ZT0M5XWB2C".into()),
        signatures: vec![
            Signature { role: both("理事长", "President"), name: "陈明远".into() },
            Signature { role: both("裁判长", "Chief referee"), name: String::new() },
        ],
    }
}

fn pdf(sheets: &[CertificateSheet], size: PaperSize, options: Options) -> (Printed, Vec<u8>) {
    let mut bytes = Vec::new();
    let printed = render(&FONTS, sheets, size, options, &mut bytes).unwrap();
    (printed, bytes)
}

/// What a layout sets as text.
fn painted(sheet: &CertificateSheet, size: PaperSize) -> Vec<(Source, String)> {
    let shaper = FONTS.shaper();
    let mut document = krilla::Document::new();
    let mut page = document.start_page();
    let mut surface = page.surface();
    let mut painter = Painter::new(&mut surface, &shaper);
    let code = sheet.page_address.as_deref().and_then(qr::encode);
    let content = Content::of(sheet);
    render::draw_fixed(&mut painter, &content, size, Options::default());
    assert!(painter.said.iter().all(|said| said.source == Source::Word), "a value in the part that all sheets share");
    render::draw_values(&mut painter, &content, code.as_ref(), size);
    painter.said.iter().map(|said| (said.source, said.text.clone())).collect()
}

#[test]
fn paper_and_list_of_fields_agree_in_both_sizes() {
    let sheet = full("王𫟹");
    let listed: BTreeSet<_> = printed_values(&sheet).into_iter().collect();
    for size in [PaperSize::A4, PaperSize::Card] {
        let set: BTreeSet<(Field, String)> = painted(&sheet, size)
            .into_iter()
            .filter_map(|(source, text)| match source {
                Source::Value(field) => Some((field, text)),
                Source::Word => None,
            })
            .collect();
        assert_eq!(set, listed, "{size:?}");
        let fields: BTreeSet<Field> = set.iter().map(|(field, _)| *field).collect();
        assert_eq!(fields, PRINTED_FIELDS.iter().copied().collect(), "{size:?}");
    }
}

#[test]
fn a_sheet_without_number_says_that_it_is_no_certificate() {
    let sheet = CertificateSheet { number: None, check_code: None, page_address: None, ..full("张三") };
    for size in [PaperSize::A4, PaperSize::Card] {
        let text: String = painted(&sheet, size).into_iter().map(|(_, text)| text + "\n").collect();
        assert!(
            text.contains("尚无编号，不作证书使用") && text.contains("公示中") && text.contains("兹公示"),
            "{text}"
        );
        assert!(!text.contains("段位证书") && !text.contains("补发"), "{text}");
    }
}

#[test]
fn the_first_copy_bears_no_mark_and_later_ones_do() {
    for (copy, words) in
        [(CopyMark::First, None), (CopyMark::Reissue(2), Some("补发 2")), (CopyMark::Correction(1), Some("更正 1"))]
    {
        let sheet = CertificateSheet { copy, ..full("张三") };
        for size in [PaperSize::A4, PaperSize::Card] {
            let marks: Vec<String> = painted(&sheet, size)
                .into_iter()
                .filter(|(source, _)| *source == Source::Value(Field::CopyMark))
                .map(|(_, text)| text)
                .collect();
            assert_eq!(marks.first().map(String::as_str), words);
        }
    }
}

#[test]
fn the_same_sheets_give_the_same_bytes() {
    let sheets = [full("张三"), full("阿卜杜拉·买买提"), full("Łukasz")];
    for bleed in [false, true] {
        let options = Options { bleed };
        assert_eq!(pdf(&sheets, PaperSize::A4, options).1, pdf(&sheets, PaperSize::A4, options).1);
        assert_eq!(pdf(&sheets, PaperSize::Card, options).1, pdf(&sheets, PaperSize::Card, options).1);
    }
}

#[test]
fn a_name_without_glyph_is_refused_and_the_rest_is_printed() {
    let rare = "\u{2A6D6}";
    let sheets = [full("张三"), full(&format!("王{rare}")), full("李四"), full("\u{e000}"), full("𠮷野㐂")];
    let (printed, bytes) = pdf(&sheets, PaperSize::A4, Options::default());
    assert_eq!(printed.pages, 3);
    let refused = |index: usize, missing| Refused {
        index,
        holder: sheets[index].holder.clone(),
        fields: vec![Field::Holder],
        missing: vec![missing],
    };
    assert_eq!(printed.refused, [refused(1, '\u{2A6D6}'), refused(3, '\u{e000}')]);
    assert!(bytes.starts_with(b"%PDF-1.7"));
    let (none, bytes) = pdf(&sheets[1..2], PaperSize::A4, Options::default());
    assert_eq!((none.pages, none.refused.len(), bytes.len()), (0, 1, 0), "nothing to print, nothing written");
}

#[test]
fn the_title_of_a_file_says_each_thing_once() {
    let grade = wording::grade(Lang::Zh, Grade::dan(3).unwrap());
    let title = crate::text::fill(Lang::Zh, "print.document.one", &[("grade", &grade), ("number", "310 26 0001")]);
    assert_eq!(title, "围棋业余3段证书 310 26 0001");
    assert_eq!(title.matches("业余").count(), 1);
}

#[test]
fn every_field_is_checked_for_glyphs_not_only_the_name() {
    let mut sheet = full("张三");
    sheet.issuer.zh.push('\u{1F3C6}');
    let (printed, _) = pdf(&[sheet], PaperSize::Card, Options::default());
    assert_eq!(printed.refused[0].fields, [Field::Issuer]);
    assert_eq!(printed.refused[0].missing, ['\u{1F3C6}']);
}

#[test]
fn an_address_too_long_for_a_code_is_an_error_not_a_blank() {
    let sheet =
        CertificateSheet { page_address: Some(format!("https://x.example/{}", "a".repeat(4000))), ..full("张三") };
    let outcome = render(&FONTS, &[full("李四"), sheet], PaperSize::A4, Options::default(), &mut Vec::new());
    assert!(matches!(outcome, Err(PrintError::Address { index: 1 })));
}

#[test]
fn three_hundred_pages_stay_under_64_kib_a_page() {
    let faces = FONTS.faces.len() as u64;
    assert_eq!(faces, 4);
    let names: Vec<char> = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜".chars().collect();
    let sheets: Vec<_> = (0..300)
        .map(|n| CertificateSheet {
            number: Some(format!("31026{n:04}")),
            page_address: Some(format!("https://qipin.example.cn/c/5d/31026{n:04}?k=7H3KQ9ZT0M{n:06}")),
            ..full(&format!("{}{}", names[n % names.len()], names[(n * 7 + 3) % names.len()]))
        })
        .collect();
    let (printed, chunks) = render_to_temp(&FONTS, &sheets, PaperSize::A4, Options::default()).unwrap();
    assert_eq!(printed.pages, 300);
    // The fonts are counted in: stricter than what is asked.
    assert!(chunks.length() <= 300 * 64 * 1024, "{} bytes", chunks.length());
    let length = chunks.length();
    let read: u64 = chunks.map(|chunk| chunk.unwrap().len() as u64).sum();
    assert_eq!(read, length);
}

#[test]
fn the_title_face_has_all_fixed_words() {
    let shaper = FONTS.shaper();
    let title = &FONTS.faces[0].font;
    for key in crate::text::keys().into_iter().filter(|key| key.starts_with("print.")) {
        for lang in [Lang::Zh, Lang::En] {
            let words = crate::text::text(lang, key);
            let line = shaper.shape(Style::Title, words, 0.0);
            assert!(
                line.pieces.iter().all(|piece| &piece.font == title),
                "{key}: run static/fonts/make-subset.py, the title face lacks a character of “{words}”"
            );
        }
    }
}

#[test]
fn the_text_can_be_read_out_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sheet.pdf");
    let sheet = full("阿卜杜拉·买买提𠮷㐂𫟹");
    std::fs::write(&path, pdf(std::slice::from_ref(&sheet), PaperSize::A4, Options::default()).1).unwrap();
    let Ok(output) = std::process::Command::new("pdftotext").arg("-layout").arg(&path).arg("-").output() else {
        eprintln!("left out: pdftotext is not installed (Debian: poppler-utils)");
        return;
    };
    let text = String::from_utf8(output.stdout).unwrap();
    for value in [
        "阿卜杜拉·买买提𠮷㐂𫟹",
        "310 26 0001",
        "2026年12月1日",
        "7H3K-Q9ZT-0M5X-WB2C",
        "上海市围棋协会",
        "业余5段",
        "补发 1",
        "Shanghai Weiqi Association",
    ] {
        assert!(text.contains(value), "{value} is not in\n{text}");
    }
}

/// All characters that the shipped text faces map.
static PRINTABLE: LazyLock<Vec<char>> = LazyLock::new(|| {
    use skrifa::MetadataProvider;
    let mut all: BTreeSet<char> = BTreeSet::new();
    for face in &FONTS.faces[1..] {
        let font = skrifa::FontRef::from_index(face.bytes.as_slice(), face.index).unwrap();
        all.extend(font.charmap().mappings().filter_map(|(code, _)| char::from_u32(code)));
    }
    let all: String = all.into_iter().collect();
    let missing: BTreeSet<char> = FONTS.missing(&all).into_iter().collect();
    all.chars().filter(|c| !missing.contains(c)).collect()
});

fn printable_name() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&**PRINTABLE), 1..=25).prop_map(|c| c.into_iter().collect())
}

fn chinese_name() -> impl Strategy<Value = String> {
    let han: Vec<char> = PRINTABLE.iter().copied().filter(|c| ('一'..='龥').contains(c)).collect();
    prop::collection::vec(prop::sample::select(han), 25).prop_map(|c| c.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_name_of_25_characters_never_leaves_its_field(name in printable_name()) {
        let shaper = FONTS.shaper();
        for ((_, _, w, h), largest) in [(a4::NAME, a4::NAME_SIZE), (card::NAME, card::NAME_SIZE)] {
            let fitted = fit::name(&shaper, &name, (w * POINTS, h * POINTS), largest);
            prop_assert!(fitted.lines.len() <= 3 && fitted.size <= largest);
            prop_assert!(fitted.width() <= w * POINTS + 0.01, "{} wide", fitted.width());
            prop_assert!(fitted.height() <= h * POINTS + 0.01, "{} high", fitted.height());
            let kept: String = fitted.lines.iter().flat_map(|line| line.text.chars()).filter(|c| !c.is_whitespace()).collect();
            let given = shaper.shape(Style::Text, &name, 0.0).text.clone();
            prop_assert_eq!(kept, given.chars().filter(|c| !c.is_whitespace()).collect::<String>(), "nothing is lost at a line's end");
        }
    }

    #[test]
    fn twenty_five_chinese_characters_stay_readable(name in chinese_name()) {
        let shaper = FONTS.shaper();
        for ((_, _, w, h), largest) in [(a4::NAME, a4::NAME_SIZE), (card::NAME, card::NAME_SIZE)] {
            let fitted = fit::name(&shaper, &name, (w * POINTS, h * POINTS), largest);
            prop_assert!(fitted.size >= largest * 0.5 && fitted.lines.len() == 2);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn exactly_the_names_with_a_missing_glyph_are_refused(names in prop::collection::vec("\\PC{1,25}", 1..8)) {
        let sheets: Vec<_> = names.iter().map(|name| full(name)).collect();
        let (printed, _) = pdf(&sheets, PaperSize::Card, Options::default());
        let expected: Vec<(usize, Vec<char>)> = names.iter().enumerate()
            .map(|(index, name)| (index, FONTS.missing(name)))
            .filter(|(_, missing)| !missing.is_empty())
            .collect();
        prop_assert_eq!(printed.pages, names.len() - expected.len());
        let refused: Vec<(usize, Vec<char>)> = printed.refused.into_iter().map(|r| (r.index, r.missing)).collect();
        prop_assert_eq!(refused, expected);
    }

    #[test]
    fn texts_of_any_length_are_printed(event in printable_name(), issuer in printable_name(), repeat in 1usize..8) {
        let mut sheet = full("张三");
        sheet.issuer = both(&issuer.repeat(repeat), &issuer.repeat(repeat));
        sheet.event = sheet.event.map(|e| SheetEvent { name: both(&event.repeat(repeat), ""), ..e });
        sheet.clause = Some(both(&event.repeat(repeat), &issuer.repeat(repeat)));
        for size in [PaperSize::A4, PaperSize::Card] {
            prop_assert_eq!(pdf(std::slice::from_ref(&sheet), size, Options::default()).0.pages, 1);
        }
    }
}

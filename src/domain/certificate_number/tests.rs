use super::NumberError as E;
use super::NumberNote as N;
use super::*;
use crate::domain::grade::Grade;
use chrono::{NaiveDate, TimeZone};
use proptest::prelude::*;

fn area(text: &str) -> AreaCode {
    text.parse().unwrap()
}

fn number(text: &str) -> CertificateNumber {
    text.parse().unwrap()
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

#[test]
fn nine_digits_are_area_year_and_serial() {
    let at = Utc.with_ymd_and_hms(2026, 5, 1, 0, 0, 0).unwrap();
    let first = CertificateNumber::issue(area("310"), at, 1).unwrap();
    assert_eq!(first.to_string(), "310260001");
    assert_eq!(first.grouped(), "310 26 0001");
    assert_eq!((first.area(), first.year(), first.serial()), (area("310"), 2026, 1));
    assert_eq!(number("610140001").year(), 2014);
    assert_eq!(number("110980001").year(), 1998);
    assert!(number("110980001") < number("110010001"), "1998 comes before 2001");
}

#[test]
fn the_year_is_that_of_the_issue_in_beijing() {
    let last_second = Utc.with_ymd_and_hms(2026, 12, 31, 15, 59, 59).unwrap();
    let new_year = Utc.with_ymd_and_hms(2026, 12, 31, 16, 0, 0).unwrap();
    assert_eq!(CertificateNumber::issue(area("000"), last_second, 7).unwrap().to_string(), "000260007");
    assert_eq!(CertificateNumber::issue(area("000"), new_year, 7).unwrap().to_string(), "000270007");
}

#[test]
fn serials_run_from_1_to_9999() {
    assert_eq!(CertificateNumber::from_parts(area("310"), 26, 0), Err(SerialError::Zero));
    assert_eq!(CertificateNumber::from_parts(area("310"), 26, 9_999).unwrap().to_string(), "310269999");
    assert_eq!(CertificateNumber::from_parts(area("310"), 26, 10_000), Err(SerialError::Exhausted));
    assert_eq!(CertificateNumber::from_parts(area("310"), 26, u32::MAX), Err(SerialError::Exhausted));
    assert_eq!("310260000".parse::<CertificateNumber>(), Err(E::SerialZero));
}

#[test]
fn a_series_runs_per_grade_or_over_all_grades_of_a_year() {
    let (five, six) = (Grade::dan(5).unwrap(), Grade::dan(6).unwrap());
    let per_grade = |g| SeriesScope::PerGrade.series(area("310"), 26, g);
    let per_year = |g| SeriesScope::PerYear.series(area("310"), 26, g);
    assert_ne!(per_grade(five), per_grade(six));
    assert_eq!(per_year(five), per_year(six));
    assert_eq!(per_grade(five).to_string(), "310-26-5d");
    assert_eq!(per_year(five).to_string(), "310-26");
    assert_eq!(per_grade(five).label().zh, "上海（310）2026年5段证书");
    assert_eq!(per_year(five).label().en, "Certificates of Shanghai (310) in 2026");
    assert_eq!(SeriesScope::default(), SeriesScope::PerGrade);
    assert_eq!(SeriesScope::from_code("per-year"), Some(SeriesScope::PerYear));
    assert_eq!(SeriesScope::from_code("per-month"), None);
    assert!(u32::from(WARN_FROM_SERIAL) * 10 >= u32::from(LAST_SERIAL) * 8);
    assert!((u32::from(WARN_FROM_SERIAL) - 1) * 10 < u32::from(LAST_SERIAL) * 8);
}

#[test]
fn a_certificate_is_known_by_grade_and_number() {
    let id: CertificateId = "5d/310260001".parse().unwrap();
    assert_eq!(id, CertificateId { grade: Grade::dan(5).unwrap(), number: number("310260001") });
    assert_eq!(id.to_string(), "5d/310260001");
    for text in ["310260001", "5段/310260001", "5d/31026000", "9d/310260001", "5d/"] {
        assert!(text.parse::<CertificateId>().is_err(), "{text}");
    }
}

#[test]
fn grouping_is_no_matter_and_repairs_are_noted() {
    let letter = |found, read| N::LetterForDigit { found, read };
    let grade = N::GradeInFront(Grade::dan(5).unwrap());
    for (typed, notes) in [
        ("310260001", vec![]),
        (" 310 26 0001 ", vec![]),
        ("310-26-0001", vec![]),
        ("310—26—0001", vec![]),
        ("３１０２６０００１", vec![N::FullWidth]),
        ("\"310260001\"", vec![N::Quotes]),
        ("'310260001", vec![N::Quotes]),
        ("“310260001”", vec![N::Quotes]),
        ("=\"310260001\"", vec![N::Quotes]),
        ("证书号：310260001", vec![N::FullWidth, N::Label]),
        ("No. 310260001", vec![N::Label]),
        ("第310260001号", vec![N::Label]),
        ("5d/310260001", vec![grade]),
        ("业余5段310260001", vec![grade]),
        ("31O26OOO1", vec![letter('O', '0'); 4]),
        ("3l026000I", vec![letter('l', '1'), letter('I', '1')]),
        ("310260001.0", vec![N::DecimalPoint]),
    ] {
        assert_eq!(read(typed), Ok(ReadNumber { number: number("310260001"), notes }), "{typed}");
    }
}

#[test]
fn what_was_typed_instead_of_a_number_is_named() {
    for (typed, error) in [
        ("", E::Empty),
        ("\"\"", E::Empty),
        ("11/01/1987", E::Date(day("1987-01-11"))),
        ("2026-10-01", E::Date(day("2026-10-01"))),
        ("2026年10月1日", E::Date(day("2026-10-01"))),
        ("20261001", E::Date(day("2026-10-01"))),
        ("CM1", E::OtherRegistry),
        ("AGA 12345", E::OtherRegistry),
        ("\"CM1\"", E::OtherRegistry),
        ("11010519491231002X", E::IdentityDocument),
        ("110105194912310021", E::IdentityDocument),
        ("340524800101001", E::IdentityDocument),
        ("H12345678", E::IdentityDocument),
        ("JPN:TR1234567", E::IdentityDocument),
        ("13812345678", E::Telephone),
        ("Q0000005724", E::RegisterNumber),
        ("0123-4567-89AB-CDEF", E::CheckCode),
        ("https://example.org/c/5d/310260001", E::WebAddress),
        ("3.1026E+08", E::Rounded),
        ("3102614001", E::ProvincialTenDigits { area: area("310"), year: 2014 }),
        ("9992614001", E::TooLong { digits: 10 }),
        ("310260000", E::SerialZero),
        ("31026000", E::TooShort { digits: 8, proposal: None }),
        ("260001", E::TooShort { digits: 6, proposal: Some(number("000260001")) }),
        ("310260001234", E::TooLong { digits: 12 }),
        ("无", E::NotANumber),
        ("张三", E::NotANumber),
        ("OIlO", E::NotANumber),
    ] {
        assert_eq!(read(typed), Err(error), "{typed}");
    }
}

#[test]
fn no_error_repeats_what_was_typed() {
    let error = read("11010519491231002X").unwrap_err();
    assert!(!format!("{error:?} {error}").contains("0105"));
}

#[test]
fn every_error_and_note_speaks_both_languages() {
    let errors = [
        E::Empty,
        E::NotANumber,
        E::TooShort { digits: 3, proposal: None },
        E::TooShort { digits: 6, proposal: Some(number("000260001")) },
        E::TooLong { digits: 12 },
        E::SerialZero,
        E::Date(day("2026-10-01")),
        E::IdentityDocument,
        E::Telephone,
        E::ProvincialTenDigits { area: area("310"), year: 2014 },
        E::RegisterNumber,
        E::CheckCode,
        E::WebAddress,
        E::OtherRegistry,
        E::Rounded,
    ];
    for error in &errors {
        assert!(!error.message().zh.starts_with("number.") && !error.message().en.contains('{'), "{error:?}");
    }
    let grade = Grade::dan(5).unwrap();
    let letter = N::LetterForDigit { found: 'O', read: '0' };
    for note in [N::FullWidth, N::Quotes, N::Label, N::GradeInFront(grade), letter, N::DecimalPoint] {
        assert!(!note.message().zh.starts_with("number.") && !note.message().en.contains('{'), "{note:?}");
    }
}

#[test]
fn each_part_is_explained_in_both_languages() {
    let explained = number("310260001").explain(day("2026-11-29"));
    let parts: Vec<_> =
        explained.parts.iter().map(|p| (p.digits.as_str(), p.meaning.zh.as_str(), p.meaning.en.as_str())).collect();
    assert_eq!(
        parts,
        [
            ("310", "上海", "Shanghai"),
            ("26", "2026年签发", "Issued in 2026"),
            ("0001", "该序列当年第1号", "No. 1 of its series in that year"),
        ]
    );
    assert!(explained.concerns.is_empty());
    assert!(number("311260001").explain(day("2026-11-29")).parts[0].meaning.en.contains("further code"));
}

#[test]
fn what_cannot_be_is_a_concern() {
    let of = |text: &str| number(text).concerns(day("2026-11-29"));
    assert_eq!(of("990260001"), [Concern::UnassignedArea(area("990"))]);
    assert_eq!(of("500960001"), [Concern::AreaNotInThatYear(area("500"))]);
    assert_eq!(of("500970001"), []);
    assert_eq!(of("310270001"), [Concern::YearAhead(2027)]);
    assert_eq!(number("990270001").explain(day("2026-11-29")).concerns.len(), 2);
}

#[test]
fn numbers_of_old_papers_are_kept_as_text_with_their_kind() {
    let legacy = LegacyNumber::read(" 3102614001 ").unwrap();
    assert_eq!((legacy.kind(), legacy.as_str()), (LegacyKind::ProvincialTenDigits, "3102614001"));
    assert_eq!(LegacyNumber::read("沪棋字第08号").unwrap().kind(), LegacyKind::Other);
    assert_eq!(LegacyNumber::read("310 26 0001"), Err(LegacyError::OfToday));
    assert_eq!(LegacyNumber::read(" "), Err(LegacyError::Empty));
    assert_eq!(LegacyNumber::read(&"1".repeat(41)), Err(LegacyError::TooLong));
    assert_eq!(LegacyNumber::read("a\u{202e}b"), Err(LegacyError::Unprintable));
    for kind in [LegacyKind::ProvincialTenDigits, LegacyKind::Other] {
        assert!(!kind.label().zh.starts_with("number."));
    }
}

proptest! {
    #[test]
    fn every_number_is_read_back_in_every_form(a in 0u16..1000, year in 0u8..100, serial in 1u32..=9999) {
        let number = CertificateNumber::from_parts(AreaCode::new(a).unwrap(), year, serial).unwrap();
        prop_assert_eq!(number.to_string().parse(), Ok(number));
        for form in [number.to_string(), number.grouped(), number.grouped().replace(' ', "-")] {
            prop_assert_eq!(read(&form), Ok(ReadNumber { number, notes: vec![] }));
        }
        let json = serde_json::to_string(&number).unwrap();
        prop_assert_eq!(serde_json::from_str::<CertificateNumber>(&json).unwrap(), number);
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "\\PC{0,40}") {
        let _ = read(&text);
        let _ = text.parse::<CertificateNumber>();
        let _ = text.parse::<CertificateId>();
        let _ = LegacyNumber::read(&text);
    }

    #[test]
    fn near_numbers_do_not_panic_either(text in "(证书号|No\\.|第|5段|5d/|=\"|Q)?[0-9０-９OlI /.:-]{0,20}[0-9XxE号.0\"]{0,3}") {
        if let Ok(read) = read(&text) {
            prop_assert!(read.number.serial() >= 1);
        }
    }
}

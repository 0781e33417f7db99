use super::GradeRemark::*;
use super::*;
use proptest::prelude::*;

fn ok(text: &str) -> (Option<String>, Vec<GradeRemark>) {
    let read = read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    (read.grade.map(|g| g.to_string()), read.remarks)
}

fn graded(grade: &str, remarks: &[GradeRemark]) -> (Option<String>, Vec<GradeRemark>) {
    (Some(grade.to_owned()), remarks.to_vec())
}

#[test]
fn the_written_forms_of_an_amateur_grade_need_no_remark() {
    for (text, grade) in
        [("5段", "5段"), ("业余5段", "5段"), (" 10级 ", "10级"), ("业余 25 级", "25级"), ("5 段", "5段")]
    {
        assert_eq!(ok(text), graded(grade, &[]), "{text}");
    }
}

#[test]
fn latin_forms_are_read_with_a_remark() {
    for (text, grade) in [
        ("5d", "5段"),
        ("5D", "5段"),
        ("5 dan", "5段"),
        ("5-dan", "5段"),
        ("amateur 5 Dan", "5段"),
        ("10k", "10级"),
        ("10 KYU", "10级"),
        ("10-kyu", "10级"),
    ] {
        assert_eq!(ok(text), graded(grade, &[LatinForm]), "{text}");
    }
}

#[test]
fn full_width_and_traditional_writing_are_read_with_a_remark() {
    assert_eq!(ok("５段"), graded("5段", &[FullWidth]));
    assert_eq!(ok("１０ｋ"), graded("10级", &[FullWidth, LatinForm]));
    assert_eq!(ok("10級"), graded("10级", &[TraditionalCharacter]));
    assert_eq!(ok("05段"), graded("5段", &[LeadingZeros]));
}

#[test]
fn chinese_numerals_are_the_professionals_and_so_a_matter_for_a_person() {
    for (text, grade) in [("五段", "5段"), ("业余五段", "5段"), ("十五级", "15级"), ("二十五级", "25级")]
    {
        assert_eq!(ok(text), graded(grade, &[ChineseNumerals]), "{text}");
        assert!(read(text).unwrap().is_doubtful());
    }
    assert_eq!(ok("初段"), graded("1段", &[FirstDanWord]));
    assert!(read("初段").unwrap().is_doubtful());
    assert!(!read("5d").unwrap().is_doubtful());
}

#[test]
fn letters_that_look_like_digits_come_back_as_a_proposal() {
    assert_eq!(ok("1O级"), graded("10级", &[LetterForDigit { found: 'O', proposed: '0' }]));
    assert_eq!(ok("l段"), graded("1段", &[LetterForDigit { found: 'l', proposed: '1' }]));
    assert_eq!(ok("I段"), graded("1段", &[LetterForDigit { found: 'I', proposed: '1' }]));
    assert!(read("1O级").unwrap().is_doubtful());
    assert_eq!(ok("10级"), graded("10级", &[]));
}

#[test]
fn no_grade_is_said_in_many_ways() {
    for text in ["", "  ", "无", "无级", "無級", "空", "-", "none", "Ungraded", "\u{3000}"] {
        assert_eq!(read(text).unwrap().grade, None, "{text:?}");
    }
}

#[test]
fn what_is_no_amateur_grade_is_refused_with_its_reason() {
    for (text, error) in [
        ("9段", GradeError::NoSuchDan(9)),
        ("九段", GradeError::NoSuchDan(9)),
        ("0段", GradeError::NoSuchDan(0)),
        ("26级", GradeError::NoSuchKyu(26)),
        ("0k", GradeError::NoSuchKyu(0)),
        ("4000000000级", GradeError::NoSuchKyu(4_000_000_000)),
        ("99999999999级", GradeError::NotAGrade),
        ("5", GradeError::UnitMissing(5)),
        ("５", GradeError::UnitMissing(5)),
        ("职业五段", GradeError::Professional),
        ("专业9段", GradeError::Professional),
        ("5p", GradeError::Professional),
        ("定段", GradeError::GroupName),
        ("段", GradeError::NotAGrade),
        ("d", GradeError::NotAGrade),
        ("-5段", GradeError::NotAGrade),
        ("五5段", GradeError::NotAGrade),
        ("强五", GradeError::NotAGrade),
    ] {
        assert_eq!(read(text), Err(error), "{text}");
    }
}

#[test]
fn every_remark_and_error_speaks_both_languages() {
    let remarks = [FullWidth, LatinForm, TraditionalCharacter, LeadingZeros, ChineseNumerals, FirstDanWord];
    for remark in remarks.into_iter().chain([LetterForDigit { found: 'O', proposed: '0' }]) {
        assert!(!remark.message().zh.starts_with("grade."), "{remark:?}");
    }
    assert!(LetterForDigit { found: 'O', proposed: '0' }.message().en.contains('O'));
    for error in [
        GradeError::NotAGrade,
        GradeError::UnitMissing(5),
        GradeError::NoSuchKyu(26),
        GradeError::NoSuchDan(9),
        GradeError::Professional,
        GradeError::GroupName,
    ] {
        assert!(!error.message().zh.starts_with("grade."), "{error:?}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,12}") {
        let _ = read(&text);
    }

    #[test]
    fn near_misses_do_not_panic_either(text in "(业余|amateur|职业)?[ -]?[0-9０-９OlI五十廿]{0,4}[ -]{0,2}(段|级|級|d|Dan|kyu|p)?") {
        let _ = read(&text);
    }

    #[test]
    fn what_a_grade_prints_is_read_back_without_a_remark(rank in 1u8..=33) {
        let grade = Grade::from_rank(rank);
        let canonical = grade.map(|g| g.to_string()).unwrap_or_default();
        prop_assert_eq!(read(&canonical), Ok(ReadGrade { grade, remarks: vec![] }));
        let slug = grade.map(Grade::slug).unwrap_or_default();
        prop_assert_eq!(read(&slug).map(|r| r.grade), Ok(grade));
    }
}

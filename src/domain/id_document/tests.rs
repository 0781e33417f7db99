use super::*;
use proptest::prelude::*;

fn read(text: &str) -> IdDocument {
    IdDocument::read(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn day(text: &str) -> Option<NaiveDate> {
    Some(text.parse().unwrap())
}

#[test]
fn a_resident_number_says_birth_date_and_sex() {
    let number = read("11010519491231002X");
    assert_eq!(number.kind(), IdKind::Resident);
    assert_eq!(number.birth(), day("1949-12-31"));
    assert_eq!(number.sex(), Some(Sex::Female));
    assert_eq!(read("440524188001010014").sex(), Some(Sex::Male));
    assert_eq!(read("440524188001010014").birth(), day("1880-01-01"));
}

#[test]
fn the_check_character_is_that_of_the_standard() {
    assert_eq!(resident::check_character("34052419800101001"), Some('X'));
    assert_eq!(resident::check_character("1101051949123100"), None);
    assert_eq!(IdDocument::read("110105194912310021"), Err(IdError::CheckCharacter));
}

#[test]
fn fifteen_digits_and_eighteen_are_one_number() {
    let old = read("340524800101001");
    assert_eq!(old.expose(), "34052419800101001X");
    assert_eq!(old, read("34052419800101001X"));
    assert_eq!(old.normalised(), read("３４０５２４ １９８００１０１ ００１ｘ").normalised());
    assert_eq!(old.birth(), day("1980-01-01"));
}

#[test]
fn small_and_full_width_letters_and_grouping_do_not_matter() {
    for text in ["11010519491231002x", "11010519491231002Ｘ", " 110105 19491231 002X ", "'11010519491231002X"] {
        assert_eq!(read(text), read("11010519491231002X"), "{text}");
    }
}

#[test]
fn only_the_province_and_the_date_are_checked_for_counties_are_abolished() {
    let with = |body: &str| format!("{body}{}", resident::check_character(body).unwrap());
    assert!(IdDocument::read(&with("34999919800101001")).is_ok(), "no such county, yet a number");
    assert_eq!(IdDocument::read(&with("99052419800101001")), Err(IdError::Province));
    assert_eq!(IdDocument::read(&with("20052419800101001")), Err(IdError::Province));
    assert_eq!(IdDocument::read(&with("00052419800101001")), Err(IdError::Province));
    assert_eq!(IdDocument::read(&with("34052419800231001")), Err(IdError::BirthDate));
    assert_eq!(IdDocument::read("340524800231001"), Err(IdError::BirthDate));
}

#[test]
fn residence_permits_of_hong_kong_macau_and_taiwan_have_addresses_of_their_own() {
    for text in ["810000199003070015", "820000199003070017", "830000199003070019"] {
        let permit = read(text);
        assert_eq!(permit.kind(), IdKind::ResidencePermit);
        assert_eq!(permit.birth(), day("1990-03-07"));
        assert_eq!(permit.sex(), Some(Sex::Male));
        assert_eq!(IdDocument::read_as(IdKind::Resident, text), Err(IdError::NotOfKind(IdKind::Resident)));
    }
}

#[test]
fn travel_permits_keep_their_number_when_they_are_renewed() {
    let permit = read("H1234567801");
    assert_eq!(permit.kind(), IdKind::HkMacauPermit);
    assert_eq!(permit.normalised(), read("h12345678").normalised());
    assert_ne!(permit.normalised(), read("M12345678").normalised());
    assert_eq!(read("01234567").kind(), IdKind::TaiwanPermit);
    assert_eq!(permit.birth(), None);
}

#[test]
fn eight_digits_that_are_a_date_are_a_permit_only_when_said_so() {
    assert_eq!(IdDocument::read("19870111"), Err(IdError::Date));
    assert_eq!(IdDocument::read_as(IdKind::TaiwanPermit, "19870111").map(|d| d.kind()), Ok(IdKind::TaiwanPermit));
}

#[test]
fn foreign_residents_have_a_new_form_and_an_old_one() {
    let new = read("911124198108030024");
    assert_eq!(new.kind(), IdKind::ForeignResident);
    assert_eq!(new.birth(), day("1981-08-03"));
    assert_eq!(new.sex(), Some(Sex::Female));
    assert_eq!(IdDocument::read("911124198108030025"), Err(IdError::CheckCharacter));
    let old = read("jpn110012345678");
    assert_eq!((old.kind(), old.birth()), (IdKind::ForeignResident, None));
}

#[test]
fn a_passport_needs_its_country() {
    assert_eq!(read("JPN:TR1234567").normalised(), "passport:JPN:TR1234567");
    for text in ["jpn tr1234567", "JPN/TR1234567", "JPN-TR 123 4567"] {
        assert_eq!(read(text), read("JPN:TR1234567"), "{text}");
    }
    assert_eq!(read("KR:M12345678").kind(), IdKind::Passport);
    assert_eq!(IdDocument::read("TR1234567"), Err(IdError::CountryMissing));
    assert_eq!(IdDocument::read("JPN:1234"), Err(IdError::Shape { characters: 8 }));
}

#[test]
fn what_was_typed_instead_is_named() {
    for (text, error) in [
        ("", IdError::Empty),
        (" '' ", IdError::Empty),
        ("1987-01-11", IdError::Date),
        ("310260001", IdError::CertificateNumber),
        ("13812345678", IdError::Telephone),
        ("123456", IdError::Shape { characters: 6 }),
        ("张三", IdError::Shape { characters: 2 }),
    ] {
        assert_eq!(IdDocument::read(text), Err(error), "{text}");
    }
}

#[test]
fn nothing_prints_a_number() {
    let document = read("11010519491231002X");
    assert_eq!(format!("{document:?}"), "IdDocument(resident)");
    assert_eq!(document.last4(), "002X");
    let error = IdDocument::read("110105194912310021").unwrap_err();
    assert!(!format!("{error:?} {error} {:?}", error.message()).contains("0105"));
}

#[test]
fn every_kind_and_error_speaks_both_languages() {
    for kind in IdKind::ALL {
        assert!(!kind.label().zh.starts_with("document."), "{kind:?}");
        assert_eq!(IdKind::from_code(kind.code()), Some(kind));
    }
    for error in [
        IdError::Empty,
        IdError::Shape { characters: 3 },
        IdError::NotOfKind(IdKind::Passport),
        IdError::Province,
        IdError::BirthDate,
        IdError::CheckCharacter,
        IdError::Date,
        IdError::CertificateNumber,
        IdError::Telephone,
        IdError::CountryMissing,
    ] {
        assert!(!error.message().zh.starts_with("document."), "{error:?}");
    }
    assert!(IdError::NotOfKind(IdKind::Passport).message().zh.contains("护照"));
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,24}") {
        let _ = IdDocument::read(&text);
        for kind in IdKind::ALL {
            let _ = IdDocument::read_as(kind, &text);
        }
    }

    #[test]
    fn near_numbers_do_not_panic_and_a_number_has_a_last_four(text in "[HMA-Z9]{0,3}[:/ -]?[0-9]{5,18}[0-9Xx]?") {
        if let Ok(document) = IdDocument::read(&text) {
            prop_assert_eq!(document.last4().len(), 4);
            let again = IdDocument::read_as(document.kind(), document.expose());
            prop_assert_eq!(again.map(|d| d.normalised()), Ok(document.normalised()));
        }
    }

    #[test]
    fn every_wrong_digit_and_every_swap_of_neighbours_is_found(days in 0u32..40_000, order in 0u32..1000, at in 0usize..17, add in 1u8..=9) {
        let birth = NaiveDate::from_ymd_opt(1920, 1, 1).unwrap() + chrono::Days::new(days.into());
        let body = format!("310101{}{order:03}", birth.format("%Y%m%d"));
        let number = format!("{body}{}", resident::check_character(&body).unwrap());
        let document = IdDocument::read(&number).unwrap();
        prop_assert_eq!(document.birth(), Some(birth));

        let mut wrong = number.clone().into_bytes();
        wrong[at] = b'0' + (wrong[at] - b'0' + add) % 10;
        prop_assert!(IdDocument::read(&String::from_utf8(wrong).unwrap()).is_err());

        if at > 0 {
            let mut swapped = number.clone().into_bytes();
            swapped.swap(at - 1, at);
            let swapped = String::from_utf8(swapped).unwrap();
            prop_assert!(swapped == number || IdDocument::read(&swapped).is_err());
        }
    }
}

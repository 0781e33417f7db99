use super::*;
use proptest::prelude::*;

fn read(raw: &str) -> PersonName {
    PersonName::read(raw).unwrap_or_else(|e| panic!("{raw}: {e}"))
}

#[test]
fn a_name_stays_as_it_was_written() {
    for raw in [
        "张伟",
        "古丽米热·买买提",
        "阿卜杜热西提•吐尔逊",
        "王〇",
        "㐂",
        "李𠮷",
        "陈𫟹",
        "김도윤",
        "Emma Laurent",
        "O’Neill-Smith, J.",
        "豈",
        "山田　太郎",
        "Nguyễn Văn A",
        "張偉",
    ] {
        assert_eq!(read(raw).as_str(), raw);
    }
    assert_eq!(read("  张伟\u{3000}").as_str(), "张伟");
    assert_eq!(read("\u{feff}张伟").as_str(), "张伟");
}

#[test]
fn a_certificate_holds_twenty_five_chinese_characters_and_a_name_fifty_of_any_kind() {
    assert_eq!(read(&"阿".repeat(25)).as_str().chars().count(), 25);
    assert_eq!(PersonName::read(&"阿".repeat(26)), Err(NameError::TooWide));
    assert_eq!(read(&"𠮷".repeat(25)).as_str().chars().count(), 25);
    assert!(PersonName::read(&"a".repeat(50)).is_ok());
    assert_eq!(PersonName::read(&"a".repeat(51)), Err(NameError::TooLong { characters: 51 }));
}

#[test]
fn what_is_no_name_is_refused_with_its_reason() {
    for (raw, error) in [
        ("", NameError::Empty),
        (" \u{3000} ", NameError::Empty),
        ("张\u{e000}", NameError::PrivateUse('\u{e000}')),
        ("张\u{f0000}", NameError::PrivateUse('\u{f0000}')),
        ("张\u{7}", NameError::NoCharacter('\u{7}')),
        ("张\n伟", NameError::NoCharacter('\n')),
        ("张\u{378}", NameError::NoCharacter('\u{378}')),
        ("张\u{202e}伟", NameError::Invisible('\u{202e}')),
        ("张\u{2066}伟", NameError::Invisible('\u{2066}')),
        ("张\u{200b}伟", NameError::Invisible('\u{200b}')),
        ("张\u{2028}伟", NameError::Invisible('\u{2028}')),
        ("张?", NameError::Lost),
        ("张\u{fffd}", NameError::Lost),
        ("张伟2", NameError::NotInNames('2')),
        ("张😀", NameError::NotInNames('😀')),
        ("<b>", NameError::NotInNames('<')),
        ("·", NameError::NoLetter),
        ("--", NameError::NoLetter),
    ] {
        assert_eq!(PersonName::read(raw), Err(error), "{raw:?}");
    }
}

#[test]
fn words_that_stand_for_nobody_are_no_names() {
    use ReservedReason::*;
    for (raw, reason) in [
        ("轮空", Bye),
        ("輪空", Bye),
        ("Bye", Bye),
        ("ＢＹＥ", Bye),
        ("轮 空", Bye),
        ("No Player", Placeholder),
        ("no-player", Placeholder),
        ("Dummy", Placeholder),
        ("无名", Placeholder),
        ("無名氏", Placeholder),
        ("N/A", Placeholder),
        ("测试", Trial),
        ("測試", Trial),
        ("Test", Trial),
        ("弃权", Absence),
        ("选手", Role),
    ] {
        assert_eq!(reserved(raw), Some(reason), "{raw}");
    }
    assert_eq!(PersonName::read("轮空"), Err(NameError::Reserved(Bye)));
    for counted in ["选手12", "测试1", "Bye 2", "Player B", "dummy3"] {
        assert!(reserved(counted).is_some(), "{counted}");
    }
    for person in ["白空", "Byers", "Tester Anna", "吴铭", "吴名", "李测试", "Nan Li", "易名"] {
        assert_eq!(reserved(person), None, "{person}");
    }
}

#[test]
fn writings_of_one_name_share_a_key() {
    for (written, key) in [
        ("张伟", "张伟"),
        ("張偉", "张伟"),
        ("张 伟", "张伟"),
        ("张\u{3000}伟", "张伟"),
        ("古丽米热•买买提", "古丽米热·买买提"),
        ("古丽米热 ・ 买买提", "古丽米热·买买提"),
        ("古麗米熱‧買買提", "古丽米热·买买提"),
        ("古丽米热.买买提", "古丽米热·买买提"),
        ("古丽米热．买买提", "古丽米热·买买提"),
        ("古丽米热﹒买买提", "古丽米热·买买提"),
        ("古丽米热⋅买买提", "古丽米热·买买提"),
        ("古丽米热∙买买提", "古丽米热·买买提"),
        ("古丽米热･买买提", "古丽米热·买买提"),
        ("EMMA  Laurent", "emma laurent"),
        ("Ｅｍｍａ Ｌａｕｒｅｎｔ", "emma laurent"),
        ("José Müller-Weiß", "jose muller-weiss"),
        ("葉問", "叶问"),
        ("龑", "䶮"),
        ("김 도윤", "김도윤"),
        ("李𠮷", "李𠮷"),
        ("J. Smith", "j. smith"),
    ] {
        assert_eq!(search_key(written), key, "{written}");
    }
    assert_ne!(search_key("张伟"), search_key("张玮"), "names that only sound alike differ");
}

#[test]
fn the_table_of_simplified_characters_has_no_loops_and_thousands_of_pairs() {
    let table = key::table();
    assert!(table.len() > 2_500, "{}", table.len());
    for (from, to) in table {
        assert!(!table.contains_key(to), "{from} → {to} → …");
        assert!(is_han(*from) && is_han(*to), "{from} → {to}");
    }
}

#[test]
fn a_name_is_found_by_its_sound() {
    for (name, sound) in [
        ("张伟", "zhangwei"),
        ("章炜", "zhangwei"),
        ("張偉", "zhangwei"),
        ("Zhang Wei", "zhangwei"),
        ("吕布", "lubu"),
        ("Lü Bu", "lubu"),
        ("单雄信", "shanxiongxin"),
        ("曾国藩", "zengguofan"),
        ("尉迟恭", "yuchigong"),
        ("万俟卨", "moqixie"),
        ("买买提·艾力", "maimaitiaili"),
    ] {
        assert_eq!(pinyin_key(name).as_deref(), Some(sound), "{name}");
    }
    assert_eq!(pinyin_key("·"), None);
}

#[test]
fn a_masked_name_keeps_the_first_and_the_last() {
    for (name, masked) in [
        ("张伟", "张*"),
        ("张子轩", "张*轩"),
        ("欧阳娜娜", "欧**娜"),
        ("古丽米热·买买提", "古**热·买*提"),
        ("阿布都·艾力", "阿*都·艾*"),
        ("李𠮷", "李*"),
        ("𠮷𠮷𠮷", "𠮷*𠮷"),
        ("Emma Laurent", "E* L*"),
        ("Jean-Luc O’Neill", "J*-L* O*"),
        ("É́mile", "É́*"),
        ("김도윤", "김*윤"),
        ("金", "*"),
        ("", ""),
        ("葛\u{e0100}城", "葛\u{e0100}*"),
    ] {
        assert_eq!(mask(name), masked, "{name}");
    }
}

#[test]
fn logs_show_a_name_masked() {
    assert_eq!(format!("{:?}", read("张子轩")), "PersonName(张*轩)");
}

#[test]
fn every_reason_speaks_both_languages() {
    use ReservedReason::*;
    for reason in [Bye, Absence, Trial, Placeholder, Role] {
        assert!(!NameError::Reserved(reason).message().zh.starts_with("name."), "{reason:?}");
    }
    for error in [
        NameError::Empty,
        NameError::TooLong { characters: 51 },
        NameError::TooWide,
        NameError::PrivateUse('\u{e000}'),
        NameError::NoCharacter('\u{7}'),
        NameError::Invisible('\u{202e}'),
        NameError::Lost,
        NameError::NotInNames('2'),
        NameError::NoLetter,
    ] {
        let message = error.message();
        assert!(!message.zh.starts_with("name.") && !message.en.contains('{'), "{error:?}");
    }
    assert!(!NameError::Invisible('\u{202e}').message().zh.contains('\u{202e}'), "the message stays readable");
}

proptest! {
    #[test]
    fn no_text_makes_the_readers_panic(text in "\\PC{0,60}") {
        let _ = PersonName::read(&text);
        let _ = mask(&text);
        let _ = pinyin_key(&text);
    }

    #[test]
    fn a_key_is_its_own_key(text in any::<String>()) {
        let key = search_key(&text);
        prop_assert_eq!(search_key(&key), key);
    }

    #[test]
    fn what_sets_the_parts_of_a_name_apart_does_not_matter_when_it_is_looked_up(
        parts in prop::collection::vec("[a-z\u{4e00}-\u{4eff}]{1,4}", 1..4),
        between in "[ ·•‧・.-]",
    ) {
        prop_assert_eq!(lookup_key(&parts.join(&between)), lookup_key(&parts.concat()));
    }

    #[test]
    fn a_mask_never_shows_a_middle_character(name in "[\u{4e00}-\u{9fa5}]{3,12}") {
        let masked = mask(&name);
        let middle: String = name.chars().skip(1).take(name.chars().count() - 2).collect();
        let shown: String = masked.chars().skip(1).take(masked.chars().count() - 2).collect();
        prop_assert_eq!(shown, "*".repeat(middle.chars().count()));
    }

    #[test]
    fn a_name_that_is_read_is_read_again_unchanged(text in "[张王李·•A-Za-zé 𠮷\u{4e00}-\u{4eff}]{1,20}") {
        if let Ok(name) = PersonName::read(&text) {
            prop_assert_eq!(PersonName::read(name.as_str()), Ok(name.clone()));
            prop_assert!(text.contains(name.as_str()));
        }
    }
}

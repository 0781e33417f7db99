//! How a name sounds, for finding candidates: `zhangwei` for 张伟, 章炜 and Zhang Wei.

use super::{compatible, is_han, search_key};
use pinyin::ToPinyin;

/// Characters that are read otherwise when they are a surname.
const SURNAME_READINGS: [(char, &str); 30] = [
    ('单', "shan"),
    ('單', "shan"),
    ('解', "xie"),
    ('曾', "zeng"),
    ('仇', "qiu"),
    ('区', "ou"),
    ('區', "ou"),
    ('查', "zha"),
    ('任', "ren"),
    ('盖', "ge"),
    ('朴', "piao"),
    ('翟', "zhai"),
    ('种', "chong"),
    ('缪', "miao"),
    ('繆', "miao"),
    ('乐', "yue"),
    ('樂', "yue"),
    ('华', "hua"),
    ('冼', "xian"),
    ('覃', "qin"),
    ('尹', "yin"),
    ('宁', "ning"),
    ('折', "she"),
    ('黑', "he"),
    ('员', "yun"),
    ('員', "yun"),
    ('郇', "xun"),
    ('逄', "pang"),
    ('乜', "nie"),
    ('召', "shao"),
];

/// Surnames of two characters with a reading of their own.
const DOUBLE_SURNAME_READINGS: [(&str, &str); 8] = [
    ("尉迟", "yuchi"),
    ("尉遲", "yuchi"),
    ("万俟", "moqi"),
    ("澹台", "tantai"),
    ("长孙", "zhangsun"),
    ("長孫", "zhangsun"),
    ("单于", "chanyu"),
    ("單于", "chanyu"),
];

/// The key of how a name sounds: small letters without tones, spaces and dots, `ü` as `u`.
///
/// Characters that are not Chinese keep their letter, so a name written in pinyin meets the one in characters. `None`
/// for a name of which a character has no known sound.
pub fn pinyin_key(name: &str) -> Option<String> {
    let plain = compatible(name);
    let plain = plain.trim();
    let mut key = String::new();
    let mut rest = plain;
    if let Some((surname, sound)) = DOUBLE_SURNAME_READINGS.iter().find(|(surname, _)| plain.starts_with(surname)) {
        key.push_str(sound);
        rest = &plain[surname.len()..];
    } else if let Some(first) = plain.chars().next()
        && let Some((_, sound)) = SURNAME_READINGS.iter().find(|(surname, _)| *surname == first)
    {
        key.push_str(sound);
        rest = &plain[first.len_utf8()..];
    }
    for c in rest.chars() {
        if is_han(c) {
            key.push_str(&c.to_pinyin()?.plain().replace(['ü', 'v'], "u"));
        } else {
            key.extend(search_key(&c.to_string()).chars().filter(|c| c.is_alphabetic()));
        }
    }
    (!key.is_empty()).then_some(key)
}

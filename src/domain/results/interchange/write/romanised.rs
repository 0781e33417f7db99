//! Names in Latin letters, for files that hold no others.

use super::super::names::split;
use crate::domain::name::pinyin_key;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A name in ASCII letters, given name first: marks dropped from Latin ones, Chinese ones by their sound. `Player` where no sound is known;
/// who it is says the number beside it.
pub(super) fn romanised(name: &str) -> String {
    let plain: String = name.nfkd().filter(|c| !is_combining_mark(*c)).collect();
    if is_plain(&plain) {
        return plain;
    }
    let (family, given) = split(name);
    let parts: Option<Vec<String>> = [family, given]
        .into_iter()
        .filter(|part| !part.is_empty())
        .map(|part| pinyin_key(part).map(|sound| capital(&sound)))
        .rev()
        .collect();
    match parts.map(|parts| parts.join(" ")) {
        Some(name) if is_plain(&name) => name,
        _ => "Player".to_owned(),
    }
}

fn is_plain(name: &str) -> bool {
    name.is_ascii() && name.chars().any(|c| c.is_ascii_alphabetic())
}

fn capital(sound: &str) -> String {
    let mut characters = sound.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::romanised;

    #[test]
    fn names_are_written_by_their_sound() {
        for (name, latin) in [
            ("张子轩", "Zixuan Zhang"),
            ("司马馨明", "Xinming Sima"),
            ("曾一", "Yi Zeng"),
            ("买买提·艾力", "Maitiaili Mai"),
            ("René Müller", "Rene Muller"),
            ("\u{30000}", "Player"),
        ] {
            assert_eq!(romanised(name), latin, "{name}");
        }
    }
}

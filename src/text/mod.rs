//! The one catalogue of words: every text a person reads, in both languages.
//!
//! Texts live in `src/text/catalogue/*.toml`, one file per subject; the file's name is the first part of
//! the key: `public.toml` with `lookup.title = { zh = "…", en = "…" }` gives the key `public.lookup.title`.
//! `{name}` in a text is replaced by the argument of that name.

pub mod dates;
mod filled;

use filled::Text;
use rust_embed::RustEmbed;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

/// A language of the pages. Chinese comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// Simplified Chinese.
    #[default]
    Zh,
    /// English.
    En,
}

impl Lang {
    /// The language tag of HTML's `lang` attribute.
    pub fn tag(self) -> &'static str {
        match self {
            Lang::Zh => "zh-CN",
            Lang::En => "en",
        }
    }

    /// The short code used in cookies, tables and query strings: `zh` or `en`.
    pub fn code(self) -> &'static str {
        match self {
            Lang::Zh => "zh",
            Lang::En => "en",
        }
    }

    /// Reads `zh` or `en` (also as the beginning of a longer tag such as `zh-CN`).
    pub fn from_code(code: &str) -> Option<Self> {
        match code.get(..2) {
            Some("zh") => Some(Lang::Zh),
            Some("en") => Some(Lang::En),
            _ => None,
        }
    }
}

/// A text in both languages, for answers that carry both (findings, reasons, the API).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Bilingual {
    /// Simplified Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

impl Bilingual {
    /// The text in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Zh => &self.zh,
            Lang::En => &self.en,
        }
    }
}

#[derive(RustEmbed)]
#[folder = "src/text/catalogue/"]
struct Files;

struct Entry {
    zh: Text,
    en: Text,
}

impl Entry {
    fn get(&self, lang: Lang) -> &Text {
        match lang {
            Lang::Zh => &self.zh,
            Lang::En => &self.en,
        }
    }
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(load);

type Catalogue = HashMap<String, Entry, BuildHasherDefault<KeyHasher>>;

/// A quick hash for keys that we have written ourselves: a page asks for some fifty texts.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        let mut mix = |word: u64| self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        for word in &mut words {
            // proven: a chunk of eight bytes is eight bytes.
            mix(u64::from_le_bytes(word.try_into().unwrap_or_default()));
        }
        mix(words.remainder().iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn load() -> Catalogue {
    let mut all = Catalogue::default();
    for name in Files::iter() {
        let Some(file) = Files::get(&name) else { continue };
        let body = String::from_utf8_lossy(&file.data).into_owned();
        // A catalogue file that does not parse is caught by the test below, before it can ship.
        if let Ok(table) = body.parse::<toml::Table>() {
            flatten(name.trim_end_matches(".toml"), &table, &mut all);
        }
    }
    all
}

fn flatten(prefix: &str, table: &toml::Table, into: &mut Catalogue) {
    if let (Some(zh), Some(en)) =
        (table.get("zh").and_then(toml::Value::as_str), table.get("en").and_then(toml::Value::as_str))
    {
        into.insert(prefix.to_owned(), Entry { zh: Text::new(zh), en: Text::new(en) });
        return;
    }
    for (key, value) in table {
        if let toml::Value::Table(inner) = value {
            flatten(&format!("{prefix}.{key}"), inner, into);
        }
    }
}

/// The text of `key`; a key that is missing shows itself, so that nothing is hidden from a reader.
pub fn text(lang: Lang, key: &str) -> &str {
    CATALOGUE.get(key).map_or(key, |entry| entry.get(lang).words())
}

/// Whether the catalogue has `key`.
pub fn has(key: &str) -> bool {
    CATALOGUE.contains_key(key)
}

/// All keys, sorted.
pub fn keys() -> Vec<&'static str> {
    let mut keys: Vec<_> = CATALOGUE.keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// The text of `key` with each `{name}` replaced by its argument, in one pass (an argument is never expanded again).
pub fn fill(lang: Lang, key: &str, arguments: &[(&str, &str)]) -> String {
    CATALOGUE.get(key).map_or_else(|| key.to_owned(), |entry| entry.get(lang).fill(arguments))
}

/// [`fill`] in both languages, with arguments that are texts in both languages themselves.
pub fn both_of(key: &str, arguments: &[(&str, &Bilingual)]) -> Bilingual {
    let in_one = |lang| {
        let arguments: Vec<(&str, &str)> = arguments.iter().map(|(name, value)| (*name, value.get(lang))).collect();
        fill(lang, key, &arguments)
    };
    Bilingual { zh: in_one(Lang::Zh), en: in_one(Lang::En) }
}

/// [`fill`] in both languages.
pub fn both(key: &str, arguments: &[(&str, &str)]) -> Bilingual {
    Bilingual { zh: fill(Lang::Zh, key, arguments), en: fill(Lang::En, key, arguments) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_catalogue_file_parses_and_every_leaf_has_both_languages() {
        fn leaves(path: &str, table: &toml::Table) {
            if table.contains_key("zh") || table.contains_key("en") {
                assert!(table["zh"].as_str().is_some_and(|t| !t.is_empty()), "{path} lacks zh");
                assert!(table["en"].as_str().is_some_and(|t| !t.is_empty()), "{path} lacks en");
                assert_eq!(table.len(), 2, "{path} has more than zh and en");
                return;
            }
            for (key, value) in table {
                leaves(&format!("{path}.{key}"), value.as_table().unwrap_or_else(|| panic!("{path}.{key} is no text")));
            }
        }
        for name in Files::iter() {
            let body = String::from_utf8(Files::get(&name).unwrap().data.into_owned()).unwrap();
            let table: toml::Table = body.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
            leaves(&name, &table);
        }
    }

    /// Pages write words that need no argument as they stand (`|safe`); those of the commands stand on no page.
    #[test]
    fn no_text_has_a_sign_that_markup_gives_a_meaning_in_words_or_in_double_quotes() {
        for key in keys().into_iter().filter(|key| !key.starts_with("cli.")) {
            for lang in [Lang::Zh, Lang::En] {
                assert!(!text(lang, key).contains(['<', '>', '&', '"']), "{key}: {}", text(lang, key));
            }
        }
    }

    /// What a template writes unescaped is words of ours, a part of the frame, or the attribute of a language.
    #[test]
    fn nothing_but_words_and_frames_is_written_unescaped_and_attributes_stand_in_double_quotes() {
        fn walk(dir: &std::path::Path, found: &mut Vec<(String, String)>) {
            for entry in std::fs::read_dir(dir).unwrap() {
                let path = entry.unwrap().path();
                match path.is_dir() {
                    true => walk(&path, found),
                    false => found.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap())),
                }
            }
        }
        let mut found = Vec::new();
        walk(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("templates"), &mut found);
        assert!(found.len() > 40);
        let allowed = |expression: &str| {
            let words = expression.strip_prefix("shell.t(\"").and_then(|rest| rest.strip_suffix("\")"));
            words.is_some_and(|key| has(key) && !key.starts_with("cli."))
                || expression.starts_with("shell.framed(crate::web::frame::Part::")
                || expression == "shell.run()"
        };
        for (name, template) in found {
            assert!(!template.contains("='"), "{name}: an attribute in single quotes");
            for piece in template.split("{{").skip(1) {
                let expression = piece.split("}}").next().unwrap_or_default().replace(' ', "");
                assert!(!expression.contains("|e(") && !expression.contains("|escape("), "{name}: {expression}");
                if let Some((what, after)) = expression.split_once("|safe") {
                    assert!(allowed(what) && after.is_empty(), "{name}: {expression}");
                }
            }
        }
    }
}

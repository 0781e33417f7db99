//! Rust source without what does not count: comments, texts, test modules.

/// `code` with comments and the insides of texts and characters replaced by spaces; lines stay where they were.
pub(super) fn bare(code: &str) -> String {
    let chars: Vec<char> = code.chars().collect();
    let mut out: Vec<char> = Vec::with_capacity(chars.len());
    let mut i = 0;
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let blank = |out: &mut Vec<char>, from: usize, to: usize| {
        out.extend(chars[from..to.min(chars.len())].iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
    };
    while i < chars.len() {
        let start = i;
        let word_before = i > 0 && (chars[i - 1].is_alphanumeric() || chars[i - 1] == '_');
        match chars[i] {
            '/' if at(i + 1) == '/' => {
                while i < chars.len() && chars[i] != '\n' {
                    i += 1;
                }
                blank(&mut out, start, i);
            }
            '/' if at(i + 1) == '*' => {
                let mut depth = 0;
                while i < chars.len() {
                    if at(i) == '/' && at(i + 1) == '*' {
                        depth += 1;
                        i += 2;
                    } else if at(i) == '*' && at(i + 1) == '/' {
                        depth -= 1;
                        i += 2;
                        if depth == 0 {
                            break;
                        }
                    } else {
                        i += 1;
                    }
                }
                blank(&mut out, start, i);
            }
            'r' if !word_before && raw_hashes(&chars, i + 1).is_some() => {
                let hashes = raw_hashes(&chars, i + 1).unwrap();
                i += 2 + hashes;
                while i < chars.len() && !(chars[i] == '"' && (1..=hashes).all(|n| at(i + n) == '#')) {
                    i += 1;
                }
                i += 1 + hashes;
                blank(&mut out, start, i);
            }
            '"' => {
                i += 1;
                while i < chars.len() && chars[i] != '"' {
                    i += if chars[i] == '\\' { 2 } else { 1 };
                }
                i += 1;
                blank(&mut out, start, i);
            }
            // A character, not a lifetime: 'x' or an escape.
            '\'' if at(i + 1) == '\\' || (at(i + 2) == '\'' && at(i + 1) != '\'') => {
                i += if at(i + 1) == '\\' { 3 } else { 2 };
                while i < chars.len() && chars[i] != '\'' {
                    i += 1;
                }
                i += 1;
                blank(&mut out, start, i);
            }
            other => {
                out.push(other);
                i += 1;
            }
        }
    }
    out.into_iter().collect()
}

/// The number of `#` between an `r` and the quotation mark of a raw text, if one begins here.
fn raw_hashes(chars: &[char], from: usize) -> Option<usize> {
    let hashes = chars[from.min(chars.len())..].iter().take_while(|c| **c == '#').count();
    (chars.get(from + hashes) == Some(&'"')).then_some(hashes)
}

/// Bare code with everything under `#[cfg(test)]` blanked: a module, a function, a `use`.
pub(super) fn without_tests(bare: &str) -> String {
    let mut out = String::with_capacity(bare.len());
    let mut rest = bare;
    while let Some(found) = rest.find("#[cfg(test)]") {
        out.push_str(&rest[..found]);
        let item = &rest[found..];
        let end = item_end(item);
        out.extend(item[..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        rest = &item[end..];
    }
    out.push_str(rest);
    out
}

/// The end of the item that begins here: its closing brace, or its semicolon when that comes before any brace.
fn item_end(item: &str) -> usize {
    let mut depth = 0;
    for (at, c) in item.char_indices() {
        match c {
            ';' if depth == 0 => return at + 1,
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth <= 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    item.len()
}

/// The names of modules that are compiled for tests only and lie in a file of their own.
pub(super) fn test_module_files(bare: &str) -> Vec<String> {
    bare.split("#[cfg(test)]")
        .skip(1)
        .filter_map(|after| {
            let item =
                after[..item_end(after)].trim().trim_start_matches("pub(crate) ").trim_start_matches("pub(super) ");
            item.strip_prefix("mod ")?.strip_suffix(';').map(|name| name.trim().to_owned())
        })
        .collect()
}

/// Each use of a module of the crate's root, as (line, module): `crate::a`, `qipin::a`, `crate::{a, b::c}`, and chains
/// of `super` that climb out of a file `depth` modules deep.
pub(super) fn roots_used(bare: &str, depth: usize) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for start in ["crate::", "qipin::"] {
        for (at, _) in bare.match_indices(start) {
            let before = bare[..at].chars().next_back().unwrap_or(' ');
            // `pub(in crate::a)` and `$crate::a` count; `other_crate::a` and `a::crate_name` do not.
            if !(before.is_alphanumeric() || before == '_' || before == ':') {
                collect(bare, at + start.len(), &mut found);
            }
        }
    }
    let mut from = 0;
    while let Some(at) = bare[from..].find("super::").map(|at| at + from) {
        let mut end = at;
        let mut climbed = 0;
        while bare[end..].starts_with("super::") {
            climbed += 1;
            end += "super::".len();
        }
        if climbed >= depth {
            collect(bare, end, &mut found);
        }
        from = end;
    }
    found
}

fn collect(bare: &str, at: usize, found: &mut Vec<(usize, String)>) {
    let line = bare[..at].matches('\n').count() + 1;
    let rest = &bare[at..];
    match rest.strip_prefix('{') {
        None => {
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !name.is_empty() {
                found.push((line, name));
            }
        }
        Some(group) => {
            let mut depth = 0;
            let mut fresh = true;
            let mut name = String::new();
            for c in group.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        found.push((line, std::mem::take(&mut name)));
                        fresh = true;
                    }
                    c if depth == 0 && fresh && (c.is_alphanumeric() || c == '_') => name.push(c),
                    c if depth == 0 && !name.is_empty() && !c.is_whitespace() => fresh = false,
                    _ => {}
                }
            }
            if !name.is_empty() {
                found.push((line, name));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_texts_do_not_count() {
        let code = "let a = \"crate::x \\\" }\"; // crate::y\n/* crate::z /* } */ */ let b = r#\"crate::w\"#; let c = '\"'; \
                    let d: &'a str = '{'; let e = '\\''; crate::seen();";
        let bare = bare(code);
        assert_eq!(bare.matches("crate::").count(), 1, "{bare}");
        assert_eq!(bare.matches('\n').count(), 1);
        assert!(!bare.contains('{') && !bare.contains('}'));
        assert!(bare.contains("&'a str"));
    }

    #[test]
    fn what_is_under_cfg_test_goes() {
        let code = "use a;\n#[cfg(test)]\nuse b;\n#[cfg(test)]\nmod tests { fn c() { d() } }\nfn e() {}\n#[cfg(test)]\npub(super) mod far;\n";
        let kept = without_tests(code);
        assert!(kept.contains("use a") && kept.contains("fn e()"));
        assert!(!kept.contains("use b") && !kept.contains("fn c") && !kept.contains("far"));
        assert_eq!(kept.lines().count(), code.lines().count());
        assert_eq!(test_module_files(code), ["far"]);
    }

    #[test]
    fn paths_from_the_root_are_found_in_every_spelling() {
        let names = |code: &str, depth| roots_used(code, depth).into_iter().map(|(_, name)| name).collect::<Vec<_>>();
        assert_eq!(
            names("use crate::store::Pool; qipin::web::run(); $crate::text::fill()", 1),
            ["store", "text", "web"]
        );
        assert_eq!(names("use crate::{clock::Clock, domain::{a, b}, text};", 1), ["clock", "domain", "text"]);
        assert_eq!(names("use super::super::store::Pool; use super::model::Row;", 2), ["store"]);
        assert_eq!(names("use super::Row; use super::store;", 2), Vec::<String>::new());
        assert_eq!(names("use my_crate::store::X; use other::qipin::y;", 1), Vec::<String>::new());
        assert_eq!(roots_used("\n\nuse crate::a;", 1), [(3, "a".to_owned())]);
    }
}

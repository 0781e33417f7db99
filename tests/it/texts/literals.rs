//! The texts between quotation marks in Rust source and in templates.

/// Every text literal of Rust source, with its line; comments do not count.
pub fn of_rust(code: &str) -> Vec<(usize, String)> {
    let chars: Vec<char> = code.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let mut found = Vec::new();
    let (mut i, mut line) = (0, 1);
    while i < chars.len() {
        let start = i;
        match chars[i] {
            '/' if at(i + 1) == '/' => {
                while i < chars.len() && chars[i] != '\n' {
                    i += 1;
                }
            }
            '/' if at(i + 1) == '*' => {
                while i < chars.len() && !(chars[i] == '*' && at(i + 1) == '/') {
                    i += 1;
                }
                i += 2;
            }
            // A character such as '"' opens no text; a lifetime has no second mark.
            '\'' if at(i + 1) == '\\' => i += if at(i + 3) == '\'' { 4 } else { 2 },
            '\'' if at(i + 2) == '\'' => i += 3,
            '"' => {
                let hashes = chars[..i].iter().rev().take_while(|c| **c == '#').count();
                let raw = chars[..i - hashes].last() == Some(&'r');
                i += 1;
                let mut text = String::new();
                loop {
                    match at(i) {
                        '\0' if i >= chars.len() => break,
                        '\\' if !raw => {
                            text.push(at(i + 1));
                            i += 2;
                        }
                        '"' if !raw || (1..=hashes).all(|n| at(i + n) == '#') => {
                            i += 1;
                            break;
                        }
                        c => {
                            text.push(c);
                            i += 1;
                        }
                    }
                }
                found.push((line, text));
            }
            _ => i += 1,
        }
        line += chars[start..i.min(chars.len())].iter().filter(|c| **c == '\n').count();
    }
    found
}

/// Everything between two quotation marks of a template, with its line. In `href="{{ t("a.b") }}"` the marks nest, so
/// the pieces between any two neighbours are given.
pub fn of_template(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let pieces: Vec<&str> = line.split('"').collect();
        let inner = pieces.len().saturating_sub(2);
        found.extend(pieces.into_iter().skip(1).take(inner).map(|piece| (number + 1, piece.to_owned())));
    }
    found
}

#[test]
fn literals_of_rust_are_found_and_comments_are_not() {
    let code =
        "// \"a.b\"\nlet x = \"c.d\"; /* \"e.f\" */ let q = '\"'; let l: &'a str = \"g\\\"h\";\nlet r = r#\"i\"j\"#;";
    assert_eq!(of_rust(code), [(2, "c.d".into()), (2, "g\"h".into()), (3, "i\"j".into())]);
}

#[test]
fn literals_of_templates_are_found_inside_attributes() {
    let found: Vec<_> =
        of_template("<a href=\"{{ t(\"a.b\") }}\">{{ t(\"c.d\") }}</a>").into_iter().map(|(_, s)| s).collect();
    assert!(found.contains(&"a.b".to_owned()) && found.contains(&"c.d".to_owned()));
}

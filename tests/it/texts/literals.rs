//! The texts between quotation marks in Rust source and in templates.

/// A text literal, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Literal {
    pub line: usize,
    pub text: String,
    /// The function whose first argument the literal is.
    pub callee: String,
}

/// Every text literal of Rust source; comments do not count.
pub fn of_rust(code: &str) -> Vec<Literal> {
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
                found.push(Literal { line, text, callee: callee(&chars[..start]) });
            }
            _ => i += 1,
        }
        line += chars[start..i.min(chars.len())].iter().filter(|c| **c == '\n').count();
    }
    found
}

/// The name before the bracket that was opened last: `record` after `tx.record(`.
fn callee(before: &[char]) -> String {
    let mut back = before.iter().rev().copied().skip_while(|c| c.is_whitespace() || matches!(c, '&' | '#' | 'r'));
    if back.next() != Some('(') {
        return String::new();
    }
    let name: Vec<char> = back.take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    name.into_iter().rev().collect()
}

/// Everything between two quotation marks of a template, with its line. In `href="{{ t("a.b") }}"` the marks nest, so
/// the pieces between any two neighbours are given.
pub fn of_template(text: &str) -> Vec<Literal> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let pieces: Vec<&str> = line.split('"').collect();
        let inner = pieces.len().saturating_sub(2);
        found.extend(pieces.into_iter().skip(1).take(inner).map(|piece| Literal {
            line: number + 1,
            text: piece.to_owned(),
            callee: String::new(),
        }));
    }
    found
}

#[test]
fn literals_of_rust_are_found_and_comments_are_not() {
    let code = "// \"a.b\"\nlet x = \"c.d\"; /* \"e.f\" */ let q = '\"'; let l: &'a str = say(\"g\\\"h\");\nlet r = r#\"i\"j\"#;";
    let found: Vec<_> = of_rust(code).into_iter().map(|found| (found.line, found.text, found.callee)).collect();
    let is = |line, text: &str, callee: &str| (line, text.to_owned(), callee.to_owned());
    assert_eq!(found, [is(2, "c.d", ""), is(2, "g\"h", "say"), is(3, "i\"j", "")]);
}

#[test]
fn literals_of_templates_are_found_inside_attributes() {
    let found = of_template("<a href=\"{{ t(\"a.b\") }}\">{{ t(\"c.d\") }}</a>");
    assert!(["a.b", "c.d"].iter().all(|key| found.iter().any(|found| found.text == *key)));
}

//! Values that people typed, made fit for a line of a mail or of a header.

/// Whether a character may stand in a mail. Controls could end a line or a header; the marks that turn
/// the direction of writing, and the ones nobody sees, could make a line read as something else.
fn shows(c: char) -> bool {
    !c.is_control()
        && !matches!(c,
            '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}'
            | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// One line of at most `longest` characters: whatever does not show becomes a space, spaces are joined,
/// and what is too long ends in `…`.
///
/// `=?`, which begins an encoded word of a header (RFC 2047 §2), is taken apart so that nobody can smuggle
/// in an encoded word of their own.
pub(super) fn line(raw: &str, longest: usize) -> String {
    let mut out = String::with_capacity(raw.len());
    for c in raw.chars().map(|c| if shows(c) && !c.is_whitespace() { c } else { ' ' }) {
        if c == ' ' && (out.is_empty() || out.ends_with(' ')) {
            continue;
        }
        if c == '?' && out.ends_with('=') {
            out.push(' ');
        }
        out.push(c);
    }
    out.truncate(out.trim_end().len());
    cut(out, longest)
}

/// Several lines of a text that a person wrote, each after `> `, so that none can pass for the mail's own;
/// at most `longest` characters in all.
pub(super) fn quoted(raw: &str, longest: usize) -> String {
    cut(raw.to_owned(), longest)
        .lines()
        .map(|part| line(part, longest))
        .filter(|part| !part.is_empty())
        .map(|part| format!("> {part}"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn cut(text: String, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text,
        Some(_) => {
            let kept: String = text.chars().take(longest.saturating_sub(1)).collect();
            format!("{}…", kept.trim_end())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stays_one_line() {
        assert_eq!(line(" 王\r\nBcc: x@y \u{202e}小\t明\u{2028}", 99), "王 Bcc: x@y 小 明");
        assert_eq!(line("=?utf-8?b?eA==?=", 99), "= ?utf-8?b?eA== ?=");
        assert_eq!(line("\u{7f}\0", 9), "");
    }

    #[test]
    fn names_of_all_kinds_stay_whole() {
        for name in ["𠮷野𫟹", "阿卜杜拉·买买提", "João d'Ávila", "Ng, T. K."] {
            assert_eq!(line(name, 50), name);
        }
    }

    #[test]
    fn a_long_value_is_cut_by_characters_and_says_so() {
        assert_eq!(line("甲乙丙丁", 3), "甲乙…");
        assert_eq!(line("甲乙丙", 3), "甲乙丙");
    }

    #[test]
    fn a_quoted_text_cannot_pass_for_the_mails_own_lines() {
        assert_eq!(quoted("第一行\n\n--\r\nhttp://x", 99), "> 第一行\n> --\n> http://x");
    }
}

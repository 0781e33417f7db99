//! Chinese on an English page says that it is Chinese: names, places, what people wrote. Here the runs that no element
//! marks yet are marked, on every page at once, so that a screen reader speaks them and a browser takes the right font.

use std::borrow::Cow;

/// What opens and closes a marked run.
const OPEN: &str = "<span lang=\"zh-CN\">";
const CLOSE: &str = "</span>";

/// Elements without an end.
const VOID: [&str; 7] = ["meta", "link", "input", "br", "wbr", "hr", "img"];

/// What an element says about the text in it.
#[derive(Clone, Copy, PartialEq)]
enum Inside {
    /// Text that is not Chinese by what is around it.
    Other,
    /// Text that an element marks as Chinese.
    Chinese,
    /// Nothing in it can be marked: a title, a drawing.
    Closed,
    /// Only the element itself can be marked: a choice of a list, a field for text.
    Whole,
}

/// A page with every run of Chinese marked. A page without Chinese is given back as it is.
pub fn mark(page: &str) -> Cow<'_, str> {
    if !page.chars().any(is_han) {
        return Cow::Borrowed(page);
    }
    let mut out = String::with_capacity(page.len() + page.len() / 8);
    let mut open: Vec<(&str, Inside)> = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        let (text, from) = rest.split_at(at);
        let inside = open.last().map_or(Inside::Other, |(_, inside)| *inside);
        push_text(&mut out, text, inside);
        let end = from.find('>').map_or(from.len(), |end| end + 1);
        let (tag, after) = from.split_at(end);
        out.push_str(tag);
        rest = after;
        match tag.strip_prefix("</") {
            Some(name) => {
                let name = name.trim_end_matches('>').trim();
                if let Some(at) = open.iter().rposition(|(opened, _)| *opened == name) {
                    open.truncate(at);
                }
            }
            None if tag.ends_with("/>") || tag.starts_with("<!") || tag.starts_with("<?") => {}
            None => {
                let name = name_of(tag);
                if VOID.contains(&name) {
                    continue;
                }
                let inner = within(name, tag, inside);
                let text = &rest[..rest.find('<').unwrap_or(rest.len())];
                if inner == Inside::Whole && text.chars().any(is_han) {
                    // An element that cannot hold another one carries the mark itself.
                    out.pop();
                    out.push_str(" lang=\"zh-CN\">");
                }
                open.push((name, inner));
            }
        }
    }
    push_text(&mut out, rest, Inside::Other);
    Cow::Owned(out)
}

fn name_of(tag: &str) -> &str {
    let inner = tag.trim_start_matches('<').trim_end_matches('>');
    inner.split(|c: char| c.is_ascii_whitespace()).next().unwrap_or(inner)
}

fn within(name: &str, tag: &str, around: Inside) -> Inside {
    if around == Inside::Closed || matches!(name, "title" | "script" | "style" | "svg") {
        return Inside::Closed;
    }
    let lang = tag.split_once(" lang=\"").map(|(_, after)| after);
    match (lang, name) {
        (Some(lang), _) if lang.starts_with("zh") => Inside::Chinese,
        (None, "option" | "textarea") if around != Inside::Chinese => Inside::Whole,
        (Some(_), _) => Inside::Other,
        (None, _) => around,
    }
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// What belongs to a run beside its characters: the marks of Chinese text, and figures and letters without a space.
fn joins(c: char) -> bool {
    is_han(c) || c.is_ascii_alphanumeric() || matches!(c, '·' | '*' | '\u{3001}'..='\u{303f}' | '\u{ff01}'..='\u{ff65}')
}

/// A text with its runs marked, where its element lets it.
fn push_text(out: &mut String, text: &str, inside: Inside) {
    if inside != Inside::Other || !text.chars().any(is_han) {
        out.push_str(text);
        return;
    }
    let mut rest = text;
    while let Some(first) = rest.find(is_han) {
        let start =
            rest[..first].char_indices().rev().take_while(|(_, c)| joins(*c)).last().map_or(first, |(at, _)| at);
        let len = rest[start..].find(|c| !joins(c)).unwrap_or(rest.len() - start);
        let (before, run) = rest[..start + len].split_at(start);
        out.push_str(before);
        out.push_str(OPEN);
        out.push_str(run);
        out.push_str(CLOSE);
        rest = &rest[start + len..];
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_marked_once_with_what_belongs_to_it() {
        let is = |page: &str, marked: &str| assert_eq!(mark(page), marked);
        is("<p>At 上海 now</p>", "<p>At <span lang=\"zh-CN\">上海</span> now</p>");
        is(
            "<p>2026年上海市升段赛（二）, 3 rounds</p>",
            "<p><span lang=\"zh-CN\">2026年上海市升段赛（二）</span>, 3 rounds</p>",
        );
        is("<p lang=\"zh-CN\">张三<b>李四</b></p>", "<p lang=\"zh-CN\">张三<b>李四</b></p>");
        is("<p lang=\"zh-CN\">张三</p>李四", "<p lang=\"zh-CN\">张三</p><span lang=\"zh-CN\">李四</span>");
        is(
            "<b lang=\"zh-CN\"><i lang=\"en\">of 京</i></b>",
            "<b lang=\"zh-CN\"><i lang=\"en\">of <span lang=\"zh-CN\">京</span></i></b>",
        );
        is(
            "<p>A &#38; 张*三<br>𠮷</p>",
            "<p>A &#38; <span lang=\"zh-CN\">张*三</span><br><span lang=\"zh-CN\">𠮷</span></p>",
        );
    }

    #[test]
    fn what_cannot_hold_a_mark_carries_it_or_stays() {
        let is = |page: &str, marked: &str| assert_eq!(mark(page), marked);
        is("<title>张三</title>", "<title>张三</title>");
        is("<svg><text>棋</text></svg>张", "<svg><text>棋</text></svg><span lang=\"zh-CN\">张</span>");
        is("<option value=\"1\">上海</option>", "<option value=\"1\" lang=\"zh-CN\">上海</option>");
        is("<option value=\"上\">A</option>", "<option value=\"上\">A</option>");
        is("<input value=\"张\"><p>a</p>", "<input value=\"张\"><p>a</p>");
        assert!(matches!(mark("<p>plain</p>"), Cow::Borrowed(_)));
    }
}

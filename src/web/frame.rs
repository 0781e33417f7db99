//! The parts of the frame around a page. A visitor's are the same on every page of a section, so each is written once
//! and kept; they are a seventh of the work on the page that everybody opens.

use super::nav;
use super::shell::Shell;
use crate::text::Lang;
use askama::Template;
use std::borrow::Cow;
use std::sync::OnceLock;

/// A part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Style sheet, sign in the browser's tab, script.
    Head,
    /// The way past the navigation, and the register's sign and name.
    Top,
    /// The main navigation.
    Nav,
    /// What stands below every page.
    Foot,
}

const PARTS: usize = 4;

#[derive(Template)]
#[template(path = "frame/head.html")]
struct Head<'a> {
    shell: &'a Shell,
}

#[derive(Template)]
#[template(path = "frame/top.html")]
struct Top<'a> {
    shell: &'a Shell,
}

#[derive(Template)]
#[template(path = "frame/nav.html")]
struct Nav<'a> {
    shell: &'a Shell,
}

#[derive(Template)]
#[template(path = "frame/foot.html")]
struct Foot<'a> {
    shell: &'a Shell,
}

fn write(shell: &Shell, part: Part) -> String {
    let written = match part {
        Part::Head => Head { shell }.render(),
        Part::Top => Top { shell }.render(),
        Part::Nav => Nav { shell }.render(),
        Part::Foot => Foot { shell }.render(),
    };
    // proven: writing into a string does not fail, and none of these templates calls anything that does.
    written.unwrap_or_default()
}

/// By language, section (or none) and part.
static KEPT: [[[OnceLock<String>; PARTS]; nav::SECTIONS + 1]; 2] =
    [const { [const { [const { OnceLock::new() }; PARTS] }; nav::SECTIONS + 1] }; 2];

/// A part of the frame of this page.
pub(super) fn part(shell: &Shell, part: Part) -> Cow<'static, str> {
    // Addresses that carry the language along, and the workplace, have frames of their own.
    if shell.staff() || shell.keeps_lang() {
        return Cow::Owned(write(shell, part));
    }
    let language = match shell.lang {
        Lang::Zh => 0,
        Lang::En => 1,
    };
    let kept = &KEPT[language][nav::section(shell.path())][part as usize];
    Cow::Borrowed(kept.get_or_init(|| write(shell, part)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn what_is_kept_is_what_the_page_would_write() {
        let uris = ["/", "/notices", "/events/x", "/c/5d/310260001?k=A", "/check?lang=en", "/people?lang=zh", "/staff"];
        // Twice: what was kept for one page is given to the next.
        for uri in uris.into_iter().chain(uris) {
            for lang in ["zh", "en"] {
                let request = TestRequest::with_uri(uri).insert_header(("cookie", format!("qipin-local-lang={lang}")));
                let shell = Shell::of(&request.to_http_request());
                for one in [Part::Head, Part::Top, Part::Nav, Part::Foot] {
                    assert_eq!(part(&shell, one), write(&shell, one), "{uri} {lang} {one:?}");
                }
            }
        }
    }
}

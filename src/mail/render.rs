//! A message in the reader's language: subject and text.

use super::letter::Letter;
use super::message::Message;
use crate::text::{Lang, fill, text};

/// The register that writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    base: String,
}

impl Site {
    /// The register whose pages begin at `base`, such as `https://qipin.example.cn`.
    pub fn new(base: &str) -> Self {
        Self { base: base.trim().trim_end_matches('/').to_owned() }
    }

    /// Where its pages begin, without a slash at the end.
    pub fn base(&self) -> &str {
        &self.base
    }

    pub(super) fn address_of(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }
}

/// A mail in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// The language it is written in.
    pub lang: Lang,
    /// The subject: one line.
    pub subject: String,
    /// The text: paragraphs, facts, a link, a line on who writes. Plain text only, so that every reader
    /// sees all of it and nothing is fetched when it is opened.
    pub text: String,
}

impl Message {
    /// Puts the message into words.
    pub fn render(&self, lang: Lang, site: &Site) -> Rendered {
        let Letter { subject, paragraphs, facts, quote, links, .. } = super::letters::of(self, lang);
        let mut blocks = paragraphs;
        if !facts.is_empty() {
            let colon = text(lang, "mail.layout.colon");
            blocks.push(
                facts.iter().map(|(label, value)| format!("{label}{colon}{value}")).collect::<Vec<_>>().join("\n"),
            );
        }
        blocks.extend(quote);
        blocks.extend(links.into_iter().map(|(label, path)| format!("{label}\n{}", site.address_of(&path))));
        let sign = fill(lang, "mail.layout.sign", &[("base", site.base())]);
        let subject = super::clean::line(&fill(lang, "mail.layout.subject", &[("subject", &subject)]), 160);
        Rendered { lang, subject, text: format!("{}\n\n-- \n{sign}\n", blocks.join("\n\n")) }
    }
}

/// One message of every kind, for the tests of this folder.
#[cfg(test)]
pub(super) mod samples;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn site() -> Site {
        Site::new("https://qipin.example.cn/")
    }

    #[test]
    fn every_mail_reads_as_recorded_in_both_languages() {
        for (n, message) in samples::all().iter().enumerate() {
            for lang in [Lang::Zh, Lang::En] {
                let mail = message.render(lang, &site());
                let shown = format!("Subject: {}\n\n{}", mail.subject, mail.text);
                insta::assert_snapshot!(format!("{:02}-{}-{}", n + 1, message.kind(), lang.code()), shown);
            }
        }
    }

    #[test]
    fn there_is_a_sample_of_every_kind() {
        let kinds: BTreeSet<_> = samples::all().iter().map(Message::kind).collect();
        assert_eq!(kinds.len(), 15, "{kinds:?}");
    }

    #[test]
    fn nothing_is_left_unfilled_and_no_key_is_missing() {
        for message in samples::all() {
            for lang in [Lang::Zh, Lang::En] {
                let mail = message.render(lang, &site());
                for part in [&mail.subject, &mail.text] {
                    assert!(!part.contains('{') && !part.contains("mail."), "{} {lang:?}: {part}", message.kind());
                }
            }
        }
    }

    #[test]
    fn an_english_mail_has_only_names_in_chinese() {
        // The samples' own values, the product's name and the grades are the only Chinese in an English mail.
        for message in samples::all() {
            let mut text = message.render(Lang::En, &site()).text;
            for known in samples::CHINESE_VALUES {
                text = text.replace(known, "");
            }
            assert!(!text.chars().any(|c| ('\u{3000}'..='\u{9fff}').contains(&c)), "{}: {text}", message.kind());
        }
    }

    #[test]
    fn every_link_leads_to_this_site() {
        for message in samples::all() {
            let mail = message.render(Lang::Zh, &site());
            let links: Vec<_> = mail.text.match_indices("://").collect();
            assert!(!links.is_empty(), "{} has no link", message.kind());
            for line in mail.text.lines().filter(|line| line.contains("://") && !line.starts_with("> ")) {
                assert!(line.contains("https://qipin.example.cn"), "{line}");
            }
        }
    }

    #[test]
    fn a_subject_is_one_line_whatever_the_event_is_called() {
        let message = samples::event_filed("春季赛\r\nBcc: all@example.cn\u{2028}\u{202e}x");
        let mail = message.render(Lang::Zh, &site());
        assert!(!mail.subject.chars().any(char::is_control), "{:?}", mail.subject);
        assert!(mail.subject.contains("春季赛 Bcc: all@example.cn x"));
        assert!(!mail.text.contains("\nBcc"));
    }
}

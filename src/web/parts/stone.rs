//! The stone badge of a grade: a dan is a black stone with a light numeral, a kyu a white stone with an ink
//! numeral, everywhere the same.

use crate::domain::grade::Grade;
use crate::text::Lang;
use crate::web::format;
use askama::Template;

/// How large a stone is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// In a line of text or a table.
    Small,
    /// In a list of people or certificates.
    Medium,
    /// At the head of a certificate.
    Large,
}

/// A stone badge. A small one, in a line of text or a table, has its grade in words beside it; the words that a larger
/// one stands for are read to those who do not see it.
#[derive(Template)]
#[template(path = "parts/stone.html")]
pub struct Stone {
    grade: Grade,
    spoken: String,
    words: String,
    size: Size,
}

impl Stone {
    /// The stone of a grade, in a line of text.
    pub fn new(lang: Lang, grade: Grade) -> Self {
        Self { grade, spoken: format::grade(lang, grade), words: grade.said(lang), size: Size::Small }
    }

    /// The same stone for a list.
    pub fn medium(self) -> Self {
        Self { size: Size::Medium, ..self }
    }

    /// The same stone for the head of a page.
    pub fn large(self) -> Self {
        Self { size: Size::Large, ..self }
    }

    /// The number on a stone says neither whether it is a dan or a kyu, nor anything on paper or aloud.
    fn with_words(&self) -> bool {
        self.size == Size::Small
    }

    fn class(&self) -> &'static str {
        match self.size {
            Size::Small => "stone stone-s",
            Size::Medium => "stone stone-m",
            Size::Large => "stone stone-l",
        }
    }

    fn colour(&self) -> &'static str {
        if self.grade.is_dan() { "dan" } else { "kyu" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_stone_stands_beside_its_grade_in_words() {
        for (lang, words) in [(Lang::Zh, ">5段<"), (Lang::En, ">5 dan<")] {
            let both = Stone::new(lang, Grade::dan(5).unwrap()).to_string();
            assert!(both.contains(words) && both.contains("aria-hidden=\"true\""), "{both}");
        }
    }

    #[test]
    fn a_stone_says_its_grade() {
        let svg = Stone::new(Lang::Zh, Grade::dan(5).unwrap()).medium().to_string();
        assert!(svg.contains("aria-label=\"业余5段\"") && svg.contains(">5</text>") && svg.contains("dan"), "{svg}");
        assert!(!svg.contains("style="), "{svg}");
        let kyu = Stone::new(Lang::En, Grade::kyu(25).unwrap()).large().to_string();
        assert!(kyu.contains("amateur 25 kyu") && kyu.contains("stone-l") && kyu.contains("kyu"), "{kyu}");
    }
}

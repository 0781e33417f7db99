//! A grade in the words of a sentence, in either language. This is the one place that knows how a grade is written in
//! English; the form with "amateur" in front, for a grade that stands alone, is the one of the pages and the paper.

use super::Grade;
use crate::text::{Bilingual, Lang, both, fill, text};

impl Grade {
    fn key(self) -> &'static str {
        if self.is_dan() { "grade.short.dan" } else { "grade.short.kyu" }
    }

    /// The grade in a sentence: `5段`, `5 dan`; `10级`, `10 kyu`.
    pub fn words(self) -> Bilingual {
        both(self.key(), &[("n", &self.number().to_string())])
    }

    /// [`Grade::words`] in one language.
    pub fn said(self, lang: Lang) -> String {
        fill(lang, self.key(), &[("n", &self.number().to_string())])
    }

    /// A grade that may be missing: `5段`, `5 dan`, or `无级`, `ungraded`.
    pub fn words_or_ungraded(grade: Option<Self>) -> Bilingual {
        match grade {
            Some(grade) => grade.words(),
            None => {
                let word = |lang| text(lang, "promotion.ungraded").to_owned();
                Bilingual { zh: word(Lang::Zh), en: word(Lang::En) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chinese_form_is_the_canonical_one_and_the_english_form_has_no_chinese() {
        for rank in 1..=33 {
            let grade = Grade::from_rank(rank).unwrap();
            assert_eq!(grade.words().zh, grade.to_string());
            assert!(grade.words().en.is_ascii());
        }
        assert_eq!(Grade::dan(5).unwrap().said(Lang::En), "5 dan");
        assert_eq!(Grade::words_or_ungraded(Grade::kyu(10)).en, "10 kyu");
        assert_eq!(Grade::words_or_ungraded(None), Bilingual { zh: "无级".to_owned(), en: "ungraded".to_owned() });
    }
}

//! Paper sizes and what is left around them. All lengths are millimetres from the trimmed corner.

/// Points in a millimetre.
pub(crate) const POINTS: f32 = 72.0 / 25.4;

/// The trimmed size of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PaperSize {
    /// 210 × 297 mm, upright.
    #[default]
    A4,
    /// 148 × 105 mm, lying (A6): a booklet's inner page or a card for the wallet file.
    Card,
}

impl PaperSize {
    /// Width and height after trimming.
    pub fn millimetres(self) -> (u16, u16) {
        match self {
            PaperSize::A4 => (210, 297),
            PaperSize::Card => (148, 105),
        }
    }

    /// The word used in addresses and settings.
    pub fn slug(self) -> &'static str {
        match self {
            PaperSize::A4 => "a4",
            PaperSize::Card => "card",
        }
    }

    /// Reads the word used in addresses and settings.
    pub fn from_slug(slug: &str) -> Option<Self> {
        [PaperSize::A4, PaperSize::Card].into_iter().find(|size| size.slug() == slug)
    }
}

/// How a print shop or an office printer wants the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Three millimetres of paper tint beyond the trimmed edge, with crop marks. Without it the tint ends
    /// at the frame, because an office printer cannot print to the edge.
    pub bleed: bool,
}

impl Options {
    /// What the word for a job's paper says: `a4`, `card-bleed`.
    pub fn of_job(paper: &str) -> Option<(PaperSize, Self)> {
        let (slug, bleed) = paper.strip_suffix(Self::WITH_BLEED).map_or((paper, false), |slug| (slug, true));
        Some((PaperSize::from_slug(slug)?, Self { bleed }))
    }

    /// The word for a job's paper.
    pub fn word(self, size: PaperSize) -> String {
        format!("{}{}", size.slug(), if self.bleed { Self::WITH_BLEED } else { "" })
    }

    const WITH_BLEED: &str = "-bleed";
    /// Width of the bleed.
    pub(crate) const BLEED: f32 = 3.0;
    /// Length of a crop mark; marks start where the bleed ends.
    pub(crate) const MARK: f32 = 5.0;

    /// What is added on each side of the trimmed sheet.
    pub(crate) fn margin(self) -> f32 {
        if self.bleed { Self::BLEED + Self::MARK } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_back() {
        for size in [PaperSize::A4, PaperSize::Card] {
            assert_eq!(PaperSize::from_slug(size.slug()), Some(size));
        }
        assert_eq!(PaperSize::from_slug("letter"), None);
        for (size, bleed) in [(PaperSize::A4, false), (PaperSize::A4, true), (PaperSize::Card, true)] {
            let options = Options { bleed };
            assert_eq!(Options::of_job(&options.word(size)), Some((size, options)));
        }
        assert_eq!(Options::of_job("letter-bleed"), None);
    }
}

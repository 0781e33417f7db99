//! Ladders: the grades that exist in one place, in order, with gaps.
//!
//! Nobody climbs "one grade": one climbs to the next rung of the ladder in use (15级→10级 in Guizhou, 1级→1段
//! everywhere). The ladders themselves are data, in `data/ladders.toml`.

use crate::domain::grade::Grade;
use crate::text::Bilingual;
use chrono::NaiveDate;
use serde::Deserialize;
use std::sync::LazyLock;

/// The kyu grades for which the national office prints certificates.
const NATIONALLY_PRINTED_KYU: [u8; 7] = [25, 20, 15, 10, 5, 2, 1];

/// An ordered set of grades, some of which are printed as certificates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    id: String,
    name: Bilingual,
    /// Ascending, without repetition, never empty.
    rungs: Vec<Grade>,
    /// Ascending, all of them rungs or titles.
    printed: Vec<Grade>,
    /// Grades that exist but cannot be climbed to.
    titles: Vec<Grade>,
}

/// Why a list of grades is no ladder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LadderError {
    /// A ladder without a rung.
    #[error("a ladder needs at least one grade")]
    Empty,
    /// An item that is neither a grade (`5级`) nor a range (`10级..1级`).
    #[error("`{0}` is neither a grade such as 5级 nor a range such as 10级..1级")]
    NotAGrade(String),
    /// A range from a higher grade to a lower one.
    #[error("the range `{0}` runs downwards")]
    Downwards(String),
    /// The same grade twice.
    #[error("{0} is listed twice")]
    Twice(Grade),
    /// A printed grade that the ladder does not have.
    #[error("{0} is printed but not on the ladder")]
    PrintedOffLadder(Grade),
}

impl Ladder {
    /// A built-in ladder by its id.
    pub fn by_id(id: &str) -> Option<&'static Ladder> {
        BUILT_IN.ladders.iter().find(|ladder| ladder.id == id)
    }

    /// All built-in ladders, in the order of the data.
    pub fn all() -> &'static [Ladder] {
        &BUILT_IN.ladders
    }

    /// The ladder of every grade there is today.
    pub fn national() -> &'static Ladder {
        // proven: the test of the data asks for this id.
        Self::by_id("national").unwrap_or_else(|| unreachable!("data/ladders.toml has no national ladder"))
    }

    /// A ladder of a regulation's own. The order of `rungs` does not matter; without `printed` the nationally
    /// printed grades among the rungs are.
    pub fn custom(id: &str, rungs: &[Grade], printed: Option<&[Grade]>) -> Result<Ladder, LadderError> {
        let name = Bilingual { zh: id.to_owned(), en: id.to_owned() };
        Self::build(id, name, rungs.to_vec(), printed.map(<[Grade]>::to_vec), Vec::new())
    }

    fn build(
        id: &str,
        name: Bilingual,
        rungs: Vec<Grade>,
        printed: Option<Vec<Grade>>,
        titles: Vec<Grade>,
    ) -> Result<Ladder, LadderError> {
        let rungs = ascending(rungs)?;
        let titles = ascending(titles)?;
        if let Some(both) = titles.iter().find(|title| rungs.contains(title)) {
            return Err(LadderError::Twice(*both));
        }
        if rungs.is_empty() {
            return Err(LadderError::Empty);
        }
        let printed = match printed {
            Some(printed) => {
                let printed = ascending(printed)?;
                if let Some(off) = printed.iter().find(|g| !rungs.contains(g) && !titles.contains(g)) {
                    return Err(LadderError::PrintedOffLadder(*off));
                }
                printed
            }
            None => rungs.iter().chain(&titles).copied().filter(|g| nationally_printed(*g)).collect(),
        };
        Ok(Ladder { id: id.to_owned(), name, rungs, printed, titles })
    }

    /// The id by which schemes name the ladder.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What the ladder is called.
    pub fn name(&self) -> &Bilingual {
        &self.name
    }

    /// The rungs from the lowest up.
    pub fn rungs(&self) -> &[Grade] {
        &self.rungs
    }

    /// Grades that exist beside the rungs but cannot be climbed to (8段 under the rules of 2005).
    pub fn titles(&self) -> &[Grade] {
        &self.titles
    }

    /// The lowest rung, the first that an ungraded player can reach.
    pub fn lowest(&self) -> Grade {
        // proven: `build` refuses a ladder without rungs.
        self.rungs.first().copied().unwrap_or_else(|| unreachable!())
    }

    /// The highest rung.
    pub fn highest(&self) -> Grade {
        // proven: `build` refuses a ladder without rungs.
        self.rungs.last().copied().unwrap_or_else(|| unreachable!())
    }

    /// Whether `grade` is a rung.
    pub fn contains(&self, grade: Grade) -> bool {
        self.rungs.binary_search(&grade).is_ok()
    }

    /// Whether `grade` gets a certificate with a number; others are recorded only.
    pub fn prints(&self, grade: Grade) -> bool {
        self.printed.binary_search(&grade).is_ok()
    }

    /// The printed grades from the lowest up.
    pub fn printed(&self) -> &[Grade] {
        &self.printed
    }

    /// The grade `steps` rungs above `from` (`None`: ungraded, below the lowest rung).
    ///
    /// A grade between two rungs steps to the upper one first. No step leaves the grade as it is; a step beyond
    /// the top is `None`.
    pub fn next_up(&self, from: Option<Grade>, steps: u8) -> Option<Grade> {
        let Some(above) = usize::from(steps).checked_sub(1) else { return from };
        let first = from.map_or(0, |from| self.rungs.partition_point(|rung| *rung <= from));
        self.rungs.get(first + above).copied()
    }

    /// How many rungs lie between `from` (exclusive) and `to` (inclusive): the steps that an award climbs.
    pub fn steps_between(&self, from: Option<Grade>, to: Grade) -> usize {
        self.rungs.iter().filter(|rung| from.is_none_or(|from| **rung > from) && **rung <= to).count()
    }
}

/// Reads a list of grades and ranges of grades, as data files write it: `["12级..1级", "1段"]`.
pub fn parse_grades<S: AsRef<str>>(items: &[S]) -> Result<Vec<Grade>, LadderError> {
    let mut grades = Vec::new();
    for item in items {
        let item = item.as_ref();
        let grade = |text: &str| Grade::from_canonical(text).ok_or_else(|| LadderError::NotAGrade(item.to_owned()));
        let (from, to) = match item.split_once("..") {
            Some((from, to)) => (grade(from)?, grade(to)?),
            None => (grade(item)?, grade(item)?),
        };
        if from > to {
            return Err(LadderError::Downwards(item.to_owned()));
        }
        grades.extend((from.rank()..=to.rank()).filter_map(Grade::from_rank));
    }
    Ok(grades)
}

/// Whether the national office prints certificates of this grade.
pub fn nationally_printed(grade: Grade) -> bool {
    grade.is_dan() || NATIONALLY_PRINTED_KYU.contains(&grade.number())
}

/// A version of the national rules: which grades existed while it was in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NationalRules {
    /// The ladder of these rules.
    pub ladder: Ladder,
    /// The first day.
    pub valid_from: NaiveDate,
    /// The last day; `None` while in force.
    pub valid_to: Option<NaiveDate>,
}

/// The national rules in force on a day (the day an event ended); before 1992 there were none.
pub fn ladder_in_force(date: NaiveDate) -> Option<&'static NationalRules> {
    BUILT_IN.rules.iter().find(|rules| rules.valid_from <= date && rules.valid_to.is_none_or(|last| date <= last))
}

/// All versions of the national rules, oldest first. None is ever deleted.
pub fn national_rules() -> &'static [NationalRules] {
    &BUILT_IN.rules
}

fn ascending(mut grades: Vec<Grade>) -> Result<Vec<Grade>, LadderError> {
    grades.sort_unstable();
    match grades.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(LadderError::Twice(pair[0])),
        None => Ok(grades),
    }
}

struct BuiltIn {
    ladders: Vec<Ladder>,
    rules: Vec<NationalRules>,
}

// proven: the tests below load the same text, which is part of the program.
static BUILT_IN: LazyLock<BuiltIn> = LazyLock::new(|| {
    load(include_str!("../../data/ladders.toml")).unwrap_or_else(|e| unreachable!("data/ladders.toml: {e}"))
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileForm {
    ladder: Vec<LadderForm>,
    rules: Vec<RulesForm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LadderForm {
    id: String,
    name: Bilingual,
    rungs: Vec<String>,
    printed: Option<Vec<String>>,
    #[serde(default)]
    titles: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesForm {
    ladder: String,
    valid_from: NaiveDate,
    valid_to: Option<NaiveDate>,
}

fn load(text: &str) -> Result<BuiltIn, String> {
    let file: FileForm = toml::from_str(text).map_err(|e| e.to_string())?;
    let mut ladders: Vec<Ladder> = Vec::new();
    for form in file.ladder {
        if ladders.iter().any(|ladder| ladder.id == form.id) {
            return Err(format!("the ladder {} is there twice", form.id));
        }
        let built = (|| {
            let printed = form.printed.as_deref().map(parse_grades).transpose()?;
            Ladder::build(&form.id, form.name, parse_grades(&form.rungs)?, printed, parse_grades(&form.titles)?)
        })();
        ladders.push(built.map_err(|e| format!("the ladder {}: {e}", form.id))?);
    }
    let mut rules: Vec<NationalRules> = Vec::new();
    for form in file.rules {
        let Some(ladder) = ladders.iter().find(|ladder| ladder.id == form.ladder).cloned() else {
            return Err(format!("rules name the unknown ladder {}", form.ladder));
        };
        let follows =
            rules.last().is_none_or(|before| before.valid_to.and_then(|d| d.succ_opt()) == Some(form.valid_from));
        if !follows {
            return Err(format!("the rules of {} do not follow the day after those before", form.ladder));
        }
        rules.push(NationalRules { ladder, valid_from: form.valid_from, valid_to: form.valid_to });
    }
    Ok(BuiltIn { ladders, rules })
}

#[cfg(test)]
mod tests;

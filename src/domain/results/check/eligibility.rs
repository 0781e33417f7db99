//! Who may enter which group, by the scheme's conditions; sizes, rounds and ceilings of the groups.

use super::super::field::Field;
use super::super::model::Entry;
use super::{Checker, age_on, claims, order};
use crate::domain::area_code::AreaCode;
use crate::domain::certificate_number;
use crate::domain::finding::{Code, Part, Place, Raise, codes};
use crate::domain::grade::Grade;
use crate::domain::id_document::IdDocument;
use crate::domain::promotion::test_results;
use crate::domain::scheme::{Award, Group, Level, Scheme, standing};
use crate::text::{Bilingual, both};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub(super) fn check(checker: &mut Checker<'_>) {
    let Some(scheme) = checker.context.scheme.clone() else {
        let place = Place::whole();
        checker.log.raise(codes::I520.at(place));
        return;
    };
    if let Some(date) = checker.context.date.filter(|date| !scheme.in_force_on(*date)) {
        let day = |day: Option<chrono::NaiveDate>| day.map_or_else(|| "…".to_owned(), |day| day.to_string());
        let expected = format!("{} … {}", day(scheme.valid_from), day(scheme.valid_until));
        checker.log.raise(cited(
            codes::E501.at(Place::whole()).found(date.to_string()).expected(expected),
            &scheme,
            None,
        ));
    }
    let groups = groups(checker, &scheme);
    for (id, entries) in &groups {
        let Some(group) = scheme.group(id) else { continue };
        Gate { checker, scheme: &scheme, group }.check(entries);
        order::check(checker, &scheme, group, entries);
        claims::check(checker, &scheme, group, entries);
    }
}

/// A finding that cites the scheme, its version and the group: by their ids for programs, by their names for people.
pub(super) fn cited<'a>(raise: Raise<'a>, scheme: &Scheme, group: Option<&Group>) -> Raise<'a> {
    let version = scheme.version.to_string();
    let named = [("zh_scheme", scheme.name.zh.as_str()), ("en_scheme", &scheme.name.en), ("version", &version)];
    let (id, words) = match group {
        None => (String::new(), both("finding.sentence.scheme", &named)),
        Some(group) => {
            let label = group.label();
            let [a, b, c] = named;
            let named = [a, b, c, ("zh_group", label.zh.as_str()), ("en_group", &label.en)];
            (format!(" {}", group.id), both("finding.sentence.scheme_group", &named))
        }
    };
    raise.rule(format!("{} v{}{id}", scheme.id, scheme.version)).rule_words(words)
}

/// The entries of each group of the scheme.
fn groups<'a>(checker: &mut Checker<'a>, scheme: &Scheme) -> BTreeMap<String, Vec<&'a Entry>> {
    let mut groups: BTreeMap<String, Vec<&Entry>> = BTreeMap::new();
    let known = || scheme.groups.iter().map(|group| group.id.as_str()).collect::<Vec<_>>().join(" | ");
    let whole = checker.context.group.clone();
    if let Some(wanted) = &whole
        && scheme.group_named(wanted).is_none()
    {
        let raise = codes::E502.at(Place::whole()).found(wanted.clone()).expected(known());
        checker.log.raise(cited(raise, scheme, None));
        return groups;
    }
    let only = if scheme.groups.len() == 1 { scheme.groups.first() } else { None };
    for entry in &checker.sheet.entries {
        let own = entry.group.as_deref();
        let group = match (&whole, own) {
            (Some(wanted), own) => {
                let group = scheme.group_named(wanted);
                if let Some(own) = own
                    && scheme.group_named(own).map(|g| &g.id) != group.map(|g| &g.id)
                {
                    let raise =
                        codes::W519.at(checker.of_entry(entry, Field::Group)).found(own).expected(wanted.clone());
                    checker.log.raise(cited(raise, scheme, None));
                }
                group
            }
            (None, Some(own)) => {
                let group = scheme.group_named(own);
                if group.is_none() {
                    let raise = codes::E502.at(checker.of_entry(entry, Field::Group)).found(own).expected(known());
                    checker.log.raise(cited(raise, scheme, None));
                }
                group
            }
            (None, None) if only.is_some() => only,
            (None, None) => {
                let raise = codes::E503.at(checker.of_entry(entry, Field::Group)).expected(known());
                checker.log.raise(cited(raise, scheme, None));
                None
            }
        };
        if let Some(group) = group {
            groups.entry(group.id.clone()).or_default().push(entry);
        }
    }
    groups
}

/// The checks of one group.
struct Gate<'c, 'a, 's> {
    checker: &'c mut Checker<'a>,
    scheme: &'s Arc<Scheme>,
    group: &'s Group,
}

impl Gate<'_, '_, '_> {
    fn raise(&mut self, raise: Raise<'static>) {
        let raise = cited(raise, self.scheme, Some(self.group));
        self.checker.log.raise(raise.with_both("group", self.group.label()));
    }

    fn at(&self, code: &'static Code, entry: &Entry, field: Field) -> Raise<'static> {
        code.at(self.checker.of_entry(entry, field))
    }

    fn check(&mut self, entries: &[&Entry]) {
        self.size(entries);
        self.rounds(entries);
        self.ceilings();
        self.unchecked();
        for entry in entries {
            self.grade(entry);
            self.age(entry);
            self.sex(entry);
            self.household(entry);
            self.certificate(entry);
            self.tests(entry);
        }
    }

    fn size(&mut self, entries: &[&Entry]) {
        let size = u32::try_from(entries.len()).unwrap_or(u32::MAX);
        if let Some(least) = self.group.min_size.filter(|least| size < *least) {
            self.raise(
                codes::W512.at(Place::part(Part::Players)).found(size.to_string()).expected(format!("≥ {least}")),
            );
        }
        if let Some(most) = self.group.max_size.filter(|most| size > *most) {
            self.raise(
                codes::E513.at(Place::part(Part::Players)).found(size.to_string()).expected(format!("≤ {most}")),
            );
        }
    }

    fn rounds(&mut self, entries: &[&Entry]) {
        let Some(rounds) = self.group.rounds else { return };
        let ids: BTreeSet<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        let checker = &*self.checker;
        // A sheet of scores for a group that plays: the games are missing, not the tests.
        let none = (checker.sheet.games.is_empty() && !self.group.is_by_tests_alone()).then_some(0);
        let played =
            checker.sheet.games.iter().filter(|game| ids.contains(checker.id(game.black))).map(|game| game.round);
        let Some(played) = played.max().or(none) else { return };
        if played != rounds {
            let code = if played > rounds { &codes::E309 } else { &codes::W310 };
            let place = Place::part(Part::Results).column(self.checker.headers.of(Field::Round));
            self.raise(code.at(place).found(played.to_string()).expected(rounds.to_string()));
        }
    }

    /// The best award of the group against the ceilings of the event and of the agency.
    fn ceilings(&mut self) {
        let best = |entry_grade: Option<Grade>| {
            let awards = self.group.clauses.iter().filter_map(|clause| match clause.award {
                Award::To(grade) => Some(grade),
                Award::Up(rungs) => self.scheme.ladder.next_up(entry_grade, rungs),
            });
            awards.max()
        };
        let Some(best) = best(self.group.entry.grades.high) else { return };
        let context = self.checker.context;
        let event = context.level.and_then(|level| self.scheme.ceilings.of_event(level).map(|grade| (level, grade)));
        let agency = context.agency.as_deref().and_then(Level::of_agency);
        let agency = agency.and_then(|level| self.scheme.ceilings.of_agency(level).map(|grade| (level, grade)));
        // Schemes open to every grade promote as far as the ceiling lets them: nothing is above it by mistake.
        if self.group.entry.grades.high == Some(Grade::HIGHEST) {
            return;
        }
        for (code, limit) in [(&codes::W516, event), (&codes::W517, agency)] {
            if let Some((level, ceiling)) = limit.filter(|(_, ceiling)| best > *ceiling) {
                let raise = code.at(Place::whole()).found_grade(Some(best)).expected_grade("≤ ", Some(ceiling));
                self.raise(raise.with_text("level", level.key()));
            }
        }
    }

    /// Conditions that cannot be checked for want of a fact about the event.
    fn unchecked(&mut self) {
        let (rules, context) = (&self.group.entry, self.checker.context);
        let mut missing = Vec::new();
        let by_age = rules.age.is_some() || rules.lower_age.is_some();
        if context.date.is_none() && (by_age || self.scheme.one_per_month) {
            missing.push("date");
        }
        if context.agency.is_none() && (rules.local_household || rules.certificate_of_province) {
            missing.push("agency");
        }
        if context.level.is_none() {
            missing.push("level");
        }
        if !missing.is_empty() {
            let words = missing.iter().map(|fact| both(&format!("finding.I514.{fact}"), &[]));
            let (zh, en): (Vec<String>, Vec<String>) = words.map(|words| (words.zh, words.en)).unzip();
            let facts = Bilingual { zh: zh.join("、"), en: en.join(", ") };
            self.raise(codes::I514.at(Place::whole()).expected(missing.join(", ")).with_both("facts", facts));
        }
    }

    fn grade(&mut self, entry: &Entry) {
        let rules = &self.group.entry;
        if rules.grades.contains(entry.grade) {
            return;
        }
        let code = if rules.grades.is_below(entry.grade) {
            &codes::W505
        } else if rules.lower_admitted && !self.is_too_young_to_enter_directly(entry) {
            return;
        } else {
            &codes::E504
        };
        let grades = rules.grades;
        let raise = self.at(code, entry, Field::Grade).found_grade(entry.grade);
        let raise = raise.expected_words(grades.to_string(), grades.words());
        self.raise(raise);
    }

    /// Whether a player below the group is of an age at which only its own grades may enter.
    fn is_too_young_to_enter_directly(&self, entry: &Entry) -> bool {
        let (Some(range), Some(date)) = (self.group.entry.lower_age, self.checker.context.date) else { return false };
        birth_of(entry).and_then(|birth| age_on(birth, date)).is_some_and(|age| !range.contains(age))
    }

    fn age(&mut self, entry: &Entry) {
        let rules = &self.group.entry;
        let below = standing(entry.grade) < standing(rules.grades.low);
        let unknown = rules.lower_age.filter(|_| below && birth_of(entry).is_none());
        let (Some(range), Some(date)) = (rules.age.or(unknown), self.checker.context.date) else { return };
        let expected = match (range.from, range.to) {
            (Some(from), Some(to)) => format!("{from} … {to}"),
            (Some(from), None) => format!("≥ {from}"),
            (None, Some(to)) => format!("≤ {to}"),
            (None, None) => return,
        };
        let Some(birth) = birth_of(entry) else {
            let raise = self.at(&codes::E518, entry, Field::Birth).expected(expected);
            return self.raise(raise);
        };
        if let Some(age) = age_on(birth, date).filter(|age| !range.contains(*age)) {
            let raise = self.at(&codes::E506, entry, Field::Birth).found(age.to_string()).expected(expected);
            self.raise(raise);
        }
    }

    fn sex(&mut self, entry: &Entry) {
        let Some(wanted) = self.group.entry.sex.filter(|wanted| entry.sex != Some(*wanted)) else { return };
        let raise = self.at(&codes::E507, entry, Field::Sex).found_sex(entry.sex).expected_sex(wanted);
        self.raise(raise);
    }

    fn household(&mut self, entry: &Entry) {
        if !self.group.entry.local_household {
            return;
        }
        let agency = self.checker.context.agency.clone().unwrap_or_default();
        let region = agency.split_once('-').map_or(agency.as_str(), |(_, division)| division.trim_end_matches('0'));
        let Some(household) = entry.household.as_deref() else {
            let raise = self.at(&codes::E508, entry, Field::Household).expected(agency);
            return self.raise(raise);
        };
        if agency.is_empty() {
            return;
        }
        let is_code = household.len() == 6 && household.bytes().all(|b| b.is_ascii_digit());
        if is_code {
            let province = region.len() == 3;
            let prefix = if province { &region[..2] } else { region };
            if !household.starts_with(prefix) {
                let raise = self.at(&codes::E509, entry, Field::Household).found(household).expected(agency.clone());
                self.raise(raise);
            }
        } else if !names_province(household, &agency) {
            let raise = self.at(&codes::W515, entry, Field::Household).found(household).expected(agency.clone());
            self.raise(raise);
        }
    }

    fn certificate(&mut self, entry: &Entry) {
        let rules = self.group.entry;
        let Some(grade) = entry.grade else { return };
        let needed = rules.certificate_of_province || rules.certificate_from.is_some_and(|from| grade >= from);
        let Some(text) = entry.certificate.as_deref() else {
            if needed {
                let raise = self.at(&codes::E510, entry, Field::Certificate).expected("310260001");
                let raise = raise.with_both("grade", grade.words());
                self.raise(raise);
            }
            return;
        };
        let Some(area) = self.checker.context.agency.as_deref().and_then(area_of) else { return };
        if let (true, Ok(read)) = (rules.certificate_of_province, certificate_number::read(text))
            && read.number.area().province() != area.province()
        {
            let found = read.number.grouped();
            let raise = self.at(&codes::E511, entry, Field::Certificate).found(found).expected(format!("{area} …"));
            self.raise(raise);
        }
    }

    fn tests(&mut self, entry: &Entry) {
        let asked: BTreeSet<&str> =
            self.group.clauses.iter().flat_map(|clause| &clause.tests).map(|test| test.test.as_str()).collect();
        if asked.is_empty() {
            return;
        }
        self.scores(entry);
        let given = entry.tests.as_deref().map(test_names).unwrap_or_default();
        let missing: Vec<&str> = asked.into_iter().filter(|test| !given.contains(*test)).collect();
        if !missing.is_empty() {
            let found = entry.tests.clone().unwrap_or_default();
            let raise = self.at(&codes::W521, entry, Field::Tests).found(found).expected(missing.join(", "));
            self.raise(raise);
        }
    }

    /// The scores that are given: of tests that there are, and none above the highest.
    fn scores(&mut self, entry: &Entry) {
        let scheme = Arc::clone(self.scheme);
        for (id, score) in test_results(entry.tests.as_deref().unwrap_or_default()) {
            let raise = match scheme.tests.iter().find(|test| test.id == id) {
                None => {
                    let known: Vec<_> = scheme.tests.iter().map(|test| test.id.as_str()).collect();
                    self.at(&codes::W531, entry, Field::Tests).found(id).expected(known.join(", "))
                }
                Some(test) => {
                    let Some(most) = test.max.filter(|most| score > *most) else { continue };
                    let raise = self.at(&codes::E530, entry, Field::Tests).found(score.to_string());
                    raise.expected(format!("≤ {most}")).with_both("test", test.name.clone())
                }
            };
            self.raise(raise);
        }
    }
}

/// The birth date that a row gives, in its own column or in the document's number.
fn birth_of(entry: &Entry) -> Option<chrono::NaiveDate> {
    entry.birth.or_else(|| entry.document.as_deref().and_then(|text| IdDocument::read(text).ok()?.birth()))
}

/// The names of the tests that a cell gives results of.
fn test_names(text: &str) -> BTreeSet<String> {
    let pairs = text.split([';', '；']).filter_map(|part| part.split_once(['=', ':', '：']));
    pairs.map(|(name, _)| name.trim().to_owned()).collect()
}

/// The area code at the beginning of an agency's code.
fn area_of(agency: &str) -> Option<AreaCode> {
    agency.get(..3)?.parse().ok()
}

/// Whether a region in words begins with the name of the agency's province.
fn names_province(household: &str, agency: &str) -> bool {
    let Some(area) = area_of(agency).and_then(AreaCode::area) else { return false };
    agency.len() == 3 && household.starts_with(area.name.zh.as_str())
}

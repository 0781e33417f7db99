//! Reading the groups and clauses of a scheme file.

use super::clause::{Award, Clause, Pick, Quota, TestMinimum};
use super::entry::{AgeRange, EntryRules, GradeRange};
use super::load::Reader;
use super::model::{Group, Scheme, Stop};
use super::parameters::{Given, Span};
use super::policy::{Level, Share};
use super::raw::{Ids, RawAge, RawClause, RawEntry, RawGroup, Value};
use crate::domain::grade::Grade;
use crate::domain::results::Sex;
use crate::text::Bilingual;
use toml::Spanned;

/// A table `[[group]]`: one set of rules for one group or several parallel ones.
pub(super) struct Loaded {
    pub(super) ids: Vec<String>,
    pub(super) group: Group,
    pub(super) at: Span,
    pub(super) grades_at: Span,
    pub(super) stop_at: Option<Span>,
    pub(super) clauses_at: Vec<ClauseAt>,
    named: bool,
    /// Whether every clause could be read; if not, what they have to do with each other is not judged.
    pub(super) complete: bool,
}

/// Where the parts of a clause stand in the text.
pub(super) struct ClauseAt {
    pub(super) id: Span,
    pub(super) award: Span,
    pub(super) wins: Option<Span>,
    pub(super) pick: Option<Span>,
}

impl Loaded {
    /// A group for each id.
    pub(super) fn expand(self) -> Vec<Group> {
        let (group, named) = (self.group, self.named);
        self.ids
            .into_iter()
            .map(|id| {
                let name = if named { group.name.clone() } else { named_by_id(&id) };
                Group { id, name, ..group.clone() }
            })
            .collect()
    }
}

/// The name of a group that has none of its own.
fn named_by_id(id: &str) -> Bilingual {
    let english = match id {
        "ungraded" => "Ungraded".to_owned(),
        "all" => "All".to_owned(),
        "定段" => "First dan".to_owned(),
        "定级" => "First kyu".to_owned(),
        _ if id.ends_with(|c: char| c.is_ascii_digit()) => format!("Group {id} kyu"),
        _ => match (id.strip_suffix('段'), id.strip_suffix('级')) {
            (Some(dan), _) => format!("Group {dan} dan"),
            (_, Some(kyu)) => format!("Group {kyu} kyu"),
            _ => format!("Group {id}"),
        },
    };
    let chinese = match id {
        "ungraded" => "无级组".to_owned(),
        "all" => "全体".to_owned(),
        _ if id.ends_with(|c: char| c.is_ascii_digit()) => format!("{id}级组"),
        _ => format!("{id}组"),
    };
    Bilingual { zh: chinese, en: english }
}

/// Reads a group; `scheme` has everything but groups.
pub(super) fn read_group(reader: &mut Reader, raw: RawGroup, scheme: &Scheme) -> Option<Loaded> {
    let at = raw.id.span();
    let ids = raw.id.into_inner().0;
    let (name, named) = match raw.name {
        Some(name) => (name.into(), true),
        None => (named_by_id(ids.first().map_or("", String::as_str)), false),
    };
    let grades = GradeRange::parse(raw.grades.get_ref());
    let Some(grades) = grades else {
        reader.problems.add(
            raw.grades.span(),
            "schemes.problem.bad_value",
            raw.grades.get_ref(),
            "any, ungraded, 1段, 10级..8级",
        );
        return None;
    };
    if grades != GradeRange::ANY {
        for end in [grades.low, grades.high].into_iter().flatten() {
            reader.on_ladder(end, raw.grades.span(), &scheme.ladder);
        }
    }
    let mut entry = read_entry(reader, &raw.entry, grades, scheme);
    entry.lower_admitted = match reader.take(&raw.lower) {
        None => false,
        Some(given) => one_of(reader, &given, &["refused", "admitted"]) == Some("admitted"),
    };
    if let Some(age) = raw.entry.lower_age.as_ref().filter(|_| !entry.lower_admitted) {
        reader.problems.add(age.span(), "schemes.problem.wrong_place", "lower_age", "lower = \"admitted\"");
    }
    let mut parameters = Vec::new();
    for (field, value) in [("rounds", &raw.rounds), ("min_size", &raw.min_size), ("max_size", &raw.max_size)] {
        if let Some(id) = reader.take(value).and_then(|given| given.parameter) {
            parameters.push((field, id));
        }
    }
    let rounds: Option<u16> = reader.number(&raw.rounds, 1, 30);
    let stop_at = raw.stop.as_ref().map(Spanned::span);
    let stop = raw.stop.map(Spanned::into_inner).map(|stop| Stop {
        wins: reader.number(&stop.wins, 1, 30),
        losses: reader.number(&stop.losses, 1, 30),
        from_round: reader.number(&stop.from_round, 1, 30).unwrap_or(1),
    });
    let fallback: Option<Bilingual> = raw.article.map(Into::into);
    let mut clauses = Vec::new();
    let mut clauses_at = Vec::new();
    if raw.clause.is_empty() {
        reader.problems.add(at.clone(), "schemes.problem.missing_key", "-", "group.clause");
    }
    let written = raw.clause.len();
    for clause in raw.clause {
        if let Some((clause, place)) = read_clause(reader, clause, scheme, &fallback) {
            clauses.push(clause);
            clauses_at.push(place);
        }
    }
    let complete = clauses.len() == written;
    let group = Group {
        id: String::new(),
        name,
        entry,
        rounds,
        min_size: reader.number(&raw.min_size, 1, u16::MAX),
        max_size: reader.number(&raw.max_size, 1, u16::MAX),
        stop,
        clauses,
        parameters,
        remarks: raw.remarks.into_iter().map(Into::into).collect(),
        line: reader.problems.line(&at),
    };
    if let (Some(min), Some(max)) = (group.min_size, group.max_size)
        && min > max
    {
        reader.problems.add(
            at.clone(),
            "schemes.problem.bad_value",
            format!("min_size {min}, max_size {max}"),
            "min_size <= max_size",
        );
    }
    Some(Loaded { ids, group, at, grades_at: raw.grades.span(), stop_at, clauses_at, named, complete })
}

fn read_entry(reader: &mut Reader, raw: &RawEntry, grades: GradeRange, scheme: &Scheme) -> EntryRules {
    let mut entry = EntryRules::of(grades);
    entry.age = read_age(reader, "age", &raw.age);
    entry.lower_age = read_age(reader, "lower_age", &raw.lower_age);
    entry.sex = read_sex(reader, &raw.sex);
    if let Some(given) = reader.take(&raw.household) {
        entry.local_household = one_of(reader, &given, &["local"]).is_some();
    }
    if let Some(given) = reader.take(&raw.certificate) {
        entry.certificate_of_province = one_of(reader, &given, &["province"]).is_some();
    }
    entry.certificate_from = reader.grade(&raw.certificate_from, &scheme.ladder);
    entry
}

fn read_age(reader: &mut Reader, name: &str, field: &Option<Spanned<RawAge>>) -> Option<AgeRange> {
    let age = field.as_ref()?;
    let range = AgeRange { from: age.get_ref().from, to: age.get_ref().to };
    if range == AgeRange::default() || !range.overlaps(range) {
        reader.problems.add(age.span(), "schemes.problem.bad_value", name, "{ from = 18, to = 65 }");
    }
    Some(range)
}

fn read_levels(reader: &mut Reader, field: &Option<Spanned<Ids>>) -> Vec<Level> {
    let Some(field) = field else { return Vec::new() };
    let mut levels = Vec::new();
    for name in &field.get_ref().0 {
        match Level::from_id(name).filter(|level| !levels.contains(level)) {
            Some(level) => levels.push(level),
            None => {
                let known = Level::ALL.map(Level::id).join(", ");
                reader.problems.add(field.span(), "schemes.problem.bad_value", name, known);
            }
        }
    }
    levels
}

fn read_sex(reader: &mut Reader, field: &Value) -> Option<Sex> {
    let given = reader.take(field)?;
    match one_of(reader, &given, &["female", "male"])? {
        "female" => Some(Sex::Female),
        _ => Some(Sex::Male),
    }
}

fn one_of<'t>(reader: &mut Reader, given: &Given, choices: &[&'t str]) -> Option<&'t str> {
    let found = choices.iter().copied().find(|choice| *choice == given.text);
    if found.is_none() {
        reader.problems.add(given.at.clone(), "schemes.problem.bad_value", &given.text, choices.join(", "));
    }
    found
}

fn read_clause(
    reader: &mut Reader,
    raw: RawClause,
    scheme: &Scheme,
    fallback: &Option<Bilingual>,
) -> Option<(Clause, ClauseAt)> {
    let at = raw.id.span();
    let mut parameters = Vec::new();
    let mut note = |field: &'static str, given: &Option<Given>| {
        if let Some(id) = given.as_ref().and_then(|g| g.parameter.clone()) {
            parameters.push((field, id));
        }
    };
    for (field, value) in [
        ("up", &raw.up),
        ("to", &raw.to),
        ("wins", &raw.wins),
        ("rate", &raw.rate),
        ("share", &raw.share),
        ("places", &raw.places),
        ("reserved", &raw.reserved),
    ] {
        note(field, &reader.take(value));
    }
    let article = match raw.article.clone().map(Into::into).or_else(|| fallback.clone()) {
        Some(article) => article,
        None => {
            reader.problems.add(at, "schemes.problem.missing_key", "-", "article");
            return None;
        }
    };
    let (award, award_at) = read_award(reader, &raw.up, &raw.to, &at, scheme)?;
    let from = reader.take(&raw.from).and_then(|given| {
        let range = GradeRange::parse(&given.text);
        if range.is_none() {
            reader.problems.add(given.at, "schemes.problem.bad_value", &given.text, "ungraded, 1段, 10级..8级");
        }
        range
    });
    let mut wins: Option<u16> = reader.number(&raw.wins, 1, 30);
    let mut wins_at = raw.wins.as_ref().map(Spanned::span);
    let mut filled_from = None;
    if let Some(fill) = &raw.fill {
        let steps = fill.get_ref();
        let falling = steps.len() >= 2 && steps.windows(2).all(|pair| pair[1] + 1 == pair[0]) && !steps.contains(&0);
        if !falling || raw.wins.is_some() || (raw.share.is_none() && raw.places.is_none()) {
            reader.problems.add(fill.span(), "schemes.problem.bad_fill", format!("{steps:?}"), "[5, 4]");
            return None;
        }
        (filled_from, wins) = (steps.first().copied(), steps.last().copied());
        wins_at = Some(fill.span());
    }
    let rate = read_share(reader, &raw.rate);
    let (pick, pick_at) = read_pick(reader, &raw)?;
    let mut tests = Vec::new();
    for (id, least) in &raw.tests {
        match scheme.tests.iter().find(|test| test.id == *id) {
            None => {
                let known: Vec<_> = scheme.tests.iter().map(|t| t.id.as_str()).collect();
                reader.problems.add(least.span(), "schemes.problem.unknown_test", id, known.join(", "));
                tests.push(TestMinimum { test: id.clone(), at_least: *least.get_ref() });
            }
            Some(test) => {
                if let Some(max) = test.max.filter(|max| least.get_ref() > max) {
                    reader.problems.add(
                        least.span(),
                        "schemes.problem.unreachable_test",
                        least.get_ref(),
                        format!("<= {max}"),
                    );
                }
                tests.push(TestMinimum { test: id.clone(), at_least: *least.get_ref() });
            }
        }
    }
    let clause = Clause {
        id: raw.id.get_ref().clone(),
        article,
        award,
        wins,
        filled_from,
        rate,
        from,
        sex: read_sex(reader, &raw.sex),
        levels: read_levels(reader, &raw.level),
        tests,
        pick,
        parameters,
        line: reader.problems.line(&at),
    };
    let everyone = reader.yes(&raw.everyone);
    if everyone != clause.is_for_everyone() {
        let expected = if everyone { "everyone | wins, share, …" } else { "everyone = true" };
        reader.problems.add(at.clone(), "schemes.problem.everyone", &clause.id, expected);
    }
    Some((clause, ClauseAt { id: at, award: award_at, wins: wins_at, pick: pick_at }))
}

fn read_award(reader: &mut Reader, up: &Value, to: &Value, at: &Span, scheme: &Scheme) -> Option<(Award, Span)> {
    match (up, to) {
        (Some(field), None) => Some((Award::Up(reader.number(up, 1, 33)?), field.span())),
        (None, Some(field)) => {
            let grade: Grade = reader.grade(to, &scheme.ladder)?;
            Some((Award::To(grade), field.span()))
        }
        (Some(_), Some(field)) => {
            reader.problems.add(field.span(), "schemes.problem.both", "up, to", "up | to");
            None
        }
        (None, None) => {
            reader.problems.add(at.clone(), "schemes.problem.missing_key", "-", "up | to");
            None
        }
    }
}

fn read_share(reader: &mut Reader, field: &Value) -> Option<Share> {
    let given = reader.take(field)?;
    match Share::parse(&given.text) {
        None => {
            reader.problems.add(given.at, "schemes.problem.bad_value", &given.text, "30%, 12.5%, 1/3");
            None
        }
        Some(share) if share.exceeds_whole() => {
            reader.problems.add(given.at, "schemes.problem.over_whole", &given.text, "<= 100%");
            None
        }
        Some(share) if share.numerator == 0 => {
            reader.problems.add(given.at, "schemes.problem.no_place", &given.text, "> 0");
            None
        }
        some => some,
    }
}

fn read_pick(reader: &mut Reader, raw: &RawClause) -> Option<(Pick, Option<Span>)> {
    let fields = [("share", &raw.share), ("places", &raw.places), ("band", &raw.band), ("reserved", &raw.reserved)];
    let mut given = fields.into_iter().filter_map(|(name, field)| field.as_ref().map(|f| (name, f)));
    let Some((name, field)) = given.next() else { return Some((Pick::All, None)) };
    if let Some((other, second)) = given.next() {
        reader.problems.add(
            second.span(),
            "schemes.problem.both",
            format!("{name}, {other}"),
            "share | places | band | reserved",
        );
        return None;
    }
    let at = Some(field.span());
    Some((
        match name {
            "share" => Pick::Best(Quota::Share(read_share(reader, &raw.share)?)),
            "places" => Pick::Best(Quota::Places(reader.number(&raw.places, 1, u16::MAX)?)),
            "reserved" => Pick::Reserved(reader.number(&raw.reserved, 1, u16::MAX)?),
            _ => {
                let given = reader.take(&raw.band)?;
                let parts = given.text.split_once('/').and_then(|(p, o)| Some((p.parse().ok()?, o.parse().ok()?)));
                match parts {
                    Some((part, of)) if (2..=100).contains(&of) && part >= 1 && part <= of => Pick::Band { part, of },
                    _ => {
                        reader.problems.add(given.at, "schemes.problem.bad_value", &given.text, "1/4");
                        return None;
                    }
                }
            }
        },
        at,
    ))
}

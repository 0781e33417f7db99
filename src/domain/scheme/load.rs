//! The strict reader of scheme files: text → [`Scheme`], or every fault with its line.

use super::levels::{self, ceiling_tables, ceilings_of};
use super::lint;
use super::load_group::{Loaded, read_group};
use super::model::{Scheme, Source, Test};
use super::national::read_national;
use super::parameters::{Given, Parameters};
use super::policy::{Absence, Base, Ceilings, Collect, Points, Rounding, TieBreak, Ties, Unplayed};
use super::problem::{Problem, Problems};
use super::raw::{Both, RawLevels, RawScheme, RawStandings, RawTest, Value};
use crate::domain::grade::Grade;
use crate::domain::ladder::{Ladder, parse_grades};
use crate::text::Bilingual;
use chrono::NaiveDate;
use std::collections::BTreeMap;
use toml::Spanned;

/// The order of tie-breaks where a source does not say.
const DEFAULT_ORDER: &str = "opponents, beaten, cumulative, direct";

/// The order of tie-breaks with a place for each of its names.
type Order = Vec<TieBreak>;

/// Reads a scheme file.
pub fn load(text: &str) -> Result<Scheme, Vec<Problem>> {
    load_with(text, &BTreeMap::new())
}

/// Reads a scheme file with the parameters of an event in place of the defaults.
pub fn load_with(text: &str, parameters: &BTreeMap<String, String>) -> Result<Scheme, Vec<Problem>> {
    let mut problems = Problems::of(text);
    let raw: RawScheme = match toml::from_str(text) {
        Ok(raw) => raw,
        Err(error) => {
            problems.add_toml(&error);
            return Err(problems.into_list());
        }
    };
    let scheme =
        Reader { parameters: Parameters::read(raw.parameter, parameters, &mut problems), problems: &mut problems }
            .scheme(RawScheme { parameter: Vec::new(), ..raw }, text);
    match scheme {
        Some(scheme) if problems.is_empty() => Ok(scheme),
        _ => Err(problems.into_list()),
    }
}

/// What reading needs at every step.
pub(super) struct Reader<'a, 'b, 'c> {
    pub(super) parameters: Parameters<'a>,
    pub(super) problems: &'b mut Problems<'c>,
}

impl Reader<'_, '_, '_> {
    fn scheme(mut self, raw: RawScheme, text: &str) -> Option<Scheme> {
        self.check_head(&raw);
        let valid_from = self.date(&raw.valid_from);
        let valid_until = self.date(&raw.valid_until);
        if let (Some(from), Some(until), Some(at)) = (valid_from, valid_until, &raw.valid_until)
            && until < from
        {
            self.problems.add(at.span(), "schemes.problem.bad_value", until, format!(">= {from}"));
        }
        let ladder = self.ladder(&raw)?;
        let points = self.points(&raw.standings);
        let unplayed = self.unplayed(&raw.standings);
        let order = self.order(&raw.standings);
        let ties = match self.choice("ties", "schemes.parameter.ties", &raw.standings.ties, &["lot", "share"]).as_str()
        {
            "share" => Ties::Share,
            _ => Ties::Lot,
        };
        let bases = ["started", "registered", "finished"];
        let base = match self.choice("base", "schemes.parameter.base", &raw.quota.base, &bases).as_str() {
            "registered" => Base::Registered,
            "finished" => Base::Finished,
            _ => Base::Started,
        };
        let roundings = ["half-up", "floor", "ceiling"];
        let rounding =
            match self.choice("rounding", "schemes.parameter.rounding", &raw.quota.rounding, &roundings).as_str() {
                "floor" => Rounding::Floor,
                "ceiling" => Rounding::Ceiling,
                _ => Rounding::HalfUp,
            };
        let no_yes = ["false", "true"];
        let guests =
            self.choice("guests_take_places", "schemes.parameter.guests", &raw.quota.guests_take_places, &no_yes);
        let month =
            self.choice("one_per_month", "schemes.parameter.month", &raw.limits.one_per_month, &["true", "false"]);
        let ceilings = self.ceiling_table(&raw.limits.table).overridden_by(&Ceilings::new(
            self.levels(&raw.limits.event, &ladder),
            self.levels(&raw.limits.agency, &ladder),
        ));
        let absence = Absence {
            in_a_row: self.number(&raw.absence.in_a_row, 1, 99),
            forfeits_award: self.yes(&raw.absence.forfeits_award),
            late_minutes: self.number(&raw.absence.late_minutes, 1, 120),
        };
        let max_rungs = self.number(&raw.limits.max_rungs, 1, 33);
        let tests = raw.test.into_iter().map(|test| self.test(test)).collect();
        let names = self.names(raw.names, &ladder);
        let national = raw.national.map(|raw| read_national(&mut self, raw, &ladder));
        let mut scheme = Scheme {
            id: raw.id.into_inner(),
            version: raw.version.into_inner(),
            name: raw.name.into_inner().into(),
            valid_from,
            valid_until,
            source: Source { title: raw.source.title.into(), year: raw.source.year, url: raw.source.url },
            ladder,
            points,
            unplayed,
            order,
            ties,
            base,
            rounding,
            guests_take_places: guests == "true",
            max_rungs,
            ceilings,
            one_per_month: month == "true",
            absence,
            collect: Collect {
                months: self.number(&raw.collect.within_months, 1, 120),
                days: self.number(&raw.collect.within_days, 1, 3650),
            },
            tests,
            parameters: Vec::new(),
            remarks: raw.remarks.into_iter().map(Into::into).collect(),
            groups: Vec::new(),
            names,
            national,
            text: text.to_owned(),
        };
        let loaded: Vec<Loaded> =
            raw.group.into_iter().filter_map(|group| read_group(&mut self, group, &scheme)).collect();
        lint::check(&scheme, &loaded, self.problems);
        scheme.groups = loaded.into_iter().flat_map(Loaded::expand).collect();
        scheme.parameters = self.parameters.finish(self.problems);
        Some(scheme)
    }

    fn check_head(&mut self, raw: &RawScheme) {
        let id = raw.id.get_ref();
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if id.is_empty() || !id.chars().all(plain) {
            self.problems.add(raw.id.span(), "schemes.problem.bad_value", id, "a-z, 0-9, -");
        }
        if *raw.version.get_ref() == 0 {
            self.problems.add(raw.version.span(), "schemes.problem.bad_value", 0, ">= 1");
        }
        let name = raw.name.get_ref();
        if name.zh.trim().is_empty() || name.en.trim().is_empty() {
            self.problems.add(raw.name.span(), "schemes.problem.bad_value", "\"\"", "zh, en");
        }
        if raw.group.is_empty() {
            self.problems.add(raw.id.span(), "schemes.problem.missing_key", "-", "group");
        }
    }

    fn ladder(&mut self, raw: &RawScheme) -> Option<Ladder> {
        match (&raw.ladder, &raw.rungs) {
            (Some(id), None) => {
                if let Some(printed) = &raw.printed {
                    self.problems.add(printed.span(), "schemes.problem.wrong_place", "printed", "rungs");
                }
                let ladder = Ladder::by_id(id.get_ref()).cloned();
                if ladder.is_none() {
                    let known: Vec<_> = Ladder::all().iter().map(Ladder::id).collect();
                    self.problems.add(id.span(), "schemes.problem.bad_value", id.get_ref(), known.join(", "));
                }
                ladder
            }
            (None, Some(rungs)) => {
                let printed = raw.printed.as_ref().map(|p| parse_grades(p.get_ref())).transpose();
                let built = parse_grades(rungs.get_ref())
                    .and_then(|list| Ladder::custom(raw.id.get_ref(), &list, printed.clone()?.as_deref()));
                match built {
                    Ok(ladder) => Some(ladder),
                    Err(error) => {
                        let at = raw.printed.as_ref().filter(|_| printed.is_err()).map_or(rungs.span(), Spanned::span);
                        self.problems.add(at, "schemes.problem.bad_value", error, "10级..1级, 1段");
                        None
                    }
                }
            }
            (Some(id), Some(_)) => {
                self.problems.add(id.span(), "schemes.problem.both", "ladder, rungs", "ladder | rungs");
                None
            }
            (None, None) => {
                self.problems.add(raw.id.span(), "schemes.problem.missing_key", "-", "ladder | rungs");
                None
            }
        }
    }

    fn points(&mut self, raw: &RawStandings) -> Points {
        let win = self.number(&raw.win, 1, 10).unwrap_or(2);
        let draw = self.number(&raw.draw, 0, win).unwrap_or(win / 2);
        // Clauses count wins by points, so a loss that is worth something would promote losers.
        let _: Option<u16> = self.number(&raw.loss, 0, 0);
        if raw.bye.is_some() {
            return Points { win, draw, bye: self.number(&raw.bye, 0, win).unwrap_or(win) };
        }
        let choices = [win.to_string(), draw.to_string(), "0".to_owned()];
        let choices: Vec<&str> = choices.iter().map(String::as_str).collect();
        let bye = self.choice("bye", "schemes.parameter.bye", &None, &choices);
        Points { win, draw, bye: bye.parse().unwrap_or(win) }
    }

    fn unplayed(&mut self, raw: &RawStandings) -> Unplayed {
        let bye = self.choice("bye_opponent", "schemes.parameter.bye_opponent", &raw.bye_opponent, &["nobody", "self"]);
        let name = "schemes.parameter.forfeit_opponent";
        let forfeit = self.choice("forfeit_opponent", name, &raw.forfeit_opponent, &["counts", "nobody"]);
        let missed =
            self.choice("missed_round", "schemes.parameter.missed_round", &raw.missed_round, &["nothing", "draw"]);
        Unplayed { bye_is_own: bye == "self", forfeit_is_nobody: forfeit == "nobody", missed_is_draw: missed == "draw" }
    }

    fn order(&mut self, raw: &RawStandings) -> Order {
        let mut order = Order::new();
        let Some(list) = &raw.order else {
            let value = self.parameters.open("order", "schemes.parameter.order", DEFAULT_ORDER);
            for name in value.split(',').map(str::trim) {
                match TieBreak::from_id(name).filter(|c| *c != TieBreak::Lot && !order.contains(c)) {
                    Some(criterion) => order.push(criterion),
                    None => {
                        self.problems.add_outside("schemes.problem.bad_order", format!("order = {value}"), criteria())
                    }
                }
            }
            return order;
        };
        for (i, name) in list.get_ref().iter().enumerate() {
            let text = name.get_ref().as_str();
            match (i, text, TieBreak::from_id(text)) {
                (0, "points", _) => {}
                (0, _, _) => self.problems.add(name.span(), "schemes.problem.points_first", text, "points"),
                // The lot ends the list by itself wherever places are not shared.
                (_, _, Some(TieBreak::Lot)) => {
                    self.problems.add(name.span(), "schemes.problem.lot_in_order", text, "ties = \"lot\"")
                }
                (_, _, Some(criterion)) if !order.contains(&criterion) => order.push(criterion),
                _ => self.problems.add(name.span(), "schemes.problem.bad_order", text, criteria()),
            }
        }
        if list.get_ref().is_empty() {
            self.problems.add(list.span(), "schemes.problem.points_first", "[]", "points");
        }
        order
    }

    fn levels(&mut self, raw: &RawLevels, ladder: &Ladder) -> [Option<Grade>; 5] {
        let fields = [&raw.county, &raw.city, &raw.province, &raw.national, &raw.world];
        fields.map(|field| self.grade(field, ladder))
    }

    /// The table of ceilings that the scheme starts from.
    fn ceiling_table(&mut self, field: &Value) -> Ceilings {
        let Some(given) = self.take(field) else { return levels::default_ceilings() };
        ceilings_of(&given.text).unwrap_or_else(|| {
            let known: Vec<_> = ceiling_tables().iter().map(|table| table.id.as_str()).chain([levels::NONE]).collect();
            self.problems.add(given.at, "schemes.problem.bad_value", &given.text, known.join(", "));
            levels::default_ceilings()
        })
    }

    fn test(&mut self, raw: RawTest) -> Test {
        let parameter = self.take(&raw.max).and_then(|given| given.parameter);
        Test { id: raw.id.into_inner(), name: raw.name.into(), max: self.number(&raw.max, 1, u16::MAX), parameter }
    }

    /// What the grades are called: only grades of the ladder have a name, and every name is there in both languages.
    fn names(&mut self, raw: BTreeMap<Spanned<String>, Both>, ladder: &Ladder) -> BTreeMap<Grade, Bilingual> {
        let mut names = BTreeMap::new();
        for (key, name) in raw {
            let Some(grade) = Grade::from_canonical(key.get_ref()) else {
                self.problems.add(key.span(), "schemes.problem.bad_value", key.get_ref(), "5级, 1段");
                continue;
            };
            self.on_ladder(grade, key.span(), ladder);
            if name.zh.trim().is_empty() || name.en.trim().is_empty() {
                self.problems.add(key.span(), "schemes.problem.bad_value", "\"\"", "zh, en");
            }
            names.insert(grade, name.into());
        }
        names
    }

    fn choice(&mut self, id: &str, name: &'static str, field: &Value, choices: &[&str]) -> String {
        self.parameters.standard(id, name, field, choices, self.problems).text
    }

    pub(super) fn take(&mut self, field: &Value) -> Option<Given> {
        self.parameters.take(field, self.problems)
    }

    /// A whole number within bounds.
    pub(super) fn number<T: TryFrom<u32>>(&mut self, field: &Value, low: u16, high: u16) -> Option<T> {
        let given = self.take(field)?;
        let number = given.text.parse::<u32>().ok().filter(|n| (u32::from(low)..=u32::from(high)).contains(n));
        if number.is_none() {
            self.problems.add(given.at, "schemes.problem.bad_value", &given.text, format!("{low}..{high}"));
        }
        number.and_then(|n| T::try_from(n).ok())
    }

    /// `true` or `false`; nothing is `false`.
    pub(super) fn yes(&mut self, field: &Value) -> bool {
        let Some(given) = self.take(field) else { return false };
        if given.text != "true" && given.text != "false" {
            self.problems.add(given.at, "schemes.problem.bad_value", &given.text, "true, false");
        }
        given.text == "true"
    }

    /// A grade of the ladder.
    pub(super) fn grade(&mut self, field: &Value, ladder: &Ladder) -> Option<Grade> {
        let given = self.take(field)?;
        let Some(grade) = Grade::from_canonical(&given.text) else {
            self.problems.add(given.at, "schemes.problem.bad_value", &given.text, "5级, 1段");
            return None;
        };
        self.on_ladder(grade, given.at, ladder);
        Some(grade)
    }

    /// Notes a grade that the ladder does not have.
    pub(super) fn on_ladder(&mut self, grade: Grade, at: std::ops::Range<usize>, ladder: &Ladder) {
        if !ladder.contains(grade) && !ladder.titles().contains(&grade) {
            let rungs: Vec<_> = ladder.rungs().iter().map(ToString::to_string).collect();
            self.problems.add(at, "schemes.problem.off_ladder", grade, rungs.join(" "));
        }
    }

    fn date(&mut self, field: &Option<Spanned<String>>) -> Option<NaiveDate> {
        let field = field.as_ref()?;
        let date = NaiveDate::parse_from_str(field.get_ref(), "%Y-%m-%d").ok();
        if date.is_none() {
            self.problems.add(field.span(), "schemes.problem.bad_value", field.get_ref(), "2026-01-31");
        }
        date
    }
}

fn criteria() -> String {
    let names: Vec<_> = TieBreak::ALL.into_iter().filter(|c| *c != TieBreak::Lot).map(TieBreak::id).collect();
    names.join(", ")
}

//! A person's name as the public sees it.
//!
//! Whoever is under 18 today, or whose age the register does not know, is shown masked, unless publication by
//! name was agreed to. The day is today's, so the name of somebody who comes of age is shown from that day on
//! without anybody doing anything.

use crate::domain::name::mask;
use crate::store::public::Who;
use chrono::NaiveDate;
use serde::Serialize;

/// The age from which a name is shown.
pub const OF_AGE: u32 = 18;

/// A name as the public sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "shown", content = "name", rename_all = "lowercase")]
pub enum PublicName {
    /// As it is written.
    Full(String),
    /// With its middle hidden: 张*轩.
    Masked(String),
    /// Not shown at all.
    Withheld,
}

impl PublicName {
    /// The text to show, unless the name is withheld.
    pub fn text(&self) -> Option<&str> {
        match self {
            PublicName::Full(name) | PublicName::Masked(name) => Some(name),
            PublicName::Withheld => None,
        }
    }

    /// The same name with its middle hidden, where it was shown in full.
    pub fn masked(self) -> Self {
        match self {
            PublicName::Full(name) => PublicName::Masked(mask(&name)),
            other => other,
        }
    }
}

/// What decides how a person is shown.
#[derive(Clone, Copy, Debug)]
pub struct Whom<'a> {
    /// The name as written.
    pub name: &'a str,
    /// The birth date, where the register knows it.
    pub birth: Option<NaiveDate>,
    /// The state of the record.
    pub state: &'a str,
    /// Whether publication by name was agreed to.
    pub consent: bool,
}

impl<'a> Whom<'a> {
    /// A person of the register, under a name: the present one, or the one in a file.
    pub fn of(who: &'a Who, name: &'a str) -> Self {
        let state = if who.hidden { "withheld" } else { who.state.as_str() };
        Self { name, birth: who.birth, state, consent: who.publication_consent }
    }

    /// The name on a day.
    pub fn shown_on(&self, today: NaiveDate) -> PublicName {
        if self.state == "withheld" {
            return PublicName::Withheld;
        }
        if self.consent || self.of_age_on(today) {
            PublicName::Full(self.name.to_owned())
        } else {
            PublicName::Masked(mask(self.name))
        }
    }

    /// The name on a day and the number that leads to the person, as the public is told them. An award that was not given
    /// is no reason to name anybody for ever: beside one the name is masked, and no number stands.
    pub fn told_on(&self, today: NaiveDate, number: Option<&str>, refused: bool) -> (PublicName, Option<String>) {
        let name = self.shown_on(today);
        match refused {
            true => (name.masked(), None),
            false => (name, number.map(str::to_owned)),
        }
    }

    /// Whether the person is known to be of age on a day.
    pub fn of_age_on(&self, today: NaiveDate) -> bool {
        self.birth.and_then(|birth| today.years_since(birth)).is_some_and(|age| age >= OF_AGE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn the_mask_falls_on_the_eighteenth_birthday_and_not_a_day_before() {
        let whom = Whom { name: "张文轩", birth: Some(day("2008-11-20")), state: "active", consent: false };
        assert_eq!(whom.shown_on(day("2026-11-19")), PublicName::Masked("张*轩".into()));
        assert_eq!(whom.shown_on(day("2026-11-20")), PublicName::Full("张文轩".into()));
        let leap = Whom { birth: Some(day("2008-02-29")), ..whom };
        assert_eq!(leap.shown_on(day("2026-02-28")), PublicName::Masked("张*轩".into()));
        assert_eq!(leap.shown_on(day("2026-03-01")), PublicName::Full("张文轩".into()));
    }

    #[test]
    fn who_is_of_unknown_age_or_was_refused_is_masked_consent_shows_and_withholding_hides() {
        let whom = Whom { name: "买买提·艾力", birth: None, state: "active", consent: false };
        assert_eq!(whom.shown_on(day("2026-11-19")), PublicName::Masked("买*提·艾*".into()));
        assert_eq!(Whom { consent: true, ..whom }.shown_on(day("2026-11-19")).text(), Some("买买提·艾力"));
        let of_age = Whom { birth: Some(day("1980-01-01")), ..whom };
        let told = |refused| of_age.told_on(day("2026-11-19"), Some("Q1"), refused);
        assert_eq!(told(false), (PublicName::Full("买买提·艾力".into()), Some("Q1".to_owned())));
        assert_eq!(told(true), (PublicName::Masked("买*提·艾*".into()), None));
        let hidden = Whom { state: "withheld", consent: true, birth: Some(day("1980-01-01")), ..whom };
        assert_eq!(hidden.shown_on(day("2026-11-19")), PublicName::Withheld);
    }
}

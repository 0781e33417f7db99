//! What else the workplace lists: papers to print, consents for minors, a name that is withheld, two records that may be
//! one person's.

use super::names::NAMESAKE;
use super::nation::said;
use super::story::Teller;
use crate::service::person::{self, ChangeForm, ChangeKind, Consent, ConsentForm};
use crate::service::print;
use crate::store::event::Event;
use crate::store::person::{self as rows, Person};
use crate::store::{award, certificate as papers, entry};
use anyhow::Context;
use chrono::{Datelike, Duration, NaiveDate};

impl Teller<'_> {
    /// Has everything of an event printed that can be; the jobs are made once the demo is served.
    pub(super) fn prints(&self, event: &Event, manager: &str) -> anyhow::Result<()> {
        let found = self.register.read(|conn| {
            let awards: Vec<i64> = award::of_event(conn, event.id)?.iter().map(|a| a.id).collect();
            Ok(papers::ids_of_awards(conn, &awards)?)
        });
        let all: Vec<i64> = found.map_err(said)?.into_iter().map(|(_, id)| id).collect();
        let manager = self.who(manager)?;
        print::queue_all(self.register, &manager, event.id, &all, "a4").map_err(said)?;
        Ok(())
    }

    /// What parents said, whose name is not shown, and a correction after which two records look like one person's.
    pub(super) fn records(&self, spring: &Event, today: NaiveDate) -> anyhow::Result<()> {
        let found = self.register.read(|conn| {
            let persons = entry::persons_of_event(conn, spring.id)?;
            Ok(rows::by_ids(conn, &persons)?)
        });
        let players = found.map_err(said)?;
        let (namesakes, mut others): (Vec<&Person>, Vec<&Person>) = players.iter().partition(|p| p.name == NAMESAKE);
        // Under age for years to come, whenever the demo is built.
        others.retain(|p| p.birth.is_some_and(|birth| birth.year() >= 2014));
        let (manager, admin) = (self.who("manager-sh")?, self.who("admin")?);
        let at = |index: usize| others.get(index).map(|p| p.id).context("the demo lacks players");
        let agree = |id: i64, what: Consent, given: bool, who: &str, ago: i64| {
            let form = ConsentForm { what, given, who: who.to_owned(), on_day: Some(today - Duration::days(ago)) };
            person::consent(self.register, &manager, id, &form).map_err(said)
        };
        agree(at(0)?, Consent::Record, true, "周敏（母亲）", 70)?;
        agree(at(0)?, Consent::Publication, true, "周敏（母亲）", 70)?;
        agree(at(1)?, Consent::Record, true, "陈立（父亲）", 66)?;
        agree(at(2)?, Consent::Publication, true, "吴芳（母亲）", 64)?;
        agree(at(2)?, Consent::Publication, false, "吴芳（母亲）", 12)?;
        person::withhold(self.register, &admin, at(3)?, "本人及监护人书面要求不公开姓名。").map_err(said)?;
        let [first, second, ..] = namesakes.as_slice() else { anyhow::bail!("the demo lacks namesakes") };
        let birth = first.birth.context("a namesake without a birth date")?;
        let form = ChangeForm {
            field: "birth".to_owned(),
            value: birth.to_string(),
            kind: ChangeKind::Typo,
            effective_on: None,
            reason: "报名表上的出生日期抄错，已与户口簿核对。".to_owned(),
        };
        person::change(self.register, &admin, second.id, &form).map_err(said)
    }
}

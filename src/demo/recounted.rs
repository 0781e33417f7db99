//! Games with records: confirmed by the recount, contradicted, ruled on, told apart from a game of somebody else, with the
//! photo of a slip beside them.

use super::games::{CONFIRMING, DOUBTFUL, File};
use super::nation::said;
use super::photo;
use super::story::{GroupPlan, SHANGHAI, Teller, Until};
use crate::service::records::{self, Chosen, Photo, RuledResult, RulingForm, RulingKind, SlipOf};
use crate::service::view::{game_desk, slips};
use crate::store::event::Event;
use crate::store::{game_record, recount};
use anyhow::Context;
use chrono::{Duration, NaiveDate};

/// The group of both events.
const GROUP: &str = "1";

impl Teller<'_> {
    /// Sends the records of a group, and has them recounted.
    pub(super) fn send_records(&self, made: &Event, group: &str, files: &[File]) -> anyhow::Result<()> {
        let clerk = self.who(SHANGHAI.clerk)?;
        records::send(self.register, &clerk, &made.slug, group, files).map_err(said)?;
        let mut above = 0;
        loop {
            let batch = records::recount_due(self.register, above).map_err(said)?;
            if batch.last == 0 {
                return Ok(());
            }
            above = batch.last;
        }
    }

    /// An event of Shanghai whose games the recount confirms, public with all that rests on them.
    pub(super) fn confirmed_by_records(&mut self, today: NaiveDate) -> anyhow::Result<()> {
        let mut plan = GroupPlan::new(GROUP, "1级", 16, 2010..2016, 7);
        plan.records = CONFIRMING;
        let confirmed = self.event(
            &SHANGHAI,
            "上海市业余围棋升级赛（记谱赛）",
            "上海棋院",
            "province",
            "shanghai-kyu",
            today - Duration::days(12),
            1,
            vec![plan],
            Until::Submitted,
        )?;
        // Beside a record, and where there is none.
        self.add_slip(&confirmed, 0)?;
        self.add_slip(&confirmed, 40)?;
        self.confirm(&SHANGHAI, &confirmed)?;
        self.issue(&SHANGHAI, &confirmed)
    }

    /// One whose results are submitted, and wait for a referee.
    pub(super) fn doubted_by_records(&mut self, today: NaiveDate) -> anyhow::Result<()> {
        let mut plan = GroupPlan::new(GROUP, "1级", 12, 2010..2016, 7);
        plan.records = DOUBTFUL;
        plan.late = true;
        let doubtful = self.event(
            &SHANGHAI,
            "上海市业余围棋升级赛（记谱赛第二站）",
            "上海棋院",
            "province",
            "shanghai-kyu",
            today - Duration::days(3),
            1,
            vec![plan],
            Until::Submitted,
        )?;
        let late = std::mem::take(&mut self.late);
        self.send_records(&doubtful, GROUP, &late)?;
        self.rule_on(&doubtful)?;
        self.add_slip(&doubtful, 1)
    }

    /// The second of the doubtful games is ruled on, by as many as it needs.
    fn rule_on(&self, made: &Event) -> anyhow::Result<()> {
        let found = self.register.read(|conn| {
            let all = game_record::of_group(conn, made.id, GROUP)?;
            let ids: Vec<i64> = all.iter().map(|one| one.id).collect();
            let wrong: Vec<i64> = recount::current_of(conn, &ids)?
                .into_iter()
                .filter(|one| one.verdict == "winner-differs")
                .map(|one| one.record_id)
                .collect();
            Ok(all.into_iter().filter(|one| wrong.contains(&one.id)).nth(1))
        });
        let record = found.map_err(said)?.context("the demo lacks a contradicted game")?;
        let pairing = record.pairing_id.context("a record without its game")?;
        let (manager, second) = (self.who(SHANGHAI.manager)?, self.who("referee-sh")?);
        let view = game_desk::game(self.register, &manager, &made.slug, pairing, None).map_err(said)?;
        let desk = view.record.and_then(|record| record.desk).context("a record without a board")?;
        let form = RulingForm {
            pairing,
            record: Some(record.id),
            kind: RulingKind::Stones,
            result: RuledResult::from_key(desk.winner),
            // A quarter of a stone is half a point.
            margin_quarters: Some(desk.margin.0),
            dead: desk.named(crate::domain::recount::DeskFate::Dead),
            article: "围棋竞赛规则 第九条".to_owned(),
            note: "终局双方数子有误，经复盘核对，盘面以棋谱为准。".to_owned(),
        };
        let (ruling, in_force) = records::rule(self.register, &manager, &made.slug, &form).map_err(said)?;
        if !in_force {
            records::agree(self.register, &second, &made.slug, ruling).map_err(said)?;
        }
        Ok(())
    }

    /// Puts a photo beside a game of the results, counted from the first.
    fn add_slip(&self, made: &Event, game: usize) -> anyhow::Result<()> {
        let clerk = self.who(SHANGHAI.clerk)?;
        let all = slips::of_group(self.register, &clerk, &made.slug, GROUP).map_err(said)?;
        let (named, (black, white)) = all.games.get(game).context("the demo lacks games")?.clone();
        let round = u16::try_from(named.round)?;
        let of = SlipOf::Game { group: GROUP.to_owned(), game: Chosen { round, black, white } };
        let photo = Photo { name: "slip.png".to_owned(), bytes: photo::slip()? };
        records::add_slip(self.register, &clerk, &made.slug, Some(&of), &photo).map_err(said)?;
        Ok(())
    }
}

//! The demo's past, played in order: events in every state, awards, notices, objections, certificates.

use super::field::{Dice, Player, play};
use super::games::{File, Wanted, recorded};
use super::names::{Invented, NAMESAKE, birth, invent, unusual};
use super::nation::said;
use crate::clock::MovableClock;
use crate::domain::finding::Severity;
use crate::service::certificate::{self, CopyForm, CopyKind, Issue, Sanction};
use crate::service::event::{self, EventForm, RecordSettings, Verdict};
use crate::service::objection::{self, Decision, NewObjectionForm};
use crate::service::results::{self, ChosenWarnings, Files, Identity, finding_key};
use crate::service::{Register, Staff, award as awards, notice};
use crate::store::event::Event;
use crate::store::{award, certificate as papers, entry, person as persons};
use crate::text::Lang;
use anyhow::{Context, bail};
use chrono::{Datelike, Duration, NaiveDate};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How far an event is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Until {
    Draft,
    Filed,
    Approved,
    Submitted,
    Confirmed,
}

/// Who holds, confirms and approves an event.
pub(super) struct Crew {
    pub(super) clerk: &'static str,
    pub(super) manager: &'static str,
    parent: &'static str,
}

pub(super) const SHANGHAI: Crew = Crew { clerk: "clerk-sh", manager: "manager-sh", parent: "reviewer" };
const ANHUI: Crew = Crew { clerk: "clerk-ah", manager: "manager-ah", parent: "reviewer" };
const FUJIAN: Crew = Crew { clerk: "clerk-fj", manager: "manager-fj", parent: "reviewer" };
const WUXI: Crew = Crew { clerk: "clerk-wx", manager: "manager-wx", parent: "manager-js" };
const QINHUANGDAO: Crew = Crew { clerk: "clerk-qhd", manager: "manager-qhd", parent: "manager-hb" };

/// Plays the story.
pub struct Teller<'a> {
    pub(super) register: &'a Register,
    clock: &'a Arc<MovableClock>,
    staff: BTreeMap<String, Staff>,
    dice: Dice,
    /// Records of the event that was played last, to be sent once its results are submitted.
    pub(super) late: Vec<File>,
}

/// One group of an event: its id, the entrants' grade, how many, when they were born, rounds.
pub(super) struct GroupPlan<'a> {
    id: &'a str,
    grade: &'a str,
    count: u32,
    born: std::ops::Range<i32>,
    rounds: u16,
    guests: Vec<Invented>,
    /// Records of its games.
    pub(super) records: &'static [Wanted],
    /// Whether they are sent once the results are submitted: with what contradicts them they could not be.
    pub(super) late: bool,
}

impl<'a> GroupPlan<'a> {
    pub(super) fn new(id: &'a str, grade: &'a str, count: u32, born: std::ops::Range<i32>, rounds: u16) -> Self {
        Self { id, grade, count, born, rounds, guests: Vec::new(), records: &[], late: false }
    }
}

impl<'a> Teller<'a> {
    /// A teller whose dice fall the same each time.
    pub fn new(register: &'a Register, clock: &'a Arc<MovableClock>, staff: BTreeMap<String, Staff>) -> Self {
        Self { register, clock, staff, dice: Dice::new(0x005E_ED60), late: Vec::new() }
    }

    /// Plays everything, up to `today`.
    pub fn tell(&mut self, today: NaiveDate) -> anyhow::Result<()> {
        let day = |ago: i64| today - Duration::days(ago);

        // Shanghai, months ago: kyu and first dan, closed, everything issued.
        let mut first = GroupPlan::new("1", "1级", 18, 2010..2017, 7);
        // Two of them: more would take the five wins from each other that the group asks for.
        first.guests = unusual(&mut self.dice, 1, 2009..2016);
        let others = first.guests.split_off(2);
        let mut namesakes = GroupPlan::new("10-8", "9级", 12, 2012..2018, 7);
        namesakes.guests = (0..4)
            .map(|_| Invented { name: NAMESAKE.to_owned(), sex: "男", birth: birth(&mut self.dice, 2008..2018) })
            .collect();
        let mut ungraded = GroupPlan::new("ungraded", "", 16, 2014..2019, 5);
        ungraded.guests = unusual(&mut self.dice, 2, 2012..2018);
        ungraded.guests.extend(others);
        let spring = self.event(
            &SHANGHAI,
            "上海市业余围棋升级赛（第一站）",
            "上海棋院",
            "province",
            "shanghai-kyu",
            day(150),
            2,
            vec![first, namesakes, ungraded],
            Until::Confirmed,
        )?;
        self.issue(&SHANGHAI, &spring)?;

        // Anhui: dan groups, so that notices are needed; run to the end.
        let mut players = GroupPlan::new("all", "3段", 20, 1985..2012, 7);
        players.guests = unusual(&mut self.dice, 0, 1985..2005);
        let summer = self.event(
            &ANHUI,
            "安徽省围棋段位赛（第一站）",
            "合肥市体育中心",
            "province",
            "open-test",
            day(110),
            3,
            vec![players],
            Until::Confirmed,
        )?;
        self.publish(&summer)?;
        self.pass(day(95))?;
        self.issue(&ANHUI, &summer)?;

        // Fujian: its own event for 6段, national notice, an objection that was dismissed and one upheld.
        let masters = self.event(
            &FUJIAN,
            "福建省围棋6段赛",
            "福州市棋院",
            "province",
            "fujian-6dan-2022",
            day(80),
            4,
            vec![GroupPlan::new("all", "5段", 18, 1965..2006, 9)],
            Until::Confirmed,
        )?;
        let references = self.publish(&masters)?;
        if let [first, second, ..] = references.as_slice() {
            self.object(first, "棋谱显示第六轮有人代打，请核查。", Some(Decision::Upheld))?;
            self.object(second, "对其报名时的段位有疑问，请核对证书。", Some(Decision::Dismissed))?;
        }
        self.pass(day(60))?;
        self.issue(&FUJIAN, &masters)?;

        // Wuxi, below Jiangsu: first dan by quota.
        let wuxi = self.event(
            &WUXI,
            "无锡市围棋定段升段赛",
            "无锡市少年宫",
            "city",
            "yixing-2025",
            day(58),
            2,
            vec![GroupPlan::new("定段", "1级", 20, 2011..2017, 7), GroupPlan::new("1段", "1段", 12, 2009..2015, 7)],
            Until::Confirmed,
        )?;
        self.issue(&WUXI, &wuxi)?;

        // Qinhuangdao: certificates have to be collected within a month, and these were not.
        let kyu = self.event(
            &QINHUANGDAO,
            "秦皇岛市围棋升级赛（第一站）",
            "秦皇岛市棋类协会",
            "city",
            "qinhuangdao-2026",
            day(45),
            1,
            vec![GroupPlan::new("2", "2级", 12, 2012..2018, 5)],
            Until::Confirmed,
        )?;
        // Those who became 1段 there come back a month later (at least 31 days: a scheme may allow one
        // promotion in a calendar month): the lower certificate is superseded.
        let mut again = GroupPlan::new("1段", "1段", 10, 2009..2015, 7);
        again.guests = self.winners(&wuxi, "1段")?;
        let autumn = self.event(
            &WUXI,
            "无锡市围棋段位赛（第二站）",
            "无锡市少年宫",
            "city",
            "yixing-2025",
            day(26),
            1,
            vec![again],
            Until::Confirmed,
        )?;
        self.issue(&WUXI, &autumn)?;

        self.with_dice(0x0000_9064, |teller| teller.confirmed_by_records(today))?;

        self.pass(day(9))?;
        awards::lapse_due(self.register).map_err(said)?;

        self.sanctions(&spring)?;
        let reviewer = self.who("reviewer")?;
        event::reopen(self.register, &reviewer, &kyu.slug, "举报称第4轮成绩录入有误，经核实须重新提交。")
            .map_err(said)?;
        self.prints(&spring, SHANGHAI.manager)?;
        self.prints(&autumn, WUXI.manager)?;
        self.records(&spring, today)?;
        self.running(today)?;
        let given = self.register.read(|conn| Ok(award::of_event(conn, masters.id)?)).map_err(said)?;
        if let Some(one) = given.iter().find(|a| a.state == "certified") {
            notice::renew(self.register, &reviewer, one.id, "收到新的举报材料，重新公示。").map_err(said)?;
        }
        Ok(())
    }

    /// Tells something with dice of its own: whatever becomes of it leaves everything else as it was.
    fn with_dice(&mut self, seed: u64, tell: impl FnOnce(&mut Self) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let dice = std::mem::replace(&mut self.dice, Dice::new(seed));
        tell(self)?;
        self.dice = dice;
        Ok(())
    }

    /// The people who were awarded a grade at an event.
    fn winners(&self, event: &Event, grade: &str) -> anyhow::Result<Vec<Invented>> {
        let found = self.register.read(|conn| {
            let ids: Vec<i64> = award::of_event(conn, event.id)?
                .iter()
                .filter(|a| certificate::grade_of(a.grade).to_string() == grade && a.state == "certified")
                .map(|a| a.person_id)
                .collect();
            Ok(persons::by_ids(conn, &ids)?)
        });
        let invented = found.map_err(said)?.into_iter().filter_map(|p| {
            let sex = if p.sex.as_deref() == Some("female") { "女" } else { "男" };
            Some(Invented { name: p.name, sex, birth: p.birth? })
        });
        Ok(invented.collect())
    }

    /// What is going on now.
    fn running(&mut self, today: NaiveDate) -> anyhow::Result<()> {
        let day = |ago: i64| today - Duration::days(ago);
        // On notice now, one of them held by an open objection.
        let autumn = self.event(
            &ANHUI,
            "安徽省围棋段位赛（第二站）",
            "芜湖市奥体中心",
            "province",
            "open-test",
            day(8),
            2,
            vec![GroupPlan::new("all", "4段", 17, 1990..2014, 7)],
            Until::Confirmed,
        )?;
        let references = self.publish(&autumn)?;
        if let Some(last) = references.last() {
            self.object(last, "该选手近三个月未参加任何比赛，请公布对局记录。", None)?;
        }
        // Confirmed, waiting for its notice.
        self.event(
            &FUJIAN,
            "福建省业余围棋公开赛",
            "厦门市文化宫",
            "province",
            "open-test",
            day(6),
            2,
            vec![GroupPlan::new("all", "3段", 14, 1995..2013, 6)],
            Until::Confirmed,
        )?;
        // Granted, waiting to be issued.
        self.event(
            &SHANGHAI,
            "上海市业余围棋升级赛（第二站）",
            "浦东新区文化馆",
            "province",
            "shanghai-kyu",
            day(5),
            1,
            vec![GroupPlan::new("2", "2级", 14, 2011..2018, 7), GroupPlan::new("1", "1级", 16, 2010..2016, 7)],
            Until::Confirmed,
        )?;
        // Submitted, waiting for the second person.
        self.event(
            &WUXI,
            "无锡市围棋段位赛（第三站）",
            "无锡市体育馆",
            "city",
            "yixing-2025",
            day(3),
            1,
            vec![GroupPlan::new("2段", "2段", 16, 2008..2015, 7)],
            Until::Submitted,
        )?;
        // Returned, approved, filed, draft.
        let returned = self.event(
            &QINHUANGDAO,
            "秦皇岛市围棋升级赛（第二站）",
            "秦皇岛市棋类协会",
            "city",
            "qinhuangdao-2026",
            day(3),
            1,
            vec![GroupPlan::new("5", "5级", 12, 2013..2018, 5)],
            Until::Submitted,
        )?;
        let manager = self.who(QINHUANGDAO.manager)?;
        event::return_results(
            self.register,
            &manager,
            &returned.slug,
            "第3轮第2台的结果与记录纸不符，请核对后重新上传。",
        )
        .map_err(said)?;
        self.with_dice(0x0000_9065, |teller| teller.doubted_by_records(today))?;
        self.with_dice(0x0000_0712, |teller| teller.run_here(today))?;
        let plain = |id| vec![GroupPlan::new(id, "1级", 0, 2010..2017, 7)];
        for (name, ahead, until) in [
            ("上海市业余围棋升级赛（第三站）", -1, Until::Approved),
            ("上海市业余围棋升级赛（第四站）", -30, Until::Filed),
            ("上海市业余围棋升级赛（第五站）", -90, Until::Draft),
        ] {
            self.event(&SHANGHAI, name, "上海棋院", "province", "shanghai-kyu", day(ahead), 1, plain("1"), until)?;
        }
        Ok(())
    }

    /// A revoked, a suspended, a reissued and a corrected certificate.
    fn sanctions(&mut self, spring: &Event) -> anyhow::Result<()> {
        let reviewer = self.who("reviewer")?;
        let of = |event: &Event| -> anyhow::Result<Vec<i64>> {
            let found = self.register.read(|conn| {
                let awards: Vec<i64> = award::of_event(conn, event.id)?.iter().map(|a| a.id).collect();
                Ok(papers::ids_of_awards(conn, &awards)?)
            });
            Ok(found.map_err(said)?.into_iter().map(|(_, id)| id).collect())
        };
        let shanghai = of(spring)?;
        let act = |id: Option<&i64>, what, reason: &str| -> anyhow::Result<()> {
            let id = *id.context("the demo lacks certificates")?;
            certificate::sanction(self.register, &reviewer, id, what, reason).map_err(said)
        };
        act(shanghai.first(), Sanction::Revoke, "冒名参赛，经查属实。")?;
        act(shanghai.get(1), Sanction::Suspend, "身份核查中。")?;
        let manager = self.who(SHANGHAI.manager)?;
        let copy = |id: Option<&i64>, kind, holder: Option<&str>, reason: &str| -> anyhow::Result<()> {
            let id = *id.context("the demo lacks certificates")?;
            let form = CopyForm {
                kind,
                holder: holder.map(str::to_owned),
                reason: reason.to_owned(),
                key: format!("demo-{id}"),
            };
            certificate::make_copy(self.register, &manager, id, &form).map_err(said)?;
            Ok(())
        };
        copy(shanghai.get(2), CopyKind::Reissue, None, "原证书遗失，已登报声明。")?;
        copy(shanghai.get(3), CopyKind::Correction, Some("周子涵"), "姓名录入有误，户口簿核对无误。")?;
        Ok(())
    }

    /// Plays an event up to a state.
    #[allow(clippy::too_many_arguments)] // an event has this many parts, and each call names them in order
    pub(super) fn event(
        &mut self,
        crew: &Crew,
        name: &str,
        place: &str,
        level: &str,
        scheme: &str,
        first_day: NaiveDate,
        days: i64,
        groups: Vec<GroupPlan<'_>>,
        until: Until,
    ) -> anyhow::Result<Event> {
        let last_day = first_day + Duration::days(days - 1);
        if until > Until::Filed {
            self.pass(first_day - Duration::days(20))?;
        }
        let name = format!("{}年{name}", first_day.year());
        let form = EventForm {
            name: name.clone(),
            place: place.to_owned(),
            level: level.to_owned(),
            scheme: scheme.to_owned(),
            starts_on: Some(first_day),
            ends_on: Some(last_day),
            groups: groups.iter().map(|g| g.id.to_owned()).collect(),
            parameters: BTreeMap::new(),
            records: RecordSettings::default(),
            key: String::new(),
        };
        let clerk = self.who(crew.clerk)?;
        let made = event::create(self.register, &clerk, &form).map_err(said).with_context(|| name.clone())?;
        if until >= Until::Filed {
            event::file(self.register, &clerk, &made.slug).map_err(said)?;
        }
        if until >= Until::Approved {
            let parent = self.who(crew.parent)?;
            event::decide_filing(self.register, &parent, &made.slug, &Verdict::Approve).map_err(said)?;
        }
        if until >= Until::Submitted {
            self.pass(last_day + Duration::days(1))?;
            for group in groups {
                self.upload(&clerk, &made, group).with_context(|| name.clone())?;
            }
            results::submit(self.register, &clerk, &made.slug, "").map_err(said).with_context(|| name.clone())?;
        }
        if until >= Until::Confirmed {
            self.confirm(crew, &made)?;
        }
        Ok(made)
    }

    /// Confirms an event, once it is decided who its players are.
    pub(super) fn confirm(&mut self, crew: &Crew, made: &Event) -> anyhow::Result<()> {
        let (clerk, manager) = (self.who(crew.clerk)?, self.who(crew.manager)?);
        self.identify(&clerk, made)?;
        event::confirm(self.register, &manager, &made.slug).map_err(said).with_context(|| made.name.clone())
    }

    fn upload(&mut self, clerk: &Staff, made: &Event, group: GroupPlan<'_>) -> anyhow::Result<()> {
        // Guests are strong: their names are to be seen on certificates.
        let guests = group.guests.len();
        let mut people = group.guests;
        while (people.len() as u32) < group.count {
            people.push(invent(&mut self.dice, group.born.clone()));
        }
        let mut players: Vec<Player> = people
            .into_iter()
            .enumerate()
            .map(|(at, who)| Player {
                who,
                grade: group.grade.to_owned(),
                certificate: String::new(),
                strength: if at < guests { 4000 } else { self.dice.below(60) },
            })
            .collect();
        // Guests sit apart, so that the first round does not set them against each other.
        for at in (1..guests.min(players.len() / 2)).rev() {
            players.swap(at, 2 * at);
        }
        let mut files = play(&mut self.dice, &players, group.rounds);
        let records = recorded(&mut files, group.records)?;
        let files = Files {
            results: (format!("{}.results.csv", group.id), files.results.into_bytes()),
            players: Some((format!("{}.players.csv", group.id), files.players.into_bytes())),
        };
        let answer = results::upload(self.register, clerk, &made.slug, group.id, &files).map_err(said)?;
        if answer.report.blocks() {
            let errors: Vec<&str> = answer
                .report
                .findings
                .iter()
                .filter(|f| f.severity == Severity::Error)
                .map(|f| f.en.as_str())
                .take(5)
                .collect();
            bail!("the demo's results of group {} have errors: {errors:?}", group.id);
        }
        let warnings: Vec<String> =
            answer.report.findings.iter().filter(|f| f.severity == Severity::Warning).map(finding_key).collect();
        if !warnings.is_empty() {
            results::acknowledge(
                self.register,
                clerk,
                &made.slug,
                answer.upload_id,
                &ChosenWarnings { keys: &warnings, codes: &[] },
                "已与裁判长核对，情况属实。",
            )
            .map_err(said)?;
        }
        if group.late {
            self.late = records;
            return Ok(());
        }
        if records.is_empty() { Ok(()) } else { self.send_records(made, group.id, &records) }
    }

    /// Decides the doubtful matches of an event: everybody is somebody new.
    fn identify(&mut self, clerk: &Staff, made: &Event) -> anyhow::Result<()> {
        let cases = self.register.read(|conn| Ok(entry::open_cases(conn, made.id)?)).map_err(said)?;
        for case in cases {
            results::decide_match(self.register, clerk, &made.slug, case.id, Identity::New, "同名不同人。")
                .map_err(said)?;
        }
        Ok(())
    }

    fn publish(&mut self, made: &Event) -> anyhow::Result<Vec<String>> {
        let waiting: Vec<i64> = self
            .register
            .read(|conn| Ok(award::of_event(conn, made.id)?))
            .map_err(said)?
            .iter()
            .filter(|a| a.state == "confirmed")
            .map(|a| a.id)
            .collect();
        let reviewer = self.who("reviewer")?;
        Ok(notice::publish(self.register, &reviewer, &waiting).map_err(said)?.references)
    }

    fn object(&mut self, reference: &str, body: &str, decision: Option<Decision>) -> anyhow::Result<()> {
        let form = NewObjectionForm {
            reference: reference.to_owned(),
            name: "热心棋友".to_owned(),
            mail: format!("{}@visitor.example", reference.to_lowercase()),
            body: body.to_owned(),
            lang: Lang::Zh,
        };
        let receipt = objection::file(self.register, &form).map_err(said)?;
        let Some(decision) = decision else { return Ok(()) };
        let filed = self.register.read(|conn| Ok(award::objection_by_receipt(conn, &receipt.number)?)).map_err(said)?;
        let reviewer = self.who("reviewer")?;
        let reason = match decision {
            Decision::Upheld => "经核对棋谱与签到记录，异议成立，该项授予不予通过。",
            Decision::Dismissed => "经核对原始证书，报名段位属实，异议不成立。",
        };
        objection::decide(self.register, &reviewer, filed.id, decision, reason).map_err(said)
    }

    pub(super) fn issue(&mut self, crew: &Crew, made: &Event) -> anyhow::Result<()> {
        let manager = self.who(crew.manager)?;
        let key = format!("demo-{}", made.slug);
        certificate::issue(self.register, &manager, made.agency_id, &Issue::Event(made.id), &key).map_err(said)?;
        Ok(())
    }

    /// Moves the clock to the morning of a day, unless it is later already, and does what became due.
    pub(super) fn pass(&mut self, day: NaiveDate) -> anyhow::Result<()> {
        let morning = crate::clock::beijing_midnight(day) + Duration::hours(10);
        let now = self.register.now();
        if morning > now {
            self.clock.advance(morning - now);
        }
        notice::close_due(self.register).map_err(said)?;
        notice::close_events(self.register).map_err(said)?;
        Ok(())
    }

    /// Somebody who was born in one of these years.
    pub(super) fn invented(&mut self, born: std::ops::Range<i32>) -> Invented {
        invent(&mut self.dice, born)
    }

    /// How the dice fall, below a bound.
    pub(super) fn fall(&mut self, bound: u32) -> usize {
        self.dice.below(bound) as usize
    }

    pub(super) fn who(&self, login: &str) -> anyhow::Result<Staff> {
        self.staff.get(login).cloned().with_context(|| format!("nobody is called {login}"))
    }
}

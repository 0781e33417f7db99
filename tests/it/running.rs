//! A group that is run here, from its entry list to the results that are handed over.

use crate::staff_people::signed_in;
use crate::support::event as play;
use crate::support::fixture::World;
use crate::support::server::{Answer, Browser};
use chrono::Duration;
use qipin::domain::permission::Role;
use qipin::domain::results::GameResult;
use qipin::domain::running::Presence;
use qipin::service::event::{self, EventForm, Verdict};
use qipin::service::running::{self, EntryForm, Settled, Stay};
use qipin::service::view::running::{self as view, RoundView, RunView};
use qipin::service::{ServiceError, Staff};
use qipin::store::event::Event;
use qipin::store::{award, event as events, journal, upload};
use std::collections::{BTreeMap, BTreeSet};

/// An approved event under a scheme, with one of its groups.
fn approved(world: &World, scheme: &str, group: &str) -> Event {
    let last = world.register().today() - Duration::days(1);
    let form = EventForm {
        name: "秋季级位赛".to_owned(),
        place: "棋院".to_owned(),
        level: "city".to_owned(),
        scheme: scheme.to_owned(),
        starts_on: Some(last),
        ends_on: Some(last),
        groups: vec![group.to_owned()],
        parameters: BTreeMap::new(),
        records: Default::default(),
        key: String::new(),
    };
    let made = event::create(world.register(), &world.clerk, &form).unwrap();
    event::file(world.register(), &world.clerk, &made.slug).unwrap();
    event::decide_filing(world.register(), &world.reviewer, &made.slug, &Verdict::Approve).unwrap();
    made
}

fn settled() -> Settled {
    Settled {
        rounds: "5".to_owned(),
        within: "halves".to_owned(),
        protect: "nobody".to_owned(),
        protect_rounds: String::new(),
        numbers_by_lot: false,
        public: true,
    }
}

fn entry(name: &str, birth: &str, grade: &str) -> EntryForm {
    let fields = [("name", name), ("birth", birth), ("grade", grade), ("sex", "男")];
    EntryForm(fields.map(|(field, value)| (field.to_owned(), value.to_owned())).into())
}

fn han(n: usize) -> String {
    n.to_string().chars().map(|c| "零一二三四五六七八九".chars().nth(c as usize - '0' as usize).unwrap()).collect()
}

/// A running group of grown-ups under `open-test`, at the service's door.
struct Run {
    world: World,
    slug: String,
}

const GROUP: &str = "all";

impl Run {
    fn of(players: usize) -> Self {
        let world = World::new();
        let slug = approved(&world, "open-test", GROUP).slug;
        running::begin(world.register(), &world.clerk, &slug, GROUP, &settled()).unwrap();
        let run = Self { world, slug };
        for n in 1..=players {
            run.enter(&format!("赵{}", han(n)), &format!("198{}-03-{:02}", n % 10, n));
        }
        run
    }

    fn enter(&self, name: &str, birth: &str) -> u32 {
        running::enter(self.world.register(), &self.world.clerk, &self.slug, GROUP, &entry(name, birth, "1段")).unwrap()
    }

    fn pair(&self) -> Result<u16, ServiceError> {
        running::pair_round(self.world.register(), &self.world.clerk, &self.slug, GROUP, None)
    }

    fn result(&self, staff: &Staff, at: (u16, u16), result: &str, why: &str) -> Result<(), ServiceError> {
        running::enter_result(self.world.register(), staff, (&self.slug, GROUP), at, result, why)
    }

    fn close(&self, round: u16) -> Result<(), ServiceError> {
        running::close_round(self.world.register(), &self.world.clerk, &self.slug, GROUP, round)
    }

    fn seats(&self, one: u32, other: u32) -> Result<(), ServiceError> {
        running::exchange_seats(
            self.world.register(),
            &self.world.clerk,
            (&self.slug, GROUP),
            (one, other),
            "裁判长同意",
        )
    }

    fn stay(&self, number: u32, stay: Stay, why: &str) -> Result<(), ServiceError> {
        running::be_present(self.world.register(), &self.world.clerk, (&self.slug, GROUP), number, stay, why)
    }

    fn view(&self) -> RunView {
        view::of_group(self.world.register(), &self.world.clerk, &self.slug, GROUP).unwrap().run.unwrap()
    }

    fn round(&self, round: u16) -> RoundView {
        view::of_round(self.world.register(), &self.world.clerk, &self.slug, GROUP, round).unwrap()
    }

    /// Lets the lower number win everywhere, and settles the round.
    fn play(&self, round: u16) {
        for board in self.round(round).boards {
            let Some(white) = board.white else { continue };
            let result = if board.black.number < white.number { "B" } else { "W" };
            self.result(&self.world.clerk, (round, board.board), result, "").unwrap();
        }
        self.close(round).unwrap();
    }
}

fn refused(result: Result<impl std::fmt::Debug, ServiceError>, wanted: &str) {
    match result {
        Err(ServiceError::Refused { key, .. }) => assert_eq!(key, wanted),
        Err(ServiceError::Invalid(fields)) => assert_eq!(fields[0].key, wanted),
        other => panic!("{wanted}: {other:?}"),
    }
}

fn boxes(page: &str, name: &str) -> Vec<String> {
    let needle = format!("type=\"checkbox\" name=\"{name}\" value=\"");
    page.split(&needle).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

fn sent(answer: Answer) -> String {
    assert_eq!(answer.status, 303, "{}", answer.text());
    answer.header("location").unwrap().to_owned()
}

/// Gives every open warning of a group's page a reason.
fn acknowledge(clerk: &mut Browser, group: &str) {
    let page = clerk.get(group).text();
    let open = boxes(&page, "finding");
    if open.is_empty() {
        return;
    }
    let upload = clerk.value("upload");
    let mut fields: Vec<(&str, &str)> = open.iter().map(|key| ("finding", key.as_str())).collect();
    fields.extend([("upload", upload.as_str()), ("reason", "已核对")]);
    sent(clerk.submit(&format!("{group}/acknowledge"), &fields));
}

#[test]
fn a_group_of_twenty_is_run_from_its_entry_list_to_its_awards_over_http() {
    let world = World::new();
    let server = world.server();
    let (mut clerk, mut manager) =
        (signed_in(&world, &server, &world.clerk), signed_in(&world, &server, &world.manager));
    let referee = world.test.account(Role::Referee, world.agency);
    let mut referee = signed_in(&world, &server, &referee);
    let slug = approved(&world, "shanghai-kyu", "2").slug;
    let group = format!("/staff/events/{slug}/groups/2");
    let run = format!("{group}/run");

    // Begin, and enter twenty: nineteen from a file, one by form.
    assert!(clerk.get(&group).text().contains(&run), "the group's page leads to its run");
    assert!(clerk.get(&run).text().contains("开始，录入名单"));
    let to = sent(
        clerk.submit(&run, &[("within", "halves"), ("protect", "nobody"), ("numbers_by_lot", "1"), ("public", "1")]),
    );
    assert!(to.starts_with(&format!("{run}/entries")), "{to}");
    let mut file = String::from("id,name,sex,birth,grade\n");
    for n in 1..=19 {
        file.push_str(&format!("{n},钱{},男,19{:02}-05-{n:02},2级\n", han(n), 70 + n));
    }
    clerk.get(&format!("{run}/entries"));
    sent(clerk.upload(&format!("{run}/entries/file"), &[], &[("players", "a.players.csv", file.as_bytes())]));
    clerk.get(&format!("{run}/entries"));
    let wrong =
        clerk.submit(&format!("{run}/entries"), &[("name", "孙二十"), ("birth", "1980-02-30"), ("grade", "2级")]);
    assert_eq!(wrong.status, 409, "{}", wrong.text());
    assert!(wrong.text().contains("1980-02-30"), "what was typed is kept, and what is wrong with it is said");
    let right = [("name", "孙二十"), ("sex", "女"), ("birth", "1980-02-28"), ("grade", "2级")];
    sent(clerk.submit(&format!("{run}/entries"), &right));
    let page = clerk.get(&format!("{run}/entries")).text();
    assert!(page.contains("孙二十") && page.contains("钱一九"), "{page}");

    let state = |round| view::of_round(world.register(), &world.clerk, &slug, "2", round).unwrap();
    let mut met: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut wins: BTreeMap<u32, u32> = BTreeMap::new();
    let mut byes: BTreeSet<u32> = BTreeSet::new();
    for round in 1..=7_u16 {
        clerk.get(&run);
        let to = sent(clerk.submit(&format!("{run}/pair"), &[]));
        let page = format!("{run}/rounds/{round}");
        assert!(to.starts_with(&page), "{to}");
        let shown = state(round);
        let text = referee.get(&page).text();
        assert!(text.contains("黑胜") && text.contains("白方弃权"), "one tap for each result: {text}");
        for board in &shown.boards {
            let Some(white) = &board.white else {
                assert!(byes.insert(board.black.number), "a second bye in round {round}");
                *wins.entry(board.black.number).or_default() += 1;
                continue;
            };
            let (b, w) = (board.black.number, white.number);
            assert!(met.insert((b.min(w), b.max(w))), "{b} and {w} meet again in round {round}");
            for number in [b, w] {
                assert!(
                    wins.get(&number).is_none_or(|wins| *wins < 5),
                    "{number} is promoted and paired in round {round}"
                );
            }
            let result = if b < w { "B" } else { "W" };
            *wins.entry(b.min(w)).or_default() += 1;
            sent(referee.submit(&format!("{page}/boards/{}", board.board), &[("result", result)]));
        }
        assert_eq!(referee.submit(&format!("{page}/close"), &[]).status, 403, "the clerk settles");
        for paper in ["sheet", "slips"] {
            let printed = clerk.get(&format!("{page}/{paper}"));
            // Who is promoted already is not on it, so the name is one of the round's.
            assert!(printed.status == 200 && printed.text().contains(&shown.boards[0].black.name), "{paper}");
        }
        clerk.get(&page);
        sent(clerk.submit(&format!("{page}/close"), &[]));
    }
    assert!(clerk.get(&run).text().contains("移交成绩"));

    // Handed over it is a version like any other.
    let to = sent(clerk.submit(&format!("{run}/hand-over"), &[]));
    assert!(to.starts_with(&group) && to.contains("done=uploaded"), "{to}");
    let page = clerk.get(&group).text();
    assert!(page.contains(&format!("{slug}-2.results.csv")), "{page}");
    acknowledge(&mut clerk, &group);
    let path = format!("/staff/events/{slug}");
    clerk.get(&path);
    sent(clerk.submit(&format!("{path}/submit"), &[]));
    manager.get(&path);
    sent(manager.submit(&format!("{path}/confirm"), &[]));
    let made = world.register().read(|conn| Ok(events::by_slug(conn, &slug)?)).unwrap();
    let awards = world.register().read(|conn| Ok(award::of_event(conn, made.id)?)).unwrap();
    let promoted = wins.values().filter(|wins| **wins >= 5).count();
    assert!(promoted > 2, "{wins:?}");
    assert_eq!(awards.iter().filter(|award| award.clause == "2-5w").count(), promoted);
    let closed = clerk.submit(&format!("{run}/rounds/7/boards/1"), &[("result", "B")]);
    assert_eq!(closed.status, 409, "after the submission nothing of a run changes");
    world.test.assert_journal_agrees();
}

#[test]
fn who_comes_late_stays_away_or_leaves_is_paired_accordingly() {
    let run = Run::of(6);
    run.stay(6, Stay::Excused, "").unwrap();
    assert_eq!(run.pair().unwrap(), 1);
    let first = run.round(1);
    assert_eq!(first.boards.len(), 3, "two boards and a bye");
    assert_eq!(first.away, [(first.away[0].0.clone(), Presence::Excused)]);
    assert_eq!(first.away[0].0.number, 6);
    let late = run.enter("周七", "1985-07-07");
    assert_eq!(late, 7, "numbers are given for good");
    refused(run.pair(), "refusal.running_round_open");
    run.play(1);
    refused(run.stay(1, Stay::Left, "走"), "refusal.running_reason");
    run.stay(1, Stay::Left, "因病退赛").unwrap();
    run.pair().unwrap();
    let second: BTreeSet<u32> = run
        .round(2)
        .boards
        .iter()
        .flat_map(|b| [Some(b.black.number), b.white.as_ref().map(|w| w.number)])
        .flatten()
        .collect();
    assert_eq!(second, BTreeSet::from([2, 3, 4, 5, 6, 7]));
    let again =
        running::enter(run.world.register(), &run.world.clerk, &run.slug, GROUP, &entry("周七", "1985-07-07", "1段"));
    refused(again, "refusal.running_twice");
    refused(running::take_back(run.world.register(), &run.world.clerk, &run.slug, GROUP, 2), "refusal.running_seated");
    run.world.test.assert_journal_agrees();
}

#[test]
fn seats_are_exchanged_by_hand_with_a_reason_until_a_game_has_a_result() {
    let run = Run::of(5);
    run.pair().unwrap();
    let before = run.round(1);
    let bye = before.boards.iter().find(|board| board.white.is_none()).unwrap().black.number;
    let first = before.boards[0].clone();
    let (black, white) = (first.black.number, first.white.unwrap().number);
    let nobody =
        running::exchange_seats(run.world.register(), &run.world.clerk, (&run.slug, GROUP), (black, white), "");
    refused(nobody, "refusal.running_reason");
    run.seats(black, white).unwrap();
    let turned = run.round(1).boards[0].clone();
    assert_eq!((turned.black.number, turned.white.unwrap().number), (white, black), "the colours are turned");
    run.seats(bye, white).unwrap();
    assert_eq!(run.round(1).boards.iter().find(|board| board.white.is_none()).unwrap().black.number, white);
    // Somebody comes late and meets who had the bye.
    let late = run.enter("周七", "1985-07-07");
    run.seats(late, 0).unwrap();
    assert!(run.round(1).boards.iter().all(|board| board.white.is_some()));
    assert_eq!(run.view().members.iter().find(|(m, _)| m.number == late).unwrap().0.joined, 1);
    run.result(&run.world.clerk, (1, 1), "B", "").unwrap();
    refused(run.seats(run.round(1).boards[0].black.number, late), "refusal.running_played");
    refused(
        running::undo_round(run.world.register(), &run.world.clerk, &run.slug, GROUP, "重新编排"),
        "refusal.running_begun",
    );
    run.world.test.assert_journal_agrees();
}

#[test]
fn a_pairing_without_results_is_taken_back_and_made_again() {
    let run = Run::of(8);
    run.pair().unwrap();
    let before = run.round(1).boards;
    refused(
        running::undo_round(run.world.register(), &run.world.clerk, &run.slug, GROUP, ""),
        "refusal.running_reason",
    );
    let undo =
        || running::undo_round(run.world.register(), &run.world.clerk, &run.slug, GROUP, "周七和周八迟到").unwrap();
    undo();
    assert!(run.view().rounds.is_empty());
    run.pair().unwrap();
    assert_eq!(run.round(1).boards, before, "the same players are paired the same way");
    // Whoever came or left meanwhile is in the round that is paired once more, or is not.
    let late = run.enter("周七", "1985-07-07");
    run.stay(2, Stay::Left, "家中有事退赛").unwrap();
    undo();
    run.pair().unwrap();
    let seated = |number: u32| {
        let at = |b: &view::BoardLine| b.black.number == number || b.white.as_ref().is_some_and(|w| w.number == number);
        run.round(1).boards.iter().any(at)
    };
    assert!(seated(late) && !seated(2));
    run.world.test.assert_journal_agrees();
}

#[test]
fn a_reason_stands_among_the_steps_of_the_event_and_the_journal_has_its_digest() {
    let run = Run::of(6);
    run.pair().unwrap();
    run.play(1);
    run.stay(3, Stay::Left, "周小明发烧退赛").unwrap();
    let register = run.world.register();
    let rows = register.read(|conn| Ok(journal::after(conn, 0, 100_000)?)).unwrap();
    let said = rows.iter().find(|row| row.action == "running.stay").unwrap();
    assert!(said.payload.contains("\"reason\"") && !rows.iter().any(|row| row.payload.contains("发烧")), "{said:?}");
    let made = register.read(|conn| Ok(events::by_slug(conn, &run.slug)?)).unwrap();
    let steps = register.read(|conn| Ok(events::steps(conn, made.id)?)).unwrap();
    assert!(steps.iter().any(|step| step.step == "running.stay" && step.note == "周小明发烧退赛"));
    // Who leaves after a round has its seat exchanged in it and still leaves.
    run.pair().unwrap();
    run.stay(4, Stay::Left, "本轮之后退赛").unwrap();
    let board = run
        .round(2)
        .boards
        .iter()
        .find(|b| b.black.number == 4 || b.white.as_ref().is_some_and(|w| w.number == 4))
        .unwrap()
        .clone();
    run.seats(board.black.number, board.white.unwrap().number).unwrap();
    run.play(2);
    run.pair().unwrap();
    let third = run.round(3).boards;
    assert!(!third.iter().any(|b| b.black.number == 4 || b.white.as_ref().is_some_and(|w| w.number == 4)));
    run.world.test.assert_journal_agrees();
}

#[test]
fn a_result_is_corrected_with_a_reason_and_a_settled_round_only_after_it_was_opened_again() {
    let run = Run::of(4);
    run.pair().unwrap();
    let referee = run.world.test.account(Role::Referee, run.world.agency);
    refused(run.close(1), "refusal.running_unreported");
    run.result(&referee, (1, 1), "B", "").unwrap();
    refused(run.result(&referee, (1, 1), "W", ""), "refusal.running_reason");
    run.result(&referee, (1, 1), "W", "台号看错了").unwrap();
    refused(run.result(&referee, (1, 1), "B+0.5", ""), "refusal.running_result");
    run.result(&referee, (1, 2), "B+F", "").unwrap();
    run.close(1).unwrap();
    refused(run.result(&referee, (1, 1), "B", "又看错了"), "refusal.running_round_closed");
    let reopen = |why| running::reopen_round(run.world.register(), &run.world.clerk, (&run.slug, GROUP), 1, why);
    refused(reopen(""), "refusal.running_reason");
    run.pair().unwrap();
    reopen("棋手申诉成立").unwrap();
    run.result(&referee, (1, 1), "both-lose", "棋手申诉成立").unwrap();
    run.close(1).unwrap();
    assert!(run.round(1).line.reopened, "the mark stays");
    assert_eq!(run.round(1).boards[0].result, GameResult::BothLose);
    assert!(!run.round(2).line.closed);
    run.world.test.assert_journal_agrees();
}

#[test]
fn where_only_repeats_are_left_it_is_refused_until_somebody_gives_a_reason() {
    let run = Run::of(2);
    run.pair().unwrap();
    run.play(1);
    refused(run.pair(), "refusal.running_repeats");
    let again = |why| running::pair_round(run.world.register(), &run.world.clerk, &run.slug, GROUP, Some(why));
    refused(again(""), "refusal.running_reason");
    assert_eq!(again("只有两人参赛").unwrap(), 2);
    assert!(run.round(2).boards[0].again, "the page says that they have met");
}

#[test]
fn rounds_handed_over_twice_are_one_version_and_changed_ones_another() {
    let run = Run::of(4);
    let hand_over = || running::hand_over(run.world.register(), &run.world.clerk, &run.slug, GROUP);
    refused(hand_over(), "refusal.running_nothing");
    run.pair().unwrap();
    refused(hand_over(), "refusal.running_round_open");
    run.play(1);
    assert_eq!([hand_over().unwrap().version, hand_over().unwrap().version], [1, 1]);
    assert_eq!(run.view().handed, Some((1, true)));
    run.pair().unwrap();
    run.play(2);
    assert_eq!(run.view().handed, Some((1, false)));
    assert_eq!(hand_over().unwrap().version, 2);
    let made = run.world.register().read(|conn| Ok(events::by_slug(conn, &run.slug)?)).unwrap();
    let kept = run.world.register().read(|conn| Ok(upload::current_of_group(conn, made.id, GROUP)?)).unwrap().unwrap();
    let files = qipin::service::results::files_of(&run.world.register().keys, &kept).unwrap();
    let text = String::from_utf8(files.results.1).unwrap();
    assert_eq!(text.lines().count(), 5, "a header and four games: {text}");
    run.world.test.assert_journal_agrees();
}

#[test]
fn a_row_that_is_edited_behind_the_journals_back_shows() {
    let run = Run::of(4);
    run.pair().unwrap();
    run.play(1);
    run.world.test.assert_journal_agrees();
    run.world
        .register()
        .read(|conn| {
            let id = qipin::store::running::all(conn)?[0].id;
            let mut board = qipin::store::running::boards(conn, id)?[0].clone();
            board.result = "draw".to_owned();
            qipin::store::running::update_board(conn, &board)?;
            Ok(())
        })
        .unwrap();
    let problems = qipin::service::journal_verify::verify(run.world.register()).unwrap().problems;
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].subject.starts_with("running:"));
}

#[test]
fn the_public_sees_rounds_with_names_as_everywhere_and_only_where_the_organiser_allows_it() {
    let run = Run::of(3);
    run.enter("吴小轩", "2015-05-05");
    run.pair().unwrap();
    run.play(1);
    let server = run.world.server();
    let path = format!("/events/{}/rounds", run.slug);
    assert!(server.get(&format!("/events/{}", run.slug)).text().contains(&path), "the event leads there");
    let page = server.get(&path).text();
    assert!(page.contains("赵一") && page.contains("吴*轩") && !page.contains("吴小轩"), "{page}");
    assert!(!page.contains("2015-05-05") && !page.contains("2015"), "{page}");
    assert_eq!(server.get(&format!("{path}?round=9")).status, 404);
    let hidden = Settled { public: false, ..settled() };
    running::settle(run.world.register(), &run.world.clerk, &run.slug, GROUP, &hidden).unwrap();
    assert_eq!(server.get(&path).status, 404);
    assert!(!server.get(&format!("/events/{}", run.slug)).text().contains(&path));
}

#[test]
fn names_that_the_register_withholds_are_withheld_while_a_group_is_played() {
    let run = Run::of(3);
    let person = run.world.person_of("郑隐", "1985-07-07", "310", |row| row.state = "withheld".into());
    run.enter(&person.name, "1985-07-07");
    run.pair().unwrap();
    let server = run.world.server();
    let page = server.get(&format!("/events/{}/rounds", run.slug)).text();
    assert!(page.contains("赵一") && !page.contains("郑"), "{page}");
}

#[test]
fn a_group_is_run_only_while_its_event_is_approved_or_returned() {
    let world = World::new();
    let crew = play::crew(&world.test, "310");
    let made = play::confirmed(&world.test, &crew, &play::files("丙", 6, "1段"));
    let begun = running::begin(world.register(), &world.clerk, &made.slug, GROUP, &settled());
    refused(begun, "refusal.event_state");
}

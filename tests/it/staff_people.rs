//! Persons in the workplace: found, corrected, merged and parted again.

use crate::support::dates::assert_no_birth_date;
use crate::support::event as play;
use crate::support::fixture::{World, dan, day};
use crate::support::server::{Browser, TestServer};
use qipin::domain::grade::Grade;
use qipin::domain::permission::Role;
use qipin::service::person::{self, ChangeForm, ChangeKind};
use qipin::service::view::staff_person::{self, Search};
use qipin::service::{ServiceError, Staff, account};
use qipin::store::person as rows;

/// A browser that is signed in.
pub fn signed_in(world: &World, server: &TestServer, staff: &Staff) -> Browser {
    let begun = account::open_session(world.register(), staff.account_id, "test").unwrap();
    let mut browser = server.browser();
    browser.set_cookie("qipin-local", &begun.token);
    browser
}

#[test]
fn people_are_found_by_name_pinyin_number_and_region() {
    let world = World::new();
    let zhang = world.person("张伟", "1990-05-01");
    let same = world.person("章炜", "1991-05-01");
    world.person_of("张伟", "1992-05-01", "320", |_| {});
    world.person_of("张伟", "1993-05-01", "310", |row| row.state = "provisional".into());
    let admin = world.test.account(Role::NationalAdmin, world.test.national_office());
    let find = |staff: &Staff, text: &str, region: &str| {
        let asked = Search { text: text.into(), region: region.into(), after: String::new(), ..Search::default() };
        let mut names: Vec<_> = staff_person::search(world.register(), staff, &asked)
            .unwrap()
            .persons
            .into_iter()
            .map(|p| p.name)
            .collect();
        names.sort();
        names
    };
    assert_eq!(find(&admin, "张伟", ""), ["张伟", "张伟"], "who is not on the register yet is not found");
    assert_eq!(find(&admin, "张", "320"), ["张伟"]);
    assert_eq!(find(&admin, "Zhang Wei", ""), ["张伟", "张伟", "章炜"]);
    assert_eq!(find(&admin, "zhangw", "310"), ["张伟", "章炜"]);
    assert_eq!(find(&admin, &same.register_no, ""), ["章炜"]);
    assert_eq!(find(&admin, "%", ""), [""; 0], "a wildcard is a character like any other");
    assert_eq!(find(&admin, "", ""), [""; 0], "asking for nothing finds nothing");
    // Another agency finds none of them.
    let stranger = world.test.account(Role::AgencyClerk, world.test.agency("440"));
    assert_eq!(find(&stranger, "张伟", ""), [""; 0]);
    assert!(matches!(staff_person::file(world.register(), &stranger, zhang.id), Err(ServiceError::Forbidden)));
    // A corrected name sounds otherwise from then on.
    let form = ChangeForm {
        field: "name".into(),
        value: "李伟".into(),
        kind: ChangeKind::Typo,
        effective_on: None,
        reason: "抄错".into(),
    };
    person::change(world.register(), &admin, zhang.id, &form).unwrap();
    assert_eq!(find(&admin, "liwei", ""), ["李伟"]);
    assert_eq!(find(&admin, "zhangwei", "310"), ["章炜"]);
}

#[test]
fn a_list_of_people_is_read_in_pages_by_number() {
    let world = World::new();
    for n in 0..staff_person::PAGE + 5 {
        world.person(&format!("王伟{n}"), "1990-05-01");
    }
    let mut seen = Vec::new();
    let mut after = String::new();
    loop {
        let asked = Search { text: "王伟".into(), region: "310".into(), after, ..Search::default() };
        let found = staff_person::search(world.register(), &world.manager, &asked).unwrap();
        seen.extend(found.persons.into_iter().map(|p| p.register_no));
        match found.next {
            Some(next) => after = next,
            None => break,
        }
    }
    assert_eq!(seen.len(), staff_person::PAGE + 5);
    assert!(seen.is_sorted() && seen.windows(2).all(|pair| pair[0] != pair[1]));
}

/// Complaint 92: a slip of the pen and a real change are two operations with different effects, and both can be undone.
#[test]
fn a_typo_changes_the_past_and_a_real_change_does_not() {
    let world = World::new();
    let person_of = |number: &str| world.register().read(|conn| Ok(rows::by_register_no(conn, number)?)).unwrap();
    let player = world.person("甲丁", "1981-03-02");
    let crew =
        play::Crew { clerk: world.clerk.clone(), manager: world.manager.clone(), reviewer: world.reviewer.clone() };
    play::confirmed(&world.test, &crew, &play::files("甲", 10, "2级"));
    let server = world.server();
    let mut browser = signed_in(&world, &server, &world.manager);
    let path = format!("/staff/people/{}", player.id);
    let then = || {
        let file = staff_person::file(world.register(), &world.manager, player.id).unwrap();
        file.events.iter().map(|e| (e.name.clone(), e.region.clone())).collect::<Vec<_>>()
    };
    assert_eq!(then(), [("甲丁".to_owned(), "310".to_owned())]);

    // Moved today: at the event of yesterday it was not so.
    let page = browser.get(&path);
    assert_eq!(page.status, 200);
    let today = world.register().today().to_string();
    let form = |kind: &'static str, field: &'static str, value: &'static str| {
        [("field", field), ("value", value), ("kind", kind), ("reason", "户口本")]
    };
    let mut moved = form("change", "region", "320").to_vec();
    let answer = browser.submit(&format!("{path}/change"), &moved);
    assert_eq!(answer.status, 422, "a real change needs its day");
    assert!(answer.text().contains("id=\"effective_on\"") && answer.text().contains("open"), "{}", answer.text());
    moved.push(("effective_on", &today));
    assert_eq!(browser.submit(&format!("{path}/change"), &moved).status, 303);
    assert_eq!(person_of(&player.register_no).region, "320");
    assert_eq!(then(), [("甲丁".to_owned(), "310".to_owned())]);

    // Written wrongly: it was never so.
    browser.get(&path);
    assert_eq!(browser.submit(&format!("{path}/change"), &form("typo", "name", "甲叮")).status, 303);
    assert_eq!(then(), [("甲叮".to_owned(), "310".to_owned())]);
    // A birth date does not change, what is to come is not so yet, and nothing is changed into itself.
    for (wrong, key) in [
        (
            vec![("field", "birth"), ("value", "1981-03-03"), ("kind", "change"), ("effective_on", &*today)],
            "refusal.birth_changes",
        ),
        (
            vec![("field", "region"), ("value", "330"), ("kind", "change"), ("effective_on", "2027-01-01")],
            "refusal.change_ahead",
        ),
        (vec![("field", "name"), ("value", "甲叮"), ("kind", "typo")], "refusal.person_same"),
        (vec![("field", "name"), ("value", "轮空")], "refusal.change_kind"),
    ] {
        browser.get(&path);
        let mut all = wrong.clone();
        all.push(("reason", "户口本"));
        let answer = browser.submit(&format!("{path}/change"), &all);
        assert_eq!(answer.status, 422, "{key}");
        assert!(answer.text().contains(qipin::text::text(qipin::text::Lang::Zh, key)), "{key}");
    }

    // Undone with one click each, and only once.
    let changes = world.register().read(|conn| Ok(rows::changes_of(conn, player.id)?)).unwrap();
    assert_eq!(changes.iter().map(|c| c.kind.as_str()).collect::<Vec<_>>(), ["change", "typo"]);
    for change in &changes {
        browser.get(&path);
        assert_eq!(browser.submit(&format!("{path}/changes/{}/undo", change.id), &[]).status, 303);
        let again = browser.submit(&format!("{path}/changes/{}/undo", change.id), &[]);
        assert_eq!(again.status, 409);
    }
    assert_eq!(then(), [("甲丁".to_owned(), "310".to_owned())]);
    let now = person_of(&player.register_no);
    assert_eq!((now.name.as_str(), now.region.as_str()), ("甲丁", "310"));
    // A clerk sees the file and changes nothing.
    let mut clerk = signed_in(&world, &server, &world.clerk);
    let page = clerk.get(&path).text();
    assert!(page.contains("甲丁") && !page.contains(&format!("{path}/change\"")));
    assert!(page.contains("1981-**-**"), "a birth date is masked");
    assert_no_birth_date(&page, "1981-03-02");
    assert_eq!(clerk.submit(&format!("{path}/change"), &form("typo", "name", "乙")).status, 403);
}

/// Complaint 94: merging and un-merging are both one click with a reason, audited and lossless.
#[test]
fn two_records_are_merged_and_parted_again_without_loss() {
    let world = World::new();
    let one = world.person("王伟", "1990-05-01");
    let two = world.person("王伟", "1990-05-01");
    world.person("王伟", "1990-05-01");
    world.award(&one, None, Grade::kyu(1).unwrap(), "granted");
    world.award(&two, None, dan(3), "granted");
    let read = |id: i64| world.register().read(|conn| Ok(rows::by_id(conn, id)?)).unwrap();
    let before = (read(one.id), read(two.id));
    let server = world.server();
    let mut browser = signed_in(&world, &server, &world.reviewer);
    // The page of one offers the namesakes and merges nothing by itself.
    let page = browser.get(&format!("/staff/people/{}", one.id)).text();
    assert!(page.contains(&format!("/merge?with={}", two.register_no)), "{page}");
    assert_eq!((read(one.id), read(two.id)), before);
    let path = format!("/staff/people/{}/merge", one.id);
    let compare = browser.get(&format!("{path}?with={}", two.register_no));
    assert_eq!(compare.status, 200);
    assert!(compare.text().contains(&one.register_no) && compare.text().contains(&two.register_no));
    let mut fields = vec![("with", two.register_no.as_str()), ("keep", one.register_no.as_str())];
    assert_eq!(browser.submit(&path, &fields).status, 422, "a reason is needed");
    fields.push(("reason", "同一人两次登记"));
    let merged = browser.submit(&path, &fields);
    assert_eq!(merged.status, 303, "{}", merged.text());
    assert_eq!((read(two.id).state.as_str(), read(two.id).merged_into), ("merged", Some(one.id)));
    assert_eq!(read(one.id).grade, before.1.grade, "the person holds the higher grade");
    let file = staff_person::file(world.register(), &world.reviewer, one.id).unwrap();
    assert_eq!(file.awards.len(), 2, "the history of both");
    assert_eq!(browser.submit(&path, &fields).status, 409, "merged already");

    let apart = format!("/staff/people/{}/unmerge", two.id);
    browser.get(&format!("/staff/people/{}", two.id));
    assert_eq!(browser.submit(&apart, &[]).status, 422);
    assert_eq!(browser.submit(&apart, &[("reason", "查明为两人")]).status, 303);
    assert_eq!((read(one.id), read(two.id)), before, "both are what they were");
    assert_eq!(browser.submit(&apart, &[("reason", "查明为两人")]).status, 409);
    let journal = world.test.journal();
    for action in ["person.merge", "person.unmerge"] {
        assert!(journal.iter().any(|line| line.contains(&format!("{action} person:{}", two.id))), "{action}");
    }
    // No manager merges, and nobody is merged with nobody or with oneself.
    let mut manager = signed_in(&world, &server, &world.manager);
    assert_eq!(manager.get(&path).status, 403);
    for with in ["Q0000000000", one.register_no.as_str()] {
        assert_eq!(browser.get(&format!("{path}?with={with}")).status, 422, "{with}");
    }
}

#[test]
fn reading_the_file_of_a_minor_is_written_down_once_a_day() {
    let world = World::new();
    let child = world.person("小明", "2015-05-01");
    let adult = world.person("大明", "1985-05-01");
    for _ in 0..2 {
        staff_person::file(world.register(), &world.clerk, child.id).unwrap();
        staff_person::file(world.register(), &world.clerk, adult.id).unwrap();
    }
    staff_person::file(world.register(), &world.manager, child.id).unwrap();
    let read: Vec<String> = world.test.journal().into_iter().filter(|line| line.contains("person.read")).collect();
    assert_eq!(read.len(), 2, "{read:?}");
    assert!(read.iter().all(|line| line.ends_with(&format!("person:{}", child.id))));
}

#[test]
fn a_bar_is_set_and_lifted_on_the_page() {
    let world = World::new();
    let player = world.person("赵一", "1985-05-01");
    let server = world.server();
    let mut browser = signed_in(&world, &server, &world.reviewer);
    let path = format!("/staff/people/{}", player.id);
    browser.get(&path);
    let wrong = [("from_on", "2026-11-20"), ("until_on", "2026-11-01"), ("reason", "代打")];
    assert_eq!(browser.submit(&format!("{path}/bar"), &wrong).status, 422);
    let right = [("from_on", "2026-11-01"), ("reason", "代打")];
    assert_eq!(browser.submit(&format!("{path}/bar"), &right).status, 303);
    assert!(browser.get(&path).text().contains("禁赛中"));
    let bars = world.register().read(|conn| Ok(qipin::store::bar::of_record(conn, &[player.id])?)).unwrap();
    assert_eq!((bars.len(), bars[0].from_on), (1, day("2026-11-01")));
    let lift = format!("{path}/bars/{}/lift", bars[0].id);
    assert_eq!(browser.submit(&lift, &[]).status, 422);
    assert_eq!(browser.submit(&lift, &[("reason", "查清")]).status, 303);
    assert!(!browser.get(&path).text().contains("禁赛中"));
    let other = format!("/staff/people/{}/bars/{}/lift", world.person("钱二", "1985-05-01").id, bars[0].id);
    assert_eq!(browser.submit(&other, &[("reason", "查清")]).status, 404, "a bar of somebody else");
}

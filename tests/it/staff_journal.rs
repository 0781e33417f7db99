//! The journal and the mails that were given up, as administrators and auditors see them.

use crate::staff_people::signed_in;
use crate::support::fixture::World;
use qipin::domain::permission::Role;
use qipin::service::Actor;
use qipin::service::view::staff_journal::{self, Asked};
use qipin::store::outbox::{self, NewOutgoing};

#[test]
fn the_journal_is_read_newest_first_and_narrowed_down() {
    let world = World::new();
    let auditor = world.test.account(Role::NationalAuditor, world.test.national_office());
    let event = world.event("秋季升段赛", "2026-11-15", "draft");
    let read = |asked: Asked| staff_journal::page(world.register(), &auditor, &asked).unwrap();
    let all = read(Asked::default());
    assert!(all.entries.windows(2).all(|pair| pair[0].row.seq > pair[1].row.seq));
    let subject = read(Asked { subject: format!("event:{}", event.id), ..Asked::default() });
    assert_eq!(subject.entries.iter().map(|e| e.row.action.as_str()).collect::<Vec<_>>(), ["event.draft"]);
    assert_eq!(subject.entries[0].href.as_deref(), Some(format!("/staff/events/{}", event.slug).as_str()));
    assert_eq!(subject.entries[0].name.as_deref(), Some(world.clerk.name.as_str()));
    let actor = read(Asked { actor: world.clerk.login.clone(), ..Asked::default() });
    assert!(actor.entries.iter().all(|e| e.row.actor == format!("account:{}", world.clerk.account_id)));
    assert_eq!(read(Asked { action: "event.draft".into(), ..Asked::default() }).entries.len(), 1);
    let kind = read(Asked { action: "account.".into(), ..Asked::default() });
    assert!(!kind.entries.is_empty() && kind.entries.iter().all(|e| e.row.action.starts_with("account.")));
    // The 20th in Beijing; the clock stands at noon there.
    let today = world.register().today();
    assert!(!read(Asked { from: Some(today), until: Some(today), ..Asked::default() }).entries.is_empty());
    assert!(read(Asked { until: today.pred_opt(), ..Asked::default() }).entries.is_empty());
    assert!(read(Asked { from: today.succ_opt(), ..Asked::default() }).entries.is_empty());
    // Page by page every entry once.
    for n in 0..staff_journal::PAGE {
        world.event(&format!("赛事{n}"), "2026-11-15", "draft");
    }
    let (mut seen, mut before) = (Vec::new(), None);
    loop {
        let page = read(Asked { before, ..Asked::default() });
        seen.extend(page.entries.iter().map(|e| e.row.seq));
        match page.next {
            Some(next) => before = Some(next),
            None => break,
        }
    }
    let head = world.register().read(|conn| Ok(qipin::store::journal::head(conn)?.0)).unwrap();
    assert_eq!(seen, (1..=head).rev().collect::<Vec<_>>());
}

#[test]
fn an_entry_leads_to_a_person_who_has_a_page_and_to_no_other() {
    let world = World::new();
    let auditor = world.test.account(Role::NationalAuditor, world.test.national_office());
    let known = world.person("张伟", "1990-05-01");
    let entered = world.person_of("李伟", "1990-05-01", "310", |row| row.state = "provisional".into());
    world
        .register()
        .write(Actor::System, |tx| {
            for id in [known.id, entered.id] {
                tx.record("person.enter", &format!("person:{id}"), serde_json::json!({}));
            }
            Ok(())
        })
        .unwrap();
    let asked = Asked { action: "person.enter".into(), ..Asked::default() };
    let page = staff_journal::page(world.register(), &auditor, &asked).unwrap();
    let led: Vec<Option<&str>> = page.entries.iter().map(|entry| entry.href.as_deref()).collect();
    assert_eq!(led, [None, Some(format!("/staff/people/{}", known.id).as_str())]);
}

#[test]
fn the_journal_is_verified_on_the_page_and_a_change_behind_its_back_shows() {
    let world = World::new();
    let auditor = world.test.account(Role::NationalAuditor, world.test.national_office());
    let server = world.server();
    let mut browser = signed_in(&world, &server, &auditor);
    let person = crate::support::event::crew(&world.test, "330");
    let event =
        qipin::service::event::create(world.register(), &person.clerk, &crate::support::event::form(&world.test))
            .unwrap();
    let page = browser.get("/staff/journal").text();
    assert!(page.contains("起草赛事") && page.contains(&event.slug), "{page}");
    let whole = browser.get("/staff/journal/verify").text();
    assert!(whole.contains("不符 0 处"), "{whole}");
    world.write(|conn| qipin::store::event::set_state(conn, event.id, "closed").unwrap());
    let broken = browser.get("/staff/journal/verify").text();
    assert!(broken.contains("数据表与日志不符") && broken.contains(&format!("event:{}", event.id)), "{broken}");
    for other in [&world.reviewer, &world.manager] {
        let mut browser = signed_in(&world, &server, other);
        assert_eq!(browser.get("/staff/journal").status, 403);
        assert_eq!(browser.get("/staff/journal/verify").status, 403);
    }
}

#[test]
fn a_mail_that_was_given_up_is_sent_again() {
    let world = World::new();
    let admin = world.test.account(Role::NationalAdmin, world.test.national_office());
    let now = world.register().now();
    let dead = |payload: &str| {
        let row = NewOutgoing {
            account_id: None,
            to_sealed: world.register().keys.seal("mail_outbox.to", b"zhang.wei@example.cn").unwrap(),
            kind: "event-filed".into(),
            lang: "zh".into(),
            payload: payload.into(),
            state: "dead".into(),
            attempts: 9,
            due_at: now,
            leased_until: None,
            last_error: Some("550 no such mailbox".into()),
            created_at: now,
            sent_at: None,
        };
        world.write(|conn| outbox::insert(conn, &row).unwrap())
    };
    let (whole, spent) = (dead("{\"kind\":\"x\"}"), dead(""));
    let server = world.server();
    let mut browser = signed_in(&world, &server, &admin);
    let page = browser.get("/staff/mails").text();
    assert!(page.contains("z***@example.cn") && !page.contains("zhang.wei"), "{page}");
    assert!(page.contains("赛事已申报") && page.contains("550 no such mailbox"));
    assert!(
        page.contains(&format!("/staff/mails/{whole}/retry")) && !page.contains(&format!("/staff/mails/{spent}/retry"))
    );
    assert_eq!(browser.submit(&format!("/staff/mails/{spent}/retry"), &[]).status, 409);
    assert_eq!(browser.submit(&format!("/staff/mails/{whole}/retry"), &[]).status, 303);
    let row = world.register().read(|conn| Ok(outbox::by_id(conn, whole)?)).unwrap();
    assert_eq!((row.state.as_str(), row.attempts), ("queued", 0));
    assert_eq!(
        browser.submit(&format!("/staff/mails/{whole}/retry"), &[]).status,
        409,
        "it is no dead letter any more"
    );
    let mut manager = signed_in(&world, &server, &world.manager);
    assert_eq!(manager.get("/staff/mails").status, 403);
}

/// Every action that the code writes into the journal has its words.
#[test]
fn every_deed_has_words() {
    let mut actions = std::collections::BTreeSet::new();
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let body = std::fs::read_to_string(&path).unwrap_or_default();
            for part in body.split(".record(").skip(1) {
                let argument = part.trim_start();
                if let Some(rest) = argument.strip_prefix('"') {
                    actions.extend(rest.split('"').next().map(str::to_owned));
                }
            }
        }
    }
    assert!(actions.len() > 40, "{actions:?}");
    let mute: Vec<_> = actions.iter().filter(|action| !qipin::text::has(&format!("deed.{action}"))).collect();
    assert!(mute.is_empty(), "without words: {mute:?}");
}

#[test]
fn the_deeds_to_choose_from_stand_under_what_they_are_done_to_in_order() {
    let world = World::new();
    let server = world.server();
    let auditor = world.test.account(Role::NationalAuditor, world.test.national_office());
    let mut browser = signed_in(&world, &server, &auditor);
    for lang in ["zh", "en"] {
        let page = browser.get(&format!("/staff/journal?lang={lang}&action=award.grant")).text();
        let list = page.split("name=\"action\"").nth(1).unwrap().split("</select>").next().unwrap();
        let (plain, groups) = list.split_once("<optgroup").unwrap();
        assert_eq!(plain.matches("<option").count(), 1, "all of them");
        let mut all = 1;
        for group in groups.split("<optgroup") {
            let words: Vec<&str> = group
                .split("<option")
                .skip(1)
                .map(|o| o.split_once('>').unwrap().1.split('<').next().unwrap())
                .collect();
            assert!(words.len() >= 2, "{group}: one for the kind and one for each deed");
            assert!(words[1..].is_sorted(), "{words:?}");
            all += words.len();
        }
        let deeds = qipin::text::keys().into_iter().filter(|key| key.starts_with("deed.")).count();
        assert_eq!(all, 1 + deeds + list.matches("</optgroup>").count());
        assert!(list.contains("value=\"award.grant\" selected") && list.contains("value=\"award.\""), "{list}");
        let titles: Vec<&str> = list.split("label=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        assert!(titles.is_sorted() && titles.iter().all(|title| !title.contains('.')), "{titles:?}");
    }
}

//! Whether a name is public: what a guardian agrees to, names that are withheld, and records that may be one person's.

use crate::staff_people::signed_in;
use crate::support::fixture::{World, dan};
use crate::support::register::with_register;
use qipin::domain::permission::Role;
use qipin::service::person::{self, Consent, ConsentForm};
use qipin::service::view::{doubles, staff_person};
use qipin::service::{Actor, ServiceError, journal_verify};
use qipin::store::{person as rows, person_step};

#[test]
fn a_guardian_agrees_to_publication_and_withdraws_it_and_the_public_page_follows() {
    let world = World::new();
    let child = world.person("张文轩", "2014-05-01");
    world.certificate(&child, None, dan(1));
    let server = world.server();
    let mut manager = signed_in(&world, &server, &world.manager);
    let path = format!("/staff/people/{}", child.id);
    let public = || server.get(&format!("/people/{}", child.register_no)).text();
    assert!(public().contains("张*轩") && !public().contains("张文轩"));

    assert!(manager.get(&path).text().contains(&format!("{path}/consent\"")));
    let today = world.register().today().to_string();
    let form = |given, who, day| [("what", "publication"), ("given", given), ("who", who), ("on_day", day)];
    for (wrong, field) in [
        (form("", "张建国（父亲）", &*today), "given"),
        (form("given", "", &*today), "who"),
        (form("given", "张建国（父亲）", ""), "on_day"),
        (form("given", "张建国（父亲）", "2026-11-21"), "on_day"),
        (form("given", "张建国（父亲）", "2010-01-01"), "on_day"),
        (form("withdrawn", "张建国（父亲）", &*today), "given"),
    ] {
        let answer = manager.submit(&format!("{path}/consent"), &wrong);
        assert!(answer.status == 422 && answer.text().contains(&format!("href=\"#{field}\"")), "{wrong:?}");
        assert!(answer.text().contains("<details open>"), "the form stays open");
    }
    assert_eq!(manager.submit(&format!("{path}/consent"), &form("given", "张建国（父亲）", &today)).status, 303);
    assert!(public().contains("张文轩"), "agreed to");
    let page = manager.get(&path).text();
    assert!(page.contains("同意公开姓名") && page.contains("张建国（父亲）") && page.contains(&world.manager.name));
    // Who agreed is sealed, and told to whoever may change the data only.
    let clerk = signed_in(&world, &server, &world.clerk).get(&path).text();
    assert!(clerk.contains("同意公开姓名") && !clerk.contains("张建国"), "{clerk}");
    let steps = world.register().read(|conn| Ok(person_step::of_record(conn, &[child.id])?)).unwrap();
    let sealed = steps[0].who_sealed.clone().unwrap();
    assert!(!String::from_utf8_lossy(&sealed).contains("张建国"));

    manager.get(&path);
    assert_eq!(manager.submit(&format!("{path}/consent"), &form("withdrawn", "张建国（父亲）", &today)).status, 303);
    assert!(public().contains("张*轩") && !public().contains("张文轩"), "masked again at once");
    let journal = world.test.journal();
    let said: Vec<_> = journal.iter().filter(|row| row.contains("person.consent")).collect();
    assert_eq!(said.len(), 2, "{said:?}");

    // Another agency's manager and a clerk record nothing; of age there is nothing to agree to.
    let stranger = world.test.account(Role::AgencyManager, world.test.agency("320"));
    let agreed = ConsentForm {
        what: Consent::Record,
        given: true,
        who: "张建国".into(),
        on_day: Some(world.register().today()),
    };
    for staff in [&stranger, &world.clerk, &world.reviewer] {
        let refused = person::consent(world.register(), staff, child.id, &agreed);
        assert!(matches!(refused, Err(ServiceError::Forbidden)), "{refused:?}");
    }
    let adult = world.person("李建国", "2008-11-20");
    let refused = person::consent(world.register(), &world.manager, adult.id, &agreed);
    assert!(matches!(refused, Err(ServiceError::Refused { key: "refusal.consent_of_age", .. })), "{refused:?}");
    assert!(!manager.get(&format!("/staff/people/{}", adult.id)).text().contains("/consent\""));
}

#[test]
fn a_consent_that_nobody_recorded_shows_in_the_journal() {
    with_register(|test| {
        let manager = test.account(Role::AgencyManager, test.agency("310"));
        let row = |name: &str| rows::NewPerson {
            register_no: format!("T-{name}"),
            name: name.to_owned(),
            name_key: name.to_owned(),
            sex: None,
            birth: Some("2014-05-01".parse().unwrap()),
            region: "310".to_owned(),
            grade: None,
            state: "active".to_owned(),
            guardian_consent: false,
            publication_consent: false,
            merged_into: None,
            entered_by: manager.agency_id,
            created_at: test.register.now(),
        };
        let child = test.register.write(Actor::System, |tx| {
            let id = rows::insert(tx.conn, &row("张文轩"))?;
            tx.record("person.enter", &format!("person:{id}"), serde_json::json!({"state": "active"}));
            Ok(id)
        });
        let child = child.unwrap();
        let on_day = Some(test.register.today());
        let form = ConsentForm { what: Consent::Publication, given: true, who: "张建国（父亲）".into(), on_day };
        person::consent(&test.register, &manager, child, &form).unwrap();
        test.assert_journal_agrees();
        let set = |publication| {
            test.register
                .write(Actor::System, |tx| {
                    tx.nothing_to_record();
                    Ok(person_step::set_consents(tx.conn, child, false, publication)?)
                })
                .unwrap();
        };
        set(false);
        let found = journal_verify::verify(&test.register).unwrap().problems;
        assert_eq!(found.iter().map(|p| p.subject.clone()).collect::<Vec<_>>(), [format!("person:{child}")]);
        set(true);
    });
}

#[test]
fn whoever_takes_back_the_record_of_a_child_takes_back_the_name_too() {
    let world = World::new();
    let child = world.person("张文轩", "2014-05-01");
    let on_day = Some(world.register().today());
    let say = |what, given| {
        let form = ConsentForm { what, given, who: "张建国（父亲）".into(), on_day };
        person::consent(world.register(), &world.manager, child.id, &form).unwrap();
    };
    say(Consent::Record, true);
    say(Consent::Publication, true);
    say(Consent::Record, false);
    let after = world.register().read(|conn| Ok(rows::by_id(conn, child.id)?)).unwrap();
    assert!(!after.guardian_consent && !after.publication_consent);
}

#[test]
fn a_name_is_withheld_and_shown_again_by_a_national_administrator_with_a_reason_that_is_kept() {
    let world = World::new();
    let holder = world.person("张文轩", "1990-05-01");
    let double = world.person("张文轩", "1990-05-02");
    let paper = world.certificate(&holder, None, dan(3));
    person::merge(world.register(), &world.reviewer, holder.id, double.id, "同一人").unwrap();
    let server = world.server();
    let admin = world.test.account(Role::NationalAdmin, world.test.national_office());
    let mut browser = signed_in(&world, &server, &admin);
    let path = format!("/staff/people/{}", holder.id);
    assert!(browser.get(&path).text().contains(&format!("{path}/withhold\"")));
    assert_eq!(browser.submit(&format!("{path}/withhold"), &[("reason", "")]).status, 422);
    assert_eq!(browser.submit(&format!("{path}/withhold"), &[("reason", "法院决定")]).status, 303);
    assert!(!server.get(&paper.coded()).text().contains("张文轩"));
    let page = browser.get(&path).text();
    assert!(page.contains("法院决定") && page.contains(&admin.name) && page.contains(&format!("{path}/show\"")));
    // The reason is for the national office; an agency neither sees it nor decides.
    let mut manager = signed_in(&world, &server, &world.manager);
    let seen = manager.get(&path).text();
    assert!(!seen.contains("法院决定") && !seen.contains("/show\""), "{seen}");
    assert_eq!(manager.submit(&format!("{path}/show"), &[("reason", "法院决定")]).status, 403);

    browser.get(&path);
    assert_eq!(browser.submit(&format!("{path}/show"), &[("reason", "决定撤销")]).status, 303);
    assert!(server.get(&paper.coded()).text().contains("张文轩"), "public again");
    assert_eq!(browser.submit(&format!("{path}/show"), &[("reason", "决定撤销")]).status, 409, "once is enough");
    // The duplicate comes back with its name shown too.
    person::unmerge(world.register(), &world.reviewer, double.id, "两个人").unwrap();
    let state = world.register().read(|conn| Ok(rows::by_id(conn, double.id)?.state)).unwrap();
    assert_eq!(state, "active");
    let file = staff_person::file(world.register(), &admin, holder.id).unwrap();
    assert_eq!(file.withholdings.iter().map(|s| s.step.step.as_str()).collect::<Vec<_>>(), ["shown", "withheld"]);
    let actions = world.test.journal();
    assert_eq!(actions.iter().filter(|row| row.contains("person.show")).count(), 2, "one for each record");
}

#[test]
fn records_that_may_be_one_persons_are_listed_in_pages_and_lead_to_the_comparison() {
    let world = World::new();
    for n in 0..doubles::PAGE + 3 {
        world.person(&format!("王伟{n}"), "1990-05-01");
        world.person(&format!("王伟{n}"), "1990-05-01");
    }
    // A pair that shares both stands once.
    let (one, two) = (world.person("李建国", "1970-01-01"), world.person("李建国", "1970-01-01"));
    for person in [&one, &two] {
        world.document(person, "11010519491231002X");
    }
    let list = |after| doubles::list(world.register(), &world.reviewer, after).unwrap();
    let first = list(None);
    let rest = list(first.next);
    let seen: Vec<(i64, i64)> = first.pairs.iter().chain(&rest.pairs).map(|d| (d.first.id, d.second.id)).collect();
    assert_eq!((seen.len(), rest.next), (doubles::PAGE + 4, None));
    assert!(seen.is_sorted() && seen.windows(2).all(|pair| pair[0] != pair[1]));
    assert_eq!(rest.pairs.last().unwrap().shared.len(), 2);

    let server = world.server();
    let mut browser = signed_in(&world, &server, &world.reviewer);
    assert!(browser.get("/staff/people").text().contains("href=\"/staff/people/doubles\""));
    let page = browser.get("/staff/people/doubles").text();
    let (id, second) = first.next.unwrap();
    let next = format!("/staff/people/doubles?first={id}&#38;second={second}");
    assert!(page.contains(&next), "{page}");
    let compare = format!("/staff/people/{}/merge?with={}", first.pairs[0].first.id, first.pairs[0].second.register_no);
    assert!(page.contains(&compare) && browser.get(&compare).status == 200);
    let last = browser.get(&next.replace("&#38;", "&")).text();
    assert!(last.contains("证件号 · 姓名和出生日期"), "{last}");
    let mut manager = signed_in(&world, &server, &world.manager);
    assert_eq!(manager.get("/staff/people/doubles").status, 403);
    assert!(!manager.get("/staff/people").text().contains("/staff/people/doubles"));
}

//! An event from its draft to the printed certificates, page by page over HTTP, each step with a refusal.

use crate::staff_people::signed_in;
use crate::support::event as play;
use crate::support::fixture::World;
use crate::support::granted;
use crate::support::server::{Answer, Browser};
use chrono::Duration;
use qipin::service::objection::{self, NewObjectionForm};
use qipin::service::results::Files;
use qipin::store::event::Event;
use qipin::store::{award, certificate, entry, event};
use qipin::text::Lang;

/// The event of an address such as `/staff/events/310-ab12?done=created`.
fn slug_of(answer: &Answer) -> String {
    let to = answer.header("location").unwrap_or_else(|| panic!("{}: {}", answer.status, answer.text()));
    to.trim_start_matches("/staff/events/").split(['?', '/']).next().unwrap().to_owned()
}

fn is_refused(answer: &Answer, status: u16, key: &str) {
    let words = qipin::text::text(Lang::Zh, key);
    let beginning = words.split('{').next().unwrap();
    assert!(!beginning.is_empty(), "{key} cannot be recognised");
    assert_eq!(answer.status, status, "{key}: {}", answer.text());
    assert!(answer.text().contains(beginning), "{key} is not said: {}", answer.text());
    // Every refused form comes back to the page that it is on, with what is wrong at the top.
    let page = answer.text();
    let (top, forms) = (page.find("id=\"problems\""), page.find("<form class=\"upload\"").unwrap_or(page.len()));
    assert!(top.is_some_and(|top| top < forms), "{key} is on a page of its own: {page}");
}

/// The form of a new event, as its page would send it.
fn form<'a>(day: &'a str, name: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("scheme", "open-test"),
        ("name", name),
        ("place", "棋院"),
        ("level", "province"),
        ("starts_on", day),
        ("ends_on", day),
        ("groups", "all"),
    ]
}

fn send(browser: &mut Browser, path: &str, files: &Files) -> Answer {
    let (results, players) = (&files.results, files.players.as_ref().unwrap());
    let parts =
        [("results", results.0.as_str(), results.1.as_slice()), ("players", players.0.as_str(), players.1.as_slice())];
    browser.upload(path, &[], &parts)
}

fn found(world: &World, slug: &str) -> Event {
    world.register().read(|conn| Ok(event::by_slug(conn, slug)?)).unwrap()
}

/// The values of every ticked or tickable box of a name on a page.
fn boxes(page: &str, name: &str) -> Vec<String> {
    let needle = format!("type=\"checkbox\" name=\"{name}\" value=\"");
    page.split(&needle).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

#[test]
fn an_event_goes_from_its_draft_to_printed_certificates() {
    let world = World::new();
    let server = world.server();
    let mut clerk = signed_in(&world, &server, &world.clerk);
    let mut manager = signed_in(&world, &server, &world.manager);
    let mut reviewer = signed_in(&world, &server, &world.reviewer);
    let day = (world.register().today() - Duration::days(1)).to_string();

    // Draft: the scheme first, then the form; what is wrong is shown with what was typed.
    assert!(clerk.get("/staff/events/new").text().contains("scheme=open-test"));
    let page = clerk.get("/staff/events/new?scheme=open-test");
    assert_eq!(page.status, 200);
    is_refused(&clerk.submit("/staff/events/new", &form(&day, "")), 422, "refusal.event_name");
    let key = clerk.value("key");
    let mut fields = form(&day, "秋季升段赛");
    fields.push(("key", &key));
    let made = clerk.submit("/staff/events/new", &fields);
    let slug = slug_of(&made);
    let path = format!("/staff/events/{slug}");
    assert_eq!(slug_of(&clerk.submit("/staff/events/new", &fields)), slug, "the same form sent twice is one event");
    let page = clerk.get(&format!("{path}?done=created")).text();
    assert!(page.contains("秋季升段赛") && page.contains(&format!("{path}/file")), "{page}");
    // Change it, but not from a page that is out of date.
    clerk.get(&format!("{path}/edit"));
    let mut changed = form(&day, "秋季公开升段赛");
    changed.push(("revision", "0"));
    assert_eq!(clerk.submit(&format!("{path}/edit"), &changed).status, 303);
    is_refused(&clerk.submit(&format!("{path}/edit"), &changed), 409, "refusal.changed_meanwhile");

    // File, and approve by whom the matrix names.
    clerk.get(&path);
    assert_eq!(clerk.submit(&format!("{path}/file"), &[]).status, 303);
    is_refused(&clerk.submit(&format!("{path}/file"), &[]), 409, "refusal.event_state");
    manager.get(&path);
    assert_eq!(manager.submit(&format!("{path}/decide"), &[("verdict", "approve")]).status, 403, "not its own");
    assert!(reviewer.get("/staff").text().contains("待审批的赛事"));
    reviewer.get(&path);
    is_refused(&reviewer.submit(&format!("{path}/decide"), &[("verdict", "back")]), 422, "refusal.reason_required");
    assert_eq!(reviewer.submit(&format!("{path}/decide"), &[("verdict", "approve")]).status, 303);
    assert_eq!(found(&world, &slug).state, "approved");

    // Upload: findings, an acknowledgement, the submission.
    let group = format!("{path}/groups/all");
    clerk.get(&group);
    is_refused(&clerk.upload(&group, &[], &[("results", "", b"")]), 422, "refusal.file_required");
    let mut broken = play::files("丙", 10, "3段");
    broken.results.1 = String::from_utf8(broken.results.1).unwrap().replacen("\n1,1,1,", "\n1,1,99,", 1).into_bytes();
    let answer = send(&mut clerk, &group, &broken);
    assert_eq!(answer.status, 303, "{}", answer.text());
    let page = clerk.get(&group).text();
    assert!(
        page.contains("<td data-label=\"实际\">99</td>") && page.contains("错误"),
        "the unknown number is found: {page}"
    );
    clerk.get(&path);
    is_refused(&clerk.submit(&format!("{path}/submit"), &[]), 409, "refusal.results_blocked");
    clerk.get(&group);
    assert_eq!(send(&mut clerk, &group, &play::files("丙", 10, "3段")).status, 303);
    let page = clerk.get(&group).text();
    let open = boxes(&page, "finding");
    if !open.is_empty() {
        let upload = clerk.value("upload");
        let mut fields: Vec<(&str, &str)> = open.iter().map(|key| ("finding", key.as_str())).collect();
        fields.push(("upload", &upload));
        is_refused(&clerk.submit(&format!("{group}/acknowledge"), &fields), 422, "refusal.reason_required");
        fields.push(("reason", "已核对"));
        assert_eq!(clerk.submit(&format!("{group}/acknowledge"), &fields).status, 303);
    }
    // Both versions are kept byte for byte.
    for (version, files) in [(1, &broken), (2, &play::files("丙", 10, "3段"))] {
        let kept = clerk.get(&format!("{group}/versions/{version}/results"));
        assert_eq!((kept.status, &kept.body), (200, &files.results.1), "version {version}");
    }
    clerk.get(&path);
    assert_eq!(clerk.submit(&format!("{path}/submit"), &[]).status, 303);

    // Return with a reason, submit again, confirm by somebody else.
    manager.get(&path);
    is_refused(&manager.submit(&format!("{path}/return"), &[]), 422, "refusal.reason_required");
    assert_eq!(manager.submit(&format!("{path}/return"), &[("reason", "第三轮请核对")]).status, 303);
    let page = clerk.get(&path).text();
    let next = page.split("id=\"next\"").nth(1).unwrap().split("</section>").next().unwrap();
    assert!(next.contains("第三轮请核对"), "the reason is the first thing that whoever corrects reads: {page}");
    assert_eq!(clerk.submit(&format!("{path}/confirm"), &[]).status, 403, "no clerk confirms");
    clerk.get(&path);
    assert_eq!(clerk.submit(&format!("{path}/submit"), &[]).status, 303);
    let page = manager.get(&path).text();
    assert!(page.contains("确认"), "what confirming does is said first: {page}");
    assert_eq!(manager.submit(&format!("{path}/confirm"), &[]).status, 303);
    is_refused(&manager.submit(&format!("{path}/confirm"), &[]), 409, "refusal.event_state");

    // The award page: for each player the standing, the clause or the reason.
    let awards = clerk.get(&format!("{path}/awards")).text();
    assert!(awards.contains("全体") && awards.contains("丙丁"), "{awards}");
    assert_eq!(awards.matches("<tr><td class=\"num\"").count(), 10, "every player has a line");

    // On notice, an objection, a decision.
    let page = reviewer.get("/staff/notices").text();
    let waiting = boxes(&page, "award");
    assert_eq!(waiting.len(), 3, "{page}");
    is_refused(&reviewer.submit("/staff/notices", &[]), 409, "refusal.nothing_chosen");
    let fields: Vec<(&str, &str)> = waiting.iter().map(|id| ("award", id.as_str())).collect();
    assert_eq!(reviewer.submit("/staff/notices", &fields).status, 303);
    assert_eq!(manager.get("/staff/notices").status, 403);
    manager.get(&format!("{path}/certificates"));
    let notices = world.register().read(|conn| {
        let ids: Vec<i64> = waiting.iter().map(|id| id.parse().unwrap()).collect();
        Ok(award::notices_of(conn, &ids)?)
    });
    let reference = notices.unwrap()[0].reference.clone();
    let objection = NewObjectionForm {
        reference,
        name: "棋友".into(),
        mail: "a@example.cn".into(),
        body: "第三轮的对局没有下完就判了胜负。".into(),
        lang: Lang::Zh,
    };
    let receipt = objection::file(world.register(), &objection).unwrap();
    assert!(reviewer.get("/staff/objections").text().contains(&receipt.number));
    let open = world.register().read(|conn| Ok(award::objection_by_receipt(conn, &receipt.number)?)).unwrap();
    let case = format!("/staff/objections/{}", open.id);
    assert!(reviewer.get(&case).text().contains("没有下完"));
    let short = reviewer.submit(&case, &[("decision", "dismiss"), ("reason", "无")]);
    is_refused(&short, 422, "refusal.decision_reason");
    assert_eq!(manager.get(&case).status, 200, "the agency reads it");
    assert_eq!(manager.submit(&case, &[("decision", "uphold"), ("reason", "棋谱完整。")]).status, 403);
    reviewer.get(&case);
    assert_eq!(reviewer.submit(&case, &[("decision", "dismiss"), ("reason", "棋谱完整，终局无误。")]).status, 303);

    // The notices end; the certificates are issued in one click, which sent twice is done once.
    world.test.advance(Duration::days(9));
    assert_eq!(qipin::service::notice::close_due(world.register()).unwrap(), 3);
    let mut clerk = signed_in(&world, &server, &world.clerk);
    let mut manager = signed_in(&world, &server, &world.manager);
    let papers = format!("{path}/certificates");
    let page = manager.get(&papers).text();
    assert!(page.contains("签发 3 张证书"), "{page}");
    clerk.get(&papers);
    assert_eq!(clerk.submit(&papers, &[("key", "x")]).status, 403, "no clerk issues");
    is_refused(&manager.submit(&papers, &[("key", "")]), 422, "refusal.key");
    manager.get(&papers);
    let key = manager.value("key");
    for _ in 0..2 {
        assert_eq!(manager.submit(&papers, &[("key", &key)]).status, 303);
    }
    let issued = world.register().read(|conn| {
        let ids: Vec<i64> = waiting.iter().map(|id| id.parse().unwrap()).collect();
        Ok(certificate::of_awards(conn, &ids)?)
    });
    let issued = issued.unwrap();
    assert_eq!(issued.len(), 3);

    // Print all, or those ticked, by a clerk too; certificates of elsewhere are not printed from here.
    let page = clerk.get(&papers).text();
    assert_eq!(boxes(&page, "certificate").len(), 3, "{page}");
    let one = issued[0].id.to_string();
    let print =
        clerk.submit(&format!("{papers}/print"), &[("paper", "a4"), ("which", "chosen"), ("certificate", &one)]);
    assert_eq!(print.status, 303, "{}", print.text());
    let job = print.header("location").unwrap().to_owned();
    assert!(job.starts_with("/staff/prints/"));
    assert_eq!(clerk.get(&job).status, 200);
    let strange = [("paper", "a4"), ("which", "chosen"), ("certificate", "999999")];
    assert_eq!(clerk.submit(&format!("{papers}/print"), &strange).status, 404);
    clerk.get(&papers);
    assert_eq!(clerk.submit(&format!("{papers}/print"), &[("paper", "napkin"), ("which", "all")]).status, 400);
    world.test.assert_journal_agrees();
}

#[test]
fn long_lists_of_doubtful_matches_and_certificates_are_read_in_pages() {
    let world = World::new();
    let crew =
        play::Crew { clerk: world.clerk.clone(), manager: world.manager.clone(), reviewer: world.reviewer.clone() };
    let server = world.server();
    // Thirty people whose birth the register does not know: each of them is doubtful.
    let files = play::files("周", 30, "2级");
    let players = String::from_utf8(files.players.as_ref().unwrap().1.clone()).unwrap();
    for line in players.lines().skip(1) {
        world.person(line.split(',').nth(1).unwrap(), "");
    }
    let made = play::approved(&world.test, &crew);
    play::upload(&world.test, &crew, &made, &files);
    qipin::service::results::submit(world.register(), &world.clerk, &made.slug, "").unwrap();
    let mut clerk = signed_in(&world, &server, &world.clerk);
    let path = format!("/staff/events/{}/matches", made.slug);
    let first = clerk.get(&path).text();
    assert_eq!(first.matches("name=\"case\"").count(), 20, "{first}");
    assert!(first.contains(&format!("{path}?from=20")));
    let second = clerk.get(&format!("{path}?from=20")).text();
    assert_eq!(second.matches("name=\"case\"").count(), 10);
    assert!(!second.contains("from=40"));
    // A wrong answer shows its own case again, also of the second page; a right one takes the case away.
    let cases = world.register().read(|conn| Ok(entry::open_cases(conn, made.id)?)).unwrap();
    let last = cases.last().unwrap();
    let candidate: serde_json::Value = serde_json::from_str(&last.candidates).unwrap();
    let (case, person) = (last.id.to_string(), candidate[0]["person"].to_string());
    let again = clerk.submit(&path, &[("case", &case), ("identity", &person)]);
    is_refused(&again, 422, "refusal.match_reason");
    assert!(again.text().contains(&format!("name=\"case\" value=\"{case}\"")));
    let decided = clerk.submit(&path, &[("case", &case), ("identity", &person), ("reason", "本人到场核对")]);
    assert_eq!(decided.status, 303);
    for case in cases.iter().take(29) {
        let id = case.id.to_string();
        assert_eq!(clerk.submit(&path, &[("case", &id), ("identity", "new")]).status, 303);
    }
    is_refused(&clerk.submit(&path, &[("case", &case), ("identity", "new")]), 409, "refusal.match_decided");
}

#[test]
fn the_page_of_an_event_says_what_is_next_and_offers_only_what_can_succeed() {
    let world = World::new();
    let crew =
        play::Crew { clerk: world.clerk.clone(), manager: world.manager.clone(), reviewer: world.reviewer.clone() };
    let server = world.server();
    let (mut clerk, mut manager) = (signed_in(&world, &server, &crew.clerk), signed_in(&world, &server, &crew.manager));
    let made = play::approved(&world.test, &crew);
    let path = format!("/staff/events/{}", made.slug);
    let (group, submit) = (format!("{path}/groups/all"), format!("action=\"{path}/submit\""));
    let next = |page: &str| page.split("id=\"next\"").nth(1).unwrap().split("</section>").next().unwrap().to_owned();

    // Nothing is there to be submitted: the upload is the first thing on the page.
    let page = clerk.get(&path).text();
    assert!(next(&page).contains(&format!("href=\"{group}\"")), "{page}");
    assert!(!page.contains(&submit) && page.contains("现在还不能提交"), "{page}");
    assert!(!page.contains("批准前") && page.contains("迟报"), "it is approved: {page}");
    is_refused(&clerk.submit(&format!("{path}/submit"), &[]), 409, "refusal.no_results");

    // Errors: said where the button would be, with the way to them.
    clerk.get(&group);
    let mut broken = play::files("丙", 10, "5级");
    broken.results.1 = String::from_utf8(broken.results.1).unwrap().replacen("\n1,1,1,", "\n1,1,99,", 1).into_bytes();
    assert_eq!(send(&mut clerk, &group, &broken).status, 303);
    let page = clerk.get(&path).text();
    assert!(!page.contains(&submit) && page.contains("处错误须改正"), "{page}");
    let page = clerk.get(&group).text();
    assert!(page.contains("未接受：") && !page.contains("可以提交"), "{page}");

    // Good results can be submitted; what is no table of results does not take their place.
    assert_eq!(send(&mut clerk, &group, &play::files("丙", 10, "5级")).status, 303);
    let page = clerk.get(&path).text();
    assert!(page.contains(&submit) && next(&page).contains("可以提交"), "{page}");
    let page = clerk.get(&group).text();
    assert!(page.contains("已接受") && page.contains("名单 10 行，成绩 45 行") && page.contains("10名棋手，9轮，45局"));
    let xml = b"<?xml version=\"1.0\"?><Tournament/>";
    for _ in 0..2 {
        assert_eq!(clerk.upload(&group, &[], &[("results", "autumn.xml", xml)]).status, 303);
    }
    let page = clerk.get(&group).text();
    assert!(page.contains("第 3 版未被接受，仍以第 2 版为准") && page.contains("XML"), "{page}");
    assert!(!page.contains("E105") && !page.contains("第 4 版"), "{page}");
    // The event's page says so too, before anybody submits what was sent first.
    for reader in [&mut clerk, &mut manager] {
        let page = reader.get(&path).text();
        assert!(next(&page).contains("最近上传的第 3 版未被接受，提交的将是第 2 版"), "{page}");
        assert!(page.contains("<small>第 3 版未被接受，仍以第 2 版为准</small>"), "{page}");
    }
    assert!(clerk.get(&path).text().contains(&submit));
    assert_eq!(clerk.submit(&format!("{path}/submit"), &[]).status, 303);
    assert!(!clerk.get(&group).text().contains("可以提交"), "nobody can submit it any more");

    // Whoever looks is told who acts: the submitter's colleague, then the issuer.
    assert!(next(&clerk.get(&path).text()).contains("提交人以外"));
    assert!(next(&manager.get(&path).text()).contains("确认或退回"));
    assert_eq!(manager.submit(&format!("{path}/confirm"), &[]).status, 303);
    let page = manager.get(&path).text();
    assert!(!page.contains("可以提交") && !page.contains("批准前"), "{page}");
    let awards = manager.get(&format!("{path}/awards")).text();
    let without = awards.matches("此级位只登记").count() + awards.matches("待签发").count();
    assert!(without > 0 && awards.contains("未升级"), "{awards}");
    // 4级 is recorded only: there is nothing to issue, and nothing is said to be.
    assert!(awards.contains("此级位只登记") && !next(&page).contains("签发"), "{page}");
    assert!(next(&page).contains("系统会自动结束赛事"), "{page}");
    // A closed event still has what was granted to be issued.
    let granted = granted::event(world.register(), world.agency, "closed-with-granted", 1, 3);
    let closed = "/staff/events/closed-with-granted";
    assert!(next(&manager.get(closed).text()).contains("3 项授予已生效，可以签发证书"));
    assert!(next(&clerk.get(closed).text()).contains("3 项授予已生效，等待"));
    granted.into_iter().for_each(|award| drop(world.issue(award)));
    let page = manager.get(closed).text();
    assert!(next(&page).contains("赛事已结束，没有待办") && !next(&page).contains("签发"), "{page}");
    let public = manager.get(&format!("/events/{}", made.slug)).text();
    assert!(public.contains("✕ 未升级："), "{public}");
    let english = manager.get(&format!("/events/{}?lang=en", made.slug)).text();
    assert!(english.contains("✕ Not promoted: "), "{english}");
}

#[test]
fn warnings_of_a_kind_stand_together_with_names_and_are_acknowledged_together_without_scripts() {
    let world = World::new();
    let crew =
        play::Crew { clerk: world.clerk.clone(), manager: world.manager.clone(), reviewer: world.reviewer.clone() };
    let server = world.server();
    let mut clerk = signed_in(&world, &server, &crew.clerk);
    let made = play::approved(&world.test, &crew);
    let group = format!("/staff/events/{}/groups/all", made.slug);
    // Newcomers who all claim 1段 and name no certificate.
    let files = play::files("申", 10, "1段");
    clerk.get(&group);
    assert_eq!(send(&mut clerk, &group, &files).status, 303);
    let page = clerk.get(&group).text();
    assert_eq!(page.matches("<code>W726</code>").count(), 1, "told once: {page}");
    assert!(page.contains("× 10") && page.contains("其余 5 条") && page.contains("（编号10）"), "{page}");
    assert_eq!(boxes(&page, "finding").len(), 10, "each can be ticked, the folded ones too");
    let upload = clerk.value("upload");
    let answer = |clerk: &mut Browser, name: &str, value: &str| {
        let fields = [(name, value), ("upload", upload.as_str()), ("reason", "已核对证书原件")];
        clerk.submit(&format!("{group}/acknowledge"), &fields)
    };
    let all_ten = boxes(&page, "code").remove(0);
    // Without a reason nothing is done, and what was chosen stays chosen, in sight even where it was folded.
    let (eighth, tenth) = (boxes(&page, "finding")[7].clone(), boxes(&page, "finding")[9].clone());
    let chosen =
        [("finding", eighth.as_str()), ("finding", tenth.as_str()), ("upload", upload.as_str()), ("reason", "")];
    let refused = clerk.submit(&format!("{group}/acknowledge"), &chosen);
    is_refused(&refused, 422, "refusal.reason_required");
    for kept in [eighth, tenth] {
        assert!(refused.text().contains(&format!("value=\"{kept}\" checked")), "{}", refused.text());
    }
    assert_eq!(refused.text().matches(" checked>").count(), 2, "and nothing else");
    assert!(refused.text().contains("<details open>\n<summary>其余 5 条"), "{}", refused.text());
    let all = [("code", all_ten.as_str()), ("upload", upload.as_str()), ("reason", "")];
    let refused = clerk.submit(&format!("{group}/acknowledge"), &all);
    assert!(refused.text().contains(&format!("value=\"{all_ten}\" checked")), "{}", refused.text());
    assert_eq!(answer(&mut clerk, "finding", &boxes(&page, "finding")[0]).status, 303);
    // "All of them" are those that were shown, and neither more nor others.
    for stale in [all_ten.as_str(), "W726", "W726:"] {
        is_refused(&answer(&mut clerk, "code", stale), 409, "refusal.warnings_changed");
    }
    let page = clerk.get(&group).text();
    assert_eq!(page.matches("已核对证书原件").count(), 1, "{page}");
    assert_eq!(answer(&mut clerk, "code", &boxes(&page, "code")[0]).status, 303);
    let page = clerk.get(&group).text();
    assert_eq!(page.matches("已核对证书原件").count(), 10, "{page}");
    let event = clerk.get(&format!("/staff/events/{}", made.slug)).text();
    assert!(event.contains(&format!("action=\"/staff/events/{}/submit\"", made.slug)), "{event}");
}

#[test]
fn what_is_counted_on_the_page_changes_as_soon_as_anything_does() {
    use qipin::service::Register;
    use qipin::service::person::{self, BarForm};
    use qipin::service::view::event_checked::checked;
    use std::sync::Arc;
    let world = World::new();
    let crew =
        play::Crew { clerk: world.clerk.clone(), manager: world.manager.clone(), reviewer: world.reviewer.clone() };
    let files = play::files_of(&[
        "林小满,男,1990-01-01,5级,,,",
        "赵甲,男,1985-06-01,5级,,,",
        "钱乙,男,1985-06-01,5级,,,",
        "孙丙,男,1985-06-01,5级,,,",
    ]);
    let known = world.person("林小满", "1990-01-01");
    let made = play::approved(&world.test, &crew);
    let count_in = |register: &Register| checked(register, &crew.clerk, &made.slug).unwrap().1;
    let count = || count_in(world.register());
    assert!(count().counts.is_empty());
    qipin::service::results::upload(world.register(), &crew.clerk, &made.slug, "all", &files).unwrap();
    let before = count();
    assert!(Arc::ptr_eq(&before, &count()), "nothing has changed, and nothing is read again");
    let apart = || Register { checks: Arc::default(), ..world.register().clone() };
    assert!(!Arc::ptr_eq(&before, &count_in(&apart())), "what holds of one register is not told of another");
    assert_eq!(before.counts["all"].errors, 0);
    let day = world.register().today() - Duration::days(3);
    let bar = BarForm { from_on: Some(day), until_on: None, reason: "代打".to_owned() };
    person::bar(world.register(), &crew.reviewer, known.id, &bar).unwrap();
    assert_eq!(count().counts["all"].errors, 1, "barred meanwhile");
    world.test.advance(Duration::days(60));
    assert!(count().counts["all"].warnings > before.counts["all"].warnings, "late by now");

    // Somebody who looks all the time leaves nothing behind that was true a moment before.
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let looks = scope.spawn(|| {
            while !done.load(std::sync::atomic::Ordering::SeqCst) {
                count();
            }
        });
        for turn in 0..12 {
            let files = if turn % 2 == 0 { play::files("甲", 10, "1段") } else { files.clone() };
            qipin::service::results::upload(world.register(), &crew.clerk, &made.slug, "all", &files).unwrap();
            assert_eq!(*count(), *count_in(&apart()), "turn {turn}");
        }
        done.store(true, std::sync::atomic::Ordering::SeqCst);
        looks.join().unwrap();
    });
}

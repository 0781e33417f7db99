//! Agencies in the workplace: added, suspended, extended, given another area code, and warned of a full series.

use crate::staff_people::signed_in;
use crate::support::fixture::World;
use qipin::domain::permission::Role;
use qipin::store::agency;
use qipin::store::series::{self, SeriesKey};

#[test]
fn an_agency_is_added_suspended_extended_and_reinstated() {
    let world = World::new();
    let admin = world.test.account(Role::NationalAdmin, world.test.national_office());
    let server = world.server();
    let mut browser = signed_in(&world, &server, &admin);
    assert_eq!(browser.get("/staff/agencies").status, 200);
    assert_eq!(browser.get("/staff/agencies/310/add").status, 200);
    let form = |code: &'static str, ceiling: &'static str| {
        [
            ("code", code),
            ("name_zh", "上海市辖区棋院"),
            ("name_en", "Chess house of the districts"),
            ("level", "city"),
            ("ceiling", ceiling),
            ("valid_from", "2026-01-01"),
        ]
    };
    let wrong = browser.submit("/staff/agencies/310/add", &form("320-310100", "3段"));
    assert_eq!(wrong.status, 422);
    assert!(wrong.text().contains("上海市辖区棋院"), "what was typed is kept");
    assert_eq!(browser.submit("/staff/agencies/310/add", &form("310-310100", "8段")).status, 422, "above its parent");
    let added = browser.submit("/staff/agencies/310/add", &form("310-310100", "3段"));
    assert_eq!((added.status, added.header("location")), (303, Some("/staff/agencies/310-310100?done=added")));
    assert_eq!(browser.submit("/staff/agencies/310/add", &form("310-310100", "3段")).status, 422, "taken");

    let path = "/staff/agencies/310-310100";
    let read = || world.register().read(|conn| Ok(agency::by_code(conn, "310-310100")?)).unwrap();
    assert!(browser.get(path).text().contains("授权有效"));
    assert_eq!(browser.submit(&format!("{path}/state"), &[("state", "suspended")]).status, 422, "without a reason");
    let suspend = [("state", "suspended"), ("reason", "年审未过")];
    assert_eq!(browser.submit(&format!("{path}/state"), &suspend).status, 303);
    assert_eq!(read().state, "suspended");
    let page = browser.get(path).text();
    assert!(page.contains("暂停") && page.contains("年审未过"), "the reason is kept: {page}");
    assert_eq!(browser.submit(&format!("{path}/state"), &suspend).status, 409, "suspended already");
    assert_eq!(browser.submit(&format!("{path}/state"), &[("state", "active"), ("reason", "整改完成")]).status, 303);
    assert_eq!(read().state, "active");

    assert_eq!(browser.submit(&format!("{path}/extend"), &[("valid_to", "2025-01-01")]).status, 422);
    assert_eq!(browser.submit(&format!("{path}/extend"), &[("valid_to", "2027-12-31")]).status, 303);
    assert_eq!(read().valid_to.map(|day| day.to_string()).as_deref(), Some("2027-12-31"));
    assert_eq!(browser.submit(&format!("{path}/extend"), &[("valid_to", "")]).status, 303);
    assert_eq!(read().valid_to, None);

    // Another code of the same province, and of no other.
    assert_eq!(browser.submit(&format!("{path}/area"), &[("area", "320")]).status, 422);
    assert_eq!(browser.submit(&format!("{path}/area"), &[("area", "311")]).status, 303);
    assert_eq!(read().area_code, "311");

    // Nobody else changes an agency; others see their own.
    let mut manager = signed_in(&world, &server, &world.manager);
    let own = manager.get("/staff/agencies/310");
    assert_eq!(own.status, 200);
    assert!(!own.text().contains("/staff/agencies/310/state"));
    assert_eq!(manager.submit("/staff/agencies/310/state", &suspend).status, 403);
    assert_eq!(manager.get("/staff/agencies/000").status, 403);
    world.test.assert_journal_agrees();
}

#[test]
fn from_eighty_percent_of_a_series_the_agency_is_warned() {
    let world = World::new();
    let server = world.server();
    let mut browser = signed_in(&world, &server, &world.manager);
    let take = |count: i64| {
        let key = SeriesKey { grade: 26, area: "310".into(), year: 2026 };
        world.write(|conn| series::take(conn, &key, count).unwrap().unwrap());
    };
    take(7999);
    let page = browser.get("/staff/agencies/310").text();
    assert!(page.contains("7,999") && !page.contains("将满"), "{page}");
    take(1);
    let page = browser.get("/staff/agencies/310").text();
    assert!(page.contains("将满") && page.contains("8,000") && page.contains("1,999"), "{page}");
}

//! Photos of signed result slips in the workplace, over HTTP: added, listed, looked at beside the board, never public.

use crate::staff_people::signed_in;
use crate::staff_records::{House, PLAYERS, says};
use crate::support::server::{Answer, Browser};
use qipin::domain::permission::Role;
use qipin::store::{journal, result_slip};
use qipin::text::{Lang, fill, text};

const JPEG: &[u8] = b"\xff\xd8\xff\xe0 a photo of a signed slip";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n another one";

/// Sends a photo for the game of the second round between the first two players.
fn send(house: &House, browser: &mut Browser, game: &str, name: &str, bytes: &[u8]) -> Answer {
    let path = house.path("/groups/all/slips");
    browser.get(&path);
    browser.upload(&path, &[("game", game)], &[("photo", name, bytes)])
}

fn photos(house: &House, pairing: i64) -> Vec<result_slip::SlipLine> {
    house.world.register().read(|conn| Ok(result_slip::of_pairing(conn, pairing)?)).unwrap()
}

#[test]
fn a_photo_is_evidence_beside_a_game_without_a_record_and_confirms_nothing() {
    let house = House::new();
    let mut clerk = house.clerk();
    let list = house.path("/groups/all/records");
    assert!(clerk.get(&list).text().contains(&house.path("/groups/all/slips")), "the records lead there");
    let page = clerk.get(&house.path("/groups/all/slips")).text();
    assert!(
        page.contains("accept=\"image/*\"") && page.contains("capture=\"environment\""),
        "a phone opens its camera"
    );
    assert!(page.contains("<optgroup") && page.contains("value=\"2:1:2\"") && page.contains(says("staff_slip.none")));
    let sent = send(&house, &mut clerk, "2:1:2", "slip.jpg", JPEG);
    assert_eq!(sent.status, 303, "{}", sent.text());
    let pairing = house.pairing(1, 2);
    let here = house.path(&format!("/games/{pairing}"));
    assert_eq!(sent.header("location").unwrap(), format!("{here}?done=slip#slips"));
    let page = clerk.get(&format!("{here}?done=slip")).text();
    let slip = photos(&house, pairing)[0].id;
    assert!(page.contains(says("staff_slip.done")) && page.contains(&format!("{here}/slips/{slip}")), "{page}");
    assert!(page.contains(says("staff_slip.alone")) && page.contains(says("staff_record.no-record")), "{page}");
    // In the list it has a mark of its own, and is no record.
    let page = clerk.get(&list).text();
    assert!(page.contains("id=\"slips\"") && page.contains(says("staff_slip.alone")), "{page}");
    assert!(page.contains(says("staff_record.none")) && !page.contains("badge-good"), "{page}");
    let awards = house.manager().get(&house.path("/awards")).text();
    assert!(!awards.contains(&fill(Lang::Zh, "staff_record.won.confirmed", &[("n", "1")])), "{awards}");
    // The same photo again is kept once; another stands beside it.
    clerk.get(&here);
    assert_eq!(clerk.upload(&format!("{here}/slips"), &[], &[("photo", "again.jpg", JPEG)]).status, 303);
    assert_eq!(clerk.upload(&format!("{here}/slips"), &[], &[("photo", "back.png", PNG)]).status, 303);
    assert_eq!(photos(&house, pairing).len(), 2);
    let english = clerk.get(&format!("{}?lang=en", house.path("/groups/all/slips"))).text();
    assert!(
        english.contains(text(Lang::En, "staff_slip.button")) && english.contains("evidence beside it"),
        "{english}"
    );
    house.world.test.assert_journal_agrees();
}

#[test]
fn a_photo_stands_beside_the_board_of_its_record_on_the_referees_desk() {
    let house = House::new();
    let pairing = house.contradicted();
    let mut clerk = house.clerk();
    assert_eq!(send(&house, &mut clerk, "2:1:2", "slip.png", PNG).status, 303);
    let slip = photos(&house, pairing)[0].id;
    let mut referee = house.referee();
    let has = fill(Lang::Zh, "staff_slip.has", &[("n", "1")]);
    assert!(referee.get("/staff/desk").text().contains(&has), "the queue says that there is one");
    assert!(referee.get(&house.path("/groups/all/records")).text().contains(&has));
    let here = house.path(&format!("/games/{pairing}"));
    let game = referee.get(&here).text();
    let beside = format!("{here}/slips/{slip}");
    assert!(game.contains(&beside) && !game.contains("name=\"photo\""), "a referee looks and adds none: {game}");
    let page = referee.get(&beside).text();
    let photo = house.path(&format!("/slips/{slip}/photo"));
    assert!(page.contains("<svg") && page.contains(&format!("<img src=\"{photo}\"")), "{page}");
    assert!(page.contains(says("recount.verdict.winner-differs")) && page.contains("B+4.5"), "{page}");
    let answer = referee.get(&photo);
    assert_eq!((answer.status, answer.body.as_slice()), (200, PNG));
    for (name, value) in [
        ("content-type", "image/png"),
        ("x-content-type-options", "nosniff"),
        ("cache-control", "no-store"),
        ("content-disposition", "inline"),
    ] {
        assert_eq!(answer.header(name), Some(value), "{name}");
    }
    // It shows names and signatures, so the journal says who opened it.
    let last = house.world.register().read(|conn| Ok(journal::head(conn)?.0)).unwrap();
    referee.get(&photo);
    assert_eq!(house.world.register().read(|conn| Ok(journal::head(conn)?.0)).unwrap(), last + 1);
    // A photo is reached by its own game and event only.
    let other = send(&house, &mut clerk, "3:1:3", "slip.png", PNG);
    assert_eq!(other.status, 303);
    let third = house.pairing(1, 3);
    assert_eq!(referee.get(&house.path(&format!("/games/{third}/slips/{slip}"))).status, 404);
}

#[test]
fn what_is_no_photo_is_refused_beside_its_field_with_what_was_found_and_what_is_expected() {
    let house = House::new();
    let mut clerk = house.clerk();
    for (name, bytes, found) in [
        ("slip.pdf", b"%PDF-1.7 scan".as_slice(), says("refusal.photo_is.pdf")),
        ("IMG_1.HEIC", b"\0\0\0\x18ftypheic".as_slice(), says("refusal.photo_is.heic")),
        ("slip.gif", b"GIF89a".as_slice(), says("refusal.photo_is.gif")),
        ("game.sgf", b"(;GM[1])".as_slice(), says("refusal.photo_is.record")),
        ("all.zip", b"PK\x03\x04".as_slice(), says("refusal.photo_is.zip")),
        ("slip.svg", b"<svg onload=alert(1)>".as_slice(), says("refusal.photo_is.other")),
    ] {
        let answer = send(&house, &mut clerk, "2:1:2", name, bytes);
        assert_eq!(answer.status, 422, "{name}");
        let words = fill(Lang::Zh, "refusal.photo_kind", &[("name", name), ("zh_found", found)]);
        assert!(answer.text().contains(&words) && answer.text().contains("id=\"photo-error\""), "{}", answer.text());
        assert!(answer.text().contains("value=\"2:1:2\" selected"), "the game stays chosen");
    }
    let mut large = JPEG.to_vec();
    large.resize((8 << 20) + 1, 0);
    let answer = send(&house, &mut clerk, "2:1:2", "large.jpg", &large);
    assert_eq!(answer.status, 422);
    assert!(answer.text().contains("8.1 MiB") && answer.text().contains("large.jpg"), "{}", answer.text());
    large.resize(18 << 20, 0);
    assert_eq!(send(&house, &mut clerk, "2:1:2", "huge.jpg", &large).status, 413, "more than fits is not read");
    // No photo, no game: both are said at once.
    let path = house.path("/groups/all/slips");
    clerk.get(&path);
    let nothing = clerk.upload(&path, &[("game", "")], &[]);
    assert_eq!(nothing.status, 422);
    assert!(nothing.text().contains("id=\"photo-error\"") && nothing.text().contains("id=\"game-error\""));
    assert!(matches!(send(&house, &mut clerk, "9:1:2", "slip.jpg", JPEG).status, 404), "a game that is not there");
    // The page of the game says it at the place of its own form.
    assert_eq!(send(&house, &mut clerk, "2:1:2", "slip.jpg", JPEG).status, 303);
    let here = house.path(&format!("/games/{}", house.pairing(1, 2)));
    clerk.get(&here);
    let refused = clerk.upload(&format!("{here}/slips"), &[], &[("photo", "slip.pdf", b"%PDF-")]);
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("id=\"photo-error\"") && refused.text().contains("<details open"));
    for n in 1..8_u8 {
        let mut other = JPEG.to_vec();
        other.push(n);
        assert_eq!(clerk.upload(&format!("{here}/slips"), &[], &[("photo", "slip.jpg", &other)]).status, 303);
    }
    let page = clerk.get(&here).text();
    assert!(!page.contains("name=\"photo\""), "a ninth is not asked for");
    assert_eq!(clerk.upload(&format!("{here}/slips"), &[], &[("photo", "slip.png", PNG)]).status, 422);
    let foreign = clerk.post(&format!("{here}/slips"), &[("csrf", "0")]);
    assert!(matches!(foreign.status, 403 | 415), "{}", foreign.status);
}

#[test]
fn a_photo_is_for_those_who_may_see_the_event_and_never_on_a_public_page() {
    let house = House::new();
    let mut clerk = house.clerk();
    assert_eq!(send(&house, &mut clerk, "2:1:2", "slip.jpg", JPEG).status, 303);
    let pairing = house.pairing(1, 2);
    let slip = photos(&house, pairing)[0].id;
    let here = house.path(&format!("/games/{pairing}"));
    let photo = house.path(&format!("/slips/{slip}/photo"));
    let mut referee = house.referee();
    referee.get(&here);
    assert_eq!(referee.upload(&format!("{here}/slips"), &[], &[("photo", "slip.png", PNG)]).status, 403);
    assert_eq!(referee.get(&house.path("/groups/all/slips")).status, 403, "a referee adds none");
    let stranger = house.world.test.account(Role::AgencyManager, house.world.test.agency("320"));
    let mut stranger = signed_in(&house.world, &house.server, &stranger);
    for path in [&photo, &format!("{here}/slips/{slip}"), &house.path("/groups/all/slips")] {
        assert!(matches!(stranger.get(path).status, 403 | 404), "{path}");
    }
    assert_eq!(house.server.get(&photo).status, 303, "without an account it is a door");
    // The results are confirmed and public, with a page for each game: none of them knows of the photo.
    qipin::service::event::confirm(house.world.register(), &house.crew.manager, &house.made.slug).unwrap();
    let public = format!("/events/{}", house.made.slug);
    let event = house.server.get(&public).text();
    assert!(event.contains(PLAYERS[0]), "{event}");
    for path in [public.clone(), format!("{public}/boards"), format!("{public}/games/{pairing}")] {
        let page = house.server.get(&path).text();
        assert!(!page.contains("slips/") && !page.contains("成绩单照片"), "{path}");
    }
    for path in [format!("{public}/slips/{slip}"), format!("{public}/slips/{slip}/photo"), format!("/slips/{slip}")] {
        assert_eq!(house.server.get(&path).status, 404, "{path}");
    }
}

//! The pages of accounts over HTTP.

use crate::support::register::{PASSWORD, TestRegister};
use crate::support::server::{Answer, Browser, TestServer};
use chrono::Duration;
use qipin::domain::permission::Role;
use qipin::mail::Message;
use qipin::service::Staff;
use qipin::service::account::{self, Authority, Passwords};
use qipin::web::app::ServeOptions;
use qipin::web::state::{AppState, WebSettings};
use qipin::web::throttle::Limits;
use std::time::Instant;

const NEW: &str = "k7-tengen-oak-2026";

struct House {
    test: TestRegister,
    server: TestServer,
    passwords: Passwords,
}

impl House {
    fn with(limits: Limits, behind_tls_proxy: bool) -> Self {
        let test = TestRegister::new();
        let state = AppState::new(test.register.clone(), WebSettings { limits, ..WebSettings::default() });
        let passwords = state.passwords.clone();
        let local = ServeOptions::local("127.0.0.1:0".parse().unwrap());
        let server = TestServer::with(ServeOptions { behind_tls_proxy, workers: Some(2), ..local }, state);
        Self { test, server, passwords }
    }

    fn new() -> Self {
        Self::with(Limits::raised(), false)
    }

    fn staff(&self, role: Role) -> Staff {
        let agency = self.test.agency(if role.is_national() { "000" } else { "310" });
        self.test.account(role, agency)
    }

    /// A browser in which somebody has signed in.
    fn signed_in(&self, staff: &Staff) -> Browser {
        let mut browser = self.server.browser();
        let answer = sign_in(&mut browser, &staff.login, PASSWORD);
        assert_eq!((answer.status, answer.header("location")), (303, Some("/staff")), "{}", answer.text());
        browser
    }
}

fn sign_in(browser: &mut Browser, login: &str, password: &str) -> Answer {
    browser.get("/staff/login");
    browser.submit("/staff/login", &[("login", login), ("password", password)])
}

fn session_cookie(answer: &Answer) -> String {
    let all = answer.cookies();
    let found = all.iter().find(|c| c.starts_with("__Host-qipin=") || c.starts_with("qipin-local="));
    (*found.unwrap_or_else(|| panic!("no session cookie in {all:?}"))).to_owned()
}

fn is_at_the_door(answer: &Answer) -> bool {
    answer.status == 303 && answer.header("location").is_some_and(|to| to.starts_with("/staff/login?next="))
}

#[test]
fn the_cookie_is_bound_to_this_host_and_hidden_from_scripts() {
    let house = House::new();
    let who = house.staff(Role::AgencyClerk);
    let mut browser = house.server.browser();
    let local = session_cookie(&sign_in(&mut browser, &who.login, PASSWORD));
    let (token, flags) = local.strip_prefix("qipin-local=").unwrap().split_once("; ").unwrap();
    assert_eq!((token.len(), flags), (64, "HttpOnly; SameSite=Lax; Path=/"));

    let house = House::with(Limits::raised(), true);
    let who = house.staff(Role::AgencyClerk);
    let mut browser = house.server.browser();
    let secure = session_cookie(&sign_in(&mut browser, &who.login, PASSWORD));
    let (_, flags) = secure.strip_prefix("__Host-qipin=").unwrap().split_once("; ").unwrap();
    assert_eq!(flags, "HttpOnly; SameSite=Lax; Secure; Path=/");
    let row = house.test.register.read(|conn| Ok(qipin::store::account::by_id_session(conn, 1)?)).unwrap();
    let stored = qipin::service::keys::hex(&row.token_hash);
    assert!(!secure.contains(&stored), "the database has only a hash");
}

#[test]
fn a_reader_is_led_to_the_door_and_back_and_nowhere_else() {
    let house = House::new();
    let who = house.staff(Role::AgencyClerk);
    let mut browser = house.server.browser();
    let door = browser.get("/staff/account?x=1");
    assert_eq!(door.header("location"), Some("/staff/login?next=/staff/account%3Fx%3D1"));
    browser.get("/staff/login?next=/staff/account%3Fx%3D1");
    let next = browser.value("next");
    let answer = browser.submit("/staff/login", &[("login", &who.login), ("password", PASSWORD), ("next", &next)]);
    assert_eq!(answer.header("location"), Some("/staff/account?x=1"));
    let page = browser.get("/staff/account").text();
    assert!(page.contains(&who.name) && page.contains(&who.login) && page.contains("机构经办人"), "{page}");
    for elsewhere in ["https://evil.example", "//evil.example", "/staff/login"] {
        browser.get("/staff/login");
        let fields = [("login", who.login.as_str()), ("password", PASSWORD), ("next", elsewhere)];
        assert_eq!(browser.submit("/staff/login", &fields).header("location"), Some("/staff"), "{elsewhere}");
    }
}

#[test]
fn signing_in_again_makes_a_new_session_and_ends_the_old_one() {
    let house = House::new();
    let who = house.staff(Role::AgencyClerk);
    let mut browser = house.signed_in(&who);
    let old = browser.cookie("qipin-local").unwrap().to_owned();
    assert_eq!(sign_in(&mut browser, &who.login, PASSWORD).status, 303);
    assert_ne!(browser.cookie("qipin-local").unwrap(), old);
    assert_eq!(browser.get("/staff/account").status, 200);
    let mut thief = house.server.browser();
    thief.set_cookie("qipin-local", &old);
    assert!(is_at_the_door(&thief.get("/staff/account")));
    // A session that somebody else planted in the browser is not taken over.
    let mut victim = house.server.browser();
    victim.set_cookie("qipin-local", &"0".repeat(64));
    assert_eq!(sign_in(&mut victim, &who.login, PASSWORD).status, 303);
    assert_ne!(victim.cookie("qipin-local").unwrap(), "0".repeat(64));
}

#[test]
fn sessions_end_when_idle_and_after_twelve_hours() {
    let house = House::new();
    let who = house.staff(Role::AgencyClerk);
    let mut browser = house.signed_in(&who);
    house.test.advance(Duration::minutes(29));
    assert_eq!(browser.get("/staff/account").status, 200);
    house.test.advance(Duration::minutes(30));
    assert!(is_at_the_door(&browser.get("/staff/account")));

    let mut browser = house.signed_in(&who);
    for _ in 0..36 {
        house.test.advance(Duration::minutes(20) - Duration::seconds(1));
        assert_eq!(browser.get("/staff/account").status, 200);
    }
    house.test.advance(Duration::seconds(36));
    assert!(is_at_the_door(&browser.get("/staff/account")));
}

#[test]
fn signing_out_ends_the_session_on_the_server() {
    let house = House::new();
    let mut browser = house.signed_in(&house.staff(Role::AgencyClerk));
    let token = browser.cookie("qipin-local").unwrap().to_owned();
    browser.get("/staff/account");
    let answer = browser.submit("/staff/logout", &[]);
    assert_eq!(answer.header("location"), Some("/staff/login?done=signed-out"));
    assert_eq!(browser.cookie("qipin-local"), None);
    let mut thief = house.server.browser();
    thief.set_cookie("qipin-local", &token);
    assert!(is_at_the_door(&thief.get("/staff/account")));
}

#[test]
fn a_form_without_its_own_token_or_from_elsewhere_changes_nothing() {
    let house = House::new();
    let (me, other) = (house.staff(Role::AgencyManager), house.staff(Role::AgencyManager));
    let mut browser = house.signed_in(&me);
    let mut theirs = house.signed_in(&other);
    theirs.get("/staff/account");
    let foreign_token = theirs.token();
    browser.get("/staff/account");
    let own_token = browser.token();
    let entries = house.test.journal().len();
    let path = format!("/staff/accounts/{}/disable", other.account_id);
    assert_eq!(browser.post(&path, &[]).status, 403);
    assert_eq!(browser.post(&path, &[("csrf", &foreign_token)]).status, 403);
    assert_eq!(browser.post(&path, &[("csrf", "")]).status, 403);
    browser.headers.push(("sec-fetch-site".into(), "cross-site".into()));
    assert_eq!(browser.post(&path, &[("csrf", &own_token)]).status, 403);
    browser.headers.clear();
    // Signing in is guarded as well: nobody is signed in to a stranger's account by a page elsewhere.
    let fields = [("login", me.login.as_str()), ("password", PASSWORD)];
    assert_eq!(house.server.browser().post("/staff/login", &fields).status, 403);
    assert_eq!(house.test.journal().len(), entries);
    assert_eq!(browser.post(&path, &[("csrf", &own_token)]).status, 303);
    assert_eq!(house.test.journal().len(), entries + 2, "disabled, and the session ended");
}

/// The page without what differs by itself: the token, what was typed, the request id.
fn masked(answer: &Answer, typed: &str) -> String {
    let text = answer.text().replace(typed, "TYPED");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("name=\"csrf\" value=\"") {
        let start = at + "name=\"csrf\" value=\"".len();
        out.push_str(&rest[..start]);
        rest = rest[start..].split_once('"').map_or("", |(_, after)| after);
    }
    out + rest
}

#[test]
fn unknown_disabled_and_wrong_answer_alike_for_the_same_work_on_the_same_beat() {
    let house = House::new();
    let (known, disabled) = (house.staff(Role::AgencyClerk), house.staff(Role::AgencyClerk));
    account::disable(&house.test.register, Authority::System, disabled.account_id).unwrap();
    let mut pages = Vec::new();
    for (login, password) in
        [(known.login.as_str(), "wrong password"), ("nobody.here", PASSWORD), (disabled.login.as_str(), PASSWORD)]
    {
        let mut browser = house.server.browser();
        browser.get("/staff/login");
        let (before, start) = (house.passwords.computed(), Instant::now());
        let answer = browser.submit("/staff/login", &[("login", login), ("password", password)]);
        assert!(start.elapsed() >= qipin::web::staff::pause::BEAT, "{login}: {:?}", start.elapsed());
        assert_eq!(house.passwords.computed() - before, 1, "one hash for {login}");
        assert_eq!(answer.status, 401);
        assert!(answer.cookies().iter().all(|c| !c.starts_with("qipin-local=")), "{:?}", answer.cookies());
        pages.push(masked(&answer, login));
    }
    assert!(pages[0].contains("登录名与密码不符") && !pages[0].contains("wrong password"), "{}", pages[0]);
    assert_eq!(pages[0], pages[1]);
    assert_eq!(pages[0], pages[2]);
}

#[test]
fn asking_for_a_new_password_tells_nobody_whether_there_is_an_account() {
    let house = House::new();
    let who = house.staff(Role::AgencyClerk);
    let mut pages = Vec::new();
    for typed in [who.login.as_str(), "nobody.here", "nobody@example.cn"] {
        let mut browser = house.server.browser();
        browser.get("/staff/reset");
        let start = Instant::now();
        let answer = browser.submit("/staff/reset", &[("who", typed)]);
        assert!(start.elapsed() >= qipin::web::staff::pause::BEAT);
        assert_eq!(answer.status, 200);
        pages.push(masked(&answer, typed));
    }
    assert!(pages[0].contains("如果有这样的账户"), "{}", pages[0]);
    assert!(pages.iter().all(|page| *page == pages[0]));
    let mails = house.test.mails();
    assert_eq!(mails.len(), 1);
    let Message::PasswordReset { link, .. } = &mails[0].message else { panic!() };

    let mut browser = house.server.browser();
    assert!(browser.get(link.path()).text().contains(&who.login));
    let short = browser.submit(link.path(), &[("password", "short"), ("repeated", "other")]);
    assert_eq!(short.status, 422);
    assert!(short.text().contains("密码至少 10 个字符") && short.text().contains("两次输入的密码不同"));
    assert!(!short.text().contains("value=\"short\""), "secrets are not sent back");
    let set = browser.submit(link.path(), &[("password", NEW), ("repeated", NEW)]);
    assert_eq!(set.header("location"), Some("/staff/login?done=reset"));
    assert_eq!(browser.get(link.path()).status, 410);
    assert_eq!(sign_in(&mut browser, &who.login, PASSWORD).status, 401);
    assert_eq!(sign_in(&mut browser, &who.login, NEW).status, 303);
}

#[test]
fn a_client_that_tries_too_often_waits_and_others_do_not() {
    let house = House::with(Limits::default(), true);
    let who = house.staff(Role::AgencyClerk);
    let mut guesser = house.server.browser().sending("x-forwarded-for", "203.0.113.7");
    guesser.get("/staff/login");
    let mut statuses = Vec::new();
    for n in 0..12 {
        let name = format!("guess.{n}");
        let answer = guesser.submit("/staff/login", &[("login", &name), ("password", "wrong password")]);
        statuses.push(answer.status);
        if answer.status == 429 {
            assert!(answer.header("retry-after").unwrap().parse::<u32>().unwrap() >= 1);
        }
    }
    assert_eq!(statuses.iter().filter(|s| **s == 401).count(), 10, "{statuses:?}");
    let mut other = house.server.browser().sending("x-forwarded-for", "203.0.113.8");
    assert_eq!(sign_in(&mut other, &who.login, PASSWORD).status, 303);
}

#[test]
fn an_account_that_is_guessed_at_pauses_for_the_right_password_too() {
    let house = House::new();
    let who = house.staff(Role::AgencyClerk);
    let mut browser = house.server.browser();
    for _ in 0..5 {
        assert_eq!(sign_in(&mut browser, &who.login, "wrong password").status, 401);
    }
    assert_eq!(sign_in(&mut browser, &who.login, PASSWORD).status, 401);
    house.test.advance(Duration::seconds(15));
    assert_eq!(sign_in(&mut browser, &who.login, PASSWORD).status, 303);
}

#[test]
fn a_colleague_is_invited_by_form_and_begins_with_the_mail() {
    let house = House::new();
    let manager = house.staff(Role::AgencyManager);
    let mut browser = house.signed_in(&manager);
    let list = browser.get("/staff/accounts");
    assert_eq!(list.header("location"), Some("/staff/accounts/of/310"));
    let form = browser.get("/staff/accounts/of/310/invite").text();
    assert!(form.contains("value=\"agency-clerk\"") && !form.contains("value=\"national-admin\""), "{form}");
    assert!(form.contains("签发证书（本机构）"), "what each role may do is said: {form}");
    let wrong = [("login", "X"), ("name", "买买提·艾力"), ("mail", "no"), ("lang", "en")];
    let answer = browser.submit("/staff/accounts/of/310/invite", &wrong);
    assert_eq!(answer.status, 422);
    assert!(answer.text().contains("请选择一个角色") && answer.text().contains("value=\"买买提·艾力\""));
    let mut right = vec![("login", "Ai.Li"), ("name", "买买提·艾力"), ("mail", "ai.li@example.cn")];
    right.extend([("role", "agency-clerk"), ("lang", "en")]);
    let answer = browser.submit("/staff/accounts/of/310/invite", &right);
    assert_eq!(answer.header("location"), Some("/staff/accounts/of/310?done=invited"), "{}", answer.text());
    let page = browser.get("/staff/accounts/of/310?done=invited").text();
    assert!(page.contains("邀请已发出") && page.contains("ai.li@example.cn") && page.contains("已邀请"));

    let mail = house.test.mails().pop().unwrap();
    let Message::Invitation { link, .. } = &mail.message else { panic!() };
    let mut colleague = house.server.browser();
    for _ in 0..2 {
        assert!(colleague.get(link.path()).text().contains("买买提·艾力"), "opening it twice uses nothing up");
    }
    let common = colleague.submit(link.path(), &[("password", "qwertyuiop"), ("repeated", "qwertyuiop")]);
    assert!(common.status == 422 && common.text().contains("太常见"));
    let opened = colleague.submit(link.path(), &[("password", NEW), ("repeated", NEW)]);
    assert_eq!(opened.header("location"), Some("/staff/login?done=accepted"));
    assert_eq!(sign_in(&mut colleague, "ai.li", NEW).status, 303);
    let dead = colleague.get(link.path());
    assert!(dead.status == 410 && dead.text().contains("此链接无效"));
    assert_eq!(colleague.get("/staff/accounts").status, 403, "a clerk manages no accounts");
    assert_eq!(browser.get("/staff/accounts/of/320").status, 404);
    house.test.agency("320");
    assert_eq!(browser.get("/staff/accounts/of/320").status, 403);
}

#[test]
fn an_account_is_disabled_after_its_consequences_were_shown() {
    let house = House::new();
    let (manager, clerk) = (house.staff(Role::AgencyManager), house.staff(Role::AgencyClerk));
    let mut theirs = house.signed_in(&clerk);
    let mut browser = house.signed_in(&manager);
    let path = format!("/staff/accounts/{}/disable", clerk.account_id);
    let shown = browser.get(&path).text();
    assert!(shown.contains(&format!("停用 {} 的账户", clerk.name)) && shown.contains("立即结束"), "{shown}");
    assert_eq!(browser.submit(&path, &[]).header("location"), Some("/staff/accounts/of/310?done=disabled"));
    assert!(is_at_the_door(&theirs.get("/staff/account")));
    assert_eq!(sign_in(&mut theirs, &clerk.login, PASSWORD).status, 401);
    browser.get("/staff/accounts/of/310");
    let enable = format!("/staff/accounts/{}/enable", clerk.account_id);
    assert_eq!(browser.submit(&enable, &[]).header("location"), Some("/staff/accounts/of/310?done=enabled"));
    assert_eq!(sign_in(&mut theirs, &clerk.login, PASSWORD).status, 303);
    let own = browser.submit(&format!("/staff/accounts/{}/disable", manager.account_id), &[]);
    assert!(own.status == 409 && own.text().contains("不能停用自己的账户"), "{}", own.text());
}

#[test]
fn a_person_sees_their_sessions_ends_one_and_changes_the_password() {
    let house = House::new();
    let who = house.staff(Role::Referee);
    let mut here = house.signed_in(&who);
    let mut phone = house.server.browser().sending("user-agent", "Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0");
    assert_eq!(sign_in(&mut phone, &who.login, PASSWORD).status, 303);
    let page = here.get("/staff/account").text();
    assert!(page.contains("微信 · Android") && page.contains("此处"), "{page}");
    let end = page.split("action=\"").find(|part| part.contains("/sessions/")).unwrap().split('"').next().unwrap();
    assert_eq!(here.submit(end, &[]).header("location"), Some("/staff/account?done=session"));
    assert!(is_at_the_door(&phone.get("/staff/account")));

    assert_eq!(sign_in(&mut phone, &who.login, PASSWORD).status, 303);
    here.get("/staff/account");
    let wrong = [("present", "wrong"), ("password", NEW), ("repeated", NEW)];
    let refused = here.submit("/staff/account/password", &wrong);
    assert!(refused.status == 422 && refused.text().contains("现在的密码不对"));
    let right = [("present", PASSWORD), ("password", NEW), ("repeated", NEW)];
    let changed = here.submit("/staff/account/password", &right);
    assert_eq!(changed.header("location"), Some("/staff/account?done=password"));
    assert!(is_at_the_door(&phone.get("/staff/account")) && here.get("/staff/account").status == 200);
}

#[test]
fn every_page_has_its_words_in_both_languages() {
    let house = House::new();
    let admin = house.staff(Role::NationalAdmin);
    let clerk = house.staff(Role::AgencyClerk);
    let mut browser = house.signed_in(&admin);
    let disable = format!("/staff/accounts/{}/disable", clerk.account_id);
    let invited = account::InviteForm {
        login: "not.yet".into(),
        name: "王芳".into(),
        mail: "a@b.cn".into(),
        role: Role::Referee,
        agency_id: clerk.agency_id,
        lang: Default::default(),
    };
    let invited = account::invite(&house.test.register, Authority::System, &invited).unwrap();
    let pages = [
        "/staff/login",
        "/staff/login?done=accepted",
        "/staff/reset",
        "/staff/account",
        "/staff/accounts",
        "/staff/accounts/of/310",
        "/staff/accounts/of/000/invite",
        &disable,
        &invited.path,
        "/staff/reset/0",
    ];
    for page in pages {
        for (lang, tag) in [("zh", "zh-CN"), ("en", "en")] {
            let path = format!("{page}{}lang={lang}", if page.contains('?') { '&' } else { '?' });
            let answer = browser.get(&path);
            let text = answer.text();
            assert!(matches!(answer.status, 200 | 410), "{path}: {}", answer.status);
            assert!(text.contains(&format!("<html lang=\"{tag}\"")), "{path}");
            assert_eq!(text.matches("<h1").count(), 1, "{path}");
            for key in ["accounts.", "refusal.", "role.", "action.", "reach.", "layout."] {
                let named = |rest: &str| rest.starts_with(|c: char| c.is_ascii_lowercase());
                let mut after = text.split([' ', '>', '"']).filter_map(|word| word.strip_prefix(key));
                assert!(!after.any(named), "{path} lacks words: {key}");
            }
            for field in text.split("<input").skip(1).filter(|i| !i.contains("type=\"hidden\"")) {
                let id = field.split("id=\"").nth(1).map(|rest| rest.split('"').next().unwrap());
                let radio = field.starts_with(" type=\"radio\"");
                assert!(radio || id.is_some_and(|id| text.contains(&format!("for=\"{id}\""))), "{path}: {field:.80}");
            }
        }
    }
}

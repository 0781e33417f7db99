//! A form sent twice is done once; a key belongs to one account, one action and one thing.

use crate::support::event as play;
use crate::support::register::{TestRegister, with_register};
use qipin::domain::permission::Role;
use qipin::service::certificate::{self, CopyForm, CopyKind, Issue};
use qipin::service::{ServiceError, ServiceResult, event};
use qipin::store::certificate as papers;

fn refused<T: std::fmt::Debug>(answer: ServiceResult<T>) -> &'static str {
    match answer {
        Err(ServiceError::Refused { key, .. }) => key,
        Err(ServiceError::Invalid(errors)) => errors[0].key,
        other => panic!("not refused: {other:?}"),
    }
}

fn form(key: &str) -> CopyForm {
    CopyForm { kind: CopyKind::Reissue, holder: None, reason: "遗失".into(), key: key.into() }
}

#[test]
fn a_copy_is_made_of_the_certificate_that_it_is_asked_for() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let made = play::issued(register, &crew, &play::files("庚", 10, "1级"));
        let ids: Vec<i64> = play::awards(register, &made).iter().map(|a| play::paper(register, a).id).collect();
        let copy = |id, key: &str| certificate::make_copy(&register.register, &crew.manager, id, &form(key));
        for key in ["", &"k".repeat(101)] {
            assert_eq!(refused(copy(ids[0], key)), "refusal.key");
        }
        assert_eq!(copy(ids[0], "c").unwrap().copy_no, 1);
        assert_eq!(copy(ids[0], "c").unwrap().copy_no, 1, "sent twice");
        assert_eq!(refused(copy(ids[1], "c")), "refusal.key_used", "another certificate with the same key");
        let copies = |id| register.register.read(|conn| Ok(papers::copies_of(conn, id)?)).unwrap().len();
        assert_eq!((copies(ids[0]), copies(ids[1])), (2, 1));
        let other = CopyForm { reason: "损坏".into(), ..form("c") };
        let changed = certificate::make_copy(&register.register, &crew.manager, ids[0], &other);
        assert_eq!(refused(changed), "refusal.key_used", "the same key with another form");
    });
}

#[test]
fn the_same_key_of_another_account_or_action_is_another_key() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::confirmed(&register, &crew, &play::files("庚", 10, "1级"));
    let colleague = register.account(Role::AgencyManager, made.agency_id);
    let ids: Vec<i64> = play::awards(&register, &made).iter().map(|a| a.id).collect();
    let issue = |who, what| certificate::issue(&register.register, who, made.agency_id, &what, "k");
    assert_eq!(issue(&crew.manager, Issue::Awards(vec![ids[0]])).unwrap().new, 1);
    assert_eq!(issue(&colleague, Issue::Awards(vec![ids[1]])).unwrap().new, 1);
    assert_eq!(refused(issue(&crew.manager, Issue::Awards(vec![ids[2]]))), "refusal.key_used");
    let paper = play::paper(&register, &play::awards(&register, &made)[0]);
    certificate::make_copy(&register.register, &crew.manager, paper.id, &form("k")).unwrap();
    let draft = |name: &str| {
        let form = event::EventForm { name: name.into(), key: "k".into(), ..play::form(&register) };
        event::create(&register.register, &crew.manager, &form)
    };
    let first = draft("春季赛").unwrap();
    assert_eq!(draft("春季赛").unwrap().id, first.id);
    assert_eq!(refused(draft("秋季赛")), "refusal.key_used");
    register.assert_journal_agrees();
}

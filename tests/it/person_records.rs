//! A person's record: changes and their undoing, merged duplicates, names that are withheld.

use crate::support::fixture::{World, dan};
use chrono::{Duration, NaiveDate};
use qipin::domain::permission::Role;
use qipin::service::person::{self, ChangeForm, ChangeKind};
use qipin::service::{Register, ServiceError, ServiceResult, Staff};
use qipin::store::person::{self as persons, Person};

fn refused<T: std::fmt::Debug>(answer: ServiceResult<T>) -> &'static str {
    match answer {
        Err(ServiceError::Refused { key, .. }) => key,
        Err(ServiceError::Invalid(errors)) => errors[0].key,
        other => panic!("not refused: {other:?}"),
    }
}

fn read(register: &Register, id: i64) -> Person {
    register.read(|conn| Ok(persons::by_id(conn, id)?)).unwrap()
}

fn admin(world: &World) -> Staff {
    let office = world.test.national_office();
    world.test.account(Role::NationalAdmin, office)
}

fn form(field: &str, value: &str, kind: ChangeKind, effective_on: Option<&str>) -> ChangeForm {
    ChangeForm {
        field: field.to_owned(),
        value: value.to_owned(),
        kind,
        effective_on: effective_on.map(|day| day.parse().unwrap()),
        reason: "户口本".to_owned(),
    }
}

#[test]
fn a_change_typed_in_another_spelling_can_be_undone() {
    let world = World::new();
    let (register, admin) = (world.register(), admin(&world));
    let one = world.person("张文轩", "2012-05-01");
    for (field, typed) in [("birth", "2012-3-4"), ("name", "  张文煊 "), ("sex", "female"), ("region", "320")] {
        person::change(register, &admin, one.id, &form(field, typed, ChangeKind::Typo, None)).unwrap();
        let changes = register.read(|conn| Ok(persons::changes_of(conn, one.id)?)).unwrap();
        person::undo_change(register, &admin, one.id, changes.last().unwrap().id).unwrap();
        assert_eq!(read(register, one.id), one, "{field}");
    }
    let changes = register.read(|conn| Ok(persons::changes_of(conn, one.id)?)).unwrap();
    assert_eq!(changes[0].new_value, "2012-03-04");
    // One that somebody changed again since is not undone.
    person::change(register, &admin, one.id, &form("birth", "2012-3-4", ChangeKind::Typo, None)).unwrap();
    person::change(register, &admin, one.id, &form("birth", "2012-3-5", ChangeKind::Typo, None)).unwrap();
    let changes = register.read(|conn| Ok(persons::changes_of(conn, one.id)?)).unwrap();
    assert_eq!(refused(person::undo_change(register, &admin, one.id, changes[4].id)), "refusal.changed_meanwhile");
}

#[test]
fn a_change_is_dated_in_beijing_and_not_before_its_day() {
    let world = World::new();
    let (register, admin) = (world.register(), admin(&world));
    let one = world.person("张文轩", "2012-05-01");
    // 20 November 17:00 UTC is 1 o'clock of the 21st in Beijing.
    world.test.advance(Duration::hours(13));
    person::change(register, &admin, one.id, &form("name", "张文煊", ChangeKind::Typo, None)).unwrap();
    let other = world.person("张文煊", "2012-05-01");
    person::merge(register, &admin, one.id, other.id, "同一人").unwrap();
    let days = |id| {
        let all = register.read(|conn| Ok(persons::changes_of(conn, id)?)).unwrap();
        all.into_iter().map(|change| change.effective_on).collect::<Vec<_>>()
    };
    let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    assert_eq!((days(one.id), days(other.id)), (vec![today], vec![today]));

    let change = |day| person::change(register, &admin, one.id, &form("name", "张轩", ChangeKind::Change, Some(day)));
    assert_eq!(refused(change("2026-11-22")), "refusal.change_ahead");
    assert_eq!(read(register, one.id).name, "张文煊");
    change("2026-11-21").unwrap();
}

#[test]
fn a_name_withheld_under_a_merged_record_stays_so_when_the_merge_is_undone() {
    let world = World::new();
    let (register, admin) = (world.register(), admin(&world));
    let (kept, absorbed) = (world.person("张文轩", "1990-05-01"), world.person("张文轩", "1990-05-02"));
    world.certificate(&absorbed, None, dan(3));
    person::merge(register, &admin, kept.id, absorbed.id, "同一人").unwrap();
    // Asked for under the number that was merged.
    assert_eq!(person::withhold(register, &admin, absorbed.id, "本人要求").unwrap(), 1);
    assert_eq!(read(register, kept.id).state, "withheld");
    assert_eq!(refused(person::withhold(register, &admin, kept.id, "本人要求")), "refusal.withhold_nothing");
    let rows = world.test.journal();
    let withheld: Vec<&String> = rows.iter().filter(|row| row.contains("person.withhold")).collect();
    assert_eq!(withheld.len(), 2, "one for each record: {withheld:?}");

    person::unmerge(register, &admin, absorbed.id, "并非同一人").unwrap();
    assert_eq!(
        (read(register, kept.id).state, read(register, absorbed.id).state),
        ("withheld".into(), "withheld".into())
    );
    // Nor does a merge make a withheld name public.
    let third = world.person("张文轩", "1990-05-03");
    assert_eq!(refused(person::merge(register, &admin, third.id, absorbed.id, "同一人")), "refusal.merge_withheld");
    person::merge(register, &admin, kept.id, absorbed.id, "同一人").unwrap();
    person::merge(register, &admin, kept.id, third.id, "同一人").unwrap();
    person::unmerge(register, &admin, third.id, "并非同一人").unwrap();
    assert_eq!(read(register, third.id).state, "active", "it was public before");
}

#[test]
fn nothing_to_withhold_is_said_and_not_recorded() {
    let world = World::new();
    let (register, admin) = (world.register(), admin(&world));
    let hidden = world.person_of("张文轩", "1990-05-01", "310", |row| row.state = "withheld".to_owned());
    let before = world.test.journal();
    assert_eq!(refused(person::withhold(register, &admin, hidden.id, "本人要求")), "refusal.withhold_nothing");
    assert_eq!(world.test.journal(), before);
    let one = world.person_of("张文轩", "1990-05-01", "310", |row| row.state = "provisional".to_owned());
    let other = world.person("张文轩", "1990-05-01");
    let merged = person::merge(register, &admin, other.id, one.id, "同一人");
    assert!(matches!(merged, Err(ServiceError::NotFound)), "who is not confirmed is no person of the register yet");
}

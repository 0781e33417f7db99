//! One message of every kind, with values of the kinds that give trouble: long names, rare characters,
//! a reason of several lines that tries to look like the mail's own.

use crate::domain::grade::Grade;
use crate::mail::message::{DaysLeft, EventRef, Issued, Link, Message, ObjectionRef, SecretLink};
use crate::text::Bilingual;
use chrono::{DateTime, NaiveDate, Utc};

/// Part of every secret link below.
pub const SECRET: &str = "s3cr3t-0123456789";

/// Chinese that the values below bring into an English mail.
pub const CHINESE_VALUES: [&str; 7] = [
    "2026年上海市业余围棋升段赛（秋季）",
    "𠮷野·买买提",
    "王芳",
    "第3轮第12台的结果与记分单不符。",
    "请补交。",
    "棋品",
    "段",
];

fn agency() -> Bilingual {
    Bilingual { zh: "上海市围棋协会".into(), en: "Shanghai Go Association".into() }
}

fn national() -> Bilingual {
    Bilingual { zh: "中国围棋协会".into(), en: "Chinese Weiqi Association".into() }
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn event(name: &str) -> EventRef {
    EventRef {
        name: name.into(),
        agency: agency(),
        begins: day("2026-11-21"),
        ends: day("2026-11-22"),
        link: Link::new("/staff/events/12"),
    }
}

fn autumn() -> EventRef {
    event("2026年上海市业余围棋升段赛（秋季）")
}

fn objection(link: &str) -> ObjectionRef {
    ObjectionRef {
        reference: "Y-7K2M-9QXA".into(),
        notice: "G-2026-000123".into(),
        grade: Grade::dan(5).unwrap(),
        event: autumn().name,
        received: at("2026-12-02T01:30:00Z"),
        link: Link::new(link),
    }
}

/// An event with a name of the caller's.
pub fn event_filed(name: &str) -> Message {
    Message::EventFiled { event: event(name), by: "王芳".into() }
}

/// One message of every kind; the decided objection both ways, the reminder all three times.
pub fn all() -> Vec<Message> {
    let expires = at("2026-12-08T04:00:00Z");
    let by = || "王芳".to_owned();
    let decided = |upheld| Message::ObjectionDecided {
        objection: objection("/notices/objections/Y-7K2M-9QXA"),
        upheld,
        decided: at("2026-12-05T06:00:00Z"),
        reason: "第3轮第12台的结果与记分单不符。\n\n-- \nhttps://evil.example/".into(),
    };
    let mut all = vec![
        Message::Invitation {
            name: "𠮷野·买买提".into(),
            role: Bilingual { zh: "代理机构经办人".into(), en: "agency clerk".into() },
            agency: agency(),
            by: by(),
            link: SecretLink::new(format!("/invitation/{SECRET}")),
            expires,
        },
        Message::PasswordReset { link: SecretLink::new(format!("/reset/{SECRET}")), expires },
        Message::EventFiled { event: autumn(), by: by() },
        Message::EventApprovalNeeded { event: autumn() },
        Message::EventApproved { event: autumn(), by: national() },
        Message::EventReturned {
            event: autumn(),
            by: by(),
            reason: "第3轮第12台的结果与记分单不符。\n请补交。".into(),
        },
        Message::EventSubmitted { event: autumn(), by: by(), version: 2, players: 167, warnings: 3 },
        Message::EventConfirmed { event: autumn(), by: by(), awards: 42, for_notice: 4 },
        Message::AwardsOnNotice {
            event: autumn(),
            awards: 4,
            first_day: day("2026-12-02"),
            last_day: day("2026-12-08"),
            notices: Link::new("/notices"),
        },
        Message::ObjectionReceipt { objection: objection("/notices/objections/Y-7K2M-9QXA") },
        Message::ObjectionOpened { objection: objection("/staff/objections/7"), agency: agency() },
        decided(true),
        decided(false),
        Message::CertificatesIssued {
            event: autumn(),
            by: by(),
            issued: [(1, 20), (2, 12), (3, 6), (4, 3), (5, 1)]
                .map(|(dan, count)| Issued { grade: Grade::dan(dan).unwrap(), count })
                .into(),
            print: Link::new("/staff/events/12/certificates.pdf"),
        },
    ];
    all.extend(DaysLeft::ALL.map(|left| Message::AuthorisationEnding {
        agency: agency(),
        ends: day("2026-12-31"),
        left,
        link: Link::new("/staff/agencies/310"),
    }));
    all.push(Message::CertificatesContradicted {
        event: autumn(),
        certificates: 3,
        list: Link::new("/staff/events/12/awards"),
    });
    all
}

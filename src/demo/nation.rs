//! The agencies and the people who work for them.

use super::Login;
use crate::domain::area_code::{AreaCode, areas_on};
use crate::domain::grade::Grade;
use crate::domain::permission::Role;
use crate::service::account::{Acceptance, Authority, Identity, InviteForm, Passwords, accept_invitation, invite};
use crate::service::account::{first_start, list_all};
use crate::service::agency::{AgencyForm, add_as_system};
use crate::service::{Register, Staff};
use crate::store::agency::{self, Agency};
use crate::text::Lang;
use anyhow::{Context, anyhow};
use chrono::{Months, NaiveDate};
use std::collections::BTreeMap;

/// The agencies of the demo, by code.
pub type Agencies = BTreeMap<String, Agency>;

/// Enters the national office, an agency for every area, and some below.
pub fn agencies(register: &Register) -> anyhow::Result<Agencies> {
    first_start(register).map_err(said)?;
    let office = register.read(|conn| Ok(agency::national(conn)?)).map_err(said)?;
    let today = register.today();
    let since = NaiveDate::from_ymd_opt(2024, 1, 1).context("a date")?;
    let mut all = Agencies::new();
    all.insert(office.code.clone(), office.clone());
    let mut add =
        |code: &str, zh: String, en: String, level: &str, parent: i64, ceiling: u8, until: Option<NaiveDate>| {
            let form = AgencyForm {
                code: code.to_owned(),
                name_zh: zh,
                name_en: en,
                level: level.to_owned(),
                parent_id: parent,
                ceiling: Grade::dan(ceiling).unwrap_or(Grade::HIGHEST),
                valid_from: since,
                valid_to: until,
            };
            let made = add_as_system(register, &form).map_err(said)?;
            all.insert(made.code.clone(), made.clone());
            anyhow::Ok(made.id)
        };
    let mut ids = BTreeMap::new();
    for area in areas_on(today).filter(|a| a.code != AreaCode::NATIONAL) {
        let zh = format!("{}围棋协会", area.name.zh);
        let en = format!("{} Weiqi Association", area.name.en);
        // Fujian holds the right to an event for 6段 of its own.
        let ceiling = if area.code.to_string() == "350" { 6 } else { 5 };
        // One authorisation that ends, so that its reminders can be seen.
        let until = (area.code.to_string() == "460").then(|| today + Months::new(9));
        let id = add(&area.code.to_string(), zh, en, "province", office.id, ceiling, until)?;
        ids.insert(area.code.to_string(), id);
    }
    let parent = |code: &str| ids.get(code).copied().with_context(|| format!("no agency {code}"));
    add("320-320200", "无锡市围棋协会".into(), "Wuxi Weiqi Association".into(), "city", parent("320")?, 3, None)?;
    add("350-350300", "莆田市围棋协会".into(), "Putian Weiqi Association".into(), "city", parent("350")?, 3, None)?;
    add(
        "130-130300",
        "秦皇岛市围棋协会".into(),
        "Qinhuangdao Weiqi Association".into(),
        "city",
        parent("130")?,
        3,
        None,
    )?;
    add("500-500108", "南岸区围棋协会".into(), "Nan'an Weiqi Association".into(), "county", parent("500")?, 3, None)?;
    Ok(all)
}

/// Makes the accounts: one of each national role, and for some agencies two managers, a clerk and a referee.
pub fn accounts(register: &Register, agencies: &Agencies) -> anyhow::Result<Vec<Login>> {
    let passwords = Passwords::new();
    let mut logins = Vec::new();
    let mut add = |login: &str, name: &str, role: Role, code: &str| {
        let agency = agencies.get(code).with_context(|| format!("no agency {code}"))?;
        let form = InviteForm {
            login: login.to_owned(),
            name: name.to_owned(),
            mail: format!("{login}@qipin.example"),
            role,
            agency_id: agency.id,
            lang: Lang::Zh,
        };
        let invited = invite(register, Authority::System, &form).map_err(said)?;
        let token = invited.path.rsplit('/').next().unwrap_or_default().to_owned();
        let password = format!("weiqi-361-{}", login.chars().rev().collect::<String>());
        let form =
            Acceptance { token, password: password.clone(), repeated: password.clone(), identity: Identity::default() };
        accept_invitation(register, &passwords, &form).map_err(said)?;
        let (role, agency) = (role.key().to_owned(), code.to_owned());
        logins.push(Login { role, agency, login: login.to_owned(), password });
        anyhow::Ok(())
    };
    add("admin", "顾望舒", Role::NationalAdmin, "000")?;
    add("reviewer", "沈知白", Role::NationalReviewer, "000")?;
    add("auditor", "陆明夷", Role::NationalAuditor, "000")?;
    for (code, short, manager, clerk) in [
        ("310", "sh", "周守拙", "林小满"),
        ("340", "ah", "曹若谷", "许用智"),
        ("350", "fj", "黄斗力", "苏入神"),
        ("320-320200", "wx", "钱通幽", "孙具体"),
        ("130-130300", "qhd", "崔坐照", "田小巧"),
    ] {
        add(&format!("manager-{short}"), manager, Role::AgencyManager, code)?;
        add(&format!("clerk-{short}"), clerk, Role::AgencyClerk, code)?;
    }
    add("manager2-sh", "吴若愚", Role::AgencyManager, "310")?;
    add("referee-sh", "郑坐隐", Role::Referee, "310")?;
    add("manager-js", "徐星阵", Role::AgencyManager, "320")?;
    add("manager-hb", "韩手谈", Role::AgencyManager, "130")?;
    Ok(logins)
}

/// The people of the demo as the use cases know them, by login.
pub fn staff(register: &Register, agencies: &Agencies) -> anyhow::Result<BTreeMap<String, Staff>> {
    let mut all = BTreeMap::new();
    for account in list_all(register).map_err(said)? {
        let Some(agency) = agencies.get(&account.agency) else { continue };
        let person = Staff {
            account_id: account.id,
            name: account.name.clone(),
            login: account.login.clone(),
            role: account.role,
            agency_id: agency.id,
            lang: Lang::Zh,
        };
        all.insert(account.login.clone(), person);
    }
    Ok(all)
}

/// A refusal of the register in the words of the log: the demo was built wrong.
pub fn said(error: crate::service::ServiceError) -> anyhow::Error {
    anyhow!("{error}: {}", error.message().en)
}

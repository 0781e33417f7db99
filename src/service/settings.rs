//! The settings that decide what the register does, in the journal: whoever reads it sees from when a notice ran
//! for how many days.

use crate::service::journal::canonical;
use crate::service::{Actor, Register, ServiceResult};
use crate::store::setting;
use serde_json::{Value, json};

/// Under which name the settings in force are kept.
const KEY: &str = "policy";

/// Records the settings that this program starts with, where they differ from those before. Answers whether they did.
pub fn record(register: &Register) -> ServiceResult<bool> {
    let policy = &register.policy;
    let now = json!({
        "notice_days": policy.notice_days,
        "results_due_days": policy.results_due_days,
        "series": policy.series.code(),
    });
    register.write(Actor::System, |tx| {
        let before = setting::get(tx.conn, KEY)?;
        if before.as_deref() == Some(canonical(&now).as_str()) {
            tx.nothing_to_record();
            return Ok(false);
        }
        setting::set(tx.conn, KEY, &canonical(&now))?;
        let before: Value = before.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or(Value::Null);
        tx.record("register.settings", "register", json!({"after": now, "before": before}));
        Ok(true)
    })
}

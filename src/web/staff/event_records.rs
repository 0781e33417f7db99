//! What an event asks of game records, as a form.

use crate::domain::grade::Grade;
use crate::domain::recount::RuleSet;
use crate::domain::results::{read_komi, write_komi};
use crate::service::event::RecordSettings;
use crate::web::form::Fields;
use crate::web::parts::{Choice, Field, Problems};
use crate::web::shell::Shell;

/// What stands for a value that cannot be read, so that the service refuses it beside its field.
const UNREADABLE: (u8, i32) = (255, i32::MAX);

/// Reads the fields. What is no number is refused by the service, which knows what may be asked.
pub(super) fn read(typed: &Fields) -> RecordSettings {
    let said = |name: &str| Some(typed.trimmed(name).to_owned()).filter(|text| !text.is_empty());
    let grade = |text: String| text.parse().ok().unwrap_or(UNREADABLE.0);
    RecordSettings {
        required_from: said("records_from").map(grade),
        sample_percent: said("records_sample")
            .map_or(0, |text| text.trim_end_matches(['%', '％']).trim().parse().unwrap_or(UNREADABLE.0)),
        rules: said("records_rules"),
        komi_half: said("records_komi").map(|text| read_komi(&text).unwrap_or(UNREADABLE.1)),
        void_passes: typed.has("records_void"),
        confirm: typed.has("records_confirm"),
    }
}

/// The fields as they would have been typed.
pub(super) fn typed(asked: &RecordSettings) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    let mut add = |name: &str, value: Option<String>| fields.extend(value.map(|value| (name.to_owned(), value)));
    add("records_from", asked.required_from.map(|rank| rank.to_string()));
    add("records_sample", (asked.sample_percent > 0).then(|| asked.sample_percent.to_string()));
    add("records_rules", asked.rules.clone());
    add("records_komi", asked.komi_half.map(write_komi));
    add("records_void", asked.void_passes.then(|| "1".to_owned()));
    add("records_confirm", asked.confirm.then(|| "1".to_owned()));
    fields
}

/// The fields.
pub(super) fn fields(shell: &Shell, typed: &Fields, problems: &Problems) -> Vec<Field> {
    let word = |key: &str| shell.t(key).to_owned();
    let none = |key: &str| Choice::new("", word(key));
    let grades = (Grade::LOWEST.rank()..=Grade::HIGHEST.rank())
        .rev()
        .filter_map(Grade::from_rank)
        .map(|grade| Choice::new(grade.rank().to_string(), grade.said(shell.lang)));
    let rules =
        RuleSet::ALL.into_iter().map(|rules| Choice::new(rules.key, word(&format!("recount.rules.{}", rules.key))));
    vec![
        Field::select(
            "records_from",
            word("staff_record.form.from"),
            std::iter::once(none("staff_record.form.optional")).chain(grades).collect(),
        )
        .help(word("staff_record.form.from-help"))
        .optional(shell)
        .value(typed.trimmed("records_from"))
        .check(problems),
        Field::digits("records_sample", word("staff_record.form.sample"))
            .help(word("staff_record.form.sample-help"))
            .optional(shell)
            .max(4)
            .value(typed.trimmed("records_sample"))
            .check(problems),
        Field::select(
            "records_rules",
            word("staff_record.form.rules"),
            std::iter::once(none("staff_record.form.rules-own")).chain(rules).collect(),
        )
        .help(word("staff_record.form.rules-help"))
        .optional(shell)
        .value(typed.trimmed("records_rules"))
        .check(problems),
        Field::text("records_komi", word("staff_record.form.komi"))
            .help(word("staff_record.form.komi-help"))
            .optional(shell)
            .narrow()
            .max(20)
            .value(typed.trimmed("records_komi"))
            .check(problems),
        Field::tick("records_void", word("staff_record.form.void"), typed.has("records_void"))
            .help(word("staff_record.form.void-help")),
        Field::tick("records_confirm", word("staff_record.form.confirm"), typed.has("records_confirm"))
            .help(word("staff_record.form.confirm-help")),
    ]
}

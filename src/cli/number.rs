//! `qipin number`: what a certificate number or an area code says.

use super::output::{self, Format, both_lines};
use super::{MISMATCH, UNUSABLE};
use crate::clock::{Clock, SystemClock, beijing_date};
use crate::domain::area_code::{AreaCode, Meaning};
use crate::domain::certificate_number::{self, Explanation, NumberError};
use crate::text::{Bilingual, both};
use chrono::NaiveDate;
use clap::Subcommand;
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;

/// The exit code when there is nothing to say against a number.
const OK: u8 = 0;

/// The arguments of `qipin number`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t, global = true)]
    format: Format,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Explain a certificate number part by part, or say what was typed instead of one
    Parse {
        /// The number, in any writing (310260001, "310 26 0001", 5d/310260001)
        #[arg(required = true)]
        number: Vec<String>,
    },
    /// Say which area has a code
    Area {
        /// Three digits
        code: String,
        /// Whether the area existed on this day (2026-10-01); today when left out
        #[arg(long)]
        date: Option<NaiveDate>,
    },
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let (text, code) = respond(args, beijing_date(SystemClock.now()));
    output::answer(&text, code)
}

/// The answer and its exit code, on a day.
fn respond(args: &Args, today: NaiveDate) -> (String, u8) {
    match &args.command {
        Command::Parse { number } => parse(&number.join(" "), args.format, today),
        Command::Area { code, date } => area(code, args.format, date.unwrap_or(today)),
    }
}

/// The JSON of `number parse`.
#[derive(Serialize)]
struct NumberAnswer<'a> {
    valid: bool,
    #[serde(flatten)]
    explanation: Option<&'a Explanation>,
    notes: Vec<Bilingual>,
    error: Option<ErrorAnswer>,
}

#[derive(Serialize)]
struct ErrorAnswer {
    code: &'static str,
    #[serde(flatten)]
    message: Bilingual,
}

fn parse(number: &str, format: Format, today: NaiveDate) -> (String, u8) {
    match certificate_number::read(number) {
        Ok(read) => {
            let explanation = read.number.explain(today);
            let notes: Vec<_> = read.notes.iter().map(|note| note.message()).collect();
            let code = if explanation.concerns.is_empty() { OK } else { MISMATCH };
            let text = match format {
                Format::Json => {
                    json(&NumberAnswer { valid: code == OK, explanation: Some(&explanation), notes, error: None })
                }
                Format::Text => explained(&explanation, &notes),
            };
            (text, code)
        }
        Err(error) => {
            let code = if error == NumberError::Empty { UNUSABLE } else { MISMATCH };
            let message = error.message();
            let text = match format {
                Format::Json => json(&NumberAnswer {
                    valid: false,
                    explanation: None,
                    notes: Vec::new(),
                    error: Some(ErrorAnswer { code: error.code(), message }),
                }),
                Format::Text => both_lines(&message) + "\n",
            };
            (text, code)
        }
    }
}

fn explained(explanation: &Explanation, notes: &[Bilingual]) -> String {
    let mut out = format!("{}\n", explanation.grouped);
    for part in &explanation.parts {
        // Writing to a String does not fail.
        let _ = writeln!(out, "  {:<4} {}: {}", part.digits, both_lines(&part.label), both_lines(&part.meaning));
    }
    for line in notes.iter().chain(&explanation.concerns) {
        let _ = writeln!(out, "! {}", both_lines(line));
    }
    out
}

/// The JSON of `number area`.
#[derive(Serialize)]
struct AreaAnswer {
    code: AreaCode,
    name: Bilingual,
    /// `listed`, `further` or `unassigned`.
    meaning: &'static str,
    province: Option<AreaCode>,
    valid_from: Option<NaiveDate>,
    valid_to: Option<NaiveDate>,
    date: NaiveDate,
    exists: bool,
}

/// Why a text is no area code; the six digits of a division are told which area they belong to.
fn not_an_area(typed: &str) -> Bilingual {
    let division = typed.len() == 6 && typed.bytes().all(|byte| byte.is_ascii_digit());
    let area = typed.get(..2).filter(|_| division).and_then(|two| format!("{two}0").parse::<AreaCode>().ok());
    match area {
        Some(code) if matches!(code.meaning(), Meaning::Listed(_)) => {
            let (code, name) = (code.to_string(), code.name());
            let arguments =
                [("typed", typed), ("area", code.as_str()), ("zh_name", name.zh.as_str()), ("en_name", &name.en)];
            both("number.area.division", &arguments)
        }
        _ => both("number.area.three-digits", &[]),
    }
}

fn area(code: &str, format: Format, date: NaiveDate) -> (String, u8) {
    let Ok(code) = code.parse::<AreaCode>() else {
        let message = not_an_area(code);
        let text = match format {
            Format::Json => json(&ErrorAnswer { code: "three-digits", message }),
            Format::Text => both_lines(&message) + "\n",
        };
        return (text, UNUSABLE);
    };
    let (meaning, area) = match code.meaning() {
        Meaning::Listed(area) => ("listed", Some(area)),
        Meaning::Further(area) => ("further", Some(area)),
        Meaning::Unassigned => ("unassigned", None),
    };
    let exists = code.area_on(date).is_some();
    let answer = AreaAnswer {
        code,
        name: code.name(),
        meaning,
        province: code.province(),
        valid_from: area.and_then(|area| area.valid_from),
        valid_to: area.and_then(|area| area.valid_to),
        date,
        exists,
    };
    let text = match format {
        Format::Json => json(&answer),
        Format::Text => {
            let mut out = format!("{code} {}\n", both_lines(&answer.name));
            if area.is_some() && !exists {
                let absent = both("number.area.not-on-that-day", &[("date", &date.to_string())]);
                let _ = writeln!(out, "! {}", both_lines(&absent));
            }
            out
        }
    };
    (text, if exists { OK } else { MISMATCH })
}

fn json<T: Serialize>(value: &T) -> String {
    // proven: the answers are structs of texts, dates and flags, which always serialise.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::Cli;
    use super::*;
    use clap::Parser;

    fn ask(arguments: &[&str]) -> (String, u8) {
        let all = ["qipin", "number"].iter().chain(arguments);
        let command = Cli::try_parse_from(all).unwrap().command;
        let super::super::Command::Number(args) = command else { panic!("another command") };
        respond(&args, "2026-11-29".parse().unwrap())
    }

    fn ask_json(arguments: &[&str]) -> (serde_json::Value, u8) {
        let (text, code) = ask(&[arguments, &["--format", "json"]].concat());
        (serde_json::from_str(&text).unwrap(), code)
    }

    #[test]
    fn the_code_of_a_division_is_told_its_area() {
        let (text, code) = ask(&["area", "320200"]);
        assert_eq!(code, UNUSABLE);
        assert!(text.contains("江苏") && text.contains("320") && text.contains("Jiangsu"), "{text}");
        assert_eq!(ask_json(&["area", "320200"]).0["code"], "three-digits");
        for other in ["990200", "32020", "32020x", "无锡市一二"] {
            assert!(ask(&["area", other]).0.contains("三位数字"), "{other}");
        }
    }

    #[test]
    fn a_number_is_explained_for_people() {
        let (text, code) = ask(&["parse", "310260001"]);
        insta::assert_snapshot!(text, @r"
        310 26 0001
          310  地区码 / Area code: 上海 / Shanghai
          26   年份 / Year: 2026年签发 / Issued in 2026
          0001 序号 / Serial: 该序列当年第1号 / No. 1 of its series in that year
        ");
        assert_eq!(code, OK);
        assert_eq!(ask(&["parse", "310", "26", "0001"]), (text, OK));
    }

    #[test]
    fn a_number_is_explained_for_programs() {
        let (json, code) = ask_json(&["parse", "\"310 26 0001\""]);
        assert_eq!((json["valid"].as_bool(), json["number"].as_str(), code), (Some(true), Some("310260001"), OK));
        assert_eq!(json["parts"][0]["meaning"]["en"], "Shanghai");
        assert_eq!(json["notes"].as_array().map(Vec::len), Some(1));
    }

    #[test]
    fn what_is_no_number_is_named_with_exit_code_1_and_nothing_at_all_with_2() {
        for (typed, kind) in [
            ("11/01/1987", "date"),
            ("CM1", "other-registry"),
            ("11010519491231002X", "identity-document"),
            ("3102614001", "provincial-ten-digits"),
        ] {
            let (json, code) = ask_json(&["parse", typed]);
            assert_eq!((json["error"]["code"].as_str(), code), (Some(kind), MISMATCH), "{typed}");
            assert!(!json["error"]["zh"].as_str().unwrap().is_empty());
        }
        assert_eq!(ask(&["parse", ""]).1, UNUSABLE);
    }

    #[test]
    fn a_number_that_cannot_be_is_a_finding() {
        assert_eq!(ask(&["parse", "990260001"]).1, MISMATCH);
        let (json, code) = ask_json(&["parse", "310990001"]);
        assert_eq!((json["valid"].as_bool(), code), (Some(true), OK), "1999 is past");
        assert_eq!(ask_json(&["parse", "310270001"]).1, MISMATCH, "2027 lies ahead");
    }

    #[test]
    fn an_area_code_is_explained() {
        assert_eq!(ask(&["area", "610"]), ("610 陕西 / Shaanxi\n".to_owned(), OK));
        let (json, code) = ask_json(&["area", "311"]);
        assert_eq!((json["meaning"].as_str(), json["province"].as_str(), code), (Some("further"), Some("310"), OK));
        assert_eq!(ask(&["area", "999"]).1, MISMATCH);
        assert_eq!(ask(&["area", "31"]).1, UNUSABLE);
        let (text, code) = ask(&["area", "500", "--date", "1996-01-01"]);
        assert!(text.contains("1996-01-01"));
        assert_eq!(code, MISMATCH);
    }

    #[test]
    fn wrong_usage_is_exit_code_2() {
        for arguments in [vec!["qipin", "number"], vec!["qipin", "number", "parse"], vec!["qipin", "number", "dance"]] {
            assert_eq!(Cli::try_parse_from(arguments).unwrap_err().exit_code(), 2);
        }
    }
}

//! `qipin user`: accounts, for whoever runs the server.

use super::open;
use super::output::Format;
use super::settings::{Database, FileSettings};
use super::{MISMATCH, Outcome, UNUSABLE};
use crate::clock::SystemClock;
use crate::domain::permission::Role;
use crate::service::account::{self, AccountView, Authority, InviteForm};
use crate::service::register::Policy;
use crate::service::{Register, ServiceError};
use crate::text::{Bilingual, Lang};
use std::fmt::Write;
use std::sync::Arc;

/// What can be done with accounts.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Add an account and print the one-time link with which its holder sets a password
    Add(Add),
    /// List accounts
    List(List),
    /// Disable an account: its sessions and links end at once
    Disable(Disable),
}

/// Arguments of `user add`.
#[derive(Debug, clap::Args)]
pub struct Add {
    #[command(flatten)]
    database: Database,
    /// Login name: 3 to 32 characters, a letter first, then lower-case letters, digits and . - _
    #[arg(long)]
    login: String,
    /// The person's name
    #[arg(long)]
    name: String,
    /// Mail address
    #[arg(long)]
    mail: String,
    /// national-admin, national-reviewer, national-auditor, agency-manager, agency-clerk or referee
    #[arg(long, value_parser = role)]
    role: Role,
    /// Code of the agency: 000 for the national office, 310, 320-320200
    #[arg(long, value_name = "CODE")]
    agency: String,
    /// Language of mails: zh or en
    #[arg(long, default_value = "zh", value_parser = ["zh", "en"])]
    lang: String,
    /// Where the pages are, for the printed link
    #[arg(long, env = "QIPIN_ADDRESS", value_name = "URL")]
    address: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Arguments of `user list`.
#[derive(Debug, clap::Args)]
pub struct List {
    #[command(flatten)]
    database: Database,
    /// Only accounts of this agency
    #[arg(long, value_name = "CODE")]
    agency: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Arguments of `user disable`.
#[derive(Debug, clap::Args)]
pub struct Disable {
    #[command(flatten)]
    database: Database,
    /// Login name
    login: String,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

fn role(word: &str) -> Result<Role, String> {
    Role::from_key(word).ok_or_else(|| format!("one of {}", Role::ALL.map(Role::key).join(", ")))
}

/// An account, as `--format json` gives it: one object a line.
#[derive(serde::Serialize)]
struct Line<'a> {
    login: &'a str,
    name: &'a str,
    mail: Option<&'a str>,
    role: &'static str,
    agency: &'a str,
    state: &'a str,
    created: String,
}

impl<'a> From<&'a AccountView> for Line<'a> {
    fn from(account: &'a AccountView) -> Self {
        Self {
            login: &account.login,
            name: &account.name,
            mail: account.mail.as_deref(),
            role: account.role.key(),
            agency: &account.agency,
            state: &account.state,
            created: account.created_at.and_utc().to_rfc3339(),
        }
    }
}

/// A link, as `--format json` gives it.
#[derive(serde::Serialize)]
struct Link<'a> {
    login: &'a str,
    link: &'a str,
    ends: String,
}

/// Runs `qipin user`.
pub fn run(command: Command) -> Outcome {
    let file = FileSettings::read()?;
    let database = match &command {
        Command::Add(args) => &args.database,
        Command::List(args) => &args.database,
        Command::Disable(args) => &args.database,
    };
    let mut policy = Policy::default();
    let address = match &command {
        Command::Add(args) => args.address.clone().or_else(|| file.address.clone()),
        _ => None,
    };
    if let Some(address) = address {
        policy.address = address.trim_end_matches('/').to_owned();
    }
    // The first account may be added before the first start, so a missing database is made; nothing to list or
    // disable can be in one.
    let create = matches!(command, Command::Add(_));
    let register = open::open(database, &file, policy, Arc::new(SystemClock), create)?;
    let (text, code) = respond(&register, &command)?;
    Ok(super::output::answer(&text, code))
}

/// The answer and its exit code.
pub fn respond(register: &Register, command: &Command) -> anyhow::Result<(String, u8)> {
    match command {
        Command::Add(args) => add(register, args),
        Command::List(args) => list(register, args),
        Command::Disable(args) => disable(register, args),
    }
}

fn add(register: &Register, args: &Add) -> anyhow::Result<(String, u8)> {
    let invited = account::agency_for_invitation(register, &args.agency).and_then(|agency_id| {
        let form = InviteForm {
            login: args.login.clone(),
            name: args.name.clone(),
            mail: args.mail.clone(),
            role: args.role,
            agency_id,
            lang: Lang::from_code(&args.lang).unwrap_or_default(),
        };
        account::invite(register, Authority::System, &form)
    });
    let invited = match invited {
        Ok(invited) => invited,
        Err(error) => return refused(error, args.format),
    };
    let link = format!("{}{}", register.policy.address, invited.path);
    Ok(match args.format {
        Format::Text => (format!("{link}\n"), 0),
        Format::Json => {
            let ends = invited.ends_at.and_utc().to_rfc3339();
            let line = Link { login: &args.login, link: &link, ends };
            (serde_json::to_string(&line)? + "\n", 0)
        }
    })
}

fn list(register: &Register, args: &List) -> anyhow::Result<(String, u8)> {
    let mut accounts = account::list_all(register).map_err(|error| anyhow::anyhow!("{error}"))?;
    if let Some(agency) = &args.agency {
        accounts.retain(|account| account.agency == *agency);
    }
    let mut out = String::new();
    for account in &accounts {
        match args.format {
            Format::Json => writeln!(out, "{}", serde_json::to_string(&Line::from(account))?)?,
            Format::Text => writeln!(
                out,
                "{}\t{}\t{}\t{}\t{}\t{}",
                account.agency,
                account.login,
                account.role.key(),
                account.state,
                account.name,
                account.mail.as_deref().unwrap_or("-")
            )?,
        }
    }
    Ok((out, 0))
}

fn disable(register: &Register, args: &Disable) -> anyhow::Result<(String, u8)> {
    let disabled = account::find_by_login(register, &args.login)
        .and_then(|found| account::disable(register, Authority::System, found.id))
        .and_then(|()| account::find_by_login(register, &args.login));
    match (disabled, args.format) {
        (Ok(account), Format::Text) => Ok((format!("{}\t{}\n", account.login, account.state), 0)),
        (Ok(account), Format::Json) => Ok((serde_json::to_string(&Line::from(&account))? + "\n", 0)),
        (Err(error), format) => refused(error, format),
    }
}

/// A refusal in both languages: 1 where a rule says no, 2 where what was typed cannot be used.
fn refused(error: ServiceError, format: Format) -> anyhow::Result<(String, u8)> {
    let (messages, code): (Vec<(&str, Bilingual)>, u8) = match &error {
        ServiceError::Internal(cause) => anyhow::bail!("{cause}"),
        ServiceError::Invalid(fields) => (fields.iter().map(|f| (f.field, f.message())).collect(), UNUSABLE),
        ServiceError::NotFound => (vec![("", error.message())], UNUSABLE),
        ServiceError::Refused { .. } | ServiceError::Forbidden => (vec![("", error.message())], MISMATCH),
    };
    let mut out = String::new();
    for (field, message) in messages {
        match format {
            Format::Json => {
                let line = serde_json::json!({ "refused": true, "field": field, "zh": message.zh, "en": message.en });
                writeln!(out, "{line}")?;
            }
            Format::Text if field.is_empty() => writeln!(out, "{}", super::output::both_lines(&message))?,
            Format::Text => writeln!(out, "--{field}: {}", super::output::both_lines(&message))?,
        }
    }
    Ok((out, code))
}

/// What `serve` prints when the register has no account yet.
pub fn announce_first_start(register: &Register) -> anyhow::Result<Option<String>> {
    let first = account::first_start(register).map_err(|error| anyhow::anyhow!("{error}"))?;
    Ok(first.map(|first| {
        let link = format!("{}{}", register.policy.address, first.path);
        let ends = crate::text::dates::moment(Lang::Zh, first.ends_at.and_utc());
        let ends_en = crate::text::dates::moment(Lang::En, first.ends_at.and_utc());
        format!(
            "{}\n{}\n  {link}\n",
            crate::text::fill(Lang::Zh, "accounts.first-start", &[("ends", &ends)]),
            crate::text::fill(Lang::En, "accounts.first-start", &[("ends", &ends_en)]),
        )
    }))
}

//! `qipin serve`

use super::output::{both_lines, say, say_of};
use super::settings::{Database, FileSettings};
use super::{Outcome, open};
use crate::clock::SystemClock;
use crate::domain::certificate_number::SeriesScope;
use crate::jobs::{Jobs, Runner};
use crate::print::Fonts;
use crate::service::register::Policy;
use crate::web::app::{ServeOptions, default_public_url, serve};
use crate::web::bind::{OpenToTheNetwork, bind_policy};
use crate::web::state::{AppState, WebSettings};
use crate::web::throttle::Limits;
use anyhow::Context;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Arguments of `serve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    database: Database,
    /// The address to listen on [default: 127.0.0.1:8080]
    #[arg(long, env = "QIPIN_BIND", value_name = "ADDR")]
    bind: Option<String>,
    /// A proxy in front ends TLS, and nobody reaches this address but through it
    #[arg(long, env = "QIPIN_BEHIND_TLS_PROXY")]
    behind_tls_proxy: bool,
    /// The address that readers use, without a slash at the end; it is in the codes on paper
    #[arg(long, env = "QIPIN_ADDRESS", value_name = "URL")]
    address: Option<String>,
    /// How mails leave: smtp://…, smtps://… or file:DIR [default: file:mail]
    #[arg(long, env = "QIPIN_MAIL", value_name = "URL", hide_env_values = true)]
    mail: Option<String>,
    /// The sender of mails, such as "棋品 <register@example.cn>"
    #[arg(long, env = "QIPIN_MAIL_FROM", value_name = "SENDER")]
    mail_from: Option<String>,
    /// A folder of fonts for characters that the built-in one lacks
    #[arg(long, env = "QIPIN_FONT_DIR", value_name = "DIR")]
    font_dir: Option<PathBuf>,
    /// The folder of finished print files [default: qipin-prints]
    #[arg(long, env = "QIPIN_PRINT_DIR", value_name = "DIR")]
    print_dir: Option<PathBuf>,
    /// Whether serials run per-grade or per-year [default: per-grade]
    #[arg(long, env = "QIPIN_SERIES", value_name = "SCOPE")]
    series: Option<String>,
    /// Days of a public notice [default: 7]
    #[arg(long, env = "QIPIN_NOTICE_DAYS", value_name = "DAYS")]
    notice_days: Option<i64>,
    /// Days after an event's end within which its results are due [default: 30]
    #[arg(long, env = "QIPIN_RESULTS_DUE_DAYS", value_name = "DAYS")]
    results_due_days: Option<i64>,
    /// Makes all limits of requests so many times as wide [default: 1]
    #[arg(long, env = "QIPIN_LIMIT_FACTOR", value_name = "N")]
    limit_factor: Option<u32>,
    /// Threads that answer requests [default: one for each core]
    #[arg(long, env = "QIPIN_WORKERS", value_name = "N")]
    workers: Option<usize>,
    /// The token that opens /metrics from elsewhere
    #[arg(long, env = "QIPIN_METRICS_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    metrics_token: Option<String>,
}

/// Everything a server runs with.
pub struct Setup {
    /// How to listen.
    pub options: ServeOptions,
    /// The state of the pages.
    pub state: AppState,
    /// What happens by itself meanwhile.
    pub jobs: Jobs,
}

/// How long the jobs rest after each round.
const PAUSE: Duration = Duration::from_secs(5);

/// Serves until it is told to stop.
pub fn run(args: Args) -> Outcome {
    let file = FileSettings::read()?;
    let setup = setup(&args, &file)?;
    start_logs("info");
    let first = super::user::announce_first_start(&setup.state.register)?;
    run_server(setup, |address| {
        println!("qipin listens on http://{address}/");
        if let Some(first) = first {
            print!("{first}");
        }
    })
}

fn setup(args: &Args, file: &FileSettings) -> anyhow::Result<Setup> {
    let bind = args.bind.clone().or_else(|| file.bind.clone()).unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    let bind: SocketAddr = bind.parse().with_context(|| say("cli.serve.address", &[("address", &bind)]))?;
    let behind_tls_proxy = args.behind_tls_proxy || file.behind_tls_proxy.unwrap_or(false);
    let cookies = bind_policy(bind, behind_tls_proxy).map_err(open_to_the_network)?;
    let address = args.address.clone().or_else(|| file.address.clone());
    let address = address.unwrap_or_else(|| default_public_url(bind, cookies)).trim_end_matches('/').to_owned();
    let plain = Policy::default();
    let policy = Policy {
        notice_days: args.notice_days.or(file.notice_days).unwrap_or(plain.notice_days),
        results_due_days: args.results_due_days.or(file.results_due_days).unwrap_or(plain.results_due_days),
        series: match args.series.as_deref().or(file.series.as_deref()) {
            Some(word) => SeriesScope::from_code(word).with_context(|| say("cli.serve.series", &[("word", word)]))?,
            None => plain.series,
        },
        address: address.clone(),
    };
    anyhow::ensure!((1..=365).contains(&policy.notice_days), say("cli.serve.notice-days", &[]));
    let register = open::open(&args.database, file, policy, Arc::new(SystemClock), true)?;
    crate::service::settings::record(&register).map_err(|error| anyhow::anyhow!(both_lines(&error.message())))?;
    let post = super::post::post(args.mail.as_deref(), args.mail_from.as_deref(), file)?;
    let font_dir = args.font_dir.clone().or_else(|| file.font_dir.clone());
    let fonts = match font_dir {
        Some(folder) => Fonts::with_folder(&folder).with_context(|| say_of("cli.serve.fonts", &folder))?,
        None => Fonts::shipped().with_context(|| say("cli.serve.shipped-fonts", &[]))?,
    };
    let prints = args.print_dir.clone().or_else(|| file.print_dir.clone());
    let prints = prints.unwrap_or_else(|| PathBuf::from("qipin-prints"));
    let jobs = Jobs { register: register.clone(), post, fonts: Arc::new(fonts), prints };
    let limits: Limits = file.limits.unwrap_or_default();
    let limits = limits.times(args.limit_factor.or(file.limit_factor).unwrap_or(1).max(1));
    let metrics_token = args.metrics_token.clone().or_else(|| file.metrics_token.clone());
    let settings = WebSettings { cookies, public_url: address, limits, metrics_token };
    let options =
        ServeOptions { bind, workers: args.workers.or(file.workers), behind_tls_proxy, grace: Duration::from_secs(30) };
    Ok(Setup { options, state: AppState::new(register, settings), jobs })
}

/// Why an address is not listened on, in both languages.
pub(super) fn open_to_the_network(refusal: OpenToTheNetwork) -> anyhow::Error {
    anyhow::anyhow!(say("cli.serve.open", &[("address", &refusal.0.to_string())]))
}

/// Runs the pages and the jobs until the process is told to stop.
pub fn run_server(setup: Setup, ready: impl FnOnce(SocketAddr) + 'static) -> Outcome {
    let Setup { options, mut state, jobs } = setup;
    tracing::info!(mail = %jobs.post.transport, "jobs begin");
    let grace = options.grace;
    state.prints = jobs.prints.clone();
    state.fonts = Some(Arc::clone(&jobs.fonts));
    let runner = Arc::new(Runner::start(jobs, PAUSE).with_context(|| say("cli.serve.jobs", &[]))?);
    let waker = Arc::clone(&runner);
    state.wake = Arc::new(move || waker.wake());
    let runtime = actix_web::rt::System::new();
    let served = runtime.block_on(serve(options, state, ready)).with_context(|| say("cli.serve.stopped", &[]));
    // The last requests may have queued mails: they stay in the outbox for the next start.
    runner.stop_and_wait(grace);
    served?;
    Ok(ExitCode::SUCCESS)
}

/// Logs go to standard error, one JSON object a line; `RUST_LOG` says how much.
pub fn start_logs(level: &str) {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new(level));
    // A second start in one process (tests) keeps the first one's log.
    let _ = tracing_subscriber::fmt().json().with_env_filter(filter).with_writer(std::io::stderr).try_init();
}

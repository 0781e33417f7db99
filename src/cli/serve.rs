//! `qipin serve`

use super::Outcome;

/// Arguments of `serve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    database: super::settings::Database,
}

/// Serves until it is told to stop.
pub fn run(args: Args) -> Outcome {
    let _ = args;
    anyhow::bail!("not yet")
}

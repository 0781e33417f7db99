//! `qipin demo`

use super::Outcome;
use super::output::{say, say_of};
use super::serve::{Setup, open_to_the_network, run_server, start_logs};
use crate::demo::{Demo, is_there, open_or_build};
use crate::jobs::{Jobs, Post};
use crate::mail::{Sender, Transport};
use crate::print::Fonts;
use crate::web::app::ServeOptions;
use crate::web::bind::bind_policy;
use crate::web::state::{AppState, Mover, WebSettings};
use anyhow::Context;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

/// Arguments of `demo`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The loopback address to listen on
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDR")]
    bind: SocketAddr,
    /// The folder of the demo, used again by a second start [default: a folder that goes at the end]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Builds the demo, or opens it, and serves it until told to stop.
pub fn run(args: Args) -> Outcome {
    anyhow::ensure!(args.bind.ip().is_loopback(), say("cli.demo.loopback", &[]));
    start_logs("warn");
    let temporary = tempfile::tempdir().with_context(|| say("cli.demo.folder", &[]))?;
    let dir = args.dir.clone().unwrap_or_else(|| temporary.path().to_owned());
    let doing = if is_there(&dir) { "cli.demo.opening" } else { "cli.demo.building" };
    eprintln!("{}", say_of(doing, &dir));
    // The port is asked for first, so that the codes on paper lead to the address that is printed.
    let bind = free_port(args.bind)?;
    let demo = Arc::new(open_or_build(&dir, &format!("http://{bind}"))?);
    let cookies = bind_policy(bind, false).map_err(open_to_the_network)?;
    let settings = WebSettings { cookies, public_url: format!("http://{bind}"), ..WebSettings::default() };
    let mut state = AppState::new(demo.register.clone(), settings);
    let moved = Arc::clone(&demo);
    state.mover = Some(Mover(Arc::new(move |by| moved.advance(by).map_err(|e| format!("{e:#}")))));
    let sender = Sender::parse("棋品 <register@qipin.example>").map_err(|e| anyhow::anyhow!("{e}"))?;
    let jobs = Jobs {
        register: demo.register.clone(),
        post: Post { transport: Transport::folder(dir.join("mail")), sender },
        fonts: Arc::new(Fonts::shipped().with_context(|| say("cli.serve.shipped-fonts", &[]))?),
        prints: dir.join("prints"),
    };
    let setup = Setup { options: ServeOptions::local(bind), state, jobs };
    run_server(setup, move |address| print(&demo, address))
}

fn free_port(bind: SocketAddr) -> anyhow::Result<SocketAddr> {
    if bind.port() != 0 {
        return Ok(bind);
    }
    let socket =
        std::net::TcpListener::bind(bind).with_context(|| say("cli.demo.port", &[("address", &bind.to_string())]))?;
    Ok(socket.local_addr()?)
}

/// One fact a line, so that people and scripts read the same.
fn print(demo: &Demo, address: SocketAddr) {
    println!("address      http://{address}/");
    for login in &demo.logins {
        println!("login        {:<18} {:<12} {:<12} {}", login.role, login.agency, login.login, login.password);
    }
    for (grade, number, name) in demo.samples() {
        println!("certificate  {grade} {number} {name}");
    }
    println!("clock        http://{address}/demo/clock moves the time: notices end, awards are granted");
    println!("ready        Ctrl-C stops");
}

//! The load put on a server by wrk.

use crate::server::Server;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// What wrk saw.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Requests answered a second.
    pub rate: u64,
    /// Microseconds within which half of the answers came.
    pub p50: u64,
    /// Microseconds within which 99 of 100 answers came.
    pub p99: u64,
}

/// Asks a server for the addresses of a file, in random order.
pub fn load(server: &Server, addresses: &Path, accept: &str, seconds: u64) -> Seen {
    wrk(&server.url, "pick.lua", &[addresses.as_os_str(), accept.as_ref()], seconds)
}

/// Asks a server for `/` again and again: the least that the load itself costs.
pub fn load_one(server: &Server, seconds: u64) -> Seen {
    wrk(&server.url, "one.lua", &[], seconds)
}

/// Two threads, 64 connections. The load and the server share two cores; as a batch job the load does not take a core
/// from the server in the middle of an answer whenever one has arrived, which would measure the scheduler.
fn wrk(url: &str, script: &str, arguments: &[&OsStr], seconds: u64) -> Seen {
    let out = Command::new("chrt")
        .args(["-b", "0", "wrk", "-t2", "-c64", &format!("-d{seconds}s"), "-s"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/lookup").join(script))
        .arg(url)
        .arg("--")
        .args(arguments)
        .output()
        .expect("chrt and wrk are needed: Debian's packages util-linux and wrk");
    let text = String::from_utf8_lossy(&out.stdout);
    let line = text.lines().find_map(|line| line.strip_prefix("measured ")).unwrap_or_else(|| panic!("{text}"));
    let n: Vec<u64> = line.split(' ').map(|word| word.parse().unwrap()).collect();
    let [requests, micros, p50, p99, errors] = n[..] else { panic!("{line}") };
    assert_eq!(errors, 0, "answers that were errors: {text}");
    Seen { rate: requests * 1_000_000 / micros, p50, p99 }
}

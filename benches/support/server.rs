//! A server started for a measurement.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A server of its own process; ended when this is dropped.
pub struct Server {
    child: Child,
    /// Where it listens: `http://127.0.0.1:1234`.
    pub url: String,
}

impl Server {
    /// Starts a command that prints `… listens on URL/`.
    pub fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let url = loop {
            let line = lines.next().expect("the server ended before it listened").unwrap();
            if let Some((_, url)) = line.split_once("listens on ") {
                break url.trim_end_matches('/').to_owned();
            }
        };
        Self { child, url }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

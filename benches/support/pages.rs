//! Pages that are opened as a reader opens them, and how long the answers took.

use crate::server::Server;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

impl Server {
    /// Starts `qipin serve` on a register in this folder.
    pub fn serve(database: &std::path::Path, folder: &std::path::Path) -> Self {
        Self::start(
            Command::new(env!("CARGO_BIN_EXE_qipin"))
                .args(["serve", "--bind", "127.0.0.1:0", "--limit-factor", "1000000", "--database"])
                .arg(format!("sqlite:{}", database.display()))
                .arg("--mail")
                .arg(format!("file:{}", folder.join("mail").display()))
                .current_dir(folder)
                .env_remove("RUST_LOG"),
        )
    }

    /// Opens a page over a connection of its own, as a reader does, and answers how long it took.
    pub fn open(&self, path: &str) -> Duration {
        let begun = Instant::now();
        let mut stream = TcpStream::connect(self.url.trim_start_matches("http://")).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let took = begun.elapsed();
        assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer[..80.min(answer.len())]));
        took
    }
}

/// Prints the time within which half of the answers came, and that of 95 of 100, which it answers.
pub fn told(what: &str, mut took: Vec<Duration>) -> Duration {
    took.sort_unstable();
    let (half, most) = (took[took.len() / 2], took[took.len() * 95 / 100]);
    println!("{what}: half of the answers within {} µs, 95 of 100 within {} µs", half.as_micros(), most.as_micros());
    most
}

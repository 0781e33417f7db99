//! Not a test: says which checks `cargo test` has left out on this machine, and the command that includes them.
//!
//! A target without the test harness, so that what it prints is seen even when every test passes.

use std::path::Path;

/// A group of checks that needs something besides Rust and a C compiler.
struct Group {
    what: &'static str,
    included: bool,
    needs: &'static str,
    command: &'static str,
}

fn main() {
    // Test runners ask for the names of tests before they run any: there are none here.
    if std::env::args().any(|argument| argument == "--list") {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let groups = [
        Group {
            what: "the store on PostgreSQL",
            included: std::env::var_os("QIPIN_TEST_POSTGRES").is_some(),
            needs: "a PostgreSQL server (the script starts and removes one of its own)",
            command: "scripts/postgres run cargo test --workspace",
        },
        Group {
            what: "the second implementation of standings and awards",
            included: std::process::Command::new("python3")
                .args(["-c", "import tomllib"])
                .output()
                .is_ok_and(|output| output.status.success()),
            needs: "python3, 3.11 or newer",
            command: "bash .ci/run packages oracle",
        },
        Group {
            what: "the walk through the pages in a browser",
            included: false,
            needs: "chromium, node 20 and npm",
            command: "bash .ci/run packages browser",
        },
        Group {
            what: "the real crosstables and the advisory list in ../shared",
            included: root.join("../shared/events").is_dir(),
            needs: "the folder ../shared beside the clone",
            command: "bash .ci/run tests advisories",
        },
    ];
    println!();
    for group in groups.iter().filter(|group| !group.included) {
        println!("left out: {}; it needs {}:\n    {}", group.what, group.needs, group.command);
    }
    println!("everything at once: bash .ci/run\n");
}

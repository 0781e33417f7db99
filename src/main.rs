//! The `qipin` command.

fn main() -> std::process::ExitCode {
    qipin::cli::run()
}

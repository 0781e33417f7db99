//! How mails leave, from the settings.

use super::output::{both_lines, say};
use super::settings::FileSettings;
use crate::jobs::Post;
use crate::mail::{Sender, Transport};
use anyhow::Context;

/// Where mails go when nothing says it: files that the operator can look at.
const TRANSPORT: &str = "file:mail";
/// Who writes into files when nothing says it. A relay is never given a made-up sender.
const SENDER: &str = "棋品 <qipin@localhost>";

/// The transport and the sender, from the flags or the environment, else from the file.
pub fn post(mail: Option<&str>, from: Option<&str>, file: &FileSettings) -> anyhow::Result<Post> {
    let setting = mail.or(file.mail.as_deref()).unwrap_or(TRANSPORT);
    // The setting may hold a password: an error never repeats it.
    let transport = Transport::parse(setting)
        .map_err(|why| anyhow::anyhow!(both_lines(&why.words())))
        .with_context(|| say("cli.mail.transport", &[]))?;
    let sender = match from.or(file.mail_from.as_deref()) {
        Some(text) => {
            Sender::parse(text).with_context(|| say("cli.mail.sender", &[("text", text), ("like", SENDER)]))?
        }
        None if transport.is_folder() => Sender::parse(SENDER)?,
        None => anyhow::bail!(say("cli.mail.sender-missing", &[])),
    };
    Ok(Post { transport, sender })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_settings_mails_become_files() {
        let post = post(None, None, &FileSettings::default()).unwrap();
        assert_eq!(post.transport.to_string(), "file:mail");
        assert_eq!(post.sender.address().as_str(), "qipin@localhost");
    }

    #[test]
    fn a_flag_goes_before_the_file_and_a_relay_needs_a_sender() {
        let file = FileSettings { mail: Some("smtp://mail.example.cn".into()), ..FileSettings::default() };
        assert!(post(None, None, &file).is_err());
        let both = post(Some("smtps://relay.example.cn"), Some("棋品 <a@example.cn>"), &file).unwrap();
        assert_eq!(both.transport.to_string(), "relay.example.cn:465 (TLS)");
    }

    #[test]
    fn an_error_never_repeats_the_password() {
        for setting in ["smtp://u:s3cret@mail.example.cn?tls=none", "smtp://u:s3cret@mail.example.cn:port"] {
            let error =
                format!("{:#}", post(Some(setting), Some("a@example.cn"), &FileSettings::default()).unwrap_err());
            assert!(!error.contains("s3cret"), "{error}");
            assert!(error.contains("邮件服务器") || error.contains("密码"), "in both languages: {error}");
        }
    }
}

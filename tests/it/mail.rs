//! Mail over a real conversation with a relay on this machine.

use crate::support::smtp::{At, Does, Relay, Tls, authority};
use qipin::mail::{
    Address, Delivered, Failure, Kind, Message, Postmark, Rendered, SecretLink, Sender, Session, Site, Stage, Transport,
};
use qipin::text::Lang;
use std::net::TcpListener;

fn letter(lang: Lang) -> Rendered {
    let link = SecretLink::new("/reset/k3y");
    let expires = "2026-12-02T08:00:00Z".parse().unwrap();
    Message::PasswordReset { link, expires }.render(lang, &Site::new("https://qipin.example.cn"))
}

fn send(session: &mut Session<'_>, row: i64, to: &str, mail: &Rendered) -> Result<Delivered, Failure> {
    let from = Sender::parse("棋品 <qipin@example.cn>").unwrap();
    let mark = Postmark { from: &from, row, queued: "2026-12-01T08:00:00Z".parse().unwrap() };
    session.deliver(mail, &Address::parse(to).unwrap(), &mark)
}

fn deliver(setting: &str) -> Result<Delivered, Failure> {
    let transport = Transport::parse(setting).unwrap();
    send(&mut transport.session(), 1, "li.hua@example.cn", &letter(Lang::Zh))
}

fn verbs(commands: &[String]) -> Vec<&str> {
    commands.iter().map(|command| command.split([' ', ':']).next().unwrap()).collect()
}

#[test]
fn a_mail_is_delivered_and_the_relay_is_bidden_goodbye() {
    let relay = Relay::start();
    let delivered = deliver(&relay.url("smtp", "", "")).unwrap();
    assert_eq!(delivered.receipt, "250 2.0.0 queued as QP1");
    relay.wait(|heard| heard[0].commands.last().is_some_and(|last| last == "QUIT"));
    let heard = &relay.heard()[0];
    assert_eq!(verbs(&heard.commands), ["EHLO", "MAIL", "RCPT", "DATA", "QUIT"]);
    assert_eq!(heard.commands[1], "MAIL FROM:<qipin@example.cn>");
    assert_eq!(heard.commands[2], "RCPT TO:<li.hua@example.cn>");
    assert!(heard.mails[0].contains("\r\nTo: li.hua@example.cn\r\n"));
    assert!(heard.mails[0].contains("\r\nAuto-Submitted: auto-generated\r\n"));
    assert!(heard.mails[0].contains("\r\nMessage-ID: <outbox.1.1796112000000@example.cn>\r\n"));
}

#[test]
fn mails_share_a_connection() {
    let relay = Relay::start();
    let transport = Transport::parse(&relay.url("smtp", "", "")).unwrap();
    let mut session = transport.session();
    for row in 1..=3 {
        send(&mut session, row, "li.hua@example.cn", &letter(Lang::En)).unwrap();
    }
    assert_eq!(relay.heard().len(), 1);
    assert_eq!(relay.mails().len(), 3);
}

#[test]
fn lines_that_begin_with_a_dot_arrive_as_they_were() {
    let relay = Relay::start();
    let transport = Transport::parse(&relay.url("smtp", "", "")).unwrap();
    let mail = Rendered { lang: Lang::En, subject: "dots".into(), text: "one\n.\n..two\n.three\n".into() };
    send(&mut transport.session(), 1, "li.hua@example.cn", &mail).unwrap();
    assert!(relay.mails()[0].contains("\r\n\r\none\r\n.\r\n..two\r\n.three\r\n"), "{}", relay.mails()[0]);
}

#[test]
fn a_reader_who_does_not_exist_is_a_permanent_failure_and_the_next_mail_still_goes() {
    let relay = Relay::with(Tls::None, &[(At::Rcpt, Does::Says("550 5.1.1 <li.hua@example.cn> unknown"))]);
    let transport = Transport::parse(&relay.url("smtp", "", "")).unwrap();
    let mut session = transport.session();
    let failure = send(&mut session, 1, "li.hua@example.cn", &letter(Lang::Zh)).unwrap_err();
    assert_eq!((failure.kind, failure.stage, failure.code), (Kind::Permanent, Stage::Recipient, Some(550)));
    assert!(failure.detail.contains("unknown"));
    assert!(!failure.for_logs().contains("li.hua"));
    send(&mut session, 2, "wang.fang@example.cn", &letter(Lang::Zh)).unwrap();
    assert_eq!(relay.mails().len(), 1);
}

#[test]
fn a_busy_relay_is_a_temporary_failure_and_the_retry_is_the_same_mail() {
    let relay = Relay::with(Tls::None, &[(At::End, Does::Says("451 4.3.0 try again later"))]);
    let failure = deliver(&relay.url("smtp", "", "")).unwrap_err();
    assert_eq!((failure.kind, failure.stage, failure.code), (Kind::Temporary, Stage::Content, Some(451)));
    assert!(relay.mails().is_empty());
    deliver(&relay.url("smtp", "", "")).unwrap();
    assert_eq!(relay.mails().len(), 1);
}

#[test]
fn each_step_judges_a_refusal_by_itself() {
    let cases = [
        (At::Greeting, "421 4.3.2 closing", Kind::Temporary, Stage::Connect),
        (At::Greeting, "554 5.3.2 no service here", Kind::Temporary, Stage::Connect),
        (At::Mail, "550 5.1.0 sender rejected", Kind::Temporary, Stage::Sender),
        (At::Rcpt, "450 4.2.1 mailbox busy", Kind::Temporary, Stage::Recipient),
        (At::Rcpt, "554 5.7.1 relay access denied", Kind::Temporary, Stage::Recipient),
        (At::Rcpt, "552 5.2.2 mailbox full", Kind::Temporary, Stage::Recipient),
        (At::Rcpt, "553 5.1.3 bad address", Kind::Permanent, Stage::Recipient),
        (At::Data, "451 4.3.0 not now", Kind::Temporary, Stage::Content),
        (At::End, "554 5.6.0 content rejected", Kind::Permanent, Stage::Content),
    ];
    for (at, says, kind, stage) in cases {
        let relay = Relay::with(Tls::None, &[(at, Does::Says(says))]);
        let failure = deliver(&relay.url("smtp", "", "")).unwrap_err();
        assert_eq!((failure.kind, failure.stage), (kind, stage), "{says}: {failure}");
        assert!(relay.mails().is_empty());
    }
}

#[test]
fn a_mail_whose_acceptance_got_lost_is_recognisable_when_it_comes_again() {
    let relay = Relay::with(Tls::None, &[(At::End, Does::HangsUp)]);
    let failure = deliver(&relay.url("smtp", "", "")).unwrap_err();
    assert_eq!((failure.kind, failure.stage, failure.code), (Kind::Temporary, Stage::Content, None));
    deliver(&relay.url("smtp", "", "")).unwrap();
    let mails = relay.mails();
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[0], mails[1], "the same bytes, and so the same Message-ID");
}

#[test]
fn a_connection_that_the_relay_closed_meanwhile_costs_no_attempt() {
    for parting in [Does::HangsUpAfterwards, Does::Says("421 4.4.2 idle for too long")] {
        let relay = Relay::start();
        let transport = Transport::parse(&relay.url("smtp", "", "")).unwrap();
        let mut session = transport.session();
        if let Does::HangsUpAfterwards = parting {
            relay.plan(At::End, parting);
        }
        send(&mut session, 1, "li.hua@example.cn", &letter(Lang::Zh)).unwrap();
        if let Does::Says(_) = parting {
            relay.plan(At::Mail, parting);
        } else {
            relay.wait(|heard| heard[0].commands.last().is_some_and(|last| last == "(hung up)"));
        }
        send(&mut session, 2, "li.hua@example.cn", &letter(Lang::Zh)).unwrap();
        assert_eq!(relay.mails().len(), 2, "{parting:?}");
        assert_eq!(relay.heard().len(), 2, "{parting:?}");
    }
}

#[test]
fn a_relay_that_is_not_there_is_a_temporary_failure() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let failure = deliver(&format!("smtp://127.0.0.1:{port}")).unwrap_err();
    assert_eq!((failure.kind, failure.stage, failure.code), (Kind::Temporary, Stage::Connect, None));
}

#[test]
fn a_login_that_is_refused_waits_for_the_administrator() {
    let relay = Relay::with(Tls::None, &[(At::Auth, Does::Says("535 5.7.8 bad credentials"))]);
    let setting = relay.url("smtp", "wang:s3cret%40@", "");
    let failure = deliver(&setting).unwrap_err();
    assert_eq!((failure.kind, failure.stage, failure.code), (Kind::Temporary, Stage::Login, Some(535)));
    assert!(!failure.to_string().contains("s3cret"));
    deliver(&setting).unwrap();
    // AUTH PLAIN of "\0wang\0s3cret@" (RFC 4616).
    assert!(relay.heard()[1].commands.contains(&"AUTH PLAIN AHdhbmcAczNjcmV0QA==".to_owned()));
}

#[test]
fn an_encrypted_conversation_says_nothing_in_the_clear() {
    let relay = Relay::with(Tls::Offered, &[]);
    deliver(&relay.url("smtp", "wang:s3cret@", &format!("?tls=starttls&ca={}", authority()))).unwrap();
    let heard = &relay.heard()[0];
    assert_eq!(verbs(&heard.commands)[..6], ["EHLO", "STARTTLS", "EHLO", "AUTH", "MAIL", "RCPT"]);
    assert_eq!(heard.in_the_clear, 2);
    assert_eq!(heard.mails.len(), 1);

    let relay = Relay::with(Tls::FromTheStart, &[]);
    deliver(&relay.url("smtps", "wang:s3cret@", &format!("?ca={}", authority()))).unwrap();
    assert_eq!((relay.heard()[0].in_the_clear, relay.mails().len()), (0, 1));
}

#[test]
fn without_the_encryption_that_was_asked_for_nothing_is_sent() {
    // The relay does not offer it, as when somebody on the way cuts the offer out.
    let relay = Relay::start();
    let failure = deliver(&relay.url("smtp", "wang:s3cret@", "?tls=starttls")).unwrap_err();
    assert_eq!((failure.kind, failure.stage), (Kind::Temporary, Stage::Encrypt));
    assert!(
        relay.heard()[0].commands.iter().all(|command| !command.starts_with("AUTH") && !command.starts_with("MAIL"))
    );

    // The relay's certificate is nobody's that is trusted.
    for (tls, scheme, rest) in [(Tls::Offered, "smtp", "?tls=starttls"), (Tls::FromTheStart, "smtps", "")] {
        let relay = Relay::with(tls, &[]);
        let failure = deliver(&relay.url(scheme, "wang:s3cret@", rest)).unwrap_err();
        assert_eq!(failure.kind, Kind::Temporary, "{failure}");
        assert!(matches!(failure.stage, Stage::Encrypt | Stage::Connect), "{failure}");
        let said: Vec<_> = relay.heard().into_iter().flat_map(|heard| heard.commands).collect();
        assert!(said.iter().all(|command| !command.starts_with("AUTH") && !command.starts_with("MAIL")), "{said:?}");
    }
}

#[test]
fn the_folder_holds_what_a_relay_would_get() {
    let relay = Relay::start();
    deliver(&relay.url("smtp", "", "")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let delivered = deliver(&format!("file:{}", folder.path().display())).unwrap();
    let file = std::fs::read_to_string(folder.path().join(delivered.receipt)).unwrap();
    assert_eq!(relay.mails()[0].trim_end(), file.trim_end());
}

//! The outbox is emptied: each due mail is leased, put into words, handed to the relay, and its row settled.

use super::{Jobs, Round, Stop};
use crate::mail::{Failure, Kind, Postmark, Sender, Session, Site, Stage, Transport};
use crate::service::ServiceResult;
use crate::service::delivery::{self, Leased, Outcome, Settled};

/// How mails leave, and as whom the register writes.
#[derive(Clone, Debug)]
pub struct Post {
    /// The relay or the folder.
    pub transport: Transport,
    /// Who writes.
    pub sender: Sender,
}

/// Sends every mail that is due, over one connection.
///
/// A mail is leased alone and just before it is sent, so a crash leaves at most one in doubt, and several
/// processes share the work without agreeing on anything.
pub(super) fn deliver_due(jobs: &Jobs, stop: &Stop, round: &mut Round) -> ServiceResult<()> {
    let Jobs { register, post, .. } = jobs;
    let site = Site::new(&register.policy.address);
    let mut session = post.transport.session();
    while !stop.asked() {
        let Some(leased) = delivery::lease(register)? else { break };
        let (outcome, reached) = attempt(&mut session, post, &site, &leased);
        match delivery::settle(register, &leased, outcome)? {
            Settled::Sent => round.sent += 1,
            Settled::Postponed => round.postponed += 1,
            Settled::Dead => round.dead += 1,
            Settled::Overtaken => {}
        }
        if !reached {
            // The next mail would fare no better, and would lose an attempt: it stays due.
            break;
        }
    }
    Ok(())
}

/// Tries once; says what came of it, and whether the relay could be spoken to at all.
fn attempt(session: &mut Session<'_>, post: &Post, site: &Site, leased: &Leased) -> (Outcome, bool) {
    let letter = &leased.letter;
    let mail = letter.message.render(letter.lang, site);
    let mark = Postmark { from: &post.sender, row: letter.id, queued: leased.queued };
    let (row, attempt, kind) = (letter.id, leased.attempt, letter.message.kind());
    match session.deliver(&mail, &letter.to, &mark) {
        Ok(_) => {
            tracing::info!(row, attempt, kind, "mail sent");
            (Outcome::Sent, true)
        }
        Err(failure) => {
            tracing::warn!(row, attempt, kind, failure = failure.for_logs(), "mail not sent");
            let before_the_mail = [Stage::Connect, Stage::Encrypt, Stage::Login, Stage::Folder];
            let reached = !before_the_mail.contains(&failure.stage);
            (refused(failure, leased), reached)
        }
    }
}

fn refused(failure: Failure, leased: &Leased) -> Outcome {
    // The relay often quotes the address, which the outbox keeps sealed.
    let error = failure.to_string().replace(leased.letter.to.as_str(), "…");
    match failure.kind {
        Kind::Temporary => Outcome::Failed(error),
        Kind::Permanent => Outcome::Refused(error),
    }
}

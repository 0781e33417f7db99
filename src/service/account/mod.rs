//! Accounts of the workplace: how they come to be, sign in, and end.
//!
//! An account is never deleted: what somebody did stays theirs in the journal. It begins as an invitation, works
//! once a password is set, and is disabled when the person leaves.

mod accept;
mod change_password;
mod disable;
mod fields;
mod first_start;
mod invite;
mod links;
mod list;
mod login;
pub mod password;
mod reset;
mod sessions;
mod token;

pub use accept::{Acceptance, Identity, accept_invitation};
pub use change_password::change_password;
pub use disable::{disable, enable};
pub use fields::mail_of;
pub use first_start::{FirstStart, agency_for_invitation, first_start, national_office};
pub use invite::{Authority, InviteForm, Invited, invite, renew_invitation};
pub use links::{INVITATION_PATH, LinkView, RESET_PATH, invitation_of, reset_of};
pub use list::{
    AccountView, Accounts, Agencies, AgencyView, PAGE, agencies, find_by_login, list, list_all, list_by_code, managed,
    managed_agency, own,
};
pub use login::{Credentials, LoggedIn, login, pause_after};
pub use password::Passwords;
pub use reset::{request_reset, reset};
pub use sessions::{
    Live, SessionView, carry_over, end_other_sessions, end_session, forget_ended, logout, open_session, session,
    sessions,
};

use chrono::Duration;

/// A session that is not used for so long ends.
pub const IDLE: Duration = Duration::minutes(30);
/// No session lasts longer than this.
pub const LONGEST: Duration = Duration::hours(12);
/// A session's last use is written at most this often.
pub const SEEN_EVERY: Duration = Duration::minutes(1);
/// How long an invitation works.
pub const INVITATION_FOR: Duration = Duration::days(7);
/// How long a link for a new password works.
pub const RESET_FOR: Duration = Duration::hours(1);
/// Between two mails for a new password to one account.
pub const RESET_EVERY: Duration = Duration::minutes(5);

/// How the journal names an account.
pub fn subject(account_id: i64) -> String {
    format!("account:{account_id}")
}

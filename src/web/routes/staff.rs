//! The workplace of agencies and of the national office.

use super::{Entry, Needs};
use crate::domain::permission::Action;
use crate::web::staff::{account, accounts, certificate, invitation, invite, login, notices, objections, reset};
use crate::web::throttle::Pace;
use actix_web::web;

const MANAGE_ACCOUNT: Needs = Needs::May(Action::ManageAccount);

/// The routes.
pub(super) const ROUTES: &[Entry] = &[
    // The door: open to anybody, at the slow pace of signing in.
    Entry::page("/staff/login", || web::to(login::show)),
    Entry::open_form("/staff/login", || web::to(login::send)).paced(Pace::SignIn),
    Entry::page("/staff/invitation/{token}", || web::to(invitation::show)).paced(Pace::SignIn),
    Entry::open_form("/staff/invitation/{token}", || web::to(invitation::send)).paced(Pace::SignIn),
    Entry::page("/staff/reset", || web::to(reset::ask)),
    Entry::open_form("/staff/reset", || web::to(reset::asked)).paced(Pace::SignIn),
    Entry::page("/staff/reset/{token}", || web::to(reset::show)).paced(Pace::SignIn),
    Entry::open_form("/staff/reset/{token}", || web::to(reset::send)).paced(Pace::SignIn),
    // One's own account.
    Entry::staff_form("/staff/logout", Needs::Account, || web::to(login::logout)),
    Entry::staff("/staff/account", Needs::Account, || web::to(account::show)),
    Entry::staff_form("/staff/account/password", Needs::Account, || web::to(account::password)).paced(Pace::SignIn),
    Entry::staff_form("/staff/account/sessions/{session}/end", Needs::Account, || web::to(account::end_session)),
    Entry::staff_form("/staff/account/end-other-sessions", Needs::Account, || web::to(account::end_others)),
    // The accounts of agencies.
    Entry::staff("/staff/accounts", MANAGE_ACCOUNT, || web::to(accounts::agencies)),
    Entry::staff("/staff/accounts/of/{agency}", MANAGE_ACCOUNT, || web::to(accounts::list)),
    Entry::staff("/staff/accounts/of/{agency}/invite", MANAGE_ACCOUNT, || web::to(invite::show)),
    Entry::staff_form("/staff/accounts/of/{agency}/invite", MANAGE_ACCOUNT, || web::to(invite::send)),
    Entry::staff("/staff/accounts/{account}/disable", MANAGE_ACCOUNT, || web::to(accounts::ask_disable)),
    Entry::staff_form("/staff/accounts/{account}/disable", MANAGE_ACCOUNT, || web::to(accounts::disable)),
    Entry::staff_form("/staff/accounts/{account}/enable", MANAGE_ACCOUNT, || web::to(accounts::enable)),
    Entry::staff_form("/staff/accounts/{account}/renew", MANAGE_ACCOUNT, || web::to(accounts::renew)),
    // The reviewer's desk.
    Entry::staff("/staff/notices", Needs::May(Action::PublishNotice), || web::to(notices::show)),
    Entry::staff_form("/staff/notices", Needs::May(Action::PublishNotice), || web::to(notices::publish)),
    Entry::staff("/staff/objections", Needs::May(Action::ViewObjection), || web::to(objections::list)),
    Entry::staff("/staff/objections/{objection}", Needs::May(Action::ViewObjection), || web::to(objections::show)),
    Entry::staff_form("/staff/objections/{objection}", Needs::May(Action::DecideObjection), || {
        web::to(objections::decide)
    }),
    // A certificate in the workplace.
    Entry::staff("/staff/certificates/{grade}/{number}", Needs::May(Action::ViewEvent), || web::to(certificate::show)),
    Entry::staff_form("/staff/certificates/{grade}/{number}/print", Needs::May(Action::PrintCertificate), || {
        web::to(certificate::print_one)
    }),
    Entry::staff_form("/staff/certificates/{grade}/{number}/copy", Needs::May(Action::CopyCertificate), || {
        web::to(certificate::copy)
    }),
    Entry::staff_form("/staff/certificates/{grade}/{number}/sanction", Needs::May(Action::SanctionCertificate), || {
        web::to(certificate::sanction)
    }),
];

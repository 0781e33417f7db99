//! The workplace of agencies and of the national office.

use super::{Entry, Needs};
use crate::domain::permission::Action;
use crate::web::staff::{
    account, accounts, agencies, agency, agency_form, awards, certificate, certificates, codes, doubles, event,
    event_form, events, export, game, game_desk, group, invitation, invite, journal, login, mails, matches, merge,
    notices, objections, people, person, person_name, prints, queue, record_place, record_same, records, renew, reset,
    run, run_entries, run_round, slips,
};
use crate::web::throttle::Pace;
use actix_web::web;

const USE_WORKPLACE: Needs = Needs::May(Action::UseWorkplace);
const VIEW_EVENT: Needs = Needs::May(Action::ViewEvent);
const EDIT_EVENT: Needs = Needs::May(Action::EditEvent);
const ENTER_RESULT: Needs = Needs::May(Action::EnterResult);
const CONFIRM_EVENT: Needs = Needs::May(Action::ConfirmEvent);
const RULE_GAME: Needs = Needs::May(Action::RuleGame);
const DECIDE_MATCH: Needs = Needs::May(Action::DecideMatch);
const PRINT: Needs = Needs::May(Action::PrintCertificate);
const MANAGE_ACCOUNT: Needs = Needs::May(Action::ManageAccount);

const VIEW_PERSON: Needs = Needs::May(Action::ViewPerson);
const CHANGE_PERSON: Needs = Needs::May(Action::ChangePerson);
const MERGE_PERSON: Needs = Needs::May(Action::MergePerson);
const WITHHOLD_NAME: Needs = Needs::May(Action::WithholdName);
const BAR_PERSON: Needs = Needs::May(Action::BarPerson);
const VIEW_AGENCY: Needs = Needs::May(Action::ViewAgency);
const MANAGE_AGENCY: Needs = Needs::May(Action::ManageAgency);
const VIEW_JOURNAL: Needs = Needs::May(Action::ViewJournal);
const MANAGE_MAIL: Needs = Needs::May(Action::ManageMail);

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
    Entry::staff("/staff/awards/{award}/notice", Needs::May(Action::PublishNotice), || web::to(renew::show)),
    Entry::staff_form("/staff/awards/{award}/notice", Needs::May(Action::PublishNotice), || web::to(renew::renew)),
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
    // The persons of the register.
    Entry::staff("/staff/people", VIEW_PERSON, || web::to(people::show)),
    Entry::staff("/staff/people/doubles", MERGE_PERSON, || web::to(doubles::show)).paced(Pace::Submit),
    Entry::staff("/staff/people/{person}", VIEW_PERSON, || web::to(person::show)),
    Entry::staff_form("/staff/people/{person}/change", CHANGE_PERSON, || web::to(person::change)),
    Entry::staff_form("/staff/people/{person}/changes/{change}/undo", CHANGE_PERSON, || web::to(person::undo)),
    Entry::staff("/staff/people/{person}/merge", MERGE_PERSON, || web::to(merge::show)),
    Entry::staff_form("/staff/people/{person}/merge", MERGE_PERSON, || web::to(merge::merge)),
    Entry::staff_form("/staff/people/{person}/unmerge", MERGE_PERSON, || web::to(merge::unmerge)),
    Entry::staff_form("/staff/people/{person}/bar", BAR_PERSON, || web::to(person::bar)),
    Entry::staff_form("/staff/people/{person}/bars/{bar}/lift", BAR_PERSON, || web::to(person::lift)),
    Entry::staff_form("/staff/people/{person}/consent", CHANGE_PERSON, || web::to(person_name::consent)),
    Entry::staff_form("/staff/people/{person}/withhold", WITHHOLD_NAME, || web::to(person_name::withhold)),
    Entry::staff_form("/staff/people/{person}/show", WITHHOLD_NAME, || web::to(person_name::show_again)),
    // The agencies.
    Entry::staff("/staff/agencies", VIEW_AGENCY, || web::to(agencies::list)),
    Entry::staff("/staff/agencies/{agency}", VIEW_AGENCY, || web::to(agency::show)),
    Entry::staff("/staff/agencies/{agency}/add", MANAGE_AGENCY, || web::to(agency_form::show)),
    Entry::staff_form("/staff/agencies/{agency}/add", MANAGE_AGENCY, || web::to(agency_form::add)),
    Entry::staff_form("/staff/agencies/{agency}/state", MANAGE_AGENCY, || web::to(agency::set_state)),
    Entry::staff_form("/staff/agencies/{agency}/extend", MANAGE_AGENCY, || web::to(agency::extend)),
    Entry::staff_form("/staff/agencies/{agency}/area", MANAGE_AGENCY, || web::to(agency::area)),
    // What was done, and what could not be delivered.
    Entry::staff("/staff/journal", VIEW_JOURNAL, || web::to(journal::show)),
    Entry::staff("/staff/journal/verify", VIEW_JOURNAL, || web::to(journal::verify)).paced(Pace::Submit),
    Entry::staff("/staff/mails", MANAGE_MAIL, || web::to(mails::list)),
    Entry::staff_form("/staff/mails/{mail}/retry", MANAGE_MAIL, || web::to(mails::retry)),
    // What needs me first.
    Entry::staff("/staff", USE_WORKPLACE, || web::to(queue::show)),
    // Events.
    Entry::staff("/staff/events", VIEW_EVENT, || web::to(events::list)),
    Entry::staff("/staff/events/new", EDIT_EVENT, || web::to(event_form::new)),
    Entry::staff_form("/staff/events/new", EDIT_EVENT, || web::to(event_form::create)),
    Entry::staff("/staff/events/{slug}", VIEW_EVENT, || web::to(event::show)),
    Entry::staff("/staff/events/{slug}/edit", EDIT_EVENT, || web::to(event_form::edit)),
    Entry::staff_form("/staff/events/{slug}/edit", EDIT_EVENT, || web::to(event_form::change)),
    Entry::staff_form("/staff/events/{slug}/file", EDIT_EVENT, || web::to(event::file)),
    Entry::staff_form("/staff/events/{slug}/decide", Needs::May(Action::ApproveEvent), || web::to(event::decide)),
    Entry::staff_form("/staff/events/{slug}/submit", EDIT_EVENT, || web::to(event::submit)).paced(Pace::Submit),
    Entry::staff_form("/staff/events/{slug}/confirm", CONFIRM_EVENT, || web::to(event::confirm)),
    Entry::staff_form("/staff/events/{slug}/return", CONFIRM_EVENT, || web::to(event::give_back)),
    Entry::staff_form("/staff/events/{slug}/reopen", Needs::May(Action::ReopenEvent), || web::to(event::reopen)),
    // The results of a group. Two files of 8 MiB, and what surrounds them.
    Entry::staff("/staff/events/{slug}/groups/{group}", VIEW_EVENT, || web::to(group::show)),
    Entry::staff_form("/staff/events/{slug}/groups/{group}", EDIT_EVENT, || web::to(group::upload))
        .up_to(17 << 20)
        .paced(Pace::Submit),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/acknowledge", EDIT_EVENT, || web::to(group::acknowledge))
        .up_to(1 << 20),
    Entry::staff("/staff/events/{slug}/groups/{group}/versions/{version}/{part}", VIEW_EVENT, || {
        web::to(group::original)
    }),
    Entry::staff("/staff/templates/results", USE_WORKPLACE, || web::to(group::template_results)),
    Entry::staff("/staff/templates/players", USE_WORKPLACE, || web::to(group::template_players)),
    Entry::staff("/staff/templates/workbook", USE_WORKPLACE, || web::to(group::template_workbook)),
    Entry::staff("/staff/events/{slug}/groups/{group}/export", VIEW_EVENT, || web::to(export::show)),
    Entry::staff("/staff/events/{slug}/groups/{group}/export/{file}", VIEW_EVENT, || web::to(export::file)),
    // Running it here: its entry list, its rounds, their boards.
    Entry::staff("/staff/events/{slug}/groups/{group}/run", VIEW_EVENT, || web::to(run::show)),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/run", EDIT_EVENT, || web::to(run::settle)),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/run/pair", EDIT_EVENT, || web::to(run::pair))
        .paced(Pace::Submit),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/run/undo", EDIT_EVENT, || web::to(run::undo)),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/run/hand-over", EDIT_EVENT, || web::to(run::hand_over))
        .paced(Pace::Submit),
    Entry::staff("/staff/events/{slug}/groups/{group}/run/entries", VIEW_EVENT, || web::to(run_entries::show)),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/run/entries", EDIT_EVENT, || web::to(run_entries::enter)),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/run/entries/file", EDIT_EVENT, || {
        web::to(run_entries::enter_file)
    })
    .up_to(9 << 20)
    .paced(Pace::Submit),
    Entry::staff("/staff/events/{slug}/groups/{group}/run/entries/{member}", EDIT_EVENT, || web::to(run_entries::one)),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/run/entries/{member}", EDIT_EVENT, || {
        web::to(run_entries::change)
    }),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/run/entries/{member}/stay", EDIT_EVENT, || {
        web::to(run_entries::stay)
    }),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/run/entries/{member}/back", EDIT_EVENT, || {
        web::to(run_entries::take_back)
    }),
    Entry::staff("/staff/events/{slug}/groups/{group}/run/rounds/{round}", VIEW_EVENT, || web::to(run_round::show)),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/run/rounds/{round}/boards/{board}", ENTER_RESULT, || {
        web::to(run_round::result)
    }),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/run/rounds/{round}/close", EDIT_EVENT, || {
        web::to(run_round::close)
    }),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/run/rounds/{round}/reopen", EDIT_EVENT, || {
        web::to(run_round::reopen)
    }),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/run/rounds/{round}/seats", EDIT_EVENT, || {
        web::to(run_round::seats)
    }),
    Entry::staff("/staff/events/{slug}/groups/{group}/run/rounds/{round}/sheet", VIEW_EVENT, || {
        web::to(run_round::sheet)
    }),
    Entry::staff("/staff/events/{slug}/groups/{group}/run/rounds/{round}/slips", VIEW_EVENT, || {
        web::to(run_round::slips)
    }),
    // The records of its games. 64 MiB, and what surrounds them.
    Entry::staff("/staff/events/{slug}/groups/{group}/records", VIEW_EVENT, || web::to(records::show)),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/records", EDIT_EVENT, || web::to(records::send))
        .up_to(65 << 20)
        .paced(Pace::Submit),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/records/again", EDIT_EVENT, || web::to(records::again)),
    // What both players say of its games.
    Entry::staff("/staff/events/{slug}/groups/{group}/codes", VIEW_EVENT, || web::to(codes::show)),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/codes", EDIT_EVENT, || web::to(codes::make)),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/codes/renew", EDIT_EVENT, || web::to(codes::renew)),
    Entry::staff("/staff/events/{slug}/groups/{group}/codes/print", EDIT_EVENT, || web::to(codes::print)),
    Entry::staff("/staff/events/{slug}/records/{record}/place", EDIT_EVENT, || web::to(record_place::show)),
    Entry::staff_form("/staff/events/{slug}/records/{record}/place", EDIT_EVENT, || web::to(record_place::place)),
    Entry::staff("/staff/events/{slug}/records/{record}/same", VIEW_EVENT, || web::to(record_same::show)),
    Entry::staff("/staff/events/{slug}/records/{record}/file", VIEW_EVENT, || web::to(game::original)),
    // Photos of its result slips: 8 MiB each. One that is up to twice as large is told so beside its field.
    Entry::staff("/staff/events/{slug}/groups/{group}/slips", EDIT_EVENT, || web::to(slips::show)),
    Entry::staff_form("/staff/events/{slug}/groups/{group}/slips", EDIT_EVENT, || web::to(slips::send))
        .up_to(17 << 20)
        .paced(Pace::Submit),
    Entry::staff_form("/staff/events/{slug}/games/{pairing}/slips", EDIT_EVENT, || web::to(slips::add))
        .up_to(17 << 20)
        .paced(Pace::Submit),
    Entry::staff("/staff/events/{slug}/games/{pairing}/slips/{slip}", VIEW_EVENT, || web::to(slips::beside)),
    Entry::staff("/staff/events/{slug}/slips/{slip}/photo", VIEW_EVENT, || web::to(slips::photo)),
    // The referee's desk.
    Entry::staff("/staff/desk", RULE_GAME, || web::to(game_desk::show)),
    Entry::staff("/staff/events/{slug}/games/{pairing}", VIEW_EVENT, || web::to(game::show)),
    Entry::staff_form("/staff/events/{slug}/games/{pairing}", RULE_GAME, || web::to(game::rule)),
    Entry::staff_form("/staff/events/{slug}/games/{pairing}/decide", RULE_GAME, || web::to(game::decide)),
    // Who the players are, what they are awarded, their certificates.
    Entry::staff("/staff/events/{slug}/matches", DECIDE_MATCH, || web::to(matches::show)),
    Entry::staff_form("/staff/events/{slug}/matches", DECIDE_MATCH, || web::to(matches::decide)),
    Entry::staff("/staff/events/{slug}/awards", VIEW_EVENT, || web::to(awards::show)),
    Entry::staff("/staff/events/{slug}/certificates", VIEW_EVENT, || web::to(certificates::show)),
    Entry::staff_form("/staff/events/{slug}/certificates", Needs::May(Action::IssueCertificate), || {
        web::to(certificates::issue)
    }),
    Entry::staff_form("/staff/events/{slug}/certificates/print", PRINT, || web::to(certificates::print)).up_to(1 << 20),
    Entry::staff("/staff/prints", PRINT, || web::to(prints::list)),
    Entry::staff("/staff/prints/{print}", PRINT, || web::to(prints::show)),
    Entry::staff("/staff/prints/{print}/file", PRINT, || web::to(prints::file)),
];

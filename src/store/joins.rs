//! Which tables are joined by which column, and that any of them may stand in one query.

use super::schema::*;

diesel::joinable!(account -> agency (agency_id));
diesel::joinable!(acknowledgement -> account (account_id));
diesel::joinable!(acknowledgement -> upload (upload_id));
diesel::joinable!(award -> agency (agency_id));
diesel::joinable!(award -> entry (entry_id));
diesel::joinable!(award -> event (event_id));
diesel::joinable!(award -> person (person_id));
diesel::joinable!(certificate -> agency (agency_id));
diesel::joinable!(certificate -> award (award_id));
diesel::joinable!(certificate -> person (person_id));
diesel::joinable!(certificate_copy -> certificate (certificate_id));
diesel::joinable!(certificate_copy -> account (made_by));
diesel::joinable!(entry -> event (event_id));
diesel::joinable!(entry -> person (person_id));
diesel::joinable!(entry -> upload (upload_id));
diesel::joinable!(event -> agency (agency_id));
diesel::joinable!(event_step -> account (account_id));
diesel::joinable!(event_step -> event (event_id));
diesel::joinable!(game -> upload (upload_id));
diesel::joinable!(id_document -> agency (entered_by));
diesel::joinable!(id_document -> person (person_id));
diesel::joinable!(idempotency -> account (account_id));
diesel::joinable!(kept_answer -> account (account_id));
diesel::joinable!(kept_answer -> upload (upload_id));
diesel::joinable!(mail_outbox -> account (account_id));
diesel::joinable!(match_case -> account (account_id));
diesel::joinable!(match_case -> entry (entry_id));
diesel::joinable!(match_case -> event (event_id));
diesel::joinable!(match_case -> person (person_id));
diesel::joinable!(match_choice -> account (account_id));
diesel::joinable!(match_choice -> person (person_id));
diesel::joinable!(match_choice -> upload (upload_id));
diesel::joinable!(notice -> award (award_id));
diesel::joinable!(notice -> account (opened_by));
diesel::joinable!(objection -> account (decided_by));
diesel::joinable!(objection -> notice (notice_id));
diesel::joinable!(one_time_link -> account (account_id));
diesel::joinable!(outcome -> entry (entry_id));
diesel::joinable!(person -> agency (entered_by));
diesel::joinable!(person_change -> account (account_id));
diesel::joinable!(person_change -> person (person_id));
diesel::joinable!(person_sound -> person (person_id));
diesel::joinable!(certificate_step -> certificate (certificate_id));
diesel::joinable!(person_step -> account (account_id));
diesel::joinable!(person_step -> person (person_id));
diesel::joinable!(person_bar -> person (person_id));
diesel::joinable!(print_job -> account (account_id));
diesel::joinable!(print_job -> agency (agency_id));
diesel::joinable!(print_job -> event (event_id));
diesel::joinable!(game_record -> event (event_id));
diesel::joinable!(game_record -> pairing (pairing_id));
diesel::joinable!(game_record -> record_source (source_id));
diesel::joinable!(pairing -> event (event_id));
diesel::joinable!(player_word -> pairing (pairing_id));
diesel::joinable!(record_beginning -> game_record (record_id));
diesel::joinable!(recount -> game_record (record_id));
diesel::joinable!(result_slip -> pairing (pairing_id));
diesel::joinable!(ruling -> pairing (pairing_id));
diesel::joinable!(running_board -> running_round (round_id));
diesel::joinable!(running_group -> event (event_id));
diesel::joinable!(running_player -> running_group (run_id));
diesel::joinable!(running_round -> running_group (run_id));
diesel::joinable!(seat -> entry (entry_id));
diesel::joinable!(seat -> game (game_id));
diesel::joinable!(seat -> upload (upload_id));
diesel::joinable!(session -> account (account_id));
diesel::joinable!(upload -> event (event_id));
diesel::joinable!(upload -> account (uploaded_by));

diesel::allow_tables_to_appear_in_same_query!(
    agency,
    agency_step,
    account,
    session,
    one_time_link,
    person,
    person_change,
    person_bar,
    person_sound,
    person_step,
    certificate_step,
    id_document,
    scheme_version,
    event,
    event_step,
    upload,
    acknowledgement,
    entry,
    match_case,
    match_choice,
    kept_answer,
    game,
    seat,
    outcome,
    award,
    notice,
    objection,
    certificate,
    certificate_copy,
    series,
    idempotency,
    journal,
    journal_head,
    mail_outbox,
    print_job,
    setting,
);

diesel::allow_tables_to_appear_in_same_query!(
    event,
    pairing,
    record_source,
    game_record,
    record_beginning,
    recount,
    ruling,
    player_word,
    result_slip,
);

diesel::allow_tables_to_appear_in_same_query!(event, running_group, running_player, running_round, running_board);

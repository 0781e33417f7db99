//! The one schema of both databases, as diesel sees it. The migrations in `migrations/` make it.

#![allow(missing_docs)] // one line a column: the migrations' comments and `store`'s row types say what each holds

mod records;
mod running;

pub use records::*;
pub use running::*;

diesel::table! {
    agency (id) {
        id -> BigInt,
        code -> Text,
        area_code -> Text,
        name_zh -> Text,
        name_en -> Text,
        level -> Text,
        parent_id -> Nullable<BigInt>,
        ceiling -> BigInt,
        state -> Text,
        valid_from -> Date,
        valid_to -> Nullable<Date>,
        created_at -> Timestamp,
    }
}

diesel::table! {
    agency_step (id) {
        id -> BigInt,
        agency_id -> BigInt,
        step -> Text,
        note -> Text,
        account_id -> Nullable<BigInt>,
        at -> Timestamp,
    }
}

diesel::table! {
    account (id) {
        id -> BigInt,
        login -> Text,
        name -> Text,
        mail_sealed -> Binary,
        mail_index -> Binary,
        password_hash -> Nullable<Text>,
        role -> Text,
        agency_id -> BigInt,
        state -> Text,
        lang -> Text,
        failures -> BigInt,
        locked_until -> Nullable<Timestamp>,
        created_at -> Timestamp,
    }
}

diesel::table! {
    session (id) {
        id -> BigInt,
        token_hash -> Binary,
        account_id -> BigInt,
        created_at -> Timestamp,
        seen_at -> Timestamp,
        ends_at -> Timestamp,
        client -> Text,
    }
}

diesel::table! {
    one_time_link (id) {
        id -> BigInt,
        token_hash -> Binary,
        account_id -> BigInt,
        purpose -> Text,
        created_at -> Timestamp,
        ends_at -> Timestamp,
        used_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    person (id) {
        id -> BigInt,
        register_no -> Text,
        name -> Text,
        name_key -> Text,
        sex -> Nullable<Text>,
        birth -> Nullable<Date>,
        region -> Text,
        grade -> Nullable<BigInt>,
        state -> Text,
        guardian_consent -> Bool,
        publication_consent -> Bool,
        merged_into -> Nullable<BigInt>,
        entered_by -> BigInt,
        created_at -> Timestamp,
        hidden -> Bool,
    }
}

diesel::table! {
    person_change (id) {
        id -> BigInt,
        person_id -> BigInt,
        field -> Text,
        old_value -> Text,
        new_value -> Text,
        kind -> Text,
        effective_on -> Date,
        recorded_at -> Timestamp,
        account_id -> BigInt,
        reason -> Text,
        undone_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    person_bar (id) {
        id -> BigInt,
        person_id -> BigInt,
        from_on -> Date,
        until_on -> Nullable<Date>,
        reason -> Text,
        account_id -> BigInt,
        recorded_at -> Timestamp,
        lifted_on -> Nullable<Date>,
        lifted_by -> Nullable<BigInt>,
        lifted_reason -> Nullable<Text>,
    }
}

diesel::table! {
    certificate_step (id) {
        id -> BigInt,
        certificate_id -> BigInt,
        before -> Text,
        after -> Text,
        on_day -> Date,
        note -> Text,
        account_id -> Nullable<BigInt>,
        recorded_at -> Timestamp,
    }
}

diesel::table! {
    person_step (id) {
        id -> BigInt,
        person_id -> BigInt,
        step -> Text,
        on_day -> Date,
        who_sealed -> Nullable<Binary>,
        note -> Text,
        account_id -> BigInt,
        recorded_at -> Timestamp,
    }
}

diesel::table! {
    person_sound (person_id) {
        person_id -> BigInt,
        sound -> Text,
    }
}

diesel::table! {
    id_document (id) {
        id -> BigInt,
        person_id -> BigInt,
        kind -> Text,
        sealed -> Binary,
        blind_index -> Binary,
        last4 -> Text,
        entered_by -> BigInt,
        created_at -> Timestamp,
    }
}

diesel::table! {
    scheme_version (id) {
        id -> BigInt,
        scheme_id -> Text,
        version -> Text,
        toml -> Text,
        sha256 -> Text,
        recorded_at -> Timestamp,
    }
}

diesel::table! {
    event (id) {
        id -> BigInt,
        slug -> Text,
        agency_id -> BigInt,
        name -> Text,
        place -> Text,
        level -> Text,
        scheme_id -> Text,
        scheme_version -> Text,
        starts_on -> Date,
        ends_on -> Date,
        state -> Text,
        reopened -> Bool,
        settings -> Text,
        revision -> BigInt,
        created_at -> Timestamp,
    }
}

diesel::table! {
    event_step (id) {
        id -> BigInt,
        event_id -> BigInt,
        step -> Text,
        account_id -> Nullable<BigInt>,
        at -> Timestamp,
        note -> Text,
    }
}

diesel::table! {
    upload (id) {
        id -> BigInt,
        event_id -> BigInt,
        group_key -> Text,
        version -> BigInt,
        results_name -> Text,
        results_bytes -> Binary,
        results_sha256 -> Text,
        players_name -> Nullable<Text>,
        players_bytes -> Nullable<Binary>,
        players_sha256 -> Nullable<Text>,
        accepted -> Text,
        answer -> Text,
        current -> Bool,
        uploaded_by -> BigInt,
        uploaded_at -> Timestamp,
    }
}

diesel::table! {
    acknowledgement (id) {
        id -> BigInt,
        upload_id -> BigInt,
        finding_key -> Text,
        reason -> Text,
        account_id -> BigInt,
        at -> Timestamp,
    }
}

diesel::table! {
    entry (id) {
        id -> BigInt,
        upload_id -> BigInt,
        event_id -> BigInt,
        group_key -> Text,
        file_id -> Text,
        line -> BigInt,
        person_id -> Nullable<BigInt>,
        name -> Text,
        sex -> Nullable<Text>,
        from_grade -> Nullable<BigInt>,
        match_state -> Text,
        minor -> Bool,
    }
}

diesel::table! {
    match_case (id) {
        id -> BigInt,
        entry_id -> BigInt,
        event_id -> BigInt,
        candidates -> Text,
        state -> Text,
        person_id -> Nullable<BigInt>,
        reason -> Text,
        account_id -> Nullable<BigInt>,
        decided_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    match_choice (id) {
        id -> BigInt,
        upload_id -> BigInt,
        file_id -> Text,
        person_id -> Nullable<BigInt>,
        reason -> Text,
        account_id -> BigInt,
        at -> Timestamp,
        compared -> Text,
    }
}

diesel::table! {
    kept_answer (id) {
        id -> BigInt,
        upload_id -> BigInt,
        answer -> Text,
        account_id -> BigInt,
        at -> Timestamp,
    }
}

diesel::table! {
    game (id) {
        id -> BigInt,
        upload_id -> BigInt,
        round -> BigInt,
        board -> Nullable<BigInt>,
        black_entry -> BigInt,
        white_entry -> Nullable<BigInt>,
        result -> Text,
        won_by -> Text,
        margin_quarters -> Nullable<BigInt>,
        handicap -> BigInt,
        komi_half -> Nullable<BigInt>,
        record -> Nullable<Text>,
        line -> BigInt,
    }
}

diesel::table! {
    seat (id) {
        id -> BigInt,
        upload_id -> BigInt,
        round -> BigInt,
        entry_id -> BigInt,
        game_id -> BigInt,
        colour -> Text,
    }
}

diesel::table! {
    outcome (id) {
        id -> BigInt,
        entry_id -> BigInt,
        place -> BigInt,
        points -> BigInt,
        wins -> BigInt,
        losses -> BigInt,
        tiebreaks -> Text,
        grade -> Nullable<BigInt>,
        clause -> Nullable<Text>,
        reason_zh -> Text,
        reason_en -> Text,
        byes -> BigInt,
    }
}

diesel::table! {
    asked_birth (id) {
        id -> BigInt,
        agency_id -> BigInt,
        on_day -> Date,
        name_digest -> Text,
        birth_digest -> Text,
    }
}

diesel::table! {
    award (id) {
        id -> BigInt,
        person_id -> BigInt,
        event_id -> Nullable<BigInt>,
        entry_id -> Nullable<BigInt>,
        from_grade -> Nullable<BigInt>,
        grade -> BigInt,
        basis -> Text,
        scheme_id -> Text,
        scheme_version -> Text,
        clause -> Text,
        reason_zh -> Text,
        reason_en -> Text,
        state -> Text,
        agency_id -> BigInt,
        granted_on -> Nullable<Date>,
        created_at -> Timestamp,
    }
}

diesel::table! {
    notice (id) {
        id -> BigInt,
        reference -> Text,
        award_id -> BigInt,
        opened_at -> Timestamp,
        ends_at -> Timestamp,
        held_since -> Nullable<Timestamp>,
        state -> Text,
        closed_at -> Nullable<Timestamp>,
        opened_by -> Nullable<BigInt>,
    }
}

diesel::table! {
    objection (id) {
        id -> BigInt,
        receipt -> Text,
        notice_id -> BigInt,
        sender_sealed -> Binary,
        sender_index -> Binary,
        lang -> Text,
        body -> Text,
        state -> Text,
        filed_at -> Timestamp,
        decided_at -> Nullable<Timestamp>,
        decided_by -> Nullable<BigInt>,
        decision -> Nullable<Text>,
    }
}

diesel::table! {
    certificate (id) {
        id -> BigInt,
        award_id -> BigInt,
        person_id -> BigInt,
        agency_id -> BigInt,
        grade -> BigInt,
        number -> Text,
        holder -> Text,
        issuer_zh -> Text,
        issuer_en -> Text,
        event_name -> Text,
        face -> Text,
        issued_on -> Date,
        state -> Text,
        state_on -> Date,
        state_reason -> Nullable<Text>,
        superseded_by -> Nullable<BigInt>,
    }
}

diesel::table! {
    certificate_copy (id) {
        id -> BigInt,
        certificate_id -> BigInt,
        copy_no -> BigInt,
        mark -> Text,
        mark_no -> BigInt,
        code_hash -> Binary,
        code_sealed -> Binary,
        holder -> Text,
        made_on -> Date,
        state -> Text,
        reason -> Text,
        made_by -> Nullable<BigInt>,
    }
}

diesel::table! {
    series (grade, area, year) {
        grade -> BigInt,
        area -> Text,
        year -> BigInt,
        last -> BigInt,
    }
}

diesel::table! {
    idempotency (account_id, action, key) {
        key -> Text,
        action -> Text,
        account_id -> BigInt,
        subject -> Text,
        outcome -> Text,
        at -> Timestamp,
    }
}

diesel::table! {
    journal (seq) {
        seq -> BigInt,
        at -> Timestamp,
        actor -> Text,
        action -> Text,
        subject -> Text,
        payload -> Text,
        prev -> Binary,
        hash -> Binary,
    }
}

diesel::table! {
    journal_head (id) {
        id -> BigInt,
        seq -> BigInt,
        hash -> Binary,
    }
}

diesel::table! {
    mail_outbox (id) {
        id -> BigInt,
        account_id -> Nullable<BigInt>,
        to_sealed -> Binary,
        kind -> Text,
        lang -> Text,
        payload -> Text,
        state -> Text,
        attempts -> BigInt,
        due_at -> Timestamp,
        leased_until -> Nullable<Timestamp>,
        last_error -> Nullable<Text>,
        created_at -> Timestamp,
        sent_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    print_job (id) {
        id -> BigInt,
        agency_id -> BigInt,
        event_id -> Nullable<BigInt>,
        account_id -> BigInt,
        paper -> Text,
        state -> Text,
        certificates -> Text,
        total -> BigInt,
        printed -> BigInt,
        refused -> Text,
        file -> Nullable<Text>,
        created_at -> Timestamp,
        finished_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    setting (key) {
        key -> Text,
        value -> Text,
    }
}

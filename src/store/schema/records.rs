//! The tables of game records and of what is said of them.

diesel::table! {
    pairing (id) {
        id -> BigInt,
        event_id -> BigInt,
        group_key -> Text,
        round -> BigInt,
        black_file -> Text,
        white_file -> Text,
    }
}

diesel::table! {
    record_source (id) {
        id -> BigInt,
        sha256 -> Text,
        bytes -> Binary,
        size -> BigInt,
        first_at -> Timestamp,
    }
}

diesel::table! {
    game_record (id) {
        id -> BigInt,
        event_id -> BigInt,
        group_key -> Text,
        source_id -> BigInt,
        part -> BigInt,
        name -> Text,
        pairing_id -> Nullable<BigInt>,
        placed_by -> Nullable<Text>,
        state -> Text,
        stones -> Nullable<BigInt>,
        whole_key -> Nullable<BigInt>,
        uploaded_by -> BigInt,
        uploaded_at -> Timestamp,
        ground -> Nullable<Text>,
    }
}

diesel::table! {
    record_beginning (beginning_key, record_id) {
        beginning_key -> BigInt,
        record_id -> BigInt,
        stones -> BigInt,
    }
}

diesel::table! {
    recount (id) {
        id -> BigInt,
        record_id -> BigInt,
        version -> Text,
        asked -> Text,
        verdict -> Text,
        matched -> Nullable<Text>,
        winner -> Nullable<Text>,
        margin_half -> Nullable<BigInt>,
        answer -> Text,
        current -> Bool,
        made_at -> Timestamp,
    }
}

diesel::table! {
    ruling (id) {
        id -> BigInt,
        pairing_id -> BigInt,
        record_id -> Nullable<BigInt>,
        kind -> Text,
        result -> Nullable<Text>,
        margin_quarters -> Nullable<BigInt>,
        dead -> Text,
        article -> Text,
        note -> Text,
        state -> Text,
        ruled_by -> BigInt,
        ruled_at -> Timestamp,
        agreed_by -> Nullable<BigInt>,
        agreed_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    player_word (id) {
        id -> BigInt,
        pairing_id -> BigInt,
        side -> Text,
        code_hash -> Binary,
        code_sealed -> Binary,
        said -> Nullable<Text>,
        result -> Text,
        note -> Text,
        made_at -> Timestamp,
        said_at -> Nullable<Timestamp>,
        ended_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    result_slip (id) {
        id -> BigInt,
        pairing_id -> BigInt,
        sha256 -> Text,
        mime -> Text,
        bytes -> Binary,
        uploaded_by -> BigInt,
        uploaded_at -> Timestamp,
    }
}

//! The tables of groups that are run here.

diesel::table! {
    running_group (id) {
        id -> BigInt,
        event_id -> BigInt,
        group_key -> Text,
        settings -> Text,
        numbered -> Bool,
        started_by -> BigInt,
        started_at -> Timestamp,
    }
}

diesel::table! {
    running_player (id) {
        id -> BigInt,
        run_id -> BigInt,
        ordinal -> BigInt,
        number -> BigInt,
        sealed -> Binary,
        joined -> BigInt,
        left_from -> Nullable<BigInt>,
        absent -> Text,
    }
}

diesel::table! {
    running_round (id) {
        id -> BigInt,
        run_id -> BigInt,
        round -> BigInt,
        state -> Text,
        reopened -> Bool,
        paired_by -> BigInt,
        paired_at -> Timestamp,
    }
}

diesel::table! {
    running_board (id) {
        id -> BigInt,
        round_id -> BigInt,
        board -> BigInt,
        black -> BigInt,
        white -> Nullable<BigInt>,
        result -> Text,
    }
}

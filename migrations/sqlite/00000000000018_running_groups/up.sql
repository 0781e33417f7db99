-- Groups whose rounds are paired and played here: the entry list, the rounds, the boards.

-- A group that is run here, and what was settled for it.
CREATE TABLE running_group (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id BIGINT NOT NULL REFERENCES event (id),
    group_key TEXT NOT NULL,
    settings TEXT NOT NULL,
    numbered BOOLEAN NOT NULL,
    started_by BIGINT NOT NULL REFERENCES account (id),
    started_at TIMESTAMP NOT NULL,
    UNIQUE (event_id, group_key)
);

-- Somebody in its entry list. What was written on entering is sealed, since it holds birth dates and identity numbers.
CREATE TABLE running_player (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id BIGINT NOT NULL REFERENCES running_group (id),
    ordinal BIGINT NOT NULL,
    number BIGINT NOT NULL,
    sealed BLOB NOT NULL,
    joined BIGINT NOT NULL,
    left_from BIGINT,
    absent TEXT NOT NULL,
    UNIQUE (run_id, ordinal),
    CHECK (number BETWEEN 1 AND 9999),
    CHECK (joined BETWEEN 1 AND 99),
    CHECK (left_from BETWEEN 0 AND 99)
);

-- A round that was paired. One that was undone stays beside the one that took its place.
CREATE TABLE running_round (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id BIGINT NOT NULL REFERENCES running_group (id),
    round BIGINT NOT NULL,
    state TEXT NOT NULL,
    reopened BOOLEAN NOT NULL,
    paired_by BIGINT NOT NULL REFERENCES account (id),
    paired_at TIMESTAMP NOT NULL,
    CHECK (round BETWEEN 1 AND 99),
    CHECK (state IN ('open','closed','undone'))
);
CREATE UNIQUE INDEX running_round_once ON running_round (run_id, round) WHERE state <> 'undone';

-- A board of a round, with the numbers of both players and the result as a result file writes it.
CREATE TABLE running_board (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    round_id BIGINT NOT NULL REFERENCES running_round (id),
    board BIGINT NOT NULL,
    black BIGINT NOT NULL,
    white BIGINT,
    result TEXT NOT NULL,
    UNIQUE (round_id, board),
    CHECK (white IS NULL OR white <> black)
);

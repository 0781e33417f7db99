-- Events, their uploads, entries, games and outcomes.

CREATE TABLE scheme_version (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    scheme_id TEXT NOT NULL,
    version TEXT NOT NULL,
    toml TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    recorded_at TIMESTAMP NOT NULL,
    UNIQUE (scheme_id, version)
);

CREATE TABLE event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    slug TEXT NOT NULL,
    agency_id BIGINT NOT NULL REFERENCES agency (id),
    name TEXT NOT NULL,
    place TEXT NOT NULL,
    level TEXT NOT NULL,
    scheme_id TEXT NOT NULL,
    scheme_version TEXT NOT NULL,
    starts_on DATE NOT NULL,
    ends_on DATE NOT NULL,
    state TEXT NOT NULL,
    reopened BOOLEAN NOT NULL,
    settings TEXT NOT NULL,
    revision BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    UNIQUE (slug),
    CHECK (state IN ('draft','filed','approved','submitted','returned','confirmed','closed')),
    CHECK (level IN ('county','city','province','national','world')),
    CHECK (starts_on <= ends_on),
    FOREIGN KEY (scheme_id, scheme_version) REFERENCES scheme_version (scheme_id, version)
);
CREATE INDEX event_agency_id_state ON event (agency_id, state);
CREATE INDEX event_ends_on ON event (ends_on);

CREATE TABLE event_step (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id BIGINT NOT NULL REFERENCES event (id),
    step TEXT NOT NULL,
    account_id BIGINT REFERENCES account (id),
    at TIMESTAMP NOT NULL,
    note TEXT NOT NULL
);
CREATE INDEX event_step_event_id ON event_step (event_id);

CREATE TABLE upload (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id BIGINT NOT NULL REFERENCES event (id),
    group_key TEXT NOT NULL,
    version BIGINT NOT NULL,
    results_name TEXT NOT NULL,
    results_bytes BLOB NOT NULL,
    results_sha256 TEXT NOT NULL,
    players_name TEXT,
    players_bytes BLOB,
    players_sha256 TEXT,
    accepted TEXT NOT NULL,
    answer TEXT NOT NULL,
    current BOOLEAN NOT NULL,
    uploaded_by BIGINT NOT NULL REFERENCES account (id),
    uploaded_at TIMESTAMP NOT NULL,
    UNIQUE (event_id, group_key, version)
);
CREATE INDEX upload_results_sha256 ON upload (results_sha256);
CREATE UNIQUE INDEX upload_one_current ON upload (event_id, group_key) WHERE current;

CREATE TABLE acknowledgement (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    upload_id BIGINT NOT NULL REFERENCES upload (id),
    finding_key TEXT NOT NULL,
    reason TEXT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (id),
    at TIMESTAMP NOT NULL,
    UNIQUE (upload_id, finding_key)
);

CREATE TABLE entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    upload_id BIGINT NOT NULL REFERENCES upload (id),
    event_id BIGINT NOT NULL REFERENCES event (id),
    group_key TEXT NOT NULL,
    file_id TEXT NOT NULL,
    line BIGINT NOT NULL,
    person_id BIGINT REFERENCES person (id),
    name TEXT NOT NULL,
    sex TEXT,
    from_grade BIGINT,
    match_state TEXT NOT NULL,
    minor BOOLEAN NOT NULL,
    UNIQUE (upload_id, file_id),
    CHECK (match_state IN ('doubtful','linked','created')),
    CHECK ((match_state = 'doubtful') = (person_id IS NULL))
);
CREATE INDEX entry_person_id ON entry (person_id);
CREATE INDEX entry_event_id ON entry (event_id);

CREATE TABLE match_case (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entry_id BIGINT NOT NULL REFERENCES entry (id),
    event_id BIGINT NOT NULL REFERENCES event (id),
    candidates TEXT NOT NULL,
    state TEXT NOT NULL,
    person_id BIGINT REFERENCES person (id),
    reason TEXT NOT NULL,
    account_id BIGINT REFERENCES account (id),
    decided_at TIMESTAMP,
    UNIQUE (entry_id),
    CHECK (state IN ('open','linked','created'))
);
CREATE INDEX match_case_event_id ON match_case (event_id);

CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    upload_id BIGINT NOT NULL REFERENCES upload (id),
    round BIGINT NOT NULL,
    board BIGINT,
    black_entry BIGINT NOT NULL REFERENCES entry (id),
    white_entry BIGINT REFERENCES entry (id),
    result TEXT NOT NULL,
    won_by TEXT NOT NULL,
    margin_quarters BIGINT,
    handicap BIGINT NOT NULL,
    komi_half BIGINT,
    record TEXT,
    line BIGINT NOT NULL,
    CHECK (round BETWEEN 1 AND 99),
    CHECK (white_entry IS NULL OR white_entry <> black_entry),
    UNIQUE (upload_id, round, board)
);
CREATE INDEX game_black_entry ON game (black_entry);
CREATE INDEX game_white_entry ON game (white_entry);

CREATE TABLE seat (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    upload_id BIGINT NOT NULL REFERENCES upload (id),
    round BIGINT NOT NULL,
    entry_id BIGINT NOT NULL REFERENCES entry (id),
    game_id BIGINT NOT NULL REFERENCES game (id),
    colour TEXT NOT NULL,
    UNIQUE (upload_id, round, entry_id),
    UNIQUE (game_id, colour),
    CHECK (colour IN ('B','W'))
);
CREATE INDEX seat_entry_id ON seat (entry_id);

CREATE TABLE outcome (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entry_id BIGINT NOT NULL REFERENCES entry (id),
    place BIGINT NOT NULL,
    points BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    tiebreaks TEXT NOT NULL,
    grade BIGINT,
    clause TEXT,
    reason_zh TEXT NOT NULL,
    reason_en TEXT NOT NULL,
    UNIQUE (entry_id)
);

-- Game records: their bytes, the games they stand for, how they were recounted, what referees and players say of them.

-- A game of an event, the same through every version of its results: who met whom in which round, by the ids of the file.
CREATE TABLE pairing (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id BIGINT NOT NULL REFERENCES event (id),
    group_key TEXT NOT NULL,
    round BIGINT NOT NULL,
    black_file TEXT NOT NULL,
    white_file TEXT NOT NULL,
    UNIQUE (event_id, group_key, round, black_file, white_file)
);

-- The bytes of a file as they came, sealed, once however often they are sent.
CREATE TABLE record_source (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sha256 TEXT NOT NULL,
    bytes BLOB NOT NULL,
    size BIGINT NOT NULL,
    first_at TIMESTAMP NOT NULL,
    UNIQUE (sha256)
);

-- One game of one file, sent for a group of an event. A file that cannot be read has one such row as well.
CREATE TABLE game_record (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id BIGINT NOT NULL REFERENCES event (id),
    group_key TEXT NOT NULL,
    source_id BIGINT NOT NULL REFERENCES record_source (id),
    part BIGINT NOT NULL,
    name TEXT NOT NULL,
    pairing_id BIGINT REFERENCES pairing (id),
    placed_by TEXT,
    state TEXT NOT NULL,
    stones BIGINT,
    whole_key BIGINT,
    uploaded_by BIGINT NOT NULL REFERENCES account (id),
    uploaded_at TIMESTAMP NOT NULL,
    UNIQUE (event_id, group_key, source_id, part),
    CHECK (part >= 0),
    CHECK (state IN ('waiting','recounted','set-aside')),
    CHECK (placed_by IN ('column','names','hand')),
    CHECK ((pairing_id IS NULL) = (placed_by IS NULL))
);
CREATE INDEX game_record_waiting ON game_record (id) WHERE state = 'waiting';
CREATE INDEX game_record_pairing_id ON game_record (pairing_id);
CREATE INDEX game_record_source_id ON game_record (source_id);
CREATE INDEX game_record_whole_key ON game_record (whole_key);

-- Keys of the beginnings of a game, the same however a board is turned or recoloured.
CREATE TABLE record_beginning (
    beginning_key BIGINT NOT NULL,
    record_id BIGINT NOT NULL REFERENCES game_record (id),
    stones BIGINT NOT NULL,
    PRIMARY KEY (beginning_key, record_id)
) WITHOUT ROWID;
CREATE INDEX record_beginning_record_id ON record_beginning (record_id);

-- What a version of the rules crate made of a record; earlier answers stay beside the one that counts.
CREATE TABLE recount (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    record_id BIGINT NOT NULL REFERENCES game_record (id),
    version TEXT NOT NULL,
    asked TEXT NOT NULL,
    verdict TEXT NOT NULL,
    matched TEXT,
    winner TEXT,
    margin_half BIGINT,
    answer TEXT NOT NULL,
    current BOOLEAN NOT NULL,
    made_at TIMESTAMP NOT NULL,
    CHECK (verdict IN ('confirmed','margin-differs','winner-differs','not-played-out','no-count','illegal','unreadable',
        'undecided')),
    CHECK (matched IN ('exact','unplayed-moves')),
    CHECK (winner IN ('B','W','draw'))
);
CREATE INDEX recount_record_id ON recount (record_id);
CREATE UNIQUE INDEX recount_one_current ON recount (record_id) WHERE current;

-- What a referee ruled of a game. One that changes who is promoted counts when a second person has agreed.
CREATE TABLE ruling (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pairing_id BIGINT NOT NULL REFERENCES pairing (id),
    record_id BIGINT REFERENCES game_record (id),
    kind TEXT NOT NULL,
    result TEXT,
    margin_quarters BIGINT,
    dead TEXT NOT NULL,
    article TEXT NOT NULL,
    note TEXT NOT NULL,
    state TEXT NOT NULL,
    ruled_by BIGINT NOT NULL REFERENCES account (id),
    ruled_at TIMESTAMP NOT NULL,
    agreed_by BIGINT REFERENCES account (id),
    agreed_at TIMESTAMP,
    CHECK (kind IN ('stones','void-move','two-warnings','replay','draw','stands')),
    CHECK (result IN ('B','W','draw','both-lose','void')),
    CHECK (state IN ('proposed','in-force','refused','superseded')),
    CHECK ((agreed_by IS NULL) = (agreed_at IS NULL)),
    CHECK (agreed_by IS NULL OR agreed_by <> ruled_by)
);
CREATE INDEX ruling_pairing_id ON ruling (pairing_id);
CREATE UNIQUE INDEX ruling_one_in_force ON ruling (pairing_id) WHERE state = 'in-force';

-- What a player says of the record of a game, by a code that is used once.
CREATE TABLE player_word (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pairing_id BIGINT NOT NULL REFERENCES pairing (id),
    side TEXT NOT NULL,
    code_hash BLOB NOT NULL,
    said TEXT,
    note TEXT NOT NULL,
    made_at TIMESTAMP NOT NULL,
    said_at TIMESTAMP,
    UNIQUE (pairing_id, side),
    UNIQUE (code_hash),
    CHECK (side IN ('B','W')),
    CHECK (said IN ('confirmed','disputed')),
    CHECK ((said IS NULL) = (said_at IS NULL))
);

-- A photo of the signed result slip, sealed.
CREATE TABLE result_slip (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pairing_id BIGINT NOT NULL REFERENCES pairing (id),
    sha256 TEXT NOT NULL,
    mime TEXT NOT NULL,
    bytes BLOB NOT NULL,
    uploaded_by BIGINT NOT NULL REFERENCES account (id),
    uploaded_at TIMESTAMP NOT NULL,
    UNIQUE (pairing_id, sha256)
);

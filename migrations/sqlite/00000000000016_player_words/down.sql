-- Only the codes that count fit into the earlier table.
CREATE TABLE player_word_before (
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
INSERT INTO player_word_before (id, pairing_id, side, code_hash, said, note, made_at, said_at)
SELECT id, pairing_id, side, code_hash, said, note, made_at, said_at FROM player_word WHERE ended_at IS NULL;
DROP TABLE player_word;
ALTER TABLE player_word_before RENAME TO player_word;

-- A side's code can be made anew; the earlier one, and what was said with it, stays beside it and has ended. A code is
-- sealed, so that slips can be printed again. A word holds of the result that was shown with it.
CREATE TABLE player_word_kept (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pairing_id BIGINT NOT NULL REFERENCES pairing (id),
    side TEXT NOT NULL,
    code_hash BLOB NOT NULL,
    code_sealed BLOB NOT NULL,
    said TEXT,
    result TEXT NOT NULL,
    note TEXT NOT NULL,
    made_at TIMESTAMP NOT NULL,
    said_at TIMESTAMP,
    ended_at TIMESTAMP,
    UNIQUE (code_hash),
    CHECK (side IN ('B','W')),
    CHECK (said IN ('confirmed','disputed')),
    CHECK ((said IS NULL) = (said_at IS NULL))
);
INSERT INTO player_word_kept (id, pairing_id, side, code_hash, code_sealed, said, result, note, made_at, said_at)
SELECT id, pairing_id, side, code_hash, x'', said, '', note, made_at, said_at FROM player_word;
DROP TABLE player_word;
ALTER TABLE player_word_kept RENAME TO player_word;
CREATE INDEX player_word_pairing_id ON player_word (pairing_id);
CREATE UNIQUE INDEX player_word_one_current ON player_word (pairing_id, side) WHERE ended_at IS NULL;

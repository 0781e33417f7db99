-- A board that stands twice in a round is a warning, which somebody may have a reason for: no rule of the table.

-- The seats point to games: their rows are checked when all of this is done.
PRAGMA defer_foreign_keys = ON;
CREATE TABLE game_kept AS SELECT * FROM game;
DROP TABLE game;
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
    CHECK (white_entry IS NULL OR white_entry <> black_entry)
);
INSERT INTO game (id, upload_id, round, board, black_entry, white_entry, result, won_by, margin_quarters, handicap, komi_half, record, line)
    SELECT id, upload_id, round, board, black_entry, white_entry, result, won_by, margin_quarters, handicap, komi_half, record, line FROM game_kept;
DROP TABLE game_kept;
CREATE INDEX game_black_entry ON game (black_entry);
CREATE INDEX game_white_entry ON game (white_entry);
CREATE INDEX game_upload_id_round ON game (upload_id, round);

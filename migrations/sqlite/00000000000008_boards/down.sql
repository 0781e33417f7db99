-- One game on a board in a round again: of those that share one, the first keeps it.

PRAGMA defer_foreign_keys = ON;
CREATE TABLE game_kept AS SELECT * FROM game;
CREATE INDEX game_kept_board ON game_kept (upload_id, round, board);
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
    CHECK (white_entry IS NULL OR white_entry <> black_entry),
    UNIQUE (upload_id, round, board)
);
INSERT INTO game (id, upload_id, round, board, black_entry, white_entry, result, won_by, margin_quarters, handicap, komi_half, record, line)
    SELECT id, upload_id, round, CASE WHEN EXISTS (
            SELECT 1 FROM game_kept other WHERE other.upload_id = game_kept.upload_id AND other.round = game_kept.round
            AND other.board = game_kept.board AND other.id < game_kept.id
        ) THEN NULL ELSE board END, black_entry, white_entry, result, won_by, margin_quarters, handicap, komi_half, record, line FROM game_kept;
DROP TABLE game_kept;
CREATE INDEX game_black_entry ON game (black_entry);
CREATE INDEX game_white_entry ON game (white_entry);

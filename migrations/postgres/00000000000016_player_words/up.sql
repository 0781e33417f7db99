-- A side's code can be made anew; the earlier one, and what was said with it, stays beside it and has ended. A code is
-- sealed, so that slips can be printed again. A word holds of the result that was shown with it.
ALTER TABLE player_word DROP CONSTRAINT player_word_pairing_id_side_key;
ALTER TABLE player_word ADD COLUMN code_sealed BYTEA NOT NULL DEFAULT '';
ALTER TABLE player_word ALTER COLUMN code_sealed DROP DEFAULT;
ALTER TABLE player_word ADD COLUMN result TEXT NOT NULL DEFAULT '';
ALTER TABLE player_word ALTER COLUMN result DROP DEFAULT;
ALTER TABLE player_word ADD COLUMN ended_at TIMESTAMP;
CREATE INDEX player_word_pairing_id ON player_word (pairing_id);
CREATE UNIQUE INDEX player_word_one_current ON player_word (pairing_id, side) WHERE ended_at IS NULL;

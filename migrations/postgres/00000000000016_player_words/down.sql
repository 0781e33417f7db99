-- Only the codes that count fit into the earlier table.
DELETE FROM player_word WHERE ended_at IS NOT NULL;
DROP INDEX player_word_one_current;
DROP INDEX player_word_pairing_id;
ALTER TABLE player_word DROP COLUMN ended_at;
ALTER TABLE player_word DROP COLUMN result;
ALTER TABLE player_word DROP COLUMN code_sealed;
ALTER TABLE player_word ADD CONSTRAINT player_word_pairing_id_side_key UNIQUE (pairing_id, side);

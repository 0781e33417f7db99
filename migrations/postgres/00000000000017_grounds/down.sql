DROP INDEX game_record_ground;
ALTER TABLE game_record DROP COLUMN ground;

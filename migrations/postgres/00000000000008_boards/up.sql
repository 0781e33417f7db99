-- A board that stands twice in a round is a warning, which somebody may have a reason for: no rule of the table.

ALTER TABLE game DROP CONSTRAINT game_upload_id_round_board_key;
CREATE INDEX game_upload_id_round ON game (upload_id, round);

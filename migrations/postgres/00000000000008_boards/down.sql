-- One game on a board in a round again: of those that share one, the first keeps it.

DROP INDEX game_upload_id_round;
UPDATE game SET board = NULL WHERE EXISTS (
    SELECT 1 FROM game other WHERE other.upload_id = game.upload_id AND other.round = game.round
    AND other.board = game.board AND other.id < game.id
);
ALTER TABLE game ADD CONSTRAINT game_upload_id_round_board_key UNIQUE (upload_id, round, board);

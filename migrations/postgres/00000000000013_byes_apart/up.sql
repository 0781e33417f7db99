-- Rounds without an opponent stand apart from the games won; before, those that are worth a win were among them.
ALTER TABLE outcome ADD COLUMN byes BIGINT NOT NULL DEFAULT 0;
UPDATE outcome SET byes = (
    SELECT COUNT(*) FROM game WHERE game.black_entry = outcome.entry_id AND game.result = 'bye');
UPDATE outcome SET wins = (
    SELECT COUNT(*) FROM seat JOIN game ON game.id = seat.game_id
    WHERE seat.entry_id = outcome.entry_id AND (game.result = seat.colour OR game.result = 'both-win'))
WHERE byes > 0 AND wins > (
    SELECT COUNT(*) FROM seat JOIN game ON game.id = seat.game_id
    WHERE seat.entry_id = outcome.entry_id AND (game.result = seat.colour OR game.result = 'both-win'));

-- A notice that was ended early ends on the moment of that.
UPDATE notice SET ends_at = closed_at WHERE state = 'refused' AND closed_at < ends_at;

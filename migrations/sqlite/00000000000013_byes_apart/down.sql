-- A bye is worth a win where the points say so: two for a win, one for a draw.
UPDATE outcome SET wins = wins + byes
WHERE byes > 0 AND points >= 2 * (wins + byes) + (
    SELECT COUNT(*) FROM seat JOIN game ON game.id = seat.game_id
    WHERE seat.entry_id = outcome.entry_id AND game.result = 'draw');
ALTER TABLE outcome DROP COLUMN byes;

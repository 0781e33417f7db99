-- A bye is worth a win where the points say so.
UPDATE outcome SET wins = wins + byes WHERE byes > 0 AND points >= 2 * (wins + byes);
ALTER TABLE outcome DROP COLUMN byes;

-- What of a record only a referee can settle, by the code of its finding. It is written with the recount, which judges by
-- the results as they are; records that were recounted before have what their verdict says until they are recounted.
ALTER TABLE game_record ADD COLUMN ground TEXT CHECK (ground IN ('E811', 'E812', 'E823', 'W815', 'W816'));
UPDATE game_record SET ground = (
    SELECT CASE recount.verdict
        WHEN 'winner-differs' THEN 'E811'
        WHEN 'illegal' THEN 'E812'
        WHEN 'undecided' THEN 'W815'
        WHEN 'unreadable' THEN 'W816'
    END
    FROM recount WHERE recount.record_id = game_record.id AND recount.current
) WHERE pairing_id IS NOT NULL AND state = 'recounted';
CREATE INDEX game_record_ground ON game_record (event_id) WHERE ground IS NOT NULL;

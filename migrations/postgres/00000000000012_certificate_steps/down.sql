ALTER TABLE person DROP COLUMN hidden;
UPDATE notice SET ends_at = ends_at - INTERVAL '1 day'
WHERE state = 'held' AND (held_since + INTERVAL '8 hours')::date > (opened_at + INTERVAL '8 hours')::date;
DROP TABLE certificate_step;

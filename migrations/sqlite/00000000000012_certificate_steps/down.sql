ALTER TABLE person DROP COLUMN hidden;
UPDATE notice SET ends_at = strftime('%Y-%m-%d %H:%M:%S', ends_at, '-1 day')
WHERE state = 'held' AND date(held_since, '+8 hours') > date(opened_at, '+8 hours');
DROP TABLE certificate_step;

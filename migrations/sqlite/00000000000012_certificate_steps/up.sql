-- What became of a certificate after it was issued: each change of its state with the day, the published reason and who
-- made it. The row of the certificate knows only the state that holds now.

CREATE TABLE certificate_step (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    certificate_id BIGINT NOT NULL REFERENCES certificate (id),
    before TEXT NOT NULL,
    after TEXT NOT NULL,
    on_day DATE NOT NULL,
    note TEXT NOT NULL,
    account_id BIGINT REFERENCES account (id),
    recorded_at TIMESTAMP NOT NULL,
    CHECK (before IN ('valid','on-notice','suspended','revoked','superseded')),
    CHECK (after IN ('valid','on-notice','suspended','revoked','superseded'))
);
CREATE INDEX certificate_step_certificate_id ON certificate_step (certificate_id);

-- What happened before there was this table stands in the journal, without the reasons. Where an entry does not say the
-- state before, it is that of the entry before.
INSERT INTO certificate_step (certificate_id, before, after, on_day, note, account_id, recorded_at)
SELECT c.id, COALESCE(j.said, j.earlier, 'valid'), j.after, date(j.at, '+8 hours'), '',
    CASE WHEN j.actor LIKE 'account:%' THEN CAST(substr(j.actor, 9) AS BIGINT) END, j.at
FROM (
    SELECT seq, at, actor, action, subject, json_extract(payload, '$.from') AS said,
        json_extract(payload, '$.state') AS after,
        LAG(json_extract(payload, '$.state')) OVER (PARTITION BY subject ORDER BY seq) AS earlier
    FROM journal
    WHERE action LIKE 'certificate.%' AND json_extract(payload, '$.state') IS NOT NULL
) j
JOIN certificate c ON j.subject = 'certificate:'
    || CASE WHEN c.grade > 25 THEN CAST(c.grade - 25 AS TEXT) || 'd' ELSE CAST(26 - c.grade AS TEXT) || 'k' END
    || '/' || c.number
WHERE j.action <> 'certificate.issue'
ORDER BY j.seq;

-- The end of a notice that is held is kept as if it were let run on the day of the hold, the day that had begun given
-- back.
UPDATE notice SET ends_at = strftime('%Y-%m-%d %H:%M:%S', ends_at, '+1 day')
WHERE state = 'held' AND date(held_since, '+8 hours') > date(opened_at, '+8 hours');

-- Whether the name of somebody whom an unconfirmed submission entered is withheld; once confirmed, the state says it.
ALTER TABLE person ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT FALSE;

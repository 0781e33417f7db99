ALTER TABLE idempotency RENAME TO idempotency_after;
CREATE TABLE idempotency (
    key TEXT NOT NULL,
    action TEXT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (id),
    outcome TEXT NOT NULL,
    at TIMESTAMP NOT NULL,
    PRIMARY KEY (key)
);
-- Where several accounts or actions have the same key, one of them keeps it.
INSERT OR IGNORE INTO idempotency (key, action, account_id, outcome, at)
    SELECT key, action, account_id, outcome, at FROM idempotency_after;
DROP TABLE idempotency_after;

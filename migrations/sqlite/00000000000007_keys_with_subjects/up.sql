-- A form's key belongs to an account and an action, and is kept with what it was about.

ALTER TABLE idempotency RENAME TO idempotency_before;
CREATE TABLE idempotency (
    key TEXT NOT NULL,
    action TEXT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (id),
    subject TEXT NOT NULL,
    outcome TEXT NOT NULL,
    at TIMESTAMP NOT NULL,
    PRIMARY KEY (account_id, action, key)
);
INSERT INTO idempotency (key, action, account_id, subject, outcome, at)
    SELECT key, action, account_id, '', outcome, at FROM idempotency_before;
DROP TABLE idempotency_before;

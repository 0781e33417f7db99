-- A form's key belongs to an account and an action, and is kept with what it was about.

ALTER TABLE idempotency ADD COLUMN subject TEXT NOT NULL DEFAULT '';
ALTER TABLE idempotency ALTER COLUMN subject DROP DEFAULT;
ALTER TABLE idempotency DROP CONSTRAINT idempotency_pkey;
ALTER TABLE idempotency ADD PRIMARY KEY (account_id, action, key);

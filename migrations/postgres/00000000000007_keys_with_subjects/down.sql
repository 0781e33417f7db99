-- Where several accounts or actions have the same key, one of them keeps it.
DELETE FROM idempotency a USING idempotency b
    WHERE a.key = b.key AND (a.account_id, a.action) > (b.account_id, b.action);
ALTER TABLE idempotency DROP CONSTRAINT idempotency_pkey;
ALTER TABLE idempotency ADD PRIMARY KEY (key);
ALTER TABLE idempotency DROP COLUMN subject;

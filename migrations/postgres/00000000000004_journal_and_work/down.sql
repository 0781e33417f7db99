DROP TABLE setting;
DROP TABLE print_job;
DROP TABLE mail_outbox;
DROP TABLE journal_head;
DROP TABLE journal;
DROP TABLE idempotency;

-- The journal, the outbox of mails, print jobs, idempotency keys and settings.

CREATE TABLE idempotency (
    key TEXT NOT NULL,
    action TEXT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (id),
    outcome TEXT NOT NULL,
    at TIMESTAMP NOT NULL,
    PRIMARY KEY (key)
);

CREATE TABLE journal (
    seq BIGINT NOT NULL,
    at TIMESTAMP NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    payload TEXT NOT NULL,
    prev BLOB NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (seq)
);
CREATE INDEX journal_subject ON journal (subject);

CREATE TABLE journal_head (
    id BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (id)
);
INSERT INTO journal_head (id, seq, hash) VALUES (1, 0, X'0000000000000000000000000000000000000000000000000000000000000000');

CREATE TABLE mail_outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id BIGINT REFERENCES account (id),
    to_sealed BLOB NOT NULL,
    kind TEXT NOT NULL,
    lang TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    due_at TIMESTAMP NOT NULL,
    leased_until TIMESTAMP,
    last_error TEXT,
    created_at TIMESTAMP NOT NULL,
    sent_at TIMESTAMP,
    CHECK (state IN ('queued','sent','dead'))
);
CREATE INDEX mail_outbox_state_due_at ON mail_outbox (state, due_at);

CREATE TABLE print_job (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    agency_id BIGINT NOT NULL REFERENCES agency (id),
    event_id BIGINT REFERENCES event (id),
    account_id BIGINT NOT NULL REFERENCES account (id),
    paper TEXT NOT NULL,
    state TEXT NOT NULL,
    certificates TEXT NOT NULL,
    total BIGINT NOT NULL,
    printed BIGINT NOT NULL,
    refused TEXT NOT NULL,
    file TEXT,
    created_at TIMESTAMP NOT NULL,
    finished_at TIMESTAMP,
    CHECK (state IN ('queued','running','done','failed'))
);
CREATE INDEX print_job_agency_id ON print_job (agency_id);
CREATE INDEX print_job_state ON print_job (state);

CREATE TABLE setting (
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (key)
);

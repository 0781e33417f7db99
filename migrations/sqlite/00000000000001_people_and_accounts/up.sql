-- Agencies, the people who work for them, and the persons of the register.

CREATE TABLE agency (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    code TEXT NOT NULL,
    area_code TEXT NOT NULL,
    name_zh TEXT NOT NULL,
    name_en TEXT NOT NULL,
    level TEXT NOT NULL,
    parent_id BIGINT REFERENCES agency (id),
    ceiling BIGINT NOT NULL,
    state TEXT NOT NULL,
    valid_from DATE NOT NULL,
    valid_to DATE,
    created_at TIMESTAMP NOT NULL,
    UNIQUE (code),
    CHECK (level IN ('national','province','city','county')),
    CHECK (state IN ('active','suspended','closed')),
    CHECK (ceiling BETWEEN 1 AND 33)
);

CREATE TABLE account (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    login TEXT NOT NULL,
    name TEXT NOT NULL,
    mail_sealed BLOB NOT NULL,
    mail_index BLOB NOT NULL,
    password_hash TEXT,
    role TEXT NOT NULL,
    agency_id BIGINT NOT NULL REFERENCES agency (id),
    state TEXT NOT NULL,
    lang TEXT NOT NULL,
    failures BIGINT NOT NULL,
    locked_until TIMESTAMP,
    created_at TIMESTAMP NOT NULL,
    UNIQUE (login),
    CHECK (role IN ('national-admin','national-reviewer','national-auditor','agency-manager','agency-clerk','referee')),
    CHECK (state IN ('invited','active','disabled'))
);
CREATE INDEX account_mail_index ON account (mail_index);

CREATE TABLE session (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash BLOB NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (id),
    created_at TIMESTAMP NOT NULL,
    seen_at TIMESTAMP NOT NULL,
    ends_at TIMESTAMP NOT NULL,
    client TEXT NOT NULL,
    UNIQUE (token_hash)
);
CREATE INDEX session_account_id ON session (account_id);
CREATE INDEX session_ends_at ON session (ends_at);

CREATE TABLE one_time_link (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash BLOB NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (id),
    purpose TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    ends_at TIMESTAMP NOT NULL,
    used_at TIMESTAMP,
    UNIQUE (token_hash),
    CHECK (purpose IN ('invitation','reset'))
);
CREATE INDEX one_time_link_account_id ON one_time_link (account_id);

CREATE TABLE person (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    register_no TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    sex TEXT,
    birth DATE,
    region TEXT NOT NULL,
    grade BIGINT,
    state TEXT NOT NULL,
    guardian_consent BOOLEAN NOT NULL,
    publication_consent BOOLEAN NOT NULL,
    merged_into BIGINT REFERENCES person (id),
    entered_by BIGINT NOT NULL REFERENCES agency (id),
    created_at TIMESTAMP NOT NULL,
    UNIQUE (register_no),
    CHECK (state IN ('provisional','active','merged','withheld')),
    CHECK (sex IS NULL OR sex IN ('female','male')),
    CHECK ((state = 'merged') = (merged_into IS NOT NULL)),
    CHECK (grade IS NULL OR grade BETWEEN 1 AND 33)
);
CREATE INDEX person_name_key_birth ON person (name_key, birth);
CREATE INDEX person_merged_into ON person (merged_into);

CREATE TABLE person_change (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id BIGINT NOT NULL REFERENCES person (id),
    field TEXT NOT NULL,
    old_value TEXT NOT NULL,
    new_value TEXT NOT NULL,
    kind TEXT NOT NULL,
    effective_on DATE NOT NULL,
    recorded_at TIMESTAMP NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (id),
    reason TEXT NOT NULL,
    undone_at TIMESTAMP,
    CHECK (kind IN ('typo','change','merge'))
);
CREATE INDEX person_change_person_id ON person_change (person_id);

CREATE TABLE id_document (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id BIGINT NOT NULL REFERENCES person (id),
    kind TEXT NOT NULL,
    sealed BLOB NOT NULL,
    blind_index BLOB NOT NULL,
    last4 TEXT NOT NULL,
    entered_by BIGINT NOT NULL REFERENCES agency (id),
    created_at TIMESTAMP NOT NULL,
    UNIQUE (person_id, blind_index)
);
CREATE INDEX id_document_blind_index ON id_document (blind_index);

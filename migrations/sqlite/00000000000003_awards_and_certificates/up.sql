-- Awards, public notices, objections, certificates and their number series.

CREATE TABLE award (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id BIGINT NOT NULL REFERENCES person (id),
    event_id BIGINT REFERENCES event (id),
    entry_id BIGINT REFERENCES entry (id),
    from_grade BIGINT,
    grade BIGINT NOT NULL,
    basis TEXT NOT NULL,
    scheme_id TEXT NOT NULL,
    scheme_version TEXT NOT NULL,
    clause TEXT NOT NULL,
    reason_zh TEXT NOT NULL,
    reason_en TEXT NOT NULL,
    state TEXT NOT NULL,
    agency_id BIGINT NOT NULL REFERENCES agency (id),
    granted_on DATE,
    created_at TIMESTAMP NOT NULL,
    CHECK (basis IN ('contest','appraisal','other')),
    CHECK (state IN ('proposed','confirmed','on-notice','held','granted','certified','lapsed','refused')),
    CHECK (grade BETWEEN 1 AND 33)
);
CREATE INDEX award_person_id ON award (person_id);
CREATE INDEX award_event_id ON award (event_id);
CREATE INDEX award_agency_id_state ON award (agency_id, state);
CREATE UNIQUE INDEX award_one_an_entry ON award (entry_id) WHERE state <> 'refused';
CREATE UNIQUE INDEX award_once ON award (person_id, event_id, grade) WHERE state <> 'refused';

CREATE TABLE notice (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    reference TEXT NOT NULL,
    award_id BIGINT NOT NULL REFERENCES award (id),
    opened_at TIMESTAMP NOT NULL,
    ends_at TIMESTAMP NOT NULL,
    held_since TIMESTAMP,
    state TEXT NOT NULL,
    closed_at TIMESTAMP,
    opened_by BIGINT REFERENCES account (id),
    UNIQUE (reference),
    CHECK (state IN ('running','held','closed','refused')),
    CHECK ((state = 'held') = (held_since IS NOT NULL))
);
CREATE INDEX notice_award_id ON notice (award_id);
CREATE INDEX notice_state_ends_at ON notice (state, ends_at);
CREATE UNIQUE INDEX notice_one_open ON notice (award_id) WHERE state IN ('running','held');

CREATE TABLE objection (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    receipt TEXT NOT NULL,
    notice_id BIGINT NOT NULL REFERENCES notice (id),
    sender_sealed BLOB NOT NULL,
    sender_index BLOB NOT NULL,
    lang TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    filed_at TIMESTAMP NOT NULL,
    decided_at TIMESTAMP,
    decided_by BIGINT REFERENCES account (id),
    decision TEXT,
    UNIQUE (receipt),
    CHECK (state IN ('open','upheld','dismissed'))
);
CREATE INDEX objection_notice_id ON objection (notice_id);
CREATE INDEX objection_sender_index ON objection (sender_index);
CREATE UNIQUE INDEX objection_one_open ON objection (notice_id, sender_index) WHERE state = 'open';

CREATE TABLE certificate (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    award_id BIGINT NOT NULL REFERENCES award (id),
    person_id BIGINT NOT NULL REFERENCES person (id),
    agency_id BIGINT NOT NULL REFERENCES agency (id),
    grade BIGINT NOT NULL,
    number TEXT NOT NULL,
    holder TEXT NOT NULL,
    issuer_zh TEXT NOT NULL,
    issuer_en TEXT NOT NULL,
    event_name TEXT NOT NULL,
    face TEXT NOT NULL,
    issued_on DATE NOT NULL,
    state TEXT NOT NULL,
    state_on DATE NOT NULL,
    state_reason TEXT,
    superseded_by BIGINT REFERENCES certificate (id),
    UNIQUE (award_id),
    UNIQUE (grade, number),
    CHECK (state IN ('valid','on-notice','suspended','revoked','superseded')),
    CHECK (grade BETWEEN 1 AND 33),
    CHECK (length(number) = 9)
);
CREATE INDEX certificate_number ON certificate (number);
CREATE INDEX certificate_person_id ON certificate (person_id);
CREATE INDEX certificate_agency_id_issued_on ON certificate (agency_id, issued_on);

CREATE TABLE certificate_copy (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    certificate_id BIGINT NOT NULL REFERENCES certificate (id),
    copy_no BIGINT NOT NULL,
    mark TEXT NOT NULL,
    mark_no BIGINT NOT NULL,
    code_hash BLOB NOT NULL,
    code_sealed BLOB NOT NULL,
    holder TEXT NOT NULL,
    made_on DATE NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    made_by BIGINT REFERENCES account (id),
    UNIQUE (certificate_id, copy_no),
    UNIQUE (code_hash),
    CHECK (mark IN ('first','reissue','correction')),
    CHECK (state IN ('current','superseded'))
);

CREATE TABLE series (
    grade BIGINT NOT NULL,
    area TEXT NOT NULL,
    year BIGINT NOT NULL,
    last BIGINT NOT NULL,
    PRIMARY KEY (grade, area, year),
    CHECK (last BETWEEN 0 AND 9999)
);

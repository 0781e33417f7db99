-- What was decided about an agency, with the reason, which the journal does not hold.

CREATE TABLE agency_step (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    agency_id BIGINT NOT NULL REFERENCES agency (id),
    step TEXT NOT NULL,
    note TEXT NOT NULL,
    account_id BIGINT REFERENCES account (id),
    at TIMESTAMP NOT NULL,
    CHECK (step IN ('active','suspended','closed','extended','area'))
);
CREATE INDEX agency_step_agency_id ON agency_step (agency_id);

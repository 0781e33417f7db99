-- What was decided about a person's name and agreed to for a minor, with the reason and who said so: the journal holds
-- neither.

CREATE TABLE person_step (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id BIGINT NOT NULL REFERENCES person (id),
    step TEXT NOT NULL,
    on_day DATE NOT NULL,
    who_sealed BLOB,
    note TEXT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (id),
    recorded_at TIMESTAMP NOT NULL,
    CHECK (step IN ('withheld','shown','record-agreed','record-withdrawn','publication-agreed','publication-withdrawn'))
);
CREATE INDEX person_step_person_id ON person_step (person_id);

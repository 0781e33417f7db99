-- Persons barred from events by a decision of the national office.

CREATE TABLE person_bar (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id BIGINT NOT NULL REFERENCES person (id),
    from_on DATE NOT NULL,
    until_on DATE,
    reason TEXT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (id),
    recorded_at TIMESTAMP NOT NULL,
    lifted_on DATE,
    lifted_by BIGINT REFERENCES account (id),
    lifted_reason TEXT,
    CHECK (until_on IS NULL OR until_on >= from_on),
    CHECK ((lifted_on IS NULL) = (lifted_by IS NULL))
);
CREATE INDEX person_bar_person_id ON person_bar (person_id);

-- How names sound, for finding persons by pinyin; filled by the program, which knows the readings.
CREATE TABLE person_sound (
    person_id BIGINT NOT NULL REFERENCES person (id),
    sound TEXT NOT NULL,
    PRIMARY KEY (person_id)
);
CREATE INDEX person_sound_sound ON person_sound (sound);

CREATE INDEX person_region ON person (region, register_no);
CREATE INDEX person_entered_by ON person (entered_by, register_no);
CREATE INDEX journal_actor ON journal (actor, seq);
CREATE INDEX journal_action ON journal (action, seq);
CREATE INDEX journal_at ON journal (at);

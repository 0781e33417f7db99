-- Which birth dates an agency gave beside a name on a day, as keyed digests: so many and no more are answered, or birth
-- dates could be tried out one upload after the other. What is of an earlier day goes.

CREATE TABLE asked_birth (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    agency_id BIGINT NOT NULL REFERENCES agency (id),
    on_day DATE NOT NULL,
    name_digest TEXT NOT NULL,
    birth_digest TEXT NOT NULL,
    UNIQUE (agency_id, on_day, name_digest, birth_digest)
);

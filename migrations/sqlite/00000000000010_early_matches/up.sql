-- Who a doubtful player of an upload is, as decided before the results are submitted; of several words on one player the
-- last counts. No person: somebody new.

CREATE TABLE match_choice (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    upload_id BIGINT NOT NULL REFERENCES upload (id),
    file_id TEXT NOT NULL,
    person_id BIGINT REFERENCES person (id),
    reason TEXT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (id),
    at TIMESTAMP NOT NULL
);
CREATE INDEX match_choice_upload_id ON match_choice (upload_id);

-- What a submission was decided on: the whole answer to each of its uploads, as it was then. One row a submission and
-- upload; the answer beside the upload stays what was said when the file came.

CREATE TABLE kept_answer (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    upload_id BIGINT NOT NULL REFERENCES upload (id),
    answer TEXT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (id),
    at TIMESTAMP NOT NULL
);
CREATE INDEX kept_answer_upload_id ON kept_answer (upload_id);

-- A digest of those who were compared when somebody decided; empty: nobody knows, and the decision holds no more.
ALTER TABLE match_choice ADD COLUMN compared TEXT NOT NULL DEFAULT '';

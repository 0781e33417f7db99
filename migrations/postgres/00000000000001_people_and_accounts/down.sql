DROP TABLE id_document;
DROP TABLE person_change;
DROP TABLE person;
DROP TABLE one_time_link;
DROP TABLE session;
DROP TABLE account;
DROP TABLE agency;

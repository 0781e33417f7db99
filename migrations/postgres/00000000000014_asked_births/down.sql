DROP TABLE asked_birth;

DROP TABLE person_step;

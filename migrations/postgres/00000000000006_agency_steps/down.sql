DROP TABLE agency_step;

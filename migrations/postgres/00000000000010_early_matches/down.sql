DROP TABLE match_choice;

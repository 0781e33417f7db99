ALTER TABLE match_choice DROP COLUMN compared;
DROP TABLE kept_answer;

DROP INDEX journal_at;
DROP INDEX journal_action;
DROP INDEX journal_actor;
DROP INDEX person_entered_by;
DROP INDEX person_region;
DROP TABLE person_sound;
DROP TABLE person_bar;

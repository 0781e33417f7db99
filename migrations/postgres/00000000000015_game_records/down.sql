DROP TABLE result_slip;
DROP TABLE player_word;
DROP TABLE ruling;
DROP TABLE recount;
DROP TABLE record_beginning;
DROP TABLE game_record;
DROP TABLE record_source;
DROP TABLE pairing;

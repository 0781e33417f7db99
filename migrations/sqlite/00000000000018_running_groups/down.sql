DROP TABLE running_board;
DROP TABLE running_round;
DROP TABLE running_player;
DROP TABLE running_group;

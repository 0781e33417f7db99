DROP TABLE series;
DROP TABLE certificate_copy;
DROP TABLE certificate;
DROP TABLE objection;
DROP TABLE notice;
DROP TABLE award;

create table copy (
    number bigint primary key
);

-- The copy of the facts that a consumer with stored state keeps.
create table copy (
    number bigint primary key
);

-- What a consumer with state keeps of the facts.
create table copy (
    number bigint primary key
);

-- Facts are reported by events; effects are events that handlers applied.

create table fact (
    number bigint primary key
);

create table effect (
    effect_id bigint generated always as identity primary key,
    consumer  text not null,
    number    bigint not null,
    kind      text not null,
    trace     text
);

-- `fact` is the state that an event reports; `effect` records the events that handlers have applied.

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

-- What the tests announce, and what their handlers do. `fact` is the truth an event reports; `effect` is what came of it.

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

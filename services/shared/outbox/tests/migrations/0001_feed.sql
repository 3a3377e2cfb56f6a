-- What this service announces and how far it has read what others announce. The same file in every service: see services/shared/outbox.

create table outbox (
    outbox_id   bigint generated always as identity primary key,
    -- Given by the sequencer after the commit; readers go by it.
    position    bigint unique,
    kind        text not null,
    payload     jsonb not null,
    traceparent text,
    occurred_at timestamptz not null default now()
);

create index outbox_unnumbered on outbox (outbox_id) where position is null;

create table outbox_head (
    single   boolean primary key default true check (single),
    position bigint not null
);

insert into outbox_head (position) values (0);

create table feed_cursor (
    feed     text primary key,
    position bigint not null,
    moved_at timestamptz not null default now()
);

create table feed_parked (
    feed        text not null,
    position    bigint not null,
    kind        text not null,
    payload     jsonb not null,
    traceparent text,
    occurred_at timestamptz not null,
    error       text not null,
    attempts    integer not null,
    parked_at   timestamptz not null default now(),
    primary key (feed, position)
);

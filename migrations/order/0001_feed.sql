-- Every service has this file; see services/shared/outbox.

create table outbox (
    outbox_id   bigint generated always as identity primary key,
    -- Assigned by the sequencer after the commit.
    position    bigint unique,
    kind        text not null,
    payload     jsonb not null,
    traceparent text,
    occurred_at timestamptz not null default now()
);

create index outbox_unnumbered on outbox (outbox_id) where position is null;

create table outbox_head (
    single   boolean primary key default true check (single),
    position bigint not null,
    -- Changes with a restore of the database.
    epoch    uuid not null default gen_random_uuid(),
    -- PostgreSQL's `identifier/timeline` when the epoch began.
    origin   text,
    -- Events up to this one may be deleted.
    pruned   bigint not null default 0
);

insert into outbox_head (position) values (0);

create table feed_cursor (
    feed     text primary key,
    position bigint not null,
    moved_at timestamptz not null default now(),
    -- The producer's; null until the first read.
    epoch    uuid
);

-- Events are deleted once every consumer has reported a later position.
create table feed_consumer (
    name     text primary key,
    position bigint not null,
    seen_at  timestamptz not null default now()
);

-- Entities of a snapshot; at its end, other copies are deleted.
create table feed_snapshot (
    feed    text not null,
    kind    text not null,
    subject bigint not null,
    primary key (feed, kind, subject)
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

create index feed_parked_by_time on feed_parked (parked_at, position, feed);

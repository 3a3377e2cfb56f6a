-- The outbox of this service's events and its cursors in the feeds of other services. Every service has the same file; see
-- services/shared/outbox.

create table outbox (
    outbox_id   bigint generated always as identity primary key,
    -- Assigned by the sequencer after the commit; readers follow this number.
    position    bigint unique,
    kind        text not null,
    payload     jsonb not null,
    traceparent text,
    occurred_at timestamptz not null default now()
);

create index outbox_unnumbered on outbox (outbox_id) where position is null;

-- One row: the last assigned position and the epoch.
create table outbox_head (
    single   boolean primary key default true check (single),
    position bigint not null,
    -- Changes when the database is restored, because the same positions may then be assigned to other events.
    epoch    uuid not null default gen_random_uuid(),
    -- PostgreSQL's system identifier and timeline when the epoch began, as `identifier/timeline`. Null before the first start.
    origin   text,
    -- Events up to this position may have been deleted.
    pruned   bigint not null default 0
);

insert into outbox_head (position) values (0);

-- How far this service has read each feed.
create table feed_cursor (
    feed     text primary key,
    position bigint not null,
    moved_at timestamptz not null default now(),
    -- The producer's epoch that the position belongs to; null until the first read.
    epoch    uuid
);

-- The position of each consumer of this service's feed, as last reported. Old events are deleted once every consumer has read
-- them.
create table feed_consumer (
    name     text primary key,
    position bigint not null,
    seen_at  timestamptz not null default now()
);

-- While a snapshot of a feed is being applied: the entities it contained so far. At its end, stored copies of others are deleted.
-- `subject` is the id of the entity.
create table feed_snapshot (
    feed    text not null,
    kind    text not null,
    subject bigint not null,
    primary key (feed, kind, subject)
);

-- Events whose handler failed repeatedly; an operator replays them.
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

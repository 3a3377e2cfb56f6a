-- Every service has these tables of services/shared/outbox. A feed is the list of one service's events.


-- ==== 1. Written by the producer ====

-- Own events. A worker deletes old ones.
create table outbox (
    outbox_id   bigint generated always as identity primary key,
    -- The place in the feed, assigned after the commit: ids are not in the order of commits.
    position    bigint unique,
    kind        text not null,
    payload     jsonb not null,
    traceparent text,
    occurred_at timestamptz not null default now()
);

create index outbox_unnumbered on outbox (outbox_id) where position is null;

-- One row: the end of the feed.
create table outbox_head (
    single   boolean primary key default true check (single),
    -- The last assigned position.
    position bigint not null,
    -- Replaced when the database was restored: positions of two epochs are not comparable.
    epoch    uuid not null default gen_random_uuid(),
    -- PostgreSQL's `identifier/timeline` in this epoch, by which a restore is noticed.
    origin   text,
    -- Events up to this one may be deleted.
    pruned   bigint not null default 0
);

insert into outbox_head (position) values (0);

-- How far each consumer has read. Events that all have read are deleted.
create table feed_consumer (
    name     text primary key,
    position bigint not null,
    seen_at  timestamptz not null default now()
);


-- ==== 2. Written by the consumer ====

-- The last applied event of each feed.
create table feed_cursor (
    feed     text primary key,
    position bigint not null,
    moved_at timestamptz not null default now(),
    -- The producer's epoch; null until the first read.
    epoch    uuid
);

-- Entities already read from a snapshot, which lists all. At its end, copies of others are deleted.
create table feed_snapshot (
    feed    text not null,
    kind    text not null,
    subject bigint not null,
    primary key (feed, kind, subject)
);

-- Events that failed repeatedly and were skipped. An operator replays or discards them.
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

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
    position bigint not null,
    -- Changes when the database is restored: positions have another meaning from then on.
    epoch    uuid not null default gen_random_uuid(),
    -- The database system and its timeline in which the epoch began.
    origin   text,
    -- Events up to here may be deleted.
    pruned   bigint not null default 0
);

insert into outbox_head (position) values (0);

create table feed_cursor (
    feed     text primary key,
    position bigint not null,
    moved_at timestamptz not null default now(),
    -- Of the producer that the cursor belongs to; null until it is known.
    epoch    uuid
);

-- How far the consumers of this service's feed have come, as they last reported. Events are deleted when they are old and every
-- consumer has read them.
create table feed_consumer (
    name     text primary key,
    position bigint not null,
    seen_at  timestamptz not null default now()
);

-- What a snapshot that is being applied has named so far.
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

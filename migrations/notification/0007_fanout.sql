-- One thing that many are told: written with the event, carried out page by page. The cursor moves in the transaction that writes
-- the page's notifications, so however often whoever carries it out dies, each account is told once.

alter table notification
    -- What makes it the same thing told again, as `campaign:12`.
    add column occasion text;

create unique index notification_once on notification (account_id, occasion) where occasion is not null;

create table fanout (
    fanout_id   bigint generated always as identity primary key,
    occasion    text not null,
    -- Who is told: the `followers` of a store or the `likers` of a product.
    audience    text not null,
    audience_id bigint not null,
    topic       text not null,
    kind        text not null,
    subject     jsonb not null,
    link        text not null,
    -- Also the moment by which one had to be of the audience.
    occurred_at timestamptz not null,
    -- Not worth telling after.
    worth_until timestamptz not null,
    -- The last account that was told.
    cursor      bigint not null default 0,
    -- Whoever waited longest is served next.
    moved_at    timestamptz not null,
    ended_at    timestamptz,
    constraint fanout_occasion_key unique (occasion),
    constraint fanout_audience_is_known check (audience in ('followers', 'likers')),
    constraint fanout_link_is_a_path check (link like '/%')
);

create index fanout_under_way on fanout (moved_at) where ended_at is null;

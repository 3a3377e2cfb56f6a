-- What the shop has told people. Words are not stored: they are rendered from the kind and its subject in the reader's language.

create table notification (
    notification_id bigint generated always as identity primary key,
    account_id      bigint not null,
    kind            text not null,
    -- What the words need, as an order's code. Never personal data.
    subject         jsonb not null default '{}',
    -- A path in the shop.
    link            text,
    viewed_at       timestamptz,
    created_at      timestamptz not null,
    constraint notification_link_is_a_path check (link like '/%')
);

create index notification_newest on notification (account_id, created_at desc, notification_id desc);

create index notification_unread on notification (account_id) where viewed_at is null;

-- What people want to be told, by which ways and when; and what waits to be told outside of the shop.

-- Only of those who have ever chosen; everybody else has the defaults, which are the code's (src/domain/topic.rs).
create table preference (
    account_id  bigint primary key,
    -- As the account has it, when null.
    language    text,
    digest      text not null,
    -- In Asia/Baku.
    quiet_is_on boolean not null,
    quiet_from  time not null,
    quiet_until time not null,
    changed_at  timestamptz not null,
    constraint preference_language_is_known check (language in ('az', 'ru', 'en')),
    constraint preference_digest_is_known check (digest in ('off', 'daily'))
);

-- The ways a topic may take to somebody: `in_app`, `email`, `sms`, `push`. A topic without a row has its defaults.
create table choice (
    account_id bigint not null,
    topic      text not null,
    ways       text[] not null,
    primary key (account_id, topic)
);

-- Who agreed to what and when, or no longer did: the law wants it shown. Written once, never changed.
create table consent (
    consent_id bigint generated always as identity primary key,
    account_id bigint not null,
    topic      text not null,
    way        text not null,
    is_given   boolean not null,
    -- `preferences`, or `link` in a message.
    source     text not null,
    given_at   timestamptz not null
);

create index consent_by_account on consent (account_id, consent_id);

-- What somebody is to be told outside of the shop, written with the fact it tells. Whoever turns it into messages removes it in the
-- same transaction: each is told once.
create table telling (
    telling_id  bigint generated always as identity primary key,
    account_id  bigint not null,
    kind        text not null,
    subject     jsonb not null,
    link        text,
    -- What hurries has the smaller one: a courier at the door does not wait for a campaign to have been told to a million.
    rank        smallint not null,
    occurred_at timestamptz not null
);

create index telling_next on telling (rank, telling_id);

create index telling_by_account on telling (account_id);

-- What waits for the day's one mail.
create table digest_item (
    telling_id  bigint primary key,
    account_id  bigint not null,
    kind        text not null,
    subject     jsonb not null,
    link        text,
    occurred_at timestamptz not null,
    due_at      timestamptz not null
);

create index digest_item_by_account on digest_item (account_id, telling_id);

create index digest_item_due on digest_item (due_at);

alter table delivery
    -- Whose it is and what it is about, where it is the account's to refuse. What other services hand over has neither.
    add column account_id bigint,
    add column topic text,
    -- What hurries has the smaller one; what other services hand over, as codes, has none.
    add column rank smallint not null default 0,
    drop constraint delivery_state_is_known,
    add constraint delivery_state_is_known
        check (state in ('waiting', 'sent', 'refused', 'given_up', 'expired', 'withdrawn')) not valid,
    add constraint delivery_is_about_something check ((account_id is null) = (topic is null)) not valid;

drop index delivery_due;

create index delivery_due on delivery (channel, rank, due_at) where state = 'waiting';

create index delivery_waiting_for_account on delivery (account_id) where state = 'waiting' and account_id is not null;

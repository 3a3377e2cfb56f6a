-- Messages on their way to people, by SMS or e-mail. A row stays for a while after its end, as the log of what was sent; by
-- then it holds neither what was said nor to whom exactly.

create table delivery (
    -- The sender's: whoever asks twice gets one message.
    delivery_id   uuid primary key,
    channel       text not null,
    -- In full while it waits; masked once it is over.
    recipient     text not null,
    template      text not null,
    language      text not null,
    -- What the template leaves open, as codes and links. Sealed, and gone once it is over.
    sealed_values bytea,
    state         text not null default 'waiting',
    tries         integer not null default 0,
    -- When it may be taken up. Whoever takes it up moves this ahead, as a lease: should they die, it falls due again.
    due_at        timestamptz not null,
    expires_at    timestamptz not null,
    taken_at      timestamptz not null,
    ended_at      timestamptz,
    constraint delivery_channel_is_known check (channel in ('sms', 'email')),
    constraint delivery_state_is_known check (state in ('waiting', 'sent', 'refused', 'given_up', 'expired')),
    constraint delivery_says_something_while_it_waits check ((state = 'waiting') = (sealed_values is not null)),
    constraint delivery_ends_once check ((state = 'waiting') = (ended_at is null))
);

create index delivery_due on delivery (channel, due_at) where state = 'waiting';

create index delivery_over on delivery (ended_at) where state <> 'waiting';

-- What each carrier said to each try. Codes only: no recipient, no text.
create table delivery_attempt (
    delivery_attempt_id bigint generated always as identity primary key,
    delivery_id         uuid not null references delivery on delete cascade,
    try                 integer not null,
    carrier             text not null,
    -- `sent`, or why not.
    outcome             text not null,
    -- Under which name the carrier knows the message, for when somebody asks them about it.
    carrier_message_id  text,
    attempted_at        timestamptz not null
);

create index delivery_attempt_delivery on delivery_attempt (delivery_id);

-- Local mode only: what would have been sent, where nothing leaves the machine.
create table inbox (
    inbox_id    bigint generated always as identity primary key,
    recipient   text not null,
    channel     text not null,
    subject     text not null,
    body_text   text not null,
    body_html   text not null,
    received_at timestamptz not null,
    constraint inbox_channel_is_known check (channel in ('sms', 'email'))
);

create index inbox_newest_of_recipient on inbox (recipient, inbox_id desc);

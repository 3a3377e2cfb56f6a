-- Accounts, orders, stores and products belong to other services, so there are no foreign keys to them. In names,
-- `told` and `telling` mean notifying, `departed` erased accounts, and `way` a channel.

-- Notifications in the app.
create table notification (
    notification_id bigint generated always as identity,
    account_id      bigint not null,
    kind            text not null,
    -- Such as an order's code; never personal data.
    subject         jsonb not null default '{}',
    link            text,
    viewed_at       timestamptz,
    created_at      timestamptz not null,
    -- Identifies the event of a fan-out, such as `campaign:12`.
    occasion        text,
    -- The only index that large fan-outs must maintain.
    constraint notification_pkey primary key (account_id, notification_id),
    constraint notification_link_is_a_path check (link like '/%')
);

create index notification_unread on notification (account_id) where viewed_at is null;

create unique index notification_once on notification (account_id, occasion) where occasion is not null;

-- Inserts wait for each other until the commit, so that a reader who knows an id has missed none before it.
create function notification_takes_its_turn() returns trigger language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtext('sovqat.notification.turn'));
    return null;
end $$;

create trigger notification_comes_in_turn before insert on notification
    for each statement execute function notification_takes_its_turn();

-- A payload is limited to 8,000 bytes; 350 ids fit.
create function wake_readers(accounts bigint[]) returns void language plpgsql as $$
begin
    perform pg_notify('notification_changed', string_agg(woken.account_id::text, ','))
    from unnest(accounts) with ordinality as woken (account_id, place)
    group by (woken.place - 1) / 350;
end $$;

create function notification_is_told() returns trigger language plpgsql as $$
begin
    perform wake_readers(array(select distinct account_id from told));
    return null;
end $$;

create trigger notification_told after insert on notification
    referencing new table as told
    for each statement execute function notification_is_told();

create function notification_is_read() returns trigger language plpgsql as $$
begin
    perform wake_readers(array(
        select distinct after.account_id
        from after
        join before using (notification_id)
        where before.viewed_at is null and after.viewed_at is not null
    ));
    return null;
end $$;

create trigger notification_read after update on notification
    referencing old table as before new table as after
    for each statement execute function notification_is_read();

-- A function can have planner settings. A plan made for a nearly empty table would keep reading all of it.
create function told_of(account bigint) returns bigint
language sql stable
set enable_seqscan = off
as $$
    select count(*) from notification where account_id = account
$$;

create function unread_of(account bigint) returns bigint
language sql stable
set enable_seqscan = off
as $$
    select count(*) from notification where account_id = account and viewed_at is null
$$;

-- Reads the primary key backwards instead of sorting.
create function newest_of(account bigint, most bigint, skipped bigint) returns setof notification
language sql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
    select * from notification where account_id = account order by notification_id desc limit most offset skipped
$$;

-- Notifications newer than the ids that readers know; a null id selects only the totals. `place` is the reader's
-- position, from 1.
create function news_of(accounts bigint[], known bigint[], most bigint)
returns table (
    place bigint, last_id bigint, unread bigint,
    notification_id bigint, kind text, subject jsonb, link text, viewed_at timestamptz, created_at timestamptz
)
language sql stable
set enable_seqscan = off
as $$
    select asked.place, standing.last_id, standing.unread, told.*
    from unnest(accounts, known) with ordinality as asked (account_id, known, place)
    cross join lateral (
        select
            (select coalesce(max(notification_id), 0) from notification where account_id = asked.account_id) as last_id,
            (select count(*) from notification where account_id = asked.account_id and viewed_at is null) as unread
        -- Keeps this subquery separate: it runs once per reader.
        offset 0
    ) as standing
    left join lateral (
        select notification_id, kind, subject, link, viewed_at, created_at
        from notification
        where account_id = asked.account_id and notification_id > asked.known
        order by notification_id desc
        limit most
    ) as told on true
    order by asked.place, told.notification_id
$$;


-- Settings of accounts. The defaults are in domain/topic.rs and domain/quiet_hours.rs.
create table preference (
    account_id  bigint primary key,
    language    text,
    digest      text not null,
    -- Quiet hours, in Baku time.
    quiet_is_on boolean not null,
    quiet_from  time not null,
    quiet_until time not null,
    changed_at  timestamptz not null,
    constraint preference_language_is_known check (language in ('az', 'ru', 'en')),
    constraint preference_digest_is_known check (digest in ('off', 'daily'))
);

-- The channels that an account chose for a topic.
create table choice (
    account_id bigint not null,
    topic      text not null,
    ways       text[] not null,
    primary key (account_id, topic)
);

-- Consents to advertising, given and withdrawn. The law requires this log.
create table consent (
    consent_id bigint generated always as identity primary key,
    account_id bigint not null,
    topic      text not null,
    way        text not null,
    is_given   boolean not null,
    source     text not null,
    given_at   timestamptz not null
);

create index consent_by_account on consent (account_id, consent_id);


-- Erased accounts, whose late events are ignored.
create table departed (
    account_id bigint primary key
);


-- Events that notify a whole audience, page by page. The cursor moves in the transaction of each page, so that no
-- account is notified twice after a crash.
create table fanout (
    fanout_id   bigint generated always as identity primary key,
    occasion    text not null,
    audience    text not null,
    audience_id bigint not null,
    topic       text not null,
    kind        text not null,
    subject     jsonb not null,
    link        text not null,
    occurred_at timestamptz not null,
    -- After this time, no account is notified.
    worth_until timestamptz not null,
    -- The last notified account.
    cursor      bigint not null default 0,
    moved_at    timestamptz not null,
    ended_at    timestamptz,
    constraint fanout_occasion_key unique (occasion),
    constraint fanout_audience_is_known check (audience in ('followers', 'likers')),
    constraint fanout_link_is_a_path check (link like '/%')
);

create index fanout_under_way on fanout (moved_at) where ended_at is null;

-- The accounts of a page (in ascending order) that want the topic `about`, are not erased, and have no notification of
-- the occasion `heard`. Range reads are faster than single lookups.
create function to_be_told(audience bigint[], about text, by_default boolean, heard text) returns setof bigint
language sql stable
set enable_seqscan = off
as $$
    select account_id
    from unnest(audience) as listener (account_id)
    -- The choice of these accounts differs from the default.
    where by_default <> (
              account_id in (
                  select choice.account_id
                  from choice
                  where choice.account_id between audience[1] and audience[cardinality(audience)]
                    and choice.topic = about
                    and ('in_app' = any (choice.ways)) <> by_default
              ))
      and account_id not in (
              select departed.account_id
              from departed
              where departed.account_id between audience[1] and audience[cardinality(audience)]
          )
      -- `limit` prevents a join with all notifications of the occasion.
      and (
              select true
              from notification
              where notification.account_id = listener.account_id and occasion = heard
              limit 1
          ) is null
$$;


-- Pending notifications, deleted in the transaction that writes their deliveries.
create table telling (
    telling_id  bigint generated always as identity primary key,
    account_id  bigint not null,
    kind        text not null,
    subject     jsonb not null,
    link        text,
    -- Smaller is more urgent.
    rank        smallint not null,
    occurred_at timestamptz not null
);

create index telling_next on telling (rank, telling_id);

create index telling_by_account on telling (account_id);

-- Notifications that wait for the daily digest of their account.
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


-- Messages by SMS, mail and push. Ended deliveries are kept for 30 days, without values and with a masked recipient.
create table delivery (
    -- Chosen by the caller, so that repeated requests are ignored.
    delivery_id   uuid primary key,
    channel       text not null,
    -- Phone number (E.164), e-mail address, push subscription, or `support`.
    recipient     text not null,
    template      text not null,
    language      text not null,
    -- Encrypted.
    sealed_values bytea,
    -- `refused`: a permanent failure. `given_up`: all attempts failed. `withdrawn`: the topic was turned off.
    state         text not null default 'waiting',
    -- The number of attempts, which identifies the lease of the last one.
    tries         integer not null default 0,
    -- During an attempt, the end of the lease.
    due_at        timestamptz not null,
    expires_at    timestamptz not null,
    taken_at      timestamptz not null,
    ended_at      timestamptz,
    -- Null for messages of other services.
    account_id    bigint,
    topic         text,
    rank          smallint not null default 0,
    constraint delivery_channel_is_known check (channel in ('sms', 'email', 'push')),
    constraint delivery_state_is_known
        check (state in ('waiting', 'sent', 'refused', 'given_up', 'expired', 'withdrawn')),
    constraint delivery_says_something_while_it_waits check ((state = 'waiting') = (sealed_values is not null)),
    constraint delivery_ends_once check ((state = 'waiting') = (ended_at is null)),
    constraint delivery_is_about_something check ((account_id is null) = (topic is null))
);

create index delivery_due on delivery (channel, rank, due_at) where state = 'waiting';

create index delivery_over on delivery (ended_at) where state <> 'waiting';

create index delivery_waiting_for_account on delivery (account_id) where state = 'waiting' and account_id is not null;

-- Calls of carriers, such as SMS providers.
create table delivery_attempt (
    delivery_attempt_id bigint generated always as identity primary key,
    delivery_id         uuid not null references delivery on delete cascade,
    try                 integer not null,
    carrier             text not null,
    outcome             text not null,
    carrier_message_id  text,
    attempted_at        timestamptz not null
);

create index delivery_attempt_delivery on delivery_attempt (delivery_id);

-- Local mode stores messages here.
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


-- Browsers that receive push messages.
create table push_subscription (
    push_subscription_id bigint generated always as identity primary key,
    -- The last account that signed in in this browser.
    account_id           bigint not null,
    -- SHA-256 of the endpoint's URL.
    endpoint_hash        bytea not null,
    -- Endpoint and keys, encrypted.
    sealed               bytea not null,
    created_at           timestamptz not null,
    constraint push_subscription_endpoint_key unique (endpoint_hash)
);

create index push_subscription_by_account on push_subscription (account_id, push_subscription_id);

-- The signing key of local mode, encrypted.
create table push_key (
    single boolean primary key default true check (single),
    sealed bytea not null
);


-- Letters to support.
create table ticket (
    ticket_id    bigint generated always as identity primary key,
    code         text not null,
    status       text not null default 'open',
    name         text not null,
    email        text not null,
    -- The address in one spelling, for limits.
    mailbox      text not null,
    -- A guest's network as a keyed hash, removed after a day.
    network      bytea,
    phone_number text,
    message      text not null,
    language     text not null,
    account_id   bigint,
    created_at   timestamptz not null,
    closed_at    timestamptz,
    -- The member of staff who handles the ticket.
    assignee_id  bigint,
    -- Found in the message, or entered by staff.
    order_code   text,
    constraint ticket_code_key unique (code),
    constraint ticket_status_is_known check (status in ('open', 'closed')),
    constraint ticket_is_closed_once check ((status = 'closed') = (closed_at is not null)),
    constraint ticket_assignee_is_positive check (assignee_id > 0),
    -- The same 29 characters as in ticket codes, in groups of four.
    constraint ticket_order_code_is_well_formed
        check (order_code ~ '^SQ-[2-9AC-HJKMNP-RT-Z]{4}-[2-9AC-HJKMNP-RT-Z]{2,4}$'),
    constraint ticket_network_is_anonymous check (network is null or account_id is null)
);

create index ticket_newest on ticket (status, ticket_id desc);

-- For the lists of an operator's tickets, and of an order's.
create index ticket_of_assignee on ticket (assignee_id, status, ticket_id desc) where assignee_id is not null;
create index ticket_of_order on ticket (order_code, ticket_id desc) where order_code is not null;

create index ticket_of_writer on ticket (email, created_at desc);

create index ticket_of_mailbox on ticket (mailbox, created_at desc);
create index ticket_of_account on ticket (account_id, created_at desc) where account_id is not null;
create index ticket_of_network on ticket (network, created_at desc) where network is not null;
create index ticket_of_guest on ticket (created_at desc) where account_id is null;

create index ticket_over on ticket (closed_at) where status = 'closed';

-- A copy of the contact address, so that tickets arrive while the seo service is down.
create table support_address (
    single boolean primary key default true check (single),
    email  text not null
);

insert into support_address (email) values ('salam@sovqat.az');

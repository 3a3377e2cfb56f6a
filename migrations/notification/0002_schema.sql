-- The schema of the notification service: notifications in the app, messages by SMS, e-mail and push, and support
-- tickets. The event feed is in 0001_feed.sql, the audit log in 0003_audit.sql.
--
-- * Accounts, orders, stores and products belong to other services, so there are no foreign keys to them.
-- * Texts are not stored. They are rendered from `kind` and `subject` in the reader's language.
-- * `topic` is a key of domain/topic.rs, `kind` of domain/kind.rs or domain/order_step.rs, `link` a path in the shop.
-- * "Encrypted": with a key of the service's configuration (services/shared/kit/src/seal.rs).
-- * In names, `told` and `telling` stand for notifying, `departed` for erased accounts, and `way` for a channel.
-- * Source paths are below services/notification/src.


-- ==== 1. Notifications in the app ====

create table notification (
    notification_id bigint generated always as identity,
    account_id      bigint not null,
    kind            text not null,
    -- Data for the text, such as an order's code; never personal data.
    subject         jsonb not null default '{}',
    link            text,
    viewed_at       timestamptz,
    created_at      timestamptz not null,
    -- The fan-out (chapter 4) that wrote the notification, such as `campaign:12`.
    occasion        text,
    -- An account's notifications are read in the order of ids, in both directions, by this one index. So a fan-out to a
    -- million followers need not write to a second index. Ids alone are unique, too, because the identity never returns
    -- a number twice.
    constraint notification_pkey primary key (account_id, notification_id),
    constraint notification_link_is_a_path check (link like '/%')
);

create index notification_unread on notification (account_id) where viewed_at is null;

create unique index notification_once on notification (account_id, occasion) where occasion is not null;

-- The following triggers notify the streams of open pages of every change, whichever code makes it.

-- Makes transactions that insert notifications wait for each other until the commit, so that ids follow the order of
-- commits. Otherwise a reader who has seen a higher id would never get a lower one that is committed later.
create function notification_takes_its_turn() returns trigger language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtext('sovqat.notification.turn'));
    return null;
end $$;

create trigger notification_comes_in_turn before insert on notification
    for each statement execute function notification_takes_its_turn();

-- Sends account ids to the channel `notification_changed` (db/change_channel.rs). A payload must be shorter than 8,000
-- bytes, and 350 ids of maximum length have 7,000.
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

-- Wakes the other windows of a reader who has read a notification.
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

-- The following queries are functions, because only functions can have planner settings. Without the settings, a
-- connection that planned a query while the table was nearly empty would keep reading the whole table, also when it has
-- a million rows.

-- Returns the number of an account's notifications (db/notification.rs).
create function told_of(account bigint) returns bigint
language sql stable
set enable_seqscan = off
as $$
    select count(*) from notification where account_id = account
$$;

-- Returns the number of an account's unread notifications (db/notification.rs), which every page of the shop shows.
create function unread_of(account bigint) returns bigint
language sql stable
set enable_seqscan = off
as $$
    select count(*) from notification where account_id = account and viewed_at is null
$$;

-- Returns a page of an account's notifications, newest first (db/notification.rs). Reads the primary key backwards, so
-- that nothing is sorted.
create function newest_of(account bigint, most bigint, skipped bigint) returns setof notification
language sql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
    select * from notification where account_id = account order by notification_id desc limit most offset skipped
$$;

-- Returns the news for many readers in one statement (db/updates.rs). A reader is an open stream of an account.
-- `accounts` has the account of each reader, and `known` the last id that the reader knows; for null, no notifications
-- are returned. Each reader gets at most `most` of the newest notifications, oldest first, or one row with nulls from
-- `notification_id` on. `place` is the reader's position in the arrays, from 1. `last_id` is the account's newest id,
-- or 0.
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
        -- Keeps the planner from merging this subquery: it runs once per reader, not per notification.
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


-- ==== 2. Preferences and consent ====

-- The choices of an account about its messages. For an account without a row, the defaults of domain/topic.rs and
-- domain/quiet_hours.rs apply.
create table preference (
    account_id  bigint primary key,
    -- The language of messages. Null for the language of the account.
    language    text,
    -- `daily`: e-mails that can wait are combined into one per day. `off`: each is sent separately.
    digest      text not null,
    -- The quiet hours, in Baku time: messages that are not urgent wait for their end. If they include midnight,
    -- `quiet_until` is the smaller time.
    quiet_is_on boolean not null,
    quiet_from  time not null,
    quiet_until time not null,
    changed_at  timestamptz not null,
    constraint preference_language_is_known check (language in ('az', 'ru', 'en')),
    constraint preference_digest_is_known check (digest in ('off', 'daily'))
);

-- The channels that an account has chosen for a topic. Without a row, the topic has its default channels.
create table choice (
    account_id bigint not null,
    topic      text not null,
    -- Some of `in_app`, `email`, `sms` and `push`.
    ways       text[] not null,
    primary key (account_id, topic)
);

-- A log that the law requires: when an account agreed to messages about a topic by a channel, or withdrew the consent.
-- Rows are never updated, and are deleted with the account.
create table consent (
    consent_id bigint generated always as identity primary key,
    account_id bigint not null,
    topic      text not null,
    way        text not null,
    is_given   boolean not null,
    -- `preferences` (settings page) or `link` (unsubscription link in a message).
    source     text not null,
    given_at   timestamptz not null
);

create index consent_by_account on consent (account_id, consent_id);


-- ==== 3. Erased accounts ====

-- Accounts that were erased. The feeds of other services are read independently, so an event of an order may come after
-- its account was erased. Nothing is written for such an event.
create table departed (
    account_id bigint primary key
);


-- ==== 4. Fan-outs: one notification for a whole audience ====

-- A fan-out writes a notification for each member of an audience, such as the followers of a store. A row is written in
-- the transaction of the event, and processed page by page (app/fanout.rs). The cursor moves in the transaction of each
-- page, so each account is notified once, also after crashes.
create table fanout (
    fanout_id   bigint generated always as identity primary key,
    -- Written to notification.occasion.
    occasion    text not null,
    -- `followers` of a store or `likers` of a product, and the id of the store or product.
    audience    text not null,
    audience_id bigint not null,
    topic       text not null,
    kind        text not null,
    subject     jsonb not null,
    link        text not null,
    -- Accounts that joined the audience later are not notified.
    occurred_at timestamptz not null,
    -- After this time, nobody else is notified.
    worth_until timestamptz not null,
    -- The last processed account. Accounts are processed in ascending order.
    cursor      bigint not null default 0,
    -- When the last page was processed. The fan-out that has waited longest is next.
    moved_at    timestamptz not null,
    ended_at    timestamptz,
    constraint fanout_occasion_key unique (occasion),
    constraint fanout_audience_is_known check (audience in ('followers', 'likers')),
    constraint fanout_link_is_a_path check (link like '/%')
);

create index fanout_under_way on fanout (moved_at) where ended_at is null;

-- Returns those accounts of a page that are to be notified in the app (db/fanout.rs): they want the topic `about`, are
-- not erased, and have no notification with the occasion `heard`. `audience` is the page in ascending order.
-- `by_default` says whether accounts without a choice get the topic. Choices and erased accounts are each read as one
-- range. Looking them up one by one, and `on conflict` instead of the last condition, made a page take a quarter
-- longer. Sequential scans are off for the reason in chapter 1.
create function to_be_told(audience bigint[], about text, by_default boolean, heard text) returns setof bigint
language sql stable
set enable_seqscan = off
as $$
    select account_id
    from unnest(audience) as listener (account_id)
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
      -- The limit prevents a join that reads all notifications of the occasion.
      and (
              select true from notification where notification.account_id = listener.account_id and occasion = heard limit 1
          ) is null
$$;


-- ==== 5. Pending notifications: not yet turned into deliveries ====

-- Notifications for e-mail, SMS or push. A row is written in the transaction of the event. A worker deletes it in the
-- transaction that writes its deliveries (app/dispatch.rs), so each notification is dispatched once.
create table telling (
    telling_id  bigint generated always as identity primary key,
    account_id  bigint not null,
    kind        text not null,
    subject     jsonb not null,
    link        text,
    -- A smaller rank is more urgent (domain/policy.rs), so that the message about a courier at the door does not wait
    -- for a campaign to a million accounts.
    rank        smallint not null,
    occurred_at timestamptz not null
);

create index telling_next on telling (rank, telling_id);

-- For the erasure of an account.
create index telling_by_account on telling (account_id);

-- Notifications that wait for their account's daily digest. `telling_id` is the id that the pending notification had.
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


-- ==== 6. Deliveries: messages by SMS, e-mail and push ====

-- Each row is one message to one recipient. When the delivery has ended, values are removed and the recipient is
-- masked. Such rows are kept as a log for 30 days (app/housekeeping.rs).
create table delivery (
    -- The caller chooses the id, so that a repeated request sends no second message.
    delivery_id   uuid primary key,
    channel       text not null,
    -- A phone number (E.164), e-mail address, id of a push subscription, or `support` for `support_address`.
    recipient     text not null,
    template      text not null,
    language      text not null,
    -- The values of the template's placeholders, such as codes. Encrypted.
    sealed_values bytea,
    -- `refused`: a carrier reported a permanent failure. `given_up`: all attempts failed. `expired`: not sent before
    -- `expires_at`. `withdrawn`: the recipient turned the topic off first.
    state         text not null default 'waiting',
    -- The number of the last attempt. It identifies the lease of the worker that makes the attempt.
    tries         integer not null default 0,
    -- When a worker takes the message. During an attempt, this is the end of the worker's lease, so that the message is
    -- due again after a crash.
    due_at        timestamptz not null,
    expires_at    timestamptz not null,
    -- When this service accepted the message.
    taken_at      timestamptz not null,
    ended_at      timestamptz,
    -- The account and the topic whose preferences are checked before sending. Null for messages of other services. The
    -- topic is `digest` for the daily digest.
    account_id    bigint,
    topic         text,
    -- A smaller rank is more urgent. 0 for messages of other services, such as codes.
    rank          smallint not null default 0,
    constraint delivery_channel_is_known check (channel in ('sms', 'email', 'push')),
    constraint delivery_state_is_known
        check (state in ('waiting', 'sent', 'refused', 'given_up', 'expired', 'withdrawn')),
    constraint delivery_says_something_while_it_waits check ((state = 'waiting') = (sealed_values is not null)),
    constraint delivery_ends_once check ((state = 'waiting') = (ended_at is null)),
    constraint delivery_is_about_something check ((account_id is null) = (topic is null))
);

-- Each delivery worker serves one channel.
create index delivery_due on delivery (channel, rank, due_at) where state = 'waiting';

-- For deleting old rows.
create index delivery_over on delivery (ended_at) where state <> 'waiting';

-- For the erasure of an account.
create index delivery_waiting_for_account on delivery (account_id) where state = 'waiting' and account_id is not null;

-- Calls to carriers (the companies that send messages), without recipients and texts.
create table delivery_attempt (
    delivery_attempt_id bigint generated always as identity primary key,
    delivery_id         uuid not null references delivery on delete cascade,
    try                 integer not null,
    carrier             text not null,
    -- `sent`, or a failure's code.
    outcome             text not null,
    -- The carrier's id of the message, for questions to the carrier.
    carrier_message_id  text,
    attempted_at        timestamptz not null
);

create index delivery_attempt_delivery on delivery_attempt (delivery_id);

-- In local mode, messages are stored here and not sent.
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


-- ==== 7. Web push ====

create table push_subscription (
    push_subscription_id bigint generated always as identity primary key,
    -- The last account that signed in in this browser.
    account_id           bigint not null,
    -- SHA-256 of the endpoint's URL: one row per browser.
    endpoint_hash        bytea not null,
    -- The endpoint's URL and keys. Encrypted, because they suffice to push to the browser.
    sealed               bytea not null,
    created_at           timestamptz not null,
    constraint push_subscription_endpoint_key unique (endpoint_hash)
);

create index push_subscription_by_account on push_subscription (account_id, push_subscription_id);

-- The key that signs pushes in local mode. In production, it is in the configuration.
create table push_key (
    single boolean primary key default true check (single),
    -- Encrypted.
    sealed bytea not null
);


-- ==== 8. Support tickets ====

-- Letters from the contact form. Closed tickets are deleted after a year (domain/ticket.rs).
create table ticket (
    ticket_id    bigint generated always as identity primary key,
    -- Can be read out on the phone (domain/ticket.rs).
    code         text not null,
    status       text not null default 'open',
    name         text not null,
    email        text not null,
    -- The address without a plus tag, and without punctuation that the provider ignores. All spellings of a mailbox
    -- share a budget: a number of letters that they may send.
    mailbox      text not null,
    -- Keyed hash (NOTIFICATION_KEY_SECRET) of a guest's network, which also has a budget. Removed after a day.
    network      bytea,
    -- E.164.
    phone_number text,
    message      text not null,
    language     text not null,
    -- Null for a guest. The ticket is deleted when the account is erased.
    account_id   bigint,
    created_at   timestamptz not null,
    closed_at    timestamptz,
    constraint ticket_code_key unique (code),
    constraint ticket_status_is_known check (status in ('open', 'closed')),
    constraint ticket_is_closed_once check ((status = 'closed') = (closed_at is not null)),
    constraint ticket_network_is_anonymous check (network is null or account_id is null)
);

create index ticket_newest on ticket (status, ticket_id desc);

-- Finds messages that a writer has sent twice.
create index ticket_of_writer on ticket (email, created_at desc);

-- For the budgets of mailboxes, accounts, networks and all guests (app/ticket/budgets.rs).
create index ticket_of_mailbox on ticket (mailbox, created_at desc);
create index ticket_of_account on ticket (account_id, created_at desc) where account_id is not null;
create index ticket_of_network on ticket (network, created_at desc) where network is not null;
create index ticket_of_guest on ticket (created_at desc) where account_id is null;

-- For deleting old tickets.
create index ticket_over on ticket (closed_at) where status = 'closed';

-- The mailbox of support. It is a copy of the shop's contact address, which the seo service owns and publishes in its
-- feed, so that tickets arrive also while that service is down. Both services start with the same address.
create table support_address (
    single boolean primary key default true check (single),
    email  text not null
);

insert into support_address (email) values ('salam@sovqat.az');

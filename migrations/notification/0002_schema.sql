-- The schema of the notification service: notifications in the app, preferences, messages by SMS, e-mail and push,
-- fan-outs to audiences, and support tickets. The tables of the event feed are in 0001_feed.sql.
--
--   1. Notifications in the app
--   2. Preferences and consent
--   3. Erased accounts
--   4. Fan-outs: one notification for a whole audience
--   5. Pending notifications (`telling`): not yet turned into deliveries
--   6. Deliveries: messages by SMS, e-mail and push
--   7. Web push
--   8. Support tickets
--   9. Audit: what operators did
--
-- Rules for all tables:
-- * Accounts, orders, stores and products belong to other services, so there are no foreign keys to them.
-- * Texts are not stored. They are rendered from `kind` and `subject` in the reader's language.
-- * `topic` is a key of domain/topic.rs. `kind` is a key of domain/kind.rs or domain/order_step.rs. `link` is a path in
--   the shop.
-- * "Encrypted" means with a key from the service's configuration (services/shared/kit/src/seal.rs), so a copy of the
--   database is not enough to read the column.
-- * In names, `told` and `telling` stand for notifying, `departed` for erased accounts, and `way` for a channel. The
--   code says notification, erased account and channel.
-- * Source paths are below services/notification/src.


-- ==== 1. Notifications in the app ====

-- The notifications of each account, as its list in the app shows them.
create table notification (
    notification_id bigint generated always as identity,
    account_id      bigint not null,
    kind            text not null,
    -- Data for the text, for example an order's code. Never personal data.
    subject         jsonb not null default '{}',
    link            text,
    viewed_at       timestamptz,
    created_at      timestamptz not null,
    -- Identifies the fan-out that wrote the notification, for example `campaign:12`. Null for all others.
    occasion        text,
    -- Notifications are always read for one account and in the order of ids, so the key begins with the account. It is
    -- read in both directions, which saves a second index that a fan-out would have to write for each of a million
    -- followers. The id alone is unique, too, because the identity never returns a number twice.
    constraint notification_pkey primary key (account_id, notification_id),
    constraint notification_link_is_a_path check (link like '/%')
);

create index notification_unread on notification (account_id) where viewed_at is null;

-- A fan-out notifies an account once.
create unique index notification_once on notification (account_id, occasion) where occasion is not null;

-- The triggers below guarantee that readers with an open stream are notified of every change immediately, whichever
-- code writes it.

-- Serializes inserts until the commit, so that ids follow the order of commits. Without the lock, a higher id could
-- become visible while a transaction with a lower one is still open; a reader who then asks for everything after the
-- higher id would never get the lower one.
create function notification_takes_its_turn() returns trigger language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtext('sovqat.notification.turn'));
    return null;
end $$;

create trigger notification_comes_in_turn before insert on notification
    for each statement execute function notification_takes_its_turn();

-- Sends the ids of accounts whose lists changed to the channel `notification_changed` (db/change_channel.rs). A payload
-- must be shorter than 8,000 bytes, so each has at most 350 ids: 7,000 bytes if all have the maximum length.
create function wake_readers(accounts bigint[]) returns void language plpgsql as $$
begin
    perform pg_notify('notification_changed', string_agg(woken.account_id::text, ','))
    from unnest(accounts) with ordinality as woken (account_id, place)
    group by (woken.place - 1) / 350;
end $$;

-- Sends the accounts of new notifications.
create function notification_is_told() returns trigger language plpgsql as $$
begin
    perform wake_readers(array(select distinct account_id from told));
    return null;
end $$;

create trigger notification_told after insert on notification
    referencing new table as told
    for each statement execute function notification_is_told();

-- Sends the accounts whose notifications were viewed, for other open windows of the same reader.
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

-- The queries below are functions, so that they have their own planner settings. A connection that planned a query
-- while the table was nearly empty keeps reading the whole table, also when it has a million rows, until statistics are
-- collected again. With sequential scans turned off, the plan uses an index for any number of rows.

-- Returns the number of notifications of an account (db/notification.rs). With a plan from the time when there were few
-- rows, it took 40 ms and more during a fan-out to a million accounts.
create function told_of(account bigint) returns bigint
language sql stable
set enable_seqscan = off
as $$
    select count(*) from notification where account_id = account
$$;

-- Returns the number of unread notifications of an account (db/notification.rs), which every page of the shop shows. It
-- takes 2 ms with the index; it took 90 ms with a cached plan that read all rows.
create function unread_of(account bigint) returns bigint
language sql stable
set enable_seqscan = off
as $$
    select count(*) from notification where account_id = account and viewed_at is null
$$;

-- Returns a page of an account's notifications, newest first (db/notification.rs). Reads a range of the primary key
-- backwards, so that nothing is sorted.
create function newest_of(account bigint, most bigint, skipped bigint) returns setof notification
language sql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
    select * from notification where account_id = account order by notification_id desc limit most offset skipped
$$;

-- Returns what is new for many readers in one statement (db/updates.rs). `known` has, for each of `accounts`, the last
-- id that the reader knows; null returns no notifications. `place` is the reader's position in the arrays, from 1;
-- `last_id` is the newest id of the account, 0 if it has none. Each reader gets at most `most` notifications, the
-- newest ones, oldest first; a reader without new ones gets one row in which the columns from `notification_id` on are
-- null.
--
-- With a cached plan that read the whole table for each reader, it took 5.6 s for 5,000 readers, instead of 0.5 s.
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
        -- Keeps the planner from merging this subquery: it runs once per reader, not once per notification.
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

-- Preferences of accounts that have changed them. All others have the defaults of domain/topic.rs and
-- domain/quiet_hours.rs.
create table preference (
    account_id  bigint primary key,
    -- Null: the language of the account.
    language    text,
    -- `daily`: e-mails that can wait are combined into one per day. `off`: each is sent separately.
    digest      text not null,
    -- Quiet hours in Baku time, during which messages that are not urgent wait. `quiet_until` is earlier than
    -- `quiet_from` if they include midnight.
    quiet_is_on boolean not null,
    quiet_from  time not null,
    quiet_until time not null,
    changed_at  timestamptz not null,
    constraint preference_language_is_known check (language in ('az', 'ru', 'en')),
    constraint preference_digest_is_known check (digest in ('off', 'daily'))
);

-- The channels by which an account receives a topic. A topic without a row has its default channels.
create table choice (
    account_id bigint not null,
    topic      text not null,
    -- Some of `in_app`, `email`, `sms` and `push`.
    ways       text[] not null,
    primary key (account_id, topic)
);

-- The log of consent: when an account agreed to receive a topic by a channel, or withdrew it. The law requires this
-- proof. Rows are never updated, but are deleted when the account is erased.
create table consent (
    consent_id bigint generated always as identity primary key,
    account_id bigint not null,
    topic      text not null,
    way        text not null,
    is_given   boolean not null,
    -- `preferences` (the settings page) or `link` (the unsubscription link in a message).
    source     text not null,
    given_at   timestamptz not null
);

create index consent_by_account on consent (account_id, consent_id);


-- ==== 3. Erased accounts ====

-- Accounts that were erased. The feeds of the services are consumed independently, so an event about an order may be
-- handled after the account that placed it was erased. Nothing is written for that account any more.
create table departed (
    account_id bigint primary key
);


-- ==== 4. Fan-outs: one notification for a whole audience ====

-- A notification for a whole audience. The row is written in the transaction of the event, and processed page by page
-- (app/fanout.rs). The cursor moves in the transaction that writes the notifications of a page, so each account is
-- notified once, also after crashes.
create table fanout (
    fanout_id   bigint generated always as identity primary key,
    -- Copied to notification.occasion.
    occasion    text not null,
    -- The recipients: the `followers` of a store or the `likers` of a product, and the id of that store or product.
    audience    text not null,
    audience_id bigint not null,
    topic       text not null,
    kind        text not null,
    subject     jsonb not null,
    link        text not null,
    -- When the event occurred. Accounts that joined the audience later are not notified.
    occurred_at timestamptz not null,
    -- After this time the rest of the audience is not notified.
    worth_until timestamptz not null,
    -- The last account of the audience that was processed; accounts are processed in ascending order.
    cursor      bigint not null default 0,
    -- When a page was last processed. The fan-out that has waited longest is next.
    moved_at    timestamptz not null,
    ended_at    timestamptz,
    constraint fanout_occasion_key unique (occasion),
    constraint fanout_audience_is_known check (audience in ('followers', 'likers')),
    constraint fanout_link_is_a_path check (link like '/%')
);

create index fanout_under_way on fanout (moved_at) where ended_at is null;

-- Returns the accounts of a page that get a notification in the app (db/fanout.rs): those that want the topic `about`
-- in the app, are not erased, and have no notification with the occasion `heard` yet. `audience` is in ascending order;
-- `by_default` says whether accounts without a choice get the topic in the app.
--
-- Choices and erased accounts are each read once, as a range. Looking them up account by account, and `on conflict`
-- instead of the last condition, made a page take a quarter longer. Sequential scans are off for the reason given in
-- section 1: the last condition must be one index lookup per account, also with a plan from the time when there were
-- few notifications.
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
      -- The limit keeps the planner from turning this into a join. A join would read all notifications of the occasion:
      -- there are many, and more with each page.
      and (
              select true from notification where notification.account_id = listener.account_id and occasion = heard limit 1
          ) is null
$$;


-- ==== 5. Pending notifications: not yet turned into deliveries ====

-- Pending notifications for e-mail, SMS or push, written in the transaction of the event. The worker that turns a row
-- into deliveries (app/dispatch.rs) deletes it in the transaction that writes them, so each is dispatched once.
create table telling (
    telling_id  bigint generated always as identity primary key,
    account_id  bigint not null,
    kind        text not null,
    subject     jsonb not null,
    link        text,
    -- Urgent notifications have a smaller rank (domain/policy.rs): a courier at the door must not wait until a campaign
    -- was sent to a million accounts.
    rank        smallint not null,
    occurred_at timestamptz not null
);

create index telling_next on telling (rank, telling_id);

-- Finds the rows to delete when an account is erased.
create index telling_by_account on telling (account_id);

-- Notifications that wait for the daily digest of their account. `telling_id` is the id of the pending notification.
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

-- One message to one recipient. Ended rows are kept for 30 days as a log (app/housekeeping.rs), without the values and
-- with a masked recipient.
create table delivery (
    -- Chosen by the caller: requests with the same id send one message.
    delivery_id   uuid primary key,
    channel       text not null,
    -- A phone number (E.164), an e-mail address, the id of a push subscription, or `support` for the address in
    -- `support_address`. Masked when the message has ended.
    recipient     text not null,
    template      text not null,
    language      text not null,
    -- The values of the template's placeholders, such as codes and links. Encrypted; null when the message has ended.
    sealed_values bytea,
    -- `refused`: a carrier reported a permanent failure. `given_up`: all attempts failed. `expired`: not sent before
    -- `expires_at`. `withdrawn`: the recipient turned the topic off before the message was sent.
    state         text not null default 'waiting',
    -- The number of the last attempt, which identifies the lease of its worker.
    tries         integer not null default 0,
    -- When a worker may take the message. A worker leases the message by setting this to the end of the lease; after a
    -- crash, the message is due again at that time.
    due_at        timestamptz not null,
    expires_at    timestamptz not null,
    -- When this service accepted the message.
    taken_at      timestamptz not null,
    ended_at      timestamptz,
    -- The account and topic whose preferences are checked before the message is sent. The topic is `digest` for the
    -- daily digest. Both are null for messages that other services submit.
    account_id    bigint,
    topic         text,
    -- Urgent messages have a smaller rank. Messages that other services submit, such as codes, have 0.
    rank          smallint not null default 0,
    constraint delivery_channel_is_known check (channel in ('sms', 'email', 'push')),
    constraint delivery_state_is_known
        check (state in ('waiting', 'sent', 'refused', 'given_up', 'expired', 'withdrawn')),
    constraint delivery_says_something_while_it_waits check ((state = 'waiting') = (sealed_values is not null)),
    constraint delivery_ends_once check ((state = 'waiting') = (ended_at is null)),
    constraint delivery_is_about_something check ((account_id is null) = (topic is null))
);

-- For the delivery workers. Each serves one channel.
create index delivery_due on delivery (channel, rank, due_at) where state = 'waiting';

-- Finds ended deliveries to delete.
create index delivery_over on delivery (ended_at) where state <> 'waiting';

-- Finds the messages to delete when an account is erased.
create index delivery_waiting_for_account on delivery (account_id) where state = 'waiting' and account_id is not null;

-- The log of calls to carriers. Contains neither recipients nor texts.
create table delivery_attempt (
    delivery_attempt_id bigint generated always as identity primary key,
    delivery_id         uuid not null references delivery on delete cascade,
    try                 integer not null,
    carrier             text not null,
    -- `sent`, or the code of a failure.
    outcome             text not null,
    -- The carrier's id of the message, for questions to the carrier.
    carrier_message_id  text,
    attempted_at        timestamptz not null
);

create index delivery_attempt_delivery on delivery_attempt (delivery_id);

-- Local mode only: messages are stored here instead of being sent.
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

-- Browsers that receive pushes.
create table push_subscription (
    push_subscription_id bigint generated always as identity primary key,
    -- The account that signed in last in this browser.
    account_id           bigint not null,
    -- SHA-256 of the endpoint's URL: one row per browser.
    endpoint_hash        bytea not null,
    -- The endpoint's URL and keys. Encrypted, because they are sufficient to push to the browser.
    sealed               bytea not null,
    created_at           timestamptz not null,
    constraint push_subscription_endpoint_key unique (endpoint_hash)
);

create index push_subscription_by_account on push_subscription (account_id, push_subscription_id);

-- Local mode only: the key that signs pushes, generated at the first start. In production it is in the configuration.
create table push_key (
    single boolean primary key default true check (single),
    -- Encrypted.
    sealed bytea not null
);


-- ==== 8. Support tickets ====

-- Messages to the shop from the contact form. Closed tickets are deleted after a year (domain/ticket.rs).
create table ticket (
    ticket_id    bigint generated always as identity primary key,
    -- Made to be read out on the phone (domain/ticket.rs).
    code         text not null,
    status       text not null default 'open',
    name         text not null,
    email        text not null,
    -- The address without plus tag and, at providers that ignore it, without punctuation: all spellings of one mailbox
    -- share the budget of letters.
    mailbox      text not null,
    -- Keyed hash of the writer's network (NOTIFICATION_KEY_SECRET), for its budget of letters. Removed after a day; null
    -- if the writer was signed in.
    network      bytea,
    -- E.164.
    phone_number text,
    message      text not null,
    -- The customer's language.
    language     text not null,
    -- The ticket is deleted when this account is erased. Null if the customer was not signed in.
    account_id   bigint,
    created_at   timestamptz not null,
    closed_at    timestamptz,
    constraint ticket_code_key unique (code),
    constraint ticket_status_is_known check (status in ('open', 'closed')),
    constraint ticket_is_closed_once check ((status = 'closed') = (closed_at is not null)),
    constraint ticket_network_is_anonymous check (network is null or account_id is null)
);

create index ticket_newest on ticket (status, ticket_id desc);

-- Finds repeated messages.
create index ticket_of_writer on ticket (email, created_at desc);

-- These four find the latest messages of a mailbox, an account, a network and all guests, whose numbers are limited
-- (app/ticket/budgets.rs).
create index ticket_of_mailbox on ticket (mailbox, created_at desc);
create index ticket_of_account on ticket (account_id, created_at desc) where account_id is not null;
create index ticket_of_network on ticket (network, created_at desc) where network is not null;
create index ticket_of_guest on ticket (created_at desc) where account_id is null;

-- Finds closed tickets to delete.
create index ticket_over on ticket (closed_at) where status = 'closed';

-- The mailbox of support, to which tickets are mailed: a copy of the shop's contact address, which belongs to the seo
-- service. The feed of that service publishes changes. With the copy, tickets reach support also while it is down. Both
-- services start with the same address.
create table support_address (
    single boolean primary key default true check (single),
    email  text not null
);

insert into support_address (email) values ('salam@sovqat.az');


-- ==== 9. Audit: what operators did ====

-- Actions of operators in the back office.
create table audit (
    audit_id    bigint generated always as identity primary key,
    operator_id bigint not null,
    action      text not null,
    -- The code of the ticket. Never personal data.
    subject     text not null,
    acted_at    timestamptz not null
);

create index audit_by_operator on audit (operator_id, acted_at);

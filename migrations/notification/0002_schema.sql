-- The schema of the notification service: notifications in the shop, what people want to receive, messages by SMS,
-- e-mail and push, fan-outs to many accounts, and support tickets. The tables of the event feed are in 0001_feed.sql.
--
--   1. Notifications in the shop
--   2. Preferences and consent
--   3. Erased accounts
--   4. Fan-outs: one event for many accounts
--   5. Tellings: what is still to be sent outside the shop
--   6. Deliveries: messages by SMS, e-mail and push
--   7. Web push
--   8. Support tickets
--   9. Audit: what operators did
--
-- Rules for all tables:
-- * Accounts, orders, stores and products belong to other services, so no foreign key leads to them.
-- * Texts are not stored. They are rendered from `kind` and `subject` in the reader's language.
-- * `topic` is a key of domain/topic.rs. `kind` is a key of domain/kind.rs or domain/step.rs. `link` is a path in the
--   shop.
-- * "Encrypted" means with a key from the service's configuration (services/shared/kit/src/seal.rs), so a copy of the
--   database is not enough to read the column.
-- * Source paths are below services/notification/src.


-- ==== 1. Notifications in the shop ====

-- The notifications of each account, as its list in the shop shows them.
create table notification (
    notification_id bigint generated always as identity,
    account_id      bigint not null,
    kind            text not null,
    -- Data for the text, for example an order's code. Never personal data.
    subject         jsonb not null default '{}',
    link            text,
    viewed_at       timestamptz,
    created_at      timestamptz not null,
    -- Identifies the announcement that a fan-out sends to many accounts, for example `campaign:12`. Null for all
    -- others.
    occasion        text,
    -- A notification is always read for one account, so the key begins with the account. Lists are read in the order of
    -- ids, which is also the order in which they grow on the reader's screen; the key is read in both directions, which
    -- saves an index that a fan-out would have to write for each of a million followers. The identity never gives a
    -- number twice, so the id alone is unique too.
    constraint notification_pkey primary key (account_id, notification_id),
    constraint notification_link_is_a_path check (link like '/%')
);

create index notification_unread on notification (account_id) where viewed_at is null;

-- An account gets the same announcement once.
create unique index notification_once on notification (account_id, occasion) where occasion is not null;

-- Readers with an open stream get every change at once and miss none. The triggers below guarantee both, so that no
-- code that writes notifications can forget to.

-- Makes ids follow the order of commits: a reader who knows an id has seen every notification before it. Without the
-- lock, a higher id could become visible while a transaction with a lower one is still open; a reader who then asks for
-- everything after the higher id would never get the lower one.
create function notification_takes_its_turn() returns trigger language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtext('sovqat.notification.turn'));
    return null;
end $$;

create trigger notification_comes_in_turn before insert on notification
    for each statement execute function notification_takes_its_turn();

-- Sends the ids of accounts whose lists changed to the channel `notification_changed` (db/pulse.rs). A payload must be
-- shorter than 8,000 bytes, so each carries at most 350 ids: 7,000 bytes if all have the maximum length.
create function wake_readers(accounts bigint[]) returns void language plpgsql as $$
begin
    perform pg_notify('notification_changed', string_agg(woken.account_id::text, ','))
    from unnest(accounts) with ordinality as woken (account_id, place)
    group by (woken.place - 1) / 350;
end $$;

-- Announces new notifications.
create function notification_is_told() returns trigger language plpgsql as $$
begin
    perform wake_readers(array(select distinct account_id from told));
    return null;
end $$;

create trigger notification_told after insert on notification
    referencing new table as told
    for each statement execute function notification_is_told();

-- Announces that notifications were viewed, for the other open windows of the same reader.
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

-- The queries below are functions so that their planner settings travel with them. A connection that cached a plan
-- while the table was nearly empty reads the whole table for each call, and keeps doing so when the table has a million
-- rows, until statistics are collected again. With sequential scans turned off, the plan uses an index however few rows
-- there are.

-- Returns the number of notifications of an account (db/notification.rs). While a campaign was sent to a million
-- accounts, this count took 40 ms and more with a cached plan from the time when there were few rows.
create function told_of(account bigint) returns bigint
language sql stable
set enable_seqscan = off
as $$
    select count(*) from notification where account_id = account
$$;

-- Returns the number of unread notifications of an account (db/notification.rs). Every page of the shop shows it. It
-- took 90 ms with a cached plan that read all rows, and takes 2 ms with the index.
create function unread_of(account bigint) returns bigint
language sql stable
set enable_seqscan = off
as $$
    select count(*) from notification where account_id = account and viewed_at is null
$$;

-- Returns a page of an account's notifications, newest first (db/notification.rs). It is a range of the primary key,
-- read from its end, so nothing is ever sorted.
create function newest_of(account bigint, most bigint, skipped bigint) returns setof notification
language sql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
    select * from notification where account_id = account order by notification_id desc limit most offset skipped
$$;

-- Returns what is new for many readers in one statement (db/news.rs). `known` has, for each of `accounts`, the last id
-- that the reader knows; null returns nothing new. `place` is the reader's position in the arrays, from 1; `last_id` is
-- the newest id of the account, 0 if it has none. Each reader gets at most `most` notifications, the newest ones,
-- oldest first; a reader without new ones gets one row in which the columns from `notification_id` on are null.
--
-- With a cached plan that read the whole table for each reader, 5,000 readers waited for 5.6 s instead of 0.5 s.
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

-- Settings of accounts that have ever changed them. All others have the defaults, which are in the code
-- (domain/topic.rs, domain/quiet.rs).
create table preference (
    account_id  bigint primary key,
    -- Null: the language of the account.
    language    text,
    -- `daily`: e-mails that can wait are collected into one a day. `off`: each is sent by itself.
    digest      text not null,
    -- Quiet hours: messages that are not urgent wait until they end. In Asia/Baku; `quiet_until` is earlier than
    -- `quiet_from` if midnight lies between them.
    quiet_is_on boolean not null,
    quiet_from  time not null,
    quiet_until time not null,
    changed_at  timestamptz not null,
    constraint preference_language_is_known check (language in ('az', 'ru', 'en')),
    constraint preference_digest_is_known check (digest in ('off', 'daily'))
);

-- The ways in which an account receives a topic. A topic without a row has its default ways.
create table choice (
    account_id bigint not null,
    -- The shop sends no newsletter of its own, so there is no topic for one.
    topic      text not null,
    -- Some of `in_app`, `email`, `sms` and `push`.
    ways       text[] not null,
    primary key (account_id, topic)
);

-- The log of consent: which account agreed to receive which topic in which way, or withdrew it, and when. The law
-- requires this proof. Rows are never changed.
create table consent (
    consent_id bigint generated always as identity primary key,
    account_id bigint not null,
    topic      text not null,
    way        text not null,
    is_given   boolean not null,
    -- `preferences` (the page), or `link` (the link in a message).
    source     text not null,
    given_at   timestamptz not null
);

create index consent_by_account on consent (account_id, consent_id);


-- ==== 3. Erased accounts ====

-- Accounts that were erased. The feeds of the services are read independently, so an event about an order may arrive
-- after the account that placed it was erased: nothing is written for that account any more.
create table departed (
    account_id bigint primary key
);


-- ==== 4. Fan-outs: one event for many accounts ====

-- An announcement to many accounts. The row is written in the transaction of the event and carried out page by page
-- (app/fanout.rs). The cursor moves in the transaction that writes the notifications of a page, so each account gets
-- the announcement once, however often the process is killed.
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
    -- When the event happened. Accounts that joined the audience later are left out.
    occurred_at timestamptz not null,
    -- After this moment the rest of the audience is no longer notified.
    worth_until timestamptz not null,
    -- The last account of the audience that was processed; accounts are processed in ascending order.
    cursor      bigint not null default 0,
    -- When the fan-out was last worked on. The one that has waited longest is next.
    moved_at    timestamptz not null,
    ended_at    timestamptz,
    constraint fanout_occasion_key unique (occasion),
    constraint fanout_audience_is_known check (audience in ('followers', 'likers')),
    constraint fanout_link_is_a_path check (link like '/%')
);

create index fanout_under_way on fanout (moved_at) where ended_at is null;

-- Returns the accounts of a page of an audience that get a notification in the shop (db/fanout.rs): those that want the
-- topic `about` in the shop, are not erased, and do not have the occasion `heard` yet. `audience` is in ascending
-- order; `by_default` says whether accounts without a choice get the topic in the shop.
--
-- Choices and erased accounts are each read once, as a range. Looking them up account by account, and `on conflict`
-- instead of the last condition, made a page take a quarter longer. Sequential scans are off for the reason given in
-- chapter 1: the last condition is one index lookup per account, however few notifications there were when the plan was
-- cached.
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


-- ==== 5. Tellings: what is still to be sent outside the shop ====

-- Facts to tell an account by e-mail, SMS or push, written in the transaction of the fact. The job that turns a row
-- into messages (app/tell.rs) deletes it in the transaction that writes them, so each fact is sent once.
create table telling (
    telling_id  bigint generated always as identity primary key,
    account_id  bigint not null,
    kind        text not null,
    subject     jsonb not null,
    link        text,
    -- Urgent facts have a smaller rank (domain/nature.rs): a courier at the door does not wait until a campaign has
    -- been sent to a million accounts.
    rank        smallint not null,
    occurred_at timestamptz not null
);

create index telling_next on telling (rank, telling_id);

-- Finds the rows to delete when an account is erased.
create index telling_by_account on telling (account_id);

-- Tellings that wait for the daily e-mail of their account.
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

-- One message to one recipient. After its end a row is kept for 30 days (app/housekeeping.rs) as the log of what was
-- sent; it then has neither the content nor the full recipient.
create table delivery (
    -- Chosen by the sender: a request that is repeated with the same id sends one message.
    delivery_id   uuid primary key,
    channel       text not null,
    -- A phone number (E.164), an e-mail address, the id of a push subscription, or `support` for the address in
    -- `support_address`. Complete while the message waits; masked once it ended.
    recipient     text not null,
    template      text not null,
    language      text not null,
    -- The values of the template's placeholders, such as codes and links. Encrypted; null once the message ended.
    sealed_values bytea,
    -- `refused`: a carrier said that no retry would help. `given_up`: all tries failed. `expired`: not sent before
    -- `expires_at`. `withdrawn`: the recipient no longer wanted the topic when the message was to be sent.
    state         text not null default 'waiting',
    -- The number of the last try, which also identifies the lease of its worker.
    tries         integer not null default 0,
    -- When a worker may take the message. The worker moves this ahead as its lease: if it dies, the message is due
    -- again.
    due_at        timestamptz not null,
    expires_at    timestamptz not null,
    -- When this service accepted the message.
    taken_at      timestamptz not null,
    ended_at      timestamptz,
    -- The account that receives the message and its topic, which the account can turn off until the message is sent;
    -- `digest` for the daily e-mail. Null for messages that other services ask for.
    account_id    bigint,
    topic         text,
    -- Urgent messages have a smaller rank. Those that other services ask for, such as codes, have 0.
    rank          smallint not null default 0,
    constraint delivery_channel_is_known check (channel in ('sms', 'email', 'push')),
    constraint delivery_state_is_known
        check (state in ('waiting', 'sent', 'refused', 'given_up', 'expired', 'withdrawn')),
    constraint delivery_says_something_while_it_waits check ((state = 'waiting') = (sealed_values is not null)),
    constraint delivery_ends_once check ((state = 'waiting') = (ended_at is null)),
    constraint delivery_is_about_something check ((account_id is null) = (topic is null))
);

-- For the workers, each of which serves one channel.
create index delivery_due on delivery (channel, rank, due_at) where state = 'waiting';

-- Finds the log rows that are old enough to delete.
create index delivery_over on delivery (ended_at) where state <> 'waiting';

-- Finds the messages to delete when an account is erased.
create index delivery_waiting_for_account on delivery (account_id) where state = 'waiting' and account_id is not null;

-- The answer of each carrier to each try. Contains only codes: no recipient and no text.
create table delivery_attempt (
    delivery_attempt_id bigint generated always as identity primary key,
    delivery_id         uuid not null references delivery on delete cascade,
    try                 integer not null,
    carrier             text not null,
    -- `sent`, or a code of the reason why not.
    outcome             text not null,
    -- The carrier's id of the message, needed when somebody asks the carrier about it.
    carrier_message_id  text,
    attempted_at        timestamptz not null
);

create index delivery_attempt_delivery on delivery_attempt (delivery_id);

-- Local mode only: the messages that would have been sent, because nothing leaves the machine.
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

-- Browsers that agreed to receive push messages.
create table push_subscription (
    push_subscription_id bigint generated always as identity primary key,
    -- The account that signed in to this browser last.
    account_id           bigint not null,
    -- SHA-256 of the endpoint's URL: one row per browser.
    endpoint_hash        bytea not null,
    -- The endpoint's URL and keys. Encrypted, because anybody who has them can send to the browser.
    sealed               bytea not null,
    created_at           timestamptz not null,
    constraint push_subscription_endpoint_key unique (endpoint_hash)
);

create index push_subscription_by_account on push_subscription (account_id, push_subscription_id);

-- Local mode only: the key that signs push messages, created at the first start. Elsewhere it is in the configuration.
create table push_key (
    single boolean primary key default true check (single),
    -- Encrypted.
    sealed bytea not null
);


-- ==== 8. Support tickets ====

-- Messages to the shop from the contact form. Closed tickets are deleted after a year (domain/ticket.rs).
create table ticket (
    ticket_id    bigint generated always as identity primary key,
    -- The ticket's number, made to be read out on the phone (domain/ticket.rs).
    code         text not null,
    status       text not null default 'open',
    name         text not null,
    email        text not null,
    -- E.164.
    phone_number text,
    message      text not null,
    -- The language that the writer reads.
    language     text not null,
    -- The writer's account, with which the ticket is deleted. Null if the writer was not signed in.
    account_id   bigint,
    created_at   timestamptz not null,
    closed_at    timestamptz,
    constraint ticket_code_key unique (code),
    constraint ticket_status_is_known check (status in ('open', 'closed')),
    constraint ticket_is_closed_once check ((status = 'closed') = (closed_at is not null))
);

create index ticket_newest on ticket (status, ticket_id desc);

-- Finds a repeated message, and the number of messages of the last hour, which is limited per e-mail address.
create index ticket_of_writer on ticket (email, created_at desc);

create index ticket_of_account on ticket (account_id) where account_id is not null;

-- Finds the closed tickets that are old enough to delete.
create index ticket_over on ticket (closed_at) where status = 'closed';

-- The address that support reads, to which tickets are mailed. A copy of the shop's contact address: the seo service
-- owns it and announces changes in its feed. The copy lets tickets reach support while that service is down. Both
-- services begin with the same address.
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

-- What people are to be told, until it has been handed over to the notification service. See app/post.rs.

create table message (
    message_id uuid primary key,
    -- Recipient, words and secrets, sealed with AUTH_KEY_SECRET; without a recipient nothing is sent.
    sealed     bytea not null,
    created_at timestamptz not null,
    -- Not worth sending after.
    expires_at timestamptz not null,
    -- Who claims it moves this ahead, and so has it alone for a while.
    due_at     timestamptz not null,
    attempts   integer not null default 0
);

create index message_by_due on message (due_at);

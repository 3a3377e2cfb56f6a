-- Browsers that agreed to be pushed to. Where each is reached is as good as a key to it, so it is sealed.

create table push_subscription (
    push_subscription_id bigint generated always as identity primary key,
    -- Whoever signed in there last.
    account_id           bigint not null,
    -- SHA-256 of the address: one browser is one row.
    endpoint_hash        bytea not null,
    sealed               bytea not null,
    created_at           timestamptz not null,
    constraint push_subscription_endpoint_key unique (endpoint_hash)
);

create index push_subscription_by_account on push_subscription (account_id, push_subscription_id);

-- Local mode only: the key that pushes are signed with, made at the first start. Elsewhere the configuration has it.
create table push_key (
    single boolean primary key default true check (single),
    sealed bytea not null
);

alter table delivery
    drop constraint delivery_channel_is_known,
    add constraint delivery_channel_is_known check (channel in ('sms', 'email', 'push')) not valid;

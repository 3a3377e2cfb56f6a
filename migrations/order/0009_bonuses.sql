-- Bonuses that delivered orders earn and that pay for later orders. Amounts are in qəpik.

-- Exactly one row.
create table bonus_setting (
    is_only     boolean primary key default true,
    -- Part of the goods total that bonuses may pay, in basis points.
    spend_share bigint not null default 3000,
    constraint bonus_setting_is_only_check check (is_only),
    constraint bonus_setting_share_check check (spend_share between 0 and 9000)
);

-- Rates at which goods earn bonuses. Of the matching rules, the highest rate applies.
create table bonus_rule (
    bonus_rule_id bigint generated always as identity primary key,
    title         jsonb not null,
    basis_points  bigint not null,
    -- Empty means all.
    category_ids  bigint[] not null default '{}',
    store_ids     bigint[] not null default '{}',
    -- Null for permanent rates.
    starts_at     timestamptz,
    ends_at       timestamptz,
    constraint bonus_rule_rate_check check (basis_points between 1 and 10000),
    constraint bonus_rule_period_check check (starts_at < ends_at),
    constraint bonus_rule_title_check check (title ?& array['az', 'ru', 'en'])
);

-- Owners of bonuses and earnings. The ledger refers to holders, so that accounts can be erased.
create table holder (
    holder_id  bigint generated always as identity primary key,
    -- Null when the account is erased.
    account_id bigint,
    constraint holder_account_key unique (account_id)
);

-- Bonuses that one delivered order earned, which mature and expire together.
create table bonus_lot (
    order_id   bigint primary key,
    holder_id  bigint not null,
    amount     bigint not null,
    -- Revoked for returned goods.
    taken_back bigint not null default 0,
    -- Neither spent, revoked nor expired.
    rest       bigint not null,
    earned_at  timestamptz not null,
    matures_at timestamptz not null,
    expires_at timestamptz not null,
    -- When to warn that the bonuses expire.
    warn_at    timestamptz,
    constraint bonus_lot_order_fkey foreign key (order_id) references purchase (order_id),
    constraint bonus_lot_holder_fkey foreign key (holder_id) references holder (holder_id),
    constraint bonus_lot_amounts_check
        check (amount > 0 and taken_back between 0 and amount and rest between 0 and amount - taken_back),
    constraint bonus_lot_term_check check (earned_at <= matures_at and matures_at < expires_at)
);

create index bonus_lot_of_holder on bonus_lot (holder_id, expires_at) include (matures_at, rest) where rest > 0;
create index bonus_lot_to_expire on bonus_lot (expires_at) where rest > 0;
create index bonus_lot_to_warn on bonus_lot (warn_at) where warn_at is not null and rest > 0;

-- The lots that paid for a part of an order.
create table bonus_use (
    order_id   bigint not null,
    -- The order that earned the lot.
    lot_id     bigint not null,
    amount     bigint not null,
    given_back bigint not null default 0,
    constraint bonus_use_pkey primary key (order_id, lot_id),
    constraint bonus_use_order_fkey foreign key (order_id) references purchase (order_id),
    constraint bonus_use_lot_fkey foreign key (lot_id) references bonus_lot (order_id),
    constraint bonus_use_lot_check check (order_id <> lot_id),
    constraint bonus_use_amount_check check (amount > 0 and given_back between 0 and amount)
);

create index bonus_use_by_lot on bonus_use (lot_id);

insert into bonus_setting default values;

-- Promo codes, and who has used them for which order.

create table promo (
    promo_id          bigint generated always as identity primary key,
    -- As the shop writes it.
    code              text not null,
    -- As it is compared: whoever types it in small letters or without diacritics means the same.
    folded            text not null,
    kind              text not null,
    -- Per cent, or qəpik; nothing for free delivery.
    value             bigint,
    -- Never more than this, for per cent.
    at_most           bigint,
    -- What the goods must be worth.
    minimum           bigint not null default 0,
    -- Whether it also reduces what is reduced already.
    is_for_reduced    boolean not null,
    -- Any of these with all below them; everything when empty.
    category_ids      bigint[] not null default '{}',
    store_ids         bigint[] not null default '{}',
    starts_at         timestamptz,
    ends_at           timestamptz,
    -- How many orders may use it, and how many of one shopper; any number when null.
    total_limit       bigint,
    user_limit        bigint,
    -- Orders that use it: the rows of `promo_use`, counted where whoever takes it has to pass.
    used              bigint not null default 0,
    -- Since when no order takes it; null unless an operator paused it.
    paused_at         timestamptz,
    -- Grows with each change that an operator makes, so that the second of two editors is refused. Uses do not count.
    version           bigint not null default 1,
    created_at        timestamptz not null default now(),
    -- The operator's account; null for a code that was loaded.
    created_by        bigint,
    constraint promo_folded_key unique (folded),
    constraint promo_code_check check (length(folded) between 6 and 40),
    constraint promo_kind_check check (case kind
        when 'percent' then value between 1 and 100
        when 'fixed' then value > 0 and at_most is null
        when 'free_delivery' then value is null and at_most is null
        else false
    end),
    constraint promo_amounts_check check (minimum >= 0 and at_most > 0),
    constraint promo_limits_check check (total_limit > 0 and user_limit > 0),
    constraint promo_period_check check (starts_at < ends_at),
    -- Never used up twice, whatever the code does.
    constraint promo_used_check check (used between 0 and coalesce(total_limit, used))
);

create table promo_use (
    order_id   bigint primary key,
    promo_id   bigint not null,
    account_id bigint not null,
    used_at    timestamptz not null,
    constraint promo_use_promo_fkey foreign key (promo_id) references promo
);

create index promo_use_by_account on promo_use (promo_id, account_id);

-- Returns the status of a code at a moment. Applies the rules in the same order as `Promo::status` in domain/promo.rs; a test compares them.
create function promo_status(asked promo, moment timestamptz) returns text language sql immutable
return case
    when asked.ends_at <= moment then 'ended'
    when asked.paused_at is not null then 'paused'
    when asked.used >= asked.total_limit then 'used_up'
    when asked.starts_at > moment then 'scheduled'
    else 'active'
end;

-- Orders name the code and were reduced by what it gave: neither changes while an order uses it.
create function refuse_change_of_used_promo() returns trigger language plpgsql as $$
begin
    raise exception 'promo % is in use: its code, kind and value are fixed', old.promo_id
        using errcode = 'check_violation', constraint = 'promo_fixed_check', table = 'promo';
end
$$;

create trigger promo_fixed before update of folded, kind, value on promo
for each row
when (old.used > 0 and (old.folded, old.kind, old.value) is distinct from (new.folded, new.kind, new.value))
execute function refuse_change_of_used_promo();

-- Every change that an operator made, by the version that it led to.
create table promo_change (
    promo_id    bigint not null,
    version     bigint not null,
    action      text not null,
    operator_id bigint not null,
    changed_at  timestamptz not null,
    -- {"totalLimit": [10, 20], …}: each field that changed, with what it was and what it is.
    fields      jsonb not null default '{}',
    constraint promo_change_pkey primary key (promo_id, version),
    constraint promo_change_promo_fkey foreign key (promo_id) references promo (promo_id),
    constraint promo_change_action_check check (action in ('created', 'changed', 'paused', 'resumed'))
);

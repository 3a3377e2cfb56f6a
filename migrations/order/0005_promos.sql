-- Promo codes. Amounts are in qəpik.

-- Codes that operators create.
create table promo (
    promo_id          bigint generated always as identity primary key,
    code              text not null,
    -- Lower case, without diacritics.
    folded            text not null,
    kind              text not null,
    -- Per cent for `percent`, qəpik for `fixed`.
    value             bigint,
    -- Maximum discount of a `percent` code.
    at_most           bigint,
    -- Smallest goods total.
    minimum           bigint not null default 0,
    -- Whether the code also applies to discounted goods.
    is_for_reduced    boolean not null,
    -- Empty means all.
    category_ids      bigint[] not null default '{}',
    store_ids         bigint[] not null default '{}',
    starts_at         timestamptz,
    ends_at           timestamptz,
    -- Orders, in total and per shopper.
    total_limit       bigint,
    user_limit        bigint,
    -- Number of rows in `promo_use`.
    used              bigint not null default 0,
    paused_at         timestamptz,
    version           bigint not null default 1,
    created_at        timestamptz not null default now(),
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
    constraint promo_used_check check (used between 0 and coalesce(total_limit, used))
);

-- Orders that use a code. Deleted when the order is cancelled or expires.
create table promo_use (
    order_id   bigint primary key,
    promo_id   bigint not null,
    account_id bigint not null,
    used_at    timestamptz not null,
    constraint promo_use_promo_fkey foreign key (promo_id) references promo
);

create index promo_use_by_account on promo_use (promo_id, account_id);

-- Wrong codes, to limit guessing. Subject and code are keyed hashes. Rows are deleted after an hour.
create table promo_guess (
    subject    bytea not null,
    code       bytea not null,
    guessed_at timestamptz not null,
    constraint promo_guess_pkey primary key (subject, code)
);

create index promo_guess_by_subject on promo_guess (subject, guessed_at desc);
create index promo_guess_by_time on promo_guess (guessed_at);

-- The history of operators' changes.
create table promo_change (
    promo_id    bigint not null,
    version     bigint not null,
    action      text not null,
    operator_id bigint not null,
    changed_at  timestamptz not null,
    -- Old and new values: {"totalLimit": [10, 20], …}.
    fields      jsonb not null default '{}',
    constraint promo_change_pkey primary key (promo_id, version),
    constraint promo_change_promo_fkey foreign key (promo_id) references promo (promo_id),
    constraint promo_change_action_check check (action in ('created', 'changed', 'paused', 'resumed'))
);

-- A test compares this with `Promo::status` in Rust.
create function promo_status(checked promo, moment timestamptz) returns text language sql immutable
return case
    when checked.ends_at <= moment then 'ended'
    when checked.paused_at is not null then 'paused'
    when checked.used >= checked.total_limit then 'used_up'
    when checked.starts_at > moment then 'scheduled'
    else 'active'
end;

-- Orders refer to a used promo code, so it must not change.
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

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
    constraint promo_folded_key unique (folded),
    constraint promo_code_check check (length(folded) between 6 and 40),
    constraint promo_kind_check check (case kind
        when 'percent' then value between 1 and 100
        when 'fixed' then value > 0 and at_most is null
        when 'free_delivery' then value is null and at_most is null
        else false
    end),
    constraint promo_amounts_check check (minimum >= 0 and at_most > 0),
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

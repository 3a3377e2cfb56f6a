-- Carts. Prices are in qəpik (1/100 manat).
--
-- Accounts, products, stores, categories, lists and places belong to other services. No table of this service has
-- foreign keys to them.
--
-- `request_key` is an idempotency key: a repeated request returns the first result. The same key with another
-- `request_hash` is refused.

-- An account's cart. Every change of its lines updates this row.
create table cart (
    account_id bigint primary key,
    changed_at timestamptz not null
);

-- A product or size in a cart.
create table cart_line (
    cart_line_id        bigint generated always as identity primary key,
    account_id          bigint not null,
    product_id          bigint not null,
    size_id             bigint,
    count               bigint not null,
    -- Unit price at the latest change by the shopper.
    seen_price          bigint not null,
    added_at            timestamptz not null,
    -- The blogger whose link was clicked.
    referrer_id         bigint,
    -- Null for a link with the blogger's code.
    referral_list_id    bigint,
    referral_clicked_at timestamptz,
    constraint cart_line_account_id_fkey foreign key (account_id) references cart (account_id) on delete cascade,
    constraint cart_line_key unique nulls not distinct (account_id, product_id, size_id),
    constraint cart_line_count_check check (count between 1 and 999),
    constraint cart_line_seen_price_check check (seen_price >= 0),
    constraint cart_line_referral_check check (
        (referrer_id is null) = (referral_clicked_at is null) and (referrer_id is not null or referral_list_id is null)
    )
);

-- Guests' carts that were merged into an account's cart at sign-in.
create table cart_merge (
    account_id   bigint not null,
    request_key  text not null,
    request_hash bytea not null,
    -- One per guest line (`domain::merge::Merged`).
    outcomes     jsonb not null,
    merged_at    timestamptz not null,
    constraint cart_merge_pkey primary key (account_id, request_key),
    constraint cart_merge_account_id_fkey foreign key (account_id) references cart (account_id) on delete cascade,
    constraint cart_merge_request_key_check check (length(request_key) between 8 and 128),
    constraint cart_merge_outcomes_check check (jsonb_typeof(outcomes) = 'array')
);

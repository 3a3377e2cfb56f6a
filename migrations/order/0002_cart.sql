-- The carts of those who are signed in. A guest's basket never comes here.

-- One row a shopper: whoever changes a cart locks it, so two tabs take turns.
create table cart (
    account_id bigint primary key,
    changed_at timestamptz not null
);

create table cart_line (
    cart_line_id bigint generated always as identity primary key,
    account_id   bigint not null,
    product_id   bigint not null,
    size_id      bigint,
    count        bigint not null,
    -- What one cost when the line was last put in or its count set, in qəpik.
    seen_price   bigint not null,
    added_at     timestamptz not null,
    constraint cart_line_account_id_fkey foreign key (account_id) references cart (account_id) on delete cascade,
    -- Also the index of every query: a cart is read, counted and changed by its account.
    constraint cart_line_key unique nulls not distinct (account_id, product_id, size_id),
    constraint cart_line_count_check check (count between 1 and 999),
    constraint cart_line_seen_price_check check (seen_price >= 0)
);

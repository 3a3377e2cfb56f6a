-- What is held for orders, and what was sold to them. A product's and a size's `reserved` is the sum of what is held of it here.

create table reservation (
    -- The order's own name for itself. Compared byte by byte, so that the order service's auditor can walk both tables side by side.
    order_key   text collate "C" primary key,
    state       text not null,
    reserved_at timestamptz not null,
    -- When what is held is free again.
    expires_at  timestamptz not null,
    constraint reservation_state_check check (state in ('held', 'sold', 'released', 'expired'))
);

create index reservation_to_expire on reservation (expires_at) where state = 'held';

create table reservation_line (
    order_key  text collate "C" not null,
    product_id bigint not null,
    -- No foreign key: a size may be gone from the shop, and was sold all the same.
    size_id    bigint,
    count      bigint not null,
    -- How many of them came back.
    returned   bigint not null default 0,
    constraint reservation_line_key unique nulls not distinct (order_key, product_id, size_id),
    constraint reservation_line_reservation_fkey foreign key (order_key) references reservation (order_key) on delete cascade,
    constraint reservation_line_product_fkey foreign key (product_id) references product (product_id),
    constraint reservation_line_count_check check (count > 0 and returned between 0 and count)
);

create index reservation_line_by_product on reservation_line (product_id);

-- Goods that came back, so that a return made twice is made once.
create table stock_return (
    order_key   text collate "C" not null,
    return_key  text not null,
    lines       jsonb not null,
    returned_at timestamptz not null,
    constraint stock_return_pkey primary key (order_key, return_key),
    constraint stock_return_reservation_fkey foreign key (order_key) references reservation (order_key) on delete cascade
);

-- Orders. SQL keeps the word `order` for itself, so the table is called `purchase`; everything else says order.

create table purchase (
    order_id       bigint generated always as identity primary key,
    -- As one says it on the phone: `SQ-7K4M-29`. Compared byte by byte, so that its index also finds by a beginning.
    code           text collate "C" not null,
    -- Nobody's once the shopper has left and the order has come to its end.
    account_id     bigint,
    -- The request that made it, so that made twice it is made once.
    request_key    text not null,
    request_hash   bytea not null,
    placed_at      timestamptz not null,
    -- The language its shopper reads, for the bank's pages.
    language       text not null,

    -- How far it is. These are written by the saga alone: see `domain/checkout.rs`.
    stage          text not null,
    status         text not null,
    payment_status text not null,
    payment_method text not null,
    months         integer,
    -- The latest attempt at paying, 0 before the first; and the attempt whose money is kept.
    attempt        integer not null default 0,
    kept_attempt   integer,
    refunded       bigint not null default 0,
    -- What is still to be told to the neighbour who owns the stock.
    errand         text,
    -- When the clock looks at it again; null when nothing is under way.
    due_at         timestamptz,
    pay_until      timestamptz,
    -- What was short when it was refused, for the answer to be the same when it is asked for again.
    shortages      jsonb,

    subtotal       bigint not null,
    discount       bigint not null,
    promo_discount bigint not null,
    delivery_fee   bigint not null,
    total          bigint not null,
    vat            bigint not null,
    promo_code     text,
    slot_id        text,
    deliver_from   timestamptz,
    deliver_until  timestamptz,

    -- Copies: the order keeps whom it was for and where it went. Shown to its shopper and to operators, and never searched.
    recipient_type text not null,
    recipient      jsonb not null,
    address        jsonb not null,
    note           text,
    card_text      text,

    constraint purchase_code_key unique (code),
    constraint purchase_request_key unique (account_id, request_key),
    constraint purchase_stage_check
        check (stage in ('placed', 'paying', 'accepted', 'sold', 'refused', 'cancelled', 'expired')),
    constraint purchase_status_check check (status in (
        'waiting', 'confirmed', 'searching_courier', 'courier_appointed', 'handed_to_courier', 'on_the_way', 'delivered',
        'cancelled', 'returned'
    )),
    constraint purchase_payment_status_check
        check (payment_status in ('unpaid', 'pending', 'paid', 'failed', 'partly_refunded', 'refunded')),
    constraint purchase_payment_method_check check (payment_method in ('card', 'cash', 'installment')),
    constraint purchase_months_check check ((payment_method = 'installment') = (months is not null)),
    constraint purchase_errand_check check (errand in ('reserve', 'sell', 'release', 'take_back')),
    constraint purchase_address_check check (
        jsonb_typeof(address) = 'object'
        and address ->> 'postcode' ~ '^[0-9]{4}$'
        and address ->> 'phone_number' ~ '^\+[1-9][0-9]{7,14}$'
    ),
    constraint purchase_amounts_check check (
        subtotal >= 0 and discount >= 0 and promo_discount >= 0 and delivery_fee >= 0 and vat >= 0
        and total >= 0 and refunded between 0 and total
    )
);

-- An account orders one thing at a time: of two tabs that order the same cart, the second waits for the first and then
-- finds the cart's lines gone.
create unique index purchase_being_placed on purchase (account_id) where stage = 'placed';
create index purchase_due on purchase (due_at) where due_at is not null;
create index purchase_of_account on purchase (account_id, order_id desc) where stage not in ('placed', 'refused');
create index purchase_by_status on purchase (status, order_id desc) where stage not in ('placed', 'refused');

create table purchase_line (
    line_id        bigint generated always as identity primary key,
    order_id       bigint not null,
    store_id       bigint not null,
    product_id     bigint not null,
    size_id        bigint,
    -- How it was called and how it looked when it was ordered.
    name           text not null,
    slug           text not null,
    image_url      text not null,
    size           text,
    count          bigint not null,
    unit_price     bigint not null,
    line_total     bigint not null,
    promo_discount bigint not null,
    refunded_count bigint not null default 0,
    -- Bonuses that the whole line earns when it is delivered, by the rules of the day it was ordered.
    bonus          bigint not null default 0,
    constraint purchase_line_order_fkey foreign key (order_id) references purchase (order_id),
    constraint purchase_line_key unique nulls not distinct (order_id, product_id, size_id),
    constraint purchase_line_count_check check (count between 1 and 999 and refunded_count between 0 and count),
    constraint purchase_line_money_check check (unit_price >= 0 and line_total >= 0 and promo_discount between 0 and line_total),
    constraint purchase_line_bonus_check check (bonus between 0 and line_total - promo_discount)
);

-- What of an order is one store's. The order's status follows those of its parts.
create table purchase_part (
    order_id bigint not null,
    store_id bigint not null,
    name     text not null,
    slug     text not null,
    status   text not null,
    total    bigint not null,
    constraint purchase_part_pkey primary key (order_id, store_id),
    constraint purchase_part_order_fkey foreign key (order_id) references purchase (order_id),
    constraint purchase_part_status_check check (status in (
        'waiting', 'confirmed', 'searching_courier', 'courier_appointed', 'handed_to_courier', 'on_the_way', 'delivered',
        'cancelled', 'returned'
    ))
);

create index purchase_part_by_store on purchase_part (store_id, order_id desc);

-- Who brought what to which status, and when. Rows are only ever added.
create table status_change (
    status_change_id bigint generated always as identity primary key,
    order_id         bigint not null,
    -- Of one store's part; of the order when null.
    store_id         bigint,
    status           text not null,
    changed_at       timestamptz not null,
    -- `shopper`, `bank`, `clock` or the number of an operator's account.
    actor            text not null,
    reason           text,
    constraint status_change_order_fkey foreign key (order_id) references purchase (order_id)
);

create index status_change_by_order on status_change (order_id, status_change_id);

-- Requests to pay again, so that one made twice is made once.
create table pay_request (
    order_id     bigint not null,
    request_key  text not null,
    request_hash bytea not null,
    -- The number it would have begun; another way to pay than by a bank begins none.
    attempt      integer not null,
    constraint pay_request_pkey primary key (order_id, request_key),
    constraint pay_request_order_fkey foreign key (order_id) references purchase (order_id)
);

-- Accounts that are erased while orders of theirs are under way: these are masked when they come to their end.
create table leaver (
    account_id bigint primary key,
    left_at    timestamptz not null
);

-- What operators did.
create table audit (
    audit_id    bigint generated always as identity primary key,
    operator_id bigint not null,
    action      text not null,
    -- The order, the refund or the promo code.
    subject_id  bigint not null,
    acted_at    timestamptz not null
);

create index audit_by_operator on audit (operator_id, acted_at);

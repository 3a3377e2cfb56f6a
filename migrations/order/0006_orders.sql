-- Orders. Amounts are in qəpik.
--
-- `request_key` is an idempotency key: a repeated request returns the first result. The same key with another
-- `request_hash` is refused.

-- Same function as in migrations/store/0002_schema.sql.
create function fold_name(name text) returns text language sql immutable strict parallel safe
return translate(lower(name collate "az-x-icu"), 'əıöüğşçâîûё', 'eiougscaiuе');

-- Orders; `order` is a reserved word in SQL.
create table purchase (
    order_id       bigint generated always as identity primary key,
    -- For example `SQ-7K4M-29`. Collation "C" lets the index find prefixes.
    code           text collate "C" not null,
    -- Null when the account is erased and the order is finished.
    account_id     bigint,
    request_key    text not null,
    request_hash   bytea not null,
    placed_at      timestamptz not null,
    language       text not null,
    is_wholesale   boolean not null default false,

    -- Only the saga (the steps of an order) writes this block. `domain/checkout.rs` explains the stages.
    stage          text not null,
    -- How far the delivery has come.
    status         text not null,
    payment_status text not null,
    payment_method text not null,
    months         integer,
    attempt        integer not null default 0,
    -- The attempt whose money the shop keeps. Null for cash and transfers.
    kept_attempt   integer,
    refunded       bigint not null default 0,
    -- A call to the catalogue's stock service that is still to be made.
    errand         text,
    -- When to make the call, or to end an order that was not placed or paid in time.
    due_at         timestamptz,
    -- Null unless the stage is `paying`.
    pay_until      timestamptz,
    -- Missing goods of a refused order.
    shortages      jsonb,

    subtotal       bigint not null,
    discount       bigint not null,
    promo_code     text,
    promo_discount bigint not null,
    delivery_fee   bigint not null,
    -- Part paid with bonuses; `total` is paid in money.
    bonus_spent    bigint not null default 0,
    bonus_returned bigint not null default 0,
    total          bigint not null,
    -- Contained in `total` and `bonus_spent`.
    vat            bigint not null,

    slot_id        text,
    deliver_from   timestamptz,
    deliver_until  timestamptz,

    -- Copies from the time of the order.
    recipient_type text not null,
    recipient      jsonb not null,
    address        jsonb not null,
    -- Folded for searching by prefix. Null when the account is erased.
    name_searched  text collate "C" generated always as (
        btrim(fold_name((recipient ->> 'first_name') || ' ' || (recipient ->> 'last_name')))
    ) stored,
    last_name_searched text collate "C" generated always as (
        btrim(fold_name((recipient ->> 'last_name') || ' ' || (recipient ->> 'first_name')))
    ) stored,
    note           text,
    card_text      text,

    constraint purchase_code_key unique (code),
    constraint purchase_request_key unique (account_id, request_key),
    constraint purchase_placed_key unique (order_id, placed_at),
    constraint purchase_stage_check
        check (stage in ('placed', 'paying', 'accepted', 'sold', 'refused', 'cancelled', 'expired')),
    constraint purchase_status_check check (status in (
        'waiting', 'confirmed', 'searching_courier', 'courier_appointed', 'handed_to_courier', 'on_the_way', 'delivered',
        'cancelled', 'returned'
    )),
    constraint purchase_payment_status_check
        check (payment_status in ('unpaid', 'pending', 'paid', 'failed', 'partly_refunded', 'refunded')),
    constraint purchase_payment_method_check check (payment_method in ('card', 'cash', 'installment', 'transfer')),
    constraint purchase_transfer_check check (payment_method <> 'transfer' or is_wholesale),
    constraint purchase_months_check check ((payment_method = 'installment') = (months is not null)),
    constraint purchase_errand_check check (errand in ('reserve', 'sell', 'release', 'take_back')),
    constraint purchase_slot_check check (
        num_nonnulls(slot_id, deliver_from, deliver_until) in (0, 3) and deliver_from < deliver_until
    ),
    -- When the account is erased, both values are null, and the check passes.
    constraint purchase_address_check check (
        jsonb_typeof(address) = 'object'
        and address ->> 'postcode' ~ '^[0-9]{4}$'
        and address ->> 'phone_number' ~ '^\+[1-9][0-9]{7,14}$'
    ),
    constraint purchase_amounts_check check (
        subtotal >= 0 and discount >= 0 and promo_discount >= 0 and delivery_fee >= 0 and vat >= 0
        and total >= 0 and refunded between 0 and total
    ),
    constraint purchase_bonus_check check (
        bonus_spent between 0 and greatest(subtotal - discount - promo_discount, 0) and bonus_returned between 0 and bonus_spent
    ),
    constraint purchase_wholesale_check check (
        not is_wholesale
        or (payment_method in ('card', 'transfer') and promo_code is null and promo_discount = 0 and discount = 0
            and bonus_spent = 0 and slot_id is null and total > 0)
    )
);

-- When two tabs order the same cart, the second one waits and finds it empty.
create unique index purchase_being_placed on purchase (account_id) where stage = 'placed';
create index purchase_due on purchase (due_at) where due_at is not null;
create index purchase_of_account on purchase (account_id, order_id desc) where stage not in ('placed', 'refused');
create index purchase_delivered on purchase (account_id) where status = 'delivered';

create index purchase_by_status on purchase (status, payment_status, placed_at desc, order_id desc)
    where stage not in ('placed', 'refused');
create index purchase_by_slot on purchase (slot_id) where stage not in ('placed', 'refused');
create index purchase_by_phone on purchase ((recipient ->> 'phone_number')) where stage not in ('placed', 'refused');
create index purchase_by_name on purchase (name_searched, placed_at, order_id) include (status, payment_status)
    where stage not in ('placed', 'refused');
create index purchase_by_last_name on purchase (last_name_searched, placed_at, order_id) include (status, payment_status)
    where stage not in ('placed', 'refused');

create index purchase_by_day on purchase (placed_at, order_id) include (stage, total, refunded)
    where stage in ('accepted', 'sold', 'cancelled');
create index purchase_late on purchase (deliver_until)
    where stage in ('accepted', 'sold') and status not in ('delivered', 'cancelled', 'returned');

-- A product or size in an order.
create table purchase_line (
    line_id          bigint generated always as identity primary key,
    order_id         bigint not null,
    store_id         bigint not null,
    product_id       bigint not null,
    size_id          bigint,
    -- Copies from the time of the order.
    name             text not null,
    slug             text not null,
    image_url        text not null,
    size             text,
    names            jsonb not null default '{}',
    size_names       jsonb not null default '{}',
    count            bigint not null,
    unit_price       bigint not null,
    line_total       bigint not null,
    promo_discount   bigint not null,
    -- The line's share.
    bonus_spent      bigint not null default 0,
    -- Earned at delivery.
    bonus            bigint not null default 0,
    refunded_count   bigint not null default 0,
    -- Why the goods can be returned only if they are faulty.
    return_exception text,
    constraint purchase_line_order_fkey foreign key (order_id) references purchase (order_id),
    constraint purchase_line_key unique nulls not distinct (order_id, product_id, size_id),
    constraint purchase_line_names_check
        check (jsonb_typeof(names) = 'object' and jsonb_typeof(size_names) = 'object'),
    constraint purchase_line_count_check check (count between 1 and 99999 and refunded_count between 0 and count),
    constraint purchase_line_money_check check (unit_price >= 0 and line_total >= 0 and promo_discount between 0 and line_total),
    constraint purchase_line_bonus_spent_check check (bonus_spent between 0 and line_total - promo_discount),
    constraint purchase_line_bonus_check check (bonus between 0 and line_total - promo_discount - bonus_spent),
    constraint purchase_line_return_exception_check
        check (return_exception in ('perishable', 'food', 'hygiene', 'made_to_order'))
);

-- One store's part of an order.
create table purchase_part (
    order_id  bigint not null,
    store_id  bigint not null,
    name      text not null,
    slug      text not null,
    status    text not null,
    total     bigint not null,
    placed_at timestamptz not null,
    constraint purchase_part_pkey primary key (order_id, store_id),
    constraint purchase_part_order_fkey foreign key (order_id, placed_at) references purchase (order_id, placed_at),
    constraint purchase_part_status_check check (status in (
        'waiting', 'confirmed', 'searching_courier', 'courier_appointed', 'handed_to_courier', 'on_the_way', 'delivered',
        'cancelled', 'returned'
    ))
);

create index purchase_part_by_store on purchase_part (store_id, placed_at desc, order_id desc);
create index purchase_part_by_day on purchase_part (placed_at, order_id) include (store_id, total, status);

-- The history of orders. Append-only, except that reasons are erased.
create table status_change (
    status_change_id bigint generated always as identity primary key,
    order_id         bigint not null,
    -- Null when the whole order changed.
    store_id         bigint,
    status           text not null,
    changed_at       timestamptz not null,
    -- `shopper`, `bank`, `clock` (a worker), or an operator's account.
    actor            text not null,
    reason           text,
    constraint status_change_order_fkey foreign key (order_id) references purchase (order_id)
);

create index status_change_by_order on status_change (order_id, status_change_id);

-- Staff must not move their own orders.
create function refuse_move_of_own_order() returns trigger language plpgsql as $$
begin
    if exists (select from purchase where order_id = new.order_id and account_id::text = new.actor) then
        raise exception 'order % is moved by its own shopper', new.order_id
            using errcode = 'check_violation', constraint = 'status_change_own_check';
    end if;
    return new;
end $$;

create trigger status_change_own before insert on status_change
    for each row when (new.actor ~ '^[0-9]+$') execute function refuse_move_of_own_order();

-- Idempotency of requests to pay an order again.
create table pay_request (
    order_id     bigint not null,
    request_key  text not null,
    request_hash bytea not null,
    attempt      integer not null,
    constraint pay_request_pkey primary key (order_id, request_key),
    constraint pay_request_order_fkey foreign key (order_id) references purchase (order_id)
);

-- Limits unconfirmed and unpaid orders per account, phone number, address and network (`domain::order_limits`).
create table purchase_subject (
    -- A keyed hash.
    subject   bytea not null,
    kind      text not null,
    order_id  bigint not null,
    units     bigint not null,
    placed_at timestamptz not null,
    constraint purchase_subject_pkey primary key (subject, order_id),
    constraint purchase_subject_order_fkey foreign key (order_id) references purchase (order_id),
    constraint purchase_subject_check check (length(subject) = 16),
    constraint purchase_subject_kind_check check (kind in ('account', 'phone', 'recipient', 'address', 'network')),
    constraint purchase_subject_units_check check (units > 0)
);

create index purchase_subject_by_order on purchase_subject (order_id);
create index purchase_subject_by_time on purchase_subject (placed_at);

-- Deleted accounts whose orders still have personal data, because they are unfinished.
create table leaver (
    account_id bigint primary key,
    left_at    timestamptz not null
);

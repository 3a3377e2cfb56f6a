-- The schema of the order service: carts, deliveries, orders, their money, and wholesale. The event feed is in
-- 0001_feed.sql, the audit log in 0003_audit.sql.
--
-- * Amounts are in qəpik (1/100 manat). Days and hours are those of Baku.
-- * Accounts, products, sizes, stores, categories, lists and places belong to other services: no foreign keys.
-- * `request_key` is the idempotency key of a request, which returns the first result when repeated. `request_hash`
--   covers its content: another request with the same key is refused.
-- * "Checked at the commit": by a deferred constraint trigger, when all rows of the transaction are there.


-- ==== 1. Carts ====

-- Carts of signed-in shoppers; browsers keep those of guests. Each change locks the cart's row, so that two tabs take
-- turns.
create table cart (
    account_id bigint primary key,
    changed_at timestamptz not null
);

create table cart_line (
    cart_line_id        bigint generated always as identity primary key,
    account_id          bigint not null,
    product_id          bigint not null,
    size_id             bigint,
    count               bigint not null,
    -- Unit price when the line was last added to or its count was set.
    seen_price          bigint not null,
    added_at            timestamptz not null,
    -- The blogger who referred the shopper.
    referrer_id         bigint,
    -- Null for a link with the blogger's code.
    referral_list_id    bigint,
    referral_clicked_at timestamptz,
    constraint cart_line_account_id_fkey foreign key (account_id) references cart (account_id) on delete cascade,
    -- Also serves queries by account.
    constraint cart_line_key unique nulls not distinct (account_id, product_id, size_id),
    constraint cart_line_count_check check (count between 1 and 999),
    constraint cart_line_seen_price_check check (seen_price >= 0),
    constraint cart_line_referral_check check (
        (referrer_id is null) = (referral_clicked_at is null) and (referrer_id is not null or referral_list_id is null)
    )
);

-- Merged guests' carts. A browser that lost the connection sends the key again and receives the stored outcomes.
create table cart_merge (
    account_id   bigint not null,
    request_key  text not null,
    request_hash bytea not null,
    -- Per line of the guest's cart: `domain::merge::Merged`.
    outcomes     jsonb not null,
    merged_at    timestamptz not null,
    constraint cart_merge_pkey primary key (account_id, request_key),
    constraint cart_merge_account_id_fkey foreign key (account_id) references cart (account_id) on delete cascade,
    constraint cart_merge_request_key_check check (length(request_key) between 8 and 128),
    constraint cart_merge_outcomes_check check (jsonb_typeof(outcomes) = 'array')
);


-- ==== 2. Delivery: zones, windows and slots ====

-- Places with the same delivery tariff.
create table zone (
    zone_id       bigint primary key,
    -- Begins the ids of slots, so it never changes.
    code          text not null,
    -- {"az": …, "ru": …, "en": …}.
    title         jsonb not null,
    fee           bigint not null,
    -- The value of goods from which delivery is free; null: never.
    free_from     bigint,
    -- Orders worth less are not delivered.
    minimum       bigint not null,
    -- Days from an order to the first delivery; 0 is the same day.
    lead_days     smallint not null,
    -- Orders from this hour on count as those of the next day.
    cut_off       smallint not null,
    -- Needed before the window begins.
    prepare_hours smallint not null,
    constraint zone_code_key unique (code),
    constraint zone_code_check check (code ~ '^[a-z_]+$'),
    constraint zone_title_check check (title ?& array['az', 'ru', 'en']),
    constraint zone_fee_check check (fee >= 0 and minimum >= 0 and free_from >= 0),
    constraint zone_time_check check (lead_days between 0 and 10 and cut_off between 0 and 24 and prepare_hours between 0 and 24)
);

-- Places of a zone, by the auth service's ids. A row without a district covers all parts of the city that have no row.
create table zone_place (
    city_id     bigint not null,
    district_id bigint,
    zone_id     bigint not null,
    constraint zone_place_key unique nulls not distinct (city_id, district_id),
    constraint zone_place_zone_fkey foreign key (zone_id) references zone
);

-- The zone's delivery windows of each day, by hour.
create table zone_window (
    zone_id   bigint not null,
    starts    smallint not null,
    ends      smallint not null,
    -- In orders.
    capacity  integer not null,
    -- Also when the delivery itself is free.
    surcharge bigint not null default 0,
    constraint zone_window_pkey primary key (zone_id, starts),
    constraint zone_window_zone_fkey foreign key (zone_id) references zone,
    constraint zone_window_hours_check check (starts between 0 and 23 and ends between 1 and 24 and starts < ends),
    constraint zone_window_capacity_check check (capacity >= 0 and surcharge >= 0)
);

-- Windows of one day, from the first booking on.
create table slot (
    slot_id  text primary key,
    zone_id  bigint not null,
    date     date not null,
    starts   smallint not null,
    -- The window's, at the latest booking.
    capacity integer not null,
    taken    integer not null,
    constraint slot_zone_fkey foreign key (zone_id) references zone,
    -- No overselling even if the code has an error.
    constraint slot_taken_check check (taken between 0 and capacity)
);

create index slot_by_zone on slot (zone_id, date);
create index slot_by_date on slot (date);

insert into zone (zone_id, code, fee, free_from, minimum, lead_days, cut_off, prepare_hours, title) values
    (1, 'baku', 300, 5000, 0, 0, 18, 2,
     '{"az": "Bakı", "ru": "Баку", "en": "Baku"}'),
    (2, 'baku_outer', 400, 5000, 500, 0, 16, 3,
     '{"az": "Bakının ucqar qəsəbələri", "ru": "Отдалённые посёлки Баку", "en": "Outlying settlements of Baku"}'),
    (3, 'absheron', 500, 5000, 1000, 0, 12, 4,
     '{"az": "Sumqayıt və Abşeron", "ru": "Сумгайыт и Абшерон", "en": "Sumgayit and Absheron"}'),
    (4, 'near', 600, 8000, 1500, 1, 15, 0,
     '{"az": "Bakıya yaxın rayonlar", "ru": "Районы недалеко от Баку", "en": "Districts near Baku"}'),
    (5, 'regions', 800, 10000, 1500, 2, 15, 0,
     '{"az": "Digər rayonlar", "ru": "Другие районы", "en": "Other districts"}'),
    (6, 'far', 1200, 15000, 2000, 3, 12, 0,
     '{"az": "Naxçıvan və qayıdışın yenicə başladığı rayonlar",
       "ru": "Нахчыван и районы, куда только возвращаются жители",
       "en": "Nakhchivan, and districts to which people are only now returning"}');

insert into zone_window (zone_id, starts, ends, capacity, surcharge) values
    (1, 10, 12, 60, 0), (1, 12, 14, 60, 0), (1, 14, 16, 60, 0), (1, 16, 18, 60, 0), (1, 18, 20, 60, 0), (1, 20, 22, 40, 100),
    (2, 10, 13, 30, 0), (2, 13, 16, 30, 0), (2, 16, 19, 30, 0), (2, 19, 22, 20, 100),
    (3, 10, 14, 30, 0), (3, 14, 18, 30, 0), (3, 18, 21, 20, 0),
    (4, 10, 14, 30, 0), (4, 14, 19, 30, 0),
    (5, 10, 19, 60, 0),
    (6, 10, 19, 30, 0);

-- Baku without its outskirts, and the outskirts.
insert into zone_place (city_id, district_id, zone_id) values
    (1, null, 1),
    (1, 103, 2), (1, 104, 2), (1, 108, 2), (1, 109, 2), (1, 111, 2),
    (1, 205, 2), (1, 206, 2), (1, 207, 2), (1, 209, 2), (1, 215, 2), (1, 216, 2), (1, 217, 2), (1, 219, 2), (1, 221, 2);

-- Sumgayit and Absheron.
insert into zone_place (city_id, zone_id) select unnest(array[2, 4]), 3;

-- A car returns from there to Baku on the same day: Shirvan, Salyan, the roads to Guba and Shamakhi.
insert into zone_place (city_id, zone_id)
select unnest(array[9, 25, 26, 28, 32, 35, 39, 40, 42, 50, 54, 55, 58, 59, 61, 65]), 4;

-- The other regions.
insert into zone_place (city_id, zone_id)
select unnest(array[3, 5, 6, 7, 8, 10, 12, 13, 14, 15, 17, 19, 20, 21, 22, 23, 24, 31, 36, 37, 38, 44, 45, 46, 47, 48, 51, 53,
                    56, 62, 63, 67, 68, 69, 70, 71, 72, 74]), 5;

-- Nakhchivan, reached by air, and places to which people are only now returning.
insert into zone_place (city_id, zone_id)
select unnest(array[11, 18, 34, 49, 52, 57, 60, 64, 16, 27, 29, 30, 33, 41, 43, 66, 73]), 6;


-- ==== 3. Promo codes ====

create table promo (
    promo_id          bigint generated always as identity primary key,
    -- As the shop spells it.
    code              text not null,
    -- In one case, without diacritics, for comparisons.
    folded            text not null,
    kind              text not null,
    -- Per cent or qəpik, by kind; null for free delivery.
    value             bigint,
    -- The greatest reduction by a `percent` code.
    at_most           bigint,
    -- The least value of goods.
    minimum           bigint not null default 0,
    -- Also for goods that are reduced already.
    is_for_reduced    boolean not null,
    -- Goods in any of these categories or their subcategories, and from any of these stores; empty means all.
    category_ids      bigint[] not null default '{}',
    store_ids         bigint[] not null default '{}',
    starts_at         timestamptz,
    ends_at           timestamptz,
    -- Orders with the code, in total and per shopper; null: any number.
    total_limit       bigint,
    user_limit        bigint,
    -- Number of rows in `promo_use`; every use locks this row anyway.
    used              bigint not null default 0,
    paused_at         timestamptz,
    -- Incremented by operators' changes, not by uses: the later of two concurrent changes is refused.
    version           bigint not null default 1,
    created_at        timestamptz not null default now(),
    -- The operator's account; null for a loaded code.
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

create table promo_use (
    order_id   bigint primary key,
    promo_id   bigint not null,
    account_id bigint not null,
    used_at    timestamptz not null,
    constraint promo_use_promo_fkey foreign key (promo_id) references promo
);

create index promo_use_by_account on promo_use (promo_id, account_id);

-- Tries of unknown codes, limited per account and network (src/app/promo_guess.rs). Subject and code are keyed hashes
-- (ORDER_CARD_SECRET). The next wrong code deletes rows older than an hour.
create table promo_guess (
    subject    bytea not null,
    code       bytea not null,
    guessed_at timestamptz not null,
    constraint promo_guess_pkey primary key (subject, code)
);

create index promo_guess_by_subject on promo_guess (subject, guessed_at desc);
create index promo_guess_by_time on promo_guess (guessed_at);

-- Operators' changes of promo codes, with the version that each led to.
create table promo_change (
    promo_id    bigint not null,
    version     bigint not null,
    action      text not null,
    operator_id bigint not null,
    changed_at  timestamptz not null,
    -- Old and new value of each changed field: {"totalLimit": [10, 20], …}.
    fields      jsonb not null default '{}',
    constraint promo_change_pkey primary key (promo_id, version),
    constraint promo_change_promo_fkey foreign key (promo_id) references promo (promo_id),
    constraint promo_change_action_check check (action in ('created', 'changed', 'paused', 'resumed'))
);

-- The status of a code at a moment, as `Promo::status` in domain/promo.rs; a test compares them.
create function promo_status(asked promo, moment timestamptz) returns text language sql immutable
return case
    when asked.ends_at <= moment then 'ended'
    when asked.paused_at is not null then 'paused'
    when asked.used >= asked.total_limit then 'used_up'
    when asked.starts_at > moment then 'scheduled'
    else 'active'
end;

-- Code, kind and value of a used code are final: orders name it and were reduced by it.
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


-- ==== 4. Orders ====

-- For searching: lower case, without diacritics, as in the store service (migrations/store/0002_schema.sql).
create function fold_name(name text) returns text language sql immutable strict parallel safe
return translate(lower(name collate "az-x-icu"), 'əıöüğşçâîûё', 'eiougscaiuе');

-- `order` is a reserved word in SQL, hence `purchase`; all other names say order.
create table purchase (
    order_id       bigint generated always as identity primary key,
    -- Can be read out on the phone: `SQ-7K4M-29`. Compared by bytes, so that its index also finds prefixes.
    code           text collate "C" not null,
    -- Null when the account is erased and the order finished.
    account_id     bigint,
    request_key    text not null,
    request_hash   bytea not null,
    placed_at      timestamptz not null,
    -- The shopper's language, for the bank's pages.
    language       text not null,
    -- An accepted wholesale quote. Its prices are agreed: no promo code, no bonuses.
    is_wholesale   boolean not null default false,

    -- Written only by the saga, the order's steps across services: see `domain/checkout.rs`.
    stage          text not null,
    status         text not null,
    payment_status text not null,
    payment_method text not null,
    months         integer,
    -- The latest attempt to pay; 0 before the first.
    attempt        integer not null default 0,
    -- The attempt whose money is kept; null without one, as for cash and transfers.
    kept_attempt   integer,
    -- The part of the total that went back.
    refunded       bigint not null default 0,
    -- The pending call to the catalog service, which owns the stock.
    errand         text,
    -- When a worker looks at the order; null when nothing is pending.
    due_at         timestamptz,
    pay_until      timestamptz,
    -- Products that were short at a refusal: a repeated request gets the same answer.
    shortages      jsonb,

    subtotal       bigint not null,
    discount       bigint not null,
    promo_code     text,
    promo_discount bigint not null,
    delivery_fee   bigint not null,
    -- Paid with bonuses; `total` is paid in money.
    bonus_spent    bigint not null default 0,
    -- The part that went back to its lots.
    bonus_returned bigint not null default 0,
    total          bigint not null,
    vat            bigint not null,

    slot_id        text,
    deliver_from   timestamptz,
    deliver_until  timestamptz,

    -- Copies at the time of the order.
    recipient_type text not null,
    recipient      jsonb not null,
    address        jsonb not null,
    -- The recipient's names, folded, for searching by their beginnings: compared by bytes, as `code`. Null when the
    -- account is erased, because the recipient is empty then.
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
    -- For the foreign key of `purchase_part`.
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
    -- Wholesale has no slots.
    constraint purchase_slot_check check (
        num_nonnulls(slot_id, deliver_from, deliver_until) in (0, 3) and deliver_from < deliver_until
    ),
    -- Erasing the account removes postcode and phone number.
    constraint purchase_address_check check (
        jsonb_typeof(address) = 'object'
        and address ->> 'postcode' ~ '^[0-9]{4}$'
        and address ->> 'phone_number' ~ '^\+[1-9][0-9]{7,14}$'
    ),
    constraint purchase_amounts_check check (
        subtotal >= 0 and discount >= 0 and promo_discount >= 0 and delivery_fee >= 0 and vat >= 0
        and total >= 0 and refunded between 0 and total
    ),
    -- Bonuses pay for goods, not for delivery.
    constraint purchase_bonus_check check (
        bonus_spent between 0 and greatest(subtotal - discount - promo_discount, 0) and bonus_returned between 0 and bonus_spent
    ),
    constraint purchase_wholesale_check check (
        not is_wholesale
        or (payment_method in ('card', 'transfer') and promo_code is null and promo_discount = 0 and discount = 0
            and bonus_spent = 0 and slot_id is null and total > 0)
    )
);

-- One order at a time: when two tabs order the same cart, the second waits, then finds the lines gone.
create unique index purchase_being_placed on purchase (account_id) where stage = 'placed';
create index purchase_due on purchase (due_at) where due_at is not null;
create index purchase_of_account on purchase (account_id, order_id desc) where stage not in ('placed', 'refused');
create index purchase_delivered on purchase (account_id) where status = 'delivered';

-- For searching by staff (src/db/order_search.rs).
create index purchase_by_status on purchase (status, payment_status, placed_at desc, order_id desc)
    where stage not in ('placed', 'refused');
create index purchase_by_slot on purchase (slot_id) where stage not in ('placed', 'refused');
create index purchase_by_phone on purchase ((recipient ->> 'phone_number')) where stage not in ('placed', 'refused');
create index purchase_by_name on purchase (name_searched, placed_at, order_id) where stage not in ('placed', 'refused');
create index purchase_by_last_name on purchase (last_name_searched, placed_at, order_id)
    where stage not in ('placed', 'refused');

-- For the dashboard (src/db/dashboard.rs): sales by day, and deliveries that are late.
create index purchase_by_day on purchase (placed_at, order_id) include (stage, total, refunded)
    where stage in ('accepted', 'sold', 'cancelled');
create index purchase_late on purchase (deliver_until)
    where stage in ('accepted', 'sold') and status not in ('delivered', 'cancelled', 'returned');

-- Budgets that an order uses until it is confirmed or paid, and for a day after it was placed: no account, phone
-- number, building or network takes all slots and stock. See `domain/order_limits.rs`.
create table purchase_subject (
    -- A keyed hash of the account, number, address or network.
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

create table purchase_line (
    line_id          bigint generated always as identity primary key,
    order_id         bigint not null,
    store_id         bigint not null,
    product_id       bigint not null,
    size_id          bigint,
    -- When the order was placed.
    name             text not null,
    slug             text not null,
    image_url        text not null,
    size             text,
    -- {"az": …, …}: an order may be read in another language than it was placed in.
    names            jsonb not null default '{}',
    size_names       jsonb not null default '{}',
    count            bigint not null,
    unit_price       bigint not null,
    line_total       bigint not null,
    promo_discount   bigint not null,
    -- The line's share of the order's bonuses.
    bonus_spent      bigint not null default 0,
    -- Earned by the whole line at its delivery, by the rules of the order's day.
    bonus            bigint not null default 0,
    refunded_count   bigint not null default 0,
    -- Why the line can be returned only if faulty, by the rules of the order's day.
    return_exception text,
    constraint purchase_line_order_fkey foreign key (order_id) references purchase (order_id),
    constraint purchase_line_key unique nulls not distinct (order_id, product_id, size_id),
    constraint purchase_line_names_check
        check (jsonb_typeof(names) = 'object' and jsonb_typeof(size_names) = 'object'),
    -- A cart line has at most 999 units; only wholesale has more.
    constraint purchase_line_count_check check (count between 1 and 99999 and refunded_count between 0 and count),
    constraint purchase_line_money_check check (unit_price >= 0 and line_total >= 0 and promo_discount between 0 and line_total),
    constraint purchase_line_bonus_spent_check check (bonus_spent between 0 and line_total - promo_discount),
    -- Only money earns bonuses.
    constraint purchase_line_bonus_check check (bonus between 0 and line_total - promo_discount - bonus_spent),
    constraint purchase_line_return_exception_check
        check (return_exception in ('perishable', 'food', 'hygiene', 'made_to_order'))
);

-- The part of one store. The order's status follows from its parts.
create table purchase_part (
    order_id  bigint not null,
    store_id  bigint not null,
    name      text not null,
    slug      text not null,
    status    text not null,
    total     bigint not null,
    -- The order's, for the index below.
    placed_at timestamptz not null,
    constraint purchase_part_pkey primary key (order_id, store_id),
    constraint purchase_part_order_fkey foreign key (order_id, placed_at) references purchase (order_id, placed_at),
    constraint purchase_part_status_check check (status in (
        'waiting', 'confirmed', 'searching_courier', 'courier_appointed', 'handed_to_courier', 'on_the_way', 'delivered',
        'cancelled', 'returned'
    ))
);

create index purchase_part_by_store on purchase_part (store_id, placed_at desc, order_id desc);
-- For the dashboard.
create index purchase_part_by_day on purchase_part (placed_at, order_id) include (store_id, total, status);

-- Only added to; the reason is erased with the account.
create table status_change (
    status_change_id bigint generated always as identity primary key,
    order_id         bigint not null,
    -- Null when the whole order changed.
    store_id         bigint,
    status           text not null,
    changed_at       timestamptz not null,
    -- `shopper`, `bank`, `clock` (a background worker), or the number of an operator's account.
    actor            text not null,
    reason           text,
    constraint status_change_order_fkey foreign key (order_id) references purchase (order_id)
);

create index status_change_by_order on status_change (order_id, status_change_id);

-- Members of staff may not move their own orders.
create function order_is_of_another() returns trigger language plpgsql as $$
begin
    if exists (select from purchase where order_id = new.order_id and account_id::text = new.actor) then
        raise exception 'order % is moved by its own shopper', new.order_id
            using errcode = 'check_violation', constraint = 'status_change_own_check';
    end if;
    return new;
end $$;

create trigger status_change_own before insert on status_change
    for each row when (new.actor ~ '^[0-9]+$') execute function order_is_of_another();

-- Requests to pay again: a repeated request starts one attempt.
create table pay_request (
    order_id     bigint not null,
    request_key  text not null,
    request_hash bytea not null,
    -- The attempt that it starts, or would start if the payment method needed a bank.
    attempt      integer not null,
    constraint pay_request_pkey primary key (order_id, request_key),
    constraint pay_request_order_fkey foreign key (order_id) references purchase (order_id)
);

-- Erased accounts with unfinished orders, whose personal data is erased at their end.
create table leaver (
    account_id bigint primary key,
    left_at    timestamptz not null
);


-- ==== 5. Payments at banks ====

create table charge (
    charge_id       bigint generated always as identity primary key,
    order_id        bigint not null,
    attempt         integer not null,
    -- Sent to the bank: the order's code and the attempt.
    reference       text not null,
    provider        text not null,
    -- The bank's reference, once known.
    transaction     text,
    redirect_url    text,
    amount          bigint not null,
    -- `abandoned` charges can probably no longer be paid; if one is, the money counts.
    state           text not null,
    -- The bank's code for a failure.
    failure         text,
    -- May differ from `amount`.
    paid_amount     bigint not null default 0,
    returned_amount bigint not null default 0,
    opened_at       timestamptz not null,
    paid_at         timestamptz,
    -- How often the bank was asked for the state, and when next; null when no answer is needed.
    asked           integer not null default 0,
    ask_at          timestamptz,
    constraint charge_order_fkey foreign key (order_id) references purchase (order_id),
    constraint charge_attempt_key unique (order_id, attempt),
    constraint charge_reference_key unique (reference),
    constraint charge_transaction_key unique (provider, transaction),
    constraint charge_state_check check (state in ('opening', 'pending', 'paid', 'failed', 'abandoned')),
    constraint charge_amount_check check (amount > 0 and returned_amount between 0 and paid_amount),
    constraint charge_paid_check check ((state = 'paid') = (paid_amount > 0))
);

create index charge_to_ask on charge (ask_at) where ask_at is not null;
create index charge_by_day on charge (opened_at);

-- Money back to the card of a charge: one refund at the bank per row.
create table charge_return (
    return_id  bigint generated always as identity primary key,
    charge_id  bigint not null,
    -- Reason and request: nothing is returned twice.
    key        text not null,
    amount     bigint not null,
    state      text not null,
    tries      integer not null default 0,
    -- The next try; null when done, or `stuck` until an operator looks at it.
    due_at     timestamptz,
    failure    text,
    owed_at    timestamptz not null,
    done_at    timestamptz,
    constraint charge_return_charge_fkey foreign key (charge_id) references charge (charge_id),
    constraint charge_return_key unique (charge_id, key),
    constraint charge_return_amount_check check (amount > 0),
    constraint charge_return_state_check check (state in ('due', 'done', 'stuck'))
);

create index charge_return_due on charge_return (due_at) where due_at is not null;


-- ==== 6. Refunds ====

-- Goods that can be returned only when faulty.
create table return_exception (
    return_exception_id bigint generated always as identity primary key,
    -- {"az": …, "ru": …, "en": …}.
    title               jsonb not null,
    -- A reason that the law accepts.
    reason              text not null,
    -- With their subcategories.
    category_ids        bigint[] not null,
    constraint return_exception_title_check check (title ?& array['az', 'ru', 'en']),
    constraint return_exception_reason_check check (reason in ('perishable', 'food', 'hygiene', 'made_to_order')),
    constraint return_exception_categories_check check (cardinality(category_ids) > 0)
);

-- Requests to return goods for money, and the decisions.
create table refund (
    refund_id    bigint generated always as identity primary key,
    order_id     bigint not null,
    request_key  text not null,
    request_hash bytea not null,
    status       text not null,
    -- `changed_mind` is refused after the return period and for return exceptions, `faulty` never.
    ground       text not null,
    reason       text not null,
    pictures     text[] not null default '{}',
    -- The sum of its lines in money.
    goods        bigint not null,
    -- The sum of its lines in bonuses.
    bonus        bigint not null default 0,
    -- Refunded with the order's last lines, so at most once.
    delivery_fee bigint not null,
    way          text not null,
    answer       text,
    asked_at     timestamptz not null,
    decided_at   timestamptz,
    decided_by   bigint,
    -- The first of two approvals; `decided_by` is the second. Null for a refusal.
    first_approved_by bigint,
    first_approved_at timestamptz,
    -- The value from which two people had to approve then (REFUND_TWO_PEOPLE_FROM).
    two_people_from   bigint,
    -- When to report the goods to the catalog service, which sells them again; null without any.
    restock_at   timestamptz,
    -- Each failure lengthens the pause, up to one day.
    restock_failures integer not null default 0,
    constraint refund_order_fkey foreign key (order_id) references purchase (order_id),
    constraint refund_request_key unique (order_id, request_key),
    constraint refund_status_check check (status in ('requested', 'approved', 'refused', 'paid')),
    constraint refund_ground_check check (ground in ('changed_mind', 'faulty')),
    constraint refund_pictures_check check (cardinality(pictures) <= 5),
    constraint refund_way_check check (way in ('card', 'cash')),
    constraint refund_amount_check check (goods >= 0 and delivery_fee >= 0),
    constraint refund_bonus_check check (bonus >= 0),
    constraint refund_decided_check
        check ((status = 'requested') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
    constraint refund_answer_check check (status <> 'refused' or answer is not null),
    constraint refund_first_approval_check check (
        (first_approved_by is null) = (first_approved_at is null)
        and (first_approved_by is null or status <> 'refused')
        and (first_approved_by is null or decided_by is null or first_approved_by <> decided_by)
    ),
    constraint refund_two_people_check check (
        (two_people_from is not null) = (status in ('approved', 'paid'))
        and (two_people_from is null or goods + bonus + delivery_fee < two_people_from or first_approved_by is not null)
    )
);

create index refund_by_status on refund (status, refund_id desc);
create index refund_to_restock on refund (restock_at) where restock_at is not null;

-- Lines, or some of their units, that a refund is for.
create table refund_line (
    refund_id bigint not null,
    line_id   bigint not null,
    count     bigint not null,
    amount    bigint not null,
    bonus     bigint not null default 0,
    constraint refund_line_pkey primary key (refund_id, line_id),
    constraint refund_line_refund_fkey foreign key (refund_id) references refund (refund_id),
    constraint refund_line_line_fkey foreign key (line_id) references purchase_line (line_id),
    constraint refund_line_count_check check (count > 0 and amount >= 0),
    constraint refund_line_bonus_check check (bonus >= 0)
);

create index refund_line_by_line on refund_line (line_id);

-- As the API returns refunds.
create view refund_told as
select refund_id, order_id, status, reason, goods, delivery_fee, way, answer, asked_at, decided_at,
       (
           select jsonb_agg(
               jsonb_build_object('line_id', line_id, 'count', count, 'amount', amount, 'bonus', refund_line.bonus)
               order by line_id
           )
           from refund_line
           where refund_line.refund_id = refund.refund_id
       ) as lines,
       bonus, ground, pictures,
       case when first_approved_by is not null
           then jsonb_build_object('account', first_approved_by, 'at', first_approved_at)
       end as first_approval
from refund;

-- Members of staff may not decide about refunds of their own orders.
create function refund_is_of_another() returns trigger language plpgsql as $$
begin
    if exists (
        select
        from purchase
        where order_id = new.order_id and account_id in (new.decided_by, new.first_approved_by)
    ) then
        raise exception 'refund % is decided by its own shopper', new.refund_id
            using errcode = 'check_violation', constraint = 'refund_own_check';
    end if;
    return new;
end $$;

create trigger refund_own before insert or update of decided_by, first_approved_by on refund
    for each row when (new.decided_by is not null or new.first_approved_by is not null)
    execute function refund_is_of_another();

-- Notifies open pages of the order.
create function tell_of_refund() returns trigger language plpgsql as $$
begin
    perform pg_notify('order_changed', new.order_id::text);
    return null;
end $$;

create trigger refund_is_told after insert or update of status on refund for each row execute function tell_of_refund();

-- No return exception for a changed mind. Checked at the commit.
create function refund_line_is_returnable() returns trigger language plpgsql as $$
begin
    if exists (
        select
        from refund
        join purchase_line on purchase_line.line_id = new.line_id
        where refund.refund_id = new.refund_id
          and refund.ground = 'changed_mind'
          and purchase_line.return_exception is not null
    ) then
        raise exception 'line % cannot be returned', new.line_id
            using errcode = 'check_violation', constraint = 'refund_line_returnable_check';
    end if;
    return null;
end $$;

create constraint trigger refund_line_returnable after insert on refund_line
    deferrable initially deferred for each row execute function refund_line_is_returnable();


-- ==== 7. Bonuses ====
--
-- Delivered orders earn bonuses, worth one qəpik each, which pay for a part of later orders.

-- Exactly one row.
create table bonus_setting (
    is_only     boolean primary key default true,
    -- The share of the goods' reduced price that bonuses may pay, in hundredths of a per cent; at most 90 %, as
    -- something has to be paid in money.
    spend_share bigint not null default 3000,
    constraint bonus_setting_is_only_check check (is_only),
    constraint bonus_setting_share_check check (spend_share between 0 and 9000)
);

-- The matching rule with the highest rate applies; rates do not add up.
create table bonus_rule (
    bonus_rule_id bigint generated always as identity primary key,
    -- On the bonus page, in three languages.
    title         jsonb not null,
    -- Hundredths of a per cent of the amount paid for a line.
    basis_points  bigint not null,
    -- Goods in any of these categories or their subcategories, and from any of these stores; empty means all.
    category_ids  bigint[] not null default '{}',
    store_ids     bigint[] not null default '{}',
    -- A campaign's period; null for permanent rates.
    starts_at     timestamptz,
    ends_at       timestamptz,
    constraint bonus_rule_rate_check check (basis_points between 1 and 10000),
    constraint bonus_rule_period_check check (starts_at < ends_at),
    constraint bonus_rule_title_check check (title ?& array['az', 'ru', 'en'])
);

-- Owners of bonuses and earnings. The ledger refers to them, not to accounts, so that erasing an account does not
-- change it.
create table holder (
    holder_id  bigint generated always as identity primary key,
    -- Null when the account is erased.
    account_id bigint,
    constraint holder_account_key unique (account_id)
);

-- Bonuses earned by a delivered order. A trigger compares the rest with the ledger (chapter 11).
create table bonus_lot (
    order_id   bigint primary key,
    holder_id  bigint not null,
    amount     bigint not null,
    -- Because goods were returned.
    taken_back bigint not null default 0,
    -- Bonuses that the holder still has.
    rest       bigint not null,
    earned_at  timestamptz not null,
    -- Can be spent from then on: the goods can no longer be returned.
    matures_at timestamptz not null,
    expires_at timestamptz not null,
    -- When to warn of the expiry; null when that was done or is not needed.
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

-- The lots that paid for an order.
create table bonus_use (
    order_id   bigint not null,
    -- The order that earned the lot.
    lot_id     bigint not null,
    amount     bigint not null,
    -- Back to the lot, because the order was cancelled or refunded.
    given_back bigint not null default 0,
    constraint bonus_use_pkey primary key (order_id, lot_id),
    constraint bonus_use_order_fkey foreign key (order_id) references purchase (order_id),
    constraint bonus_use_lot_fkey foreign key (lot_id) references bonus_lot (order_id),
    constraint bonus_use_lot_check check (order_id <> lot_id),
    constraint bonus_use_amount_check check (amount > 0 and given_back between 0 and amount)
);

create index bonus_use_by_lot on bonus_use (lot_id);

insert into bonus_setting default values;


-- ==== 8. Referrals: what bloggers earn ====
--
-- Bloggers earn money by orders placed after a click on one of their lists or links.

-- Rules with categories or stores take precedence; among equals, the highest rate applies.
create table influencer_rule (
    influencer_rule_id bigint generated always as identity primary key,
    -- On the blogger's page, in three languages.
    title              jsonb not null,
    -- Hundredths of a per cent of the amount paid for a line.
    basis_points       bigint not null,
    -- Goods in any of these categories or their subcategories, and from any of these stores; empty means all.
    category_ids       bigint[] not null default '{}',
    store_ids          bigint[] not null default '{}',
    -- A campaign's period; null for permanent rates.
    starts_at          timestamptz,
    ends_at            timestamptz,
    constraint influencer_rule_rate_check check (basis_points between 1 and 10000),
    constraint influencer_rule_period_check check (starts_at < ends_at),
    constraint influencer_rule_title_check check (title ?& array['az', 'ru', 'en'])
);

-- Order lines bought after a click on a blogger's list or link.
create table line_referral (
    line_id             bigint primary key,
    order_id            bigint not null,
    holder_id           bigint not null,
    -- Null for a link with the blogger's code.
    list_id             bigint,
    product_id          bigint not null,
    clicked_at          timestamptz not null,
    placed_at           timestamptz not null,
    -- Why the line earns nothing: it looks like the blogger's own purchase.
    bar                 text,
    -- Earned at the delivery of the whole line, by the rules of the order's day.
    promised            bigint not null,
    -- Booked at the delivery, and taken back because goods were returned.
    earned              bigint not null default 0,
    taken_back          bigint not null default 0,
    earned_at           timestamptz,
    -- Can be paid out from then on: the goods can no longer be returned.
    matures_at          timestamptz,
    -- Statistics count an order, and a list and a product in it, once, by the first line.
    is_first            boolean not null,
    is_first_of_list    boolean not null,
    is_first_of_product boolean not null,
    -- The order is in `influencer_day`; false before it is placed and after it is cancelled.
    is_counted          boolean not null default false,
    constraint line_referral_line_fkey foreign key (line_id) references purchase_line (line_id),
    constraint line_referral_order_fkey foreign key (order_id) references purchase (order_id),
    constraint line_referral_holder_fkey foreign key (holder_id) references holder (holder_id),
    constraint line_referral_bar_check check (bar in ('own_purchase', 'own_device', 'own_address')),
    constraint line_referral_click_check check (clicked_at <= placed_at and placed_at - clicked_at <= interval '30 days'),
    constraint line_referral_amounts_check
        check (promised >= 0 and earned in (0, promised) and taken_back between 0 and earned),
    constraint line_referral_barred_check check (bar is null or (promised = 0 and not is_counted)),
    constraint line_referral_earned_check check (
        (earned_at is null) = (matures_at is null) and earned_at <= matures_at and (earned = 0 or earned_at is not null)
    )
);

create index line_referral_by_order on line_referral (order_id);
create index line_referral_pending on line_referral (holder_id, matures_at) include (earned, taken_back) where earned > 0;

-- For display only; the ledger has the amounts owed.
create table influencer_day (
    holder_id      bigint not null,
    day            date not null,
    -- 0 for a link with the blogger's code.
    list_id        bigint not null,
    -- 0 for a click that led to no product.
    product_id     bigint not null,
    clicks         bigint not null default 0,
    -- Placed on the day and not cancelled; an order counts once in each of the three columns.
    orders         bigint not null default 0,
    list_orders    bigint not null default 0,
    product_orders bigint not null default 0,
    -- Booked on the day of the delivery, and of the return.
    earned         bigint not null default 0,
    taken_back     bigint not null default 0,
    constraint influencer_day_pkey primary key (holder_id, day, list_id, product_id),
    constraint influencer_day_holder_fkey foreign key (holder_id) references holder (holder_id),
    constraint influencer_day_counts_check check (
        clicks >= 0 and orders >= 0 and list_orders >= 0 and product_orders >= 0 and earned >= 0 and taken_back >= 0
    )
);

-- Counted clicks: a visitor counts once per day. The visitor is a keyed hash that changes every day; rows are deleted
-- after it.
create table influencer_click (
    day        date not null,
    visitor    bytea not null,
    holder_id  bigint not null,
    list_id    bigint not null,
    product_id bigint not null,
    constraint influencer_click_pkey primary key (day, visitor, holder_id, list_id, product_id),
    constraint influencer_click_visitor_check check (octet_length(visitor) = 32)
);


-- ==== 9. Cash-outs: payments to bloggers ====
--
-- Bloggers request their matured earnings, an operator approves, and a bank pays to a card.

-- Exactly one row.
create table cashout_setting (
    is_only boolean primary key default true,
    -- Limits of one cash-out.
    minimum bigint not null default 2000,
    maximum bigint not null default 500000,
    constraint cashout_setting_is_only_check check (is_only),
    constraint cashout_setting_limits_check check (minimum between 100 and maximum)
);

-- Triggers compare cash-outs with the ledger (chapter 11).
create table cashout (
    cashout_id     bigint generated always as identity primary key,
    -- Shown to the blogger; our reference at the bank.
    code           text not null,
    holder_id      bigint not null,
    amount         bigint not null,
    -- `requested` → `approved` → `sent` → `paid` or `failed`; or `declined` by an operator, or `cancelled` by the
    -- blogger.
    state          text not null,
    -- The card with hidden digits, as 4169 •••• •••• 1234.
    card_mask      text not null,
    -- The encrypted card number, and the holder's name for the bank; null once erased.
    card_sealed    bytea,
    card_holder    text,
    card_erased_at timestamptz,
    request_key    text not null,
    requested_at   timestamptz not null,
    decided_by     bigint,
    decided_at     timestamptz,
    -- The first of two approvals; `decided_by` is the second. Null without an approval.
    first_approved_by bigint,
    first_approved_at timestamptz,
    -- The amount from which two people had to approve then (PAYOUT_TWO_PEOPLE_FROM).
    two_people_from   bigint,
    -- Why it was declined, as shown to the blogger.
    reason         text,
    -- The bank, chosen when the cash-out is sent, and its reference.
    provider       text,
    transaction    text,
    tries          integer not null default 0,
    -- When to send it or ask the bank; null when there is nothing to do, or an operator has to resolve it.
    due_at         timestamptz,
    -- The latest result that did not finish it.
    failure        text,
    -- May differ from `amount`.
    paid_amount    bigint,
    finished_at    timestamptz,
    constraint cashout_code_key unique (code),
    constraint cashout_request_key unique (holder_id, request_key),
    constraint cashout_transaction_key unique (provider, transaction),
    constraint cashout_holder_fkey foreign key (holder_id) references holder (holder_id),
    constraint cashout_state_check
        check (state in ('requested', 'approved', 'sent', 'paid', 'failed', 'declined', 'cancelled')),
    constraint cashout_amount_check check (amount > 0),
    constraint cashout_card_mask_check check (card_mask ~ '^[0-9]{4} •••• •••• [0-9]{4}$'),
    constraint cashout_card_check check (
        (card_sealed is null) = (card_erased_at is not null)
        and (card_holder is null) = (card_erased_at is not null)
        and (card_erased_at is null or finished_at is not null and card_erased_at >= finished_at)
    ),
    constraint cashout_finished_check
        check ((finished_at is not null) = (state in ('paid', 'failed', 'declined', 'cancelled'))),
    constraint cashout_decided_check check (
        (decided_by is null) = (decided_at is null) and (decided_by is null) = (state in ('requested', 'cancelled'))
    ),
    constraint cashout_first_approval_check check (
        (first_approved_by is null) = (first_approved_at is null)
        and (first_approved_by is null or state not in ('declined', 'cancelled'))
        and (first_approved_by is null or decided_by is null or first_approved_by <> decided_by)
    ),
    constraint cashout_two_people_check check (
        (two_people_from is not null) = (state in ('approved', 'sent', 'paid', 'failed'))
        and (two_people_from is null or amount < two_people_from or first_approved_by is not null)
    ),
    constraint cashout_sent_check check (
        (provider is not null) = (state in ('sent', 'paid', 'failed')) and (transaction is null or provider is not null)
    ),
    constraint cashout_due_check check (
        (due_at is null or state in ('approved', 'sent')) and (due_at is not null or state <> 'approved')
    ),
    constraint cashout_paid_check check ((state = 'paid') = (paid_amount is not null) and paid_amount > 0),
    constraint cashout_reason_check check ((state = 'declined') = (reason is not null) and length(reason) <= 500)
);

create unique index cashout_open on cashout (holder_id) where finished_at is null;
create index cashout_by_holder on cashout (holder_id, cashout_id desc);
create index cashout_due on cashout (due_at) where due_at is not null;
create index cashout_card_to_erase on cashout (finished_at) where card_sealed is not null and finished_at is not null;

-- Finished cash-outs are final, except that their card is erased, once.
create function cashout_is_final() returns trigger language plpgsql as $$
begin
    if old.finished_at is not null
        and (to_jsonb(new) - array['card_sealed', 'card_holder', 'card_erased_at'])
            is distinct from (to_jsonb(old) - array['card_sealed', 'card_holder', 'card_erased_at']) then
        raise exception 'cash-out % is finished', old.code using errcode = 'check_violation';
    end if;
    return new;
end $$;

create trigger cashout_stays before update on cashout for each row execute function cashout_is_final();

create function cashout_is_kept() returns trigger language plpgsql as $$
begin
    raise exception 'cash-outs are kept' using errcode = 'check_violation';
end $$;

create trigger cashout_is_never_deleted before delete on cashout for each row execute function cashout_is_kept();

-- Members of staff may not decide about their own cash-outs.
create function cashout_is_of_another() returns trigger language plpgsql as $$
begin
    if exists (
        select
        from holder
        where holder_id = new.holder_id and account_id in (new.decided_by, new.first_approved_by)
    ) then
        raise exception 'cash-out % is decided by its own blogger', new.code
            using errcode = 'check_violation', constraint = 'cashout_own_check';
    end if;
    return new;
end $$;

create trigger cashout_own before insert or update of decided_by, first_approved_by on cashout
    for each row when (new.decided_by is not null or new.first_approved_by is not null)
    execute function cashout_is_of_another();

insert into cashout_setting default values;


-- ==== 10. The ledger ====
--
-- Double entry: the entries of a movement add up to zero; an account's balance is the sum of its entries.
-- `domain/ledger.rs`
-- has the entries of each kind of movement.

-- Moves money or bonuses, because of an order or a cash-out.
create table movement (
    movement_id bigint generated always as identity primary key,
    kind        text not null,
    order_id    bigint,
    cashout_id  bigint,
    charge_id   bigint,
    -- Within kind and cause, so that nothing is booked twice.
    key         text not null,
    moved_at    timestamptz not null,
    constraint movement_key unique (order_id, kind, key),
    constraint movement_cashout_key unique (cashout_id, kind, key),
    constraint movement_order_fkey foreign key (order_id) references purchase (order_id),
    constraint movement_cashout_fkey foreign key (cashout_id) references cashout (cashout_id),
    constraint movement_charge_fkey foreign key (charge_id) references charge (charge_id),
    -- The first two kinds are bank transfers for wholesale orders.
    constraint movement_kind_check check (
        kind in ('transfer', 'transfer_return')
        or kind in ('charge', 'return', 'collection', 'sale', 'unsale', 'payout', 'bonus_earned', 'bonus_taken_back',
            'bonus_expired', 'bonus_spent', 'bonus_given_back', 'influencer_earned', 'influencer_taken_back',
            'cashout_requested', 'cashout_paid', 'cashout_returned')
    ),
    constraint movement_cause_check check (
        num_nonnulls(order_id, cashout_id) = 1 and (cashout_id is not null) = starts_with(kind, 'cashout_')
    )
);

create table entry (
    movement_id bigint not null,
    account     text not null,
    -- Positive when the account receives it.
    amount      bigint not null,
    -- The holder of a bonus account or a blogger's account.
    holder_id   bigint,
    -- A bonus entry's lot. The movement's order earned it, or was paid with it.
    lot_id      bigint,
    constraint entry_pkey primary key (movement_id, account),
    constraint entry_movement_fkey foreign key (movement_id) references movement (movement_id),
    -- Accounts of what we owe are negative. `order`: orders paid and not delivered, and returned goods. `bonus`: a
    -- holder's bonuses; `bonus_expense`: their cost. `payable_influencer`: a blogger's earnings; `expense_influencer`:
    -- their cost. `payout`: earnings on their way to cards. `difference`: what a bank paid beyond the request, until an
    -- operator clears it up.
    constraint entry_account_check check (account in (
        'bank', 'cash', 'order', 'sales', 'vat', 'bonus', 'bonus_expense', 'payable_influencer', 'expense_influencer', 'payout',
        'difference'
    )),
    constraint entry_holder_check check ((account in ('bonus', 'payable_influencer')) = (holder_id is not null)),
    constraint entry_holder_fkey foreign key (holder_id) references holder (holder_id),
    constraint entry_lot_check check ((account = 'bonus') = (lot_id is not null)),
    constraint entry_lot_fkey foreign key (lot_id) references bonus_lot (order_id),
    constraint entry_amount_check check (amount <> 0)
);

create index entry_of_bonuses on entry (holder_id, movement_id desc) where account = 'bonus';
create index entry_by_lot on entry (lot_id) where lot_id is not null;

-- Entries of a movement add up to zero. Checked at the commit.
create function movement_balances() returns trigger language plpgsql as $$
begin
    if (select sum(amount) from entry where movement_id = new.movement_id) <> 0 then
        raise exception 'movement % does not balance', new.movement_id using errcode = 'check_violation';
    end if;
    return null;
end $$;

create constraint trigger entry_balances after insert or update on entry
    deferrable initially deferred for each row execute function movement_balances();

-- The ledger is final: another movement corrects a mistake.
create function ledger_is_final() returns trigger language plpgsql as $$
begin
    raise exception 'the ledger is only ever added to' using errcode = 'check_violation';
end $$;

create trigger movement_stays before update or delete on movement for each row execute function ledger_is_final();
create trigger entry_stays before update or delete on entry for each row execute function ledger_is_final();

-- Sums of a blogger's entries, so that no request adds up an account of any length. The balance is what we owe;
-- negative when goods were returned after the money was paid out.
create table influencer_account (
    holder_id  bigint primary key,
    balance    bigint not null,
    earned     bigint not null,
    taken_back bigint not null,
    postings   bigint not null,
    constraint influencer_account_holder_fkey foreign key (holder_id) references holder (holder_id)
);

-- A blogger's numbered entries, with the balance after each.
create table influencer_posting (
    holder_id   bigint not null,
    number      bigint not null,
    movement_id bigint not null,
    amount      bigint not null,
    balance     bigint not null,
    constraint influencer_posting_pkey primary key (holder_id, number),
    constraint influencer_posting_movement_key unique (movement_id, holder_id),
    constraint influencer_posting_holder_fkey foreign key (holder_id) references holder (holder_id),
    constraint influencer_posting_movement_fkey foreign key (movement_id) references movement (movement_id)
);

-- Adds a blogger's new entry to both tables.
create function post_influencer_entry() returns trigger language plpgsql as $$
declare
    kind_of text;
    gained bigint := -new.amount;
begin
    select kind into kind_of from movement where movement_id = new.movement_id;
    with changed as (
        insert into influencer_account as account (holder_id, balance, earned, taken_back, postings)
        values (
            new.holder_id, gained, case when kind_of = 'influencer_earned' then gained else 0 end,
            case when kind_of = 'influencer_taken_back' then -gained else 0 end, 1
        )
        on conflict (holder_id) do update
        set balance = account.balance + excluded.balance, earned = account.earned + excluded.earned,
            taken_back = account.taken_back + excluded.taken_back, postings = account.postings + 1
        returning holder_id, postings, balance
    )
    insert into influencer_posting (holder_id, number, movement_id, amount, balance)
    select holder_id, postings, new.movement_id, gained, balance from changed;
    return null;
end $$;

create trigger influencer_entry_is_posted after insert on entry
    for each row when (new.account = 'payable_influencer') execute function post_influencer_entry();

-- Refuses other writes to both.
create function only_ledger_writes() returns trigger language plpgsql as $$
begin
    if pg_trigger_depth() < 2 then
        raise exception 'balances of bloggers are written by the ledger alone' using errcode = 'check_violation';
    end if;
    return new;
end $$;

create trigger influencer_account_follows before insert or update or delete on influencer_account
    for each row execute function only_ledger_writes();
create trigger influencer_posting_follows before insert or update or delete on influencer_posting
    for each row execute function only_ledger_writes();


-- ==== 11. Checks between the ledger and the tables before it ====
--
-- Bonus lots, orders, referrals and cash-outs repeat amounts of the ledger. At the commit, when both sides are written,
-- these triggers refuse a transaction in which they differ.

-- Compares the lot's rest with the ledger, after a change of the lot.
create function bonus_lot_matches_ledger() returns trigger language plpgsql as $$
declare
    owed bigint;
begin
    select -coalesce(sum(amount), 0) into owed from entry where lot_id = new.order_id;
    if owed <> (select rest from bonus_lot where order_id = new.order_id) then
        raise exception 'bonuses of order % differ from the ledger', new.order_id using errcode = 'check_violation';
    end if;
    return null;
end $$;

create constraint trigger bonus_lot_is_booked after insert or update on bonus_lot
    deferrable initially deferred for each row execute function bonus_lot_matches_ledger();

-- The same after a new entry.
create function bonus_entry_has_lot() returns trigger language plpgsql as $$
declare
    owed bigint;
begin
    select -sum(amount) into owed from entry where lot_id = new.lot_id;
    if owed is distinct from (select rest from bonus_lot where order_id = new.lot_id and holder_id = new.holder_id) then
        raise exception 'bonuses of order % differ from its lot', new.lot_id using errcode = 'check_violation';
    end if;
    return null;
end $$;

create constraint trigger bonus_entry_is_in_lot after insert on entry
    deferrable initially deferred for each row when (new.account = 'bonus') execute function bonus_entry_has_lot();

-- Compares the bonuses of an order with its lines, its lots and the ledger.
create function bonus_use_matches_order(asked bigint) returns void language plpgsql as $$
declare
    told     purchase;
    used     bigint;
    returned bigint;
    of_lines bigint;
    booked   bigint;
begin
    select * into told from purchase where order_id = asked;
    select coalesce(sum(amount), 0), coalesce(sum(given_back), 0) into used, returned from bonus_use where order_id = asked;
    select coalesce(sum(bonus_spent), 0) into of_lines from purchase_line where order_id = asked;
    select coalesce(sum(entry.amount), 0)
    into booked
    from movement
    join entry on entry.movement_id = movement.movement_id
    where movement.order_id = asked and kind in ('bonus_spent', 'bonus_given_back') and account = 'bonus';
    if told.bonus_spent <> used or told.bonus_returned <> returned or told.bonus_spent <> of_lines or used - returned <> booked then
        raise exception 'bonuses that paid for order % differ from their lots', asked using errcode = 'check_violation';
    end if;
end $$;

create function bonus_use_is_of_order() returns trigger language plpgsql as $$
begin
    perform bonus_use_matches_order(new.order_id);
    return null;
end $$;

create constraint trigger bonus_use_matches after insert or update on bonus_use
    deferrable initially deferred for each row execute function bonus_use_is_of_order();

create constraint trigger purchase_bonus_is_used after insert on purchase
    deferrable initially deferred for each row when (new.bonus_spent > 0) execute function bonus_use_is_of_order();

create constraint trigger purchase_bonus_is_returned after update of bonus_spent, bonus_returned on purchase
    deferrable initially deferred for each row
    when ((old.bonus_spent, old.bonus_returned) is distinct from (new.bonus_spent, new.bonus_returned))
    execute function bonus_use_is_of_order();

-- Compares a blogger's earnings by an order's lines with the ledger.
create function check_influencer_order(order_of bigint, holder_of bigint) returns void language plpgsql as $$
begin
    if (
        select coalesce(-sum(entry.amount), 0)
        from movement
        join entry on entry.movement_id = movement.movement_id
        where movement.order_id = order_of
          and movement.kind in ('influencer_earned', 'influencer_taken_back')
          and entry.account = 'payable_influencer'
          and entry.holder_id = holder_of
    ) <> (
        select coalesce(sum(earned - taken_back), 0)
        from line_referral
        where order_id = order_of and holder_id = holder_of
    ) then
        raise exception 'earnings of order % differ from the ledger', order_of using errcode = 'check_violation';
    end if;
end $$;

create function line_referral_matches_ledger() returns trigger language plpgsql as $$
begin
    perform check_influencer_order(new.order_id, new.holder_id);
    return null;
end $$;

create constraint trigger line_referral_is_booked after insert or update of earned, taken_back on line_referral
    deferrable initially deferred for each row execute function line_referral_matches_ledger();

create function influencer_entry_matches_lines() returns trigger language plpgsql as $$
declare
    order_of bigint;
begin
    select order_id
    into order_of
    from movement
    where movement_id = new.movement_id and kind in ('influencer_earned', 'influencer_taken_back');
    if order_of is not null then
        perform check_influencer_order(order_of, new.holder_id);
    end if;
    return null;
end $$;

create constraint trigger influencer_entry_is_of_lines after insert on entry
    deferrable initially deferred for each row when (new.account = 'payable_influencer')
    execute function influencer_entry_matches_lines();

-- Compares a cash-out with its movements.
create function check_cashout(asked bigint) returns void language plpgsql as $$
declare
    told     cashout;
    payout   bigint;
    payable  bigint;
    bank     bigint;
    is_open  boolean;
    returned bigint;
begin
    select * into told from cashout where cashout_id = asked;
    is_open := told.finished_at is null;
    -- Money that did not leave the bank is owed to the blogger again.
    returned := case when is_open then 0 else greatest(told.amount - coalesce(told.paid_amount, 0), 0) end;
    select coalesce(sum(amount) filter (where account = 'payout'), 0),
           coalesce(sum(amount) filter (where account = 'payable_influencer' and holder_id = told.holder_id), 0),
           coalesce(sum(amount) filter (where account = 'bank'), 0)
    into payout, payable, bank
    from movement
    join entry using (movement_id)
    where movement.cashout_id = asked;
    if payout <> (case when is_open then -told.amount else 0 end)
        or payable <> told.amount - returned
        or bank <> -coalesce(told.paid_amount, 0) then
        raise exception 'cash-out % differs from the ledger', told.code using errcode = 'check_violation';
    end if;
end $$;

create function cashout_matches_ledger() returns trigger language plpgsql as $$
begin
    perform check_cashout(new.cashout_id);
    return null;
end $$;

create constraint trigger cashout_is_booked after insert or update of state, amount, paid_amount, holder_id on cashout
    deferrable initially deferred for each row execute function cashout_matches_ledger();

create constraint trigger cashout_movement_matches after insert on movement
    deferrable initially deferred for each row when (new.cashout_id is not null) execute function cashout_matches_ledger();

-- Only matured earnings are paid: the rest of the balance covers all pending ones.
create function cashout_is_matured() returns trigger language plpgsql as $$
begin
    if (
        select coalesce((select balance from influencer_account where holder_id = new.holder_id), 0) < coalesce(sum(earned - taken_back), 0)
        from line_referral
        where holder_id = new.holder_id and earned > 0 and matures_at > new.requested_at
    ) then
        raise exception 'cash-out % exceeds what has matured', new.code using errcode = 'check_violation';
    end if;
    return null;
end $$;

create constraint trigger cashout_is_covered after insert on cashout
    deferrable initially deferred for each row execute function cashout_is_matured();


-- ==== 12. The history of rules ====

-- Changes of tariffs, bonus rules and return exceptions.
create table rule_change (
    rule_change_id bigint generated always as identity primary key,
    rule           text not null,
    zone_id        bigint,
    operator_id    bigint not null,
    changed_at     timestamptz not null,
    was            jsonb not null,
    became         jsonb not null,
    constraint rule_change_rule_check check (rule in ('tariff', 'bonus', 'return_exceptions')),
    constraint rule_change_zone_check check ((rule = 'tariff') = (zone_id is not null)),
    constraint rule_change_zone_fkey foreign key (zone_id) references zone
);

-- History is final, here and in chapter 13.
create function history_is_final() returns trigger language plpgsql as $$
begin
    raise exception '% is only ever added to', tg_table_name using errcode = 'check_violation';
end $$;

create trigger rule_change_stays before update or delete on rule_change
    for each row execute function history_is_final();


-- ==== 13. Wholesale ====
--
-- A company asks for a large quantity, an operator answers with a quote, and an accepted quote becomes an order, paid
-- by
-- card or bank transfer.

create table wholesale_request (
    request_id    bigint generated always as identity primary key,
    -- Can be read out on the phone: `TS-7K4M-29`.
    code          text collate "C" not null,
    -- SHA-256 of the secret in the customer's link.
    token_hash    bytea not null,
    -- Null for a guest, and when the account is erased.
    account_id    bigint,
    request_key   text not null,
    request_hash  bytea not null,
    language      text not null,
    company_name  text,
    -- The company's tax number.
    voen          text,
    -- Empty, like the phone number, when the account is erased.
    contact_name  text not null,
    phone_number  text not null,
    email         text,
    -- The goods are wanted by this day.
    wished_on     date,
    -- In the customer's words.
    description   text,
    note          text,
    state         text not null,
    asked_at      timestamptz not null,
    -- The latest quote; null before the first.
    quote_version integer,
    -- That the accepted quote became; the state is `quoted` while it is being placed.
    order_id      bigint,
    -- The key of the request that accepted the quote.
    accept_key    text,
    accept_hash   bytea,
    -- Assigned when a bank transfer is first chosen.
    invoice_no    text,
    invoiced_at   timestamptz,
    -- When a worker sends a reminder or lets the quote expire; null when nothing is due.
    due_at        timestamptz,
    constraint wholesale_request_code_key unique (code),
    constraint wholesale_request_request_key unique (request_key),
    constraint wholesale_request_order_key unique (order_id),
    constraint wholesale_request_invoice_key unique (invoice_no),
    constraint wholesale_request_order_fkey foreign key (order_id) references purchase (order_id),
    constraint wholesale_request_language_check check (language in ('az', 'ru', 'en')),
    constraint wholesale_request_voen_check check (voen ~ '^[0-9]{10}$'),
    constraint wholesale_request_company_check check ((company_name is null) = (voen is null)),
    constraint wholesale_request_token_check check (octet_length(token_hash) = 32 and octet_length(request_hash) = 32),
    constraint wholesale_request_state_check
        check (state in ('requested', 'quoted', 'accepted', 'paid', 'declined', 'expired', 'cancelled')),
    constraint wholesale_request_quote_check check (state not in ('quoted', 'accepted', 'paid', 'declined') or quote_version > 0),
    constraint wholesale_request_accepted_check check (state not in ('accepted', 'paid') or order_id is not null),
    constraint wholesale_request_accept_check check ((accept_key is null) = (accept_hash is null)),
    constraint wholesale_request_invoice_check check ((invoice_no is null) = (invoiced_at is null))
);

create index wholesale_request_due on wholesale_request (due_at) where due_at is not null;
create index wholesale_request_by_state on wholesale_request (state, request_id desc);
create index wholesale_request_by_account on wholesale_request (account_id) where account_id is not null;
create index wholesale_request_by_phone on wholesale_request (phone_number, asked_at);

-- May have gaps. No number is used twice.
create sequence wholesale_invoice_no;

-- With the catalog's names at that time.
create table wholesale_line (
    request_id bigint not null,
    place      integer not null,
    product_id bigint not null,
    size_id    bigint,
    count      bigint not null,
    name       text not null,
    slug       text not null,
    image_url  text not null,
    size       text,
    constraint wholesale_line_pkey primary key (request_id, place),
    constraint wholesale_line_key unique nulls not distinct (request_id, product_id, size_id),
    constraint wholesale_line_request_fkey foreign key (request_id) references wholesale_request (request_id),
    constraint wholesale_line_count_check check (count between 1 and 99999)
);

-- Operators' answers; a later version replaces an earlier one.
create table wholesale_quote (
    quote_id       bigint generated always as identity primary key,
    request_id     bigint not null,
    version        integer not null,
    valid_until    timestamptz not null,
    delivery_fee   bigint not null,
    -- How and when the goods are delivered.
    delivery_terms text not null,
    note           text,
    goods          bigint not null,
    total          bigint not null,
    -- Contained in the total.
    vat            bigint not null,
    operator_id    bigint not null,
    quoted_at      timestamptz not null,
    accepted_at    timestamptz,
    constraint wholesale_quote_version_key unique (request_id, version),
    constraint wholesale_quote_request_fkey foreign key (request_id) references wholesale_request (request_id),
    constraint wholesale_quote_version_check check (version > 0),
    constraint wholesale_quote_validity_check check (valid_until > quoted_at),
    constraint wholesale_quote_amounts_check
        check (goods > 0 and delivery_fee >= 0 and total = goods + delivery_fee and vat between 0 and total)
);

create unique index wholesale_quote_accepted on wholesale_quote (request_id) where accepted_at is not null;

-- Requests and quotes refer to each other, so this follows both.
alter table wholesale_request
    add constraint wholesale_request_version_fkey foreign key (request_id, quote_version)
        references wholesale_quote (request_id, version) deferrable initially deferred;

-- With the agreed prices.
create table wholesale_quote_line (
    quote_id   bigint not null,
    place      integer not null,
    product_id bigint not null,
    size_id    bigint,
    store_id   bigint not null,
    store_name text not null,
    store_slug text not null,
    name       text not null,
    slug       text not null,
    image_url  text not null,
    size       text,
    count      bigint not null,
    unit_price bigint not null,
    line_total bigint not null,
    constraint wholesale_quote_line_pkey primary key (quote_id, place),
    constraint wholesale_quote_line_key unique nulls not distinct (quote_id, product_id, size_id),
    constraint wholesale_quote_line_quote_fkey foreign key (quote_id) references wholesale_quote (quote_id),
    constraint wholesale_quote_line_count_check check (count between 1 and 99999),
    constraint wholesale_quote_line_amounts_check check (unit_price > 0 and line_total = unit_price * count)
);

-- A quote's sums are those of its lines. Checked at the commit.
create function wholesale_quote_matches_lines() returns trigger language plpgsql as $$
begin
    if (select sum(line_total) from wholesale_quote_line where quote_id = new.quote_id)
        is distinct from (select goods::numeric from wholesale_quote where quote_id = new.quote_id) then
        raise exception 'quote % differs from its lines', new.quote_id using errcode = 'check_violation';
    end if;
    return null;
end $$;

create constraint trigger wholesale_quote_adds_up after insert on wholesale_quote
    deferrable initially deferred for each row execute function wholesale_quote_matches_lines();
create constraint trigger wholesale_quote_line_adds_up after insert or update or delete on wholesale_quote_line
    deferrable initially deferred for each row execute function wholesale_quote_matches_lines();

create table wholesale_change (
    change_id  bigint generated always as identity primary key,
    request_id bigint not null,
    state      text not null,
    changed_at timestamptz not null,
    -- `customer`, `bank`, `clock` (a background worker), or the number of an operator's account.
    actor      text not null,
    reason     text,
    constraint wholesale_change_request_fkey foreign key (request_id) references wholesale_request (request_id)
);

create index wholesale_change_by_request on wholesale_change (request_id, change_id);

create trigger wholesale_change_stays before update or delete on wholesale_change
    for each row execute function history_is_final();

-- Entered by operators from the bank's statement: from customers (`in`) or sent back (`out`).
create table wholesale_transfer (
    transfer_id bigint generated always as identity primary key,
    request_id  bigint not null,
    order_id    bigint not null,
    direction   text not null,
    amount      bigint not null,
    -- The bank's: a transfer entered twice is refused.
    reference   text not null,
    moved_on    date not null,
    operator_id bigint not null,
    entered_at  timestamptz not null,
    constraint wholesale_transfer_reference_key unique (direction, reference),
    constraint wholesale_transfer_request_fkey foreign key (request_id) references wholesale_request (request_id),
    constraint wholesale_transfer_order_fkey foreign key (order_id) references purchase (order_id),
    constraint wholesale_transfer_direction_check check (direction in ('in', 'out')),
    constraint wholesale_transfer_amount_check check (amount > 0)
);

create index wholesale_transfer_by_order on wholesale_transfer (order_id);

create trigger wholesale_transfer_stays before update or delete on wholesale_transfer
    for each row execute function history_is_final();

-- A transfer is in the ledger with the same amount, and not more is sent back than received. Checked at the commit.
create function wholesale_transfer_matches_ledger() returns trigger language plpgsql as $$
begin
    if not exists (
        select
        from movement
        join entry on entry.movement_id = movement.movement_id
        where movement.order_id = new.order_id
          and movement.key = new.transfer_id::text
          and movement.kind = case new.direction when 'in' then 'transfer' else 'transfer_return' end
          and entry.account = 'bank'
          and entry.amount = case new.direction when 'in' then new.amount else -new.amount end
    ) then
        raise exception 'transfer % is not in the ledger', new.transfer_id using errcode = 'check_violation';
    end if;
    if (
        select sum(case direction when 'in' then amount else -amount end)
        from wholesale_transfer
        where order_id = new.order_id
    ) < 0 then
        raise exception 'more is sent back for order % than came in', new.order_id using errcode = 'check_violation';
    end if;
    return null;
end $$;

create constraint trigger wholesale_transfer_is_booked after insert on wholesale_transfer
    deferrable initially deferred for each row execute function wholesale_transfer_matches_ledger();

-- Members of staff may not act on their own requests. The argument is the column with the account.
create function wholesale_is_of_another() returns trigger language plpgsql as $$
begin
    if exists (
        select
        from wholesale_request
        where request_id = new.request_id and account_id::text = to_jsonb(new) ->> tg_argv[0]
    ) then
        raise exception 'wholesale request % is handled by its own customer', new.request_id
            using errcode = 'check_violation', constraint = tg_table_name || '_own_check';
    end if;
    return new;
end $$;

create trigger wholesale_quote_own before insert on wholesale_quote
    for each row execute function wholesale_is_of_another('operator_id');
create trigger wholesale_transfer_own before insert on wholesale_transfer
    for each row execute function wholesale_is_of_another('operator_id');
create trigger wholesale_change_own before insert on wholesale_change
    for each row when (new.actor ~ '^[0-9]+$') execute function wholesale_is_of_another('actor');

-- Transfers received per order, less those sent back as overpaid or as a refund.
create view wholesale_kept as
select order_id, sum(amount) as kept
from (
    select order_id, case direction when 'in' then amount else -amount end as amount
    from wholesale_transfer
    union all
    select refund.order_id, -(goods + refund.delivery_fee)
    from refund
    join purchase on purchase.order_id = refund.order_id
    where refund.way = 'cash' and refund.status in ('approved', 'paid') and purchase.payment_method = 'transfer'
) as moved
group by order_id;

-- Sent back for orders paid by transfer and then cancelled or expired.
create view wholesale_given_back as
select order_id, greatest(total - wholesale_kept.kept, 0) as transferred
from purchase
join wholesale_kept using (order_id)
where payment_method = 'transfer'
  and kept_attempt is null
  and stage in ('cancelled', 'expired')
  and payment_status in ('paid', 'partly_refunded', 'refunded');

-- E-mails for the notification service. Texts are composed when they are handed over, so that a late one has no
-- outdated facts.
create table wholesale_letter (
    letter_id  uuid primary key,
    request_id bigint not null,
    kind       text not null,
    -- The next try; null when handed over, or without a recipient.
    due_at     timestamptz,
    written_at timestamptz not null,
    -- Each failure lengthens the pause, up to one day.
    failures   integer not null default 0,
    constraint wholesale_letter_request_fkey foreign key (request_id) references wholesale_request (request_id)
);

create index wholesale_letter_due on wholesale_letter (due_at) where due_at is not null;


-- ==== 14. The auditor: differences that were found ====
--
-- Every night and on an operator's request, the auditor compares what tables, services and banks state about the same
-- orders.

create table auditor_run (
    run_id      bigint generated always as identity primary key,
    -- The run's night; null for an operator's run.
    night       date,
    -- Null for a nightly run.
    asked_by    bigint,
    asked_at    timestamptz not null,
    started_at  timestamptz,
    finished_at timestamptz,
    -- Several processes may begin the same night; one succeeds.
    constraint auditor_run_night_key unique (night),
    constraint auditor_run_cause_check check ((night is null) = (asked_by is not null)),
    constraint auditor_run_times_check check (finished_at is null or started_at is not null)
);

create index auditor_run_open on auditor_run (run_id) where finished_at is null;

-- The result of one run for one area.
create table auditor_result (
    run_id    bigint not null,
    area      text not null,
    compared  bigint not null,
    -- Differences; up to 1,000 are kept as findings.
    differing bigint not null,
    -- Why the area could not be compared, if so.
    failure   text,
    constraint auditor_result_pkey primary key (run_id, area),
    constraint auditor_result_run_fkey foreign key (run_id) references auditor_run (run_id),
    constraint auditor_result_counts_check check (compared >= 0 and differing >= 0),
    constraint auditor_result_area_check check (area in (
        'movements', 'ledger', 'charges', 'refunds', 'orders', 'slots', 'promos', 'bonuses', 'earnings', 'cashouts', 'stock', 'counts',
        'bank', 'payouts'
    ))
);

-- Differences.
create table auditor_finding (
    finding_id bigint generated always as identity primary key,
    area       text not null,
    -- An order's code, a slot's id, ….
    subject    text not null,
    -- The number or word that differs.
    field      text not null,
    -- Computed from the rows that record what happened.
    expected   text not null,
    -- In the row under comparison.
    found      text not null,
    first_run  bigint not null,
    -- The latest run with it.
    last_run   bigint not null,
    -- The first run without it.
    gone_in    bigint,
    -- The cause, by an operator.
    note       text,
    noted_by   bigint,
    noted_at   timestamptz,
    constraint auditor_finding_first_run_fkey foreign key (first_run) references auditor_run (run_id),
    constraint auditor_finding_last_run_fkey foreign key (last_run) references auditor_run (run_id),
    constraint auditor_finding_gone_in_fkey foreign key (gone_in) references auditor_run (run_id),
    constraint auditor_finding_runs_check check (first_run <= last_run and last_run < gone_in),
    constraint auditor_finding_note_check check (num_nulls(note, noted_by, noted_at) in (0, 3) and length(note) <= 1000)
);

create unique index auditor_finding_open on auditor_finding (area, subject, field) where gone_in is null;

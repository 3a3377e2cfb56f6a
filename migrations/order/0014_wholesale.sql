-- Wholesale: a company asks for many, an operator answers with a quote, and an accepted quote becomes an order.

create table wholesale_request (
    request_id    bigint generated always as identity primary key,
    -- As people say it on the phone: `TS-7K4M-29`.
    code          text collate "C" not null,
    -- SHA-256 of the secret in the customer's link.
    token_hash    bytea not null,
    -- Null for a guest, and once the account is erased.
    account_id    bigint,
    -- The request that made it, so that made twice it is made once.
    request_key   text not null,
    request_hash  bytea not null,
    language      text not null,
    company_name  text,
    -- Ten digits: the tax number of the company.
    voen          text,
    -- Empty once the customer's account is erased, like the phone number.
    contact_name  text not null,
    phone_number  text not null,
    email         text,
    -- The day in Baku by which the goods are wanted.
    wished_on     date,
    -- The wish in the customer's own words.
    description   text,
    note          text,
    state         text not null,
    asked_at      timestamptz not null,
    -- The latest quote; null before the first.
    quote_version integer,
    -- The order that the accepted quote became. While the quote is being accepted the state is `quoted` still.
    order_id      bigint,
    -- The request that accepted it.
    accept_key    text,
    accept_hash   bytea,
    -- Given when a bank transfer is first chosen.
    invoice_no    text,
    invoiced_at   timestamptz,
    -- When the clock looks at it next: to remind of a quote, and to end it. Null when nothing is due.
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

-- The products that a request asks for, as the catalogue named them then.
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

-- Operators' answers. A later version replaces an earlier one.
create table wholesale_quote (
    quote_id       bigint generated always as identity primary key,
    request_id     bigint not null,
    version        integer not null,
    valid_until    timestamptz not null,
    delivery_fee   bigint not null,
    -- How and when the goods come, in the operator's words.
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

-- A request has one accepted quote at most.
create unique index wholesale_quote_accepted on wholesale_quote (request_id) where accepted_at is not null;

alter table wholesale_request
    add constraint wholesale_request_version_fkey foreign key (request_id, quote_version)
        references wholesale_quote (request_id, version) deferrable initially deferred;

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

-- The sums of a quote are those of its lines. Asked at the commit, when all lines are there.
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

-- The history of requests: which state, when and by whom. A trigger refuses updates and deletions.
create table wholesale_change (
    change_id  bigint generated always as identity primary key,
    request_id bigint not null,
    state      text not null,
    changed_at timestamptz not null,
    -- `customer`, `bank`, `clock` or the number of an operator's account.
    actor      text not null,
    reason     text,
    constraint wholesale_change_request_fkey foreign key (request_id) references wholesale_request (request_id)
);

create index wholesale_change_by_request on wholesale_change (request_id, change_id);

create function history_is_final() returns trigger language plpgsql as $$
begin
    raise exception '% is only ever added to', tg_table_name using errcode = 'check_violation';
end $$;

create trigger wholesale_change_stays before update or delete on wholesale_change
    for each row execute function history_is_final();

-- Bank transfers as operators read them from the statement: what came in, and what was sent back.
create table wholesale_transfer (
    transfer_id bigint generated always as identity primary key,
    request_id  bigint not null,
    order_id    bigint not null,
    direction   text not null,
    amount      bigint not null,
    -- The bank's reference. A transfer that is entered twice is refused.
    reference   text not null,
    -- The day of the statement.
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

-- A transfer stands in the ledger with the same amount, and no more is sent back than came in. Asked at the commit.
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

-- Invoice numbers may have gaps. No number is given twice.
create sequence wholesale_invoice_no;

-- Letters on their way to the notification service. What they say is read when they leave.
create table wholesale_letter (
    letter_id  uuid primary key,
    request_id bigint not null,
    kind       text not null,
    -- When it is tried next; null when it was handed over, or there was nobody to send it to.
    due_at     timestamptz,
    written_at timestamptz not null,
    constraint wholesale_letter_request_fkey foreign key (request_id) references wholesale_request (request_id)
);

create index wholesale_letter_due on wholesale_letter (due_at) where due_at is not null;

-- An accepted quote is an order whose prices were agreed on: without promo codes and bonuses, and paid by card or by transfer.
alter table purchase
    add column is_wholesale boolean not null default false,
    drop constraint purchase_payment_method_check,
    add constraint purchase_payment_method_check check (payment_method in ('card', 'cash', 'installment', 'transfer')),
    add constraint purchase_transfer_check check (payment_method <> 'transfer' or is_wholesale),
    add constraint purchase_wholesale_check check (
        not is_wholesale
        or (payment_method in ('card', 'transfer') and promo_code is null and promo_discount = 0 and discount = 0
            and bonus_spent = 0 and slot_id is null and total > 0)
    );

-- Only wholesale orders have as many of one product.
alter table purchase_line
    drop constraint purchase_line_count_check,
    add constraint purchase_line_count_check check (count between 1 and 99999 and refunded_count between 0 and count);

-- Adds two kinds to those that are known, whichever they are by now.
do $$
declare
    known text;
begin
    select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$')
    into strict known
    from pg_constraint
    where conname = 'movement_kind_check' and conrelid = 'movement'::regclass;
    alter table movement drop constraint movement_kind_check;
    execute format(
        'alter table movement add constraint movement_kind_check check (kind in (''transfer'', ''transfer_return'') or %s)',
        known
    );
end $$;

-- The sum of the transfers for an order, without what was transferred back because it was too much or as a refund.
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

-- The sum that was transferred back for paid orders that are over.
create view wholesale_given_back as
select order_id, greatest(total - wholesale_kept.kept, 0) as transferred
from purchase
join wholesale_kept using (order_id)
where payment_method = 'transfer'
  and kept_attempt is null
  and stage in ('cancelled', 'expired')
  and payment_status in ('paid', 'partly_refunded', 'refunded');

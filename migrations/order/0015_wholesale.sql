-- Wholesale. Amounts are in qəpik.
--
-- A company requests goods, an operator answers with a quote, and an accepted quote becomes an order.

-- Customers' requests.
create table wholesale_request (
    request_id    bigint generated always as identity primary key,
    -- For example `TS-7K4M-29`.
    code          text collate "C" not null,
    -- SHA-256 of the secret in the customer's link.
    token_hash    bytea not null,
    -- Null for a guest, and when the account is erased.
    account_id    bigint,
    -- Idempotency key.
    request_key   text not null,
    request_hash  bytea not null,
    language      text not null,
    company_name  text,
    -- Tax number.
    voen          text,
    -- Empty when the account is erased.
    contact_name  text not null,
    phone_number  text not null,
    email         text,
    wished_on     date,
    description   text,
    note          text,
    state         text not null,
    asked_at      timestamptz not null,
    -- The current quote, and the order of the accepted one.
    quote_version integer,
    order_id      bigint,
    -- Idempotency key of the acceptance.
    accept_key    text,
    accept_hash   bytea,
    -- Assigned at the first choice of bank transfer.
    invoice_no    text,
    invoiced_at   timestamptz,
    -- When to remind of the quote, or to let it expire.
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

create sequence wholesale_invoice_no;

-- Requested goods.
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

-- An operator's offer. A later version replaces an earlier one.
create table wholesale_quote (
    quote_id       bigint generated always as identity primary key,
    request_id     bigint not null,
    version        integer not null,
    valid_until    timestamptz not null,
    delivery_fee   bigint not null,
    delivery_terms text not null,
    note           text,
    goods          bigint not null,
    total          bigint not null,
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

-- The two tables refer to each other.
alter table wholesale_request
    add constraint wholesale_request_version_fkey foreign key (request_id, quote_version)
        references wholesale_quote (request_id, version) deferrable initially deferred;

-- Offered goods, with copies of their names.
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

-- The history of requests.
create table wholesale_change (
    change_id  bigint generated always as identity primary key,
    request_id bigint not null,
    state      text not null,
    changed_at timestamptz not null,
    -- `customer`, `bank`, `clock` (a worker), or an operator's account.
    actor      text not null,
    reason     text,
    constraint wholesale_change_request_fkey foreign key (request_id) references wholesale_request (request_id)
);

create index wholesale_change_by_request on wholesale_change (request_id, change_id);

create trigger wholesale_change_stays before update or delete on wholesale_change
    for each row execute function refuse_change_of_history();

-- Staff must not act on their own requests. The argument is the column with the account.
create function refuse_handling_of_own_request() returns trigger language plpgsql as $$
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
    for each row execute function refuse_handling_of_own_request('operator_id');
create trigger wholesale_change_own before insert on wholesale_change
    for each row when (new.actor ~ '^[0-9]+$') execute function refuse_handling_of_own_request('actor');

-- Outbox of e-mails, whose texts are composed when they are sent.
create table wholesale_letter (
    letter_id  uuid primary key,
    request_id bigint not null,
    kind       text not null,
    -- Next try. Null when sent.
    due_at     timestamptz,
    written_at timestamptz not null,
    failures   integer not null default 0,
    constraint wholesale_letter_request_fkey foreign key (request_id) references wholesale_request (request_id)
);

create index wholesale_letter_due on wholesale_letter (due_at) where due_at is not null;

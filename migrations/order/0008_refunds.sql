-- Refunds: requests to give goods back, the decisions, and the rules. Amounts are in qəpik.

-- Categories whose goods can be returned only if they are faulty.
create table return_exception (
    return_exception_id bigint generated always as identity primary key,
    title               jsonb not null,
    reason              text not null,
    -- Includes subcategories.
    category_ids        bigint[] not null,
    constraint return_exception_title_check check (title ?& array['az', 'ru', 'en']),
    constraint return_exception_reason_check check (reason in ('perishable', 'food', 'hygiene', 'made_to_order')),
    constraint return_exception_categories_check check (cardinality(category_ids) > 0)
);

create table refund (
    refund_id    bigint generated always as identity primary key,
    order_id     bigint not null,
    -- Idempotency key.
    request_key  text not null,
    request_hash bytea not null,
    -- `requested` → `approved` (the money is being returned) → `paid`, or `refused`.
    status       text not null,
    ground       text not null,
    reason       text not null,
    pictures     text[] not null default '{}',
    -- Money and bonuses for the goods.
    goods        bigint not null,
    bonus        bigint not null default 0,
    -- Refunded with the last lines of an order.
    delivery_fee bigint not null,
    -- `cash` includes bank transfers.
    way          text not null,
    answer       text,
    asked_at     timestamptz not null,
    decided_at   timestamptz,
    decided_by   bigint,
    -- The first of two approvals. The second one is `decided_by`.
    first_approved_by bigint,
    first_approved_at timestamptz,
    -- Value from which two people must approve, copied at the decision.
    two_people_from   bigint,
    -- When to report the goods to the catalogue.
    restock_at   timestamptz,
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

-- Refunded units of an order's line.
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

-- Refunds as the API returns them.
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

-- Staff must not decide refunds of their own orders.
create function refuse_decision_on_own_refund() returns trigger language plpgsql as $$
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
    execute function refuse_decision_on_own_refund();

create function notify_refund_change() returns trigger language plpgsql as $$
begin
    perform pg_notify('order_changed', new.order_id::text);
    return null;
end $$;

create trigger refund_notifies after insert or update of status on refund for each row execute function notify_refund_change();

-- Refuses `changed_mind` refunds of lines with a return exception.
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

-- What shoppers ask back, and what became of it.

create table refund (
    refund_id    bigint generated always as identity primary key,
    order_id     bigint not null,
    -- The request that made it, so that made twice it is made once.
    request_key  text not null,
    request_hash bytea not null,
    status       text not null,
    reason       text not null,
    -- What its lines come to.
    goods        bigint not null,
    -- Goes back with the refund that makes the order whole, and so at most once.
    delivery_fee bigint not null,
    way          text not null,
    -- What the operator says of it.
    answer       text,
    asked_at     timestamptz not null,
    decided_at   timestamptz,
    decided_by   bigint,
    -- When the stock's owner is told that the goods are for sale again; null when there is nothing to tell.
    restock_at   timestamptz,
    constraint refund_order_fkey foreign key (order_id) references purchase (order_id),
    constraint refund_request_key unique (order_id, request_key),
    constraint refund_status_check check (status in ('requested', 'approved', 'refused', 'paid')),
    constraint refund_way_check check (way in ('card', 'cash')),
    constraint refund_amount_check check (goods >= 0 and delivery_fee >= 0),
    constraint refund_decided_check
        check ((status = 'requested') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
    constraint refund_answer_check check (status <> 'refused' or answer is not null)
);

create index refund_by_status on refund (status, refund_id desc);
create index refund_to_restock on refund (restock_at) where restock_at is not null;

create table refund_line (
    refund_id bigint not null,
    line_id   bigint not null,
    count     bigint not null,
    amount    bigint not null,
    constraint refund_line_pkey primary key (refund_id, line_id),
    constraint refund_line_refund_fkey foreign key (refund_id) references refund (refund_id),
    constraint refund_line_line_fkey foreign key (line_id) references purchase_line (line_id),
    constraint refund_line_count_check check (count > 0 and amount >= 0)
);

create index refund_line_by_line on refund_line (line_id);

-- A refund with its lines, as it is told.
create view refund_told as
select refund_id, order_id, status, reason, goods, delivery_fee, way, answer, asked_at, decided_at,
       (
           select jsonb_agg(jsonb_build_object('line_id', line_id, 'count', count, 'amount', amount) order by line_id)
           from refund_line
           where refund_line.refund_id = refund.refund_id
       ) as lines
from refund;

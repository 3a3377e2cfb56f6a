-- Bank transfers for wholesale orders. Amounts are in qəpik.

-- Bank transfers from customers (`in`) and back to them (`out`), entered by operators.
create table wholesale_transfer (
    transfer_id bigint generated always as identity primary key,
    request_id  bigint not null,
    order_id    bigint not null,
    direction   text not null,
    amount      bigint not null,
    -- Unique, so that no transfer is entered twice.
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
    for each row execute function refuse_change_of_history();

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

create trigger wholesale_transfer_own before insert on wholesale_transfer
    for each row execute function refuse_handling_of_own_request('operator_id');

-- The money of transfers that the shop keeps: received, less sent back, less refunded. Refunds of transfers have the
-- way `cash`.
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

-- For orders that were paid by transfer and then cancelled or expired: what was sent back of the total.
create view wholesale_given_back as
select order_id, greatest(total - wholesale_kept.kept, 0) as transferred
from purchase
join wholesale_kept using (order_id)
where payment_method = 'transfer'
  and kept_attempt is null
  and stage in ('cancelled', 'expired')
  and payment_status in ('paid', 'partly_refunded', 'refunded');

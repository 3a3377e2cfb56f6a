-- Bonuses are spent: how much of an order they may pay, which lots they come from, and what of them goes back.

-- One row.
create table bonus_setting (
    is_only     boolean primary key default true,
    -- Hundredths of a per cent of the goods, discounts and promo codes taken off. Below 100 %: something is left to pay in money.
    spend_share bigint not null default 3000,
    constraint bonus_setting_is_only_check check (is_only),
    constraint bonus_setting_share_check check (spend_share between 0 and 9000)
);

insert into bonus_setting default values;

alter table purchase
    -- Paid with bonuses; the total is what is paid in money.
    add column bonus_spent    bigint not null default 0,
    -- The part of `bonus_spent` that went back to its lots.
    add column bonus_returned bigint not null default 0,
    -- Bonuses pay for goods, not for their delivery.
    add constraint purchase_bonus_check check (
        bonus_spent between 0 and greatest(subtotal - discount - promo_discount, 0) and bonus_returned between 0 and bonus_spent
    );

alter table purchase_line
    -- The line's part of the bonuses that paid for the order.
    add column bonus_spent bigint not null default 0,
    add constraint purchase_line_bonus_spent_check check (bonus_spent between 0 and line_total - promo_discount),
    drop constraint purchase_line_bonus_check,
    -- Only money earns bonuses.
    add constraint purchase_line_bonus_check check (bonus between 0 and line_total - promo_discount - bonus_spent);

alter table refund
    -- Bonuses that go back with its lines, beside the money.
    add column bonus bigint not null default 0,
    add constraint refund_bonus_check check (bonus >= 0);

alter table refund_line
    add column bonus bigint not null default 0,
    add constraint refund_line_bonus_check check (bonus >= 0);

create or replace view refund_told as
select refund_id, order_id, status, reason, goods, delivery_fee, way, answer, asked_at, decided_at,
       (
           select jsonb_agg(
               jsonb_build_object('line_id', line_id, 'count', count, 'amount', amount, 'bonus', refund_line.bonus)
               order by line_id
           )
           from refund_line
           where refund_line.refund_id = refund.refund_id
       ) as lines,
       bonus
from refund;

-- Which lots paid for an order.
create table bonus_use (
    order_id   bigint not null,
    -- The order that earned the lot.
    lot_id     bigint not null,
    amount     bigint not null,
    -- Went back to the lot, because the order was cancelled or refunded.
    given_back bigint not null default 0,
    constraint bonus_use_pkey primary key (order_id, lot_id),
    constraint bonus_use_order_fkey foreign key (order_id) references purchase (order_id),
    constraint bonus_use_lot_fkey foreign key (lot_id) references bonus_lot (order_id),
    constraint bonus_use_lot_check check (order_id <> lot_id),
    constraint bonus_use_amount_check check (amount > 0 and given_back between 0 and amount)
);

create index bonus_use_by_lot on bonus_use (lot_id);

alter table movement
    drop constraint movement_kind_check,
    add constraint movement_kind_check check (kind in ('charge', 'return', 'collection', 'sale', 'unsale', 'payout',
        'bonus_earned', 'bonus_taken_back', 'bonus_expired', 'bonus_spent', 'bonus_given_back', 'influencer_earned',
        'influencer_taken_back'));

-- The lot of a bonus entry. The order of the movement is the one that earned the lot, or the one that was paid with it.
alter table entry add column lot_id bigint;

alter table entry disable trigger entry_stays;

update entry
set lot_id = movement.order_id
from movement
where movement.movement_id = entry.movement_id and entry.account = 'bonus';

-- The update has queued the check of the balance, and a table with queued checks cannot be altered.
set constraints all immediate;

alter table entry enable trigger entry_stays;

alter table entry
    add constraint entry_lot_check check ((account = 'bonus') = (lot_id is not null)),
    add constraint entry_lot_fkey foreign key (lot_id) references bonus_lot (order_id);

create index entry_by_lot on entry (lot_id) where lot_id is not null;

-- Compares the rest of a lot with the ledger. Runs at the commit, when both are written.
create or replace function bonus_lot_matches_ledger() returns trigger language plpgsql as $$
declare
    owed bigint;
begin
    select -coalesce(sum(amount), 0) into owed from entry where lot_id = new.order_id;
    if owed <> (select rest from bonus_lot where order_id = new.order_id) then
        raise exception 'bonuses of order % differ from the ledger', new.order_id using errcode = 'check_violation';
    end if;
    return null;
end $$;

create or replace function bonus_entry_has_lot() returns trigger language plpgsql as $$
declare
    owed bigint;
begin
    select -sum(amount) into owed from entry where lot_id = new.lot_id;
    if owed is distinct from (select rest from bonus_lot where order_id = new.lot_id and holder_id = new.holder_id) then
        raise exception 'bonuses of order % differ from its lot', new.lot_id using errcode = 'check_violation';
    end if;
    return null;
end $$;

-- Compares what an order says of its bonuses with its lines, with the lots that it used, and with the ledger.
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

-- Tables of earlier migrations repeat amounts of the ledger. At the commit, these triggers refuse a transaction in
-- which they differ.

create function check_bonus_lot() returns trigger language plpgsql as $$
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
    deferrable initially deferred for each row execute function check_bonus_lot();

create function check_lot_of_entry() returns trigger language plpgsql as $$
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
    deferrable initially deferred for each row when (new.account = 'bonus') execute function check_lot_of_entry();

create function check_order_bonuses(checked_id bigint) returns void language plpgsql as $$
declare
    checked  purchase;
    used     bigint;
    returned bigint;
    of_lines bigint;
    booked   bigint;
begin
    select * into checked from purchase where order_id = checked_id;
    select coalesce(sum(amount), 0), coalesce(sum(given_back), 0) into used, returned from bonus_use where order_id = checked_id;
    select coalesce(sum(bonus_spent), 0) into of_lines from purchase_line where order_id = checked_id;
    select coalesce(sum(entry.amount), 0)
    into booked
    from movement
    join entry on entry.movement_id = movement.movement_id
    where movement.order_id = checked_id and kind in ('bonus_spent', 'bonus_given_back') and account = 'bonus';
    if checked.bonus_spent <> used
        or checked.bonus_returned <> returned
        or checked.bonus_spent <> of_lines
        or used - returned <> booked then
        raise exception 'bonuses that paid for order % differ from their lots', checked_id using errcode = 'check_violation';
    end if;
end $$;

create function check_bonuses_of_row() returns trigger language plpgsql as $$
begin
    perform check_order_bonuses(new.order_id);
    return null;
end $$;

create constraint trigger bonus_use_matches after insert or update on bonus_use
    deferrable initially deferred for each row execute function check_bonuses_of_row();

create constraint trigger purchase_bonus_is_used after insert on purchase
    deferrable initially deferred for each row when (new.bonus_spent > 0) execute function check_bonuses_of_row();

create constraint trigger purchase_bonus_is_returned after update of bonus_spent, bonus_returned on purchase
    deferrable initially deferred for each row
    when ((old.bonus_spent, old.bonus_returned) is distinct from (new.bonus_spent, new.bonus_returned))
    execute function check_bonuses_of_row();

create function check_influencer_order(checked_order_id bigint, checked_holder_id bigint) returns void language plpgsql as $$
begin
    if (
        select coalesce(-sum(entry.amount), 0)
        from movement
        join entry on entry.movement_id = movement.movement_id
        where movement.order_id = checked_order_id
          and movement.kind in ('influencer_earned', 'influencer_taken_back')
          and entry.account = 'payable_influencer'
          and entry.holder_id = checked_holder_id
    ) <> (
        select coalesce(sum(earned - taken_back), 0)
        from line_referral
        where order_id = checked_order_id and holder_id = checked_holder_id
    ) then
        raise exception 'earnings of order % differ from the ledger', checked_order_id using errcode = 'check_violation';
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
    moved_order_id bigint;
begin
    select order_id
    into moved_order_id
    from movement
    where movement_id = new.movement_id and kind in ('influencer_earned', 'influencer_taken_back');
    if moved_order_id is not null then
        perform check_influencer_order(moved_order_id, new.holder_id);
    end if;
    return null;
end $$;

create constraint trigger influencer_entry_is_of_lines after insert on entry
    deferrable initially deferred for each row when (new.account = 'payable_influencer')
    execute function influencer_entry_matches_lines();

-- While a cash-out is open, its debt has moved from `payable_influencer` (+ amount) to `payout` (- amount). At the end the
-- bank has paid (- paid amount), or the debt has moved back.
create function check_cashout(checked_id bigint) returns void language plpgsql as $$
declare
    checked  cashout;
    payout   bigint;
    payable  bigint;
    bank     bigint;
    is_open  boolean;
    returned bigint;
begin
    select * into checked from cashout where cashout_id = checked_id;
    is_open := checked.finished_at is null;
    -- Money that was not paid is owed again.
    returned := case when is_open then 0 else greatest(checked.amount - coalesce(checked.paid_amount, 0), 0) end;
    select coalesce(sum(amount) filter (where account = 'payout'), 0),
           coalesce(sum(amount) filter (where account = 'payable_influencer' and holder_id = checked.holder_id), 0),
           coalesce(sum(amount) filter (where account = 'bank'), 0)
    into payout, payable, bank
    from movement
    join entry using (movement_id)
    where movement.cashout_id = checked_id;
    if payout <> (case when is_open then -checked.amount else 0 end)
        or payable <> checked.amount - returned
        or bank <> -coalesce(checked.paid_amount, 0) then
        raise exception 'cash-out % differs from the ledger', checked.code using errcode = 'check_violation';
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

-- The remaining balance must cover earnings that have not matured.
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

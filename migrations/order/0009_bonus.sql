-- Bonuses: what orders earn, and how much of it is left. One bonus is worth one qəpik.

-- How much lines earn. The rule with the highest rate applies; rates are not added up.
create table bonus_rule (
    bonus_rule_id bigint generated always as identity primary key,
    -- The name of the rule on the bonus page: {"az": …, "ru": …, "en": …}.
    title         jsonb not null,
    -- Hundredths of a per cent of what is paid for the line.
    basis_points  bigint not null,
    -- Any of these with all below them; everything when empty.
    category_ids  bigint[] not null default '{}',
    store_ids     bigint[] not null default '{}',
    -- A campaign has a beginning and an end; the usual rates have none.
    starts_at     timestamptz,
    ends_at       timestamptz,
    constraint bonus_rule_rate_check check (basis_points between 1 and 10000),
    constraint bonus_rule_period_check check (starts_at < ends_at),
    constraint bonus_rule_title_check check (title ?& array['az', 'ru', 'en'])
);

-- The bonuses of one delivered order.
create table bonus_lot (
    order_id   bigint primary key,
    holder_id  bigint not null,
    amount     bigint not null,
    -- Bonuses that were taken back because goods were returned.
    taken_back bigint not null default 0,
    -- Bonuses of this lot that the holder still has.
    rest       bigint not null,
    earned_at  timestamptz not null,
    -- From then on it can be spent: the goods can no longer be given back.
    matures_at timestamptz not null,
    expires_at timestamptz not null,
    -- When the holder is told that it expires; null when there is nothing to tell, or it was told.
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

-- Compares the rest of a lot with the ledger. Runs at the commit, when both are written.
create function bonus_lot_matches_ledger() returns trigger language plpgsql as $$
declare
    owed bigint;
begin
    select -coalesce(sum(entry.amount), 0)
    into owed
    from movement
    join entry on entry.movement_id = movement.movement_id
    where movement.order_id = new.order_id and entry.account = 'bonus';
    if owed <> (select rest from bonus_lot where order_id = new.order_id) then
        raise exception 'bonuses of order % differ from the ledger', new.order_id using errcode = 'check_violation';
    end if;
    return null;
end $$;

create constraint trigger bonus_lot_is_booked after insert or update on bonus_lot
    deferrable initially deferred for each row execute function bonus_lot_matches_ledger();

create function bonus_entry_has_lot() returns trigger language plpgsql as $$
declare
    order_of bigint;
    owed bigint;
begin
    select order_id into order_of from movement where movement_id = new.movement_id;
    select -sum(entry.amount)
    into owed
    from movement
    join entry on entry.movement_id = movement.movement_id
    where movement.order_id = order_of and entry.account = 'bonus';
    if owed is distinct from (select rest from bonus_lot where order_id = order_of and holder_id = new.holder_id) then
        raise exception 'bonuses of order % differ from its lot', order_of using errcode = 'check_violation';
    end if;
    return null;
end $$;

create constraint trigger bonus_entry_is_in_lot after insert on entry
    deferrable initially deferred for each row when (new.account = 'bonus') execute function bonus_entry_has_lot();

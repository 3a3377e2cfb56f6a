-- The ledger. Amounts are in qəpik.
--
-- Double entry: the entries of a movement add up to zero. `domain::ledger` lists the entries of each kind of movement.

-- One booking of an order or of a cash-out.
create table movement (
    movement_id bigint generated always as identity primary key,
    kind        text not null,
    order_id    bigint,
    cashout_id  bigint,
    charge_id   bigint,
    -- Idempotency key among movements of the same kind and cause.
    key         text not null,
    moved_at    timestamptz not null,
    constraint movement_key unique (order_id, kind, key),
    constraint movement_cashout_key unique (cashout_id, kind, key),
    constraint movement_order_fkey foreign key (order_id) references purchase (order_id),
    constraint movement_cashout_fkey foreign key (cashout_id) references cashout (cashout_id),
    constraint movement_charge_fkey foreign key (charge_id) references charge (charge_id),
    constraint movement_kind_check check (
        kind in ('charge', 'return', 'collection', 'transfer', 'transfer_return', 'sale', 'unsale', 'payout', 'bonus_earned',
            'bonus_taken_back', 'bonus_expired', 'bonus_spent', 'bonus_given_back', 'influencer_earned',
            'influencer_taken_back', 'cashout_requested', 'cashout_paid', 'cashout_returned')
    ),
    constraint movement_cause_check check (
        num_nonnulls(order_id, cashout_id) = 1 and (cashout_id is not null) = starts_with(kind, 'cashout_')
    )
);

-- The amount that a movement adds to one account.
create table entry (
    movement_id bigint not null,
    account     text not null,
    -- Negative when the account gives it.
    amount      bigint not null,
    holder_id   bigint,
    lot_id      bigint,
    constraint entry_pkey primary key (movement_id, account),
    constraint entry_movement_fkey foreign key (movement_id) references movement (movement_id),
    -- Money and costs have positive balances, debts and revenue negative ones:
    -- `bank`, `cash`                         money at banks, and cash that couriers hold
    -- `order`                                owed to shoppers for orders that are paid but not delivered
    -- `sales`, `vat`                         revenue without VAT, and VAT owed to the state
    -- `bonus`, `payable_influencer`          owed to shoppers, and to bloggers
    -- `bonus_expense`, `expense_influencer`  their costs
    -- `payout`                               cash-outs that are being paid to cards
    -- `difference`                           what a bank paid beyond a cash-out
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

create function check_movement_balance() returns trigger language plpgsql as $$
begin
    if (select sum(amount) from entry where movement_id = new.movement_id) <> 0 then
        raise exception 'movement % does not balance', new.movement_id using errcode = 'check_violation';
    end if;
    return null;
end $$;

create constraint trigger entry_balances after insert or update on entry
    deferrable initially deferred for each row execute function check_movement_balance();

-- The ledger is append-only. Mistakes are corrected by another movement.
create function refuse_change_of_ledger() returns trigger language plpgsql as $$
begin
    raise exception 'the ledger is only ever added to' using errcode = 'check_violation';
end $$;

create trigger movement_stays before update or delete on movement for each row execute function refuse_change_of_ledger();
create trigger entry_stays before update or delete on entry for each row execute function refuse_change_of_ledger();

-- Balances of bloggers, kept by the trigger below. Negative if goods were returned after the payout.
create table influencer_account (
    holder_id  bigint primary key,
    balance    bigint not null,
    earned     bigint not null,
    taken_back bigint not null,
    postings   bigint not null,
    constraint influencer_account_holder_fkey foreign key (holder_id) references holder (holder_id)
);

-- A blogger's entries with the balance after each.
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

-- Debts are negative in `entry`, and positive here.
create function post_influencer_entry() returns trigger language plpgsql as $$
declare
    movement_kind text;
    gained bigint := -new.amount;
begin
    select kind into movement_kind from movement where movement_id = new.movement_id;
    with changed as (
        insert into influencer_account as account (holder_id, balance, earned, taken_back, postings)
        values (
            new.holder_id, gained, case when movement_kind = 'influencer_earned' then gained else 0 end,
            case when movement_kind = 'influencer_taken_back' then -gained else 0 end, 1
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

-- The trigger depth is 1 in a direct write, and 2 in a write by `post_influencer_entry`.
create function refuse_direct_write() returns trigger language plpgsql as $$
begin
    if pg_trigger_depth() < 2 then
        raise exception 'balances of bloggers are written by the ledger alone' using errcode = 'check_violation';
    end if;
    return new;
end $$;

create trigger influencer_account_follows before insert or update or delete on influencer_account
    for each row execute function refuse_direct_write();
create trigger influencer_posting_follows before insert or update or delete on influencer_posting
    for each row execute function refuse_direct_write();

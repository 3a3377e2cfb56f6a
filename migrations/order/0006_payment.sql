-- Money: what banks were asked for and what became of it, what is to go back, and the ledger of all of it.

-- One attempt at paying an order by a bank.
create table charge (
    charge_id       bigint generated always as identity primary key,
    order_id        bigint not null,
    attempt         integer not null,
    -- Our name for it, told to the bank: the order's code and the attempt.
    reference       text not null,
    provider        text not null,
    -- The bank's name for it, once it has told us.
    transaction     text,
    redirect_url    text,
    amount          bigint not null,
    state           text not null,
    -- The bank's own code for why not.
    failure         text,
    -- What came in, whether or not it is what was asked for.
    paid_amount     bigint not null default 0,
    returned_amount bigint not null default 0,
    opened_at       timestamptz not null,
    paid_at         timestamptz,
    -- How often the bank was asked, and when it is asked next; null when there is nothing to ask.
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

-- Money that goes back to where a charge took it. A row is one refund at the bank.
create table charge_return (
    return_id  bigint generated always as identity primary key,
    charge_id  bigint not null,
    -- Why, and of which request: the same twice is one.
    key        text not null,
    amount     bigint not null,
    state      text not null,
    tries      integer not null default 0,
    -- When it is tried next; null when it is done, or a person has to look.
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

-- Movements of money, never changed once they are written. What an account holds is the sum of its entries.
create table movement (
    movement_id bigint generated always as identity primary key,
    kind        text not null,
    order_id    bigint not null,
    charge_id   bigint,
    -- Tells movements of a kind apart; the same twice is one.
    key         text not null,
    moved_at    timestamptz not null,
    constraint movement_key unique (order_id, kind, key),
    constraint movement_order_fkey foreign key (order_id) references purchase (order_id),
    constraint movement_charge_fkey foreign key (charge_id) references charge (charge_id),
    constraint movement_kind_check check (kind in ('charge', 'return', 'collection', 'sale', 'unsale', 'payout',
        'bonus_earned', 'bonus_taken_back', 'bonus_expired', 'influencer_earned', 'influencer_taken_back'))
);

-- Whom the ledger owes something. Entries name the holder and not the account, so that erasing an account needs no change in
-- the ledger.
create table holder (
    holder_id  bigint generated always as identity primary key,
    -- Null once the account is erased.
    account_id bigint,
    constraint holder_account_key unique (account_id)
);

create table entry (
    movement_id bigint not null,
    account     text not null,
    -- Above nothing: the account is given it. Below: it is taken from it.
    amount      bigint not null,
    -- The holder of a bonus account or of a blogger's; null for all other accounts.
    holder_id   bigint,
    constraint entry_pkey primary key (movement_id, account),
    constraint entry_movement_fkey foreign key (movement_id) references movement (movement_id),
    -- `order` is what we owe for orders that are paid and not delivered, and for goods that came back.
    -- `bonus` is what we owe to a holder in bonuses, `bonus_expense` what they have cost us.
    -- `payable_influencer` is what we owe to a blogger, `expense_influencer` what bloggers have cost us.
    constraint entry_account_check check (account in (
        'bank', 'cash', 'order', 'sales', 'vat', 'bonus', 'bonus_expense', 'payable_influencer', 'expense_influencer'
    )),
    constraint entry_holder_check check ((account in ('bonus', 'payable_influencer')) = (holder_id is not null)),
    constraint entry_holder_fkey foreign key (holder_id) references holder (holder_id),
    constraint entry_amount_check check (amount <> 0)
);

create index entry_of_bonuses on entry (holder_id, movement_id desc) where account = 'bonus';

-- Double entry: what one account is given, others are taken from. Asked at the commit, when all entries are there.
create function movement_balances() returns trigger language plpgsql as $$
begin
    if (select sum(amount) from entry where movement_id = new.movement_id) <> 0 then
        raise exception 'movement % does not balance', new.movement_id using errcode = 'check_violation';
    end if;
    return null;
end $$;

create constraint trigger entry_balances after insert or update on entry
    deferrable initially deferred for each row execute function movement_balances();

-- What is written in the ledger stays: a mistake is mended by another movement.
create function ledger_is_final() returns trigger language plpgsql as $$
begin
    raise exception 'the ledger is only ever added to' using errcode = 'check_violation';
end $$;

create trigger movement_stays before update or delete on movement for each row execute function ledger_is_final();
create trigger entry_stays before update or delete on entry for each row execute function ledger_is_final();

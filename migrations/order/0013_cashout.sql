-- Cash-outs: matured earnings of bloggers, paid to a card. Amounts are in qəpik.

-- One row.
create table cashout_setting (
    is_only boolean primary key default true,
    -- The least and the most that one cash-out pays.
    minimum bigint not null default 2000,
    maximum bigint not null default 500000,
    constraint cashout_setting_is_only_check check (is_only),
    constraint cashout_setting_limits_check check (minimum between 100 and maximum)
);

insert into cashout_setting default values;

create table cashout (
    cashout_id     bigint generated always as identity primary key,
    -- Told to the blogger, and to the bank as our reference.
    code           text not null,
    holder_id      bigint not null,
    amount         bigint not null,
    -- `requested` → `approved` → `sent` → `paid` or `failed`; or `declined` by an operator, or `cancelled` by the blogger.
    state          text not null,
    -- As 4169 •••• •••• 1234.
    card_mask      text not null,
    -- The number, encrypted, and the name that the bank is told. Both are null once they are erased.
    card_sealed    bytea,
    card_holder    text,
    card_erased_at timestamptz,
    -- The idempotency key of the request.
    request_key    text not null,
    requested_at   timestamptz not null,
    -- The operator.
    decided_by     bigint,
    decided_at     timestamptz,
    -- Why it was declined, as the blogger reads it.
    reason         text,
    -- The bank that pays, chosen when it is sent, and the bank's name for the payment.
    provider       text,
    transaction    text,
    tries          integer not null default 0,
    -- When it is sent, or the bank is asked about it. Null when there is nothing to ask, or when an operator has to resolve it.
    due_at         timestamptz,
    -- The result of the latest try when that did not end it.
    failure        text,
    -- The amount that left the bank: another one only when the bank paid another.
    paid_amount    bigint,
    finished_at    timestamptz,
    constraint cashout_code_key unique (code),
    constraint cashout_request_key unique (holder_id, request_key),
    constraint cashout_transaction_key unique (provider, transaction),
    constraint cashout_holder_fkey foreign key (holder_id) references holder (holder_id),
    constraint cashout_state_check
        check (state in ('requested', 'approved', 'sent', 'paid', 'failed', 'declined', 'cancelled')),
    constraint cashout_amount_check check (amount > 0),
    constraint cashout_card_mask_check check (card_mask ~ '^[0-9]{4} •••• •••• [0-9]{4}$'),
    constraint cashout_card_check check (
        (card_sealed is null) = (card_erased_at is not null)
        and (card_holder is null) = (card_erased_at is not null)
        and (card_erased_at is null or finished_at is not null and card_erased_at >= finished_at)
    ),
    constraint cashout_finished_check
        check ((finished_at is not null) = (state in ('paid', 'failed', 'declined', 'cancelled'))),
    constraint cashout_decided_check check (
        (decided_by is null) = (decided_at is null) and (decided_by is null) = (state in ('requested', 'cancelled'))
    ),
    constraint cashout_sent_check check (
        (provider is not null) = (state in ('sent', 'paid', 'failed')) and (transaction is null or provider is not null)
    ),
    constraint cashout_due_check check (
        (due_at is null or state in ('approved', 'sent')) and (due_at is not null or state <> 'approved')
    ),
    constraint cashout_paid_check check ((state = 'paid') = (paid_amount is not null) and paid_amount > 0),
    constraint cashout_reason_check check ((state = 'declined') = (reason is not null) and length(reason) <= 500)
);

-- One open cash-out a blogger.
create unique index cashout_open on cashout (holder_id) where finished_at is null;
create index cashout_by_holder on cashout (holder_id, cashout_id desc);
create index cashout_due on cashout (due_at) where due_at is not null;
create index cashout_card_to_erase on cashout (finished_at) where card_sealed is not null and finished_at is not null;

-- A movement is caused by an order or by a cash-out.
alter table movement
    alter column order_id drop not null,
    add column cashout_id bigint,
    add constraint movement_cashout_fkey foreign key (cashout_id) references cashout (cashout_id),
    add constraint movement_cashout_key unique (cashout_id, kind, key),
    drop constraint movement_kind_check,
    add constraint movement_kind_check check (kind in ('charge', 'return', 'collection', 'sale', 'unsale', 'payout',
        'bonus_earned', 'bonus_taken_back', 'bonus_expired', 'bonus_spent', 'bonus_given_back', 'influencer_earned',
        'influencer_taken_back', 'cashout_requested', 'cashout_paid', 'cashout_returned')),
    add constraint movement_cause_check check (
        num_nonnulls(order_id, cashout_id) = 1 and (cashout_id is not null) = starts_with(kind, 'cashout_')
    );

-- `payout` is what is on its way to bloggers' cards. Negative while we owe it.
-- `difference` is what a bank paid beyond what it was asked for, until an operator clears it up.
alter table entry
    drop constraint entry_account_check,
    add constraint entry_account_check check (account in (
        'bank', 'cash', 'order', 'sales', 'vat', 'bonus', 'bonus_expense', 'payable_influencer', 'expense_influencer', 'payout',
        'difference'
    ));

-- Compares a cash-out with its movements. Runs at the commit, when both are written.
create function check_cashout(asked bigint) returns void language plpgsql as $$
declare
    told     cashout;
    payout   bigint;
    payable  bigint;
    bank     bigint;
    is_open  boolean;
    returned bigint;
begin
    select * into told from cashout where cashout_id = asked;
    is_open := told.finished_at is null;
    -- An amount that did not leave the bank is owed to the blogger again.
    returned := case when is_open then 0 else greatest(told.amount - coalesce(told.paid_amount, 0), 0) end;
    select coalesce(sum(amount) filter (where account = 'payout'), 0),
           coalesce(sum(amount) filter (where account = 'payable_influencer' and holder_id = told.holder_id), 0),
           coalesce(sum(amount) filter (where account = 'bank'), 0)
    into payout, payable, bank
    from movement
    join entry using (movement_id)
    where movement.cashout_id = asked;
    if payout <> (case when is_open then -told.amount else 0 end)
        or payable <> told.amount - returned
        or bank <> -coalesce(told.paid_amount, 0) then
        raise exception 'cash-out % differs from the ledger', told.code using errcode = 'check_violation';
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

-- Only matured earnings can be requested: the rest of the balance covers all that is pending.
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

-- A finished cash-out stays as it is. Only its card is erased, once.
create function cashout_is_final() returns trigger language plpgsql as $$
begin
    if old.finished_at is not null
        and (to_jsonb(new) - array['card_sealed', 'card_holder', 'card_erased_at'])
            is distinct from (to_jsonb(old) - array['card_sealed', 'card_holder', 'card_erased_at']) then
        raise exception 'cash-out % is finished', old.code using errcode = 'check_violation';
    end if;
    return new;
end $$;

create trigger cashout_stays before update on cashout for each row execute function cashout_is_final();

create function cashout_is_kept() returns trigger language plpgsql as $$
begin
    raise exception 'cash-outs are kept' using errcode = 'check_violation';
end $$;

create trigger cashout_is_never_deleted before delete on cashout for each row execute function cashout_is_kept();

alter table auditor_result
    drop constraint auditor_result_area_check,
    add constraint auditor_result_area_check check (area in (
        'movements', 'ledger', 'charges', 'refunds', 'orders', 'slots', 'promos', 'bonuses', 'earnings', 'cashouts', 'stock', 'counts',
        'bank', 'payouts'
    ));

-- Cash-outs: payments to bloggers of what they earned. Amounts are in qəpik.

-- Exactly one row.
create table cashout_setting (
    is_only boolean primary key default true,
    minimum bigint not null default 2000,
    maximum bigint not null default 500000,
    constraint cashout_setting_is_only_check check (is_only),
    constraint cashout_setting_limits_check check (minimum between 100 and maximum)
);

-- Bloggers' requests to be paid, the decisions and the payments.
create table cashout (
    cashout_id     bigint generated always as identity primary key,
    code           text not null,
    holder_id      bigint not null,
    amount         bigint not null,
    -- `requested` → `approved` → `sent` → `paid` or `failed`. Operators decline, bloggers cancel.
    state          text not null,
    -- For example 4169 •••• •••• 1234.
    card_mask      text not null,
    -- The card's number, encrypted, and the name on the card.
    card_sealed    bytea,
    card_holder    text,
    card_erased_at timestamptz,
    -- Idempotency key.
    request_key    text not null,
    requested_at   timestamptz not null,
    decided_by     bigint,
    decided_at     timestamptz,
    -- The first of two approvals. The second one is `decided_by`.
    first_approved_by bigint,
    first_approved_at timestamptz,
    -- Amount from which two people must approve, copied at the decision.
    two_people_from   bigint,
    -- Shown to the blogger.
    reason         text,
    provider       text,
    transaction    text,
    tries          integer not null default 0,
    -- Next call to the bank. Null when an operator has to resolve it.
    due_at         timestamptz,
    failure        text,
    -- May differ from `amount`.
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
    constraint cashout_first_approval_check check (
        (first_approved_by is null) = (first_approved_at is null)
        and (first_approved_by is null or state not in ('declined', 'cancelled'))
        and (first_approved_by is null or decided_by is null or first_approved_by <> decided_by)
    ),
    constraint cashout_two_people_check check (
        (two_people_from is not null) = (state in ('approved', 'sent', 'paid', 'failed'))
        and (two_people_from is null or amount < two_people_from or first_approved_by is not null)
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

create unique index cashout_open on cashout (holder_id) where finished_at is null;
create index cashout_by_holder on cashout (holder_id, cashout_id desc);
create index cashout_due on cashout (due_at) where due_at is not null;
create index cashout_card_to_erase on cashout (finished_at) where card_sealed is not null and finished_at is not null;

-- Finished cash-outs are immutable, except that their card is erased.
create function refuse_change_of_finished_cashout() returns trigger language plpgsql as $$
begin
    if old.finished_at is not null
        and (to_jsonb(new) - array['card_sealed', 'card_holder', 'card_erased_at'])
            is distinct from (to_jsonb(old) - array['card_sealed', 'card_holder', 'card_erased_at']) then
        raise exception 'cash-out % is finished', old.code using errcode = 'check_violation';
    end if;
    return new;
end $$;

create trigger cashout_stays before update on cashout for each row execute function refuse_change_of_finished_cashout();

create function refuse_deletion_of_cashout() returns trigger language plpgsql as $$
begin
    raise exception 'cash-outs are kept' using errcode = 'check_violation';
end $$;

create trigger cashout_is_never_deleted before delete on cashout for each row execute function refuse_deletion_of_cashout();

-- Staff must not decide their own cash-outs.
create function refuse_decision_on_own_cashout() returns trigger language plpgsql as $$
begin
    if exists (
        select
        from holder
        where holder_id = new.holder_id and account_id in (new.decided_by, new.first_approved_by)
    ) then
        raise exception 'cash-out % is decided by its own blogger', new.code
            using errcode = 'check_violation', constraint = 'cashout_own_check';
    end if;
    return new;
end $$;

create trigger cashout_own before insert or update of decided_by, first_approved_by on cashout
    for each row when (new.decided_by is not null or new.first_approved_by is not null)
    execute function refuse_decision_on_own_cashout();

insert into cashout_setting default values;

-- Payments of orders at banks. Amounts are in qəpik. A worker acts next at `ask_at` or `due_at`.

-- One attempt at paying an order at a bank.
create table charge (
    charge_id       bigint generated always as identity primary key,
    order_id        bigint not null,
    attempt         integer not null,
    -- The shop's reference: the order's code and the attempt.
    reference       text not null,
    provider        text not null,
    -- The bank's reference.
    transaction     text,
    redirect_url    text,
    amount          bigint not null,
    -- `opening` → `pending` → `paid` or `failed`. An `abandoned` charge can still be reported as paid.
    state           text not null,
    failure         text,
    -- The amount that the bank reports. It may differ from `amount`.
    paid_amount     bigint not null default 0,
    returned_amount bigint not null default 0,
    opened_at       timestamptz not null,
    paid_at         timestamptz,
    -- Status requests to the bank.
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

-- Refunds of a charge to its card.
create table charge_return (
    return_id  bigint generated always as identity primary key,
    charge_id  bigint not null,
    -- Idempotency key: the cause, for example a refund.
    key        text not null,
    amount     bigint not null,
    state      text not null,
    tries      integer not null default 0,
    -- Next try. Null when `done`, or `stuck` (an operator must resolve it).
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

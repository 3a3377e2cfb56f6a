-- The people whose birthdays an account does not want to miss.

create table family (
    family_id    bigint generated always as identity primary key,
    account_id   bigint not null,
    name         text not null,
    relation     text not null,
    birth_date   date not null,
    -- 1123 is 23 November: how the reminders of a day are found without reading everybody.
    month_day    integer not null generated always as
        ((extract(month from birth_date) * 100 + extract(day from birth_date))::integer) stored,
    phone_number text,
    created_at   timestamptz not null,
    constraint family_account_fkey foreign key (account_id) references account on delete cascade,
    constraint family_relation_check check (relation in ('mother', 'father', 'spouse', 'child', 'sister', 'brother', 'grandparent',
                                                         'relative', 'friend', 'colleague')),
    constraint family_phone_check check (phone_number ~ '^\+[1-9][0-9]{7,14}$')
);

create index family_by_account on family (account_id);
create index family_by_month_day on family (month_day, family_id);

-- What was reminded of: each birthday once for each distance, however many replicas look and however often they die.
create table family_reminder (
    family_id   bigint not null,
    -- Of the birthday, not of the birth.
    year        integer not null,
    -- Ahead of it: 14, 7 or 1.
    days        integer not null,
    reminded_at timestamptz not null,
    constraint family_reminder_pkey primary key (family_id, year, days),
    constraint family_reminder_family_fkey foreign key (family_id) references family on delete cascade
);

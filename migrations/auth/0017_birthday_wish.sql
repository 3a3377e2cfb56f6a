-- People are wished a happy birthday on the date that they gave.

alter table account
    -- 1123 is 23 November: how the birthdays of a day are found without reading everybody.
    add column birth_month_day integer generated always as
        ((extract(month from birth_date) * 100 + extract(day from birth_date))::integer) stored;

create index account_by_birth_month_day on account (birth_month_day, account_id) where birth_month_day is not null;

-- Each account once a year, however many replicas look and however often they die.
create table birthday_wish (
    account_id bigint not null,
    -- The year of the birthday that is celebrated, not of the birth.
    year       integer not null,
    wished_at  timestamptz not null,
    constraint birthday_wish_pkey primary key (account_id, year),
    constraint birthday_wish_account_fkey foreign key (account_id) references account on delete cascade
);

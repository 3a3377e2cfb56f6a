-- What people say about themselves beyond their names, and when they leave.

alter table account
    add column birth_date date,
    -- The end of the grace after its owner asked for deletion; see app/erase.rs.
    add column deletes_at timestamptz;

-- For the sweeper.
create index account_by_deletion on account (deletes_at) where deletes_at is not null;

-- What people told support.
create table report (
    report_id  bigint generated always as identity primary key,
    account_id bigint not null,
    subject    text not null,
    text       text not null,
    created_at timestamptz not null,
    constraint report_account_fkey foreign key (account_id) references account on delete cascade
);

create index report_by_account on report (account_id, created_at);

-- What operators did: who, what, to whom or what, and when. It outlives them all, so it refers to nothing and names no one.
create table audit (
    audit_id    bigint generated always as identity primary key,
    operator_id bigint not null,
    -- As `application_approved`.
    action      text not null,
    subject_id  bigint not null,
    acted_at    timestamptz not null
);

create index audit_by_operator on audit (operator_id, acted_at);

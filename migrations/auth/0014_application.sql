-- Who asked to become a blogger, and what operators answered.

create table application (
    application_id bigint generated always as identity primary key,
    account_id     bigint not null,
    status         text not null default 'pending',
    about          text not null,
    instagram      text,
    youtube        text,
    facebook       text,
    tiktok         text,
    other          text,
    created_at     timestamptz not null,
    decided_at     timestamptz,
    -- Told to the applicant.
    reason         text,
    constraint application_account_fkey foreign key (account_id) references account on delete cascade,
    constraint application_status_check check (status in ('pending', 'approved', 'declined')),
    constraint application_decided_check check ((status = 'pending') = (decided_at is null)),
    constraint application_reason_check check (status <> 'declined' or reason is not null)
);

create index application_by_account on application (account_id, application_id);
create index application_by_age on application (status, created_at, application_id);

-- One waits at a time.
create unique index application_pending on application (account_id) where status = 'pending';

-- The auditor finds differences between tables, services and banks.

-- Nightly runs, and runs that an operator requested.
create table auditor_run (
    run_id      bigint generated always as identity primary key,
    night       date,
    asked_by    bigint,
    asked_at    timestamptz not null,
    started_at  timestamptz,
    finished_at timestamptz,
    constraint auditor_run_night_key unique (night),
    constraint auditor_run_cause_check check ((night is null) = (asked_by is not null)),
    constraint auditor_run_times_check check (finished_at is null or started_at is not null)
);

create index auditor_run_open on auditor_run (run_id) where finished_at is null;

-- The result of a run for one area.
create table auditor_result (
    run_id    bigint not null,
    area      text not null,
    compared  bigint not null,
    differing bigint not null,
    failure   text,
    constraint auditor_result_pkey primary key (run_id, area),
    constraint auditor_result_run_fkey foreign key (run_id) references auditor_run (run_id),
    constraint auditor_result_counts_check check (compared >= 0 and differing >= 0),
    constraint auditor_result_area_check check (area in (
        'movements', 'ledger', 'charges', 'refunds', 'orders', 'slots', 'promos', 'bonuses', 'earnings', 'cashouts', 'stock', 'counts',
        'bank', 'payouts'
    ))
);

-- A row stays while later runs find the same difference.
create table auditor_finding (
    finding_id bigint generated always as identity primary key,
    area       text not null,
    subject    text not null,
    field      text not null,
    -- Computed from the records of what happened.
    expected   text not null,
    -- Stored in the compared row.
    found      text not null,
    first_run  bigint not null,
    last_run   bigint not null,
    -- First run that no longer found it.
    gone_in    bigint,
    note       text,
    noted_by   bigint,
    noted_at   timestamptz,
    constraint auditor_finding_first_run_fkey foreign key (first_run) references auditor_run (run_id),
    constraint auditor_finding_last_run_fkey foreign key (last_run) references auditor_run (run_id),
    constraint auditor_finding_gone_in_fkey foreign key (gone_in) references auditor_run (run_id),
    constraint auditor_finding_runs_check check (first_run <= last_run and last_run < gone_in),
    constraint auditor_finding_note_check check (num_nulls(note, noted_by, noted_at) in (0, 3) and length(note) <= 1000)
);

create unique index auditor_finding_open on auditor_finding (area, subject, field) where gone_in is null;

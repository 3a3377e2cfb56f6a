-- The auditor compares what different tables, services and banks say of the same orders. Each row below is one comparison that failed.

create table auditor_run (
    run_id      bigint generated always as identity primary key,
    -- The night it belongs to, in Baku; null for a run that an operator asked for.
    night       date,
    -- The operator's account; null for a nightly run.
    asked_by    bigint,
    asked_at    timestamptz not null,
    started_at  timestamptz,
    finished_at timestamptz,
    -- Several processes may try to begin the same night.
    constraint auditor_run_night_key unique (night),
    constraint auditor_run_cause_check check ((night is null) = (asked_by is not null)),
    constraint auditor_run_times_check check (finished_at is null or started_at is not null)
);

create index auditor_run_open on auditor_run (run_id) where finished_at is null;

-- One area of one run.
create table auditor_result (
    run_id    bigint not null,
    area      text not null,
    -- Rows that were compared.
    compared  bigint not null,
    -- Comparisons that failed. At most 1,000 of them are kept as findings.
    differing bigint not null,
    -- Why the area could not be compared; null when it was.
    failure   text,
    constraint auditor_result_pkey primary key (run_id, area),
    constraint auditor_result_run_fkey foreign key (run_id) references auditor_run (run_id),
    constraint auditor_result_counts_check check (compared >= 0 and differing >= 0),
    constraint auditor_result_area_check check (area in (
        'movements', 'ledger', 'charges', 'refunds', 'orders', 'slots', 'promos', 'bonuses', 'earnings', 'stock', 'counts',
        'bank'
    ))
);

create table auditor_finding (
    finding_id bigint generated always as identity primary key,
    area       text not null,
    -- The code of an order, the id of a slot, …: whatever the area compares.
    subject    text not null,
    -- The number or word that differs.
    field      text not null,
    -- Recomputed from the rows that say what happened.
    expected   text not null,
    -- Stated by the row under comparison.
    found      text not null,
    first_run  bigint not null,
    -- The latest run that found it.
    last_run   bigint not null,
    -- The first run that no longer found it.
    gone_in    bigint,
    -- The cause, as an operator found it.
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

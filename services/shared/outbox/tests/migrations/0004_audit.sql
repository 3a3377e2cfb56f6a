-- The log of what members of staff changed and read. Every service has this file; see services/shared/audit.

create table audit (
    audit_id     bigint generated always as identity primary key,
    acted_at     timestamptz not null,
    -- No foreign keys: entries outlive accounts and subjects.
    account_id   bigint not null,
    -- The action, such as `refund_approved`; `customer_data_read` for personal data of customers.
    action       text not null,
    -- The kind, and the id or code, of what was changed or read; `list` for a list. Never personal data of customers.
    subject_kind text not null,
    subject      text not null,
    -- The changed fields; null if there are none. For a list, `after` has the names of the filters, the number of rows,
    -- and up to 100 of their ids or codes (`shown`).
    before       jsonb,
    after        jsonb,
    -- Unknown for changes made by commands.
    address      inet,
    browser      text not null,
    system       text not null,
    constraint audit_account_check check (account_id > 0),
    constraint audit_action_check check (action ~ '^[a-z][a-z_]{0,59}$'),
    constraint audit_subject_kind_check check (subject_kind ~ '^[a-z][a-z_]{0,59}$'),
    constraint audit_subject_check check (length(subject) between 1 and 400),
    constraint audit_fields_check check (
        (before is null or jsonb_typeof(before) = 'object') and (after is null or jsonb_typeof(after) = 'object')
    )
);

-- One index per filter of a search, in the order of its pages.
create index audit_by_time on audit (acted_at, audit_id);
create index audit_by_account on audit (account_id, acted_at, audit_id);
create index audit_by_action on audit (action, acted_at, audit_id);
create index audit_by_subject_kind on audit (subject_kind, acted_at, audit_id);
create index audit_by_subject on audit (subject, subject_kind, acted_at, audit_id);
create index audit_by_shown on audit using gin ((after -> 'shown')) where action = 'customer_data_read';

-- Refuses changes of entries, by the owner of the table, too.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
    raise exception 'the audit log is only ever added to' using errcode = 'check_violation';
end
$$;

create trigger audit_is_append_only
    before update or delete or truncate on audit
    for each statement execute function refuse_audit_change();

-- Every service has this file; see services/shared/audit.

-- Changes by staff, and reads of customers' personal data.
create table audit (
    audit_id     bigint generated always as identity primary key,
    acted_at     timestamptz not null,
    -- No foreign keys: entries outlive accounts and subjects.
    account_id   bigint not null,
    action       text not null,
    subject_kind text not null,
    -- The subject's id or code; `list` for a list.
    subject      text not null,
    -- Changed fields, without customers' personal data.
    before       jsonb,
    after        jsonb,
    -- Changes by commands have no address, and empty texts.
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

-- One index per filter, in page order.
create index audit_by_time on audit (acted_at, audit_id);
create index audit_by_account on audit (account_id, acted_at, audit_id);
create index audit_by_action on audit (action, acted_at, audit_id);
create index audit_by_subject_kind on audit (subject_kind, acted_at, audit_id);
create index audit_by_subject on audit (subject, subject_kind, acted_at, audit_id);
-- `shown` has the ids in a list that was read.
create index audit_by_shown on audit using gin ((after -> 'shown')) where action = 'customer_data_read';

-- A trigger also binds the table's owner, unlike privileges.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
    raise exception 'the audit log is only ever added to' using errcode = 'check_violation';
end
$$;

create trigger audit_is_append_only
    before update or delete or truncate on audit
    for each statement execute function refuse_audit_change();

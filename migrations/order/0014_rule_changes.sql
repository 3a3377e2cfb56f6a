-- Operators' changes of `bonus_rule` and `return_exception`. They cannot change `influencer_rule`.
create table rule_change (
    rule_change_id bigint generated always as identity primary key,
    rule           text not null,
    operator_id    bigint not null,
    changed_at     timestamptz not null,
    was            jsonb not null,
    became         jsonb not null,
    constraint rule_change_rule_check check (rule in ('bonus', 'return_exceptions'))
);

create function refuse_change_of_history() returns trigger language plpgsql as $$
begin
    raise exception '% is only ever added to', tg_table_name using errcode = 'check_violation';
end $$;

create trigger rule_change_stays before update or delete on rule_change
    for each row execute function refuse_change_of_history();

-- Pages read what the shop promises from the rules that charge for it. This adds names of zones, for tables of tariffs, and the
-- goods that cannot be returned.

alter table zone add column title jsonb;

update zone
set title = named.title
from (values
    ('baku', '{"az": "Bakı", "ru": "Баку", "en": "Baku"}'::jsonb),
    ('baku_outer', '{"az": "Bakının ucqar qəsəbələri", "ru": "Отдалённые посёлки Баку", "en": "Outlying settlements of Baku"}'),
    ('absheron', '{"az": "Sumqayıt və Abşeron", "ru": "Сумгайыт и Абшерон", "en": "Sumgayit and Absheron"}'),
    ('near', '{"az": "Bakıya yaxın rayonlar", "ru": "Районы недалеко от Баку", "en": "Districts near Baku"}'),
    ('regions', '{"az": "Digər rayonlar", "ru": "Другие районы", "en": "Other districts"}'),
    ('far', '{"az": "Naxçıvan və qayıdışın yenicə başladığı rayonlar",
              "ru": "Нахчыван и районы, куда только возвращаются жители",
              "en": "Nakhchivan, and districts to which people are only now returning"}')
) as named (code, title)
where named.code = zone.code;

alter table zone
    alter column title set not null,
    add constraint zone_title_check check (title ?& array['az', 'ru', 'en']);

-- Goods that cannot be returned when nothing is wrong with them. Faulty goods always can.
create table return_exception (
    return_exception_id bigint generated always as identity primary key,
    -- Its name in texts: {"az": …, "ru": …, "en": …}.
    title               jsonb not null,
    -- The ground that the law accepts. Pages have words for each.
    reason              text not null,
    -- Any of these with all below them.
    category_ids        bigint[] not null,
    constraint return_exception_title_check check (title ?& array['az', 'ru', 'en']),
    constraint return_exception_reason_check check (reason in ('perishable', 'food', 'hygiene', 'made_to_order')),
    constraint return_exception_categories_check check (cardinality(category_ids) > 0)
);

alter table purchase_line
    -- Why the line cannot be returned unless it is faulty, by the rules of the day it was ordered. Null when it can.
    add column return_exception text,
    add constraint purchase_line_return_exception_check
        check (return_exception in ('perishable', 'food', 'hygiene', 'made_to_order'));

alter table refund
    -- `changed_mind` is refused after the return period and for lines with a return exception; `faulty` never is.
    add column ground text not null default 'faulty',
    add constraint refund_ground_check check (ground in ('changed_mind', 'faulty'));

alter table refund alter column ground drop default;

-- The database holds the rule, too: nobody returns a line that cannot be returned because they changed their mind.
create function refund_line_is_returnable() returns trigger language plpgsql as $$
begin
    if exists (
        select
        from refund
        join purchase_line on purchase_line.line_id = new.line_id
        where refund.refund_id = new.refund_id
          and refund.ground = 'changed_mind'
          and purchase_line.return_exception is not null
    ) then
        raise exception 'line % cannot be returned', new.line_id
            using errcode = 'check_violation', constraint = 'refund_line_returnable_check';
    end if;
    return null;
end $$;

create constraint trigger refund_line_returnable after insert on refund_line
    deferrable initially deferred for each row execute function refund_line_is_returnable();

create or replace view refund_told as
select refund_id, order_id, status, reason, goods, delivery_fee, way, answer, asked_at, decided_at,
       (
           select jsonb_agg(
               jsonb_build_object('line_id', line_id, 'count', count, 'amount', amount, 'bonus', refund_line.bonus)
               order by line_id
           )
           from refund_line
           where refund_line.refund_id = refund.refund_id
       ) as lines,
       bonus, ground
from refund;

-- The history of tariffs, bonus rules and return exceptions. A trigger refuses updates and deletions.
create table rule_change (
    rule_change_id bigint generated always as identity primary key,
    rule           text not null,
    -- The zone of a tariff.
    zone_id        bigint,
    operator_id    bigint not null,
    changed_at     timestamptz not null,
    was            jsonb not null,
    became         jsonb not null,
    constraint rule_change_rule_check check (rule in ('tariff', 'bonus', 'return_exceptions')),
    constraint rule_change_zone_check check ((rule = 'tariff') = (zone_id is not null)),
    constraint rule_change_zone_fkey foreign key (zone_id) references zone
);

create trigger rule_change_stays before update or delete on rule_change
    for each row execute function history_is_final();

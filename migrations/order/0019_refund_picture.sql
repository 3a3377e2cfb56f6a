-- Addresses of the pictures with which a shopper shows what is wrong.
alter table refund
    add column pictures text[] not null default '{}',
    add constraint refund_pictures_check check (cardinality(pictures) <= 5);

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
       bonus, ground, pictures
from refund;

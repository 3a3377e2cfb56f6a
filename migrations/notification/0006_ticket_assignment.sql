-- The member of staff who handles a ticket, and the order that it is about. Both are optional.
alter table ticket
    add column assignee_id bigint,
    add column order_code text,
    add constraint ticket_assignee_check check (assignee_id > 0),
    add constraint ticket_order_code_check check (order_code ~ '^SQ-[2-9AC-HJKMNP-RT-Z]{4}-[2-9AC-HJKMNP-RT-Z]{2,4}$');

create index ticket_of_assignee on ticket (assignee_id, status, ticket_id desc) where assignee_id is not null;
create index ticket_of_order on ticket (order_code, ticket_id desc) where order_code is not null;

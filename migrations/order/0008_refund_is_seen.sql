-- Whoever looks at an order sees what becomes of their money, as they see it move.

create function tell_of_refund() returns trigger language plpgsql as $$
begin
    perform pg_notify('order_changed', new.order_id::text);
    return null;
end $$;

create trigger refund_is_told after insert or update of status on refund for each row execute function tell_of_refund();

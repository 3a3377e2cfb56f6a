-- W3C trace context of the request that placed the order.
alter table purchase add column traceparent text;

-- W3C trace context.
alter table purchase add column traceparent text;

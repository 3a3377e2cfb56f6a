-- The trace context of the request that caused the row. `fanout` comes first, because its worker locks it before
-- `telling`.
alter table fanout add column traceparent text;

alter table telling add column traceparent text;

alter table digest_item add column traceparent text;

alter table delivery add column traceparent text;

-- The trace of the event; each page of the audience is linked to it. First, because the worker that fans out locks this
-- table before `telling`.
alter table fanout add column traceparent text;

-- The W3C trace context of the event or request that caused a message, which the workers continue.
alter table telling add column traceparent text;

alter table digest_item add column traceparent text;

alter table delivery add column traceparent text;

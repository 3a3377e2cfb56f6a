-- The W3C trace context of the request that placed the order. Later steps are linked to it: the bank's callback, the
-- moves of operators, the work of background jobs.
alter table purchase add column traceparent text;

-- How many somebody has not read, which every page of the shop asks (src/db/notification.rs). A function for the reason of `news_of`: a
-- connection that asked while there were few notifications plans to read all of them, and goes on doing so while there come to be a
-- million; asked like that, it took 90 ms instead of 2.

create function unread_of(account bigint) returns bigint
language sql stable
set enable_seqscan = off
as $$
    select count(*) from notification where account_id = account and viewed_at is null
$$;

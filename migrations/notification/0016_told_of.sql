-- What somebody was told, and how much that is (src/db/notification.rs). Functions for the reason of `unread_of`: while a campaign told a
-- million people, whoever asked how many notifications they have waited 40 ms and more for a plan of the time when there were few.

create function told_of(account bigint) returns bigint
language sql stable
set enable_seqscan = off
as $$
    select count(*) from notification where account_id = account
$$;

-- A range of the key from its end, so nothing is ever sorted.
create function newest_of(account bigint, most bigint, skipped bigint) returns setof notification
language sql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
    select * from notification where account_id = account order by notification_id desc limit most offset skipped
$$;

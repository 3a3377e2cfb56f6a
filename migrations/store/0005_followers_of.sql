-- Who follows a store, page by page (src/db/follower.rs). A function, because it brings along how it wants to be planned: a page is a range
-- of the primary key, however many there are, and a plan that was made while there were hardly any reads all who are left for every page
-- and sorts them. That was a third of the time that it took to tell a million something.

create function followers_of(store bigint, after bigint, before timestamptz, most bigint)
returns setof bigint
language sql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
    select account_id
    from follower
    -- Compared as a row, so that the scan begins there, and so that the index by account alone will not do.
    where (store_id, account_id) > (store, after) and store_id <= store and followed_at < before
    order by store_id, account_id
    limit most
$$;

-- Who likes a product, page by page (src/db/like.rs). A function for the reason of the store service's `followers_of`: a plan that was made
-- while hardly anybody liked it reads and sorts all who are left for every page.

create function likers_of(product bigint, after bigint, before timestamptz, most bigint)
returns setof bigint
language sql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
    select account_id
    from product_like
    where (product_id, account_id) > (product, after) and product_id <= product and liked_at < before
    order by product_id, account_id
    limit most
$$;

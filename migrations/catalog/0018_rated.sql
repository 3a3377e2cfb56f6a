-- What the reviews of a product come to is announced whenever it changes, for who counts them by store. What was written before that is
-- announced here, once.

insert into outbox (kind, payload)
select 'product_rated', jsonb_build_object('productId', product_id, 'reviewCount', count(*), 'starSum', sum(rating))
from review
where state = 'published'
group by product_id
order by product_id;

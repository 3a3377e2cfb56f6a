-- A product is a draft until it is published, and withdrawn when it is no longer sold: who comes by an old link is told so, while a draft
-- is nobody's business. `is_published` says of the state what nearly everybody asks.

drop view shelf_wanted;

alter table product
    add column state text not null default 'published';

update product
set state = 'withdrawn'
where not is_published;

alter table product
    drop column is_published;

alter table product
    add column is_published boolean not null generated always as (state = 'published') stored,
    add constraint product_state_check check (state in ('draft', 'published', 'withdrawn'));

create view shelf_wanted as
select shelf.shelf_id, product.product_id, product.store_id, product.price_now as price, product.popularity, product.review_count,
       product.published_at, product.rating, product.is_discounted, product.stock > product.reserved as in_stock
from product
join store_ref on store_ref.store_id = product.store_id
cross join lateral (
    select shelf_id
    from shelf
    where category_id is null and store_id is null
    union
    select shelf_id
    from shelf
    where store_id = product.store_id
    union
    select shelf.shelf_id
    from product_category
    join category_path on category_path.descendant_id = product_category.category_id
    join shelf on shelf.category_id = category_path.ancestor_id
    where product_category.product_id = product.product_id
) as shelf
where product.is_published and store_ref.is_open;

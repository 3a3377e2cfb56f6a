-- Where a product stands among others. One without a picture comes after all that have one, whatever people think of it.
-- Its popularity stays as it was imported and counted: exports and searches read it.
alter table product
    add column rank bigint not null generated always as (
        case when cardinality(pictures) = 0 then popularity - 2000000000000 else popularity end) stored,
    -- Units that reached people.
    add column sold_count bigint not null default 0,
    -- One of those that are sold most. Kept by whoever counts what was sold.
    add column is_bestseller boolean not null default false,
    add constraint product_sold_count_check check (sold_count >= 0),
    add constraint product_is_bestseller_check check (not is_bestseller or sold_count > 0);

create index product_sold on product (sold_count desc, product_id) where sold_count > 0;
create index product_bestseller on product (product_id) where is_bestseller;

create or replace view shelf_wanted as
select place.shelf_id, place.product_id, product.store_id, product.price_now as price, product.rank as popularity, product.review_count,
       product.published_at, product.rating, product.is_discounted, product.stock > product.reserved as in_stock
from (
    select shelf.shelf_id, product.product_id
    from product
    join shelf on shelf.category_id is null and shelf.store_id is null
    union all
    select shelf.shelf_id, product.product_id
    from product
    join shelf on shelf.store_id = product.store_id
    union all
    select distinct shelf.shelf_id, product_category.product_id
    from product_category
    join category_path on category_path.descendant_id = product_category.category_id
    join shelf on shelf.category_id = category_path.ancestor_id
) as place
join product on product.product_id = place.product_id
join store_ref on store_ref.store_id = product.store_id
where product.is_published and store_ref.is_open;

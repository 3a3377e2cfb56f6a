-- Shelves are written from `shelf_wanted` and by nobody else, so what stands on them is there: asking again at each of a product's five
-- places, twice, cost a third of putting it up. What the foreign keys did when a product or a shelf goes is still done.

alter table shelf_product
    drop constraint shelf_product_shelf_fkey,
    drop constraint shelf_product_product_fkey;

create function clear_product_from_shelves() returns trigger language plpgsql as $$
begin
    delete from shelf_product where product_id = old.product_id;
    return null;
end $$;

create trigger product_leaves_its_shelves after delete on product
    for each row execute function clear_product_from_shelves();

create function clear_shelf() returns trigger language plpgsql as $$
begin
    delete from shelf_product where shelf_id = old.shelf_id;
    return null;
end $$;

create trigger shelf_is_cleared after delete on shelf
    for each row execute function clear_shelf();

-- The same as before, asked of many products at once instead of one after the other.
create or replace view shelf_wanted as
select place.shelf_id, place.product_id, product.store_id, product.price_now as price, product.popularity, product.review_count,
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

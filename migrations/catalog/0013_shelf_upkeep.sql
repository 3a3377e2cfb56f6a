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

-- When a product's page said something else for the last time, for search engines, which come back to what changed. Null until its first
-- change: then it is as old as the product. Stock and popularity are not meant: they change all day and nobody searches for them.

alter table product
    add column changed_at timestamptz;

create function note_product_change() returns trigger language plpgsql as $$
begin
    new.changed_at := now();
    return new;
end
$$;

create trigger product_change_noted
before update of slug, name, pictures, price, discounted_price, own_discount_holds, campaign_percent, category_id, state, store_is_open
on product
for each row when (
    (old.slug, old.name, old.pictures, old.price, old.discounted_price, old.own_discount_holds, old.campaign_percent, old.category_id,
     old.state, old.store_is_open)
    is distinct from
    (new.slug, new.name, new.pictures, new.price, new.discounted_price, new.own_discount_holds, new.campaign_percent, new.category_id,
     new.state, new.store_is_open)
)
execute function note_product_change();

-- The name is on the product, too; whoever writes texts holds the product's row already.
create function note_product_text_change() returns trigger language plpgsql as $$
begin
    update product
    set changed_at = now()
    where product_id = new.product_id;
    return null;
end
$$;

create trigger product_text_change_noted after update of description on product_text
for each row when (old.description is distinct from new.description) execute function note_product_text_change();

-- The chunks of the sitemap, and what changed last in each, without reading a million products. See services/catalog/src/db/sitemap.rs.
create index product_by_chunk on product ((product_id / 5000), (coalesce(changed_at, published_at)));

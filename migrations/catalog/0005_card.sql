-- A card reads one row: what it says of the product's category and store is copied onto the product, as the product's own names are.
-- The copies are part of the foreign keys, so they cannot lie: whoever renames a category or a store, or closes one, renames and closes
-- the copies by the same statement.

alter table category
    add constraint category_card_key unique (category_id, name, slug);

alter table store_ref
    add constraint store_ref_card_key unique (store_id, name, slug, is_open);

alter table product
    add column category_name jsonb,
    add column category_slug text,
    add column store_name text,
    add column store_slug text,
    add column store_is_open boolean;

update product
set category_name = category.name, category_slug = category.slug,
    store_name = store_ref.name, store_slug = store_ref.slug, store_is_open = store_ref.is_open
from category, store_ref
where category.category_id = product.category_id and store_ref.store_id = product.store_id;

alter table product
    alter column category_name set not null,
    alter column category_slug set not null,
    alter column store_name set not null,
    alter column store_slug set not null,
    alter column store_is_open set not null,
    drop constraint product_category_fkey,
    drop constraint product_store_fkey,
    add constraint product_category_fkey foreign key (category_id, category_name, category_slug)
        references category (category_id, name, slug) on update cascade,
    add constraint product_store_fkey foreign key (store_id, store_name, store_slug, store_is_open)
        references store_ref (store_id, name, slug, is_open) on update cascade;

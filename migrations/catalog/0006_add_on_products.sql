-- Null for rows of the demo, which have the slug only.
alter table category_add_on add column product_id bigint;

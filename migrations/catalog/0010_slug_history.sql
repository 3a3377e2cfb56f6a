-- Addresses that products and categories had before: links and search engines know them for years. Whoever changes a slug, by whatever
-- statement, leaves the old one here; that is why triggers do it. A slug that is in use again leads to who uses it.

create table product_slug (
    slug       text primary key,
    product_id bigint not null,
    constraint product_slug_product_fkey foreign key (product_id) references product (product_id) on delete cascade
);

create index product_slug_by_product on product_slug (product_id);

create table category_slug (
    slug        text primary key,
    category_id bigint not null,
    constraint category_slug_category_fkey foreign key (category_id) references category (category_id) on delete cascade
);

create index category_slug_by_category on category_slug (category_id);

create function keep_product_slug() returns trigger language plpgsql as $$
begin
    delete from product_slug where slug = new.slug;
    insert into product_slug (slug, product_id)
    values (old.slug, new.product_id)
    on conflict (slug) do update
    set product_id = excluded.product_id;
    return null;
end
$$;

create trigger product_slug_kept after update of slug on product
for each row when (old.slug <> new.slug) execute function keep_product_slug();

create function keep_category_slug() returns trigger language plpgsql as $$
begin
    delete from category_slug where slug = new.slug;
    insert into category_slug (slug, category_id)
    values (old.slug, new.category_id)
    on conflict (slug) do update
    set category_id = excluded.category_id;
    return null;
end
$$;

create trigger category_slug_kept after update of slug on category
for each row when (old.slug <> new.slug) execute function keep_category_slug();

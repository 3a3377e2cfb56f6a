-- The read side of lists. A shelf is what a list shows before anything is filtered: the whole shop, a category with everything below it,
-- or a store. Its rows carry what lists sort and filter by, so a page is a range of one index whatever the size of the shop, and the
-- exact total is a column. Everything here follows from `shelf_wanted` and can be rebuilt from it at will (src/db/shelf.rs).

create table shelf (
    shelf_id      bigint generated always as identity primary key,
    -- Neither: the whole shop.
    category_id   bigint,
    store_id      bigint,
    product_count bigint not null default 0,
    constraint shelf_category_key unique (category_id),
    constraint shelf_store_key unique (store_id),
    constraint shelf_subject_key unique nulls not distinct (category_id, store_id),
    constraint shelf_subject_check check (category_id is null or store_id is null),
    constraint shelf_category_fkey foreign key (category_id) references category (category_id) on delete cascade,
    constraint shelf_store_fkey foreign key (store_id) references store_ref (store_id),
    constraint shelf_product_count_check check (product_count >= 0)
);

insert into shelf default values;

create table shelf_product (
    shelf_id      bigint not null,
    product_id    bigint not null,
    store_id      bigint not null,
    price         bigint not null,
    popularity    bigint not null,
    review_count  bigint not null,
    published_at  timestamptz not null,
    rating        smallint not null,
    is_discounted boolean not null,
    in_stock      boolean not null,
    constraint shelf_product_pkey primary key (shelf_id, product_id),
    constraint shelf_product_shelf_fkey foreign key (shelf_id) references shelf (shelf_id) on delete cascade,
    constraint shelf_product_product_fkey foreign key (product_id) references product (product_id) on delete cascade
);

create index shelf_product_by_product on shelf_product (product_id);
-- One for each sort. Ties are broken by the id, so that a page never repeats what another showed.
create index shelf_product_popular on shelf_product (shelf_id, popularity desc, product_id desc);
create index shelf_product_newest on shelf_product (shelf_id, published_at desc, product_id desc);
create index shelf_product_price on shelf_product (shelf_id, price, product_id);
create index shelf_product_rating on shelf_product (shelf_id, rating desc, review_count desc, product_id desc);

-- What ought to stand where. A product in several categories of a subtree stands there once.
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

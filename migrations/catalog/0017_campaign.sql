-- Campaigns of stores, as the store service announces them, and the prices they make.

create table campaign (
    campaign_id    bigint primary key,
    store_id       bigint not null,
    percent        smallint not null,
    ends_at        timestamptz not null,
    -- Everything the store sells, also what comes later; otherwise what campaign_product says.
    is_whole_store boolean not null,
    is_running     boolean not null,
    -- Since it began or ended, products up to this one were given their price; none when all were. A store may have a hundred thousand:
    -- they are gone through some hundreds at a time, and whoever dies meanwhile is followed by the next.
    swept_to       bigint,
    constraint campaign_percent_check check (percent between 1 and 90)
);

create index campaign_of_store on campaign (store_id) where is_running;
create index campaign_to_sweep on campaign (campaign_id) where swept_to is not null;

create table campaign_product (
    campaign_id bigint not null,
    product_id  bigint not null,
    constraint campaign_product_pkey primary key (campaign_id, product_id),
    constraint campaign_product_campaign_fkey foreign key (campaign_id) references campaign (campaign_id) on delete cascade
);

drop view shelf_wanted;

alter table product
    rename column is_discounted to own_discount_holds;

alter table product
    rename constraint product_is_discounted_check to product_own_discount_holds_check;

alter table product
    drop column price_now;

-- A product has its own discount and, while campaigns of its store run, the best of theirs; whichever of the two costs less holds. What
-- a campaign makes of a price is rounded to the nearest qəpik, halves up, and is never nothing.
alter table product
    add column campaign_id bigint,
    add column campaign_percent smallint not null default 0,
    add column price_now bigint not null generated always as (least(
        case when own_discount_holds then discounted_price else price end,
        greatest((price * (100 - campaign_percent) + 50) / 100, 1))) stored,
    add column is_discounted boolean not null generated always as (
        own_discount_holds or greatest((price * (100 - campaign_percent) + 50) / 100, 1) < price) stored,
    add constraint product_campaign_check check (campaign_percent between 0 and 90 and (campaign_id is null) = (campaign_percent = 0));

-- A campaign goes through its store's products by id.
drop index product_by_store;
create index product_by_store on product (store_id, product_id);

-- As it was.
create view shelf_wanted as
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

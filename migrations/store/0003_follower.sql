-- Who follows which store; store.subscriber_count counts these rows.
create table follower (
    store_id    bigint not null,
    account_id  bigint not null,
    followed_at timestamptz not null,
    -- With the moment in it, "who followed this store before then, page by page" is read from the key alone.
    constraint follower_pkey primary key (store_id, account_id) include (followed_at),
    constraint follower_store_fkey foreign key (store_id) references store (store_id)
);

create index follower_by_account on follower (account_id, followed_at desc, store_id desc);

-- What the published reviews of a product come to, as the catalogue has announced it; also of products that are not sold just now, for
-- they may come back.
create table product_rating (
    product_id   bigint primary key,
    review_count bigint not null,
    star_sum     bigint not null,
    constraint product_rating_check check (review_count >= 0 and star_sum between review_count and 5 * review_count)
);

-- A name as people type it: without diacritics, in whatever case. The same letters as the catalogue folds (its domain/text/fold.rs).
create function fold_name(name text) returns text language sql immutable strict parallel safe
return translate(lower(name collate "az-x-icu"), 'əıöüğşçâîûё', 'eiougscaiuе');

alter table store
    drop column rating;

alter table store
    -- Of the products that are counted in product_count; the sum is of stars.
    add column review_count bigint not null default 0,
    add column star_sum bigint not null default 0,
    add column rating numeric(2, 1) not null generated always as
        (case when review_count = 0 then 0 else round(star_sum::numeric / review_count, 1) end) stored,
    add column folded_name text not null generated always as (fold_name(name)) stored,
    -- When what its page says of the store itself became other than it was.
    add column changed_at timestamptz not null default now(),
    add constraint store_rating_check check (review_count >= 0 and star_sum between review_count and 5 * review_count);

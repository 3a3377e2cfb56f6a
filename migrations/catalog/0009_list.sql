-- What bloggers recommend.

create table product_list (
    list_id     bigint generated always as identity primary key,
    account_id  bigint not null,
    -- In the address of its public page; it stays when the list is renamed.
    slug        text not null,
    name        text not null,
    description text not null,
    -- As `Aysel M.`, a copy of what its owner was called when they made it.
    author      text not null,
    created_at  timestamptz not null,
    constraint product_list_slug_key unique (slug)
);

create index product_list_by_owner on product_list (account_id, created_at desc, list_id desc);

create table product_list_item (
    list_id    bigint not null,
    product_id bigint not null,
    added_at   timestamptz not null,
    constraint product_list_item_pkey primary key (list_id, product_id),
    constraint product_list_item_list_fkey foreign key (list_id) references product_list (list_id) on delete cascade,
    constraint product_list_item_product_fkey foreign key (product_id) references product (product_id) on delete cascade
);

create index product_list_item_newest on product_list_item (list_id, added_at desc, product_id desc);
create index product_list_item_by_product on product_list_item (product_id);

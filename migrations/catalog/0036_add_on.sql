-- Products that are offered along with every product of a category: a card, a vase, balloons. A category without add-ons inherits them
-- from the nearest category above it that has some.
-- The product is named by its slug: it may be loaded after the category, and be withdrawn and come back.
create table category_add_on (
    category_id bigint not null,
    position    integer not null,
    slug        text not null,
    constraint category_add_on_pkey primary key (category_id, position),
    constraint category_add_on_slug_key unique (category_id, slug),
    constraint category_add_on_category_fkey foreign key (category_id) references category (category_id) on delete cascade
);

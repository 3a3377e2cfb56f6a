-- What a product says of its category and its store still cannot lie (0005_card.sql), but a foreign key asks that again for every
-- product: of what PostgreSQL did to bring one in, a tenth was comparing the same few names. Whoever writes products is asked once for
-- all that a statement wrote. As with a foreign key, what is copied is locked until they are done: whoever renames it waits for them, or
-- they wait for the renaming and then find another name.

alter table product
    drop constraint product_category_fkey,
    drop constraint product_store_fkey;

alter table product_category
    drop constraint product_category_category_fkey;

-- They were there to be referred to.
alter table category
    drop constraint category_card_key;

alter table store_ref
    drop constraint store_ref_card_key;

create function refuse_card(key text, relation text) returns void language plpgsql as $$
begin
    raise exception '% refers to what is not there, or is not called so', relation
        using errcode = 'foreign_key_violation', constraint = key, table = relation;
end $$;

create function check_written_cards() returns trigger language plpgsql as $$
begin
    perform from category where category_id in (select category_id from written) order by category_id for share;
    perform from store_ref where store_id in (select store_id from written) order by store_id for share;
    if exists (
        select from written
        left join category on category.category_id = written.category_id
        where (category.name, category.slug) is distinct from (written.category_name, written.category_slug)
    ) then
        perform refuse_card('product_category_fkey', 'product');
    end if;
    if exists (
        select from written
        left join store_ref on store_ref.store_id = written.store_id
        where (store_ref.name, store_ref.slug, store_ref.is_open)
            is distinct from (written.store_name, written.store_slug, written.store_is_open)
    ) then
        perform refuse_card('product_store_fkey', 'product');
    end if;
    return null;
end $$;

create trigger product_cards_are_true after insert on product referencing new table as written
    for each statement execute function check_written_cards();

-- Only what changed is asked for: whoever carries a renaming on holds what was renamed, and must not wait for the other.
create function check_card() returns trigger language plpgsql as $$
begin
    if (old.category_id, old.category_name, old.category_slug) is distinct from (new.category_id, new.category_name, new.category_slug) then
        perform from category
        where category_id = new.category_id and name = new.category_name and slug = new.category_slug
        for share;
        if not found then
            perform refuse_card('product_category_fkey', 'product');
        end if;
    end if;
    if (old.store_id, old.store_name, old.store_slug, old.store_is_open)
        is distinct from (new.store_id, new.store_name, new.store_slug, new.store_is_open)
    then
        perform from store_ref
        where store_id = new.store_id and name = new.store_name and slug = new.store_slug and is_open = new.store_is_open
        for share;
        if not found then
            perform refuse_card('product_store_fkey', 'product');
        end if;
    end if;
    return null;
end $$;

-- Selling changes products all day, and none of this.
create trigger product_card_stays_true
after update of category_id, category_name, category_slug, store_id, store_name, store_slug, store_is_open on product
for each row when (
    (old.category_id, old.category_name, old.category_slug, old.store_id, old.store_name, old.store_slug, old.store_is_open)
    is distinct from
    (new.category_id, new.category_name, new.category_slug, new.store_id, new.store_name, new.store_slug, new.store_is_open)
)
execute function check_card();

-- These rows come and go and are never changed.
create function check_written_places() returns trigger language plpgsql as $$
begin
    perform from category where category_id in (select category_id from written) order by category_id for share;
    if exists (
        select from written
        where not exists (select from category where category.category_id = written.category_id)
    ) then
        perform refuse_card('product_category_category_fkey', 'product_category');
    end if;
    return null;
end $$;

create trigger product_categories_are_there after insert on product_category referencing new table as written
    for each statement execute function check_written_places();

create function rename_category_on_cards() returns trigger language plpgsql as $$
begin
    update product
    set category_name = new.name, category_slug = new.slug
    where category_id = new.category_id;
    return null;
end $$;

create trigger category_is_renamed_on_cards after update of name, slug on category
    for each row when ((old.name, old.slug) is distinct from (new.name, new.slug))
    execute function rename_category_on_cards();

create function rename_store_on_cards() returns trigger language plpgsql as $$
begin
    update product
    set store_name = new.name, store_slug = new.slug, store_is_open = new.is_open
    where store_id = new.store_id;
    return null;
end $$;

create trigger store_is_renamed_on_cards after update of name, slug, is_open on store_ref
    for each row when ((old.name, old.slug, old.is_open) is distinct from (new.name, new.slug, new.is_open))
    execute function rename_store_on_cards();

create function keep_category_that_is_used() returns trigger language plpgsql as $$
begin
    if exists (select from product where category_id = old.category_id)
        or exists (select from product_category where category_id = old.category_id)
    then
        perform refuse_card('product_category_fkey', 'product');
    end if;
    return old;
end $$;

create trigger category_that_is_used_stays before delete on category
    for each row execute function keep_category_that_is_used();

create function keep_store_that_is_used() returns trigger language plpgsql as $$
begin
    if exists (select from product where store_id = old.store_id) then
        perform refuse_card('product_store_fkey', 'product');
    end if;
    return old;
end $$;

create trigger store_that_is_used_stays before delete on store_ref
    for each row execute function keep_store_that_is_used();

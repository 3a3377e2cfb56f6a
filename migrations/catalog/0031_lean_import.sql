-- What belongs to a product is written with it, in one transaction, by the import and by nobody else: asking for each of a product's
-- sixteen rows whether the product is there cost a sixth of bringing it in. What the foreign keys did when a product goes is still
-- done, and a field that products carry still cannot go.

alter table product_text
    drop constraint product_text_product_fkey;

alter table product_category
    drop constraint product_category_product_fkey;

alter table product_source
    drop constraint product_source_product_fkey;

alter table product_field
    drop constraint product_field_product_fkey,
    drop constraint product_field_field_fkey;

-- Nobody asks for the products of a field, but who removes one, and that is rare.
drop index product_field_by_field;

create function clear_product() returns trigger language plpgsql as $$
begin
    delete from product_text where product_id = old.product_id;
    delete from product_category where product_id = old.product_id;
    delete from product_source where product_id = old.product_id;
    delete from product_field where product_id = old.product_id;
    return null;
end $$;

create trigger product_is_cleared after delete on product
    for each row execute function clear_product();

create function keep_field_that_is_used() returns trigger language plpgsql as $$
begin
    if exists (select from product_field where field_id = old.field_id) then
        raise exception 'products carry field %', old.field_id
            using errcode = 'foreign_key_violation', constraint = 'product_field_field_fkey', table = 'product_field';
    end if;
    return old;
end $$;

create trigger field_that_is_used_stays before delete on field
    for each row execute function keep_field_that_is_used();

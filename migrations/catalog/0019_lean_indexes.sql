-- What no query reads is paid for at every write. Values are counted by product and searched in the search index; nobody looks a
-- product up by them here.
drop index product_field_by_value;
drop index product_field_by_number;

-- One index finds a product's places and keeps them single: by shelf alone, the indexes of the sorts already go.
alter table shelf_product
    drop constraint shelf_product_pkey,
    add constraint shelf_product_pkey primary key (product_id, shelf_id);
drop index shelf_product_by_product;

-- The option kind names what the sizes of a product stand for: sizes, colours, counts. A size can replace fields and the picture of its
-- product: the bouquet of 51 has 51 stems, the red phone has a red picture.
alter table product
    add column option_kind text not null default 'size',
    add constraint product_option_kind_check
        check (option_kind in ('size', 'color', 'count', 'weight', 'volume', 'age', 'people', 'version'));

alter table product_size
    add column picture text,
    -- Rows as of product_field: field_id, key, value, number.
    add column fields jsonb not null default '[]',
    add constraint product_size_fields_check check (jsonb_typeof(fields) = 'array');

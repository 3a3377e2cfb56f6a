-- Days that a product is made before it leaves the store: a cake to order, an engraving. 0 is ready on the day of the order.
alter table product
    add column preparation_days smallint not null default 0,
    add constraint product_preparation_check check (preparation_days between 0 and 10);

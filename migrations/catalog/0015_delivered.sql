-- Units that reached people and are not yet part of what is known of their product. Whoever hears of a delivery only adds rows and so
-- waits for nobody; a worker counts them to the products, many at a time, and deletes them. No foreign key: what is sold may be gone.

create table delivered (
    delivered_id bigint generated always as identity primary key,
    product_id   bigint not null,
    count        bigint not null,
    constraint delivered_count_check check (count > 0)
);

-- What the shop says about itself. A number or an address changes here, without a release.

create table setting (
    key   text primary key,
    value jsonb not null
);

insert into setting (key, value)
values ('contact', '{"email": "salam@sovqat.az", "phoneNumber": "+994125550100", "whatsapp": "+994505550100"}'),
       -- qəpik
       ('free_delivery_from', '5000');

-- Orders that staff take on the phone.
create table phone_order (
    order_id         bigint primary key,
    taken_by         bigint not null,
    request_key      text not null,
    -- When to erase a customer without an account.
    guest_data_until timestamptz,

    constraint phone_order_order_fkey foreign key (order_id) references purchase (order_id),
    constraint phone_order_request_key unique (taken_by, request_key),
    constraint phone_order_taken_by_check check (taken_by > 0)
);

create index phone_order_by_guest_data on phone_order (guest_data_until) where guest_data_until is not null;

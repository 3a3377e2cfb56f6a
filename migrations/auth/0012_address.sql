-- Where people have things delivered.

create table address (
    address_id   bigint generated always as identity primary key,
    account_id   bigint not null,
    title        text not null,
    type         text not null,
    city_id      bigint not null,
    district_id  bigint,
    station_id   bigint,
    street       text not null,
    building     text not null,
    entrance     text,
    floor        text,
    apartment    text,
    landmark     text,
    -- Four digits, without `AZ`.
    postcode     text,
    phone_number text,
    note         text,
    is_default   boolean not null,
    created_at   timestamptz not null,
    constraint address_account_fkey foreign key (account_id) references account on delete cascade,
    constraint address_city_fkey foreign key (city_id) references city,
    constraint address_district_fkey foreign key (city_id, district_id) references district (city_id, district_id),
    constraint address_station_fkey foreign key (city_id, station_id) references station (city_id, station_id),
    constraint address_type_check check (type in ('home', 'office')),
    constraint address_postcode_check check (postcode ~ '^[0-9]{4}$'),
    constraint address_phone_check check (phone_number ~ '^\+[1-9][0-9]{7,14}$')
);

create index address_by_account on address (account_id, created_at);

-- Never two, whatever happens at once.
create unique index address_default on address (account_id) where is_default;

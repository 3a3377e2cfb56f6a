-- Where things are brought to, when and for how much. Hours and days are Baku's; money is in qəpik.

-- Places that are served alike.
create table zone (
    zone_id       bigint primary key,
    -- Begins the ids of its slots, so it is never changed.
    code          text not null,
    fee           bigint not null,
    -- Goods worth this much are brought for nothing; null where it always costs something.
    free_from     bigint,
    -- What is worth less is not brought.
    minimum       bigint not null,
    -- Days between an order and the first day it can come: 0 is the same day.
    lead_days     smallint not null,
    -- Orders from this hour on count for the next day.
    cut_off       smallint not null,
    -- Hours that an order needs before its window begins.
    prepare_hours smallint not null,
    constraint zone_code_key unique (code),
    constraint zone_code_check check (code ~ '^[a-z_]+$'),
    constraint zone_fee_check check (fee >= 0 and minimum >= 0 and free_from >= 0),
    constraint zone_time_check check (lead_days between 0 and 10 and cut_off between 0 and 24 and prepare_hours between 0 and 24)
);

-- The ids are those of the address book. A city without a district is all of it that is not named on its own.
create table zone_place (
    city_id     bigint not null,
    district_id bigint,
    zone_id     bigint not null,
    constraint zone_place_key unique nulls not distinct (city_id, district_id),
    constraint zone_place_zone_fkey foreign key (zone_id) references zone
);

-- The windows of a zone's day.
create table zone_window (
    zone_id   bigint not null,
    starts    smallint not null,
    ends      smallint not null,
    -- How many orders can be brought in it.
    capacity  integer not null,
    -- What it costs above the zone's fee, free delivery or not.
    surcharge bigint not null default 0,
    constraint zone_window_pkey primary key (zone_id, starts),
    constraint zone_window_zone_fkey foreign key (zone_id) references zone,
    constraint zone_window_hours_check check (starts between 0 and 23 and ends between 1 and 24 and starts < ends),
    constraint zone_window_capacity_check check (capacity >= 0 and surcharge >= 0)
);

-- A window of one day, as soon as somebody has booked it.
create table slot (
    slot_id  text primary key,
    zone_id  bigint not null,
    date     date not null,
    starts   smallint not null,
    -- When it was last booked.
    capacity integer not null,
    taken    integer not null,
    constraint slot_zone_fkey foreign key (zone_id) references zone,
    -- Never oversold, whatever the code does.
    constraint slot_taken_check check (taken between 0 and capacity)
);

create index slot_by_zone on slot (zone_id, date);

insert into zone (zone_id, code, fee, free_from, minimum, lead_days, cut_off, prepare_hours) values
    (1, 'baku', 300, 5000, 0, 0, 18, 2),
    (2, 'baku_outer', 400, 5000, 500, 0, 16, 3),
    (3, 'absheron', 500, 5000, 1000, 0, 12, 4),
    (4, 'near', 600, 8000, 1500, 1, 15, 0),
    (5, 'regions', 800, 10000, 1500, 2, 15, 0),
    (6, 'far', 1200, 15000, 2000, 3, 12, 0);

insert into zone_window (zone_id, starts, ends, capacity, surcharge) values
    (1, 10, 12, 60, 0), (1, 12, 14, 60, 0), (1, 14, 16, 60, 0), (1, 16, 18, 60, 0), (1, 18, 20, 60, 0), (1, 20, 22, 40, 100),
    (2, 10, 13, 30, 0), (2, 13, 16, 30, 0), (2, 16, 19, 30, 0), (2, 19, 22, 20, 100),
    (3, 10, 14, 30, 0), (3, 14, 18, 30, 0), (3, 18, 21, 20, 0),
    (4, 10, 14, 30, 0), (4, 14, 19, 30, 0),
    (5, 10, 19, 60, 0),
    (6, 10, 19, 30, 0);

-- All of Baku but its outskirts.
insert into zone_place (city_id, district_id, zone_id) values
    (1, null, 1),
    (1, 103, 2), (1, 104, 2), (1, 108, 2), (1, 109, 2), (1, 111, 2),
    (1, 205, 2), (1, 206, 2), (1, 207, 2), (1, 209, 2), (1, 215, 2), (1, 216, 2), (1, 217, 2), (1, 219, 2), (1, 221, 2);

-- Sumgayit and Absheron.
insert into zone_place (city_id, zone_id) select unnest(array[2, 4]), 3;

-- Where a car from Baku is back on the same day: Shirvan, Salyan, the road to Guba and the road to Shamakhi.
insert into zone_place (city_id, zone_id)
select unnest(array[9, 25, 26, 28, 32, 35, 39, 40, 42, 50, 54, 55, 58, 59, 61, 65]), 4;

insert into zone_place (city_id, zone_id)
select unnest(array[3, 5, 6, 7, 8, 10, 12, 13, 14, 15, 17, 19, 20, 21, 22, 23, 24, 31, 36, 37, 38, 44, 45, 46, 47, 48, 51, 53,
                    56, 62, 63, 67, 68, 69, 70, 71, 72, 74]), 5;

-- Nakhchivan, which is reached by air, and where people are only just coming home to.
insert into zone_place (city_id, zone_id)
select unnest(array[11, 18, 34, 49, 52, 57, 60, 64, 16, 27, 29, 30, 33, 41, 43, 66, 73]), 6;

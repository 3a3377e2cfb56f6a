-- How often something was tried of late; see domain/throttle.rs. Keys are keyed hashes: nobody reads a login or an address here.

create table throttle (
    throttle_key bytea primary key,
    count        integer not null,
    -- From when on time forgives.
    counted_from timestamptz not null,
    last_at      timestamptz not null,
    constraint throttle_key_check check (octet_length(throttle_key) = 32),
    constraint throttle_count_check check (count >= 0)
);

-- For the sweeper.
create index throttle_by_last on throttle (last_at);

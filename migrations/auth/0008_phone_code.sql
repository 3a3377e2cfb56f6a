-- Proving a phone number. Numbers are keyed hashes here: who asked for a code and never signed up leaves no number behind.

create table phone_code (
    -- One row a number, so that its limits are counted under one lock.
    phone_key  bytea primary key,
    -- HMAC of the code; none when it was used.
    code_hash  bytea,
    expires_at timestamptz not null,
    -- Wrong tries at this code.
    tries      integer not null default 0,
    -- Of the last day: when codes were sent, and when tries at any of them were wrong.
    sent_at    timestamptz[] not null default '{}',
    wrong_at   timestamptz[] not null default '{}',
    used_at    timestamptz not null,
    constraint phone_code_key_check check (octet_length(phone_key) = 32),
    constraint phone_code_hash_check check (octet_length(code_hash) = 32)
);

-- For the sweeper.
create index phone_code_by_use on phone_code (used_at);

-- What signing up with a proven number takes.
create table phone_proof (
    -- SHA-256 of the token.
    token_hash bytea primary key,
    phone_key  bytea not null,
    expires_at timestamptz not null,
    -- Sign-ups that met an address or a number already taken.
    refusals   integer not null default 0,
    used_at    timestamptz,
    constraint phone_proof_hash_check check (octet_length(token_hash) = 32),
    constraint phone_proof_key_check check (octet_length(phone_key) = 32)
);

-- For the sweeper.
create index phone_proof_by_expiry on phone_proof (expires_at);

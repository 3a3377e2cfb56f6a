-- Who is signed in. A session is a family of refresh tokens, each exchanged for the next; only their hashes are kept.

create table session (
    session_id   uuid primary key,
    account_id   bigint not null,
    created_at   timestamptz not null,
    last_used_at timestamptz not null,
    ended_at     timestamptz,
    end_reason   text,
    constraint session_account_fkey foreign key (account_id) references account on delete cascade,
    constraint session_end_check check ((ended_at is null) = (end_reason is null)),
    constraint session_end_reason_check check (end_reason in ('sign_out', 'reuse'))
);

create index session_by_account on session (account_id);

-- For the sweeper.
create index session_by_last_use on session (last_used_at);

create table refresh_token (
    -- SHA-256 of the token.
    token_hash bytea primary key,
    session_id uuid not null,
    issued_at  timestamptz not null,
    expires_at timestamptz not null,
    -- When it was first exchanged for its successor.
    rotated_at timestamptz,
    constraint refresh_token_session_fkey foreign key (session_id) references session on delete cascade,
    constraint refresh_token_hash_check check (octet_length(token_hash) = 32)
);

create index refresh_token_by_session on refresh_token (session_id);

-- For the sweeper.
create index refresh_token_by_expiry on refresh_token (expires_at);

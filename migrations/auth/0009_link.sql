-- Links that were mailed: to set a new password, to verify an address.

create table link (
    -- HMAC of the purpose and the address: a newer link takes the place of the one before, and one that was mailed to an
    -- address the account no longer has leads nowhere.
    link_key   bytea primary key,
    purpose    text not null,
    -- SHA-256 of the token.
    token_hash bytea not null,
    -- None when nobody has the address: the same is written, so that the time it takes tells nothing.
    account_id bigint,
    expires_at timestamptz not null,
    constraint link_token_key unique (token_hash),
    constraint link_account_fkey foreign key (account_id) references account on delete cascade,
    constraint link_key_check check (octet_length(link_key) = 32),
    constraint link_token_check check (octet_length(token_hash) = 32),
    constraint link_purpose_check check (purpose in ('password_reset', 'email_verification'))
);

create index link_by_account on link (account_id);

-- For the sweeper.
create index link_by_expiry on link (expires_at);

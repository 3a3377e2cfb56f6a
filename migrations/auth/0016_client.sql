-- Installations of the mobile app: public keys that sign requests.

create table client (
    -- JWK thumbprint (RFC 7638) of the public key. As the primary key it gives a key to one account.
    key_id            text primary key,
    account_id        bigint not null,
    -- Registered last in this session. The key is revoked with it; null once the session is forgotten.
    session_id        uuid,
    -- An uncompressed point of P-256 (SEC 1).
    public_key        bytea not null,
    name              text not null,
    platform          text not null,
    -- The platform's statement about app and key, unchanged.
    attestation       text,
    attestation_state text not null,
    registered_at     timestamptz not null,
    last_used_at      timestamptz,
    revoked_at        timestamptz,
    constraint client_account_fkey foreign key (account_id) references account on delete cascade,
    constraint client_session_fkey foreign key (session_id) references session on delete set null,
    constraint client_key_id_check check (key_id ~ '^[A-Za-z0-9_-]{43}$'),
    constraint client_public_key_check check (octet_length(public_key) = 65),
    constraint client_name_check check (length(name) between 1 and 100),
    constraint client_platform_check check (platform in ('ios', 'android')),
    constraint client_attestation_check check (length(attestation) <= 16384),
    constraint client_attestation_state_check check (attestation_state in ('unattested', 'attested')),
    constraint client_session_check check (session_id is not null or revoked_at is not null)
);

create index client_by_account on client (account_id, registered_at) where revoked_at is null;
create index client_by_session on client (session_id) where session_id is not null;

-- A revoked key stays revoked, and a key stays with its account.
create function refuse_change_of_client() returns trigger language plpgsql as $$
begin
    raise exception 'client % belongs to its account and stays revoked', old.key_id
        using errcode = 'check_violation', constraint = 'client_final_check', table = 'client';
end $$;

create trigger client_is_final before update on client for each row
when (
    (old.key_id, old.account_id, old.public_key) is distinct from (new.key_id, new.account_id, new.public_key)
    or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
)
execute function refuse_change_of_client();

-- However a session ends (sign-out, another device, a new password, reuse of a token, expiry), its keys end with it.
create function revoke_clients_of_session() returns trigger language plpgsql as $$
begin
    update client
    set revoked_at = coalesce(new.ended_at, now())
    where session_id = old.session_id and revoked_at is null;
    return coalesce(new, old);
end $$;

create trigger session_end_revokes_clients after update of ended_at on session for each row
when (old.ended_at is null and new.ended_at is not null)
execute function revoke_clients_of_session();

create trigger session_loss_revokes_clients before delete on session for each row
execute function revoke_clients_of_session();

-- Nonces of signed requests, kept for as long as their signatures could be used again.
create table client_nonce (
    key_id     text not null,
    nonce      text not null,
    expires_at timestamptz not null,
    constraint client_nonce_pkey primary key (key_id, nonce),
    constraint client_nonce_client_fkey foreign key (key_id) references client on delete cascade
);

-- For the sweeper.
create index client_nonce_by_expiry on client_nonce (expires_at);

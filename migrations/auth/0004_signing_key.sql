-- The keys that sign access tokens. Terms follow one another without overlap; see domain/rotation.rs.

create table signing_key (
    kid         text primary key,
    -- PKCS #8, sealed with AUTH_KEY_SECRET: a nonce of 24 bytes, then XChaCha20-Poly1305.
    private_key bytea not null,
    public_key  bytea not null,
    created_at  timestamptz not null,
    active_from timestamptz not null,
    retires_at  timestamptz not null,
    constraint signing_key_active_from_key unique (active_from),
    constraint signing_key_public_key_check check (octet_length(public_key) = 32),
    constraint signing_key_term_check check (active_from < retires_at)
);

create index signing_key_by_retirement on signing_key (retires_at);

//! Registered keys of app installations, and the nonces of their signed requests.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::client::{PublicKey, Signed};

pub struct ClientRow {
    pub key_id: String,
    pub name: String,
    pub platform: String,
    pub attestation_state: String,
    pub registered_at: DateTime<Utc>,
    pub last_used_at: Option<DateTime<Utc>>,
}

/// Whether the platform has confirmed that app and key are genuine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attested {
    No,
    #[expect(dead_code, reason = "no service that checks attestations is configured")]
    Yes,
}

impl Attested {
    fn key(self) -> &'static str {
        match self {
            Self::No => "unattested",
            Self::Yes => "attested",
        }
    }
}

pub struct NewClient {
    pub key: PublicKey,
    pub name: String,
    pub platform: String,
    pub attestation: Option<String>,
}

pub struct KnownKey {
    pub account_id: i64,
    pub public_key: Vec<u8>,
    pub is_revoked: bool,
}

/// The lock prevents a concurrent revocation.
pub async fn find(tx: &mut PgConnection, key_id: &str) -> sqlx::Result<Option<KnownKey>> {
    sqlx::query_as!(
        KnownKey,
        r#"select account_id, public_key, revoked_at is not null as "is_revoked!"
           from client
           where key_id = $1
           for no key update"#,
        key_id,
    )
    .fetch_optional(tx)
    .await
}

/// Newest first, without revoked keys.
pub async fn all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<Vec<ClientRow>> {
    sqlx::query_as!(
        ClientRow,
        "select key_id, name, platform, attestation_state, registered_at, last_used_at
         from client
         where account_id = $1 and revoked_at is null
         order by registered_at desc, key_id",
        account,
    )
    .fetch_all(tx)
    .await
}

pub async fn count_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from client where account_id = $1 and revoked_at is null"#,
        account,
    )
    .fetch_one(tx)
    .await
}

/// Returns `None` if another account registered the same key concurrently.
pub async fn insert_for(
    tx: &mut PgConnection,
    account: i64,
    session: Uuid,
    new: &NewClient,
    attested: Attested,
    at: DateTime<Utc>,
) -> sqlx::Result<Option<ClientRow>> {
    sqlx::query_as!(
        ClientRow,
        "insert into client (
             key_id, account_id, session_id, public_key, name, platform, attestation, attestation_state, registered_at
         )
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (key_id) do nothing
         returning key_id, name, platform, attestation_state, registered_at, last_used_at",
        new.key.thumbprint(),
        account,
        session,
        new.key.to_bytes(),
        new.name,
        new.platform,
        new.attestation,
        attested.key(),
        at,
    )
    .fetch_optional(tx)
    .await
}

/// Moves a registered key to this session.
pub async fn renew_for(
    tx: &mut PgConnection,
    account: i64,
    session: Uuid,
    new: &NewClient,
    attested: Attested,
) -> sqlx::Result<ClientRow> {
    sqlx::query_as!(
        ClientRow,
        "update client
         set session_id = $3, name = $4, platform = $5, attestation = $6, attestation_state = $7
         where key_id = $1 and account_id = $2 and revoked_at is null
         returning key_id, name, platform, attestation_state, registered_at, last_used_at",
        new.key.thumbprint(),
        account,
        session,
        new.name,
        new.platform,
        new.attestation,
        attested.key(),
    )
    .fetch_one(tx)
    .await
}

/// Returns whether the account has the key, revoked or not.
pub async fn revoke_for(tx: &mut PgConnection, account: i64, key_id: &str, at: DateTime<Utc>) -> sqlx::Result<bool> {
    let revoked = sqlx::query!(
        "update client set revoked_at = coalesce(revoked_at, $3) where key_id = $1 and account_id = $2",
        key_id,
        account,
        at,
    );
    Ok(revoked.execute(tx).await?.rows_affected() == 1)
}

pub async fn touch(tx: &mut PgConnection, key_id: &str, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update client set last_used_at = $2 where key_id = $1", key_id, at).execute(tx).await?;
    Ok(())
}

/// Returns `false` if the nonce was used before.
pub async fn use_nonce(tx: &mut PgConnection, signed: &Signed) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "insert into client_nonce (key_id, nonce, expires_at) values ($1, $2, $3) on conflict do nothing",
        signed.key_id,
        signed.nonce,
        signed.expires_at(),
    );
    Ok(inserted.execute(tx).await?.rows_affected() == 1)
}

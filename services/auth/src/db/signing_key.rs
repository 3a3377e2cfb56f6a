use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::{domain::rotation::Term, keyring::SealedKey};

/// There are only a few keys, because each signs for days.
const MAX_KEYS: i64 = 100;

/// The lock lets replicas that start at the same time create only one key.
pub async fn lock_table(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtext('sovqat.auth.signing_key'))").execute(tx).await?;
    Ok(())
}

/// Newest first.
pub async fn all(tx: &mut PgConnection) -> sqlx::Result<Vec<SealedKey>> {
    let rows = sqlx::query!(
        "select kid, private_key, public_key, active_from, retires_at
         from signing_key
         order by active_from desc
         limit $1",
        MAX_KEYS,
    )
    .fetch_all(tx)
    .await?;
    let keys = rows.into_iter().map(|row| SealedKey {
        kid: row.kid,
        private_key: row.private_key,
        public_key: row.public_key,
        term: Term { active_from: row.active_from, retires_at: row.retires_at },
    });
    Ok(keys.collect())
}

pub async fn insert(tx: &mut PgConnection, key: &SealedKey, created_at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into signing_key (kid, private_key, public_key, created_at, active_from, retires_at)
         values ($1, $2, $3, $4, $5, $6)",
        key.kid,
        key.private_key,
        key.public_key,
        created_at,
        key.term.active_from,
        key.term.retires_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub struct PublicKey {
    pub kid: String,
    pub public_key: Vec<u8>,
}

pub async fn public_retired_since(tx: &mut PgConnection, retired_after: DateTime<Utc>) -> sqlx::Result<Vec<PublicKey>> {
    sqlx::query_as!(
        PublicKey,
        "select kid, public_key from signing_key where retires_at > $1 order by retires_at limit $2",
        retired_after,
        MAX_KEYS,
    )
    .fetch_all(tx)
    .await
}

pub async fn delete_retired_before(tx: &mut PgConnection, retired_before: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("delete from signing_key where retires_at <= $1", retired_before).execute(tx).await?;
    Ok(())
}

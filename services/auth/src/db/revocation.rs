//! Reads revocations, which refuse access tokens before they expire. Database triggers insert the rows.

use sqlx::PgConnection;
use uuid::Uuid;

/// The channel that triggers notify when a revocation is committed.
pub const CHANNEL: &str = "revoked";

/// A reader's progress: it has seen all rows of transactions before this transaction id.
#[derive(Debug, Clone)]
pub struct Cursor(String);

/// Revokes one session's tokens or an account's tokens of lower generations.
pub struct RevocationRow {
    pub account_id: i64,
    /// The session, or `None` if the revocation covers tokens below `generation`.
    pub session_id: Option<Uuid>,
    /// Raised to revoke all earlier tokens, or `None` for one session.
    pub generation: Option<i64>,
    /// Age by the database's clock.
    pub age_seconds: f64,
}

impl Cursor {
    /// Returns the position before every row.
    pub fn start() -> Self {
        Self("0".to_owned())
    }
}

/// A row of the left join in `committed_since`.
struct JoinedRow {
    cursor: String,
    account_id: Option<i64>,
    session_id: Option<Uuid>,
    generation: Option<i64>,
    age_seconds: Option<f64>,
}

/// Returns revocations committed since `cursor` and not older than `max_age_seconds`, and the next cursor. A row is
/// returned again while a transaction that began before it is running.
pub async fn committed_since(
    connection: &mut PgConnection,
    cursor: &Cursor,
    max_age_seconds: f64,
) -> sqlx::Result<(Vec<RevocationRow>, Cursor)> {
    // One snapshot gives cursor and rows. The left join returns the cursor even without rows.
    let rows = sqlx::query_as!(
        JoinedRow,
        r#"select snapshot.cursor as "cursor!", revocation.account_id as "account_id?", revocation.session_id,
                  revocation.generation,
                  extract(epoch from clock_timestamp() - revocation.revoked_at)::double precision as "age_seconds?"
           from (select pg_snapshot_xmin(pg_current_snapshot())::text as cursor) as snapshot
           left join revocation
               on revocation.xid >= $1::text::xid8 and revocation.revoked_at > now() - make_interval(secs => $2)"#,
        cursor.0,
        max_age_seconds,
    )
    .fetch_all(connection)
    .await?;
    // The left join always returns a row.
    let next = rows.first().map_or_else(|| cursor.clone(), |row| Cursor(row.cursor.clone()));
    let into_row = |row: JoinedRow| {
        Some(RevocationRow {
            account_id: row.account_id?,
            session_id: row.session_id,
            generation: row.generation,
            age_seconds: row.age_seconds?,
        })
    };
    Ok((rows.into_iter().filter_map(into_row).collect(), next))
}

/// Revokes all access tokens that were issued to the account so far. A trigger inserts the revocation.
pub async fn start_generation(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("update account set token_generation = token_generation + 1 where account_id = $1", account)
        .execute(tx)
        .await?;
    Ok(())
}

/// Deletes up to `limit` older revocations, and returns their number.
pub async fn delete_older(tx: &mut PgConnection, age_seconds: f64, limit: i64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from revocation
         where revocation_id in (
             select revocation_id
             from revocation
             where revoked_at < now() - make_interval(secs => $1)
             order by revoked_at
             limit $2
             for update skip locked
         )",
        age_seconds,
        limit,
    )
    .execute(tx)
    .await?;
    Ok(deleted.rows_affected())
}

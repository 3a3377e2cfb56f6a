//! Reads revocations of access tokens, and starts new generations of tokens. A revocation says that tokens of a session
//! or an account are refused before they expire. Database triggers insert the rows.

use sqlx::PgConnection;
use uuid::Uuid;

/// The channel that triggers notify when a revocation is committed.
pub const CHANNEL: &str = "revoked";

/// A reader's progress: the transaction id before which it has seen the rows of all transactions.
#[derive(Debug, Clone)]
pub struct Cursor(String);

/// A revocation: of the tokens of one session, or of an account's tokens of lower generations.
pub struct RevocationRow {
    pub account_id: i64,
    /// The session, or `None` if the revocation covers tokens below `generation`.
    pub session_id: Option<Uuid>,
    /// The generation below which tokens are revoked, or `None` if the revocation covers one session.
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

/// Returns the revocations that were committed since `cursor` and are not older than `max_age_seconds`, and the next
/// cursor. While a long transaction is running, revocations that were committed after its start are returned
/// repeatedly.
pub async fn committed_since(
    connection: &mut PgConnection,
    cursor: &Cursor,
    max_age_seconds: f64,
) -> sqlx::Result<(Vec<RevocationRow>, Cursor)> {
    // One statement reads the cursor and the rows, so that they belong to the same snapshot. The left join returns the
    // cursor even without rows.
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
    let next_cursor = rows.first().map_or_else(|| cursor.clone(), |row| Cursor(row.cursor.clone()));
    let into_row = |row: JoinedRow| {
        Some(RevocationRow {
            account_id: row.account_id?,
            session_id: row.session_id,
            generation: row.generation,
            age_seconds: row.age_seconds?,
        })
    };
    Ok((rows.into_iter().filter_map(into_row).collect(), next_cursor))
}

/// Raises the generation of the account's tokens, which revokes all access tokens that were issued before. A trigger
/// inserts the revocation.
pub async fn start_generation(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("update account set token_generation = token_generation + 1 where account_id = $1", account)
        .execute(tx)
        .await?;
    Ok(())
}

/// Deletes up to `limit` revocations older than `age_seconds`, and returns their number.
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

//! Revocations refuse access tokens before they expire. Database triggers insert them.

use sqlx::PgConnection;
use uuid::Uuid;

pub const CHANNEL: &str = "revoked";

/// A reader has seen the rows of all transactions before this id.
#[derive(Debug, Clone)]
pub struct Cursor(String);

/// Revokes the tokens of one session, or an account's tokens of lower generations.
pub struct RevocationRow {
    pub account_id: i64,
    pub session_id: Option<Uuid>,
    pub generation: Option<i64>,
    /// By the database's clock.
    pub age_seconds: f64,
}

impl Cursor {
    pub fn start() -> Self {
        Self("0".to_owned())
    }
}

struct JoinedRow {
    cursor: String,
    account_id: Option<i64>,
    session_id: Option<Uuid>,
    generation: Option<i64>,
    age_seconds: Option<f64>,
}

/// Also returns the next cursor. While a long transaction runs, revocations are returned repeatedly.
pub async fn committed_since(
    connection: &mut PgConnection,
    cursor: &Cursor,
    max_age_seconds: f64,
) -> sqlx::Result<(Vec<RevocationRow>, Cursor)> {
    // One statement, so that the cursor and the rows belong to the same snapshot. The left join returns the cursor
    // without rows.
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

/// Revokes the account's earlier access tokens.
pub async fn start_generation(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("update account set token_generation = token_generation + 1 where account_id = $1", account)
        .execute(tx)
        .await?;
    Ok(())
}

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

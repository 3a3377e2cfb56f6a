//! A worker runs in the replica that holds an advisory lock of PostgreSQL.

use sqlx::{Connection as _, PgConnection, PgPool};

use crate::{Result, worker::Leadership};

/// Not exclusive: when the connection breaks, two processes may be leaders for a moment.
pub struct LeaderLock {
    pool: PgPool,
    name: String,
    connection: Option<PgConnection>,
}

impl LeaderLock {
    pub fn new(pool: PgPool, worker: &str) -> Self {
        Self { pool, name: format!("sovqat.worker.{worker}"), connection: None }
    }
}

#[async_trait::async_trait]
impl Leadership for LeaderLock {
    async fn hold(&mut self) -> Result<bool> {
        // Taken out of `self`, so that it is not reused if this future is dropped during the ping.
        if let Some(mut connection) = self.connection.take()
            && connection.ping().await.is_ok()
        {
            self.connection = Some(connection);
            return Ok(true);
        }
        let mut connection = self.pool.acquire().await?;
        let is_acquired: bool = sqlx::query_scalar("select pg_try_advisory_lock(hashtextextended($1, 0))")
            .bind(&self.name)
            .fetch_one(&mut *connection)
            .await?;
        if is_acquired {
            // The lock ends with the connection.
            self.connection = Some(connection.detach());
        }
        Ok(is_acquired)
    }
}
